#include "tables/clock.h"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace tables {

namespace {

// A condition variable's clock stands still while the machine sleeps, and ours does not: nobody
// waits longer than this before he looks at it again.
constexpr std::int64_t kLongestWaitMs = 60'000;

std::int64_t milliseconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

// Never goes back, and goes on while the machine sleeps.
std::int64_t time_since_1970() {
  static const std::int64_t began =
      milliseconds_of(CLOCK_REALTIME) - milliseconds_of(CLOCK_BOOTTIME);
  return began + milliseconds_of(CLOCK_BOOTTIME);
}

// A busy machine may be late with a beat; a pause is what is far longer.
constexpr std::int64_t kPauseMs = 1000;
constexpr std::chrono::milliseconds kBeat{200};

}  // namespace

// What was missed is added before the beat is moved: whoever sees the new beat sees it.
void Heartbeat::notice(std::int64_t now) {
  if (now - last_ <= kPauseMs) return;
  const std::lock_guard lock(mutex_);
  if (now - last_ <= kPauseMs) return;
  missed_ += now - last_;
  last_ = now;
}

SystemClock::SystemClock(std::int64_t ahead)
    : ahead_(ahead), heart_(time_since_1970()), beating_([this] { beat(); }) {}

SystemClock::~SystemClock() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  ends_.notify_all();
  beating_.join();
}

void SystemClock::beat() {
  std::unique_lock lock(mutex_);
  while (!ends_.wait_for(lock, kBeat, [this] { return ending_; })) heart_.beat(time_since_1970());
}

std::int64_t SystemClock::now() const {
  const auto own = time_since_1970();
  heart_.notice(own);
  const auto now = own + ahead_;
  auto latest = latest_.load();
  if (latest - now > kMostStanding) {
    latest_ = now;
    return now;
  }
  while (now > latest && !latest_.compare_exchange_weak(latest, now)) {
  }
  return std::max(now, latest);
}

void SystemClock::correct(std::int64_t by) {
  ahead_ += std::clamp(by, -kMostCorrected, kMostCorrected);
}

void SystemClock::wait_until(std::int64_t at, std::unique_lock<std::mutex>& lock,
                             std::condition_variable& changed) {
  if (at == kNever) return changed.wait(lock);
  const auto time = std::clamp<std::int64_t>(at - now(), 0, kLongestWaitMs);
  changed.wait_for(lock, std::chrono::milliseconds(time));
}

}  // namespace tables

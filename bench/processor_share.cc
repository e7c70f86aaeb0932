#include "processor_share.h"

#include <algorithm>
#include <csignal>
#include <ctime>

namespace bench {

namespace {

// What nobody uses is not saved up for longer than this.
constexpr double kMostSaved = 0.005;

// To the nanosecond, unlike what /proc tells. 0 where it is gone.
double exact_cpu_seconds(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

ProcessorShare::ProcessorShare(double share) : share_(share), thread_([this] { work(); }) {}

ProcessorShare::~ProcessorShare() {
  ending_ = true;
  thread_.join();
  for (const auto& [process, held] : held_) kill(process, SIGCONT);
}

void ProcessorShare::hold(pid_t process) {
  const std::lock_guard lock(mutex_);
  held_[process] = {exact_cpu_seconds(process)};
}

void ProcessorShare::let_go(pid_t process) {
  const std::lock_guard lock(mutex_);
  if (held_.erase(process) > 0) kill(process, SIGCONT);
}

void ProcessorShare::work() {
  auto before = Clock::now();
  while (!ending_) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const std::lock_guard lock(mutex_);
    const auto now = Clock::now();
    const double passed = std::chrono::duration<double>(now - before).count();
    before = now;
    for (auto& [process, held] : held_) look(process, held, passed);
  }
}

void ProcessorShare::look(pid_t process, Held& held, double passed) {
  const double used = exact_cpu_seconds(process);
  held.left = std::min(held.left + share_ * passed, kMostSaved) - (used - held.used_before);
  held.used_before = used;
  if (held.left < 0 && !held.stopped) {
    kill(process, SIGSTOP);
    held.stopped = true;
    held.since = Clock::now();
  } else if (held.left >= 0 && held.stopped) {
    kill(process, SIGCONT);
    held.stopped = false;
    longest_pause_ =
        std::max(longest_pause_.load(),
                 std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - held.since));
  }
}

}  // namespace bench

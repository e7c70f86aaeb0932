// The time that tables live by. Tests turn one by hand.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <thread>

namespace tables {

// Notices that the program did not run: somebody stopped it, or the machine slept. Thread-safe.
class Heartbeat {
 public:
  explicit Heartbeat(std::int64_t now) : last_(now) {}

  // To be called often, far more often than once a second.
  void beat(std::int64_t now) {
    notice(now);
    const std::lock_guard lock(mutex_);
    if (now > last_) last_ = now;  // another thread may have noticed more
  }
  // To be called before anybody acts on what time it is: after a pause the next beat may be late.
  void notice(std::int64_t now);
  // So many milliseconds were missed since the beginning.
  std::int64_t missed() const { return missed_; }

 private:
  std::mutex mutex_;
  std::atomic<std::int64_t> last_;
  std::atomic<std::int64_t> missed_ = 0;
};

class Clock {
 public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  virtual ~Clock() = default;

  // Milliseconds since 1970; never goes back.
  virtual std::int64_t now() const = 0;
  // So many of them passed while the program did not run, and nobody could move.
  virtual std::int64_t missed() const { return 0; }
  // Sleeps until it is `at` or `changed` is notified; may return before.
  // REQUIRES: the lock is held, as for a condition variable.
  virtual void wait_until(std::int64_t at, std::unique_lock<std::mutex>& lock,
                          std::condition_variable& changed) = 0;
};

// The time of day when the program began and what has passed since: players' clocks must not jump
// when somebody sets the machine's.
class SystemClock : public Clock {
 public:
  // `ahead`: servers that share tables go by one clock; this machine's is behind it by so much.
  explicit SystemClock(std::int64_t ahead = 0);
  ~SystemClock() override;
  SystemClock(const SystemClock&) = delete;
  SystemClock& operator=(const SystemClock&) = delete;

  std::int64_t now() const override;
  std::int64_t missed() const override { return heart_.missed(); }
  // The clock that servers share is ahead of this one by so much, as it turns out. No step is
  // longer than kMostCorrected, so that no player notices; for less it stands still.
  static constexpr std::int64_t kMostCorrected = 20;
  // Where it would stand still for longer, because this machine's own clock was set back, it goes
  // back with that.
  static constexpr std::int64_t kMostStanding = 5'000;
  void correct(std::int64_t by);
  void wait_until(std::int64_t at, std::unique_lock<std::mutex>& lock,
                  std::condition_variable& changed) override;

 private:
  void beat();

  std::atomic<std::int64_t> ahead_;
  mutable std::atomic<std::int64_t> latest_ = 0;  // that was told
  mutable Heartbeat heart_;
  std::mutex mutex_;  // guards the next two
  std::condition_variable ends_;
  bool ending_ = false;
  std::thread beating_;
};

}  // namespace tables

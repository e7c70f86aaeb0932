// Holds processes to a share of one processor each, whatever else the machine does: the share is
// that of a small machine. Control groups would do it too, but are seldom ours to set.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

namespace bench {

// Looks every millisecond at what each has used, and stops (SIGSTOP) who has used more than its
// share until it has not any more: pauses of some milliseconds.
class ProcessorShare {
 public:
  explicit ProcessorShare(double share);
  ~ProcessorShare();  // all go on
  ProcessorShare(const ProcessorShare&) = delete;
  ProcessorShare& operator=(const ProcessorShare&) = delete;

  void hold(pid_t process);
  void let_go(pid_t process);
  // What each was stopped for at most, at a time.
  std::chrono::microseconds longest_pause() const { return longest_pause_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Held {
    double used_before = 0;  // seconds
    double left = 0;         // seconds that it may still use now
    bool stopped = false;
    Clock::time_point since{};
  };

  void work();
  void look(pid_t process, Held& held, double passed);

  const double share_;
  mutable std::mutex mutex_;
  std::map<pid_t, Held> held_;
  std::atomic<std::chrono::microseconds> longest_pause_{};
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace bench

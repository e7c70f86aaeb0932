// Where handlers run: a few threads and timers for all of them, or none, where a test runs them
// by hand.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace bus {

using Task = std::function<void()>;

class Executor {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  // Without threads, run_one() and advance() do everything.
  explicit Executor(int threads);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  void post(Task task);
  void after(std::chrono::milliseconds time, Task task);

  // What was posted is still run, also what that posts; timers are not. Later tasks are dropped.
  // Not from a task.
  void stop();

  // Runs one task; false where there was none.
  bool run_one();
  // Time goes on, without threads.
  void advance(std::chrono::milliseconds time);

 private:
  TimePoint now() const;
  void take_due();  // REQUIRES: mutex_ is held
  void work();

  const bool by_hand_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> ready_;
  std::multimap<TimePoint, Task> timers_;
  TimePoint by_hand_now_{};
  bool stopping_ = false, stopped_ = false;
  std::vector<std::thread> threads_;
};

// Tasks that run one after the other.
class Strand : public std::enable_shared_from_this<Strand> {
 public:
  enum class Posted { kYes, kFull, kClosed };

  // At most so many bytes wait.
  Strand(const std::shared_ptr<Executor>& executor, std::size_t max_bytes)
      : executor_(executor), max_bytes_(max_bytes) {}

  Posted post(Task task, std::size_t bytes);
  // Waits for the task that runs; those that wait are dropped. Not from one of its tasks.
  void close();

 private:
  struct Waiting {
    Task task;
    std::size_t bytes;
  };

  void schedule();
  void run();

  const std::weak_ptr<Executor> executor_;  // which holds those that are to run
  const std::size_t max_bytes_;
  std::mutex mutex_;
  std::condition_variable idle_;
  std::deque<Waiting> waiting_;
  std::size_t bytes_ = 0;
  bool scheduled_ = false, running_ = false, closed_ = false;
  std::thread::id runner_;
};

}  // namespace bus

// A thread that does one thing after the other, for those who must not wait themselves.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace tables {

class TaskThread {
 public:
  explicit TaskThread(std::size_t max_waiting);
  ~TaskThread();
  TaskThread(const TaskThread&) = delete;
  TaskThread& operator=(const TaskThread&) = delete;

  // False where too much waits, or after stop(). What the task throws is dropped.
  [[nodiscard]] bool post(std::function<void()> task);

  // Returns when everything posted is done. Not from within a task.
  void stop();

 private:
  void work();

  const std::size_t max_waiting_;
  std::mutex mutex_;  // guards everything below, but for the thread
  std::condition_variable posted_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace tables

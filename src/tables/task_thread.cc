#include "tables/task_thread.h"

#include <utility>

#include "core/guarded.h"
#include "logs/logs.h"

namespace tables {

TaskThread::TaskThread(std::size_t max_waiting)
    : max_waiting_(max_waiting), thread_([this] { work(); }) {}

TaskThread::~TaskThread() { stop(); }

bool TaskThread::post(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || tasks_.size() >= max_waiting_) return false;
    tasks_.emplace_back(logs::carried(std::move(task)));
  }
  posted_.notify_one();
  return true;
}

void TaskThread::work() {
  std::unique_lock lock(mutex_);
  while (true) {
    posted_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    {
      const auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      core::guarded(task);
    }
    lock.lock();
  }
}

void TaskThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  posted_.notify_all();
  if (thread_.joinable()) thread_.join();
}

}  // namespace tables

#include "bus/executor.h"

#include <cassert>
#include <utility>

#include "core/guarded.h"

namespace bus {

namespace {

// What a message costs beside its bytes, about.
constexpr std::size_t kOverhead = 256;

}  // namespace

Executor::Executor(int threads) : by_hand_(threads == 0) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

Executor::~Executor() { stop(); }

void Executor::post(Task task) {
  const std::lock_guard lock(mutex_);
  if (stopped_) return;
  ready_.push_back(std::move(task));
  wake_.notify_one();
}

void Executor::after(std::chrono::milliseconds time, Task task) {
  const std::lock_guard lock(mutex_);
  if (stopping_) return;
  const auto at = timers_.emplace(now() + time, std::move(task));
  if (at == timers_.begin()) wake_.notify_one();
}

void Executor::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    timers_.clear();
    wake_.notify_all();
  }
  for (auto& thread : threads_) thread.join();
  threads_.clear();
  do {
    while (run_one()) {
    }
    const std::lock_guard lock(mutex_);
    stopped_ = ready_.empty();
  } while (!stopped_);
}

bool Executor::run_one() {
  Task task;
  {
    const std::lock_guard lock(mutex_);
    take_due();
    if (ready_.empty()) return false;
    task = std::move(ready_.front());
    ready_.pop_front();
  }
  core::guarded(task);
  return true;
}

void Executor::advance(std::chrono::milliseconds time) {
  assert(by_hand_);
  const std::lock_guard lock(mutex_);
  by_hand_now_ += time;
}

Executor::TimePoint Executor::now() const {
  return by_hand_ ? by_hand_now_ : std::chrono::steady_clock::now();
}

void Executor::take_due() {
  while (!timers_.empty() && timers_.begin()->first <= now()) {
    ready_.push_back(std::move(timers_.begin()->second));
    timers_.erase(timers_.begin());
    wake_.notify_one();
  }
}

void Executor::work() {
  while (true) {
    if (run_one()) continue;
    std::unique_lock lock(mutex_);
    if (!ready_.empty()) continue;
    if (stopping_) return;
    if (timers_.empty()) {
      wake_.wait(lock);
    } else {
      const auto next = timers_.begin()->first;
      wake_.wait_until(lock, next);
    }
  }
}

Strand::Posted Strand::post(Task task, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  if (closed_) return Posted::kClosed;
  bytes += kOverhead;
  if (bytes_ + bytes > max_bytes_) return Posted::kFull;
  bytes_ += bytes;
  waiting_.push_back({std::move(task), bytes});
  if (!scheduled_) schedule();
  return Posted::kYes;
}

void Strand::close() {
  std::unique_lock lock(mutex_);
  assert(!running_ || runner_ != std::this_thread::get_id());
  closed_ = true;
  const auto dropped = std::exchange(waiting_, {});
  bytes_ = 0;
  idle_.wait(lock, [&] { return !running_; });
  // What the tasks hold may do anything when it goes.
  lock.unlock();
}

void Strand::schedule() {
  scheduled_ = true;
  const auto executor = executor_.lock();
  if (executor != nullptr) executor->post([self = shared_from_this()] { self->run(); });
}

void Strand::run() {
  Waiting next;
  {
    const std::lock_guard lock(mutex_);
    scheduled_ = false;
    if (waiting_.empty()) return;
    next = std::move(waiting_.front());
    waiting_.pop_front();
    bytes_ -= next.bytes;
    scheduled_ = running_ = true;
    runner_ = std::this_thread::get_id();
  }
  core::guarded(next.task);
  next.task = nullptr;
  const std::lock_guard lock(mutex_);
  running_ = false;
  if (closed_) idle_.notify_all();
  scheduled_ = false;
  if (!waiting_.empty()) schedule();
}

}  // namespace bus

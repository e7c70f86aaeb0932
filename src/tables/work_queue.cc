#include "tables/work_queue.h"

#if !defined(__wasi__)
#include <sys/resource.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <utility>

#include "core/guarded.h"
#include "logs/logs.h"

namespace tables {

namespace {

using namespace std::chrono_literals;

// Those who think give way to those who answer.
void give_way() {
#if !defined(__wasi__)
  constexpr int kNiceness = 5;
  // Of this thread alone, as Linux has it.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness);
#endif
}

// Long enough that changing costs nothing, short beside what a person notices.
constexpr std::chrono::milliseconds kSlice = 20ms;
constexpr std::size_t kMostThreads = 160;

}  // namespace

text::HttpError work_is_full() {
  return {429, "too_many", text::Error(text::Message::kWorkFull), 5};
}

// --- The time of a task ---

WorkTime::WorkTime(WorkQueue& queue, Work& work)
    : queue_(queue), work_(work), news_(work.news), begin_(queue.time_.now()), last_(begin_) {}

bool WorkTime::is_over(TimePoint now) const {
  return now - begin_ >= kSlice || queue_.news_.load(std::memory_order_relaxed) != news_;
}

bool WorkTime::stands_still() const {
  return work_.rank() != WorkRank::kPeople || work_.lane == Lane::kReviews;
}

core::TimeSource::TimePoint WorkTime::now() {
  last_ = queue_.time_.now();
  if (work_.lane != Lane::kRecords && is_over(last_)) {
    news_ = queue_.news_;
    const bool stands = stands_still();
    begin_ = queue_.pause(work_, begin_, last_);
    // Somebody may have come to watch meanwhile, which lets it go on.
    if (stands || stands_still()) stood_ += begin_ - last_;
    last_ = begin_;
  }
  return last_ - stood_;
}

// --- Coming and going ---

WorkQueue::WorkQueue(int threads, core::TimeSource& time)
    : time_(time),
      cores_(threads > 0 ? threads
                         : std::max(1, static_cast<int>(std::thread::hardware_concurrency()))),
      order_(cores_),
      max_threads_(kMostThreads) {
  const std::lock_guard lock(mutex_);
  // One of them reads records.
  for (int i = 0; i <= cores_; ++i) threads_.emplace_back([this] { work(); });
}

WorkQueue::~WorkQueue() { stop(); }

bool WorkQueue::submit(Lane lane, const std::string& visitor, std::shared_ptr<Task> task) {
  task->run = logs::carried(std::move(task->run));
  if (task->failed) task->failed = logs::carried(std::move(task->failed));
  const std::lock_guard lock(mutex_);
  if (stopping_ || !order_.add(lane, visitor, std::move(task))) return false;
  ++news_;
  dispatch();
  return true;
}

std::size_t WorkQueue::waiting(Lane lane) const {
  const std::lock_guard lock(mutex_);
  return order_.waiting(lane);
}

void WorkQueue::attend(Task& task, bool attended) {
  const std::lock_guard lock(mutex_);
  if (task.attended == attended) return;
  task.attended = attended;
  order_.attend(task);
  ++news_;
  dispatch();
}

void WorkQueue::look_again() {
  const std::lock_guard lock(mutex_);
  ++news_;
  dispatch();
}

std::size_t WorkQueue::waiting(Lane lane, const std::string& visitor) const {
  const std::lock_guard lock(mutex_);
  return order_.waiting(lane, visitor);
}

int WorkQueue::left_s(const Task& task) const {
  const std::lock_guard lock(mutex_);
  const auto left = order_.left(task);
  return static_cast<int>(std::chrono::ceil<std::chrono::seconds>(left).count());
}

// --- Who works ---

// REQUIRES: locked.
void WorkQueue::dispatch() {
  for (const bool reading : {false, true}) {
    const int places = reading ? 1 : cores_;
    while (!stopping_ && (reading ? reading_ : thinking_) < places) {
      const bool thread = starting_.size() < idle_ || threads_.size() < max_threads_;
      auto* const work = order_.next(reading, thread);
      if (work == nullptr) break;
      grant(*work);
    }
  }
}

// REQUIRES: locked.
void WorkQueue::grant(Work& work) {
  if (!work.begun) {
    if (starting_.size() >= idle_ && !add_thread()) return;
    order_.begin(work);
    work.news = news_;
    starting_.push_back(&work);
    to_start_.notify_one();
  }
  work.running = true;
  ++at_work(work);
  work.granted.notify_one();
}

// Where the system grants no more, those that are there have to do. REQUIRES: locked.
bool WorkQueue::add_thread() {
  const bool added = core::guarded([&] { threads_.emplace_back([this] { work(); }); });
  if (!added) max_threads_ = threads_.size();
  return added;
}

core::TimeSource::TimePoint WorkQueue::pause(Work& work, core::TimeSource::TimePoint begin,
                                             core::TimeSource::TimePoint now) {
  std::unique_lock lock(mutex_);
  order_.charge(work, now - begin);
  if (stopping_) return now;
  work.running = false;
  --at_work(work);
  dispatch();
  if (work.running) return now;
  work.granted.wait(lock, [&] { return work.running; });
  return time_.now();
}

void WorkQueue::work() {
  give_way();
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    to_start_.wait(lock, [this] { return stopping_ || !starting_.empty(); });
    --idle_;
    if (stopping_) return;
    auto& next = *starting_.front();
    starting_.pop_front();
    lock.unlock();
    run(next);
    lock.lock();
    --at_work(next);
    order_.remove(next);
    dispatch();
  }
}

void WorkQueue::run(Work& work) {
  const auto task = work.task;
  WorkTime time(*this, work);
  {
    // Whoever is stopped while he waits goes on at once.
    const std::stop_callback hurry(task->stop.get_token(), [this] { look_again(); });
    const std::stop_callback gone(task->gone, [&task] { task->stop.request_stop(); });
    const bool fine = core::guarded([&] { task->run(task->stop.get_token(), time); });
    if (!fine && task->failed) core::guarded(task->failed);
  }
  const std::lock_guard lock(mutex_);
  order_.charge(work, time.last_ - time.begin_);
}

// --- The end ---

void WorkQueue::stop() {
  std::vector<std::shared_ptr<Task>> begun;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (auto& work : order_.all()) {
      if (!work.begun) continue;
      begun.push_back(work.task);
      if (std::exchange(work.running, true)) continue;
      ++at_work(work);
      work.granted.notify_one();
    }
  }
  for (const auto& task : begun) task->stop.request_stop();
  to_start_.notify_all();
  for (auto& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
  forget_waiting();
}

// Whoever waits for a task may be held by it, and hold it.
void WorkQueue::forget_waiting() {
  std::vector<std::shared_ptr<Task>> forgotten;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& work : order_.all()) forgotten.push_back(work.task);
    order_.clear();
  }
  for (const auto& task : forgotten) {
    task->run = nullptr;
    task->failed = nullptr;
  }
}

}  // namespace tables

#include "server/work.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "core/guarded.h"

namespace server {

namespace {

constexpr std::size_t kMaxWaiting = 5000;
// Those who think give way to those who answer.
constexpr int kNiceness = 5;

std::size_t index(Lane lane) { return static_cast<std::size_t>(lane); }

}  // namespace

Refusal work_is_full() { return {429, "too_many", text::Error(text::Message::kWorkFull), 5}; }

Work::Work(int threads) {
  if (threads <= 0) threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const std::array<int, kLanes> counts = {threads, threads, std::max(1, threads / 2), 1};
  // Of the computers' turns one visitor never takes all threads, where there are several.
  lanes_[index(Lane::kTurns)].at_work_each = std::max(1, threads - 1);
  // Their records may be long.
  for (const auto lane : {Lane::kReviews, Lane::kRecords}) lanes_[index(lane)].max_waiting_each = 8;
  for (std::size_t i = 0; i < kLanes; ++i) {
    for (int t = 0; t < counts[i]; ++t) {
      threads_.emplace_back([this, i] { work(lanes_[i]); });
    }
  }
}

Work::~Work() { stop(); }

bool Work::submit(Lane kind, const std::string& visitor, std::shared_ptr<Job> job) {
  {
    const std::lock_guard lock(mutex_);
    auto& lane = lanes_[index(kind)];
    auto& own = lane.visitors[visitor];
    if (stopping_ || lane.waiting >= kMaxWaiting || own.queue.size() >= lane.max_waiting_each) {
      if (own.queue.empty() && own.at_work == 0) lane.visitors.erase(visitor);
      return false;
    }
    if (own.queue.empty()) lane.order.push_back(visitor);
    own.queue.push_back(std::move(job));
    ++lane.waiting;
  }
  changed_.notify_all();
  return true;
}

std::size_t Work::waiting(Lane kind, const std::string& visitor) const {
  const std::lock_guard lock(mutex_);
  const auto& lane = lanes_[index(kind)];
  const auto own = lane.visitors.find(visitor);
  if (own == lane.visitors.end()) return 0;
  const auto length = own->second.queue.size();
  std::size_t before = 0;
  for (const auto& [name, other] : lane.visitors) before += std::min(other.queue.size(), length);
  return before;
}

std::shared_ptr<Job> Work::next(LaneState& lane, std::string& visitor) {
  if (stopping_) return nullptr;
  for (std::size_t tries = lane.order.size(); tries > 0; --tries) {
    visitor = std::move(lane.order.front());
    lane.order.pop_front();
    auto& own = lane.visitors[visitor];
    if (own.at_work >= lane.at_work_each) {
      lane.order.push_back(visitor);
      continue;
    }
    auto job = std::move(own.queue.front());
    own.queue.pop_front();
    if (!own.queue.empty()) lane.order.push_back(visitor);
    ++own.at_work;
    --lane.waiting;
    return job;
  }
  return nullptr;
}

void Work::work(LaneState& lane) {
  // Of this thread alone, as Linux has it.
  setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNiceness);
  std::unique_lock lock(mutex_);
  while (true) {
    std::string visitor;
    auto job = next(lane, visitor);
    if (job == nullptr) {
      if (stopping_) return;
      changed_.wait(lock);
      continue;
    }
    running_.push_back(job);
    lock.unlock();
    {
      const std::stop_callback gone(job->gone, [&job] { job->stop.request_stop(); });
      const bool fine = core::guarded([&] { job->run(job->stop.get_token()); });
      if (!fine && job->failed) core::guarded(job->failed);
    }
    lock.lock();
    std::erase(running_, job);
    auto& own = lane.visitors[visitor];
    --own.at_work;
    if (own.queue.empty() && own.at_work == 0) lane.visitors.erase(visitor);
    changed_.notify_all();
  }
}

void Work::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& job : running_) job->stop.request_stop();
  }
  changed_.notify_all();
  for (auto& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
  forget_waiting();
}

// Whoever waits for a job may be held by it, and hold it.
void Work::forget_waiting() {
  std::vector<std::shared_ptr<Job>> forgotten;
  {
    const std::lock_guard lock(mutex_);
    for (auto& lane : lanes_) {
      for (auto& [name, visitor] : lane.visitors) {
        forgotten.insert(forgotten.end(), visitor.queue.begin(), visitor.queue.end());
      }
      lane.visitors.clear();
      lane.order.clear();
      lane.waiting = 0;
    }
  }
  for (const auto& job : forgotten) {
    job->run = nullptr;
    job->failed = nullptr;
  }
}

}  // namespace server

#include "tables/alarms.h"

#include "core/guarded.h"

namespace tables {

Alarms::Alarms(Clock& clock, Ring ring)
    : clock_(clock), ring_(std::move(ring)), thread_([this] { work(); }) {}

Alarms::~Alarms() { stop(); }

void Alarms::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Alarms::set(const std::string& name, std::int64_t at) {
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    const auto known = times_.find(name);
    if (known != times_.end() && known->second <= at) return;
    forget(name);
    times_.emplace(name, at);
    const auto placed = by_time_.emplace(at, name).first;
    first = placed == by_time_.begin();
  }
  // Only who rings next is waited for.
  if (first) changed_.notify_one();
}

void Alarms::cancel(const std::string& name) {
  const std::lock_guard lock(mutex_);
  forget(name);
}

// REQUIRES: locked.
void Alarms::forget(const std::string& name) {
  const auto known = times_.find(name);
  if (known == times_.end()) return;
  by_time_.erase({known->second, name});
  times_.erase(known);
}

// REQUIRES: locked.
bool Alarms::take_due(std::string& name) {
  if (by_time_.empty() || by_time_.begin()->first > clock_.now()) return false;
  name = by_time_.begin()->second;
  forget(name);
  return true;
}

void Alarms::work() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    std::string name;
    if (!take_due(name)) {
      clock_.wait_until(by_time_.empty() ? Clock::kNever : by_time_.begin()->first, lock, changed_);
      continue;
    }
    lock.unlock();
    core::guarded([&] { ring_(name); });
    lock.lock();
  }
}

}  // namespace tables

#include "server/visitors.h"

#include <algorithm>

namespace server {

void Visitor::refill(Clock::time_point now) {
  const std::chrono::duration<double> passed = now - at_;
  if (passed.count() <= 0) return;
  left_ = std::min(limits_.burst, left_ + passed.count() * limits_.a_second);
  at_ = now;
}

bool Visitor::may_ask(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  refill(now);
  if (left_ < 1) return false;
  left_ -= 1;
  return true;
}

std::shared_ptr<Visitor> Visitors::enter(const std::string& address, bool loopback,
                                         Visitor::Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  auto at = visitors_.find(address);
  if (at == visitors_.end()) {
    if (visitors_.size() >= limits_.addresses) forget_idle(now);
    if (visitors_.size() >= limits_.addresses) return nullptr;
    const auto& limits = loopback ? limits_.loopback : limits_.others;
    at = visitors_.emplace(address, std::make_shared<Visitor>(limits, now)).first;
  }
  const std::lock_guard one(at->second->mutex_);
  if (at->second->connections_ >= at->second->limits_.connections) return nullptr;
  ++at->second->connections_;
  return at->second;
}

void Visitors::leave(Visitor& visitor) {
  const std::lock_guard one(visitor.mutex_);
  --visitor.connections_;
}

// Who is not here and has his whole budget again is as good as new.
void Visitors::forget_idle(Visitor::Clock::time_point now) {
  std::erase_if(visitors_, [now](const auto& entry) {
    Visitor& visitor = *entry.second;
    const std::lock_guard one(visitor.mutex_);
    visitor.refill(now);
    return visitor.connections_ == 0 && visitor.left_ >= visitor.limits_.burst;
  });
}

}  // namespace server

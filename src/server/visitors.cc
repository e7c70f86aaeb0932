#include "server/visitors.h"

#include <cmath>

namespace server {

namespace {

constexpr double kBytesOfOne = 16 * 1024;

}  // namespace

bool Visitor::may_ask(Clock::time_point now, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  return budget_.take(ms_of(now), 1 + std::floor(static_cast<double>(bytes) / kBytesOfOne));
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
    return visitor.connections_ == 0 && visitor.budget_.is_full(Visitor::ms_of(now));
  });
}

}  // namespace server

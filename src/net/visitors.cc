#include "net/visitors.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace net {

namespace {

constexpr double kBytesOfOne = 16 * 1024;
constexpr int kComeBack = 10;  // seconds, when the server is full
// Of an address: fewer connections to one server are not told to the others.
constexpr int kManyConnections = 10;
constexpr std::chrono::seconds kServerIsGone{5};

}  // namespace

text::HttpError server_is_full() {
  return {503, "full", text::Error(text::Message::kServerFull, {std::to_string(kComeBack)}),
          kComeBack};
}

bool Visitor::may_ask(Clock::time_point now, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  const auto tokens = 1 + std::floor(static_cast<double>(bytes) / kBytesOfOne);
  if (!budget_.take(ms_of(now), tokens)) return false;
  spent_ += tokens;
  return true;
}

bool Visitor::may_shake_hands(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  return budget_.take(ms_of(now), 2);
}

bool Visitors::may_shake_hands(const std::string& address, Visitor::Clock::time_point now) {
  std::shared_ptr<Visitor> visitor;
  {
    const std::lock_guard lock(mutex_);
    const auto at = visitors_.find(address);
    if (at == visitors_.end()) return true;
    visitor = at->second;
  }
  return visitor->may_shake_hands(now);
}

text::Expected<std::shared_ptr<Visitor>> Visitors::enter(const std::string& address, bool loopback,
                                                         Visitor::Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  auto at = visitors_.find(address);
  if (at == visitors_.end()) {
    if (!has_room(now)) return server_is_full();
    const auto& limits = loopback ? limits_.loopback : limits_.others;
    at = visitors_.emplace(address, std::make_shared<Visitor>(limits, now)).first;
  }
  const std::lock_guard one(at->second->mutex_);
  const int connections = at->second->connections_ + connections_to_others(address);
  if (connections >= at->second->limits_.connections) return text::too_many(1);
  ++at->second->connections_;
  return at->second;
}

std::shared_ptr<Visitor> Visitors::account(const std::string& name, const Visitor& address,
                                           Visitor::Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  auto at = visitors_.find(name);
  if (at == visitors_.end()) {
    if (!has_room(now)) return nullptr;
    at = visitors_.emplace(name, std::make_shared<Visitor>(address.limits_, now)).first;
  }
  const std::lock_guard one(at->second->mutex_);
  ++at->second->connections_;
  return at->second;
}

Spent Visitors::take_spent() {
  Spent spent;
  const std::lock_guard lock(mutex_);
  if (!notes_) return spent;
  for (const auto& [address, visitor] : visitors_) {
    const std::lock_guard one(visitor->mutex_);
    if (visitor->spent_ > 0) spent[address] = std::exchange(visitor->spent_, 0);
  }
  return spent;
}

void Visitors::charge(const Spent& spent, Visitor::Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  for (const auto& [address, tokens] : spent) {
    const auto at = visitors_.find(address);
    if (at == visitors_.end()) continue;
    const std::lock_guard one(at->second->mutex_);
    at->second->budget_.charge(Visitor::ms_of(now), tokens);
  }
}

Spent Visitors::many_connections() const {
  Spent many;
  const std::lock_guard lock(mutex_);
  for (const auto& [address, visitor] : visitors_) {
    const std::lock_guard one(visitor->mutex_);
    if (visitor->connections_ >= kManyConnections) many[address] = visitor->connections_;
  }
  return many;
}

void Visitors::connected_elsewhere(const std::string& server, const Spent& connections,
                                   Visitor::Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::erase_if(elsewhere_, [now](const auto& one) { return now - one.second.at > kServerIsGone; });
  elsewhere_[server] = {connections, now};
}

// REQUIRES: locked.
int Visitors::connections_to_others(const std::string& address) const {
  double connections = 0;
  for (const auto& [server, elsewhere] : elsewhere_) {
    const auto at = elsewhere.connections.find(address);
    if (at != elsewhere.connections.end()) connections += at->second;
  }
  return static_cast<int>(connections);
}

void Visitors::leave(Visitor& visitor) {
  const std::lock_guard one(visitor.mutex_);
  --visitor.connections_;
}

std::size_t Visitors::remembered() const {
  const std::lock_guard lock(mutex_);
  return visitors_.size();
}

// Looking at all of them takes long: it is done when they are twice as many as were left the last
// time, and when there is no room left, at most once a second.
bool Visitors::has_room(Visitor::Clock::time_point now) {
  const bool full = visitors_.size() >= limits_.addresses;
  if (visitors_.size() < tidy_at_ && !full) return true;
  if (full && tidied_ > now - std::chrono::seconds(1)) return false;
  forget_idle(now);
  tidied_ = now;
  tidy_at_ = std::max<std::size_t>(1000, visitors_.size() * 2);
  return visitors_.size() < limits_.addresses;
}

// Who is not here and has his whole budget again is as good as new.
void Visitors::forget_idle(Visitor::Clock::time_point now) {
  std::erase_if(visitors_, [now](const auto& entry) {
    Visitor& visitor = *entry.second;
    const std::lock_guard one(visitor.mutex_);
    return visitor.connections_ == 0 && visitor.budget_.is_full(Visitor::ms_of(now));
  });
}

bool Unfinished::grow(const std::shared_ptr<Visitor>& visitor, std::size_t bytes) {
  // Small ones are a part of what every connection costs.
  constexpr std::size_t kSmall = std::size_t{8} << 10;
  if (bytes <= std::max(bytes_, kSmall)) return true;
  if (!visitor_) visitor_ = visitor;
  const std::size_t more = bytes - bytes_;
  bytes_ = bytes;
  const bool too_many = visitor_->unfinished.add(more);
  return !all_->unfinished.add(more) && !too_many;
}

bool Unread::hold(const std::shared_ptr<Visitor>& visitor, std::size_t bytes) {
  // Small ones are a part of what every connection costs; a single one may be as long as it likes.
  constexpr std::size_t kSmall = std::size_t{64} << 10;
  if (bytes <= kSmall) return true;
  const bool alone = visitor->waiting.bytes() == 0;
  if (visitor->waiting.add(bytes) && !alone) {
    visitor->waiting.take(bytes);
    return false;
  }
  visitor_ = visitor;
  bytes_ = bytes;
  return true;
}

void Unread::clear() {
  if (!visitor_) return;
  visitor_->waiting.take(bytes_);
  visitor_.reset();
  bytes_ = 0;
}

void Unfinished::clear() {
  if (!visitor_) return;
  visitor_->unfinished.take(bytes_);
  all_->unfinished.take(bytes_);
  visitor_.reset();
  bytes_ = 0;
}

}  // namespace net

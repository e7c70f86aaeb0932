#include "net/limits.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace net {

void Bucket::refill(std::int64_t now_ms) {
  const auto passed = static_cast<double>(std::max<std::int64_t>(0, now_ms - at_ms_));
  tokens_ = std::min(rate_.burst, tokens_ + passed * rate_.per_second / 1000);
  at_ms_ = std::max(at_ms_, now_ms);
}

bool Bucket::take(std::int64_t now_ms, double tokens) {
  refill(now_ms);
  tokens = std::min(tokens, rate_.burst);
  if (tokens_ < tokens) return false;
  tokens_ -= tokens;
  return true;
}

void Bucket::charge(std::int64_t now_ms, double tokens) {
  refill(now_ms);
  tokens_ = std::max(0.0, tokens_ - tokens);
}

bool Bucket::is_full(std::int64_t now_ms) {
  refill(now_ms);
  return tokens_ >= rate_.burst;
}

void Buckets::tidy(std::int64_t now_ms) {
  for (auto at = buckets_.begin(); at != buckets_.end();) {
    at = at->second.is_full(now_ms) ? buckets_.erase(at) : std::next(at);
  }
}

bool Buckets::take(const std::string& address, std::int64_t now_ms) {
  if (is_loopback(address)) return true;
  const std::lock_guard lock(mutex_);
  if (buckets_.size() >= max_addresses_ && !buckets_.contains(address)) {
    // So many busy addresses at once are an attack; strangers wait. Looking at all of them takes
    // long, and does not happen for each stranger.
    if (now_ms < tidied_ms_ + 1000) return false;
    tidied_ms_ = now_ms;
    tidy(now_ms);
    if (buckets_.size() >= max_addresses_) return false;
  }
  const bool taken = buckets_.try_emplace(address, rate_, now_ms).first->second.take(now_ms);
  if (taken && notes_) ++spent_[address];
  return taken;
}

void Buckets::note_spent() {
  const std::lock_guard lock(mutex_);
  notes_ = true;
}

Spent Buckets::take_spent() {
  const std::lock_guard lock(mutex_);
  return std::exchange(spent_, {});
}

void Buckets::charge(const Spent& spent, std::int64_t now_ms) {
  const std::lock_guard lock(mutex_);
  for (const auto& [address, tokens] : spent) {
    if (buckets_.size() >= max_addresses_ && !buckets_.contains(address)) continue;
    buckets_.try_emplace(address, rate_, now_ms).first->second.charge(now_ms, tokens);
  }
}

int Buckets::wait_s() const {
  return std::max(1, static_cast<int>(std::ceil(1 / rate_.per_second)));
}

std::size_t Buckets::addresses() const {
  const std::lock_guard lock(mutex_);
  return buckets_.size();
}

bool is_loopback(std::string_view visitor) {
  const auto address = visitor.substr(0, visitor.find(' '));
  return address.starts_with("127.") || address == "::1" || address.starts_with("::ffff:127.");
}

}  // namespace net

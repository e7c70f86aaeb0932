#include "server/limits.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace server {

void Buckets::refill(Bucket& bucket, std::int64_t now_ms) const {
  const auto passed = static_cast<double>(std::max<std::int64_t>(0, now_ms - bucket.at_ms));
  bucket.tokens = std::min(rate_.burst, bucket.tokens + passed * rate_.per_second / 1000);
  bucket.at_ms = now_ms;
}

void Buckets::tidy(std::int64_t now_ms) {
  for (auto at = buckets_.begin(); at != buckets_.end();) {
    refill(at->second, now_ms);
    at = at->second.tokens >= rate_.burst ? buckets_.erase(at) : std::next(at);
  }
}

bool Buckets::take(const std::string& address, std::int64_t now_ms) {
  if (is_loopback(address)) return true;
  const std::lock_guard lock(mutex_);
  if (buckets_.size() >= max_addresses_ && !buckets_.contains(address)) {
    tidy(now_ms);
    // So many busy addresses at once are an attack; strangers wait.
    if (buckets_.size() >= max_addresses_) return false;
  }
  auto& bucket = buckets_.try_emplace(address, Bucket{rate_.burst, now_ms}).first->second;
  refill(bucket, now_ms);
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}

int Buckets::wait_s() const {
  return std::max(1, static_cast<int>(std::ceil(1 / rate_.per_second)));
}

std::size_t Buckets::addresses() const {
  const std::lock_guard lock(mutex_);
  return buckets_.size();
}

bool is_loopback(std::string_view address) {
  return address.starts_with("127.") || address == "::1" || address.starts_with("::ffff:127.");
}

}  // namespace server

// How much one address may ask for: token buckets, as many as there are addresses, within bounds.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace server {

struct Rate {
  double per_second;
  double burst;
};

// What may be taken at a time fills up again. Times are milliseconds of any clock that goes
// forward.
class Bucket {
 public:
  Bucket(Rate rate, std::int64_t now_ms) : rate_(rate), tokens_(rate.burst), at_ms_(now_ms) {}

  // Takes so many, or where a full one holds less all of that; false where there are fewer.
  bool take(std::int64_t now_ms, double tokens = 1);
  bool is_full(std::int64_t now_ms);

 private:
  void refill(std::int64_t now_ms);

  Rate rate_;
  double tokens_;
  std::int64_t at_ms_;
};

// One bucket an address; this machine has no limit. Thread-safe.
class Buckets {
 public:
  explicit Buckets(Rate rate, std::size_t max_addresses = 50'000)
      : rate_(rate), max_addresses_(max_addresses) {}

  // Takes one; false where there is none.
  bool take(const std::string& address, std::int64_t now_ms);
  // Seconds until there is one again, at least 1.
  int wait_s() const;
  std::size_t addresses() const;

 private:
  // Forgets full buckets: they are as good as none.
  void tidy(std::int64_t now_ms);

  const Rate rate_;
  const std::size_t max_addresses_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, Bucket> buckets_;
};

// This machine itself: the person in front of it, tests, and everybody who comes through a proxy.
bool is_loopback(std::string_view address);

}  // namespace server

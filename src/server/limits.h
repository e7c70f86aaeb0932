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

// One bucket an address; this machine has no limit. Thread-safe; times are milliseconds of any
// clock that goes forward.
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
  struct Bucket {
    double tokens;
    std::int64_t at_ms;
  };

  void refill(Bucket& bucket, std::int64_t now_ms) const;
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

// How much one address may ask for: token buckets, as many as there are addresses, within bounds.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace net {

// What addresses have taken from a budget.
using Spent = std::unordered_map<std::string, double>;

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
  // Somebody else has taken so many; there cannot be less than none.
  void charge(std::int64_t now_ms, double tokens);
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
  // From now on what is taken is noted, and take_spent() says what it was since the last call.
  void note_spent();
  Spent take_spent();
  // The same addresses have taken that elsewhere.
  void charge(const Spent& spent, std::int64_t now_ms);
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
  bool notes_ = false;
  Spent spent_;
  std::int64_t tidied_ms_ = -1000;
};

// This machine itself: the person in front of it, tests, and everybody who comes through a proxy
// that is not trusted. A visitor is an address, perhaps with more behind a space.
bool is_loopback(std::string_view visitor);

}  // namespace net

// Who shares engine time and the budgets of it and of requests: whoever sits in a seat, else an
// address. Behind one address there may be a house or a school; its people are told apart by their
// seats. Thread-safe.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "tables/clock.h"

namespace api {

class Persons {
 public:
  // A seat costs nothing, so an address has only so many that count; the others share what it has.
  static constexpr std::size_t kSeatsOfAddress = 4;
  static constexpr std::int64_t kForgottenAfterMs = 600'000;
  static constexpr std::size_t kMaxAddresses = 20'000;

  explicit Persons(const tables::Clock& clock) : clock_(clock) {}

  // The name under which he has his share: it begins with the address. REQUIRES: the token's hash
  // is that of a seat, or "".
  std::string name_of(const std::string& address, const std::string& token_hash);
  // The same of anybody's token, without a word on whether it is one: "" unless name_of() was asked
  // of that seat lately.
  std::string known(const std::string& address, const std::string& token_hash);

 private:
  struct Seat {
    std::string token_hash;
    std::int64_t seen = 0;
  };

  bool has_room(std::int64_t now);
  // The seat among those of an address that are not forgotten; nullptr where it is none.
  static Seat* find(std::vector<Seat>& seats, const std::string& token_hash, std::int64_t now);

  const tables::Clock& clock_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::vector<Seat>> seats_;
  std::int64_t tidied_ = 0;
};

}  // namespace api

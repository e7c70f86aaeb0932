#include "api/persons.h"

#include <algorithm>

namespace api {

std::string Persons::name_of(const std::string& address, const std::string& token_hash) {
  if (token_hash.empty()) return address;
  std::string name = address + ' ' + token_hash;
  const auto now = clock_.now();
  const std::lock_guard lock(mutex_);
  if (!seats_.contains(address) && !has_room(now)) return address;
  auto& seats = seats_[address];
  std::erase_if(seats, [now](const Seat& seat) { return seat.seen + kForgottenAfterMs < now; });
  const auto known = std::find_if(seats.begin(), seats.end(),
                                  [&](const Seat& seat) { return seat.token_hash == token_hash; });
  if (known != seats.end()) {
    known->seen = now;
    return name;
  }
  if (seats.size() >= kSeatsOfAddress) return address;
  seats.push_back({token_hash, now});
  return name;
}

// Looks at all of them once a minute at most.
bool Persons::has_room(std::int64_t now) {
  constexpr std::int64_t kPause = 60'000;
  if (seats_.size() < kMaxAddresses) return true;
  if (now < tidied_ + kPause) return false;
  tidied_ = now;
  std::erase_if(seats_, [now](const auto& entry) {
    const auto& seats = entry.second;
    return std::all_of(seats.begin(), seats.end(),
                       [now](const Seat& seat) { return seat.seen + kForgottenAfterMs < now; });
  });
  return seats_.size() < kMaxAddresses;
}

}  // namespace api

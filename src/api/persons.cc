#include "api/persons.h"

#include <algorithm>

namespace api {

namespace {

std::string person(const std::string& address, const std::string& token_hash) {
  return address + ' ' + token_hash;
}

}  // namespace

std::string Persons::name_of(const std::string& address, const std::string& token_hash) {
  if (token_hash.empty()) return address;
  const auto now = clock_.now();
  const std::lock_guard lock(mutex_);
  if (!seats_.contains(address) && !has_room(now)) return address;
  auto& seats = seats_[address];
  if (find(seats, token_hash, now) == nullptr) {
    if (seats.size() >= kSeatsOfAddress) return address;
    seats.push_back({token_hash, now});
  }
  return person(address, token_hash);
}

std::string Persons::known(const std::string& address, const std::string& token_hash) {
  if (token_hash.empty()) return "";
  const std::lock_guard lock(mutex_);
  const auto at = seats_.find(address);
  if (at == seats_.end() || find(at->second, token_hash, clock_.now()) == nullptr) return "";
  return person(address, token_hash);
}

Persons::Seat* Persons::find(std::vector<Seat>& seats, const std::string& token_hash,
                             std::int64_t now) {
  std::erase_if(seats, [now](const Seat& seat) { return seat.seen + kForgottenAfterMs < now; });
  const auto known = std::find_if(seats.begin(), seats.end(),
                                  [&](const Seat& seat) { return seat.token_hash == token_hash; });
  if (known == seats.end()) return nullptr;
  known->seen = now;
  return &*known;
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

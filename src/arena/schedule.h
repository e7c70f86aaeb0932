// Who plays whom, in which order. A game's number says everything about it, so that a tournament
// can go on from the numbers of the games that are done.
#pragma once

#include <vector>

namespace arena {

// Every way to seat n players, the given order first.
std::vector<std::vector<int>> seatings(int n);

enum class Format { kRoundRobin, kGauntlet };

struct ScheduledGame {
  int number = 0;            // from 0
  int round = 0;             // which opening
  int pairing = 0;           // which players
  std::vector<int> seating;  // seat → player
};

// Round after round every pairing plays the round's opening once in every seating.
class Schedule {
 public:
  // Games for each pairing are rounded up to whole rounds. REQUIRES: players >= seats.
  Schedule(int players, int seats, Format format, int games_of_pairing);

  int size() const { return rounds_ * per_round(); }
  ScheduledGame game(int number) const;
  // Games with the same opening and players have the same group; it has group_size() of them.
  int group_of(int number) const { return number / group_size(); }
  int group_size() const { return static_cast<int>(orders_.size()); }
  // Round robin: every set of as many players as there are seats; gauntlet: those with the first.
  const std::vector<std::vector<int>>& pairings() const { return pairings_; }

 private:
  int per_round() const { return static_cast<int>(pairings_.size()) * group_size(); }

  std::vector<std::vector<int>> pairings_;
  std::vector<std::vector<int>> orders_;
  int rounds_ = 0;
};

}  // namespace arena

// What was played before the root of a search, for draws that follow from the history.
#pragma once

#include <cstdint>
#include <vector>

#include "games/game.h"

namespace search {

// The hashes at the starts of turns, oldest first (the root's included where it starts a turn), and
// how many quiet turns there were in a row; and whether the turn under way is quiet so far.
struct SearchHistory {
  std::vector<std::uint64_t> turn_starts;
  int quiet_turns = 0;
  bool turn_is_quiet = true;
};

// Quiet turns, counted as games::History does.
template <games::Game State>
struct QuietTurns {
  int turns = 0;
  bool turn_is_quiet = true;

  QuietTurns() = default;
  explicit QuietTurns(const SearchHistory& past)
      : turns(past.quiet_turns), turn_is_quiet(past.turn_is_quiet) {}

  void count(const State& before, games::Action action, const State& after) {
    if constexpr (State::kHistoryRules.quiet_turns > 0) {
      if (before.resets_quiet_turns(action)) turn_is_quiet = false;
      const int completed = after.turns_completed_since(before);
      if (completed == 0) return;
      turns = turn_is_quiet ? turns + completed : completed - 1;
      turn_is_quiet = true;
    }
  }
  bool ends_game(const State& state) const {
    constexpr int limit = State::kHistoryRules.quiet_turns;
    return limit > 0 && turns >= limit && state.at_turn_start();
  }
};

}  // namespace search

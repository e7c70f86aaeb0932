// Counting and playing out: the two loops that measure and check a game's rules.
#pragma once

#include <cstdint>

#include "games/game.h"

namespace games {

// Deeper counts would not end in a lifetime.
inline constexpr int kMaxPerftDepth = 100;

// How many action sequences of exactly `depth` actions there are; a finished game has no
// continuation. The last ply is counted without being played.
template <Game State>
std::uint64_t perft(const State& state, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(state.count_actions());
  ActionList<State> list;
  state.legal_actions(list);
  std::uint64_t leaves = 0;
  for (const Action action : list) {
    State next = state;
    next.apply(action);
    leaves += perft(next, depth - 1);
  }
  return leaves;
}

// A random playout counts as drawn after this many actions (some games need not end by chance).
inline constexpr int kMaxPlayoutActions = 2000;

struct Playout {
  int winner = -1;  // -1: drawn
  int actions = 0;
};

// Plays uniformly random legal actions to the end.
template <Game State>
Playout play_out(State state, core::Rng& rng) {
  Playout playout;
  while (!state.outcome().over() && playout.actions < kMaxPlayoutActions) {
    state.apply(state.random_action(rng));
    ++playout.actions;
  }
  playout.winner = state.outcome().winner();
  return playout;
}

}  // namespace games

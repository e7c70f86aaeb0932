// What Monte-Carlo search asks of a game's knowledge: which actions to look at, how likely each is,
// and what to play in a game played out quickly.
#pragma once

#include <concepts>

#include "eval/evaluator.h"

namespace eval {

template <class P, class State>
concept Policy = requires(const P p, const State s, games::ActionList<State>& list, Ranks& ranks,
                          core::Rng& rng, int player) {
  // As Evaluator::select: leaves out actions that need no look. Proven results rely on players
  // not taking what is left out here.
  { p.select(s, list) } -> std::same_as<void>;
  // One weight, from 0 to 1000, for each action of the list: a double one is twice as likely.
  { p.rank(s, list, ranks) } -> std::same_as<void>;
  // A legal action, quickly. REQUIRES: not over.
  { p.playout_action(s, rng) } -> std::same_as<games::Action>;
  // Would this player have a share in a draw?
  { p.shares_draw(s, player) } -> std::same_as<bool>;
};

// For any game of two players: its knowledge in the tree, chance in playouts.
template <class State, Evaluator<State> K>
struct RandomPlayouts : K {
  void select(const State& state, games::ActionList<State>& list) const {
    K::select(state, list, true);
  }
  games::Action playout_action(const State& state, core::Rng& rng) const {
    return state.random_action(rng);
  }
  bool shares_draw(const State&, int) const { return true; }
};

}  // namespace eval

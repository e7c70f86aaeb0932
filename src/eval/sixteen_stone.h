// The evaluator of Sixteen Stone.
#pragma once

#include "eval/evaluator.h"
#include "eval/terms.h"
#include "games/sixteen_stone/sixteen_stone.h"

namespace eval {

class SixteenStoneEvaluator {
 public:
  using State = games::sixteen_stone::State;

  static constexpr int kTerms = 14;

  static const Terms<kTerms>& terms();
  static CountsOfBoth<kTerms> counts(const State& state);

  int evaluate(const State& state) const;
  void rank(const State& state, const games::ActionList<State>& list, Ranks& ranks) const;
  bool is_noisy(const State& state, games::Action action) const {
    return state.resets_quiet_turns(action);
  }
  void select(const State&, games::ActionList<State>&, bool) const {}
  static constexpr bool kSelectIsSound = true;
};

namespace sixteen_stone {

using games::sixteen_stone::Board;

// How many edges the stones stand on; a corner is on two.
int edges(const Board& stones, int size);

// Pairs of neighbours, in all eight directions.
int links(const Board& stones);

}  // namespace sixteen_stone

}  // namespace eval

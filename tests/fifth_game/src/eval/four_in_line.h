// The evaluator of Four in Line, and its `classic` player.
#pragma once

#include "eval/evaluator.h"
#include "eval/terms.h"
#include "games/four_in_line/four_in_line.h"

namespace eval {

class FourInLineEvaluator {
 public:
  using State = games::four_in_line::State;

  static constexpr int kTerms = 3;

  static const Terms<kTerms>& terms();
  static CountsOfBoth<kTerms> counts(const State& state);

  int evaluate(const State& state) const;
  void rank(const State& state, const games::ActionList<State>& list, Ranks& ranks) const;
  bool is_noisy(const State& state, games::Action action) const {
    return state.wins_at(0, action) || state.wins_at(1, action);
  }
  void select(const State&, games::ActionList<State>&, bool) const {}
  static constexpr bool kSelectIsSound = true;
};

namespace four_in_line {

using games::four_in_line::State;

// The lines of four through a cell without stones of the other player.
int open_lines(const State& state, int player, games::Action action);

// REQUIRES: the game is not over.
games::Action classic(const State& state, core::Rng& rng);

}  // namespace four_in_line

}  // namespace eval

// The evaluator of Eigenstate. The middle game has some 10^5 turns: pegs are tried only where they
// threaten, defend or reach far.
#pragma once

#include "eval/evaluator.h"
#include "eval/terms.h"
#include "games/eigenstate/eigenstate.h"

namespace eval {

class EigenstateEvaluator {
 public:
  using State = games::eigenstate::State;

  static constexpr int kTerms = 13;

  static const Terms<kTerms>& terms();
  static CountsOfBoth<kTerms> counts(const State& state);

  int evaluate(const State& state) const;
  void rank(const State& state, const games::ActionList<State>& list, Ranks& ranks) const;
  bool is_noisy(const State& state, games::Action action) const;
  // Pegs: the most promising ones only.
  void select(const State& state, games::ActionList<State>& list, bool at_root) const;
  static constexpr bool kSelectIsSound = false;
};

}  // namespace eval

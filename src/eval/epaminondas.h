// Knowledge of Epaminondas and Crossings.
#pragma once

#include "eval/knowledge.h"
#include "eval/terms.h"
#include "games/epaminondas/epaminondas.h"

namespace eval {

class EpaminondasKnowledge {
 public:
  using State = games::epaminondas::State;

  static constexpr int kTerms = 15;

  static const Terms<kTerms>& terms();
  static CountsOfBoth<kTerms> counts(const State& state);

  int evaluate(const State& state) const;
  void rank(const State& state, const games::ActionList<State>& list, Ranks& ranks) const;
  bool is_noisy(const State& state, games::Action action) const { return state.is_capture(action); }
  void select(const State&, games::ActionList<State>&) const {}
};

}  // namespace eval

// Knowledge of Epaminondas and Crossings.
#pragma once

#include "eval/knowledge.h"
#include "games/epaminondas/epaminondas.h"

namespace eval {

class EpaminondasKnowledge {
 public:
  using State = games::epaminondas::State;

  int evaluate(const State& state) const;
  void rank(const State& state, const games::ActionList<State>& list, Ranks& ranks) const;
  bool is_noisy(const State& state, games::Action action) const { return state.is_capture(action); }
  void select(const State&, games::ActionList<State>&) const {}
};

}  // namespace eval

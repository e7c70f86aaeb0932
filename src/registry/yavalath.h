// The registration of Yavalath.
#pragma once

#include "eval/yavalath.h"
#include "eval/yavalath_classic.h"
#include "eval/yavalath_policy.h"
#include "eval/yavalath_tactics.h"
#include "registry/registration.h"

namespace registry {

template <>
struct Registration<games::yavalath::State> {
  using State = games::yavalath::State;
  using Evaluator = eval::YavalathEvaluator;
  using Policy = eval::YavalathPolicy;
  using Tactics = eval::yavalath::Tactics;

  static games::Action classic(const State& state, core::Rng& rng) {
    return eval::yavalath_classic::choose(state, rng);
  }
  // No stone ever leaves: there is no material.
  static int material(const State&, int) { return 0; }
  static std::vector<int> cell_weights(const State&) { return {}; }
  static const Ladder& ladder(int players);
  static const Calibration& calibration();
  static const Calibration& net_calibration();
  static search::SearchConstants search_constants();
  static std::vector<Lesson> lessons();
  static Page page();
  static Reasons reasons(const TurnCase<State>& turn);
};

}  // namespace registry

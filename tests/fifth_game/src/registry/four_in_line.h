// The registration of Four in Line.
#pragma once

#include "eval/four_in_line.h"
#include "registry/registration.h"

namespace registry {

template <>
struct Registration<games::four_in_line::State> {
  using State = games::four_in_line::State;
  using Evaluator = eval::FourInLineEvaluator;
  using Policy = NoPolicy;
  using Tactics = eval::PlainTactics<State>;

  static games::Action classic(const State& state, core::Rng& rng) {
    return eval::four_in_line::classic(state, rng);
  }
  // No stone ever leaves: there is no material.
  static int material(const State&, int) { return 0; }
  static std::vector<int> cell_weights(const State&) { return {}; }
  static const Ladder& ladder(int players);
  static const Calibration& calibration();
  static const Calibration& net_calibration() { return calibration(); }
  static search::SearchConstants search_constants() { return {}; }
  static std::vector<Lesson> lessons();
  static Page page();
  static Reasons reasons(const TurnCase<State>& turn);
};

}  // namespace registry

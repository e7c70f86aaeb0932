// The registration of Eigenstate.
#pragma once

#include <bit>

#include "eval/eigenstate.h"
#include "eval/eigenstate_classic.h"
#include "registry/registration.h"

namespace registry {

template <>
struct Registration<games::eigenstate::State> {
  using State = games::eigenstate::State;
  using Evaluator = eval::EigenstateEvaluator;
  using Policy = NoPolicy;
  using Tactics = eval::PlainTactics<State>;

  static games::Action classic(const State& state, core::Rng& rng) {
    return eval::eigenstate_classic::choose(state, rng);
  }
  static int material(const State& state, int player) {
    return 100 * std::popcount(state.pieces(player));
  }
  static std::vector<int> cell_weights(const State& state) {
    const auto weights = eval::eigenstate_classic::balanced_weights(state);
    return {weights.begin(), weights.end()};
  }
  static const Ladder& ladder(int players);
  static const Calibration& calibration();
  static const Calibration& net_calibration();
  static search::SearchConstants search_constants();
  static std::vector<Lesson> lessons();
  static Page page();
  static Reasons reasons(const TurnCase<State>& turn);
};

}  // namespace registry

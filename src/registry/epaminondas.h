// The registration of Epaminondas.
#pragma once

#include "eval/epaminondas.h"
#include "eval/epaminondas_classic.h"
#include "registry/registration.h"

namespace registry {

template <>
struct Registration<games::epaminondas::State> {
  using State = games::epaminondas::State;
  using Evaluator = eval::EpaminondasEvaluator;
  using Policy = NoPolicy;
  using Tactics = eval::PlainTactics<State>;

  static games::Action classic(const State& state, core::Rng& rng) {
    return eval::epaminondas_classic::choose(state, rng);
  }
  static int material(const State& state, int player) { return 100 * state.stones(player).count(); }
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

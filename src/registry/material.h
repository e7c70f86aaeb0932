// Counts pieces and nothing else: the yardstick that better knowledge is measured against.
#pragma once

#include "registry/registration.h"

namespace registry {

template <class State>
struct MaterialEvaluator : eval::NullEvaluator<State> {
  int evaluate(const State& state) const {
    const int mover = state.to_move();
    using R = Registration<State>;
    return R::material(state, mover) - R::material(state, 1 - mover);
  }
};

}  // namespace registry

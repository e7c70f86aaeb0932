// Counts pieces and nothing else: the yardstick that better knowledge is measured against.
#pragma once

#include <bit>

#include "eval/knowledge.h"
#include "games/eigenstate/eigenstate.h"
#include "games/epaminondas/epaminondas.h"
#include "games/sixteen_stone/sixteen_stone.h"
#include "games/yavalath/yavalath.h"

namespace eval {

inline int material(const games::eigenstate::State& state, int player) {
  return 100 * std::popcount(state.pieces(player));
}
inline int material(const games::sixteen_stone::State& state, int player) {
  return 100 * state.stones(player).count();
}
inline int material(const games::epaminondas::State& state, int player) {
  return 100 * state.stones(player).count();
}
// In Yavalath no stone ever leaves: there is no material.
inline int material(const games::yavalath::State&, int) { return 0; }

template <class State>
struct MaterialKnowledge : NoKnowledge<State> {
  int evaluate(const State& state) const {
    const int mover = state.to_move();
    return material(state, mover) - material(state, 1 - mover);
  }
};

}  // namespace eval

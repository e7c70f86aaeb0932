#include "eval/epaminondas.h"

namespace eval {

using games::Action;
using games::epaminondas::Board;
using games::epaminondas::kStride;

namespace {

constexpr int kStone = 100, kLink = 6, kAdvance = 3, kCrossed = 150;

// Pairs of neighbours in line: what phalanxes are made of. Sideways ones do not attack.
int links(const Board& stones) {
  return (stones & stones.shifted<kStride>()).count() +
         (stones & stones.shifted<kStride + 1>()).count() +
         (stones & stones.shifted<kStride - 1>()).count();
}

int side_value(const games::epaminondas::State& state, int player) {
  const Board& stones = state.stones(player);
  const int rows = games::epaminondas::rows(state.options().rules);
  int advance = 0;
  stones.for_each([&](int cell) {
    const int row = cell / kStride;
    advance += player == 0 ? row : rows - 1 - row;
  });
  return kStone * stones.count() + kLink * links(stones) + kAdvance * advance +
         kCrossed * state.crossed(player);
}

}  // namespace

int EpaminondasKnowledge::evaluate(const State& state) const {
  const int mover = state.to_move();
  return side_value(state, mover) - side_value(state, 1 - mover);
}

void EpaminondasKnowledge::rank(const State& state, const games::ActionList<State>& list,
                                Ranks& ranks) const {
  const bool white = state.to_move() == 0;
  const int goal = white ? games::epaminondas::rows(state.options().rules) - 1 : 0;
  ranks.clear();
  for (const Action action : list) {
    const int from = State::rear_of(action) / kStride, to = State::target_of(action) / kStride;
    const bool crosses = to == goal && from != goal;
    ranks.push_back((state.is_capture(action) ? 500 : 0) + (crosses ? 200 : 0) +
                    10 * (12 + (white ? to - from : from - to)));
  }
}

}  // namespace eval

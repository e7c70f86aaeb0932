#include "eval/epaminondas.h"

namespace eval {

using games::Action;
using games::epaminondas::Board;
using games::epaminondas::kStride;

namespace epaminondas {

int links(const Board& stones) {
  return (stones & stones.shifted<kStride>()).count() +
         (stones & stones.shifted<kStride + 1>()).count() +
         (stones & stones.shifted<kStride - 1>()).count();
}

int advance(const State& state, int player) {
  const int rows = games::epaminondas::rows(state.options().rules);
  int sum = 0;
  state.stones(player).for_each([&](int cell) {
    const int row = cell / kStride;
    sum += player == 0 ? row : rows - 1 - row;
  });
  return sum;
}

bool crosses(const State& state, Action action) {
  const int far_row =
      state.to_move() == 0 ? games::epaminondas::rows(state.options().rules) - 1 : 0;
  return State::target_of(action) / kStride == far_row &&
         State::rear_of(action) / kStride != far_row;
}

}  // namespace epaminondas

namespace {

constexpr int kStone = 100, kLink = 6, kAdvance = 3, kCrossed = 150;

int side_value(const games::epaminondas::State& state, int player) {
  const Board& stones = state.stones(player);
  return kStone * stones.count() + kLink * epaminondas::links(stones) +
         kAdvance * epaminondas::advance(state, player) + kCrossed * state.crossed(player);
}

}  // namespace

int EpaminondasKnowledge::evaluate(const State& state) const {
  const int mover = state.to_move();
  return side_value(state, mover) - side_value(state, 1 - mover);
}

void EpaminondasKnowledge::rank(const State& state, const games::ActionList<State>& list,
                                Ranks& ranks) const {
  const bool white = state.to_move() == 0;
  ranks.clear();
  for (const Action action : list) {
    const int from = State::rear_of(action) / kStride, to = State::target_of(action) / kStride;
    ranks.push_back((state.is_capture(action) ? 500 : 0) +
                    (epaminondas::crosses(state, action) ? 200 : 0) +
                    10 * (12 + (white ? to - from : from - to)));
  }
}

}  // namespace eval

#include "eval/sixteen_stone.h"

#include <algorithm>
#include <bit>

namespace eval {

using games::Action;
using games::sixteen_stone::Board;
using games::sixteen_stone::Kind;
using games::sixteen_stone::kStride;

namespace sixteen_stone {

int edges(const Board& stones, int size) {
  int count = 0;
  stones.for_each([&](int cell) {
    const auto at = games::sixteen_stone::cell_of(cell);
    count += (at.column == 0 || at.column == size - 1) + (at.row == 0 || at.row == size - 1);
  });
  return count;
}

int links(const Board& stones) {
  int count = 0;
  core::for_each_direction([&]<int D>() {
    if constexpr (D < 4) count += (stones & stones.shifted<core::step(D, kStride)>()).count();
  });
  return count;
}

}  // namespace sixteen_stone

namespace {

// A stone in the pool is worth more than nothing: it captures or buys an action.
constexpr int kStone = 100, kPoolStone = 45, kEdge = 8, kLink = 5;

int side_value(const games::sixteen_stone::State& state, int player) {
  const Board& stones = state.stones(player);
  return kStone * stones.count() + kPoolStone * state.pool(player) -
         kEdge * sixteen_stone::edges(stones, state.options().size) +
         kLink * sixteen_stone::links(stones);
}

int rank_of(const games::sixteen_stone::State& state, Action action) {
  using State = games::sixteen_stone::State;
  switch (State::kind_of(action)) {
    case Kind::kMove: return 100 + 250 * std::min(3, std::popcount(State::captures_of(action)));
    case Kind::kPush: return state.resets_quiet_turns(action) ? 400 : 150;
    case Kind::kSacrifice: return 20;
    case Kind::kEnd: return 50;
    case Kind::kPlace: break;
  }
  return 0;
}

}  // namespace

int SixteenStoneKnowledge::evaluate(const State& state) const {
  const int mover = state.to_move();
  return side_value(state, mover) - side_value(state, 1 - mover);
}

void SixteenStoneKnowledge::rank(const State& state, const games::ActionList<State>& list,
                                 Ranks& ranks) const {
  ranks.clear();
  for (const Action action : list) ranks.push_back(rank_of(state, action));
}

}  // namespace eval

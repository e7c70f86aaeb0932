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

// The cells whose neighbour one step ahead is in the set.
template <int D>
Board looking(const Board& set) {
  return set.shifted<-core::step(D, kStride)>();
}

Board neighbours(const Board& set) {
  Board all;
  core::for_each_direction([&]<int D>() { all |= looking<D>(set); });
  return all;
}

// What a player threatens to do with the next action.
struct Threats {
  Board surrounded;  // enemy stones that a move would surround
  int pushes = 0;  // pairs of own stones with a single enemy stone before them that can be shifted
  int push_offs = 0;  // and those that shift it over the edge
};

Threats threats_of(const Board& own, const Board& enemy, const Board& empty, const Board& cells) {
  Threats threats;
  const Board reachable = empty & neighbours(own);
  core::for_each_direction([&]<int D>() {
    // A stone between an own one and a cell that another own stone reaches. (A stone that is next
    // to both cells is counted as well although it cannot do both.)
    threats.surrounded |= enemy & looking<D>(reachable) & looking<(D + 4) % 8>(own);
    const Board pushers = own & looking<(D + 4) % 8>(own) & looking<D>(enemy);
    const Board before_single = pushers & ~looking<D>(looking<D>(own | enemy));
    const Board before_edge = before_single & ~looking<D>(looking<D>(cells));
    threats.pushes += before_single.count();
    threats.push_offs += before_edge.count();
  });
  return threats;
}

int corners(const Board& stones, int size) {
  int count = 0;
  for (const int row : {0, size - 1}) {
    for (const int column : {0, size - 1}) {
      count += stones.test(games::sixteen_stone::index_of({column, row}));
    }
  }
  return count;
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

const Terms<SixteenStoneEvaluator::kTerms>& SixteenStoneEvaluator::terms() {
  using text::Message;
  static constexpr Terms<kTerms> kList = {{{Message::kTermStones, 3453},
                                           {Message::kTermPool, 2089},
                                           {Message::kTermFirstPool, 561},
                                           {Message::kTermEdge, -352},
                                           {Message::kTermCorner, 166},
                                           {Message::kTermLinks, -19},
                                           {Message::kTermSurround, 277},
                                           {Message::kTermSurroundUnarmed, 117},
                                           {Message::kTermPushes, 145},
                                           {Message::kTermPushOffs, -117},
                                           {Message::kTermReach, -56},
                                           {Message::kTermMoveLeft, 111},
                                           {Message::kTermPushLeft, -133},
                                           {Message::kTermTempo, 263}}};
  return kList;
}

CountsOfBoth<SixteenStoneEvaluator::kTerms> SixteenStoneEvaluator::counts(const State& state) {
  using games::sixteen_stone::kExtraRight, games::sixteen_stone::kMoveRight,
      games::sixteen_stone::kPushRight;
  const Board cells = state.cells();
  const Board empty = cells & ~(state.stones(0) | state.stones(1));
  CountsOfBoth<kTerms> both{};
  for (int side = 0; side < 2; ++side) {
    const Board& own = state.stones(side);
    const Threats threats = threats_of(own, state.stones(1 - side), empty, cells);
    const int surrounded = threats.surrounded.count(), pool = state.pool(side);
    const bool moves = side == state.to_move();
    const auto rights = state.rights();
    both[static_cast<std::size_t>(side)] = {own.count(),
                                            pool,
                                            pool > 0 ? 1 : 0,
                                            sixteen_stone::edges(own, state.options().size),
                                            corners(own, state.options().size),
                                            sixteen_stone::links(own),
                                            std::min(surrounded, pool),
                                            std::max(0, surrounded - pool),
                                            threats.pushes,
                                            threats.push_offs,
                                            (empty & neighbours(own)).count(),
                                            moves && (rights & (kMoveRight | kExtraRight)) ? 1 : 0,
                                            moves && (rights & (kPushRight | kExtraRight)) ? 1 : 0,
                                            moves ? 1 : 0};
  }
  return both;
}

int SixteenStoneEvaluator::evaluate(const State& state) const {
  if (net_ != nullptr) return judged_by<SixteenStoneEvaluator>(*net_, state);
  return weigh(terms(), counts(state), state.to_move());
}

void SixteenStoneEvaluator::rank(const State& state, const games::ActionList<State>& list,
                                 Ranks& ranks) const {
  ranks.clear();
  for (const Action action : list) ranks.push_back(rank_of(state, action));
}

}  // namespace eval

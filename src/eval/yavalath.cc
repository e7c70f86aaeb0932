#include "eval/yavalath.h"

namespace eval {

using games::Action;
using games::yavalath::Board;
using games::yavalath::four_makers;
using games::yavalath::kLineSteps;

namespace yavalath {

namespace {

// Calls visit.template operator()<Step>() for the three line directions.
template <class Visit>
void for_each_line(Visit visit) {
  visit.template operator()<kLineSteps[0]>();
  visit.template operator()<kLineSteps[1]>();
  visit.template operator()<kLineSteps[2]>();
}

// The cells whose neighbour N steps ahead (behind where N is negative) is in the set.
template <int Step, int N>
Board at(const Board& set) {
  return set.shifted<-Step * N>();
}

}  // namespace

Board three_makers(const Board& stones) {
  Board makers;
  for_each_line([&]<int S>() {
    const Board after = at<S, 1>(stones), before = at<S, -1>(stones);
    makers |= (after & at<S, 2>(stones)) | (after & before) | (before & at<S, -2>(stones));
  });
  return makers;
}

Board threat_makers(const Board& stones, const Board& empty) {
  Board makers;
  // The shapes XX.X and X.XX: the new stone is one X, the other two stand, the gap is empty.
  for_each_line([&]<int S>() {
    const auto own = [&]<int N>() { return at<S, N>(stones); };
    const auto gap = [&]<int N>() { return at<S, N>(empty); };
    makers |=
        own.template operator()<1>() & gap.template operator()<2>() & own.template operator()<3>();
    makers |=
        own.template operator()<-1>() & gap.template operator()<1>() & own.template operator()<2>();
    makers |= own.template operator()<-3>() & own.template operator()<-2>() &
              gap.template operator()<-1>();
    makers |=
        gap.template operator()<1>() & own.template operator()<2>() & own.template operator()<3>();
    makers |= own.template operator()<-2>() & gap.template operator()<-1>() &
              own.template operator()<1>();
    makers |= own.template operator()<-3>() & gap.template operator()<-2>() &
              own.template operator()<-1>();
  });
  return makers & empty;
}

Board safe_threats(const Board& stones, const Board& empty) {
  return threat_makers(stones, empty) & ~three_makers(stones);
}

Board lost_cells(const Board& stones, const Board& empty) {
  return empty & three_makers(stones) & ~four_makers(stones);
}

}  // namespace yavalath

int YavalathKnowledge::evaluate(const State& state) const {
  const int mover = state.to_move();
  const Board empty = state.empty();
  int score[2] = {0, 0};
  for (int side = 0; side < 2; ++side) {
    const Board& own = state.stones(side);
    score[side] = 20 * yavalath::safe_threats(own, empty).count() -
                  6 * yavalath::lost_cells(own, empty).count();
  }
  return score[mover] - score[1 - mover] + 10;
}

void YavalathKnowledge::rank(const State& state, const games::ActionList<State>& list,
                             Ranks& ranks) const {
  const int mover = state.to_move();
  const Board empty = state.empty();
  const Board own = yavalath::threat_makers(state.stones(mover), empty);
  const Board other = yavalath::threat_makers(state.stones(1 - mover), empty);
  ranks.clear();
  for (const Action action : list) {
    if (action == State::kSwap) {
      ranks.push_back(500);
      continue;
    }
    const int cell = static_cast<int>(action.code);
    const int distance = games::yavalath::distance_from_centre(cell, state.options().size);
    ranks.push_back((own.test(cell) ? 300 : 0) + (other.test(cell) ? 120 : 0) + 60 - 10 * distance);
  }
}

void YavalathKnowledge::select(const State& state, games::ActionList<State>& list) const {
  const int mover = state.to_move();
  const Board empty = state.empty();
  const Board wins = empty & four_makers(state.stones(mover));
  if (wins.any()) {
    list.clear();
    list.push_back(Action{static_cast<std::uint32_t>(wins.first())});
    return;
  }
  const Board blocks = empty & four_makers(state.stones(1 - mover));
  const Board safe = empty & ~yavalath::three_makers(state.stones(mover));
  // Where no safe cell blocks, everything loses; a safe cell lives a turn longer than a three.
  const Board wanted = (blocks & safe).any() ? blocks & safe : safe;
  if (wanted.none()) return;
  list.filter([&](Action action) {
    return action == State::kSwap || wanted.test(static_cast<int>(action.code));
  });
}

}  // namespace eval

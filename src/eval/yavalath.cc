#include "eval/yavalath.h"

#include <algorithm>
#include <cstdlib>

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

Threats threats(const Board& stones, const Board& empty, const Board& fatal) {
  Board once, twice;
  // The new stone stands at 0, the gap at Gap. Shapes that share a gap are one threat.
  for_each_line([&]<int S>() {
    const auto add = [&]<int Gap>(const Board& shape) {
      const Board makers = shape & at<S, Gap>(empty);
      twice |= makers & (once | at<S, Gap>(fatal));
      once |= makers;
    };
    const Board ahead1 = at<S, 1>(stones), ahead3 = at<S, 3>(stones);
    const Board behind1 = at<S, -1>(stones), behind3 = at<S, -3>(stones);
    add.template operator()<1>(at<S, 2>(stones) & (behind1 | ahead3));
    add.template operator()<2>(ahead1 & ahead3);
    add.template operator()<-1>(at<S, -2>(stones) & (ahead1 | behind3));
    add.template operator()<-2>(behind1 & behind3);
  });
  return {once & empty, twice & empty};
}

}  // namespace yavalath

int YavalathKnowledge::evaluate(const State& state) const {
  const int mover = state.to_move();
  const Board empty = state.empty();
  int score[2] = {0, 0};
  for (int side = 0; side < 2; ++side) {
    const Board& own = state.stones(side);
    const Board threats = yavalath::threat_makers(own, empty) & ~yavalath::three_makers(own);
    const Board lost_cells = empty & yavalath::three_makers(own) & ~four_makers(own);
    score[side] = 20 * threats.count() - 6 * lost_cells.count();
  }
  return score[mover] - score[1 - mover] + 10;
}

void YavalathKnowledge::rank(const State& state, const games::ActionList<State>& list,
                             Ranks& ranks) const {
  const int mover = state.to_move(), size = state.options().size - 1;
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
    const int q = games::yavalath::column_of(cell) - size, r = games::yavalath::row_of(cell) - size;
    const int distance = std::max({std::abs(q), std::abs(r), std::abs(q - r)});
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

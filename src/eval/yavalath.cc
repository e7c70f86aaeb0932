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

// Runs of four cells with own stones and gaps only, by what stands on them.
struct Windows {
  int adjacent = 0;  // XX.. .XX. ..XX
  int split = 0;     // X.X. .X.X
  int far = 0;       // X..X
  int single = 0;    // one stone
};

Windows count_windows(const Board& stones, const Board& empty) {
  Windows windows;
  for_each_line([&]<int S>() {
    const Board s0 = stones, s1 = at<S, 1>(stones), s2 = at<S, 2>(stones), s3 = at<S, 3>(stones);
    const Board e0 = empty, e1 = at<S, 1>(empty), e2 = at<S, 2>(empty), e3 = at<S, 3>(empty);
    const Board e01 = e0 & e1, e23 = e2 & e3, e03 = e0 & e3;
    windows.adjacent += (s0 & s1 & e23).count() + (s1 & s2 & e03).count() + (s2 & s3 & e01).count();
    windows.split += (s0 & s2 & e1 & e3).count() + (s1 & s3 & e0 & e2).count();
    windows.far += (s0 & s3 & e1 & e2).count();
    windows.single += (s0 & e1 & e23).count() + (s1 & e0 & e23).count() + (s2 & e01 & e3).count() +
                      (s3 & e01 & e2).count();
  });
  return windows;
}

// The cells at most two steps from the centre.
Board make_centre(int size) {
  Board centre;
  games::yavalath::cells(size).for_each([&](int cell) {
    if (games::yavalath::distance_from_centre(cell, size) <= 2) centre.set(cell);
  });
  return centre;
}

const Board& centre(int size) {
  static const std::array<Board, games::yavalath::kMaxSize + 1> kCentres = {
      Board{}, Board{}, Board{}, make_centre(3), make_centre(4), make_centre(5), make_centre(6)};
  return kCentres[static_cast<std::size_t>(size)];
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

const Terms<YavalathEvaluator::kTerms>& YavalathEvaluator::terms() {
  using text::Message;
  static constexpr Terms<kTerms> kList = {{{Message::kTermForcing, 395},
                                           {Message::kTermBarred, -525},
                                           {Message::kTermAdjacentPairs, 298},
                                           {Message::kTermSplitPairs, 196},
                                           {Message::kTermFarPairs, 17},
                                           {Message::kTermSingles, 33},
                                           {Message::kTermCentre, 50},
                                           {Message::kTermTempo, 41}}};
  return kList;
}

CountsOfBoth<YavalathEvaluator::kTerms> YavalathEvaluator::counts(const State& state) {
  const Board empty = state.empty();
  CountsOfBoth<kTerms> both{};
  for (int side = 0; side < 2; ++side) {
    const Board& own = state.stones(side);
    const auto windows = yavalath::count_windows(own, empty);
    both[static_cast<std::size_t>(side)] = {yavalath::safe_threats(own, empty).count(),
                                            yavalath::lost_cells(own, empty).count(),
                                            windows.adjacent,
                                            windows.split,
                                            windows.far,
                                            windows.single,
                                            (own & yavalath::centre(state.options().size)).count(),
                                            side == state.to_move() ? 1 : 0};
  }
  return both;
}

int YavalathEvaluator::evaluate(const State& state) const {
  if (net_ != nullptr) return judged_by<YavalathEvaluator>(*net_, state);
  return weigh(terms(), counts(state), state.to_move());
}

void YavalathEvaluator::rank(const State& state, const games::ActionList<State>& list,
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

void YavalathEvaluator::select(const State& state, games::ActionList<State>& list, bool) const {
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

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

// What a player's phalanxes reach in one move.
struct Reach {
  Board empty;     // cells where a front stone may end
  Board captured;  // enemy stones where one may end
};

template <int Step>
void add_reach(const Board& own, const Board& enemy, const Board& empty, Reach& reach) {
  Board fronts = own, behind = own;  // fronts of at least `moving` stones
  Board enemy_run = enemy;           // cells that start a run of at least `moving` enemies
  Board enemy_ahead = enemy;
  for (int moving = 1;; ++moving) {
    Board wave = fronts.shifted<Step>();
    for (int distance = 1; distance <= moving; ++distance) {
      if (moving > 1) reach.captured |= wave & enemy & ~enemy_run;
      wave &= empty;
      reach.empty |= wave;
      if (wave.none()) break;
      wave = wave.template shifted<Step>();
    }
    behind = behind.template shifted<Step>();
    fronts &= behind;
    if (fronts.none()) return;
    enemy_ahead = enemy_ahead.template shifted<-Step>();
    enemy_run &= enemy_ahead;
  }
}

Reach reach_of(const Board& own, const Board& enemy, const Board& empty) {
  Reach reach;
  core::for_each_direction(
      [&]<int D>() { add_reach<core::step(D, kStride)>(own, enemy, empty, reach); });
  return reach;
}

// Pairs and threes of neighbours in line: what phalanxes are made of.
struct Links {
  int pairs = 0;
  int threes = 0;
};

template <int Step>
Links links(const Board& stones) {
  const Board pairs = stones & stones.shifted<Step>();
  return {pairs.count(), (pairs & pairs.shifted<Step>()).count()};
}

Board row_cells(int row, int columns) {
  Board cells;
  for (int column = 0; column < columns; ++column) {
    cells.set(games::epaminondas::index_of({column, row}));
  }
  return cells;
}

using Rows = std::array<Board, 12>;

// The rows of a board from a player's own side.
Rows make_rows(games::epaminondas::Rules rules, int player) {
  const int count = games::epaminondas::rows(rules);
  Rows rows{};
  for (int i = 0; i < count; ++i) {
    rows[static_cast<std::size_t>(i)] =
        row_cells(player == 0 ? i : count - 1 - i, games::epaminondas::columns(rules));
  }
  return rows;
}

const Rows& rows_of(games::epaminondas::Rules rules, int player) {
  using games::epaminondas::Rules;
  static const std::array<Rows, 2> kLarge = {make_rows(Rules::kStandard, 0),
                                             make_rows(Rules::kStandard, 1)};
  static const std::array<Rows, 2> kSmall = {make_rows(Rules::kCrossings, 0),
                                             make_rows(Rules::kCrossings, 1)};
  return (rules == Rules::kCrossings ? kSmall : kLarge)[static_cast<std::size_t>(player)];
}

}  // namespace

const Terms<EpaminondasEvaluator::kTerms>& EpaminondasEvaluator::terms() {
  using text::Message;
  static constexpr Terms<kTerms> kList = {{{Message::kTermStones, 298},
                                           {Message::kTermFilePairs, -104},
                                           {Message::kTermDiagonalPairs, -14},
                                           {Message::kTermRowPairs, 130},
                                           {Message::kTermFileThrees, 289},
                                           {Message::kTermDiagonalThrees, 196},
                                           {Message::kTermRowThrees, 10},
                                           {Message::kTermAdvance, 81},
                                           {Message::kTermCrossed, 1441},
                                           {Message::kTermNearFarRow, -166},
                                           {Message::kTermHomeRow, 85},
                                           {Message::kTermCrossings, 500},
                                           {Message::kTermReach, -50},
                                           {Message::kTermAttacked, 245},
                                           {Message::kTermTempo, 331}}};
  return kList;
}

CountsOfBoth<EpaminondasEvaluator::kTerms> EpaminondasEvaluator::counts(const State& state) {
  const auto rules = state.options().rules;
  const auto last = static_cast<std::size_t>(games::epaminondas::rows(rules) - 1);
  const Board empty = games::epaminondas::cells(rules) & ~(state.stones(0) | state.stones(1));
  CountsOfBoth<kTerms> both{};
  for (int side = 0; side < 2; ++side) {
    const Board& own = state.stones(side);
    const Rows& rows = rows_of(rules, side);
    const Reach reach = reach_of(own, state.stones(1 - side), empty);
    const Links file = links<kStride>(own), row = links<1>(own);
    const Links rising = links<kStride + 1>(own), falling = links<kStride - 1>(own);
    both[static_cast<std::size_t>(side)] = {own.count(),
                                            file.pairs,
                                            rising.pairs + falling.pairs,
                                            row.pairs,
                                            file.threes,
                                            rising.threes + falling.threes,
                                            row.threes,
                                            epaminondas::advance(state, side),
                                            state.crossed(side),
                                            (own & (rows[last - 1] | rows[last - 2])).count(),
                                            (own & rows[0]).count(),
                                            ((reach.empty | reach.captured) & rows[last]).count(),
                                            reach.empty.count(),
                                            reach.captured.count(),
                                            side == state.to_move() ? 1 : 0};
  }
  return both;
}

int EpaminondasEvaluator::evaluate(const State& state) const {
  if (net_ != nullptr) return judged_by<EpaminondasEvaluator>(*net_, state);
  return weigh(terms(), counts(state), state.to_move());
}

void EpaminondasEvaluator::rank(const State& state, const games::ActionList<State>& list,
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

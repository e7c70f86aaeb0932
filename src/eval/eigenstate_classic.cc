#include "eval/eigenstate_classic.h"

#include <bit>

#include "eval/best.h"

namespace eval::eigenstate_classic {

using core::for_each_bit;
using games::eigenstate::holes_on_board;
using games::eigenstate::kAllPegs;
using games::eigenstate::kCells;
using games::eigenstate::kHoleSide;
using games::eigenstate::Pegs;
using games::eigenstate::Phase;
using games::eigenstate::target_of;

namespace {

constexpr int kEnemyWeight = 72, kEmptyWeight = 48, kOwnWeight = 0;
constexpr int kRingBonus = 1;

bool on_outer_ring(int hole) {
  const int column = hole % kHoleSide, row = hole / kHoleSide;
  return column == 0 || column == kHoleSide - 1 || row == 0 || row == kHoleSide - 1;
}

// The best empty holes of a piece, and their score. No hole: the piece is full.
struct PieceChoice {
  int score = 0;
  std::vector<Action> pegs;
};

PieceChoice best_holes(const State& state, int cell, const Weights& balanced) {
  PieceChoice best;
  const Pegs empty = kAllPegs & ~state.pegs(cell);
  for_each_bit(empty & holes_on_board(cell), [&](int hole) {
    const int score = balanced[static_cast<std::size_t>(target_of(cell, hole))] +
                      (on_outer_ring(hole) ? kRingBonus : 0);
    if (!best.pegs.empty() && score < best.score) return;
    if (best.pegs.empty() || score > best.score) best = {score, {}};
    best.pegs.push_back(State::make_action(true, cell, hole));
  });
  // Holes that all lead off the board: the first of them, worth nothing.
  if (best.pegs.empty() && empty != 0) {
    best.pegs.push_back(State::make_action(true, cell, std::countr_zero(empty)));
  }
  return best;
}

// Both players have exactly two pieces: the report's plan changes to filling one.
bool fills_pegs(const State& state) {
  return std::popcount(state.pieces(0)) == 2 && std::popcount(state.pieces(1)) == 2;
}

}  // namespace

Weights balanced_weights(const State& state) {
  Weights weights{};
  const int player = state.to_move();
  for (int cell = 0; cell < kCells; ++cell) {
    const int owner = state.owner(cell);
    weights[static_cast<std::size_t>(cell)] = owner == player ? kOwnWeight
                                              : owner >= 0    ? kEnemyWeight
                                                              : kEmptyWeight;
  }
  for_each_bit(state.pieces(1 - player), [&](int attacker) {
    for_each_bit(state.pegs(attacker) & holes_on_board(attacker), [&](int hole) {
      const int target = target_of(attacker, hole);
      weights[static_cast<std::size_t>(target)] += state.owner(target) == player ? 1 : -1;
    });
  });
  return weights;
}

std::vector<Action> best_moves(const State& state) {
  const Weights balanced = balanced_weights(state);
  games::ActionList<State> list;
  state.legal_actions(list);
  return best_of(list, [&](Action action) {
    const int from = State::cell_of(action), to = target_of(from, State::hole_of(action));
    return balanced[static_cast<std::size_t>(from)] + balanced[static_cast<std::size_t>(to)];
  });
}

std::vector<std::vector<Action>> best_pegs(const State& state) {
  const Weights balanced = balanced_weights(state);
  const bool filling = fills_pegs(state);
  std::vector<std::vector<Action>> best;
  int best_score = 0;
  for_each_bit(state.pieces(state.to_move()), [&](int cell) {
    PieceChoice choice = best_holes(state, cell, balanced);
    if (choice.pegs.empty()) return;
    const int score = filling ? std::popcount(state.pegs(cell)) : choice.score;
    if (best.empty() || score > best_score) {
      best.clear();
      best_score = score;
    }
    if (score == best_score) best.push_back(std::move(choice.pegs));
  });
  return best;
}

Action choose(const State& state, core::Rng& rng) {
  if (state.phase() == Phase::kMove) return pick(best_moves(state), rng);
  return pick(pick(best_pegs(state), rng), rng);
}

}  // namespace eval::eigenstate_classic

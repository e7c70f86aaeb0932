#include "eval/eigenstate.h"

#include <algorithm>
#include <bit>

namespace eval {

using core::for_each_bit;
using games::Action;
using games::eigenstate::holes_on_board;
using games::eigenstate::Phase;
using games::eigenstate::target_of;

namespace {

constexpr int kPiece = 300, kPeg = 3, kReach = 4, kHanging = 90, kFull = 40;
// Pegs that are looked at, of some 130: enough for every threat that matters.
constexpr int kPegsTried = 8;

// The cells that a player's pieces reach.
std::uint64_t attacks(const games::eigenstate::State& state, int player) {
  std::uint64_t cells = 0;
  for_each_bit(state.pieces(player), [&](int cell) {
    for_each_bit(state.pegs(cell) & holes_on_board(cell),
                 [&](int hole) { cells |= std::uint64_t{1} << target_of(cell, hole); });
  });
  return cells;
}

struct Side {
  int pieces = 0;
  int value = 0;
  std::uint64_t attacks = 0;
};

Side side_of(const games::eigenstate::State& state, int player) {
  Side side;
  side.attacks = attacks(state, player);
  side.pieces = std::popcount(state.pieces(player));
  int most = 0;
  for_each_bit(state.pieces(player), [&](int cell) {
    const int pegs = std::popcount(state.pegs(cell));
    most = std::max(most, pegs);
    side.value += kPiece + kPeg * pegs;
  });
  side.value += kReach * std::popcount(side.attacks);
  // Near the end a piece that fills up decides.
  if (side.pieces == 2) side.value += kFull * most / 4;
  return side;
}

int rank_of(const games::eigenstate::State& state, Action action) {
  using State = games::eigenstate::State;
  const int player = state.to_move();
  const int cell = State::cell_of(action), target = target_of(cell, State::hole_of(action));
  const int owner = target < 0 ? -1 : state.owner(target);
  if (!State::is_peg(action)) {
    const int row = target / games::eigenstate::kSide;
    if (owner >= 0) return owner == player ? 0 : 900;
    return 100 + 5 * (player == 0 ? row : games::eigenstate::kSide - 1 - row);
  }
  const int pegs = std::popcount(state.pegs(cell));
  if (target < 0) return pegs > 18 ? 30 : 0;  // off the board: only worth something to fill up
  if (owner >= 0) return owner == player ? 120 : 500;
  return 60 + pegs;
}

}  // namespace

int EigenstateKnowledge::evaluate(const State& state) const {
  const int mover = state.to_move();
  const Side own = side_of(state, mover), other = side_of(state, 1 - mover);
  int value = own.value - other.value;
  const int own_hanging = std::popcount(state.pieces(mover) & other.attacks);
  const int other_hanging = std::popcount(state.pieces(1 - mover) & own.attacks);
  // Whoever moves next takes first: before the pegs that is the opponent.
  const bool moves_next = state.phase() == Phase::kMove;
  const int own_risk = moves_next ? kHanging / 3 : kHanging;
  const int other_risk = moves_next ? kHanging : kHanging / 3;
  value += other_risk * std::min(other_hanging, 2) - own_risk * std::min(own_hanging, 2);
  return value;
}

bool EigenstateKnowledge::is_noisy(const State& state, Action action) const {
  if (State::is_peg(action)) return false;
  return state.owner(target_of(State::cell_of(action), State::hole_of(action))) ==
         1 - state.to_move();
}

void EigenstateKnowledge::rank(const State& state, const games::ActionList<State>& list,
                               Ranks& ranks) const {
  ranks.clear();
  for (const Action action : list) ranks.push_back(rank_of(state, action));
}

void EigenstateKnowledge::select(const State& state, games::ActionList<State>& list) const {
  if (state.phase() == Phase::kMove || list.size() <= kPegsTried) return;
  const std::uint64_t own_attacks = attacks(state, state.to_move());
  struct Candidate {
    int worth;
    Action action;
  };
  core::StaticVector<Candidate, State::kMaxActions> candidates;
  for (const Action action : list) {
    const int target = target_of(State::cell_of(action), State::hole_of(action));
    // A cell that is not reached yet is worth more than one that is.
    const bool fresh = target >= 0 && !((own_attacks >> target) & 1);
    candidates.push_back({2 * rank_of(state, action) + (fresh ? 25 : 0), action});
  }
  // Ties by action, so that every build chooses the same.
  std::partial_sort(candidates.begin(), candidates.begin() + kPegsTried, candidates.end(),
                    [](const Candidate& a, const Candidate& b) {
                      return a.worth != b.worth ? a.worth > b.worth : a.action < b.action;
                    });
  for (int i = 0; i < kPegsTried; ++i) list[i] = candidates[i].action;
  list.truncate(kPegsTried);
}

}  // namespace eval

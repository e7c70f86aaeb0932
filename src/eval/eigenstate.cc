#include "eval/eigenstate.h"

#include <algorithm>
#include <array>
#include <bit>

namespace eval {

using core::for_each_bit;
using games::Action;
using games::eigenstate::holes_on_board;
using games::eigenstate::Phase;
using games::eigenstate::target_of;
using games::eigenstate::targets_of;

namespace {

// The cells that a player's pieces reach.
std::uint64_t attacks(const games::eigenstate::State& state, int player) {
  std::uint64_t cells = 0;
  for_each_bit(state.pieces(player),
               [&](int cell) { cells |= targets_of(cell, state.pegs(cell)); });
  return cells;
}

// Pieces of a player and what their pegs lead to.
struct Side {
  int pieces = 0;
  int pegs = 0;
  int most_pegs = 0;
  int moves = 0;
  std::uint64_t attacks = 0;
};

Side side_of(const games::eigenstate::State& state, int player) {
  Side side;
  side.pieces = std::popcount(state.pieces(player));
  for_each_bit(state.pieces(player), [&](int cell) {
    const auto pegs = state.pegs(cell);
    const int count = std::popcount(pegs);
    side.pegs += count;
    side.most_pegs = std::max(side.most_pegs, count);
    side.moves += std::popcount(pegs & holes_on_board(cell));
    side.attacks |= targets_of(cell, pegs);
  });
  return side;
}

// Pegs that are looked at, of some 130. Inside the tree a few are better than many, because they
// let search see a turn further; the choice itself deserves more. (By matches: inside 4 scores 64 %
// against 8; at the root 30 scores 57 % against 12 and that 62 % against 4.)
constexpr int kPegsInside = 4, kPegsAtRoot = 30;

// What both sides reach, for judging single actions.
struct Maps {
  std::uint64_t own = 0;      // cells that the mover's pieces reach
  std::uint64_t other = 0;    // cells that the opponent's pieces reach
  std::uint64_t hanging = 0;  // own pieces that the opponent reaches
};

Maps maps_of(const games::eigenstate::State& state) {
  const int player = state.to_move();
  Maps maps;
  maps.own = attacks(state, player);
  maps.other = attacks(state, 1 - player);
  maps.hanging = state.pieces(player) & maps.other;
  return maps;
}

bool has(std::uint64_t cells, int cell) { return (cells >> cell) & 1; }

int rank_of_move(const games::eigenstate::State& state, const Maps& maps, int cell, int target) {
  const int player = state.to_move(), owner = state.owner(target);
  if (owner == player) return 0;
  const bool safe = !has(maps.other, target);
  if (owner >= 0) return safe ? 900 : 700;
  const int row = target / games::eigenstate::kSide;
  const int forward = player == 0 ? row : games::eigenstate::kSide - 1 - row;
  return 100 + 5 * forward + (safe ? 60 : 0) + (has(maps.hanging, cell) && safe ? 150 : 0);
}

// What ranks of pegs need to know of the piece: asked for once, not for each of its holes.
struct PegPiece {
  int cell = -1;
  int pegs = 0;
  bool hangs = false;
};

PegPiece peg_piece(const games::eigenstate::State& state, const Maps& maps, int cell) {
  return {cell, std::popcount(state.pegs(cell)), has(maps.hanging, cell)};
}

// A peg is worth something for what it threatens, defends or escapes to; else for new cells.
int rank_of_peg(const games::eigenstate::State& state, const Maps& maps, const PegPiece& piece,
                int target) {
  if (target < 0)
    return piece.pegs > 18 ? 30 : 0;  // off the board: only worth something to fill up
  const int player = state.to_move(), owner = state.owner(target);
  if (owner == 1 - player) {
    // What is threatened twice gains little; a threat by a piece that is taken first gains less.
    return 500 - (has(maps.own, target) ? 150 : 0) - (piece.hangs ? 120 : 0) +
           (has(maps.other, target) ? 0 : 100);
  }
  if (owner == player) return has(maps.hanging, target) && !has(maps.own, target) ? 350 : 40;
  const bool safe = !has(maps.other, target);
  return 60 + piece.pegs + (has(maps.own, target) ? 0 : 30) + (safe ? 15 : 0) +
         (piece.hangs && safe ? 90 : 0);
}

// Calls visit(rank, action) for every action of a list.
template <class Visit>
void for_each_rank(const games::eigenstate::State& state,
                   const games::ActionList<games::eigenstate::State>& list, Visit visit) {
  using State = games::eigenstate::State;
  const Maps maps = maps_of(state);
  PegPiece piece;
  for (const Action action : list) {
    const int cell = State::cell_of(action), target = target_of(cell, State::hole_of(action));
    if (!State::is_peg(action)) {
      visit(rank_of_move(state, maps, cell, target), action);
      continue;
    }
    if (cell != piece.cell) piece = peg_piece(state, maps, cell);
    visit(rank_of_peg(state, maps, piece, target), action);
  }
}

}  // namespace

const Terms<EigenstateEvaluator::kTerms>& EigenstateEvaluator::terms() {
  using text::Message;
  static constexpr Terms<kTerms> kList = {{{Message::kTermPieces, 4031},
                                           {Message::kTermFewPieces, -237},
                                           {Message::kTermTwoPieces, -723},
                                           {Message::kTermPegs, -106},
                                           {Message::kTermFullest, 200},
                                           {Message::kTermMoves, -141},
                                           {Message::kTermReach, 276},
                                           {Message::kTermAttackedNext, 705},
                                           {Message::kTermLooseNext, 567},
                                           {Message::kTermAttackedLater, 318},
                                           {Message::kTermLooseLater, 96},
                                           {Message::kTermDefended, -142},
                                           {Message::kTermTempo, 220}}};
  return kList;
}

CountsOfBoth<EigenstateEvaluator::kTerms> EigenstateEvaluator::counts(const State& state) {
  const std::array<Side, 2> sides = {side_of(state, 0), side_of(state, 1)};
  const bool fills = sides[0].pieces == 2 && sides[1].pieces == 2;
  // Whoever moves next takes first: before the pegs that is the opponent.
  const bool mover_moves = state.phase() == Phase::kMove;
  const int next = mover_moves ? state.to_move() : 1 - state.to_move();
  CountsOfBoth<kTerms> both{};
  for (int player = 0; player < 2; ++player) {
    const Side& own = sides[static_cast<std::size_t>(player)];
    const Side& other = sides[static_cast<std::size_t>(1 - player)];
    // Enemy pieces within reach, and those of them that nothing covers.
    const std::uint64_t enemies = state.pieces(1 - player);
    const int attacked = std::popcount(enemies & own.attacks);
    const int loose = std::popcount(enemies & own.attacks & ~other.attacks);
    const bool takes_next = player == next;
    both[static_cast<std::size_t>(player)] = {own.pieces,
                                              own.pieces == 3 ? 1 : 0,
                                              own.pieces == 2 ? 1 : 0,
                                              own.pegs,
                                              fills ? own.most_pegs : 0,
                                              own.moves,
                                              std::popcount(own.attacks),
                                              takes_next ? std::min(attacked, 3) : 0,
                                              takes_next ? std::min(loose, 3) : 0,
                                              takes_next ? 0 : std::min(attacked, 3),
                                              takes_next ? 0 : std::min(loose, 3),
                                              std::popcount(state.pieces(player) & own.attacks),
                                              takes_next ? 1 : 0};
  }
  return both;
}

int EigenstateEvaluator::evaluate(const State& state) const {
  if (net_ != nullptr) return judged_by<EigenstateEvaluator>(*net_, state);
  return weigh(terms(), counts(state), state.to_move());
}

bool EigenstateEvaluator::is_noisy(const State& state, Action action) const {
  if (State::is_peg(action)) return false;
  return state.owner(target_of(State::cell_of(action), State::hole_of(action))) ==
         1 - state.to_move();
}

void EigenstateEvaluator::rank(const State& state, const games::ActionList<State>& list,
                               Ranks& ranks) const {
  ranks.clear();
  for_each_rank(state, list, [&](int rank, Action) { ranks.push_back(rank); });
}

void EigenstateEvaluator::select(const State& state, games::ActionList<State>& list,
                                 bool at_root) const {
  const int kept = at_root ? kPegsAtRoot : kPegsInside;
  if (state.phase() == Phase::kMove || list.size() <= kept) return;
  // The best so far, best first. Ties by action, so that every build chooses the same.
  struct Candidate {
    int worth;
    Action action;
  };
  std::array<Candidate, kPegsAtRoot + 1> best;
  int count = 0;
  for_each_rank(state, list, [&](int worth, Action action) {
    const auto is_better = [&](const Candidate& other) {
      return worth != other.worth ? worth > other.worth : action < other.action;
    };
    int place = count;
    while (place > 0 && is_better(best[static_cast<std::size_t>(place - 1)])) --place;
    if (place == kept) return;
    const auto at = best.begin() + place;
    std::move_backward(at, best.begin() + count, best.begin() + count + 1);
    *at = {worth, action};
    count = std::min(count + 1, kept);
  });
  for (int i = 0; i < kept; ++i) list[i] = best[static_cast<std::size_t>(i)].action;
  list.truncate(kept);
}

}  // namespace eval

#include "eval/eigenstate.h"

#include <algorithm>
#include <bit>

namespace eval {

using core::for_each_bit;
using games::Action;
using games::eigenstate::holes_on_board;
using games::eigenstate::Phase;
using games::eigenstate::target_of;
using games::eigenstate::targets_of;

namespace {

// Pegs that are looked at, of some 130: enough for every threat that matters.
constexpr int kPegsTried = 8;

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

const Terms<EigenstateKnowledge::kTerms>& EigenstateKnowledge::terms() {
  using text::Message;
  static constexpr Terms<kTerms> kList = {{{Message::kTermPieces, 4031},
                                           {Message::kTermFewPieces, -237},
                                           {Message::kTermTwoPieces, -723},
                                           {Message::kTermPegs, -106},
                                           {Message::kTermFullest, 200},
                                           {Message::kTermMoves, -141},
                                           {Message::kTermReach, 138},
                                           {Message::kTermSafeReach, 138},
                                           {Message::kTermAttackedNext, 705},
                                           {Message::kTermLooseNext, 567},
                                           {Message::kTermAttackedLater, 318},
                                           {Message::kTermLooseLater, 96},
                                           {Message::kTermDefended, -142},
                                           {Message::kTermTempo, 220}}};
  return kList;
}

CountsOfBoth<EigenstateKnowledge::kTerms> EigenstateKnowledge::counts(const State& state) {
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
                                              std::popcount(own.attacks & ~other.attacks),
                                              takes_next ? std::min(attacked, 3) : 0,
                                              takes_next ? std::min(loose, 3) : 0,
                                              takes_next ? 0 : std::min(attacked, 3),
                                              takes_next ? 0 : std::min(loose, 3),
                                              std::popcount(state.pieces(player) & own.attacks),
                                              takes_next ? 1 : 0};
  }
  return both;
}

int EigenstateKnowledge::evaluate(const State& state) const {
  return weigh(terms(), counts(state), state.to_move());
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

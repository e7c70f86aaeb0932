// What can be taken in a position of Eigenstate, each capture played on a copy of it: the ground on
// which its reasons stand (eigenstate_reasons.cc).
#pragma once

#include <bit>
#include <vector>

#include "games/eigenstate/eigenstate.h"

namespace registry::eigenstate {

using games::eigenstate::State;

inline int pegs_of(const State& state, int cell) { return std::popcount(state.pegs(cell)); }

// A capture of an enemy piece.
struct Take {
  int from = 0;
  int to = 0;
  int pegs = 0;   // of the piece that takes
  int taken = 0;  // pegs of the piece that is taken
  bool wins = false;
  std::vector<int> back;  // the cells of the pieces that could take back
};

// The captures of a player about to move, those by the pieces with the fewest pegs first; none
// where it is the other's turn.
std::vector<Take> takes(const State& state, int player);

// A piece that the player, whose turn it is, can fill within the turn, which wins; -1 for none.
int filling(const State& state, int player);

// Can the player to move attack all of these enemy pieces at once with one piece, by a move and the
// pegs of a turn, and so that it is not taken first?
bool can_attack(const State& state, const std::vector<int>& cells);

// As if the player to move let the turn go by. Where the other can do nothing it is the same
// player's turn again.
// REQUIRES: at the start of a turn, not over.
State turned(const State& state);

}  // namespace registry::eigenstate

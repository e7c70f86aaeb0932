// Eigenstate's `classic` player: the report's advanced computer, one ply deep. The rules page
// defines it (EIG-C1 to EIG-C12); the names here are its names.
#pragma once

#include <array>
#include <vector>

#include "games/eigenstate/eigenstate.h"

namespace eval::eigenstate_classic {

using games::Action;
using games::eigenstate::State;

// B of every cell, for the player to move.
using Weights = std::array<int, games::eigenstate::kCells>;
Weights balanced_weights(const State& state);

// All moves with the highest score. REQUIRES: a move is next.
std::vector<Action> best_moves(const State& state);

// All pegs that the player could choose, grouped by piece: pieces tie first, then their holes.
// REQUIRES: a peg is next.
std::vector<std::vector<Action>> best_pegs(const State& state);

// The player's next action, ties broken uniformly. REQUIRES: the game is not over.
Action choose(const State& state, core::Rng& rng);

}  // namespace eval::eigenstate_classic

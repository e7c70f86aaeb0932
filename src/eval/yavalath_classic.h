// Yavalath's `classic` player for two and three: looks at each placement's result and no further.
// docs/players.md defines its scoring; the names here are its names.
#pragma once

#include <vector>

#include "games/yavalath/yavalath.h"

namespace eval::yavalath_classic {

using games::Action;
using games::yavalath::Board;
using games::yavalath::State;

// Triangles of one player's stones: corners two or three steps apart, the cells between them empty.
// (Corners that touch are no strength: every cell beside them makes a three.)
int triangles(const Board& stones, const Board& empty);

// All actions with the highest score. REQUIRES: the game is not over.
std::vector<Action> best_actions(const State& state);

// The player's next action, ties broken uniformly. REQUIRES: the game is not over.
Action choose(const State& state, core::Rng& rng);

}  // namespace eval::yavalath_classic

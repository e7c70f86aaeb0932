// The `classic` player of Epaminondas and Crossings: looks at each move's result, and at what the
// opponent could take or cross with there. docs/players.md defines its scoring.
#pragma once

#include <vector>

#include "games/epaminondas/epaminondas.h"

namespace eval::epaminondas_classic {

using games::Action;
using games::epaminondas::State;

// All actions with the highest score. REQUIRES: the game is not over.
std::vector<Action> best_actions(const State& state);

// The player's next action, ties broken uniformly. REQUIRES: the game is not over.
Action choose(const State& state, core::Rng& rng);

}  // namespace eval::epaminondas_classic

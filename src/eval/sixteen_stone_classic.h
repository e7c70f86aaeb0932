// Sixteen Stone's `classic` player: takes a turn action by action and looks at each one's result.
// docs/players.md defines its scoring; the names here are its names.
#pragma once

#include <vector>

#include "games/sixteen_stone/sixteen_stone.h"

namespace eval::sixteen_stone_classic {

using games::Action;
using games::sixteen_stone::Board;
using games::sixteen_stone::State;

// The player's stones that the opponent could surround with one move.
Board surroundable(const State& state, int player);

// The player's stones on an edge with two enemy stones in line against them.
Board pushable_off(const State& state, int player);

// All actions with the highest score. REQUIRES: the game is not over.
std::vector<Action> best_actions(const State& state);

// The player's next action, ties broken uniformly. REQUIRES: the game is not over.
Action choose(const State& state, core::Rng& rng);

}  // namespace eval::sixteen_stone_classic

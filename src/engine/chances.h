// What a search value means: how often such positions are won between equal players.
#pragma once

#include <array>
#include <string_view>

#include "search/value.h"

namespace engine {

// The chance of the player to move, from 0 to 1. Calibrated on games of the program against itself;
// docs/benchmarks.md has the table. For people only: no decision depends on it.
double chance_to_win(std::string_view game, search::Value value);

// The same for each of two players.
std::array<double, 3> chances_of_two(std::string_view game, search::Value value, int mover);

}  // namespace engine

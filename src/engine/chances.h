// What a search value means: how often such positions are won between equal players.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "search/value.h"

namespace engine {

// What values mean in one game, by `tabuleiro_tune calibrate`; docs/benchmarks.md says how well it
// holds. For people only: no decision depends on it.
struct Calibration {
  // How often the side with this value wins; straight lines between, nothing more behind the last.
  struct Knot {
    double value;
    double chance;
  };

  double optimism;          // how much too well search thinks of the player to move
  std::vector<Knot> knots;  // for the side ahead, from {0, 0.5} up

  // The chance of the player to move, from 0 to 1.
  double chance_to_win(search::Value value) const;
};

// By the calibration in force.
double chance_to_win(std::string_view game, search::Value value);

// The same for each of two players.
std::array<double, 3> chances_of_two(std::string_view game, search::Value value, int mover);

}  // namespace engine

// What search values mean in a game: how often such positions are won between equal players.
#pragma once

#include <vector>

#include "search/value.h"

namespace registry {

// As `tabuleiro_tune calibrate` measured it; docs/benchmarks.md says how well it holds. For people
// only: no decision depends on it.
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

}  // namespace registry

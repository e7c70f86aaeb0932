// The counts behind an evaluation's terms, as inputs of a net.
#pragma once

#include "eval/net.h"
#include "eval/terms.h"

namespace eval {

// Those of the player to move, then those of the other.
template <std::size_t N>
void add_term_counts(const std::array<std::array<int, N>, 2>& counts, int mover,
                     NetInputs& inputs) {
  for (const int player : {mover, 1 - mover}) {
    for (const int count : counts[static_cast<std::size_t>(player)]) {
      inputs.counts.push_back(static_cast<std::int16_t>(count));
    }
  }
}

}  // namespace eval

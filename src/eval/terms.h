// Evaluations as sums of terms: what is counted for each player, times a weight.
//
// A position worth 100 for the player to move (one logit) is won 73 times in 100 between equal
// players; a weight is in sixteenths of that unit, so that what is counted by the dozen can weigh
// little. Weights come from games the program played against itself
// (docs/benchmarks.md tells how); the same terms are what `analyse --time 0` prints.
#pragma once

#include <array>

#include "text/text.h"

namespace eval {

inline constexpr int kWeightUnit = 16;

struct Term {
  text::Message name;
  int weight;
};

template <int N>
using Terms = std::array<Term, static_cast<std::size_t>(N)>;

template <int N>
using Counts = std::array<int, static_cast<std::size_t>(N)>;

// Both players' counts.
template <int N>
using CountsOfBoth = std::array<Counts<N>, 2>;

template <std::size_t N>
int weigh(const std::array<Term, N>& terms, const std::array<std::array<int, N>, 2>& counts,
          int mover) {
  const auto own = static_cast<std::size_t>(mover);
  int value = 0;
  for (std::size_t i = 0; i < N; ++i) {
    value += terms[i].weight * (counts[own][i] - counts[1 - own][i]);
  }
  return value / kWeightUnit;
}

}  // namespace eval

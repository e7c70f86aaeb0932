// What a score says about strength.
#pragma once

#include <vector>

namespace arena {

// A share of the points with its 95 % interval. Rounds, not games, are the samples: two games of
// one opening are not independent.
struct Score {
  double mean = 0;
  double low = 0;
  double high = 0;
};

Score score_of(const std::vector<double>& rounds);

// The difference in Elo that a share of the points stands for; ±infinity at 1 and 0.
double elo_of(double share);

}  // namespace arena

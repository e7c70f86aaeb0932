#include "arena/rating.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace arena {

Score score_of(const std::vector<double>& rounds) {
  if (rounds.empty()) return {0, 0, 1};
  const auto n = static_cast<double>(rounds.size());
  double sum = 0, squares = 0;
  for (const double score : rounds) {
    sum += score;
    squares += score * score;
  }
  const double mean = sum / n;
  const double spread = std::max(0.0, squares / n - mean * mean);
  // Where all rounds were alike the spread says nothing: one more round of the other kind is what
  // could not be ruled out ("rule of three" for 95 %).
  const double half = spread > 0 ? 1.96 * std::sqrt(spread / n) : std::min(1.0, 3 / n);
  return {mean, std::max(0.0, mean - half), std::min(1.0, mean + half)};
}

double elo_of(double share) {
  if (share <= 0) return -std::numeric_limits<double>::infinity();
  if (share >= 1) return std::numeric_limits<double>::infinity();
  return -400 * std::log10(1 / share - 1);
}

}  // namespace arena

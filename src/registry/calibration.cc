#include "registry/calibration.h"

#include <cmath>

namespace registry {

namespace {

double interpolated(const std::vector<Calibration::Knot>& knots, double value) {
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const auto &low = knots[i - 1], &high = knots[i];
    if (value >= high.value) continue;
    return low.chance + (high.chance - low.chance) * (value - low.value) / (high.value - low.value);
  }
  return knots.back().chance;
}

}  // namespace

double Calibration::chance_to_win(search::Value value) const {
  if (search::is_proven(value)) return search::is_win(value) ? 1 : 0;
  const double lead = value - optimism;
  const double chance = interpolated(knots, std::abs(lead));
  return lead < 0 ? 1 - chance : chance;
}

}  // namespace registry

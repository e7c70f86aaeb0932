#include "engine/chances.h"

#include "registry/registry.h"

namespace engine {

double chance_to_win(std::string_view game, search::Value value, ValueSource source) {
  const auto& entry = registry::entry_of(game);
  const auto& calibration = source == ValueSource::kNet ? entry.net_calibration : entry.calibration;
  return calibration.chance_to_win(value);
}

std::array<double, 3> chances_of_two(std::string_view game, search::Value value, int mover,
                                     ValueSource source) {
  const double chance = chance_to_win(game, value, source);
  return mover == 0 ? std::array<double, 3>{chance, 1 - chance, 0}
                    : std::array<double, 3>{1 - chance, chance, 0};
}

}  // namespace engine

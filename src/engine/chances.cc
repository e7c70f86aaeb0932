#include "engine/chances.h"

#include <cmath>

namespace engine {

namespace {

// Logits a hundred points of value, by `tabuleiro_tune calibrate`.
double scale_of(std::string_view) { return 1.0; }

}  // namespace

double chance_to_win(std::string_view game, search::Value value) {
  if (search::is_proven(value)) return search::is_win(value) ? 1 : 0;
  return 1 / (1 + std::exp(-scale_of(game) * value / 100));
}

std::array<double, 3> chances_of_two(std::string_view game, search::Value value, int mover) {
  const double chance = chance_to_win(game, value);
  return mover == 0 ? std::array<double, 3>{chance, 1 - chance, 0}
                    : std::array<double, 3>{1 - chance, chance, 0};
}

}  // namespace engine

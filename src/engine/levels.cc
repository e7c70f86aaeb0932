#include "engine/levels.h"

#include <array>
#include <cassert>

namespace engine {

namespace {

// Nodes a turn and blur of each level, weakest first.
struct Rung {
  std::uint64_t nodes;
  int blur;
};
using Ladder = std::array<Rung, kTopLevel - 1>;

constexpr Ladder kEigenstate{{{300, 600},
                              {300, 450},
                              {400, 350},
                              {500, 250},
                              {1000, 180},
                              {2000, 120},
                              {5000, 60},
                              {15000, 0},
                              {40000, 0}}};

}  // namespace

std::uint64_t foresight_of(int level) {
  constexpr std::array<std::uint64_t, kFirstClearLevel - 1> kNodes = {0, 1, 2, 3, 5, 8, 16};
  return level >= kFirstClearLevel ? ~std::uint64_t{0}
                                   : kNodes[static_cast<std::size_t>(level - 1)];
}

Level level_of(std::string_view game, int players, int level) {
  (void)game;
  (void)players;
  assert(level >= 1 && level < kTopLevel);
  const Rung rung = kEigenstate[static_cast<std::size_t>(level - 1)];
  return {rung.nodes, rung.blur, foresight_of(level)};
}

}  // namespace engine

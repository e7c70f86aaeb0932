// What makes a level: how long it thinks and how well it judges. docs/players.md has the measured
// ladder.
#pragma once

#include <cstdint>
#include <string_view>

#include "registry/ladder.h"

namespace engine {

inline constexpr int kTopLevel = registry::kRungs + 1;

struct Level {
  std::uint64_t nodes = 0;         // for a whole turn
  int noise = 0;                   // see search::EvalNoise
  std::uint64_t threat_nodes = 0;  // nodes for each look for a forced win
};

// Levels from this one on judge as well as they can: no won game is thrown away by chance.
inline constexpr int kFirstClearLevel = 8;

// How far a level looks for forced wins, in every game that has such a look.
std::uint64_t threat_nodes_of(int level);

// REQUIRES: 1 <= level < kTopLevel; the top level has no limits of its own.
Level level_of(std::string_view game, int players, int level);

}  // namespace engine

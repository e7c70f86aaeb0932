// What makes a level: how long it thinks and how well it judges. docs/players.md has the measured
// ladder.
#pragma once

#include <cstdint>
#include <string_view>

namespace engine {

inline constexpr int kTopLevel = 10;

struct Level {
  std::uint64_t nodes;  // for a whole turn
  int blur;             // see search::Blur
};

// REQUIRES: 1 <= level < kTopLevel; the top level has no limits of its own.
Level level_of(std::string_view game, int level);

}  // namespace engine

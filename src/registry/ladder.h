// What makes the levels of a game: how long each thinks and how well it judges.
#pragma once

#include <array>
#include <cstdint>

namespace registry {

// Levels below the top one, which has no limits of its own.
inline constexpr int kRungs = 9;

// A level: nodes for a whole turn and how inaccurate its evaluation is (search::EvalNoise).
struct Rung {
  std::uint64_t nodes;
  int noise;
};

// Weakest first, as tabuleiro_ladder found them.
using Ladder = std::array<Rung, kRungs>;

// For three players, whatever the game: a node is a playout, and its chance is inaccuracy enough.
inline constexpr Ladder kThreePlayers{
    {{15, 0}, {30, 0}, {60, 0}, {120, 0}, {250, 0}, {500, 0}, {1000, 0}, {2500, 0}, {6000, 0}}};

}  // namespace registry

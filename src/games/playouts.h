// Many random playouts of any game: the benchmark, and a signature of the rules.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "games/position.h"

namespace games {

struct PlayoutTotals {
  std::uint64_t playouts = 0;
  std::uint64_t actions = 0;
  std::array<std::uint64_t, 3> wins{};
};

// Adds `count` playouts from a position. Inlined per game: as fast as the game's own loop.
void play_out_many(const Position& position, core::Rng& rng, int count, PlayoutTotals& totals);

// Sixteen hexadecimal digits that depend on every action of 200 fixed playouts. The same on every
// build and machine; bench/signature.txt holds the ones in force.
std::string playout_signature(const Position& position);

}  // namespace games

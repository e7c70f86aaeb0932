// Many random playouts at once, several games in a register where a game can be played so.
//
// Actions are uniformly random legal ones, as games::play_out plays them, from other random
// numbers: averages agree, single games do not. The same position, count and seed give the same
// on every processor. Nothing is shared: threads may play at the same time.
#pragma once

#include <cstdint>
#include <vector>

#include "games/playouts.h"
#include "wide/instructions.h"

namespace wide {

// Are games from this position played several at a time? Yavalath but for size 6, and Sixteen Stone
// on 5×5.
bool is_wide(const games::Position& position);

// Adds `count` playouts from a position; one after the other where it is not wide.
void play_out_many(const games::Position& position, std::uint64_t count, std::uint64_t seed,
                   games::PlayoutTotals& totals);

// With instructions of one's choice. REQUIRES: they are among instructions_here().
void play_out_many(const games::Position& position, std::uint64_t count, std::uint64_t seed,
                   Instructions instructions, games::PlayoutTotals& totals);

struct RecordedPlayout {
  std::vector<games::Action> actions;
  int winner = -1;  // -1: drawn
  friend bool operator==(const RecordedPlayout&, const RecordedPlayout&) = default;
};

// The same games with all their actions, in an order that is the same everywhere, too.
std::vector<RecordedPlayout> record_playouts(const games::Position& position, std::uint64_t count,
                                             std::uint64_t seed, Instructions instructions);

}  // namespace wide

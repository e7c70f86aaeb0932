// Positions that requests name: a game, its options, where it starts, what was played and drafted.
#pragma once

#include "server/json.h"
#include "server/view_json.h"

namespace server {

// A game and options in force; the fields `game` and `options`.
Answer<games::Position> read_start(Fields& fields);

// The fields `game`, `options`, `position`, `turns`, `draft`.
Answer<Draft> read_draft(Fields& fields);

// Plays turns from the network one after the other.
Answer<games::History> play(games::History history, const std::vector<std::string>& turns);

inline constexpr std::size_t kMaxTurns = 4000, kMaxTurnBytes = 400, kMaxPositionBytes = 2000;

}  // namespace server

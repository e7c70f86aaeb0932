// Positions that requests name: a game, its options, where it starts, what was played and drafted.
#pragma once

#include "api/json.h"
#include "api/view_json.h"

namespace api {

// A game and options in force; the fields `game` and `options`.
Expected<games::Position> read_start(Fields& fields);

// The fields `game`, `options`, `position`, `turns`, `draft`.
Expected<Draft> read_draft(Fields& fields);

// Plays turns from the network one after the other.
Expected<games::History> play(games::History history, const std::vector<std::string>& turns);

inline constexpr std::size_t kMaxTurns = 4000, kMaxTurnBytes = 400, kMaxPositionBytes = 2000;

}  // namespace api

// A finished game as the store keeps it for everybody.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/position.h"
#include "tables/table.h"
#include "tables/table_format.h"

namespace tables {

// So many turns of each game are in the explorer.
inline constexpr int kExploredTurns = 30;

// REQUIRES: table.over().
store::Shown shown_of(const Table& table, const TableFormat& format);

// What a position is called in the explorer, the same for all that are symmetric to it.
std::int64_t explorer_key(const games::Position& position);

// A name as it is searched for: neither capitals nor accents matter.
std::string searched_name(std::string_view name);

// Why a game ended as a word to search for: "resigned", "four_in_line".
std::string why_word(text::Message reason);

}  // namespace tables

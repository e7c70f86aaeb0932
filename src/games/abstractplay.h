// Games of AbstractPlay: its game records (JSON) and bare lists of moves, for Yavalath and
// Epaminondas, whose cells and moves are named there as here. docs/review.md says what is kept.
#pragma once

#include <string>
#include <string_view>

#include "games/record.h"

namespace games {

// Is this a game record of AbstractPlay: a JSON object with a header and moves?
bool is_abstractplay(std::string_view text);

// Reads a game record, or a list of moves: JSON (rounds, or one list) or words with or without
// numbers. `game` is for lists, which do not name theirs; "" takes it from the record. `options`
// are those that neither tells, such as swap=off.
Parsed<Record> parse_abstractplay(std::string_view text, std::string_view game = "",
                                  const OptionMap& options = {});

// A game record of a finished game. `now` is the time of writing, "2026-11-15T10:00:00Z"; it also
// stands for a date of play that the record does not know.
Parsed<std::string> to_abstractplay(const Record& record, const std::string& now);

}  // namespace games

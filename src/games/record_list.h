// Files with many games: where each of them begins and ends, and reading one of them.
//
// PGN-like texts follow one another: a tag at the beginning of a line behind turns begins the next
// game. JSON is an array of games, or one object after the other. Finding the games checks nothing,
// so that a file can be large and one game of it be read without the others.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "games/record_format.h"

namespace games {

// Larger files are refused; each game has its own bound (kMaxRecordBytes).
inline constexpr std::size_t kMaxRecordsBytes = std::size_t{256} << 20;

// One game of a file.
struct RecordText {
  std::string_view text;  // lives as long as the content of the file
  RecordFormat format = RecordFormat::kPgn;
  std::size_t line = 1;    // of the file, where it begins
  std::size_t number = 1;  // counts from 1
  std::size_t of = 1;      // so many games are in the file
};

// The games in their order, at least one. The format is seen from the content unless it is given.
Parsed<std::vector<RecordText>> split_records(std::string_view content,
                                              std::optional<RecordFormat> format = {});

// Game `number` of them. An error tells how many there are.
Parsed<RecordText> choose_record(const std::vector<RecordText>& games, std::size_t number);

// Reads and checks one game. Where there are several, an error names the game and its line.
Parsed<Record> parse_record(const RecordText& game);
text::Error in_game(const text::Error& error, const RecordText& game);

}  // namespace games

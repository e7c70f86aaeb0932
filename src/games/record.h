// A game written down: who played what, with clocks, comments, evaluations and variations.
//
// Two spellings of the same thing: PGN-like text for people and rating tools, JSON for programs.
// Reading checks every turn against the rules; a Record that was read holds only legal turns in
// their printed spelling, and a result that does not contradict them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/history.h"

namespace games {

struct RecordTurn {
  std::string text;  // the actions joined by commas
  std::string comment;
  std::optional<std::int64_t> clock_ms;  // left on the mover's clock after the turn
  std::vector<double> win;               // win probability after the turn, one for each player
  std::vector<int> glyphs;               // numeric annotation glyphs: 2 is ?, 4 is ??, 6 is ?!
  std::vector<std::vector<RecordTurn>> variations;  // each instead of this turn and what follows

  friend bool operator==(const RecordTurn&, const RecordTurn&) = default;
};

struct Record {
  std::string game;
  OptionMap options;
  std::string position;                     // where the game started; "" is the game's start
  std::vector<std::string> players;         // names, one for each player; may be shorter
  std::map<std::string, std::string> tags;  // Event, Site, Date, Round and whatever else was there
  std::string comment;                      // before the first turn
  std::vector<RecordTurn> turns;
  std::string result = "none";  // none, p1win, p2win, p3win, draw
  std::string reason;           // why: words of the rules, or of people (resigned, time)

  friend bool operator==(const Record&, const Record&) = default;
};

// Larger texts are refused, so that a stranger's file cannot take all memory.
inline constexpr std::size_t kMaxRecordBytes = std::size_t{16} << 20;
// A clock shows at most this (a year), in either spelling.
inline constexpr std::int64_t kMaxClockMs = std::int64_t{366} * 24 * 3'600'000;
// More variations are refused: each costs a copy of the history up to its turn.
inline constexpr int kMaxVariations = 10'000;
// Deeper nests of variations are refused, so that reading cannot run out of stack.
inline constexpr int kMaxVariationDepth = 32;

// Plays the main line and returns its history. The same for a record from anywhere: an illegal
// turn gives an error with its number.
Parsed<History> replay(const Record& record);

// Checks the whole record, variations included, and tidies it so that both spellings keep it as it
// is: turns and position in their printed spelling, values of tags and names on one line, comments
// without blanks around them, probabilities with four decimals, no empty variations.
Parsed<Record> checked(Record record);

// A record of what was played: turns, result and reason (in English) of a history.
Record make_record(const History& history);
// The same where the texts of its turns are there already.
Record make_record(const History& history, const std::vector<std::string>& turns);

// The text begins in this line of its file.
Parsed<Record> parse_pgn(std::string_view text, std::size_t first_line = 1);
std::string to_pgn(const Record& record);

Parsed<Record> parse_record_json(std::string_view text);
std::string to_json(const Record& record);

}  // namespace games

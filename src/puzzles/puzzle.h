// Puzzles: positions in which one first action wins and no other does, and sets of them as text.
//
// A set is a text of lines, each a JSON object: the first says where the puzzles come from, each
// other one is a puzzle (docs/puzzles.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/position.h"

namespace puzzles {

struct Puzzle {
  std::string position;           // at the start of a turn
  std::vector<std::string> line;  // turns; the first action of the first one is the answer
  int grade = 0;                  // from 1, easy, to kTopGrade; 0: not graded
  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

// One more than the levels that may fail.
inline constexpr int kTopGrade = 10;

struct PuzzleSet {
  const games::GameInfo* game = nullptr;
  games::OptionMap options;
  std::uint64_t seed = 1;
  std::string records;  // a mark of the records whose games were looked through; "": own games
  bool proofs = false;  // own games in which one player knew proofs
  int games = 0;        // so many have been looked through
  std::vector<Puzzle> puzzles;
};

std::string to_text(const PuzzleSet& set);
// An error names the line. Positions and turns are not looked at: that is check()'s work.
games::Parsed<PuzzleSet> parse_set(std::string_view text);

// The position of a puzzle, and the actions of its line.
games::Parsed<games::Position> position_of(const PuzzleSet& set, const Puzzle& puzzle);
games::Parsed<std::vector<games::Action>> actions_of(const games::Position& position,
                                                     const Puzzle& puzzle);

// The set that comes with the program; nullptr where a game has none.
const PuzzleSet* built_in_set(std::string_view game);

}  // namespace puzzles

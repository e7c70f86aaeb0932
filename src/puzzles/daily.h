// Puzzles by their ids, and the puzzle of a day.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "puzzles/puzzle.h"

namespace puzzles {

// One of those that come with the program.
struct Shipped {
  const PuzzleSet* set;
  std::size_t index;

  const Puzzle& puzzle() const { return set->puzzles[index]; }
  std::string id() const;  // "yavalath-17"
};

std::optional<Shipped> find_puzzle(std::string_view id);

// The puzzle of a day, counted from 1970 in UTC: the games take turns, and each goes through its
// whole set before a puzzle comes again. Nothing where no game has puzzles.
std::optional<Shipped> puzzle_of_day(std::int64_t day);

// "2026-11-18"
std::string date_text(std::int64_t day);

}  // namespace puzzles

// Confirms the puzzles of a set, each by itself, and that none comes twice.
#pragma once

#include <optional>

#include "puzzles/judge.h"
#include "puzzles/puzzle.h"

namespace puzzles {

// Nothing where it is a puzzle; else why not. One that is not graded is none.
std::optional<text::Error> check(const PuzzleSet& set, const Puzzle& puzzle, Judge& judge);

// The number (from 0) of an earlier puzzle that is the same up to symmetry, for each one; -1: none.
// What cannot be read is nobody's image.
std::vector<int> earlier_images(const PuzzleSet& set);

}  // namespace puzzles

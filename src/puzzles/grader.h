// How hard a puzzle is: which levels play its answer.
//
// A level solves a puzzle if it plays the answer with most of some seeds. Levels think by nodes, so
// the same puzzle has the same grade on every machine.
#pragma once

#include "puzzles/puzzle.h"

namespace puzzles {

// One more than the levels below the top one that do not solve it.
// REQUIRES: the puzzle can be read, its line is legal.
int grade_of(const PuzzleSet& set, const Puzzle& puzzle);

}  // namespace puzzles

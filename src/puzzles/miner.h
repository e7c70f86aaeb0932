// Finds puzzles in games: in those that the program plays against itself, in such whose winner
// knows proofs, or in records.
//
// Games are numbered, and what a game gives depends on the settings and its number alone; they are
// taken in their order. So the same settings find the same puzzles on any number of threads, and
// whoever stopped goes on from the game that comes next.
#pragma once

#include <atomic>
#include <functional>
#include <set>

#include "engine/proof_book.h"
#include "games/history.h"
#include "puzzles/judge.h"
#include "puzzles/puzzle.h"

namespace puzzles {

struct MinerSettings {
  int count = 200;
  int of_grade = 0;      // at most so many of each grade; 0: as they come
  bool patient = false;  // looks longer, for harder ones
  int threads = 1;
  int games = 20'000;                       // to look through at most
  std::vector<games::History> records;      // instead of own games, where the set is of records
  const engine::ProofBook* book = nullptr;  // where the set is of proofs
};

// After every game, in the order of their numbers.
using OnGame = std::function<void(const PuzzleSet& set)>;

// Adds puzzles to the set until it has as many as wanted, there are no more games, or `stop`
// becomes true.
void mine(PuzzleSet& set, const MinerSettings& settings, const std::atomic<bool>& stop,
          const OnGame& on_game = {});

// A game of the program against itself: random turns, then two levels by chance, which make
// mistakes.
games::History own_game(const PuzzleSet& set, int number);

// A game that goes where the book knows the winner, who plays by it against a level by chance.
games::History proven_game(const PuzzleSet& set, int number, const engine::ProofBook& book);
// Does the book know who wins after some first turn of the set's games?
bool knows_beginnings(const PuzzleSet& set, const engine::ProofBook& book);

// The puzzles of one game, in its order. Fewer where it was stopped.
std::vector<Puzzle> puzzles_of(const games::History& game, Judge& judge,
                               const std::function<bool()>& stopped);

}  // namespace puzzles

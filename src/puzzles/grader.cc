#include "puzzles/grader.h"

#include "engine/player.h"
#include "games/history.h"

namespace puzzles {

namespace {

constexpr int kTries = 5, kEnough = 4;
constexpr std::size_t kMegabytes = 4;

bool plays(const games::Position& position, games::Action answer, int level, int seed) {
  engine::Player player({.level = level}, static_cast<std::uint64_t>(seed), kMegabytes);
  return player.think(games::History(position), {})[0] == answer;
}

bool solves(const games::Position& position, games::Action answer, int level) {
  // Without noise every seed plays the same.
  if (level >= engine::kFirstClearLevel) return plays(position, answer, level, 1);
  int right = 0;
  for (int seed = 1; seed <= kTries; ++seed) right += plays(position, answer, level, seed);
  return right >= kEnough;
}

}  // namespace

int grade_of(const PuzzleSet& set, const Puzzle& puzzle) {
  const auto position = *position_of(set, puzzle);
  const auto answer = (*actions_of(position, puzzle))[0];
  static_assert(kTopGrade == engine::kTopLevel);
  int grade = 1;
  for (int level = 1; level < engine::kTopLevel; ++level) {
    grade += !solves(position, answer, level);
  }
  return grade;
}

}  // namespace puzzles

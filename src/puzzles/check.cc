#include "puzzles/check.h"

#include <map>

#include "games/history.h"
#include "games/symmetry.h"

namespace puzzles {

using text::Error;
using text::Message;

std::optional<Error> check(const PuzzleSet& set, const Puzzle& puzzle, Judge& judge) {
  const auto position = position_of(set, puzzle);
  if (!position) return position.error();
  if (position->outcome().over()) return Error(Message::kPuzzleOver);
  if (!position->at_turn_start()) return Error(Message::kPuzzleInTurn);
  const auto actions = actions_of(*position, puzzle);
  if (!actions) return actions.error();
  games::Position after = *position;
  for (const auto action : *actions) after.apply(action);
  if (actions->empty() || (!after.at_turn_start() && !after.outcome().over())) {
    return Error(Message::kPuzzleShortLine);
  }
  if (puzzle.grade < 1 || puzzle.grade > kTopGrade) {
    return Error(Message::kPuzzleGrade, {std::to_string(kTopGrade)});
  }
  return judge.confirm(*position, (*actions)[0]);
}

std::vector<int> earlier_images(const PuzzleSet& set) {
  std::vector<int> images;
  std::map<std::uint64_t, int> seen;
  for (const Puzzle& puzzle : set.puzzles) {
    const auto position = position_of(set, puzzle);
    const int number = static_cast<int>(images.size());
    if (!position) {
      images.push_back(-1);
      continue;
    }
    const auto first = seen.emplace(games::symmetric_key(*position), number).first->second;
    images.push_back(first == number ? -1 : first);
  }
  return images;
}

}  // namespace puzzles

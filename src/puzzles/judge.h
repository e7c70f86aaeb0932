// What makes a position a puzzle: one first action wins, every other one does not.
//
// Where nothing can come up again a search for proofs decides both, so the criterion is exact:
// the answer is proven to win and every other first action is proven not to. In the other games a
// search with kJudgeNodes gives the answer a good chance to win and every other first action one
// that is lower by kFall. A position is judged by itself, without what was played before it.
#pragma once

#include <memory>
#include <optional>

#include "engine/engine.h"
#include "games/position.h"

namespace puzzles {

inline constexpr std::uint64_t kJudgeNodes = 200'000;
inline constexpr double kFall = 0.30;
inline constexpr double kWinningChance = 0.75;
// For the proof about each single action.
inline constexpr std::uint64_t kProofNodes = 3'000;

// Is the criterion exact in this game?
bool is_exact(const games::Position& position);

// One thread at a time. What it says depends on the position alone.
class Judge {
 public:
  // A patient one does not turn away from what the shortest look misses: the hard puzzles.
  explicit Judge(bool patient = false);

  // A cheap look: the first action that might be the only one to win. REQUIRES: not over, two
  // players.
  std::optional<games::Action> promising(const games::Position& position);
  // Nothing where the action is the answer of a puzzle, else why not. REQUIRES: legal, two players.
  std::optional<text::Error> confirm(const games::Position& position, games::Action answer);
  // What follows the answer, turn by turn, to the end of the game or some turns far.
  // REQUIRES: the answer is confirmed.
  std::vector<std::string> line(const games::Position& position, games::Action answer);

 private:
  std::optional<text::Error> confirm_by_search(const games::Position& position,
                                               games::Action answer);
  void play_turn(games::History& history, int solver);

  bool patient_;
  engine::Engine quick_, thorough_;
};

}  // namespace puzzles

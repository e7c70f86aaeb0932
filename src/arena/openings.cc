#include "arena/openings.h"

#include <cstdlib>

#include "engine/engine.h"

namespace arena {

namespace {

constexpr int kTurns = 4;
// How closely an opening is looked at, and how much better one side may stand after it: the other
// one then still wins two games in five.
constexpr std::uint64_t kNodes = 3'000;
constexpr int kMaxAdvantage = 40;
constexpr std::size_t kHashMegabytes = 1;

games::History random_opening(const games::Position& start, core::Rng& rng) {
  games::History history(start);
  for (int turn = 0; turn < kTurns && !history.outcome().over(); ++turn) {
    do {
      history.apply(history.position().random_action(rng));
    } while (!history.outcome().over() && !history.position().at_turn_start());
  }
  return history;
}

bool is_balanced(const games::History& history) {
  if (history.outcome().over()) return false;
  if (history.position().player_count() > 2) return true;
  engine::Engine engine(kHashMegabytes);
  engine::Budget budget;
  budget.nodes = kNodes;
  int value = 0;
  engine.think(history, budget, [&](const engine::Progress& progress) { value = progress.value; });
  return std::abs(value) <= kMaxAdvantage;
}

}  // namespace

games::History balanced_opening(const games::GameInfo& game, const games::OptionMap& options,
                                std::uint64_t number) {
  const auto start = *games::Position::start(game, options);
  core::Rng rng(number);
  while (true) {
    games::History history = random_opening(start, rng);
    if (is_balanced(history)) return history;
  }
}

}  // namespace arena

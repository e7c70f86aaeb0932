#include "arena/openings.h"

#include <algorithm>
#include <cstdlib>

#include "engine/engine.h"

namespace arena {

namespace {

constexpr int kTurns = 4;
// How closely an opening is looked at, and how much better one side may stand after it: the other
// one then still wins two games in five.
constexpr std::uint64_t kNodes = 3'000;
constexpr int kMaxAdvantage = 40;
// With three players each may expect at least this much, where a third is fair.
constexpr double kLeastShare = 0.25;
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
  engine::Engine engine(kHashMegabytes);
  engine::Budget budget;
  budget.nodes = kNodes;
  engine::Progress last;
  engine.think(history, budget, [&](const engine::Progress& progress) { last = progress; });
  const int players = history.position().player_count();
  if (players == 2) return std::abs(last.value) <= kMaxAdvantage;
  return *std::min_element(last.chances.begin(), last.chances.begin() + players) >= kLeastShare;
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

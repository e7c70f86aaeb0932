#include "engine/bench.h"

#include "engine/engine.h"

namespace engine {

namespace {

constexpr int kPositions = 8;
constexpr std::uint64_t kNodes = 20'000;

// A running position: the first `part` of kPositions parts of a random game.
games::History position_within_a_game(const games::GameInfo& game, int part, core::Rng& rng) {
  games::History whole(*games::Position::start(game));
  while (!whole.outcome().over()) whole.apply(whole.position().random_action(rng));
  games::History history(whole.initial());
  const auto actions = whole.actions().size() * static_cast<std::size_t>(part) / kPositions;
  for (std::size_t i = 0; i < actions; ++i) history.apply(whole.actions()[i]);
  return history;
}

}  // namespace

SearchBench bench_search(const games::GameInfo& game) {
  SearchBench bench;
  core::Rng rng(2026);
  for (int i = 0; i < kPositions; ++i) {
    const auto history = position_within_a_game(game, i, rng);
    Engine engine(4);
    // What is proven would say nothing about the search.
    PlayStyle style;
    style.proofs = false;
    engine.set_play_style(style);
    Budget budget;
    budget.nodes = kNodes;
    std::uint64_t nodes = 0;
    const auto turn = engine.think(history, budget, [&](const Progress& progress) {
      nodes = progress.nodes;
      bench.signature = core::mix(bench.signature ^ progress.nodes ^
                                  static_cast<std::uint64_t>(progress.value + search::kWin));
    });
    bench.nodes += nodes;
    for (const auto action : turn) bench.signature = core::mix(bench.signature ^ action.code);
  }
  return bench;
}

}  // namespace engine

// Engines that remember.
#include "tables/engine_pool.h"

#include <memory>
#include <vector>

#include "support.h"

namespace tests {
namespace {

// A second search of a position goes on from what the first one found.
TEST(EnginePool, DeeperGoesOn) {
  tables::EnginePool engines;
  for (const auto* game : {"epaminondas", "sixteen-stone", "eigenstate"}) {
    const games::History history(start(game));
    const auto key = tables::engines_key("a", history.position());
    const auto best = [&] {
      const auto taken = engines.take(key);
      engine::Budget budget;
      budget.depth = 4;
      return taken.get().best_lines(history, budget, 3)[0];
    };
    const auto first = best(), again = best();
    EXPECT_LT(again.nodes * 2, first.nodes) << game;
    // What was spent before still counts for a line. Of equal ones the other may come first now.
    if (again.line[0] == first.line[0]) {
      EXPECT_GE(again.action_nodes, first.action_nodes) << game;
    }
    RecordProperty(std::string(game) + "_first", static_cast<int>(first.nodes));
    RecordProperty(std::string(game) + "_again", static_cast<int>(again.nodes));
  }
}

TEST(EnginePool, EachIsOnesOwn) {
  tables::EnginePool engines;
  const engine::Engine* a = nullptr;
  {
    const auto one = engines.take("a"), other = engines.take("a"), b = engines.take("b");
    EXPECT_NE(&one.get(), &other.get());
    EXPECT_NE(&one.get(), &b.get());
    a = &one.get();
    EXPECT_EQ(engines.kept(), 0u);
  }
  EXPECT_EQ(engines.kept(), 3u);
  EXPECT_EQ(&engines.take("a").get(), a) << "the one that came back last";
  const games::History history(start("yavalath"));
  EXPECT_NE(tables::engines_key("a", history.position()),
            tables::engines_key("b", history.position()));
  EXPECT_NE(tables::engines_key("a", history.position()),
            tables::engines_key("a", start("yavalath", "size=4")));
}

// However many think at once, and however many games were asked about.
TEST(EnginePool, NeverHasMoreThanItsBudget) {
  constexpr std::size_t kBudget = 100;
  tables::EnginePool engines(kBudget);
  for (int i = 0; i < 50; ++i) {
    engines.take("visitor " + std::to_string(i));
    EXPECT_LE(engines.megabytes(), kBudget);
  }
  EXPECT_GT(engines.kept(), 1u);
  using tables::EnginePool;
  std::vector<std::unique_ptr<EnginePool::Loan>> loans;
  std::vector<std::unique_ptr<EnginePool::Taken>> taken;
  std::size_t first = 0, last = 0;
  for (int i = 0; i < 200; ++i) {
    last = EnginePool::kAnalysisMegabytes;
    if (i % 10 == 0) {
      taken.emplace_back(new EnginePool::Taken(engines.take("another " + std::to_string(i))));
    } else {
      loans.emplace_back(new EnginePool::Loan(engines.lend(8)));
      last = loans.back()->megabytes();
    }
    if (i == 1) first = last;
    EXPECT_LE(engines.megabytes(), kBudget);
  }
  EXPECT_EQ(first, 8u);
  EXPECT_EQ(last, 0u);
  EXPECT_EQ(engines.kept(), 0u) << "those who think go before those who might ask again";
  // One who comes when nothing is left still finds a turn.
  engine::Budget budget;
  budget.depth = 2;
  engine::Engine least(last);
  EXPECT_FALSE(least.think(games::History(start("yavalath")), budget).empty());
  loans.clear();
  taken.clear();
  EXPECT_EQ(engines.lend(8).megabytes(), 8u);
}

// Stopped once is not stopped for ever.
TEST(EnginePool, AreReadyAgainAfterAStop) {
  tables::EnginePool engines;
  engines.take("a").get().stop();
  engine::Budget budget;
  budget.depth = 2;
  EXPECT_EQ(
      engines.take("a").get().best_lines(games::History(start("epaminondas")), budget, 1)[0].depth,
      2);
}

}  // namespace
}  // namespace tests

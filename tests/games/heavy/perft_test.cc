// Leaf counts: known tables, and both implementations against each other.
#include "support.h"

namespace tests {
namespace {

struct Row {
  const char* game;
  const char* options;
  std::vector<std::uint64_t> counts;
};

// Epaminondas standard and crossings to depth 3 are counted by programs of others too; the rest
// by the two implementations here.
const std::vector<Row>& table() {
  static const std::vector<Row> rows = {
      {"eigenstate", "fill=both", {6, 828, 113436, 680616, 93925008}},
      {"eigenstate", "fill=any", {6, 828, 113436, 680616}},
      {"sixteen-stone", "size=5", {25, 600, 13800, 303600, 6375600}},
      {"sixteen-stone", "size=10", {100, 9900, 970200}},
      {"sixteen-stone", "capture=optional", {25, 600, 13800, 303600}},
      {"yavalath", "size=3", {19, 361, 6156, 98838, 1488384, 20386080}},
      {"yavalath", "size=4", {37, 1369, 47952, 1631700, 53892720}},
      {"yavalath", "size=5", {61, 3721, 219600, 12740460}},
      {"yavalath", "size=6", {91, 8281, 737100, 64872990}},
      {"yavalath", "swap=off", {61, 3660, 215940, 12524520}},
      {"yavalath", "players=3", {61, 3660, 215940, 12524520}},
      {"yavalath", "size=3,players=3", {19, 342, 5814, 93024, 1395360, 19535040, 253955520}},
      {"yavalath", "size=3,swap=off", {19, 342, 5814, 93024, 1395360, 18990720, 239991336}},
      {"epaminondas", "rules=standard", {114, 12996, 1787292, 245799684, 36963745230}},
      {"epaminondas", "rules=abbott", {114, 12996, 1787292}},
      {"epaminondas", "rules=crossings", {60, 3600, 269278, 20039500, 1640081848}}};
  return rows;
}

std::uint64_t reference_perft(const games::Reference& state, int depth) {
  if (depth == 0) return 1;
  const auto actions = state.legal_actions();
  if (depth == 1) return actions.size();
  std::uint64_t leaves = 0;
  for (const auto& action : actions) {
    auto next = state.clone();
    next->apply(action);
    leaves += reference_perft(*next, depth - 1);
  }
  return leaves;
}

TEST(Perft, Table) {
  // Quick reaches 1,787,292 in Epaminondas, full 245,799,684, long 36,963,745,230.
  const std::uint64_t most = by_tier<std::uint64_t>(3'000'000, 300'000'000, 40'000'000'000);
  for (const auto& row : table()) {
    const auto position = start(row.game, row.options);
    for (std::size_t i = 0; i < row.counts.size() && row.counts[i] <= most; ++i) {
      EXPECT_EQ(position.perft(static_cast<int>(i) + 1), row.counts[i])
          << row.game << ' ' << row.options << ' ' << i + 1;
    }
  }
}

TEST(Perft, TableByReference) {
  const std::uint64_t most = by_tier<std::uint64_t>(5'000, 300'000, 3'000'000);
  for (const auto& row : table()) {
    const auto position = start(row.game, row.options);
    const auto reference =
        position.game().reference({position.options().begin(), position.options().end()}, "");
    for (std::size_t i = 0; i < row.counts.size() && row.counts[i] <= most; ++i) {
      EXPECT_EQ(reference_perft(*reference, static_cast<int>(i) + 1), row.counts[i])
          << row.game << ' ' << row.options << ' ' << i + 1;
    }
  }
}

// From recorded positions, where captures, eliminations and passes are near.
TEST(Perft, RecordedPositionsByBoth) {
  const int every = by_tier(60, 10, 3);
  for (const auto& game : games::all_games()) {
    int line = 0;
    for (const auto& vector : position_vectors(game.name)) {
      if (line++ % every != 0) continue;
      const auto position =
          at(game.name, vector["position"].get<std::string>(), vector.value("options", ""));
      const auto reference = position.game().reference(
          {position.options().begin(), position.options().end()}, position.to_text());
      EXPECT_EQ(position.perft(2), reference_perft(*reference, 2)) << vector["position"];
    }
  }
}

TEST(Perft, DepthZeroIsOneAndFinishedGamesHaveNone) {
  EXPECT_EQ(start("yavalath").perft(0), 1u);
  const auto won = at("yavalath", "5/6/7/8/wwww5/8/bb1b3/6/5 b -", "swap=off");
  EXPECT_EQ(won.perft(0), 1u);
  EXPECT_EQ(won.perft(1), 0u);
  EXPECT_EQ(won.perft(3), 0u);
}

}  // namespace
}  // namespace tests

// How much of its clock a computer may think on a turn.
#include "tables/thinking.h"

#include "registry_fixture.h"

namespace tests {
namespace {

TEST(TableThinking, AComputerTakesASmallPartOfItsClock) {
  using Kind = tables::ClockSetup::Kind;
  RegistryFixture f;
  f.hold_thinking();
  for (const auto* who : {"level:3", "level:10", "plain"}) {
    for (const std::int64_t initial : {2'000, 10'000, 30'000, 300'000}) {
      const auto live = f.make({who, "me"}, {Kind::kGame, initial, 1'000});
      const auto& table = live->snapshot()->table();
      const auto limit = tables::thinking_limit(table, 0, f.clock.now());
      EXPECT_LE(limit, initial / 25 + 1'000) << who << ' ' << initial;
      EXPECT_GE(limit, 20) << who;
      // Half of it is gone, and the share of a turn with it.
      EXPECT_LE(tables::thinking_limit(table, 0, f.clock.now() + initial / 2),
                initial / 2 / 25 + 1'000)
          << who << ' ' << initial;
      const auto by_turn = f.make({who, "me"}, turn_clock(initial));
      EXPECT_LE(tables::thinking_limit(by_turn->snapshot()->table(), 0, f.clock.now()), initial / 2)
          << who << ' ' << initial;
    }
  }
}

}  // namespace
}  // namespace tests

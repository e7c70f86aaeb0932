// Games set up without help, while their tables come and go.
#include "registry_fixture.h"

namespace tests {
namespace {

games::History after(const std::vector<std::string_view>& turns) {
  return *games::play_turns(games::History(start("yavalath")), turns);
}

// Nobody gets round it by staying away for a while.
TEST(TableExploration, ATableOutOfMemoryIsStillRunning) {
  RegistryFixture f;
  auto live = f.make({"me", "me"}, {}, false);
  const auto id = id_of(live);
  const std::string player = "192.0.2.1", guest = "192.0.2.2";
  ASSERT_TRUE(f.turn(live, "e5", 0));
  f.find(id, guest);
  ASSERT_TRUE(f.turn(live, "c3", 1));
  ASSERT_TRUE(f.turn(live, "g4", 2));
  const std::weak_ptr<tables::LiveTable> weak = live;
  live.reset();
  await_gone(f, weak);
  for (const auto& address : {player, guest}) {
    EXPECT_FALSE(f.registry.may_explore({address}, after({"e5", "c3", "g4"}))) << address;
    EXPECT_FALSE(f.registry.may_explore({address}, after({"e5", "c3", "g4", "c5"}))) << address;
    EXPECT_TRUE(f.registry.may_explore({address}, after({"a1", "c3", "g4"}))) << address;
  }
  EXPECT_TRUE(f.registry.may_explore({"192.0.2.3"}, after({"e5", "c3", "g4"})));
  EXPECT_FALSE(f.registry.may_explore({"192.0.2.3", "", {id}}, after({"e5"})));
  // Once it is back, and over, everything may be asked.
  live = f.find(id);
  ASSERT_NE(live, nullptr);
  EXPECT_FALSE(f.registry.may_explore({player}, after({"e5", "c3", "g4"})));
  EXPECT_FALSE(f.registry.may_explore({player, f.token_hash}, after({"e5"})));
  ASSERT_TRUE(f.run(live, [&](const tables::Table& table, std::int64_t now) {
    return table.resign(table.actor(f.token_hash), now);
  }));
  for (const auto& address : {player, guest}) {
    EXPECT_TRUE(f.registry.may_explore({address, f.token_hash, {id}}, after({"e5", "c3", "g4"})))
        << address;
  }
}

// A game that has not begun keeps nobody from looking at the game.
TEST(TableExploration, TheStartIsNoSecret) {
  RegistryFixture f;
  const auto live = f.make({"me", "me"}, {}, false);
  const tables::Explorer player{"192.0.2.1", f.token_hash, {id_of(live)}};
  EXPECT_TRUE(f.registry.may_explore(player, after({})));
  EXPECT_TRUE(f.registry.may_explore(player, after({"e5", "c3"})));
  ASSERT_TRUE(f.turn(live, "e5", 0));
  EXPECT_TRUE(f.registry.may_explore(player, after({})));
  EXPECT_FALSE(f.registry.may_explore(player, after({"e5", "c3"})));
}

}  // namespace
}  // namespace tests

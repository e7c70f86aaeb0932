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

// The board may be turned and mirrored.
TEST(TableExploration, SymmetricPositionsAreTheSame) {
  RegistryFixture f;
  const auto live = f.make({"me", "me"}, {}, false);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(f.turn(live, std::vector<std::string>{"e5", "c3", "g4"}[i], i));
  }
  // By half a turn of the board.
  EXPECT_FALSE(f.registry.may_explore({"192.0.2.1"}, after({"e5", "g5", "c4"})));
  EXPECT_FALSE(f.registry.may_explore({"192.0.2.1"}, after({"c4", "g5", "e5"})));
  EXPECT_FALSE(f.registry.may_explore({"192.0.2.1"}, after({"e5", "g5", "c4", "a1"})));
  EXPECT_TRUE(f.registry.may_explore({"192.0.2.1"}, after({"e5", "g5", "c3"})));
  EXPECT_TRUE(f.registry.may_explore({"192.0.2.2"}, after({"e5", "g5", "c4"})));
  // What comes next, and a turn that is taken back, is noticed too.
  ASSERT_TRUE(f.turn(live, "a1", 3));
  EXPECT_FALSE(f.registry.may_explore({"192.0.2.1"}, after({"e5", "g5", "c4", "i5"})));
}

// However many other tables somebody opens.
TEST(TableExploration, NoTableOfAnAddressIsForgotten) {
  RegistryFixture f;
  const auto live = f.make({"me", "me"}, {}, false);
  const auto token_hash = f.token_hash;
  for (int i = 0; i < 40; ++i) f.make({"me", "me"}, {}, false);
  f.token_hash = token_hash;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(f.turn(live, std::vector<std::string>{"e5", "c3", "g4"}[i], i));
  }
  EXPECT_FALSE(f.registry.may_explore({"192.0.2.1"}, after({"e5", "c3", "g4"})));
}

// Games of the same eight turns as `live`.
struct Bounded : testing::Test {
  void SetUp() override {
    for (auto* live : {&first, &second, &third}) *live = f.make({"me", "me"}, {}, false);
    const auto token_hash = f.token_hash;  // of the third
    for (std::size_t i = 0; i < turns.size(); ++i) {
      ASSERT_TRUE(f.turn(third, std::string(turns[i]), static_cast<int>(i)));
    }
    f.token_hash = token_hash;
  }
  void see(tables::Exploration& exploration, const std::string& address,
           const tables::LiveTablePtr& live) const {
    exploration.seen(address, live->snapshot()->table());
  }
  bool forbids(tables::Exploration& exploration, const std::string& address,
               std::size_t asked = 8) const {
    const std::vector<std::string_view> begun(turns.begin(), turns.begin() + asked);
    return exploration.forbids({address}, after(begun), [&](const std::string& id) {
      for (const auto& live : {first, second, third}) {
        if (id == id_of(live)) return live->snapshot();
      }
      return std::shared_ptr<const tables::Snapshot>();
    });
  }

  RegistryFixture f;
  tables::LiveTablePtr first, second, third;
  const std::vector<std::string_view> turns = {"e5", "c3", "g4", "a5", "a1", "i1", "i5", "e1"};
};

TEST_F(Bounded, WhoHasSeenMoreThanIsRememberedHasSeenEverything) {
  tables::Exploration exploration({.tables_of_one = 1});
  for (const auto& live : {first, second}) see(exploration, "a", live);
  see(exploration, "b", first);
  see(exploration, "c", third);
  EXPECT_TRUE(forbids(exploration, "a", 3)) << "perhaps he has seen this one, too";
  EXPECT_FALSE(forbids(exploration, "b"));
  EXPECT_TRUE(forbids(exploration, "c", 3));
}

TEST_F(Bounded, WhoIsNotRememberedHasSeenEverything) {
  tables::Exploration exploration({.addresses = 2});
  see(exploration, "a", first);
  see(exploration, "b", third);
  see(exploration, "c", third);
  EXPECT_FALSE(forbids(exploration, "a"));
  EXPECT_TRUE(forbids(exploration, "b", 3));
  EXPECT_TRUE(forbids(exploration, "c"));
  EXPECT_TRUE(forbids(exploration, "d")) << "who knows";
  EXPECT_FALSE(forbids(exploration, "d", 3)) << "many a game begins so";
}

TEST_F(Bounded, AddressesWhoseGamesAreOverMakeRoom) {
  tables::Exploration exploration({.addresses = 1});
  see(exploration, "a", first);
  exploration.forget(id_of(first));
  see(exploration, "b", third);
  EXPECT_TRUE(forbids(exploration, "b", 3));
}

// Nobody knows who has seen a table before the server was started, or before it was forgotten.
TEST_F(Bounded, WhatCameFromNowhereHasBeenSeenByEverybody) {
  tables::Exploration exploration({.boards = 1});
  exploration.came(third->snapshot()->table());
  EXPECT_TRUE(forbids(exploration, "a"));
  EXPECT_FALSE(forbids(exploration, "a", 3));
  see(exploration, "a", third);
  EXPECT_TRUE(forbids(exploration, "a", 3));
  see(exploration, "b", first);
  EXPECT_FALSE(forbids(exploration, "b")) << "there is room for one board only";
  exploration.came(third->snapshot()->table());
  EXPECT_TRUE(forbids(exploration, "b"));
}

}  // namespace
}  // namespace tests

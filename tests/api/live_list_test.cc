// Public games on several servers.
#include "api/live_list.h"

#include <gtest/gtest.h>

#include "bus/local_bus.h"
#include "hand_clock.h"
#include "registry_fixture.h"

namespace tests {
namespace {

using api::Json;

constexpr const char* kSubject = "tabuleiro.all.live";

Json live_game(const std::string& id, int created) {
  return {{"id", id}, {"game", "yavalath"}, {"created", created}, {"players", Json::array()}};
}

struct Nobody : tables::Subscriber {
  void send(tables::SharedText /*message*/) override {}
};

struct LiveLists : testing::Test {
  void told(const std::string& node, const Json& games) {
    stranger->publish(kSubject, Json{{"node", node}, {"games", games}}.dump());
    network.run();
  }
  std::vector<std::string> ids() {
    std::vector<std::string> all;
    for (const auto& game : list.games("")) all.push_back(game["id"]);
    return all;
  }

  // A public table that somebody watches.
  void make(const std::string& game) {
    fixture.clock.pass(1);
    tables::NewTable wish{{games::History(start(game)), {}, "", {}}, {}};
    wish.setup.is_public = true;
    for (int i = 0; i < 2; ++i) wish.seats.push_back({tables::SeatWish::Kind::kMe, "", ""});
    std::promise<tables::LiveTablePtr> made;
    fixture.registry.create(wish, "192.0.2.1", [&](const auto& created) {
      made.set_value(created ? created->live : nullptr);
    });
    const auto live = made.get_future().get();
    ASSERT_NE(live, nullptr);
    live->watch({std::make_shared<Nobody>(), text::Language::kEnglish, {}}, std::nullopt,
                [](const tables::LiveTable::Greeting&) {});
  }

  bus::LocalNetwork network{bus::LocalNetwork::Delivery::kByHand};
  RegistryFixture fixture;
  HandClock clock;
  api::LiveList list{fixture.registry, clock.get()};
  std::unique_ptr<bus::Bus> own = network.join("own"), stranger = network.join("stranger");

  LiveLists() { list.join(*own, "own"); }
  ~LiveLists() override { list.leave(); }
};

using Ids = std::vector<std::string>;

TEST_F(LiveLists, OtherServersGamesAreListedNewestFirst) {
  told("two", Json::array({live_game("a", 5), live_game("b", 9)}));
  told("three", Json::array({live_game("c", 7)}));
  EXPECT_EQ(ids(), (Ids{"b", "c", "a"}));
  EXPECT_EQ(list.games("eigenstate").size(), 0u);
  told("two", Json::array());
  EXPECT_EQ(ids(), Ids{"c"}) << "what a server told last counts";
  clock.pass(10'000);
  EXPECT_EQ(ids(), Ids{}) << "nobody has heard of it for long";
}

TEST_F(LiveLists, ATableThatHasMovedIsListedOnce) {
  told("two", Json::array({live_game("a", 5), live_game("b", 5)}));
  told("three", Json::array({live_game("b", 5)}));
  EXPECT_EQ(ids(), (Ids{"b", "a"}));
}

// However many others are newer, here and for those who hear of it.
TEST_F(LiveLists, AnOldGameIsFoundAmongThoseOfItsKind) {
  make("yavalath");
  for (int i = 0; i < 120; ++i) make("eigenstate");
  EXPECT_EQ(list.games("").size(), 100u);
  EXPECT_EQ(list.games("yavalath").size(), 1u);
  std::map<std::string, int> heard;
  const auto others = stranger->subscribe(kSubject, [&](const bus::Message& message) {
    const Json told = Json::parse(message.bytes);
    for (const auto& game : told["games"]) ++heard[game["game"].get<std::string>()];
  });
  list.tell();
  network.run();
  EXPECT_EQ(heard, (std::map<std::string, int>{{"eigenstate", 100}, {"yavalath", 1}}));
}

TEST_F(LiveLists, ManyGamesOfAnotherServerAreHeardOf) {
  auto games = Json::array();
  for (int i = 0; i < 100; ++i) {
    games.push_back(live_game("new" + std::to_string(i), 100 + i));
    games.back()["game"] = "eigenstate";
  }
  games.push_back(live_game("old", 5));
  told("two", games);
  EXPECT_EQ(list.games("yavalath").size(), 1u);
}

TEST_F(LiveLists, NonsenseOnTheBusIsNothing) {
  for (const auto* bytes : {"", "{", "[]", R"({"node":7,"games":[]})", R"({"node":"x","games":7})",
                            R"({"node":"x","games":[7]})", R"({"node":"x","games":[{"id":"a"}]})",
                            R"({"node":"own","games":[]})"}) {
    stranger->publish(kSubject, bytes);
  }
  network.run();
  EXPECT_EQ(ids(), Ids{});
}

}  // namespace
}  // namespace tests

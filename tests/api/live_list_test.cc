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

// Nobody loses time because the store was slow, away, full, or read after a restart.
#include "server_house.h"

namespace tests {
namespace {

using namespace std::chrono_literals;
using server::Room;

// A table of two people, ten seconds each, on a store that can be held up.
struct Clocked {
  std::shared_ptr<MoodyStore> store = std::make_shared<MoodyStore>();
  HandClock clock;
  Server server{store, quiet(&clock)};
  std::string id, first, second;

  Clocked() {
    const auto made = server.table("yavalath", {"me", "open"}, {{"clock", ten_seconds()}}).json;
    id = made["id"], first = made["token"];
    second = server.act(id, "join", {{"name", "B"}}, made["invites"][0]["token"]).json["token"];
  }
  static nlohmann::json ten_seconds() { return {{"kind", "game"}, {"initial", 10'000}}; }

  // Does something while the store takes 20 seconds over it.
  Got slowly(const std::string& what, const nlohmann::json& body, const std::string& token) {
    std::unique_lock hold(store->committing);
    auto got = server.begin(server.posted("/api/tables/" + id + '/' + what, body, token));
    clock.pass(20'000);
    hold.unlock();
    return got.get();
  }
  std::int64_t left(int player) { return server.show(id)["clocks"][player]["left"]; }
};

TEST(ServerClocks, AFailureThatTookLongIsNotCounted) {
  Clocked t;
  t.clock.pass(9'000);
  t.store->commits_left = 0;
  EXPECT_EQ(t.slowly("turns", {{"turn", "e5"}, {"after", 0}}, t.first).status, 503);
  t.store->commits_left = -1;
  EXPECT_EQ(t.server.turn(t.id, "e5", 0, t.first).status, 200);
  EXPECT_EQ(t.left(0), 1'000);
  EXPECT_EQ(t.left(1), 10'000);
}

TEST(ServerClocks, TheClockOfTheNextStartsWhenHeIsTold) {
  Clocked t;
  const auto box = t.server.connect();
  t.server.say(box, {{"type", "watch"}, {"request", 1}, {"table", t.id}});
  box->next("ok");
  EXPECT_EQ(t.slowly("turns", {{"turn", "e5"}, {"after", 0}}, t.first).status, 200);
  const auto told = box->next("turn");
  EXPECT_EQ(told["at"], t.clock.now());
  EXPECT_EQ(told["clocks"][1]["left"], 10'000);
  EXPECT_EQ(t.left(0), 10'000);
  t.clock.pass(3'000);
  EXPECT_EQ(t.left(1), 7'000);
  EXPECT_EQ(t.server.turn(t.id, "d4", 1, t.second).status, 200);
  EXPECT_EQ(t.left(1), 7'000);
  // What is stored says the same.
  Server again(t.store, quiet(&t.clock));
  EXPECT_EQ(again.show(t.id)["clocks"], t.server.show(t.id)["clocks"]);
}

TEST(ServerClocks, AnOfferThatIsStoredSlowlyCostsNobodyTime) {
  Clocked t;
  const auto box = t.server.connect();
  t.server.say(box, {{"type", "watch"}, {"request", 1}, {"table", t.id}});
  box->next("ok");
  t.clock.pass(4'000);
  EXPECT_EQ(t.slowly("draw", {{"answer", "ask"}}, t.second).status, 200);
  EXPECT_EQ(t.left(0), 6'000);
  EXPECT_EQ(box->next("draw")["player"], 2);
  EXPECT_EQ(box->next("resync")["table"], t.id);
}

TEST(ServerClocks, ATableThatIsMadeSlowlyBeginsWhenItIsThere) {
  Clocked t;
  std::unique_lock hold(t.store->committing);
  const nlohmann::json seats = {{{"who", "me"}}, {{"who", "me"}}};
  auto made = t.server.begin(t.server.posted(
      "/api/tables", {{"game", "yavalath"}, {"seats", seats}, {"clock", Clocked::ten_seconds()}}));
  t.clock.pass(20'000);
  hold.unlock();
  EXPECT_EQ(made.get().json["table"]["clocks"][0]["left"], 10'000);
}

TEST(ServerClocks, AWriterWithoutRoomStopsThem) {
  House house(1);
  const auto timed = house.make({"me", "me"}, turn_clock(10'000));
  const auto hash = house.token_hash;
  const auto first = house.make({"me", "me"}), second = house.make({"me", "me"});
  const auto resign = [](const server::Table& table, std::int64_t now) {
    return table.resign({0}, now);
  };
  std::atomic<int> stored = 0;
  {
    const std::lock_guard hold(house.store->committing);
    first->run(resign, [&](const auto&) { ++stored; });
    await([&] { return !house.writer.problem(); });  // it is being stored
    second->run(resign, [&](const auto&) { ++stored; });
    EXPECT_TRUE(house.writer.problem());
    house.clock.pass(9'000);
    house.token_hash = hash;
    const auto answer = house.turn(timed, "e5", 0);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().status, 503);
    house.clock.pass(20'000);
    std::this_thread::sleep_for(100ms);
  }
  await([&] { return stored == 2; });
  EXPECT_TRUE(house.turn(timed, "e5", 0));
  EXPECT_EQ(timed->snapshot()->table().record().turns.size(), 1u);
  EXPECT_FALSE(timed->snapshot()->table().over());
}

// A table of an hour a turn that has left the memory; how much of the hour was used up.
struct ParkedTable {
  House house;
  std::string id;
  std::int64_t used = 0;

  ParkedTable() {
    std::weak_ptr<Room> room = house.make({"me", "me"}, turn_clock(kHour));
    id = id_of(room.lock());
    const auto begin = house.clock.now();
    house.clock.pass(kHour / 2);
    await_gone(house, room);
    used = house.clock.now() - begin;
  }
  std::int64_t left(const std::shared_ptr<Room>& room) {
    return room->snapshot()->table().left(0, house.clock.now());
  }
};

TEST(ServerClocks, ATableThatCannotBeLoadedLosesNoTime) {
  ParkedTable t;
  t.house.store->loads_fail = true;
  EXPECT_EQ(t.house.find(t.id), nullptr);
  t.house.clock.pass(2 * kHour);
  std::this_thread::sleep_for(100ms);
  t.house.store->loads_fail = false;
  EXPECT_EQ(t.left(t.house.find(t.id)), kHour - t.used);
}

TEST(ServerClocks, ATableThatIsLoadedSlowlyLosesNoTime) {
  ParkedTable t;
  std::promise<std::shared_ptr<Room>> found;
  {
    const std::lock_guard hold(t.house.store->loading);
    t.house.tables.find(t.id, "", [&](const auto& room) { found.set_value(*room); });
    t.house.clock.pass(2 * kHour);
  }
  EXPECT_EQ(t.left(found.get_future().get()), kHour - t.used);
}

TEST(ServerClocks, ADamagedTableIsNotLoadedForEver) {
  ParkedTable t;
  t.house.store->damaged = true;
  const int loads = t.house.store->loads;
  t.house.clock.pass(kHour);
  await([&] { return t.house.store->loads == loads + 1; });
  for (int i = 0; i < 5; ++i) {
    t.house.clock.pass(1'001);
    std::this_thread::sleep_for(40ms);
  }
  EXPECT_EQ(t.house.store->loads, loads + 1);
}

TEST(ServerClocks, AWallClockThatWasSetBackStopsNone) {
  const auto store = std::make_shared<MoodyStore>();
  std::string id;
  {
    HandClock ahead;
    ahead.pass(kHour);
    Server server(store, quiet(&ahead));
    const auto made =
        server.table("yavalath", {"me", "me"}, {{"clock", Clocked::ten_seconds()}}).json;
    id = made["id"];
    ASSERT_EQ(server.turn(id, "e5", 0, made["token"]).status, 200);
  }
  HandClock clock;
  Server server(store, quiet(&clock));
  EXPECT_EQ(server.show(id)["clocks"][1]["left"], 10'000);
  clock.pass(3'000);
  EXPECT_EQ(server.show(id)["clocks"][1]["left"], 7'000);
}

}  // namespace
}  // namespace tests

// Nobody loses time because the store was slow, away, full, or read after a restart.
#include "registry_fixture.h"

namespace tests {
namespace {

using namespace std::chrono_literals;
using tables::LiveTable;

// A table of two people, ten seconds each, on a store that can be held up.
struct Clocked {
  std::shared_ptr<FaultyStore> store = std::make_shared<FaultyStore>();
  HandClock clock;
  Server server{store, quiet(&clock)};
  std::string id, first, second;

  explicit Clocked(bool seen = true) {
    const auto made = server.table("yavalath", {"me", "open"}, {{"clock", ten_seconds()}}).json;
    id = made["id"], first = made["token"];
    second = server.act(id, "join", {{"name", "B"}}, made["invites"][0]["token"]).json["token"];
    if (seen) server.act(id, "seen", {}, first);
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

// --- The first clock waits for people who look elsewhere ---

TEST(TableClocks, TheFirstStartsWhenEverybodySeesTheBoard) {
  Clocked t(/*seen=*/false);
  const auto box = t.server.connect();
  t.server.say(box, {{"type", "watch"}, {"request", 1}, {"table", t.id}, {"token", t.first}});
  const auto waits = box->next("ok")["table"]["waits"];
  EXPECT_EQ(waits["players"], nlohmann::json::array({1}));
  EXPECT_EQ(waits["until"], t.clock.now() + 30'000);
  t.clock.pass(20'000);
  EXPECT_EQ(t.left(0), 10'000);
  t.server.say(box, {{"type", "seen"}, {"request", 2}, {"table", t.id}});
  const auto seen = box->next("seen");
  EXPECT_EQ(seen["player"], 1);
  EXPECT_EQ(seen["running"], 1);
  EXPECT_EQ(seen["waits"], nullptr);
  EXPECT_EQ(seen["at"], t.clock.now());
  t.clock.pass(4'000);
  EXPECT_EQ(t.left(0), 6'000);
  // Saying it again changes nothing.
  const auto event = t.server.show(t.id)["event"];
  EXPECT_EQ(t.server.act(t.id, "seen", {}, t.first).json["event"], event);
  EXPECT_EQ(t.left(0), 6'000);
}

TEST(TableClocks, TheFirstWaitsForHalfAMinuteAtMost) {
  Clocked t(/*seen=*/false);
  t.clock.pass(34'000);
  const auto table = t.server.show(t.id);
  EXPECT_EQ(table["waits"], nullptr);
  EXPECT_EQ(table["clocks"][0]["left"], 6'000);
  t.clock.pass(6'001);
  await([&] { return t.server.show(t.id)["result"] == "p2win"; });
}

TEST(TableClocks, WhoNeverSaysThatHeSeesItPlaysAtOnce) {
  Clocked t(/*seen=*/false);
  t.clock.pass(5'000);
  EXPECT_EQ(t.server.turn(t.id, "e5", 0, t.first).status, 200);
  EXPECT_EQ(t.left(0), 10'000);
  t.clock.pass(3'000);
  EXPECT_EQ(t.left(1), 7'000);
  EXPECT_EQ(t.server.show(t.id)["waits"], nullptr);
}

TEST(TableClocks, AnOfferSaysThatTheBoardIsSeen) {
  Clocked t(/*seen=*/false);
  t.clock.pass(5'000);
  EXPECT_EQ(t.server.act(t.id, "draw", {{"answer", "ask"}}, t.first).status, 200);
  t.clock.pass(3'000);
  EXPECT_EQ(t.left(0), 7'000);
}

TEST(TableClocks, AFirstClockThatWaitsGoesOnWaitingAfterARestart) {
  Clocked t(/*seen=*/false);
  t.clock.pass(5'000);
  Server again(t.store, quiet(&t.clock));
  EXPECT_EQ(again.show(t.id)["waits"], t.server.show(t.id)["waits"]);
  t.clock.pass(5'000);
  EXPECT_EQ(again.show(t.id)["clocks"][0]["left"], 10'000);
  EXPECT_EQ(again.act(t.id, "seen", {}, t.first).status, 200);
  t.clock.pass(1'000);
  EXPECT_EQ(again.show(t.id)["clocks"][0]["left"], 9'000);
  EXPECT_EQ(again.show(t.id)["waits"], nullptr);
}

TEST(TableClocks, ARematchWaitsForBoth) {
  Clocked t;
  t.server.act(t.id, "resign", {}, t.first);
  t.server.act(t.id, "rematch", {{"answer", "ask"}}, t.first);
  t.server.act(t.id, "rematch", {{"answer", "accept"}}, t.second);
  t.id = t.server.show(t.id)["rematch"];
  EXPECT_EQ(t.server.show(t.id)["waits"]["players"], (nlohmann::json{1, 2}));
  t.clock.pass(5'000);
  // The second of before begins; his clock has not run, and that of the other waits for him.
  EXPECT_EQ(t.server.turn(t.id, "e5", 0, t.second).status, 200);
  EXPECT_EQ(t.server.show(t.id)["waits"]["players"], nlohmann::json::array({2}));
  t.clock.pass(5'000);
  EXPECT_EQ(t.left(0), 10'000);
  EXPECT_EQ(t.left(1), 10'000);
  t.server.act(t.id, "seen", {}, t.first);
  t.clock.pass(5'000);
  EXPECT_EQ(t.left(1), 5'000);
}

// Whoever waits for a friend in vain does not pay for the waiting.
TEST(TableClocks, AComputerThatTakesAnOpenSeatStartsTheClock) {
  HandClock clock;
  Server server(std::make_shared<FaultyStore>(), quiet(&clock));
  const auto made =
      server.table("yavalath", {"me", "open"}, {{"clock", Clocked::ten_seconds()}}).json;
  const std::string id = made["id"], token = made["token"];
  clock.pass(60'000);
  const nlohmann::json wish = {{"player", 2}, {"who", "random"}};
  ASSERT_EQ(server.act(id, "seat", wish, token).status, 200);
  clock.pass(1'000);
  EXPECT_EQ(server.show(id)["clocks"][0]["left"], 9'000);
  EXPECT_EQ(server.show(id)["waits"], nullptr);
}

// What somebody asked for while the server stood still came when it went on, and not before the
// clock that was started again.
TEST(TableClocks, WhoAskedBeforeAPauseAskedAfterIt) {
  RegistryFixture fixture;
  const auto live = fixture.make({"me", "me"}, {tables::ClockSetup::Kind::kGame, 10'000, 0});
  fixture.clock.pass(2'000);
  std::promise<text::Expected<int>> offered, played;
  {
    const std::lock_guard hold(fixture.store->committing);
    live->run(
        [](const auto& table, auto now) { return table.draw({1}, tables::OfferReply::kAsk, now); },
        [&](const auto& answer) { offered.set_value(answer); });
    fixture.clock.pass(50);
    live->run([&](const auto& table,
                  auto now) { return table.turn(table.actor(fixture.token_hash), "e5", 0, now); },
              [&](const auto& answer) { played.set_value(answer); });
    fixture.clock.miss(8'000);
  }
  EXPECT_TRUE(offered.get_future().get());
  EXPECT_TRUE(played.get_future().get());
  const auto& table = live->snapshot()->table();
  EXPECT_EQ(table.left(0, fixture.clock.now()), 8'000);
  EXPECT_EQ(table.left(1, fixture.clock.now()), 10'000);
}

TEST(TableClocks, AFailureThatTookLongIsNotCounted) {
  Clocked t;
  t.clock.pass(9'000);
  t.store->commits_left = 0;
  EXPECT_EQ(t.slowly("turns", {{"turn", "e5"}, {"after", 0}}, t.first).status, 503);
  t.store->commits_left = -1;
  EXPECT_EQ(t.server.turn(t.id, "e5", 0, t.first).status, 200);
  EXPECT_EQ(t.left(0), 1'000);
  EXPECT_EQ(t.left(1), 10'000);
}

TEST(TableClocks, TheClockOfTheNextStartsWhenHeIsTold) {
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

TEST(TableClocks, AnOfferThatIsStoredSlowlyCostsNobodyTime) {
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

TEST(TableClocks, ATableThatIsMadeSlowlyBeginsWhenItIsThere) {
  Clocked t;
  std::unique_lock hold(t.store->committing);
  const nlohmann::json seats = {{{"who", "me"}}, {{"who", "me"}}};
  auto made = t.server.begin(t.server.posted(
      "/api/tables", {{"game", "yavalath"}, {"seats", seats}, {"clock", Clocked::ten_seconds()}}));
  t.clock.pass(20'000);
  hold.unlock();
  EXPECT_EQ(made.get().json["table"]["clocks"][0]["left"], 10'000);
}

TEST(TableClocks, AWriterWithoutRoomStopsThem) {
  RegistryFixture fixture(1);
  const auto timed = fixture.make({"me", "me"}, turn_clock(10'000));
  const auto hash = fixture.token_hash;
  const auto first = fixture.make({"me", "me"}), second = fixture.make({"me", "me"});
  const auto resign = [](const tables::Table& table, std::int64_t now) {
    return table.resign({0}, now);
  };
  std::atomic<int> stored = 0;
  {
    const std::lock_guard hold(fixture.store->committing);
    first->run(resign, [&](const auto&) { ++stored; });
    await([&] { return !fixture.writer.problem(); });  // it is being stored
    second->run(resign, [&](const auto&) { ++stored; });
    EXPECT_TRUE(fixture.writer.problem());
    fixture.clock.pass(9'000);
    fixture.token_hash = hash;
    const auto answer = fixture.turn(timed, "e5", 0);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().status, 503);
    fixture.clock.pass(20'000);
    await_alarms(fixture.clock);
  }
  await([&] { return stored == 2; });
  EXPECT_TRUE(fixture.turn(timed, "e5", 0));
  EXPECT_EQ(timed->snapshot()->table().record().turns.size(), 1u);
  EXPECT_FALSE(timed->snapshot()->table().over());
}

// A table of an hour a turn that has left the memory; how much of the hour was used up.
struct ParkedTable {
  RegistryFixture fixture;
  std::string id;
  std::int64_t used = 0;

  ParkedTable() {
    std::weak_ptr<LiveTable> live = fixture.make({"me", "me"}, turn_clock(kHour));
    id = id_of(live.lock());
    const auto begin = fixture.clock.now();
    fixture.clock.pass(kHour / 2);
    await_gone(fixture, live);
    used = fixture.clock.now() - begin;
  }
  std::int64_t left(const tables::LiveTablePtr& live) {
    return live->snapshot()->table().left(0, fixture.clock.now());
  }
};

TEST(TableClocks, ATableThatCannotBeLoadedLosesNoTime) {
  ParkedTable t;
  t.fixture.store->loads_fail = true;
  EXPECT_EQ(t.fixture.find(t.id), nullptr);
  t.fixture.clock.pass(2 * kHour);
  await_alarms(t.fixture.clock);
  t.fixture.store->loads_fail = false;
  EXPECT_EQ(t.left(t.fixture.find(t.id)), kHour - t.used);
}

TEST(TableClocks, ATableThatIsLoadedSlowlyLosesNoTime) {
  ParkedTable t;
  std::promise<tables::LiveTablePtr> found;
  {
    const std::lock_guard hold(t.fixture.store->loading);
    t.fixture.registry.find(t.id, "", [&](const auto& live) { found.set_value(*live); });
    t.fixture.clock.pass(2 * kHour);
  }
  EXPECT_EQ(t.left(found.get_future().get()), kHour - t.used);
}

TEST(TableClocks, ADamagedTableIsNotLoadedForEver) {
  ParkedTable t;
  t.fixture.store->damaged = true;
  const int loads = t.fixture.store->loads;
  t.fixture.clock.pass(kHour);
  await([&] { return t.fixture.store->loads == loads + 1; });
  for (int i = 0; i < 5; ++i) {
    t.fixture.clock.pass(1'001);
    std::this_thread::sleep_for(40ms);
  }
  EXPECT_EQ(t.fixture.store->loads, loads + 1);
}

// The alarm of a clock that seems to have run out rings, and finds that nobody lost.
TEST(TableClocks, WhatTheServerMissedCountsForNobody) {
  Clocked t;
  const auto box = t.server.connect();
  t.server.say(box, {{"type", "watch"}, {"request", 1}, {"table", t.id}});
  box->next("ok");
  t.clock.pass(4'000);
  t.clock.miss(8'000);
  EXPECT_EQ(box->next("resync")["table"], t.id);
  EXPECT_EQ(t.left(0), 6'000);
  EXPECT_EQ(t.server.turn(t.id, "e5", 0, t.first).status, 200);
  EXPECT_EQ(t.left(0), 6'000);
  EXPECT_EQ(t.left(1), 10'000);
  t.clock.pass(10'001);
  EXPECT_EQ(
      t.server.await(t.id, [](const auto& table) { return table["result"] != "none"; })["result"],
      "p1win");
}

// Also those who see a clock that has not run out are told what it shows.
TEST(TableClocks, WhatTheServerMissedIsToldAtEveryTable) {
  RegistryFixture fixture;
  const auto live = fixture.make({"me", "me"}, turn_clock(kHour));
  fixture.clock.miss(6'000);
  await([&] { return live->snapshot()->table().left(0, fixture.clock.now()) == kHour; });
}

TEST(TableClocks, ATableOutOfMemoryLosesNothingThatTheServerMissed) {
  ParkedTable t;
  t.fixture.clock.miss(2 * kHour);
  await([&] {
    const auto live = t.fixture.find(t.id);
    return live != nullptr && t.left(live) == kHour - t.used;
  });
}

TEST(TableClocks, AHeartThatStoodStillHasMissedThatTime) {
  tables::Heartbeat heart(0);
  for (int now = 200; now <= 2'000; now += 200) heart.beat(now);
  heart.beat(2'900);  // a busy machine
  EXPECT_EQ(heart.missed(), 0);
  heart.notice(3'800);
  EXPECT_EQ(heart.missed(), 0);
  heart.notice(10'900);  // somebody asks before the next beat
  EXPECT_EQ(heart.missed(), 8'000);
  heart.beat(10'901);
  heart.notice(11'000);
  EXPECT_EQ(heart.missed(), 8'000);
}

TEST(TableClocks, AWallClockThatWasSetBackStopsNone) {
  const auto store = std::make_shared<FaultyStore>();
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

// --- The clock that servers share ---

TEST(TableClocks, ACorrectedClockMovesALittleAndNotBack) {
  const tables::SystemClock own;
  tables::SystemClock shared(1000);
  const auto ahead = [&] {  // at least and at most
    const auto before = own.now(), there = shared.now(), after = own.now();
    return std::pair(there - after, there - before);
  };
  const auto most = tables::SystemClock::kMostCorrected;
  shared.correct(5);
  EXPECT_LE(ahead().first, 1005);
  EXPECT_GE(ahead().second, 1005);
  shared.correct(3'600'000);
  EXPECT_LE(ahead().first, 1005 + most);
  EXPECT_GE(ahead().second, 1005 + most);
  const auto before = shared.now();
  for (int i = 0; i < 50; ++i) {
    shared.correct(-3'600'000);
    EXPECT_GE(shared.now(), before);
  }
  // Once it has stood still for long enough it goes on, behind by as much as was said.
  await([&] { return shared.now() > before; });
  EXPECT_LE(ahead().first, 1005 + most - 50 * most);
  EXPECT_GE(ahead().second, 1005 + most - 50 * most);
  // Nobody waits for long that it goes on.
  for (std::int64_t back = 0; back < 2 * tables::SystemClock::kMostStanding; back += most) {
    shared.correct(-most);
  }
  const auto there = shared.now();
  EXPECT_GT(own.now() - there, tables::SystemClock::kMostStanding);
}

}  // namespace
}  // namespace tests

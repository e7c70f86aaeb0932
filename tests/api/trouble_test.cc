// A store in trouble below the service: what is refused, what goes on, what is taken up again.
#include "faulty_store.h"
#include "service_fixture.h"

namespace tests {
namespace {

using namespace std::chrono_literals;

struct Troubled {
  std::shared_ptr<FaultyStore> store = std::make_shared<FaultyStore>();
  HandClock clock;
  Server server{store, quiet(&clock)};

  // A table for one person on both sides whose last turn failed; `id` and `token` are its.
  void make_stale() {
    const auto made = server.table("yavalath", {"me", "me"});
    id = made.json["id"], token = made.json["token"];
    store->commits_fail = true;
    EXPECT_EQ(server.turn(id, "e5", 0, token).status, 503);
    store->commits_fail = false;
  }
  std::future<Got> begin_turn(const std::string& turn, int after) {
    return server.begin(
        server.posted("/api/tables/" + id + "/turns", {{"turn", turn}, {"after", after}}, token));
  }

  std::string id, token;
};

// What /readyz says; "" where the service is ready.
std::string not_ready(Server& server) {
  const auto problem = server.service().not_ready();
  return problem ? problem->code : "";
}

TEST(ServerTrouble, IsNotReadyWhileTheStoreRefuses) {
  Troubled t;
  EXPECT_EQ(not_ready(t.server), "");
  t.make_stale();
  EXPECT_EQ(not_ready(t.server), "store");
  // It would stay alone for ever if it waited for somebody to store something.
  t.clock.pass(10'000);
  EXPECT_EQ(not_ready(t.server), "");
  t.store->commits_fail = true;
  EXPECT_EQ(t.server.table("yavalath", {"me", "me"}).status, 503);
  EXPECT_EQ(not_ready(t.server), "store");
  t.store->commits_fail = false;
  EXPECT_EQ(t.server.table("yavalath", {"me", "me"}).status, 201);
  EXPECT_EQ(not_ready(t.server), "");
}

TEST(ServerTrouble, IsNotReadyWhenItIsAboutToStop) {
  Server server;
  const auto box = server.connect();
  server.service().say_goodbye();
  EXPECT_EQ(box->next("notice")["message"], "the server is stopping");
  EXPECT_EQ(not_ready(server), "stopping");
}

TEST(ServerTrouble, OtherTablesGoOnWhileOneWaitsForTheStore) {
  Troubled t;
  const auto other = t.server.table("yavalath", {"me", "me"}).json;
  t.make_stale();
  const int loads = t.store->loads;
  std::vector<std::future<Got>> asked;
  {
    std::unique_lock hold(t.store->loading);
    // In a thread of its own: whoever asks must not be held up either.
    auto asking = std::async(std::launch::async, [&] {
      for (int i = 0; i < 5; ++i) asked.push_back(t.begin_turn("e5", 0));
    });
    EXPECT_EQ(asking.wait_for(60s), std::future_status::ready);
    // Nor those who look after all tables; a clock makes them look often.
    const nlohmann::json clock = {{"kind", "turn"}, {"initial", 600'000}};
    ASSERT_EQ(t.server.table("yavalath", {"me", "me"}, {{"clock", clock}}).status, 201);
    t.clock.pass(6'000);
    await_alarms(t.clock);
    auto playing = std::async(std::launch::async, [&] {
      EXPECT_EQ(t.server.turn(other["id"], "e5", 0, other["token"]).status, 200);
      EXPECT_EQ(t.server.show(t.id)["turns"].size(), 0u);
    });
    EXPECT_EQ(playing.wait_for(60s), std::future_status::ready);
    t.store->loads_fail = true;
    hold.unlock();
    asking.wait();
    playing.wait();
  }
  // One look at the store answers all who waited.
  for (auto& one : asked) {
    const auto got = one.get();
    EXPECT_EQ(got.status, 503);
    EXPECT_EQ(got.code(), "store");
  }
  EXPECT_EQ(t.store->loads, loads + 1);
  t.store->loads_fail = false;
  EXPECT_EQ(t.server.turn(t.id, "e5", 0, t.token).status, 200);
}

// Where the database is and what it says is nobody's business but the operator's.
TEST(ServerTrouble, StrangersDoNotHearWhatTheDatabaseSays) {
  using text::Error, text::Message;
  const std::string secret = "connection to server at db.internal (10.0.0.7), port 5432 failed";
  for (const auto& problem :
       {Error(Message::kStoreUnreachable, {secret}), Error(Message::kStoreTrouble, {secret}),
        Error(Message::kStoreAway).in(Message::kInStore, {secret})}) {
    Troubled t;
    const auto made = t.server.table("yavalath", {"me", "me"});
    const std::string other = t.server.table("yavalath", {"me", "me"}).json["id"];
    t.store->trouble = problem;
    t.store->commits_fail = t.store->loads_fail = true;
    std::vector<Got> refused = {t.server.table("yavalath", {"me", "me"}),
                                t.server.turn(made.json["id"], "e5", 0, made.json["token"])};
    refused.push_back(Server(t.store).get("/api/tables/" + other));
    for (const auto& got : refused) {
      EXPECT_EQ(got.status, 503);
      EXPECT_EQ(got.code(), "store");
      EXPECT_EQ(got.json["error"]["message"],
                "the stored games cannot be reached at the moment; try again soon");
      EXPECT_EQ(got.body.find("internal"), std::string::npos) << got.body;
    }
  }
}

TEST(ServerTrouble, AComputerWhoseTurnWasNotStoredPlaysItLater) {
  Troubled t;
  t.store->commits_left = 1;
  const std::string id = t.server.table("yavalath", {"random", "me"}).json["id"];
  while (t.store->failed_commits == 0) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(t.server.show(id)["turns"].size(), 0u);
  t.store->commits_left = -1;
  t.server.await(id, [&](const auto& table) {
    t.clock.pass(100);
    return table["turns"].size() == 1;
  });
}

TEST(ServerTrouble, ATimeOutThatWasNotStoredComesLater) {
  Troubled t;
  const nlohmann::json clock = {{"kind", "game"}, {"initial", 10'000}};
  const std::string id = t.server.table("yavalath", {"me", "me"}, {{"clock", clock}}).json["id"];
  t.store->commits_fail = true;
  t.clock.pass(10'500);
  while (t.store->failed_commits == 0) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(t.server.show(id)["result"], "none");
  t.store->commits_fail = false;
  t.clock.pass(1'500);
  t.server.await(id, [](const auto& table) { return table["result"] == "p2win"; });
}

TEST(ServerTrouble, NobodyLosesOnTimeBecauseTheStoreWasAway) {
  Troubled t;
  const nlohmann::json clock = {{"kind", "game"}, {"initial", 10'000}};
  const auto made = t.server.table("yavalath", {"me", "me"}, {{"clock", clock}}).json;
  t.clock.pass(9'000);
  t.store->commits_fail = t.store->loads_fail = true;
  EXPECT_EQ(t.server.turn(made["id"], "e5", 0, made["token"]).status, 503);
  t.clock.pass(20'000);
  EXPECT_EQ(t.server.turn(made["id"], "e5", 0, made["token"]).status, 503);
  t.store->commits_fail = t.store->loads_fail = false;
  EXPECT_EQ(t.server.turn(made["id"], "e5", 0, made["token"]).status, 200);
  EXPECT_EQ(t.server.show(made["id"])["clocks"][0]["left"], 1'000);
}

TEST(ServerTrouble, AGameThatIsGoneOrDamagedIsNotLookedUpForEver) {
  for (const bool damaged : {false, true}) {
    Troubled t;
    const auto box = t.server.connect();
    t.make_stale();
    t.server.say(box, {{"type", "watch"}, {"request", 1}, {"table", t.id}});
    (damaged ? t.store->damaged : t.store->gone) = true;
    const auto got = t.server.turn(t.id, "e5", 0, t.token);
    EXPECT_EQ(got.status, damaged ? 503 : 404);
    EXPECT_EQ(got.code(), damaged ? "damaged" : "no_such_table");
    EXPECT_EQ(box->next("resync")["table"], t.id);
    const int loads = t.store->loads;
    for (int i = 0; i < 5; ++i) {
      t.clock.pass(1'001);
      std::this_thread::sleep_for(40ms);
    }
    EXPECT_EQ(t.store->loads, loads);
    EXPECT_EQ(t.server.get("/api/tables/" + t.id).code(), got.code());
    // Its room is gone: where the game is there again, so is the table.
    t.store->damaged = t.store->gone = false;
    EXPECT_EQ(t.server.turn(t.id, "e5", 0, t.token).status, 200);
  }
}

TEST(ServerTrouble, AMistakeInOneTableIsAnAnswerToIt) {
  const auto store = std::make_shared<FaultyStore>();
  const std::string id = Server(store).table("yavalath", {"me", "me"}).json["id"];
  Server server(store);
  store->loads_throw = true;
  EXPECT_EQ(server.get("/api/tables/" + id).status, 500);
  EXPECT_EQ(server.get("/api/tables/" + id).code(), "internal");
  store->loads_throw = false;
  EXPECT_EQ(server.get("/api/tables/" + id).status, 200);
}

TEST(ServerTrouble, RematchesAreNewTablesToo) {
  HandClock clock;
  auto settings = quiet(&clock);
  settings.limits = true;
  const auto store = std::make_shared<FaultyStore>();
  Server server(store, settings);
  auto made = server.table("yavalath", {"me", "me"});
  std::string id = made.json["id"];
  const std::string token = made.json["token"];
  Got last;
  for (int i = 0; i < 60; ++i) {
    ASSERT_EQ(server.act(id, "resign", {}, token).status, 200);
    last = server.answer(id, "rematch", "ask", token);
    if (last.status != 200) break;
    id = server.show(id)["rematch"];
  }
  EXPECT_EQ(last.code(), "too_many");
  EXPECT_EQ(store->made, 30);
  clock.pass(5'001);
  EXPECT_EQ(server.answer(id, "rematch", "ask", token).status, 200);
}

TEST(ServerTrouble, ARematchAskedTwiceAtOnceIsOneTable) {
  Troubled t;
  const auto made = t.server.table("yavalath", {"me", "me"}).json;
  const std::string id = made["id"], token = made["token"];
  ASSERT_EQ(t.server.act(id, "resign", {}, token).status, 200);
  const auto ask = t.server.posted("/api/tables/" + id + "/rematch", {{"answer", "ask"}}, token);
  std::unique_lock hold(t.store->committing);
  auto first = t.server.begin(ask), second = t.server.begin(ask);
  hold.unlock();
  EXPECT_EQ(first.get().status, 200);
  EXPECT_EQ(second.get().code(), "offered_already");
  EXPECT_EQ(t.store->made, 2);
}

// What happens at a table is read again from the beginning, so there is an end to it.
TEST(ServerTrouble, ATableKeepsSoManyEventsAndNoMore) {
  const auto store = std::make_shared<MemoryStore>();
  std::string id, token;
  {
    Server server(store);
    const auto made = server.table("yavalath", {"me", "open"});
    id = made.json["id"], token = made.json["token"];
    ASSERT_EQ(server.act(id, "join", {{"name", "B"}}, made.json["invites"][0]["token"]).status,
              200);
  }
  store::Change change;
  change.game = id;
  for (int number = 2; number < 2000; ++number) {
    const std::string answer = number % 2 == 0 ? "ask" : "withdraw";
    change.events.push_back({number, 1, "draw", R"({"player":1,"answer":")" + answer + R"("})"});
  }
  ASSERT_FALSE(store->commit({change}));
  Server server(store);
  ASSERT_EQ(server.turn(id, "e5", 0, token).status, 200);  // the 2000th
  const auto refused = server.answer(id, "draw", "ask", token);
  EXPECT_EQ(refused.status, 409);
  EXPECT_EQ(refused.code(), "too_long");
  EXPECT_EQ(refused.json["error"]["message"],
            "so much has happened at this table that it keeps no more (2000 events); begin a new "
            "game");
  EXPECT_EQ(server.answer(id, "takeback", "ask", token).code(), "too_long");
  EXPECT_EQ(server.act(id, "resign", {}, token).status, 200);
  EXPECT_EQ(server.show(id)["result"], "p2win");
  EXPECT_EQ(server.answer(id, "rematch", "ask", token).code(), "too_long");
}

TEST(ServerTrouble, WhoeverResignsOfThreeGivesNobodyTime) {
  Troubled t;
  const nlohmann::json clock = {{"kind", "game"}, {"initial", 60'000}};
  const auto made = t.server
                        .table("yavalath", {"me", "me", "open"},
                               {{"options", {{"players", "3"}}}, {"clock", clock}})
                        .json;
  const std::string id = made["id"], token = made["token"];
  const auto third = t.server.act(id, "join", {{"name", "C"}}, made["invites"][0]["token"]).json;
  ASSERT_EQ(t.server.act(id, "seen", {}, token).status, 200);
  t.clock.pass(59'500);
  ASSERT_EQ(t.server.act(id, "resign", {}, third["token"]).status, 200);
  const auto table = t.server.show(id);
  EXPECT_EQ(table["seats"][2]["who"], "level:5");
  EXPECT_EQ(table["clocks"][0]["left"], 500);
  ASSERT_EQ(t.server.turn(id, "e5", 0, token).status, 200);
  EXPECT_EQ(t.server.show(id)["clocks"][0]["left"], 500);
}

TEST(ServerTrouble, EverybodyHearsThatTheServerStops) {
  Server server;
  const auto box = server.connect(), other = server.connect("lang=pt");
  server.service().say_goodbye();
  EXPECT_EQ(box->next("notice")["message"], "the server is stopping");
  EXPECT_EQ(other->next("notice")["message"], "o servidor está a parar");
}

}  // namespace
}  // namespace tests

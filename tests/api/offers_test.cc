// Draws, takebacks and rematches between people, computers and oneself; clocks.
#include "api/json_format.h"
#include "api/setup_json.h"
#include "core/random.h"
#include "service_fixture.h"
#include "tables/table.h"

namespace tests {
namespace {

// Two people at a table.
struct Pair {
  Server& server;
  std::string id, first, second;

  Pair(Server& at, const std::string& game, nlohmann::json more = nlohmann::json::object())
      : server(at) {
    const auto made = server.table(game, {"me", "open"}, std::move(more));
    EXPECT_EQ(made.status, 201) << made.body;
    id = made.json["id"], first = made.json["token"];
    const auto joined = server.act(id, "join", {{"name", "B"}}, made.json["invites"][0]["token"]);
    EXPECT_EQ(joined.status, 200) << joined.body;
    second = joined.json["token"];
    server.act(id, "seen", {}, first);
  }
  std::string say(const std::string& what, const std::string& word, const std::string& token) {
    const auto got = server.answer(id, what, word, token);
    return got.status == 200 ? "ok" : got.code();
  }
  std::string turn(const std::string& text, int after, const std::string& token) {
    const auto got = server.turn(id, text, after, token);
    return got.status == 200 ? "ok" : got.code();
  }
  nlohmann::json show() { return server.show(id); }
};

TEST(ServerOffers, ADrawNeedsBoth) {
  Server server;
  Pair pair(server, "yavalath");
  EXPECT_EQ(pair.say("draw", "accept", pair.first), "no_offer");
  EXPECT_EQ(pair.say("draw", "withdraw", pair.first), "no_offer");
  EXPECT_EQ(pair.say("draw", "ask", pair.first), "ok");
  EXPECT_EQ(pair.show()["offers"]["draw"], nlohmann::json({1}));
  EXPECT_EQ(pair.say("draw", "ask", pair.first), "offered_already");
  EXPECT_EQ(pair.say("draw", "accept", pair.first), "no_offer");
  EXPECT_EQ(pair.say("draw", "withdraw", pair.first), "ok");
  EXPECT_EQ(pair.say("draw", "accept", pair.second), "no_offer");
  EXPECT_EQ(pair.say("draw", "ask", pair.first), "ok");
  EXPECT_EQ(pair.say("draw", "decline", pair.second), "ok");
  EXPECT_EQ(pair.say("draw", "ask", pair.first), "too_soon");
  // An offer stays while its maker plays on, and is declined by the other's turn.
  EXPECT_EQ(pair.say("draw", "ask", pair.second), "ok");
  EXPECT_EQ(pair.turn("e5", 0, pair.first), "ok");
  EXPECT_TRUE(pair.show()["offers"]["draw"].empty());
  EXPECT_EQ(pair.say("draw", "ask", pair.second), "ok");
  auto box = server.connect();
  server.say(box, {{"type", "watch"}, {"request", 1}, {"table", pair.id}});
  box->next("ok");
  EXPECT_EQ(pair.turn("d4", 1, pair.second), "ok");
  EXPECT_EQ(box->next("turn")["offers"]["draw"], nlohmann::json({2}));
  EXPECT_EQ(pair.show()["offers"]["draw"], nlohmann::json({2}));
  EXPECT_EQ(pair.say("draw", "accept", pair.first), "ok");
  EXPECT_EQ(pair.show()["result"], "draw");
  EXPECT_EQ(pair.say("draw", "ask", pair.first), "game_over");
}

TEST(ServerOffers, OneWhoPlaysAllSeatsAgreesWithHimself) {
  Server server;
  const auto made = server.table("yavalath", {"me", "me"});
  const std::string id = made.json["id"], token = made.json["token"];
  EXPECT_EQ(server.answer(id, "draw", "ask", token).status, 200);
  EXPECT_EQ(server.show(id)["result"], "draw");
  // A game one plays alone may be taken up again.
  ASSERT_EQ(server.turn(id, "e5", 0, token).code(), "game_over");
  EXPECT_EQ(server.answer(id, "rematch", "ask", token).status, 200);
  const auto next = server.show(id)["rematch"].get<std::string>();
  EXPECT_EQ(server.turn(next, "e5", 0, token).status, 200);
}

TEST(ServerOffers, AComputerAnswersADrawOffer) {
  Server server;
  const auto made = server.table("yavalath", {"me", "level:1"});
  const std::string id = made.json["id"], token = made.json["token"];
  EXPECT_EQ(server.answer(id, "draw", "ask", token).status, 200);
  const auto table = server.await(
      id, [](const auto& t) { return t["offers"]["draw"].empty() || t["result"] == "draw"; });
  EXPECT_GE(table["event"].get<int>(), 2);
}

TEST(ServerOffers, ATakebackNeedsTheOther) {
  Server server;
  Pair pair(server, "yavalath");
  EXPECT_EQ(pair.say("takeback", "ask", pair.first), "nothing_to_take_back");
  EXPECT_EQ(pair.turn("e5", 0, pair.first), "ok");
  EXPECT_EQ(pair.say("takeback", "ask", pair.second), "nothing_to_take_back");
  EXPECT_EQ(pair.say("takeback", "ask", pair.first), "ok");
  EXPECT_EQ(pair.show()["offers"]["takeback"]["turns"], 0);
  EXPECT_EQ(pair.say("takeback", "accept", pair.first), "no_offer");
  EXPECT_EQ(pair.say("takeback", "withdraw", pair.second), "no_offer");
  EXPECT_EQ(pair.say("takeback", "decline", pair.second), "ok");
  EXPECT_EQ(pair.say("takeback", "ask", pair.first), "too_soon");
  EXPECT_EQ(pair.turn("d4", 1, pair.second), "ok");
  EXPECT_EQ(pair.say("takeback", "ask", pair.first), "ok");
  EXPECT_EQ(pair.say("takeback", "withdraw", pair.first), "ok");
  EXPECT_EQ(pair.say("takeback", "ask", pair.first), "ok");
  EXPECT_EQ(pair.say("takeback", "ask", pair.second), "offered_already");
  EXPECT_EQ(pair.say("takeback", "accept", pair.second), "ok");
  EXPECT_TRUE(pair.show()["turns"].empty());
  EXPECT_EQ(pair.show()["view"]["to_move"], 1);
  EXPECT_EQ(pair.turn("e4", 0, pair.first), "ok");
}

TEST(ServerOffers, ATakebackIsFreeAgainstComputers) {
  Server server;
  const auto made = server.table("yavalath", {"me", "random"}, {{"options", {{"size", "3"}}}});
  const std::string id = made.json["id"], token = made.json["token"];
  ASSERT_EQ(server.turn(id, "a1", 0, token).status, 200);
  server.await(id, [](const auto& t) { return t["turns"].size() == 2; });
  EXPECT_EQ(server.answer(id, "takeback", "ask", token).status, 200);
  EXPECT_TRUE(server.show(id)["turns"].empty());
  // Even from a lost game.
  EXPECT_EQ(server.turn(id, "a2", 0, token).status, 200);
  server.await(id, [](const auto& t) { return t["turns"].size() == 2; });
  EXPECT_EQ(server.act(id, "resign", {}, token).status, 200);
  EXPECT_EQ(server.show(id)["result"], "p2win");
  EXPECT_EQ(server.answer(id, "takeback", "ask", token).status, 200);
  EXPECT_EQ(server.show(id)["result"], "none");
}

TEST(ServerOffers, ARematchSwapsTheSeatsAndKeepsTheTokens) {
  Server server;
  Pair pair(server, "yavalath");
  EXPECT_EQ(pair.say("rematch", "ask", pair.first), "not_over");
  EXPECT_EQ(server.act(pair.id, "resign", {}, pair.first).status, 200);
  EXPECT_EQ(pair.say("takeback", "ask", pair.first), "nothing_to_take_back");
  EXPECT_EQ(pair.say("rematch", "accept", pair.first), "no_offer");
  EXPECT_EQ(pair.say("rematch", "ask", pair.first), "ok");
  EXPECT_EQ(pair.say("rematch", "decline", pair.second), "ok");
  EXPECT_EQ(pair.say("rematch", "ask", pair.second), "ok");
  EXPECT_EQ(pair.say("rematch", "withdraw", pair.second), "ok");
  EXPECT_EQ(pair.say("rematch", "ask", pair.second), "ok");
  EXPECT_EQ(pair.say("rematch", "ask", pair.first), "ok");  // that is an agreement
  const auto next = pair.show()["rematch"].get<std::string>();
  EXPECT_EQ(pair.say("rematch", "ask", pair.first), "offered_already");
  EXPECT_TRUE(server.show(next, pair.second)["seats"][0]["yours"]);
  EXPECT_TRUE(server.show(next, pair.first)["seats"][1]["yours"]);
  EXPECT_EQ(server.turn(next, "e5", 0, pair.second).status, 200);
}

TEST(ServerOffers, ThreePlayersMustAllAgree) {
  Server server;
  const auto made =
      server.table("yavalath", {"me", "open", "open"}, {{"options", {{"players", "3"}}}});
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string id = made.json["id"], a = made.json["token"];
  std::vector<std::string> tokens = {a};
  for (const auto& invite : made.json["invites"]) {
    const auto joined = server.act(id, "join", {}, invite["token"]);
    ASSERT_EQ(joined.status, 200) << joined.body;
    tokens.push_back(joined.json["token"]);
  }
  // Every event tells what is offered after it.
  auto box = server.connect();
  server.say(box, {{"type", "watch"}, {"request", 1}, {"table", id}});
  box->next("ok");
  ASSERT_EQ(server.turn(id, "e5", 0, a).status, 200);
  EXPECT_TRUE(box->next("turn")["offers"]["takeback"].is_null());
  EXPECT_EQ(server.answer(id, "takeback", "ask", a).status, 200);
  nlohmann::json offer = {{"player", 1}, {"turns", 0}, {"agreed", nlohmann::json::array()}};
  EXPECT_EQ(box->next("takeback")["offers"]["takeback"], offer);
  EXPECT_EQ(server.answer(id, "takeback", "accept", tokens[1]).status, 200);
  offer["agreed"] = {2};
  EXPECT_EQ(box->next("takeback")["offers"]["takeback"], offer);
  EXPECT_EQ(server.show(id)["turns"].size(), 1u);
  EXPECT_EQ(server.answer(id, "takeback", "accept", tokens[2]).status, 200);
  EXPECT_TRUE(box->next("takeback")["offers"]["takeback"].is_null());
  EXPECT_TRUE(server.show(id)["turns"].empty());
  EXPECT_EQ(server.answer(id, "draw", "ask", a).status, 200);
  EXPECT_EQ(server.answer(id, "draw", "accept", tokens[1]).status, 200);
  EXPECT_EQ(server.show(id)["result"], "none");
  EXPECT_EQ(server.answer(id, "draw", "accept", tokens[2]).status, 200);
  EXPECT_EQ(server.show(id)["result"], "draw");
}

// --- Clocks ---

TEST(ServerClock, AGameClockRunsForThePlayerToMoveAndGains) {
  HandClock clock;
  Server server(nullptr, quiet(&clock));
  Pair pair(server, "yavalath",
            {{"clock", {{"kind", "game"}, {"initial", 60000}, {"increment", 2000}}}});
  EXPECT_EQ(pair.show()["running"], 1);
  clock.pass(10000);
  EXPECT_EQ(pair.show()["clocks"][0]["left"], 50000);
  EXPECT_EQ(pair.turn("e5", 0, pair.first), "ok");
  EXPECT_EQ(pair.show()["clocks"][0]["left"], 52000);
  EXPECT_EQ(pair.show()["running"], 2);
  clock.pass(60001);
  EXPECT_EQ(pair.turn("d4", 1, pair.second), "game_over");
  EXPECT_EQ(pair.show()["result"], "p1win");
  EXPECT_EQ(pair.show()["reason"], "B ran out of time");
}

TEST(ServerClock, RunsOutWithoutAnybodyAsking) {
  HandClock clock;
  Server server(nullptr, quiet(&clock));
  Pair pair(server, "epaminondas", {{"clock", {{"kind", "turn"}, {"initial", 5000}}}});
  EXPECT_EQ(pair.turn("c2-c3", 0, pair.first), "ok");
  clock.pass(5001);
  const auto table = server.await(pair.id, [](const auto& t) { return t["result"] != "none"; });
  EXPECT_EQ(table["result"], "p1win");
}

TEST(ServerClock, DoesNotRunBeforeAllSitNorWhileTheServerIsDown) {
  HandClock clock;
  const auto store = std::make_shared<MemoryStore>();
  std::string id, first;
  {
    Server server(store, quiet(&clock));
    const auto made = server.table("yavalath", {"me", "open"},
                                   {{"clock", {{"kind", "game"}, {"initial", 9000}}}});
    id = made.json["id"], first = made.json["token"];
    clock.pass(60000);
    EXPECT_EQ(server.show(id)["running"], nullptr);
    ASSERT_EQ(server.act(id, "join", {}, made.json["invites"][0]["token"]).status, 200);
    ASSERT_EQ(server.act(id, "seen", {}, first).status, 200);
    clock.pass(1000);
    EXPECT_EQ(server.show(id)["clocks"][0]["left"], 8000);
    ASSERT_EQ(server.turn(id, "e5", 0, first).status, 200);
    clock.pass(500);
  }
  clock.pass(3'600'000);
  Server server(store, quiet(&clock));
  EXPECT_EQ(server.show(id)["clocks"][0]["left"], 8000);
  EXPECT_EQ(server.show(id)["clocks"][1]["left"], 9000);
  EXPECT_EQ(server.show(id)["result"], "none");
  clock.pass(9001);
  EXPECT_EQ(server.await(id, [](const auto& t) { return t["result"] != "none"; })["result"],
            "p1win");
}

TEST(ServerClock, OfThreePlayersAComputerPlaysOnForALateOne) {
  HandClock clock;
  Server server(nullptr, quiet(&clock));
  const auto made = server.table(
      "yavalath", {"me", "random", "random"},
      {{"options", {{"players", "3"}}}, {"clock", {{"kind", "turn"}, {"initial", 1000}}}});
  ASSERT_EQ(made.status, 201) << made.body;
  clock.pass(1001);
  server.await(made.json["id"], [](const auto& t) {
    return t["seats"][0]["who"] == "level:5" && t["turns"].size() >= 3;
  });
}

// A game that goes on from a long one, and turns in it that are taken back again and again.
TEST(ServerOffers, ManyTakebacksBehindALongStartAreReadQuickly) {
  games::History begun(start("epaminondas"));
  for (std::uint64_t seed = 1; begun.actions().size() < 250; ++seed) {
    begun = games::History(start("epaminondas"));
    core::Rng rng(seed);
    while (!begun.outcome().over() && begun.actions().size() < 400) {
      begun.apply(begun.position().random_action(rng));
    }
    // Some turns before the end it goes on.
    auto actions = begun.actions();
    actions.resize(std::max<std::size_t>(actions.size(), 10) - 10);
    begun = games::History(start("epaminondas"));
    for (const auto action : actions) begun.apply(action);
  }
  const auto texts = games::line_texts(begun.initial(), begun.actions());
  tables::TableSetup setup{.start = begun, .turns = texts, .position = "", .clock = {}};
  store::Game game;
  game.id = "abcdefghijkl";
  game.setup = api::setup_text(setup);
  game.seats = {{0, "human", "", "a", ""}, {1, "human", "", "b", ""}};
  core::Rng rng(7);
  const auto one = begun.position().action_text(begun.position().random_action(rng));
  const auto add = [&](const std::string& kind, const nlohmann::json& body) {
    game.events.push_back({static_cast<int>(game.events.size()) + 1, 1, kind, body.dump()});
  };
  const int mover = begun.position().to_move() + 1;
  for (int i = 0; i < 900; ++i) {
    add("turn", {{"player", mover}, {"turn", one}});
    add("takeback", {{"player", mover}, {"answer", "accept"}, {"turns", texts.size()}});
  }
  add("turn", {{"player", mover}, {"turn", one}});
  const double begin = cpu_seconds();
  const auto table = tables::Table::load(game, api::JsonFormat(), 0);
  const double took = cpu_seconds() - begin;
  ASSERT_TRUE(table);
  EXPECT_EQ(table->turn_count(), static_cast<int>(texts.size()) + 1);
  EXPECT_EQ(table->turns().back(), one);
  EXPECT_EQ(table->history().position().to_text(), after(begun.position(), {one}).to_text());
  EXPECT_LT(took, 3);
}

}  // namespace
}  // namespace tests

// WebSocket messages: watching, acting, gaps, spectators, analysis, review.
#include "service_fixture.h"

namespace tests {
namespace {

struct Two {
  Server server;
  std::string id, token;
  std::shared_ptr<Mailbox> player, spectator;

  explicit Two(const std::string& lang = "", const api::ServiceSettings& settings = quiet())
      : server(nullptr, settings) {
    const auto made = server.table("yavalath", {"me", "me"}, {{"options", {{"size", "3"}}}});
    id = made.json["id"], token = made.json["token"];
    player = server.connect(), spectator = server.connect(lang);
  }
};

TEST(ServerSocket, EventsReachEveryoneWhoWatches) {
  Two two("lang=pt");
  two.server.say(two.player,
                 {{"type", "watch"}, {"request", 1}, {"table", two.id}, {"token", two.token}});
  const auto watched = two.player->next("ok");
  EXPECT_EQ(watched["request"], 1);
  EXPECT_EQ(watched["table"]["event"], 0);
  EXPECT_TRUE(watched["table"]["seats"][0]["online"]);
  two.server.say(two.spectator, {{"type", "watch"}, {"request", 5}, {"table", two.id}});
  EXPECT_EQ(two.spectator->next("ok")["table"]["view"]["prompt"], "Coloque uma pedra");
  two.server.say(
      two.player,
      {{"type", "turn"}, {"request", 2}, {"table", two.id}, {"turn", "a1"}, {"after", 0}});
  EXPECT_EQ(two.player->next("turn")["turns"], 1);
  EXPECT_EQ(two.player->next("ok")["event"], 1);
  const auto event = two.spectator->next("turn");
  EXPECT_EQ(event["event"], 1);
  EXPECT_EQ(event["player"], 1);
  EXPECT_EQ(event["turn"], "a1");
  EXPECT_EQ(event["view"]["to_move"], 2);
  EXPECT_EQ(event["view"]["prompt"].get<std::string>().substr(0, 7), "Coloque");
  // A spectator only looks on.
  two.server.say(
      two.spectator,
      {{"type", "turn"}, {"request", 6}, {"table", two.id}, {"turn", "a2"}, {"after", 1}});
  EXPECT_EQ(two.spectator->next("error")["error"]["code"], "no_token");
  // Who goes is told.
  two.server.close(two.player);
  const auto gone = two.spectator->next("online");
  EXPECT_EQ(gone["online"], false);
}

TEST(ServerSocket, WatchingAgainTellsOnlyWhatChanges) {
  Two two;
  const auto watch = [&](const std::shared_ptr<Mailbox>& box, nlohmann::json more = {}) {
    nlohmann::json message = {{"type", "watch"}, {"request", 1}, {"table", two.id}};
    if (!more.is_null()) message.update(more);
    two.server.say(box, message);
    return box->next("ok");
  };
  const nlohmann::json seated = {{"token", two.token}};
  watch(two.spectator);
  watch(two.player, seated);
  for (const int player : {1, 2}) {
    const auto came = two.spectator->next("online");
    EXPECT_EQ(came["player"], player);
    EXPECT_EQ(came["online"], true);
  }
  watch(two.player, seated);
  EXPECT_TRUE(two.spectator->empty());
  watch(two.player);
  for (const int player : {1, 2}) {
    const auto left = two.spectator->next("online");
    EXPECT_EQ(left["player"], player);
    EXPECT_EQ(left["online"], false);
  }
}

TEST(ServerSocket, WatchingAgainGivesWhatWasMissed) {
  Two two;
  two.server.say(two.player,
                 {{"type", "watch"}, {"request", 1}, {"table", two.id}, {"token", two.token}});
  two.player->next("ok");
  for (int i = 0; const auto* turn : {"a1", "b1", "c1"}) {
    two.server.say(
        two.player,
        {{"type", "turn"}, {"request", 2}, {"table", two.id}, {"turn", turn}, {"after", i++}});
    two.player->next("ok");
  }
  two.server.close(two.player);
  auto back = two.server.connect();
  two.server.say(
      back,
      {{"type", "watch"}, {"request", 1}, {"table", two.id}, {"token", two.token}, {"after", 1}});
  const auto missed = back->next("ok");
  ASSERT_TRUE(missed.contains("events")) << missed;
  ASSERT_EQ(missed["events"].size(), 2u);
  EXPECT_EQ(missed["events"][0]["turn"], "b1");
  EXPECT_EQ(missed["events"][1]["event"], 3);
  // And what changes without events.
  EXPECT_EQ(missed["now"]["online"], nlohmann::json({1, 2}));
  EXPECT_TRUE(missed["now"]["thinking"].is_null());
  EXPECT_EQ(missed["now"]["review"], "none");
  // An event from the future, or one too old, gives the whole table.
  two.server.say(back, {{"type", "watch"}, {"request", 2}, {"table", two.id}, {"after", 99}});
  EXPECT_TRUE(back->next("ok").contains("table"));
  // The other language was not told of these.
  auto other = two.server.connect("lang=pt");
  two.server.say(other, {{"type", "watch"}, {"request", 2}, {"table", two.id}, {"after", 1}});
  EXPECT_TRUE(other->next("ok").contains("table"));
  two.server.say(other, {{"type", "watch"}, {"request", 3}, {"table", two.id}, {"after", 3}});
  EXPECT_TRUE(other->next("ok")["events"].empty());
}

// Their messages are most of what a running game takes in memory.
TEST(ServerSocket, WhoeverMissedManyEventsGetsTheTableInstead) {
  Two two;
  two.server.say(two.player,
                 {{"type", "watch"}, {"request", 1}, {"table", two.id}, {"token", two.token}});
  two.player->next("ok");
  for (int i = 0; const auto* turn : {"a1", "b1", "c2", "d1", "e1", "a3", "b4", "c5", "d4", "e2"}) {
    two.server.say(
        two.player,
        {{"type", "turn"}, {"request", 2}, {"table", two.id}, {"turn", turn}, {"after", i++}});
    two.player->next("ok");
  }
  const auto watched_again = [&](int after) {
    two.server.say(two.player, {{"type", "watch"},
                                {"request", 3},
                                {"table", two.id},
                                {"token", two.token},
                                {"after", after}});
    return two.player->next("ok");
  };
  EXPECT_EQ(watched_again(2)["events"].size(), 8u);
  const auto all = watched_again(1);
  EXPECT_FALSE(all.contains("events"));
  EXPECT_EQ(all["table"]["event"], 10);
}

TEST(ServerSocket, WatchingAgainTellsClocksAndWhoIsThere) {
  HandClock clock;
  Server server(nullptr, quiet(&clock));
  const auto made =
      server.table("yavalath", {"me", "open"},
                   {{"clock", {{"kind", "game"}, {"initial", 60'000}, {"increment", 0}}}});
  const std::string id = made.json["id"], token = made.json["token"];
  ASSERT_EQ(server.act(id, "join", {}, made.json["invites"][0]["token"]).status, 200);
  ASSERT_EQ(server.act(id, "seen", {}, token).status, 200);
  clock.pass(7'000);
  auto box = server.connect();
  server.say(box,
             {{"type", "watch"}, {"request", 1}, {"table", id}, {"token", token}, {"after", 2}});
  const auto now = box->next("ok")["now"];
  EXPECT_EQ(now["online"], nlohmann::json({1}));
  EXPECT_EQ(now["running"], 1);
  EXPECT_EQ(now["clocks"][0]["left"], 53'000);
  EXPECT_EQ(now["clocks"][1]["left"], 60'000);
}

TEST(ServerSocket, RefusesWhatItDoesNotKnow) {
  Two two;
  const auto code = [&](const nlohmann::json& message) {
    two.server.say(two.player, message);
    return two.player->next("error")["error"]["code"].get<std::string>();
  };
  EXPECT_EQ(code("{"), "bad_json");
  EXPECT_EQ(code("[]"), "bad_json");
  EXPECT_EQ(code("{\"type\":\"ping\",\"type\":\"ping\",\"request\":1}"), "bad_json");
  EXPECT_EQ(code(std::string(300, '[')), "bad_json");
  EXPECT_EQ(code({{"type", "ping"}}), "bad_field");
  EXPECT_EQ(code({{"type", "ping"}, {"request", -1}}), "bad_field");
  EXPECT_EQ(code({{"type", "ping"}, {"request", 1}, {"x", 1}}), "bad_field");
  EXPECT_EQ(code({{"type", "dance"}, {"request", 1}}), "unknown_type");
  EXPECT_EQ(code({{"type", "turns"}, {"request", 1}}), "unknown_type");
  EXPECT_EQ(code({{"type", "watch"}, {"request", 1}, {"table", "../../etc"}}), "no_such_table");
  EXPECT_EQ(code({{"type", "watch"}, {"request", 1}, {"table", "aaaaaaaaaaaa"}}), "no_such_table");
  EXPECT_EQ(code({{"type", "watch"}, {"request", 1}, {"table", two.id}, {"token", "x"}}),
            "wrong_token");
  EXPECT_EQ(
      code({{"type", "turn"}, {"request", 1}, {"table", two.id}, {"turn", "a1"}, {"after", 0}}),
      "not_watching");
  EXPECT_EQ(code({{"type", "stop"}, {"request", 1}, {"of", 3}}), "no_such_work");
  EXPECT_EQ(code({{"type", "analyse"}, {"request", 1}, {"game", "chess"}}), "unknown_game");
  two.server.say(two.player, {{"type", "ping"}, {"request", 9}});
  EXPECT_GT(two.player->next("ok")["at"].get<std::int64_t>(), 1'600'000'000'000);
}

TEST(ServerSocket, AnAnalysisComesInUpdates) {
  Two two;
  two.server.say(
      two.player,
      {{"type", "analyse"}, {"request", 5}, {"game", "yavalath"}, {"time", 300}, {"lines", 2}});
  auto update = two.player->next("analysis");
  while (!update["done"].get<bool>()) update = two.player->next("analysis");
  EXPECT_EQ(update["analysis"]["lines"].size(), 2u);
}

// By a clock that stands: nothing else ends it.
TEST(ServerSocket, AnAnalysisCanBeStopped) {
  HandTime time;
  Server server(nullptr, thinking_by(time));
  const auto box = server.connect();
  server.say(box, {{"type", "analyse"}, {"request", 6}, {"game", "epaminondas"}, {"time", 10000}});
  EXPECT_FALSE(box->next("analysis")["done"].get<bool>());
  server.say(box, {{"type", "stop"}, {"request", 7}, {"of", 6}});
  box->next("ok");
  nlohmann::json update;
  do update = box->next("analysis");
  while (update.is_object() && !update["done"].get<bool>());
}

TEST(ServerSocket, AReviewIsKeptForEveryone) {
  Two two;
  two.server.say(two.player,
                 {{"type", "watch"}, {"request", 1}, {"table", two.id}, {"token", two.token}});
  two.player->next("ok");
  const nlohmann::json ask = {
      {"type", "review"}, {"request", 2}, {"table", two.id}, {"effort", "quick"}};
  two.server.say(two.player, ask);
  EXPECT_EQ(two.player->next("error")["error"]["code"], "not_over");
  for (int i = 0; const auto* turn : {"a1", "b1", "c1", "d1"}) {
    ASSERT_EQ(two.server.turn(two.id, turn, i++, two.token).status, 200);
  }
  ASSERT_EQ(two.server.act(two.id, "resign", {}, two.token).status, 200);
  two.server.say(two.player, ask);
  auto message = two.player->next("review");
  while (!message.contains("review")) message = two.player->next("review");
  EXPECT_EQ(message["review"]["turns"].size(), 4u);
  EXPECT_EQ(two.player->next("review_ready")["table"], two.id);
  EXPECT_EQ(two.server.show(two.id)["review"], "done");
  const auto again = two.server.post("/api/review", {{"table", two.id}, {"effort", "quick"}});
  EXPECT_EQ(again.json["review"], message["review"]);
  EXPECT_EQ(again.json["judged"], message["judged"]);
  // Of a record too, but not of nothing.
  const auto record = two.server.get("/api/tables/" + two.id + "/record", "format=json");
  EXPECT_EQ(two.server.post("/api/review", {{"record", record.json}, {"effort", "quick"}}).status,
            200);
  EXPECT_EQ(two.server.post("/api/review", {{"effort", "quick"}}).code(), "bad_field");
  EXPECT_EQ(two.server.post("/api/review", {{"record", {{"game", "yavalath"}}}}).code(),
            "no_turns");
}

// What a kept review says is of the game that was played, not of one that was taken back.
TEST(ServerSocket, AReviewIsOfTheGameAsItEnded) {
  Two two;
  const auto reviewed = [&] {
    return two.server.post("/api/review", {{"table", two.id}, {"effort", "quick"}}).json;
  };
  for (int i = 0; const auto* turn : {"a1", "b1", "c1", "d1"}) {
    ASSERT_EQ(two.server.turn(two.id, turn, i++, two.token).status, 200);
  }
  ASSERT_EQ(two.server.act(two.id, "resign", {}, two.token).status, 200);
  const auto first = reviewed();
  ASSERT_EQ(first["judged"]["turns"].size(), 4u);
  two.server.await(two.id, [](const nlohmann::json& table) { return table["review"] == "done"; });
  ASSERT_EQ(two.server.answer(two.id, "takeback", "ask", two.token).status, 200);
  const auto turns = two.server.show(two.id)["turns"].size();
  ASSERT_LT(turns, 4u);
  EXPECT_EQ(two.server.show(two.id)["review"], "none");
  const char* others[] = {"e1", "e2", "d3", "e3"};
  for (auto i = turns; i < 4; ++i) {
    ASSERT_EQ(two.server.turn(two.id, others[i], static_cast<int>(i), two.token).status, 200);
  }
  ASSERT_EQ(two.server.act(two.id, "resign", {}, two.token).status, 200);
  EXPECT_EQ(reviewed()["judged"]["turns"][3]["text"], "e3");
}

// Everything a page shows of a review, without reading sentences.
TEST(ServerSocket, AReviewTellsItsNumbers) {
  // As deep on every machine: what a busy one overlooks has no mark.
  DrivenTime time(std::chrono::milliseconds(1));
  Server server(nullptr, thinking_by(time));
  nlohmann::json record = {{"game", "eigenstate"}, {"turns", nlohmann::json::array()}};
  auto position = start("eigenstate");
  core::Rng rng(3);
  for (int i = 0; i < 6; ++i) {
    std::vector<games::Action> actions;
    const auto before = position;
    do {
      const auto legal = position.legal_actions();
      actions.push_back(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
      position.apply(actions.back());
    } while (!position.at_turn_start() && !position.outcome().over());
    ASSERT_FALSE(position.outcome().over());
    record["turns"].push_back(games::turn_text(before, actions));
  }
  const auto asked = nlohmann::json{{"record", record}, {"effort", "normal"}};
  auto request = server.posted("/api/review", asked);
  request.accept_language = "pt";
  const auto got = server.send(request);
  ASSERT_EQ(got.status, 200) << got.body;
  const auto& judged = got.json["judged"];
  EXPECT_EQ(judged["complete"], true);
  ASSERT_EQ(judged["turns"].size(), 6u);
  int marked = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    const auto& turn = judged["turns"][i];
    const auto& kept = got.json["review"]["turns"][i];
    const auto player = turn["player"].get<std::size_t>() - 1;
    const double loss = turn["loss"];
    EXPECT_EQ(turn["turn"], i + 1);
    EXPECT_EQ(turn["text"], record["turns"][i]);
    EXPECT_TRUE(turn["turn_words"].get<std::string>().starts_with("move a peça de")) << turn;
    EXPECT_NEAR(loss,
                100 * std::max(0.0, turn["before"][player].get<double>() -
                                        turn["win"][player].get<double>()),
                1e-4);
    EXPECT_NEAR(turn["win"][0].get<double>(), kept["win"][0].get<double>(), 1e-4);
    const bool has_mark = turn["mark"] != "";
    EXPECT_EQ(has_mark, kept.contains("glyphs")) << turn;
    EXPECT_EQ(turn["steps"].size(), has_mark ? 3u : 0u);
    if (!has_mark) {
      EXPECT_TRUE(turn["best"].empty());
      EXPECT_EQ(turn["words"], "");
      continue;
    }
    ++marked;
    double sum = 0;
    for (const auto& step : turn["steps"]) sum += step["loss"].get<double>();
    EXPECT_NEAR(sum, loss, 1e-4);
    const std::string words = turn["words"], comment = kept["comment"];
    EXPECT_NE(comment.find(words), std::string::npos);
    EXPECT_EQ(words.find('.'), std::string::npos) << "a decimal comma in Portuguese";
  }
  EXPECT_GT(marked, 0);
}

TEST(ServerSocket, AConnectionHasAFewJobsAtATime) {
  HandTime never;
  Two two("", thinking_by(never));
  const auto ask = [&](int request) {
    two.server.say(
        two.player,
        {{"type", "analyse"}, {"request", request}, {"game", "epaminondas"}, {"time", 10'000}});
  };
  for (int i = 0; i < 8; ++i) ask(i);
  ask(3);
  auto error = two.player->next("error");
  EXPECT_EQ(error["request"], 3);
  EXPECT_EQ(error["error"]["code"], "number_in_use");
  ask(8);
  error = two.player->next("error");
  EXPECT_EQ(error["request"], 8);
  EXPECT_EQ(error["error"]["code"], "too_many");
  EXPECT_NE(error["error"]["message"].get<std::string>().find("at most 8"), std::string::npos);
  two.server.close(two.player);
}

// Records come by the socket as by HTTP; everything else is short.
TEST(ServerSocket, OnlyRecordsAreLong) {
  Two two;
  two.server.say(two.player, {{"type", "ping"}, {"request", 1}, {"x", std::string(100'000, 'x')}});
  EXPECT_EQ(two.player->next("error")["error"]["code"], "too_large");
  two.server.say(
      two.player,
      {{"type", "review"},
       {"request", 2},
       {"effort", "quick"},
       {"record",
        {{"game", "yavalath"}, {"comment", std::string(900'000, 'x')}, {"turns", {"e5"}}}}});
  auto message = two.player->next("review");
  while (!message.contains("review")) message = two.player->next("review");
  EXPECT_EQ(message["review"]["comment"].get<std::string>().size(), 900'000u);
}

// Who is refused for want of room leaves no trace: the table may be reviewed later, and no message
// follows the refusal.
TEST(ServerSocket, AFullQueueLeavesNothingBehind) {
  HandTime time;
  Two two("", thinking_by(time));
  for (int i = 0; const auto* turn : {"a1", "b1", "c1", "d1"}) {
    ASSERT_EQ(two.server.turn(two.id, turn, i++, two.token).status, 200);
  }
  ASSERT_EQ(two.server.act(two.id, "resign", {}, two.token).status, 200);
  nlohmann::json record = {{"game", "epaminondas"}, {"turns", nlohmann::json::array()}};
  for (const std::string column : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}) {
    record["turns"].push_back(column + "1-" + column + "3");
    record["turns"].push_back(column + "12-" + column + "10");
  }
  // One of each is at work before others wait: what begins later would make room again.
  two.server.say(two.spectator,
                 {{"type", "review"}, {"request", 1}, {"record", record}, {"effort", "deep"}});
  // It tells of a position that it has judged, and the next one is never judged.
  await([&] {
    time.pass(std::chrono::minutes(1));
    return !two.spectator->empty();
  });
  ASSERT_EQ(two.spectator->next()["type"], "review");
  two.server.say(two.spectator,
                 {{"type", "analyse"}, {"request", 2}, {"game", "epaminondas"}, {"time", 10'000}});
  // Some of its messages may only say that it waits.
  while (two.spectator->next("analysis")["waiting"] != 0) {
  }
  std::vector<std::future<Got>> waiting;
  for (int i = 0; i < 51; ++i) {
    waiting.push_back(two.server.begin(
        two.server.posted("/api/review", {{"record", record}, {"effort", "deep"}})));
    waiting.push_back(two.server.begin(
        two.server.posted("/api/analysis", {{"game", "epaminondas"}, {"time", 10'000}})));
  }
  EXPECT_EQ(two.server.post("/api/review", {{"table", two.id}}).status, 429);
  EXPECT_EQ(two.server.show(two.id)["review"], "none");
  two.server.say(two.player, {{"type", "analyse"}, {"request", 1}, {"game", "yavalath"}});
  EXPECT_EQ(two.player->next()["type"], "error");
  two.server.say(two.player, {{"type", "ping"}, {"request", 2}});
  EXPECT_EQ(two.player->next()["type"], "ok");
}

}  // namespace
}  // namespace tests

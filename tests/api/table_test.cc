// Tables through the service: whole games, seats and tokens, turns, restarts.
#include "api/table_routes.h"
#include "core/scan.h"
#include "service_fixture.h"
#include "tables/tokens.h"

namespace tests {
namespace {

std::vector<std::string> turns_of(const nlohmann::json& game) {
  return game.contains("turns") ? game["turns"] : game["moves"];
}

nlohmann::json options_of(const nlohmann::json& game) {
  nlohmann::json options = nlohmann::json::object();
  const std::string text = game.value("options", "");
  if (text.empty()) return options;
  for (const auto pair : core::split(text, ',')) {
    const auto equals = pair.find('=');
    options[std::string(pair.substr(0, equals))] = std::string(pair.substr(equals + 1));
  }
  return options;
}

std::vector<std::string> names_of_games() {
  std::vector<std::string> names;
  for (const auto& game : games::all_games()) names.push_back(game.name);
  return names;
}

// Games that were recorded elsewhere: the same turns, the same result.
class RecordedGames : public ::testing::TestWithParam<std::string> {};

TEST_P(RecordedGames, PlayOnATable) {
  Server server;
  int played = 0;
  for (const auto& game : vectors(GetParam() + "-games.jsonl")) {
    if (++played > by_tier(3, 20, 1000)) break;
    nlohmann::json more = {{"options", options_of(game)}};
    const bool three = more["options"].value("players", "2") == "3";
    const auto made = server.table(GetParam(), std::vector<std::string>(three ? 3 : 2, "me"), more);
    ASSERT_EQ(made.status, 201) << made.body;
    const std::string id = made.json["id"], token = made.json["token"];
    int after = 0;
    for (const auto& turn : turns_of(game)) {
      const auto got = server.turn(id, turn, after++, token);
      ASSERT_EQ(got.status, 200) << turn << ' ' << got.body;
      EXPECT_EQ(got.json["event"], after);
    }
    const auto table = server.show(id);
    EXPECT_EQ(table["turns"].size(), turns_of(game).size());
    EXPECT_EQ(table["result"], game["result"]);
    EXPECT_EQ(table["view"]["outcome"]["result"], game["result"]);
    EXPECT_EQ(table["view"]["legal"].empty(), game["result"] != "none");
  }
  EXPECT_GT(played, 1);
}

INSTANTIATE_TEST_SUITE_P(Server, RecordedGames, ::testing::ValuesIn(names_of_games()),
                         [](const auto& game) {
                           std::string name = game.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(ServerTable, AnInvitationIsTakenOnceAndByPostAlone) {
  Server server;
  const auto made = server.table("yavalath", {"me", "open"});
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string id = made.json["id"], token = made.json["token"];
  const std::string invite = made.json["invites"][0]["token"];
  EXPECT_EQ(made.json["seats"], nlohmann::json({1}));
  EXPECT_EQ(token.size(), 22u);
  // Nobody plays before everyone sits.
  EXPECT_EQ(server.turn(id, "e5", 0, token).code(), "waiting");
  // A GET with the invitation is no seat.
  EXPECT_EQ(server.get("/api/tables/" + id, "", invite).status, 401);
  EXPECT_EQ(server.get("/api/tables/" + id + "/join", "", invite).status, 405);
  EXPECT_FALSE(server.show(id)["seats"][1]["taken"]);
  EXPECT_EQ(server.act(id, "join", {{"name", "Rui"}}, "").code(), "no_token");
  EXPECT_EQ(server.act(id, "join", {{"name", "Rui"}}, token).code(), "wrong_token");
  const auto joined = server.act(id, "join", {{"name", "  Rui\n\x7f "}}, invite);
  ASSERT_EQ(joined.status, 200) << joined.body;
  EXPECT_EQ(joined.json["table"]["seats"][1]["name"], "Rui");
  EXPECT_EQ(joined.json["seats"], nlohmann::json({2}));
  const std::string other = joined.json["token"];
  EXPECT_NE(other, invite);
  EXPECT_EQ(server.act(id, "join", {{"name", "Eva"}}, invite).code(), "seat_taken");
  EXPECT_EQ(server.turn(id, "e5", 0, other).code(), "not_your_turn");
  EXPECT_EQ(server.turn(id, "e5", 0, token).status, 200);
  EXPECT_EQ(server.turn(id, "e5", 0, token).code(), "moved_on");
  EXPECT_EQ(server.turn(id, "e4", 1, invite).code(), "wrong_token");
  EXPECT_EQ(server.turn(id, "e4", 1, "").code(), "no_token");
  EXPECT_EQ(server.turn(id, "e5", 1, other).code(), "bad_turn");
  EXPECT_EQ(server.turn(id, "swap", 1, other).status, 200);
  EXPECT_TRUE(server.show(id, other)["seats"][1]["yours"]);
  EXPECT_FALSE(server.show(id)["seats"][1]["yours"]);
}

// The answer to a guest may be lost on its way; with a token of his own he asks once more.
TEST(ServerTable, JoiningAgainWithTheSameTokenIsTheSameSeat) {
  Server server;
  const auto made = server.table("yavalath", {"me", "open"});
  const std::string id = made.json["id"], invite = made.json["invites"][0]["token"];
  const std::string own(22, 'g');
  for (int i = 0; i < 2; ++i) {
    const auto joined = server.act(id, "join", {{"name", "Rui"}, {"token", own}}, invite);
    ASSERT_EQ(joined.status, 200) << joined.body;
    EXPECT_EQ(joined.json["token"], own);
    EXPECT_EQ(joined.json["seats"], nlohmann::json({2}));
  }
  const std::string other(22, 'h');
  EXPECT_EQ(server.act(id, "join", {{"token", other}}, invite).code(), "seat_taken");
  for (const std::string bad : {"short", "with spaces in between"}) {
    EXPECT_EQ(server.act(id, "join", {{"token", bad}}, invite).code(), "bad_field") << bad;
  }
}

// A guest sat down, and before he was told a computer took his seat.
TEST(ServerTable, AGuestWhoseSeatIsGoneIsToldSo) {
  const tables::Actor seat{1}, none;
  const text::HttpError taken{409, "seat_taken", text::Error(text::Message::kInvitationUsed)};
  const text::HttpError moves{503, "moving", text::Error(text::Message::kInvitationUsed)};
  EXPECT_EQ(*api::seats_of_guest(3, seat), seat);
  EXPECT_EQ(*api::seats_of_guest(taken, seat), seat);
  EXPECT_EQ(api::seats_of_guest(taken, none).error().code, "seat_taken");
  EXPECT_EQ(api::seats_of_guest(taken, moves).error().code, "moving");
  EXPECT_EQ(api::seats_of_guest(3, moves).error().code, "moving");
  EXPECT_EQ(api::seats_of_guest(3, none).error().code, "wrong_token");
}

TEST(ServerTable, TurnsOfSeveralActionsMustBeComplete) {
  Server server;
  const auto made = server.table("eigenstate", {"me", "me"});
  const std::string id = made.json["id"], token = made.json["token"];
  EXPECT_EQ(server.turn(id, "c1-c2", 0, token).code(), "turn_incomplete");
  EXPECT_EQ(server.turn(id, "c1-c2,c2+e4,c2+c1", 0, token).status, 200);
  const auto view =
      server.post("/api/view",
                  {{"game", "eigenstate"}, {"turns", {"c1-c2,c2+e4,c2+c1"}}, {"draft", {"f6-f5"}}});
  ASSERT_EQ(view.status, 200) << view.body;
  EXPECT_EQ(view.json["draft_state"], "incomplete");
  EXPECT_EQ(view.json["draft_kinds"], nlohmann::json({"move"}));
  EXPECT_EQ(view.json["draft_words"], nlohmann::json({"moves the piece from f6 to f5"}));
  EXPECT_EQ(view.json["last_words"], "moves the piece from f6 to f5");
  EXPECT_EQ(view.json["prompt"], "Step 2 of 3: set a peg");
  EXPECT_EQ(view.json["legal"][0]["kind"], "peg");
}

TEST(ServerTable, TurnsAreToldInTheReadersWords) {
  Server server;
  const auto made = server.table("epaminondas", {"me", "me"});
  const std::string id = made.json["id"], token = made.json["token"];
  EXPECT_EQ(made.json["table"]["turn_words"], nlohmann::json::array());
  EXPECT_EQ(made.json["table"]["view"]["last_words"], "");
  ASSERT_EQ(server.turn(id, "c1-c4", 0, token).status, 200);
  ASSERT_EQ(server.turn(id, "a12-a10", 1, token).status, 200);
  const auto table = server.show(id);
  EXPECT_EQ(table["turn_words"], nlohmann::json({"moves two stones from c1 two cells north",
                                                 "moves two stones from a12 one cell south"}));
  EXPECT_EQ(table["view"]["last_words"], table["turn_words"][1]);
  auto request = server.request("GET", "/api/tables/" + id);
  request.accept_language = "pt";
  const auto portuguese = server.send(request).json;
  EXPECT_EQ(portuguese["turn_words"],
            nlohmann::json({"move duas pedras de c1 duas casas para norte",
                            "move duas pedras de a12 uma casa para sul"}));
  EXPECT_EQ(portuguese["view"]["last_words"], portuguese["turn_words"][1]);
}

TEST(ServerTable, ResignationEndsTheGame) {
  Server server;
  const auto made = server.table("epaminondas", {"me", "open"});
  const std::string id = made.json["id"], token = made.json["token"];
  const auto joined = server.act(id, "join", {{"name", "B"}}, made.json["invites"][0]["token"]);
  EXPECT_EQ(server.act(id, "resign", {}, joined.json["token"]).status, 200);
  const auto table = server.show(id);
  EXPECT_EQ(table["result"], "p1win");
  EXPECT_EQ(table["reason"], "B resigned");
  EXPECT_EQ(server.act(id, "resign", {}, token).code(), "game_over");
  EXPECT_EQ(server.turn(id, "c1-c2", 0, token).code(), "game_over");
}

TEST(ServerTable, OfThreePlayersAComputerTakesTheSeatOfOneWhoResigns) {
  Server server;
  const auto made =
      server.table("yavalath", {"me", "random", "open"}, {{"options", {{"players", "3"}}}});
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string id = made.json["id"], token = made.json["token"];
  const auto joined = server.act(id, "join", {{"name", "C"}}, made.json["invites"][0]["token"]);
  ASSERT_EQ(joined.status, 200) << joined.body;
  EXPECT_EQ(server.act(id, "resign", {}, joined.json["token"]).status, 200);
  EXPECT_EQ(server.show(id)["seats"][2]["who"], "level:5");
  EXPECT_EQ(server.turn(id, "e5", 0, token).status, 200);
  // Both computers answer.
  const auto table = server.await(id, [](const auto& t) { return t["turns"].size() == 3; });
  EXPECT_EQ(table["view"]["to_move"], 1);
  EXPECT_EQ(server.act(id, "resign", {}, joined.json["token"]).code(), "wrong_token");
}

TEST(ServerTable, AComputerTakesASeatThatStaysOpen) {
  Server server;
  const auto made = server.table("yavalath", {"me", "open"});
  const std::string id = made.json["id"], token = made.json["token"];
  const std::string invite = made.json["invites"][0]["token"];
  const nlohmann::json wish = {{"player", 2}, {"who", "random"}};
  EXPECT_EQ(server.act(id, "seat", wish, "").status, 401);
  EXPECT_EQ(server.act(id, "seat", wish, invite).status, 401);
  EXPECT_EQ(server.act(id, "seat", {{"who", "random"}}, token).code(), "bad_field");
  EXPECT_EQ(server.act(id, "seat", {{"player", 2}, {"who", "plain"}}, token).code(), "bad_field");
  EXPECT_EQ(server.act(id, "seat", {{"player", 1}, {"who", "random"}}, token).code(), "seat_taken");
  EXPECT_EQ(server.act(id, "seat", {{"player", 3}, {"who", "random"}}, token).code(), "seat_taken");
  EXPECT_EQ(server.act(id, "seat", wish, token).status, 200);
  EXPECT_EQ(server.show(id)["seats"][1]["who"], "random");
  EXPECT_EQ(server.act(id, "seat", wish, token).code(), "seat_taken");
  EXPECT_EQ(server.act(id, "join", {{"name", "B"}}, invite).status, 401);
  EXPECT_EQ(server.turn(id, "e5", 0, token).status, 200);
  server.await(id, [](const auto& t) { return t["turns"].size() == 2; });
}

// Whatever compares them on the way: a seat belongs to the one token whose whole hash is stored,
// and so does an invitation.
TEST(ServerTable, EveryLetterOfATokenCounts) {
  const auto store = std::make_shared<MemoryStore>();
  const auto made = Server(store).table("yavalath", {"me", "open"}).json;
  const std::string id = made["id"], token = made["token"], invite = made["invites"][0]["token"];
  const auto seats = (*store->load(id))->seats;
  const auto put = [&](const std::vector<store::Seat>& now) {
    store::Change change;
    change.game = id;
    change.seats = now;
    ASSERT_FALSE(store->commit({change}));
  };
  const auto change_letter = [](std::string& text, std::size_t at) {
    text[at] = text[at] == '0' ? '1' : '0';
  };
  for (std::size_t at = 0; at < seats[0].token_hash.size(); ++at) {
    auto other = seats;
    change_letter(other[0].token_hash, at);
    change_letter(other[1].invite_hash, at);
    put(other);
    Server server(store);
    EXPECT_EQ(server.get("/api/tables/" + id, "", token).status, 401) << at;
    EXPECT_EQ(server.act(id, "resign", {}, token).code(), "wrong_token") << at;
    EXPECT_EQ(server.act(id, "join", {{"name", "B"}}, invite).code(), "wrong_token") << at;
  }
  put(seats);
  Server server(store);
  for (std::size_t at = 0; at < token.size(); ++at) {
    auto other = token;
    change_letter(other, at);
    EXPECT_EQ(server.get("/api/tables/" + id, "", other).status, 401) << at;
  }
  EXPECT_EQ(server.get("/api/tables/" + id, "", token).status, 200);
  EXPECT_EQ(server.act(id, "join", {{"name", "B"}}, invite).status, 200);
}

TEST(ServerTable, ComputersAnswer) {
  Server server;
  for (const auto* who : {"random", "classic", "level:1", "level:10"}) {
    const auto made = server.table("yavalath", {who, "me"},
                                   {{"options", {{"swap", "off"}}}, {"level_time", 60000}});
    EXPECT_EQ(made.status, 400);  // too long
    const auto right = server.table("yavalath", {who, "me"},
                                    {{"options", {{"swap", "off"}}}, {"level_time", 100}});
    ASSERT_EQ(right.status, 201) << right.body;
    server.await(right.json["id"], [](const auto& t) { return t["turns"].size() == 1; });
  }
  // No program of a stranger's choice is started.
  EXPECT_EQ(server.table("yavalath", {"engine:/bin/true", "me"}).code(), "bad_seat");
  EXPECT_EQ(server.table("yavalath", {"plain", "me"}).code(), "bad_seat");
}

// By a clock that stands: nothing else ends it.
TEST(ServerTable, MoveNowEndsALongThought) {
  HandTime time;
  Server server(nullptr, thinking_by(time));
  const auto made = server.table("epaminondas", {"level:10", "me"}, {{"level_time", 10000}});
  const std::string id = made.json["id"], token = made.json["token"];
  server.await(id, [](const auto& t) { return !t["thinking"].is_null(); });
  EXPECT_EQ(server.act(id, "move-now", {}, "").status, 401);
  EXPECT_EQ(server.act(id, "move-now", {}, token).status, 200);
  server.await(id, [](const auto& t) { return t["turns"].size() == 1; });
  EXPECT_EQ(server.act(id, "move-now", {}, token).code(), "nobody_thinks");
}

TEST(ServerTable, TheEndWaitsForNoThought) {
  HandTime time;
  Server server(nullptr, thinking_by(time));
  const std::string id = server.table("epaminondas", {"level:10", "me"}).json["id"];
  server.await(id, [](const auto& t) { return !t["thinking"].is_null(); });
  auto stopping = std::async(std::launch::async, [&] { server.service().stop(); });
  EXPECT_EQ(stopping.wait_for(std::chrono::seconds(60)), std::future_status::ready);
  time.pass(std::chrono::hours(1));
}

TEST(ServerTable, GamesGoOnAfterARestart) {
  const auto store = std::make_shared<MemoryStore>();
  std::string id, token;
  nlohmann::json before;
  {
    Server server(store);
    const auto made = server.table("sixteen-stone", {"me", "me"});
    id = made.json["id"], token = made.json["token"];
    for (int i = 0; const auto* turn : {"c1", "c4", "d5"}) {
      ASSERT_EQ(server.turn(id, turn, i++, token).status, 200);
    }
    ASSERT_EQ(server.answer(id, "takeback", "ask", token).status, 200);
    before = server.show(id, token);
    EXPECT_EQ(before["turns"].size(), 2u);
  }
  Server server(store);
  auto after = server.show(id, token);
  before.erase("at"), after.erase("at");
  EXPECT_EQ(after, before);
  EXPECT_EQ(server.turn(id, "d5", 2, token).status, 200);
}

TEST(ServerTable, AComputerGoesOnAfterARestart) {
  const auto store = std::make_shared<MemoryStore>();
  std::string id;
  HandTime never;
  {
    Server server(store, thinking_by(never));
    const auto made = server.table("epaminondas", {"level:10", "me"}, {{"level_time", 10000}});
    id = made.json["id"];
    server.await(id, [](const auto& t) { return !t["thinking"].is_null(); });
  }
  // It was stopped and made no bad move of it.
  EXPECT_TRUE((*store->load(id))->events.empty());
  Server server(store, thinking_by(never));
  const auto token = server.show(id);
  server.await(id, [](const auto& t) { return !t["thinking"].is_null(); });
}

// A store that fails when it is told to, before or after it has stored.
class TroubledStore : public MemoryStore {
 public:
  enum class Trouble { kNone, kRefuses, kForgetsToAnswer };
  std::atomic<Trouble> trouble = Trouble::kNone;

  std::optional<text::Error> commit(const std::vector<store::Change>& changes) override {
    const text::Error error(text::Message::kDiskFull);
    if (trouble == Trouble::kRefuses) return error;
    auto problem = MemoryStore::commit(changes);
    return trouble == Trouble::kForgetsToAnswer ? error : problem;
  }
};

TEST(ServerTable, NothingCountsBeforeItIsStored) {
  const auto store = std::make_shared<TroubledStore>();
  Server server(store);
  const auto made = server.table("yavalath", {"me", "me"});
  const std::string id = made.json["id"], token = made.json["token"];
  ASSERT_EQ(server.turn(id, "e5", 0, token).status, 200);
  store->trouble = TroubledStore::Trouble::kRefuses;
  const auto failed = server.turn(id, "d4", 1, token);
  EXPECT_EQ(failed.status, 503);
  EXPECT_EQ(failed.headers.at("Retry-After"), "1");
  EXPECT_EQ(server.show(id)["turns"].size(), 1u);
  EXPECT_EQ(server.table("yavalath", {"me", "me"}).status, 503);
  store->trouble = TroubledStore::Trouble::kNone;
  EXPECT_EQ(server.turn(id, "d4", 1, token).status, 200);
  // Stored, though nobody was told: the next one finds out.
  store->trouble = TroubledStore::Trouble::kForgetsToAnswer;
  EXPECT_EQ(server.turn(id, "c3", 2, token).status, 503);
  store->trouble = TroubledStore::Trouble::kNone;
  EXPECT_EQ(server.turn(id, "c3", 2, token).code(), "moved_on");
  EXPECT_EQ(server.show(id)["turns"].size(), 3u);
}

TEST(ServerTable, StartsFromAPositionWithTurns) {
  Server server;
  const auto made = server.table("yavalath", {"me", "me"}, {{"turns", {"e5", "swap"}}});
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string id = made.json["id"], token = made.json["token"];
  EXPECT_EQ(made.json["table"]["turns"], nlohmann::json({"e5", "swap"}));
  EXPECT_EQ(server.turn(id, "a1", 2, token).status, 200);
  const auto position = server.show(id)["view"]["position"].get<std::string>();
  const auto again = server.table("yavalath", {"me", "me"}, {{"position", position}});
  ASSERT_EQ(again.status, 201) << again.body;
  EXPECT_EQ(again.json["table"]["view"]["position"], position);
  // Not below where it began.
  EXPECT_EQ(server.answer(again.json["id"], "takeback", "ask", again.json["token"]).code(),
            "nothing_to_take_back");
}

TEST(ServerTable, TheRecordCanBeTakenAway) {
  Server server;
  const auto made = server.table("yavalath", {"me", "me"}, {{"options", {{"size", "3"}}}});
  const std::string id = made.json["id"], token = made.json["token"];
  ASSERT_EQ(server.turn(id, "a1", 0, token).status, 200);
  ASSERT_EQ(server.act(id, "resign", {}, token).status, 200);
  const auto pgn = server.get("/api/tables/" + id + "/record", "format=pgn");
  EXPECT_EQ(pgn.status, 200);
  EXPECT_NE(pgn.body.find("player 2 resigned"), std::string::npos) << pgn.body;
  const auto read = server.post("/api/record", {{"text", pgn.body}});
  ASSERT_EQ(read.status, 200) << read.body;
  EXPECT_EQ(read.json["record"]["result"], "p1win");
  const auto json = server.get("/api/tables/" + id + "/record", "format=json");
  EXPECT_EQ(json.json["turns"].size(), 1u);
  EXPECT_EQ(server.get("/api/tables/" + id + "/record", "format=x").status, 400);
  const auto out = server.post("/api/record/export", {{"record", json.json}, {"format", "pgn"}});
  EXPECT_EQ(out.json["text"], pgn.body);
  // AbstractPlay knows the usual board only.
  EXPECT_EQ(server.get("/api/tables/" + id + "/record", "format=abstractplay").status, 409);
}

}  // namespace
}  // namespace tests

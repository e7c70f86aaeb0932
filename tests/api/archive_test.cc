// Games for everybody: who agrees, what strangers find, how positions went on, what is deleted.
#include <map>
#include <random>
#include <set>

#include "games/record_list.h"
#include "service_fixture.h"
#include "stores.h"

namespace tests {
namespace {

using nlohmann::json;

// What a stranger may ask, all of it in one text.
std::string seen_by_stranger(Server& server) {
  std::string all;
  for (const char* path : {"/api/archive", "/api/archive/records", "/api/live"}) {
    const auto got = server.get(path);
    EXPECT_EQ(got.status, 200) << path << ' ' << got.body;
    all += got.body;
  }
  const auto explored = server.post("/api/explorer", {{"game", "yavalath"}});
  EXPECT_EQ(explored.status, 200) << explored.body;
  return all + explored.body;
}

struct TwoPlayers {
  std::string id, host, guest;
};

class Archive : public ::testing::TestWithParam<const char*> {
 protected:
  StorePlace place_{GetParam()};
  HandClock clock_;
  Server server_{open_store(place_.where()), quiet(&clock_)};

  TwoPlayers two_players(const json& more = json::object()) {
    auto wish = more;
    wish["game"] = "yavalath";
    wish["seats"] = {{{"who", "me"}, {"name", "Ana"}}, {{"who", "open"}}};
    const auto made = server_.post("/api/tables", wish).json;
    const auto joined =
        server_.act(made["id"], "join", {{"name", "Rui"}}, made["invites"][0]["token"]).json;
    return {made["id"], made["token"], joined["token"]};
  }
  // A finished game of one person, shown; its id and token.
  std::pair<std::string, std::string> shown_game(const std::vector<std::string>& turns = {"e5"},
                                                 const json& more = json::object()) {
    auto wish = more;
    wish["show"] = true;
    wish["turns"] = turns;
    const auto made = server_.table("yavalath", {"me", "me"}, wish).json;
    EXPECT_EQ(server_.act(made["id"], "resign", nullptr, made["token"]).status, 200);
    clock_.pass(1000);
    return {made["id"], made["token"]};
  }
  void agree(const std::string& id, bool show, const std::string& token) {
    EXPECT_EQ(server_.act(id, "show", {{"show", show}}, token).status, 200);
  }
  std::vector<std::string> found(const std::string& query = "") {
    const auto got = server_.get("/api/archive", query);
    EXPECT_EQ(got.status, 200) << got.body;
    std::vector<std::string> ids;
    for (const auto& game : got.json["games"]) ids.push_back(game["id"]);
    return ids;
  }
  json explored(const std::vector<std::string>& turns = {}, const json& options = json::object()) {
    return server_
        .post("/api/explorer", {{"game", "yavalath"}, {"options", options}, {"turns", turns}})
        .json;
  }
};

using Ids = std::vector<std::string>;

INSTANTIATE_TEST_SUITE_P(Stores, Archive, ::testing::Values("sqlite", "postgresql"),
                         [](const auto& kind) { return std::string(kind.param); });

TEST_P(Archive, AGameIsShownWhileEverybodyAgrees) {
  const auto [id, host, guest] = two_players({{"show", true}});
  EXPECT_EQ(server_.turn(id, "e5", 0, host).status, 200);
  const auto seats = server_.show(id)["seats"];
  EXPECT_EQ(seats[0]["show"], true);
  EXPECT_EQ(seats[1]["show"], false);
  EXPECT_EQ(server_.act(id, "resign", nullptr, guest).status, 200);
  EXPECT_EQ(found(), Ids{});
  agree(id, true, guest);
  EXPECT_EQ(found(), Ids{id});
  EXPECT_EQ(explored()["games"], 1);
  agree(id, false, host);
  EXPECT_EQ(found(), Ids{});
  EXPECT_EQ(explored()["games"], 0);
  agree(id, true, host);
  agree(id, true, host);
  EXPECT_EQ(found(), Ids{id});
  const auto entry = server_.get("/api/archive").json["games"][0];
  EXPECT_EQ(entry["game"], "yavalath");
  EXPECT_EQ(entry["options"]["size"], "5");
  EXPECT_EQ(entry["players"][0]["name"], "Ana");
  EXPECT_EQ(entry["players"][1]["name"], "Rui");
  EXPECT_EQ(entry["result"], "p1win");
  EXPECT_EQ(entry["reason"], "Rui resigned");
  EXPECT_EQ(entry["why"], "resigned");
  EXPECT_EQ(entry["turns"], 1);
  // A stranger has no say.
  EXPECT_EQ(server_.act(id, "show", {{"show", false}}, "").code(), "no_token");
  EXPECT_EQ(server_.act(id, "show", {{"show", false}}, std::string(22, 'x')).code(), "wrong_token");
  EXPECT_EQ(server_.act(id, "show", json::object(), host).code(), "bad_field");
}

TEST_P(Archive, ComputersAgreeAndGamesThatGoOnAreNotShown) {
  const auto made = server_.table("yavalath", {"me", "random"}, {{"show", true}}).json;
  const std::string id = made["id"], token = made["token"];
  EXPECT_EQ(server_.turn(id, "e5", 0, token).status, 200);
  server_.await(id, [](const json& table) { return table["turns"].size() == 2; });
  EXPECT_EQ(found(), Ids{});
  EXPECT_EQ(server_.act(id, "resign", nullptr, token).status, 200);
  EXPECT_EQ(found("player=RANDOM"), Ids{id});
  EXPECT_EQ(explored()["wins"], json({0, 1}));
  EXPECT_EQ(server_.answer(id, "takeback", "ask", token).status, 200);
  EXPECT_EQ(found(), Ids{});
  EXPECT_EQ(explored()["games"], 0);
  // Computers alone agree where whoever set them up does.
  const auto quiet_one = server_.table("yavalath", {"random", "random"}).json;
  const auto open_one = server_.table("yavalath", {"random", "random"}, {{"show", true}}).json;
  for (const auto& one : {quiet_one, open_one}) {
    server_.await(one["id"], [](const json& table) { return table["result"] != "none"; });
  }
  EXPECT_EQ(found(), Ids{open_one["id"]});
}

TEST_P(Archive, NamesAreFoundWithoutTheirCapitalsAndAccents) {
  const auto named = [&](const std::string& name) {
    json wish = {{"game", "yavalath"}, {"show", true}};
    wish["seats"] = {{{"who", "me"}, {"name", name}}, {{"who", "me"}, {"name", "Rui"}}};
    const auto made = server_.post("/api/tables", wish).json;
    EXPECT_EQ(server_.act(made["id"], "resign", nullptr, made["token"]).status, 200);
    clock_.pass(1000);
    return made["id"].get<std::string>();
  };
  const auto first = named("José"), second = named("JOSE");
  named("Josefa");
  for (const auto* typed : {"jose", "Jos%C3%A9", "JOS%C3%89", "J%C3%B3se"}) {
    EXPECT_EQ(found("player=" + std::string(typed)), (Ids{second, first})) << typed;
  }
}

// Nobody who left without a word is shown.
TEST_P(Archive, WhoLeftAGameOfThreeHasHisWord) {
  const auto made =
      server_
          .post("/api/tables",
                {{"game", "yavalath"},
                 {"options", {{"players", "3"}}},
                 {"show", true},
                 {"seats", {{{"who", "me"}}, {{"who", "open"}}, {{"who", "random"}}}}})
          .json;
  const std::string id = made["id"], host = made["token"];
  const std::string guest =
      server_.act(id, "join", json::object(), made["invites"][0]["token"]).json["token"];
  EXPECT_EQ(server_.act(id, "resign", nullptr, guest).status, 200);
  EXPECT_EQ(server_.act(id, "resign", nullptr, host).status, 200);
  server_.await(id, [](const json& table) { return table["result"] != "none"; });
  EXPECT_EQ(server_.show(id)["seats"][1]["show"], false);
  EXPECT_EQ(found(), Ids{});
}

TEST_P(Archive, StrangersFindNothingPrivate) {
  // Running, waiting and finished ones, some half agreed on, watched by somebody.
  const auto running = two_players({{"show", true}});
  const auto finished = two_players();
  agree(finished.id, true, finished.guest);
  EXPECT_EQ(server_.turn(finished.id, "e5", 0, finished.host).status, 200);
  EXPECT_EQ(server_.act(finished.id, "resign", nullptr, finished.host).status, 200);
  const auto waiting = server_.table("yavalath", {"me", "open"}, {{"show", true}}).json;
  const auto box = server_.connect();
  for (const std::string& id : {running.id, finished.id, waiting["id"].get<std::string>()}) {
    server_.say(box, {{"type", "watch"}, {"request", 1}, {"table", id}});
    EXPECT_EQ(box->next("ok")["type"], "ok");
  }
  server_.address = "198.51.100.7";
  const auto seen = seen_by_stranger(server_);
  for (const std::string& secret :
       {running.id, finished.id, waiting["id"].get<std::string>(), std::string("Ana"),
        std::string("Rui"), std::string("\"games\":1")}) {
    EXPECT_EQ(seen.find(secret), std::string::npos) << secret << " in " << seen;
  }
  EXPECT_EQ(explored()["games"], 0);
  // An open seat of a private table needs its invitation.
  EXPECT_EQ(server_.act(waiting["id"], "join", json::object(), "").code(), "no_token");
}

TEST_P(Archive, SearchesAreReadStrictly) {
  for (const char* query : {"limit=0", "limit=101", "limit=x", "from=yesterday", "to=-1",
                            "result=none", "result=", "before=x", "before=12-",
                            "before=x-aaaaaaaaaaaa", "colour=red", "options=size=5"}) {
    EXPECT_EQ(server_.get("/api/archive", query).code(), "bad_field") << query;
    if (std::string(query) == "limit=101") continue;
    EXPECT_EQ(server_.get("/api/archive/records", query).code(), "bad_field") << query;
  }
  EXPECT_EQ(server_.get("/api/archive", "game=chess").code(), "unknown_game");
  EXPECT_EQ(server_.get("/api/archive", "game=yavalath&options=size=99").code(), "bad_options");
  EXPECT_EQ(server_.get("/api/live", "game=chess").code(), "unknown_game");
  EXPECT_EQ(server_.get("/api/live", "limit=3").code(), "bad_field");
  EXPECT_EQ(server_.post("/api/explorer", {{"game", "yavalath"}, {"turns", {"z9"}}}).code(),
            "bad_turn");
}

TEST_P(Archive, SearchesFindWhatTheyAskFor) {
  const auto [small, a] = shown_game({"a1"}, {{"options", {{"size", "3"}}}});
  const auto from = std::to_string(clock_.now());
  const auto [usual, b] = shown_game({"e5"});
  EXPECT_EQ(found("game=yavalath"), (Ids{usual, small}));
  EXPECT_EQ(found("game=eigenstate"), Ids{});
  EXPECT_EQ(found("game=yavalath&options=size=3"), Ids{small});
  EXPECT_EQ(found("game=yavalath&options="), Ids{usual});
  EXPECT_EQ(found("result=p1win&reason=resigned"), (Ids{usual, small}));
  EXPECT_EQ(found("result=draw"), Ids{});
  EXPECT_EQ(found("from=" + from), Ids{usual});
  EXPECT_EQ(found("to=" + from), Ids{small});
}

TEST_P(Archive, PagesWhileGamesEndAndGo) {
  std::set<std::string> stays;
  std::vector<std::pair<std::string, std::string>> games;
  for (int i = 0; i < 9; ++i) {
    games.push_back(shown_game());
    if (i % 2 == 0) stays.insert(games.back().first);
  }
  std::vector<std::string> met;
  std::string next;
  for (std::size_t page = 0; page < 20; ++page) {
    const auto got = server_.get("/api/archive", "limit=2" + next).json;
    for (const auto& game : got["games"]) met.push_back(game["id"]);
    if (got["next"].is_null()) break;
    next = "&before=" + got["next"].get<std::string>();
    shown_game();
    if (2 * page + 1 < games.size()) {
      const auto& [id, token] = games[2 * page + 1];
      EXPECT_EQ(server_.act(id, "delete", nullptr, token).status, 200);
    }
  }
  const std::set<std::string> once(met.begin(), met.end());
  EXPECT_EQ(once.size(), met.size());
  EXPECT_TRUE(std::includes(once.begin(), once.end(), stays.begin(), stays.end()));
}

TEST_P(Archive, TheRecordsOfASearch) {
  const auto first = shown_game({"e5"});
  const auto second = shown_game({"e4"});
  const auto all = server_.get("/api/archive/records");
  EXPECT_EQ(all.status, 200);
  EXPECT_TRUE(all.type.starts_with("text/plain"));
  EXPECT_FALSE(all.headers.contains("X-Next"));
  const auto records = games::split_records(all.body);
  ASSERT_TRUE(records);
  EXPECT_EQ(records->size(), 2u);
  const auto one = server_.get("/api/archive/records", "limit=1");
  EXPECT_NE(one.body.find("e4"), std::string::npos);
  ASSERT_TRUE(one.headers.contains("X-Next"));
  const auto other =
      server_.get("/api/archive/records", "limit=1&before=" + one.headers.at("X-Next"));
  EXPECT_NE(other.body.find("e5"), std::string::npos);
  EXPECT_FALSE(other.headers.contains("X-Next"));
  EXPECT_EQ(server_.act(second.first, "delete", nullptr, second.second).status, 200);
  EXPECT_EQ(server_.get("/api/archive/records").body.find("e4"), std::string::npos);
}

// --- The explorer ---

// The smallest text among a position and its images: no hashes.
std::string smallest_text(const games::Position& position) {
  return std::visit(
      [](const auto& state) {
        auto smallest = state.to_text();
        for (int symmetry = 1; symmetry < state.symmetry_count(); ++symmetry) {
          smallest = std::min(smallest, state.transformed(symmetry).to_text());
        }
        return smallest;
      },
      position.state());
}

using Counts = std::map<std::string, std::array<int, 2>>;  // next position → wins

// How games went on from a position, by looking at all of them.
Counts counted(const std::vector<std::vector<std::string>>& games, const games::Position& start,
               const std::string& asked) {
  Counts counts;
  for (const auto& turns : games) {
    games::Position position = start;
    for (std::size_t turn = 0; turn <= turns.size(); ++turn) {
      const bool here = smallest_text(position) == asked;
      if (turn < turns.size()) position.apply(*position.parse_action(turns[turn]));
      if (!here) continue;
      // Whoever was to move at the end resigned.
      const auto next = turn < turns.size() ? smallest_text(position) : "";
      ++counts[next][turns.size() % 2 == 0 ? 1 : 0];
      break;
    }
  }
  return counts;
}

TEST_P(Archive, TheExplorerCountsAsLookingAtAllGamesDoes) {
  const auto* game = games::find_game("yavalath");
  const games::OptionMap options = {{"size", "3"}, {"swap", "off"}};
  const auto start = *games::Position::start(*game, options);
  core::Rng rng(17);
  std::vector<std::vector<std::string>> games;
  for (int number = 0; number < 40; ++number) {
    auto& turns = games.emplace_back();
    games::Position position = start;
    for (int turn = 0; turn < 1 + number % 5; ++turn) {
      const auto action = position.random_action(rng);
      turns.push_back(position.action_text(action));
      position.apply(action);
      if (position.outcome().over()) {
        turns.pop_back();
        break;
      }
    }
    shown_game(turns, {{"options", options}});
  }
  int asked = 0;
  for (std::size_t number = 0; number < games.size(); number += 3) {
    const auto& game_turns = games[number];
    for (std::size_t length = 0; length <= game_turns.size(); ++length) {
      const std::vector<std::string> turns(game_turns.begin(),
                                           game_turns.begin() + static_cast<long>(length));
      const auto got = explored(turns, options);
      games::Position position = start;
      for (const auto& turn : turns) position.apply(*position.parse_action(turn));
      auto expected = counted(games, start, smallest_text(position));
      std::array<int, 2> all = {};
      for (const auto& [next, wins] : expected) {
        all[0] += wins[0];
        all[1] += wins[1];
      }
      EXPECT_EQ(got["wins"], json(all));
      EXPECT_EQ(got["games"], all[0] + all[1]);
      EXPECT_EQ(got["last"].size(), static_cast<std::size_t>(std::min(5, all[0] + all[1])));
      expected.erase("");
      Counts told_counts;
      for (const auto& one : got["turns"]) {
        auto next = position;
        next.apply(*next.parse_action(one["turn"].get<std::string>()));
        EXPECT_TRUE(
            told_counts.emplace(smallest_text(next), one["wins"].get<std::array<int, 2>>()).second);
      }
      EXPECT_EQ(told_counts, expected);
      ++asked;
    }
  }
  EXPECT_GT(asked, 20);
}

TEST_P(Archive, TheExplorerTellsTurnsOnTheBoardThatWasAskedAbout) {
  shown_game({"a1", "e5"});
  shown_game({"a5", "e5"});
  const auto first = explored();
  EXPECT_EQ(first["games"], 2);
  ASSERT_EQ(first["turns"].size(), 1u);  // corners are one
  EXPECT_EQ(first["turns"][0]["games"], 2);
  const auto other = explored({"i5"});
  EXPECT_EQ(other["games"], 2);
  ASSERT_EQ(other["turns"].size(), 1u);
  EXPECT_EQ(other["turns"][0]["turn"], "e5");
  EXPECT_EQ(other["turns"][0]["words"], "places a stone on e5");
  EXPECT_EQ(other["to_move"], 2);
  // A draft does not count.
  const auto drafted =
      server_.post("/api/explorer", {{"game", "yavalath"}, {"turns", {"i5"}}, {"draft", {"e4"}}});
  EXPECT_EQ(drafted.json["games"], 2);
}

TEST_P(Archive, NoExplorerInARunningGameWithoutHelp) {
  const auto made =
      server_
          .table("yavalath", {"me", "me"}, {{"exploration", false}, {"turns", {"e5", "d4", "c3"}}})
          .json;
  const auto asked = server_.posted(
      "/api/explorer", {{"game", "yavalath"}, {"turns", {"e5", "d4", "c3"}}}, made["token"]);
  EXPECT_EQ(server_.send(asked).code(), "no_exploration");
}

// --- Deleting ---

TEST_P(Archive, TheOnlyPersonDeletesForGood) {
  const auto [id, token] = shown_game({"e5"});
  EXPECT_EQ(explored()["games"], 1);
  const auto box = server_.connect();
  server_.say(box, {{"type", "watch"}, {"request", 1}, {"table", id}});
  EXPECT_EQ(box->next("ok")["type"], "ok");
  EXPECT_EQ(server_.act(id, "delete", nullptr, token).status, 200);
  EXPECT_EQ(box->next("resync")["table"], id);
  EXPECT_EQ(server_.get("/api/tables/" + id).code(), "no_such_table");
  EXPECT_EQ(server_.get("/api/tables/" + id + "/record").code(), "no_such_table");
  EXPECT_EQ(server_.act(id, "delete", nullptr, token).code(), "no_such_table");
  EXPECT_EQ(seen_by_stranger(server_).find(id), std::string::npos);
  EXPECT_EQ(explored()["games"], 0);
  EXPECT_EQ(explored({"e5"})["games"], 0);
}

TEST_P(Archive, OneOfTwoDeletesHisPartAndHidesTheGame) {
  const auto [id, host, guest] = two_players({{"show", true}});
  agree(id, true, guest);
  EXPECT_EQ(server_.act(id, "delete", nullptr, host).code(), "not_over");
  EXPECT_EQ(server_.turn(id, "e5", 0, host).status, 200);
  EXPECT_EQ(server_.act(id, "resign", nullptr, host).status, 200);
  EXPECT_EQ(found(), Ids{id});
  EXPECT_EQ(server_.act(id, "delete", nullptr, "").code(), "no_token");
  EXPECT_EQ(server_.act(id, "delete", nullptr, std::string(22, 'x')).code(), "wrong_token");
  EXPECT_EQ(found(), Ids{id});

  EXPECT_EQ(server_.act(id, "delete", nullptr, host).status, 200);
  EXPECT_EQ(found(), Ids{});
  EXPECT_EQ(explored()["games"], 0);
  EXPECT_EQ(server_.act(id, "show", {{"show", true}}, host).code(), "wrong_token");
  // The other one keeps it, without a name that is not his.
  const auto table = server_.get("/api/tables/" + id, "", guest).json;
  EXPECT_EQ(table["turns"], json({"e5"}));
  EXPECT_EQ(table["seats"][0]["name"], "");
  EXPECT_EQ(table["seats"][1]["name"], "Rui");
  agree(id, false, guest);
  agree(id, true, guest);
  EXPECT_EQ(found(), Ids{});
  EXPECT_EQ(server_.answer(id, "rematch", "ask", guest).code(), "waiting");

  EXPECT_EQ(server_.act(id, "delete", nullptr, guest).status, 200);
  EXPECT_EQ(server_.get("/api/tables/" + id).code(), "no_such_table");
}

// --- Company ---

TEST_P(Archive, PublicTablesAreInTheLiveListWhileSomebodyIsThere) {
  const auto made = server_.table("yavalath", {"me", "open"}, {{"public", true}}).json;
  const std::string id = made["id"], host = made["token"];
  EXPECT_EQ(server_.get("/api/live").json["games"].size(), 0u);
  const auto box = server_.connect();
  server_.say(box, {{"type", "watch"}, {"request", 1}, {"table", id}, {"token", host}});
  EXPECT_EQ(box->next("ok")["table"]["public"], true);
  const auto listed = server_.get("/api/live").json["games"];
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0]["id"], id);
  EXPECT_EQ(listed[0]["state"], "waiting");
  EXPECT_EQ(listed[0]["spectators"], 0);
  EXPECT_EQ(server_.get("/api/live", "game=eigenstate").json["games"].size(), 0u);
  // Whoever comes may take the seat; again with the same token gives the same answer.
  const std::string token(22, 'x');
  const json guest = {{"name", "Rui"}, {"token", token}, {"show", true}};
  for (int round = 0; round < 2; ++round) {
    const auto joined = server_.act(id, "join", guest, "");
    EXPECT_EQ(joined.status, 200) << joined.body;
    EXPECT_EQ(joined.json["seats"], json({2}));
  }
  EXPECT_EQ(box->next("seated")["show"], true);
  EXPECT_EQ(server_.act(id, "join", json::object(), "").code(), "seat_taken");
  const auto running = server_.get("/api/live", "game=yavalath").json["games"];
  ASSERT_EQ(running.size(), 1u);
  EXPECT_EQ(running[0]["state"], "running");
  EXPECT_EQ(running[0]["players"][1]["name"], "Rui");
  EXPECT_EQ(server_.act(id, "resign", nullptr, host).status, 200);
  EXPECT_EQ(server_.get("/api/live").json["games"].size(), 0u);
}

TEST_P(Archive, SpectatorsAreCounted) {
  const auto [id, host, guest] = two_players({{"public", true}});
  const auto watch = [&, table = id](const std::shared_ptr<Mailbox>& box,
                                     const std::string& token) {
    json message = {{"type", "watch"}, {"request", 1}, {"table", table}};
    if (!token.empty()) message["token"] = token;
    server_.say(box, message);
    return box->next("ok")["table"]["spectators"].get<int>();
  };
  const auto player = server_.connect(), first = server_.connect(), second = server_.connect();
  EXPECT_EQ(watch(player, host), 0);
  EXPECT_EQ(watch(first, ""), 1);
  EXPECT_EQ(player->next("spectators")["spectators"], 1);
  EXPECT_EQ(watch(second, ""), 2);
  EXPECT_EQ(player->next("spectators")["spectators"], 2);
  EXPECT_EQ(server_.show(id)["spectators"], 2);
  EXPECT_EQ(server_.get("/api/live").json["games"][0]["spectators"], 2);
  server_.close(first);
  EXPECT_EQ(player->next("spectators")["spectators"], 1);
}

TEST_P(Archive, ACrowdIsToldOnceASecond) {
  const auto [id, host, guest] = two_players();
  const auto player = server_.connect();
  server_.say(player, {{"type", "watch"}, {"request", 1}, {"table", id}, {"token", host}});
  std::vector<std::shared_ptr<Mailbox>> crowd;
  const auto come = [&, table = id] {
    crowd.push_back(server_.connect());
    server_.say(crowd.back(), {{"type", "watch"}, {"request", 1}, {"table", table}});
  };
  for (int i = 0; i < 40; ++i) come();
  int told = 0;
  while (told < 20) told = player->next("spectators")["spectators"];
  EXPECT_EQ(told, 20);
  // The others are told together.
  clock_.pass(1000);
  EXPECT_EQ(player->next("spectators")["spectators"], 40);
}

TEST_P(Archive, PhrasesAreToldToEverybody) {
  const auto [id, host, guest] = two_players();
  const auto box = server_.connect();
  server_.say(box, {{"type", "watch"}, {"request", 1}, {"table", id}});
  EXPECT_EQ(box->next("ok")["type"], "ok");
  const auto before = server_.show(id)["event"];
  EXPECT_EQ(server_.act(id, "phrase", {{"phrase", "hello"}}, guest).json["event"], before);
  const auto heard = box->next("phrase");
  EXPECT_EQ(heard["player"], 2);
  EXPECT_EQ(heard["phrase"], "hello");
  for (const json& phrase : {json("you fool"), json(""), json(7)}) {
    EXPECT_EQ(server_.act(id, "phrase", {{"phrase", phrase}}, guest).code(), "bad_field");
  }
  EXPECT_EQ(server_.act(id, "phrase", {{"phrase", "hello"}}, "").code(), "no_token");
  EXPECT_EQ(server_.act(id, "phrase", {{"phrase", "hello"}}, std::string(22, 'x')).code(),
            "wrong_token");
  server_.say(box, {{"type", "phrase"}, {"request", 2}, {"table", id}, {"phrase", "hello"}});
  EXPECT_EQ(box->next("error")["error"]["code"], "no_token");
  // Three in ten seconds, for each of them.
  EXPECT_EQ(server_.act(id, "phrase", {{"phrase", "sorry"}}, guest).status, 200);
  clock_.pass(4000);
  EXPECT_EQ(server_.act(id, "phrase", {{"phrase", "thanks"}}, guest).status, 200);
  const auto refused = server_.act(id, "phrase", {{"phrase", "oops"}}, guest);
  EXPECT_EQ(refused.code(), "too_many");
  EXPECT_EQ(refused.headers.at("Retry-After"), "6");
  EXPECT_EQ(server_.act(id, "phrase", {{"phrase", "oops"}}, host).status, 200);
  clock_.pass(6000);
  EXPECT_EQ(server_.act(id, "phrase", {{"phrase", "goodbye"}}, guest).status, 200);
  // Nothing of it is kept.
  EXPECT_EQ(server_.show(id)["event"], before);
  EXPECT_EQ(server_.act(id, "resign", nullptr, host).status, 200);
  EXPECT_EQ(server_.get("/api/tables/" + id + "/record").body.find("goodbye"), std::string::npos);
  clock_.pass(10'000);
  EXPECT_EQ(server_.act(id, "phrase", {{"phrase", "good_game"}}, guest).status, 200);
}

}  // namespace
}  // namespace tests

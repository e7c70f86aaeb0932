// AbstractPlay's records and lists of moves, there and back; the convert command.
#include "games/abstractplay.h"
#include "process.h"
#include "support.h"

namespace tests {
namespace {

using games::OptionMap;
using games::Record;
using nlohmann::json;

constexpr const char* kNow = "2026-11-15T10:00:00Z";

std::string error_of(const games::Parsed<Record>& record) {
  if (record) return "";
  return text::render(record.error(), text::Language::kEnglish);
}

Record record_of(const std::string& game, const json& line) {
  Record record;
  record.game = game;
  record.options =
      *games::parse_options(line.value("options", ""), games::find_game(game)->options);
  for (const auto& move : line["moves"]) {
    record.turns.push_back({});
    record.turns.back().text = move.get<std::string>();
  }
  const auto whole = games::checked(record);
  EXPECT_TRUE(whole) << error_of(whole);
  return *whole;
}

void expect_same_game(const Record& read, const Record& written) {
  EXPECT_EQ(read.game, written.game);
  EXPECT_EQ(read.players, written.players);
  EXPECT_EQ(read.result, written.result);
  EXPECT_EQ(read.reason, written.reason);
  ASSERT_EQ(read.turns.size(), written.turns.size());
  for (std::size_t i = 0; i < read.turns.size(); ++i) {
    EXPECT_EQ(read.turns[i].text, written.turns[i].text);
  }
}

TEST(AbstractPlay, RecordedGamesGoThereAndBack) {
  int games = 0;
  for (const std::string game : {"yavalath", "epaminondas"}) {
    for (const auto& line : vectors(game + "-games.jsonl")) {
      // Other boards and rules are not AbstractPlay's.
      if (line.value("options", "").find("size=") != std::string::npos ||
          line.value("options", "").find("rules=") != std::string::npos) {
        continue;
      }
      Record record = record_of(game, line);
      if (record.result == "none") {
        record.result = "draw";
        record.reason = "draw agreed";
      }
      const auto text = games::to_abstractplay(record, kNow);
      ASSERT_TRUE(text) << text::render(text.error(), text::Language::kEnglish);
      EXPECT_TRUE(games::is_abstractplay(*text));
      OptionMap options;
      if (record.options.contains("swap")) options["swap"] = record.options.at("swap");
      const auto back = games::parse_abstractplay(*text, game, options);
      ASSERT_TRUE(back) << error_of(back);
      expect_same_game(*back, record);
      EXPECT_EQ(back->options.contains("players") ? back->options.at("players") : "2",
                std::to_string(record.players.size()));
      // The same moves as words.
      std::string words;
      for (const auto& turn : record.turns) words += turn.text + ' ';
      const auto listed = games::parse_abstractplay(words, game, record.options);
      ASSERT_TRUE(listed) << error_of(listed);
      EXPECT_EQ(listed->turns, record.turns);
      ++games;
    }
  }
  EXPECT_GT(games, 100);
}

// What its schema asks for (AbstractPlay's recranks, gamerecord 1-0-0).
TEST(AbstractPlay, WritesWhatItsSchemaAsksFor) {
  Record record;
  record.game = "yavalath";
  record.players = {"Ada", ""};
  record.tags = {{"Event", "Sunday"},
                 {"Round", "2"},
                 {"Date", "2026.11.14"},
                 {"GameId", "g1"},
                 {"UserId1", "u1"}};
  for (const char* turn : {"e1", "a1", "e2", "b1", "e3"}) {
    record.turns.push_back({});
    record.turns.back().text = turn;
  }
  record = *games::checked(record);
  const auto object = json::parse(*games::to_abstractplay(record, kNow));
  const json expected = {{"header",
                          {{"game", {{"name", "Yavalath"}, {"variants", json::array()}}},
                           {"site", {{"name", "Tabuleiro"}, {"gameid", "g1"}}},
                           {"date-start", "2026-11-14T00:00:00Z"},
                           {"date-end", "2026-11-14T00:00:00Z"},
                           {"date-generated", kNow},
                           {"event", "Sunday"},
                           {"round", "2"},
                           {"players",
                            {{{"name", "Ada"}, {"result", 0}, {"userid", "u1"}},
                             {{"name", "Player 2"}, {"result", 1}}}}}},
                         {"moves", {{"e1", "a1"}, {"e2", "b1"}, {"e3"}}}};
  EXPECT_EQ(object, expected);
  const auto back = games::parse_abstractplay(object.dump());
  ASSERT_TRUE(back) << error_of(back);
  EXPECT_EQ(back->tags.at("Date"), "2026.11.14");
  EXPECT_EQ(back->tags.at("UserId1"), "u1");
  EXPECT_EQ(back->tags.at("GameId"), "g1");
}

TEST(AbstractPlay, SwapIsItsPieRule) {
  Record record;
  record.game = "yavalath";
  record.players = {"Ada", "Bob"};
  record.tags = {{"UserId1", "ada"}, {"UserId2", "bob"}};
  for (const char* turn : {"e5", "swap", "d4", "a1"}) {
    record.turns.push_back({});
    record.turns.back().text = turn;
  }
  record.result = "p2win";
  record.reason = "resigned";
  record = *games::checked(record);
  const auto text = games::to_abstractplay(record, kNow);
  ASSERT_TRUE(text);
  const auto object = json::parse(*text);
  // There Bob takes Ada's seat, with her stone; she goes on in his.
  EXPECT_EQ(object["header"]["pie-invoked"], true);
  EXPECT_EQ(object["header"]["players"][0]["name"], "Bob");
  EXPECT_EQ(object["header"]["players"][0]["result"], 1);
  EXPECT_EQ(object["moves"], json::parse(R"([["e5", "d4"], ["a1", "resign"]])"));
  const auto back = games::parse_abstractplay(*text);
  ASSERT_TRUE(back) << error_of(back);
  expect_same_game(*back, record);
  EXPECT_EQ(back->tags.at("UserId1"), "ada");
  EXPECT_EQ(back->tags.at("UserId2"), "bob");
}

TEST(AbstractPlay, ReadsListsAsPeopleHaveThem) {
  const auto turns = [](const games::Parsed<Record>& record) {
    std::string out;
    EXPECT_TRUE(record) << error_of(record);
    if (record) {
      for (const auto& turn : record->turns) out += turn.text + ' ';
    }
    return out;
  };
  EXPECT_EQ(turns(games::parse_abstractplay("1. E5 d4\n2. a1", "yavalath")), "e5 d4 a1 ");
  EXPECT_EQ(turns(games::parse_abstractplay("1.c1-c4 l12xl9", "epaminondas")), "c1-c4 l12-l9 ");
  EXPECT_EQ(turns(games::parse_abstractplay(R"([["e5", "d4"], ["a1", null]])", "yavalath")),
            "e5 d4 a1 ");
  EXPECT_EQ(
      turns(games::parse_abstractplay(R"(["e5", {"move": "d4", "result": "x"}])", "yavalath")),
      "e5 d4 ");
  EXPECT_EQ(turns(games::parse_abstractplay("e5 swap d4", "yavalath")), "e5 swap d4 ");
  EXPECT_EQ(turns(games::parse_abstractplay("", "yavalath")), "");

  const auto resigned = games::parse_abstractplay("c1-c4 resign", "epaminondas");
  ASSERT_TRUE(resigned);
  EXPECT_EQ(resigned->result, "p1win");
  EXPECT_EQ(resigned->reason, "resigned");
  const auto late = games::parse_abstractplay("c1-c4 l12-l9 timeout", "epaminondas");
  EXPECT_EQ(late->result, "p2win");
  EXPECT_EQ(late->reason, "time");
  EXPECT_EQ(games::parse_abstractplay("c1-c4 draw", "epaminondas")->result, "draw");
  EXPECT_EQ(games::parse_abstractplay("c1-c4 abandoned", "epaminondas")->result, "none");
}

TEST(AbstractPlay, ThreePlayersOneOfThemOut) {
  // Player 1 makes a three on his third turn and is out.
  const std::string moves = "e1 a1 i1 e2 a3 i3 e3 a5 i5";
  const auto plain = games::parse_abstractplay(moves, "yavalath", {{"players", "3"}});
  ASSERT_TRUE(plain) << error_of(plain);
  // A pass of the player who is out says nothing new.
  const auto passed = games::parse_abstractplay(moves + " pass g1", "yavalath", {{"players", "3"}});
  ASSERT_TRUE(passed) << error_of(passed);
  EXPECT_EQ(passed->turns.size(), plain->turns.size() + 1);
  EXPECT_NE(error_of(games::parse_abstractplay("e1 pass", "yavalath", {{"players", "3"}}))
                .find("move 2: pass"),
            std::string::npos);
  Record record = *passed;
  record.result = "draw";
  record.reason = "draw agreed";
  const auto text = games::to_abstractplay(record, kNow);
  ASSERT_TRUE(text);
  const auto object = json::parse(*text);
  EXPECT_EQ(object["moves"][3], json({nullptr, "g1", "draw"})) << object["moves"];
  EXPECT_EQ(object["header"]["players"][0]["result"], 0);
  const auto back = games::parse_abstractplay(*text);
  ASSERT_TRUE(back) << error_of(back);
  expect_same_game(*back, record);
}

TEST(AbstractPlay, EveryWayOfBeingWrong) {
  const auto wrong = [](const std::string& text, const std::string& game, const std::string& part) {
    const auto error = error_of(games::parse_abstractplay(text, game));
    EXPECT_NE(error, "") << text;
    EXPECT_NE(error.find(part), std::string::npos) << text << " gives " << error;
  };
  wrong("e5 d4", "", "names no game");
  wrong("e5", "eigenstate", "only AbstractPlay's");
  wrong("{", "yavalath", "not valid JSON");
  wrong("{}", "yavalath", "expected moves");
  wrong(R"({"moves": 3})", "yavalath", "expected moves");
  wrong(R"({"moves": [[3]]})", "yavalath", "expected moves");
  wrong(R"({"header": 3, "moves": []})", "", "header");
  wrong(R"({"header": {}, "moves": []})", "", "header.game");
  wrong(R"({"header": {"game": {"name": "Chess"}, "players": []}, "moves": []})", "", "'Chess'");
  wrong(R"({"header": {"game": {"name": "Yavalath"}, "players": []}, "moves": []})", "epaminondas",
        "not of epaminondas");
  wrong(
      R"({"header": {"game": {"name": "epam", "variants": ["stones"]}, "players": []}, "moves": []})",
      "", "'stones'");
  wrong(R"({"header": {"game": {"name": "epam"}}, "moves": []})", "", "header.players");
  wrong(R"({"header": {"game": {"name": "epam"}, "players": [1]}, "moves": []})", "",
        "header.players");
  wrong(R"({"header": {"game": {"name": "epam"}, "players": [{}, {}, {}, {}]}, "moves": []})", "",
        "at most 3 players");
  wrong(R"({"header": {"game": {"name": "yavalath"}, "pie-invoked": true, "players": [{}, {}]},
            "moves": []})",
        "", "pie-invoked");
  wrong("e5 e5", "yavalath", "turn 2, 'e5'");
  wrong("e5 pass", "yavalath", "move 2: pass");
  wrong("e5 resign d4", "yavalath", "move 3: a move after resign");
  wrong("e1 a1 e2 b1 e3 c1", "yavalath", "already over");
  wrong(R"({"header": {"game": {"name": "Yavalath"},
            "players": [{"name": "a", "result": 1}, {"name": "b", "result": 0}]},
            "moves": [["e1", "a1"], ["e2", "b1"], ["e3"]]})",
        "", "contradicts");

  const auto unwritable = [](Record record, const std::string& part) {
    const auto text = games::to_abstractplay(record, kNow);
    ASSERT_FALSE(text) << part;
    const auto error = text::render(text.error(), text::Language::kEnglish);
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  Record record;
  record.game = "yavalath";
  unwritable(record, "no result");
  record.result = "draw";
  record.options = {{"size", "4"}};
  unwritable(record, "size=4");
  record.options.clear();
  record.position = "5/6/7/8/4w4/8/7/6/5 b -";
  unwritable(record, "from the beginning");
  record.position.clear();
  record.game = "sixteen-stone";
  unwritable(record, "not for sixteen-stone");
}

// --- The command ---

TEST(ConvertCommand, GoesThroughEveryFormat) {
  const std::string list = "e1 a1 e2 b1 e3";
  const auto pgn = run_program({"convert", "-", "--game", "yavalath", "--to", "pgn"}, list);
  ASSERT_EQ(pgn.status, 0) << pgn.err;
  EXPECT_NE(pgn.out.find("1. e1 2. a1 3. e2 4. b1 5. e3 0-1"), std::string::npos) << pgn.out;
  const auto ours = run_program({"convert", "-", "--to", "json"}, pgn.out);
  const auto there = run_program({"convert", "-", "--to", "abstractplay"}, ours.out);
  ASSERT_EQ(there.status, 0) << there.err;
  const auto back = run_program({"convert", "-", "--to", "json"}, there.out);
  ASSERT_EQ(back.status, 0) << back.err;
  EXPECT_EQ(nlohmann::json::parse(back.out)["turns"], nlohmann::json::parse(ours.out)["turns"]);
  // review reads it too.
  EXPECT_EQ(run_program({"review", "-", "--nodes", "100"}, there.out).status, 0);
  const auto three = run_program({"convert", "-", "--from", "abstractplay", "--game", "yavalath",
                                  "--options", "players=3", "--to", "json"},
                                 "e1 a1 i1");
  EXPECT_EQ(nlohmann::json::parse(three.out)["players"].size(), 3u);
}

TEST(ConvertCommand, RefusesInOneLine) {
  expect_refused({"convert", "-"}, "--to is missing");
  expect_refused({"convert", "-", "--to", "sgf"}, "unknown format 'sgf'");
  expect_refused({"convert", "-", "--to", "pgn", "--from", "sgf"}, "unknown format 'sgf'");
  expect_refused({"convert", "/nowhere/at/all", "--to", "pgn"}, "cannot be read");
  expect_refused({"convert", "-", "--to", "pgn", "--from", "abstractplay"}, "use --game", "e5");
  expect_refused({"convert", "-", "--to", "pgn", "--game", "chess"}, "unknown game", "e5");
  expect_refused({"convert", "-", "--to", "abstractplay", "--game", "yavalath"}, "no result", "e5");
}

}  // namespace
}  // namespace tests

// Records: both spellings, every annotation, and every way in which a stranger's file is wrong.
#include "games/record.h"

#include "core/file.h"
#include "core/scan.h"
#include "support.h"

namespace tests {
namespace {

using games::Record;
using games::RecordTurn;

std::string pgn_error(const std::string& text) {
  const auto record = games::parse_pgn(text);
  if (!record) return text::render(record.error(), text::Language::kEnglish);
  ADD_FAILURE() << "accepted: " << text;
  return "";
}

std::string json_error(const std::string& text) {
  const auto record = games::parse_record_json(text);
  if (!record) return text::render(record.error(), text::Language::kEnglish);
  ADD_FAILURE() << "accepted: " << text;
  return "";
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text << " lacks " << part;
}

RecordTurn turn(std::string text) {
  RecordTurn t;
  t.text = std::move(text);
  return t;
}

// A record with everything that a record can hold.
Record rich_record() {
  Record record;
  record.game = "yavalath";
  record.options = {{"swap", "off"}};
  record.players = {"Ada \"the\" first", "Grace \\ Hopper"};
  record.tags = {{"Event", "Café Π"}, {"Date", "2026.11.15"}, {"Opening", "centre"}};
  record.comment = "before {all} \\ of it";
  record.turns = {turn("e5"), turn("e4"), turn("d4")};
  record.turns[0].comment = "a brace } and a command [%clk 1] stay";
  record.turns[0].clock_ms = 80'000;
  record.turns[0].win = {0.625, 0.375};
  record.turns[1].clock_ms = 3'723'045;
  record.turns[1].glyphs = {2, 14};
  record.turns[1].variations = {{turn("d5"), turn("f5")}, {turn("c3")}};
  record.turns[1].variations[0][1].variations = {{turn("a1")}};
  record.turns[1].variations[0][0].comment = "deeper";
  record.result = "p1win";
  record.reason = "resigned";
  return record;
}

TEST(Record, RoundTripsThroughPgn) {
  const Record record = rich_record();
  const auto text = games::to_pgn(record);
  const auto back = games::parse_pgn(text);
  ASSERT_TRUE(back) << text::render(back.error(), text::Language::kEnglish) << '\n' << text;
  EXPECT_EQ(*back, record) << text;
  EXPECT_EQ(games::to_pgn(*back), text);
}

TEST(Record, RoundTripsThroughJson) {
  const Record record = rich_record();
  const auto text = games::to_json(record);
  const auto back = games::parse_record_json(text);
  ASSERT_TRUE(back) << text::render(back.error(), text::Language::kEnglish) << '\n' << text;
  EXPECT_EQ(*back, record) << text;
}

TEST(Record, PgnHasTheTagsThatRatingToolsRead) {
  const auto text = games::to_pgn(rich_record());
  expect_contains(text, "[White \"Ada \\\"the\\\" first\"]");
  expect_contains(text, "[Black \"Grace \\\\ Hopper\"]");
  expect_contains(text, "[Result \"1-0\"]");
  EXPECT_TRUE(text.ends_with("1-0\n"));
}

TEST(Record, ThreePlayers) {
  Record record;
  record.game = "yavalath";
  record.options = {{"players", "3"}};
  record.players = {"a", "b", "c"};
  record.turns = {turn("a1"), turn("b1"), turn("c1")};
  record.turns[2].win = {0.5, 0.25, 0.25};
  record.result = "p3win";
  record.reason = "the others left";
  const auto text = games::to_pgn(record);
  expect_contains(text, "[Player3 \"c\"]");
  expect_contains(text, "[Result \"0-0-1\"]");
  EXPECT_EQ(text.find("[White"), std::string::npos);
  const auto back = games::parse_pgn(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, record);
}

// Every recorded game becomes a record and comes back with the same result, in both spellings.
TEST(Record, RecordedGamesRoundTrip) {
  for (const auto& game : games::all_games()) {
    for (const auto& vector : vectors(game.name + "-games.jsonl")) {
      games::History history(start(game.name, vector.value("options", "")));
      for (const auto& text : vector.contains("turns") ? vector["turns"] : vector["moves"]) {
        const auto actions = games::parse_turn(history.position(), text.get<std::string>());
        ASSERT_TRUE(actions);
        for (const auto action : *actions) history.apply(action);
      }
      const Record record = games::make_record(history);
      EXPECT_EQ(record.result, vector["result"].get<std::string>());
      const auto from_pgn = games::parse_pgn(games::to_pgn(record));
      ASSERT_TRUE(from_pgn);
      EXPECT_EQ(*from_pgn, record);
      const auto from_json = games::parse_record_json(games::to_json(record));
      ASSERT_TRUE(from_json);
      EXPECT_EQ(*from_json, record);
      const auto replayed = games::replay(*from_pgn);
      ASSERT_TRUE(replayed);
      EXPECT_EQ(replayed->position().to_text(), history.position().to_text());
    }
  }
}

TEST(Record, UnfinishedTurnAndOtherStartAreKept) {
  const std::string text = "a1:0020000,b2:0020000,c3:0020000 a6:0000080,b6:0000080,c6:0000080 1 m";
  games::History history(at("eigenstate", text));
  for (const auto action : *games::parse_turn(history.position(), "a1-a2,a2+a1")) {
    history.apply(action);
  }
  const Record record = games::make_record(history);
  EXPECT_EQ(record.position, text);
  ASSERT_EQ(record.turns.size(), 1u);
  EXPECT_EQ(record.turns[0].text, "a1-a2,a2+a1");
  EXPECT_EQ(record.result, "none");
  const auto back = games::parse_pgn(games::to_pgn(record));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, record);
}

TEST(Record, SpellingIsNormalised) {
  const auto record = games::parse_pgn(
      "[Game \"epaminondas\"]\n1.c1xc3! 1... c12-c10?! ; a comment to the end of the line\n2. "
      "d1-d3 *");
  ASSERT_TRUE(record) << text::render(record.error(), text::Language::kEnglish);
  ASSERT_EQ(record->turns.size(), 3u);
  EXPECT_EQ(record->turns[0].text, "c1-c3");
  EXPECT_EQ(record->turns[0].glyphs, std::vector<int>{1});
  EXPECT_EQ(record->turns[1].glyphs, std::vector<int>{6});
  EXPECT_EQ(record->turns[1].comment, "a comment to the end of the line");
}

TEST(Record, IllegalTurnsAreRefusedWithTheirNumber) {
  const std::string head = "[Game \"yavalath\"]\n";
  expect_contains(pgn_error(head + "1. e5 2. e5"), "turn 2, 'e5'");
  expect_contains(pgn_error(head + "1. e5 2. e5"), "e5 is not empty");
  expect_contains(pgn_error(head + "1. e5 2. z9"), "turn 2, 'z9'");
  expect_contains(pgn_error(head + "1. e5 2. a1 ( 2. e5 )"), "in a variation: turn 2, 'e5'");
  expect_contains(json_error(R"({"game":"yavalath","turns":["e5","e4","e4"]})"), "turn 3, 'e4'");
  expect_contains(pgn_error("[Game \"eigenstate\"]\n1. a1-a2,a2+a1 2. a6-a5"),
                  "turn 2, 'a6-a5': the turn before is not complete");
  expect_contains(pgn_error("[Game \"yavalath\"]\n1. e5,e4"), "the turn was over before 'e4'");
}

TEST(Record, NothingFollowsTheEndOfTheGame) {
  const std::string won =
      "[Game \"yavalath\"]\n[Variant \"swap=off\"]\n1. e1 2. a1 3. e2 4. b1 5. e3";
  expect_contains(pgn_error(won + " 6. c1"), "turn 6, 'c1': the game was already over");
  expect_contains(pgn_error(won + " 1-0"),
                  "the result p1win contradicts the moves, which give p2win");
  const auto record = games::parse_pgn(won + " *");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->result, "p2win");
  EXPECT_EQ(record->reason, "the opponent made three in a line");
}

TEST(Record, BrokenPgnIsRefused) {
  const std::string head = "[Game \"yavalath\"]\n";
  expect_contains(pgn_error(""), "[Game");
  expect_contains(pgn_error("1. e5"), "[Game");
  expect_contains(pgn_error("[Game \"chess\"]"), "line 1: tag Game: unknown game 'chess'");
  expect_contains(pgn_error("[Game yavalath]"), "expected a tag [Name \"value\"]");
  expect_contains(pgn_error("[Game \"yavalath\""), "expected a tag");
  expect_contains(pgn_error(head + "[Variant \"size=9\"]"), "option size cannot be '9'");
  expect_contains(pgn_error(head + "[Result \"2-0\"]"), "expected a result");
  expect_contains(pgn_error(head + "[Position \"nonsense\"]\n1. e5"), "position");
  expect_contains(pgn_error(head + "\n1. e5 {open"), "line 3: a comment is not closed");
  expect_contains(pgn_error(head + "1. e5 ( 1. e4"), "not closed by )");
  expect_contains(pgn_error(head + "1. e5 )"), "a ) without");
  expect_contains(pgn_error(head + "( 1. e4 )"), "needs a turn before it");
  expect_contains(pgn_error(head + "1. e5 $999"), "expected a glyph");
  expect_contains(pgn_error(head + "1. e5 * 2. e4"), "nothing may follow the result");
  expect_contains(pgn_error(head + "1. e5 [Late \"tag\"]"), "between the turns");
  expect_contains(pgn_error(head + "[Result \"1-0\"]\n1. e5 0-1"),
                  "the tag says p1win, the end of the turns p2win");
  expect_contains(pgn_error(head + "[Result \"0-0-1\"]\n1. e5"), "expected a result");
  std::string deep = head + "1. e5";
  for (int i = 0; i < 1000; ++i) deep += " ( 1. e4";
  expect_contains(pgn_error(deep), "nested deeper");
  expect_contains(pgn_error(std::string(games::kMaxRecordBytes + 1, ' ')), "at most");
}

TEST(Record, BrokenJsonIsRefused) {
  expect_contains(json_error(""), "not valid JSON");
  expect_contains(json_error("{\"game\":"), "not valid JSON");
  expect_contains(json_error("[]"), "expected a JSON object");
  expect_contains(json_error("{}"), "\"game\"");
  expect_contains(json_error(R"({"game":7})"), "key game: expected a JSON string");
  expect_contains(json_error(R"({"game":"go"})"), "unknown game 'go'");
  expect_contains(json_error(R"({"game":"yavalath","turns":{}})"), "key turns");
  expect_contains(json_error(R"({"game":"yavalath","turns":[7]})"), "key turns[1]");
  expect_contains(json_error(R"({"game":"yavalath","turns":[{"turn":"e5","win":[2]}]})"),
                  "key turns[1].win");
  expect_contains(json_error(R"({"game":"yavalath","turns":[{"turn":"e5","clock_ms":-1}]})"),
                  "key turns[1].clock_ms");
  expect_contains(json_error(R"({"game":"yavalath","result":"maybe"})"), "expected a result");
  expect_contains(json_error(R"({"game":"yavalath","players":["a","b","c","d"]})"), "at most 3");
  expect_contains(json_error(R"({"game":"yavalath","options":{"size":"7"}})"), "option size");
  std::string deep = R"({"game":"yavalath","turns":)";
  for (int i = 0; i < 1000; ++i) deep += R"([{"turn":"e5","variations":[)";
  for (int i = 0; i < 1000; ++i) deep += "]}]";
  expect_contains(json_error(deep + "}"), "nested deeper");
}

TEST(Record, OddBytesInNamesDoNotStopWriting) {
  Record record = rich_record();
  record.players[0] = "\xff\xfe";
  const auto back = games::parse_record_json(games::to_json(record));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->turns, record.turns);
}

// Found by fuzzing: a stray brace once made the reader wait for ever.
TEST(Record, StrayBraceIsRefused) {
  expect_contains(pgn_error("[Game \"yavalath\"]\n1. e5 } 2. e4"), "a } without a {");
}

// Found by fuzzing: what JSON can say and one line of PGN cannot is refused or tidied.
TEST(Record, TagsAndNamesFitBothSpellings) {
  expect_contains(json_error(R"({"game":"yavalath","tags":{"a b":"c"}})"), "expected a tag name");
  expect_contains(json_error(R"({"game":"yavalath","tags":{"White":"c"}})"), "place of its own");
  expect_contains(json_error(R"({"game":"yavalath","players":["a","b","c"]})"),
                  "at most 2 players");
  const auto record = games::parse_record_json(
      R"({"game":"yavalath","players":["a\nb","?"],"tags":{"Event":"x\ny","Site":"?"},)"
      R"("comment":" c ","turns":[{"turn":"e5","win":[0.123456],"variations":[[]]}]})");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->players, (std::vector<std::string>{"a b", ""}));
  EXPECT_EQ(record->tags, (std::map<std::string, std::string>{{"Event", "x y"}}));
  EXPECT_EQ(record->comment, "c");
  EXPECT_EQ(record->turns[0].win, std::vector<double>{0.1235});
  EXPECT_TRUE(record->turns[0].variations.empty());
}

TEST(Record, CommentBeforeAVariationBelongsToItsFirstTurn) {
  const auto record = games::parse_pgn("[Game \"yavalath\"]\n1. e5 ( {why not} 1. e4 {then} ) *");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->comment, "");
  EXPECT_EQ(record->turns[0].variations[0][0].comment, "why not then");
}

// The examples in the manual are read and mean the same thing.
TEST(Record, ExamplesInTheManual) {
  const auto page = *core::read_file(source_path("docs/records.md"));
  const auto block = [&](const std::string& opening) {
    const auto from = page.find(opening) + opening.size();
    return page.substr(from, page.find("```", from) - from);
  };
  const auto pgn = games::parse_pgn(block("```\n[Event").insert(0, "[Event"));
  ASSERT_TRUE(pgn) << text::render(pgn.error(), text::Language::kEnglish);
  const auto twin = games::parse_record_json(block("```json\n"));
  ASSERT_TRUE(twin) << text::render(twin.error(), text::Language::kEnglish);
  EXPECT_EQ(*pgn, *twin);
}

// Found in review: a long comment once took quadratic time, many variations all there is.
TEST(Record, LongCommentsAndManyVariations) {
  const std::string head = "[Game \"yavalath\"]\n1. e5 {";
  const auto record = games::parse_pgn(head + std::string(std::size_t{1} << 20, 'x') + "} *");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->turns[0].comment.size(), std::size_t{1} << 20);
  ASSERT_TRUE(games::parse_pgn(head + std::string(std::size_t{1} << 20, '[') + "} *"));
  std::string many = "[Game \"yavalath\"]\n1. e5";
  for (int i = 0; i <= games::kMaxVariations; ++i) many += " (1. e4)";
  expect_contains(pgn_error(many), "more than 10000 variations");
}

// Found in review: the two spellings once had different limits for clocks.
TEST(Record, ClockLimitsAgree) {
  const auto record = games::parse_pgn("[Game \"yavalath\"]\n1. e5 {[%clk 8784:59:59.999]} *");
  ASSERT_TRUE(record);
  EXPECT_FALSE(record->turns[0].clock_ms);
  EXPECT_EQ(record->turns[0].comment, "[%clk 8784:59:59.999]");
  const auto most = games::parse_pgn("[Game \"yavalath\"]\n1. e5 {[%clk 8784:00:00]} *");
  ASSERT_TRUE(most);
  EXPECT_EQ(most->turns[0].clock_ms, games::kMaxClockMs);
  EXPECT_TRUE(games::parse_record_json(games::to_json(*most)));
}

// Found in review: without names a three-player result was once written as one for two.
TEST(Record, PlayersAreCountedByTheGame) {
  Record record;
  record.game = "yavalath";
  record.options = {{"players", "3"}};
  record.result = "p3win";
  const auto back = games::parse_pgn(games::to_pgn(record));
  ASSERT_TRUE(back) << text::render(back.error(), text::Language::kEnglish);
  EXPECT_EQ(back->result, "p3win");
  expect_contains(pgn_error("[Game \"yavalath\"]\n[Players \"3\"]\n1. e5 *"),
                  "the game has 2 players, the tag says '3'");
}

}  // namespace
}  // namespace tests

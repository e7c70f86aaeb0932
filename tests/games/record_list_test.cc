// Files with many games: found, listed, chosen, reviewed and converted; those of the arena above
// all.
#include "games/record_list.h"

#include <fstream>

#include "core/file.h"
#include "core/scan.h"
#include "process.h"
#include "support.h"

namespace tests {
namespace {

using games::Record;
using games::RecordFormat;

Record game_of(const std::string& white, const std::vector<std::string>& turns) {
  Record record;
  record.game = "yavalath";
  record.players = {white, "Bob"};
  for (const auto& text : turns) {
    record.turns.push_back({});
    record.turns.back().text = text;
  }
  return *games::checked(record);
}

std::vector<Record> some_games() {
  auto noted = game_of("Eve [%x]", {"e5", "d4", "f4"});
  noted.turns[1].comment = "[Event \"no tag\"]\n[Game \"chess\"] {still \\ the} comment";
  noted.turns[2].variations = {{noted.turns[0]}};
  noted.turns[2].variations[0][0].text = "c3";
  noted = *games::checked(noted);
  return {game_of("Ada", {"e1", "a1", "e2", "b1", "e3"}), noted, game_of("Zoe", {}),
          game_of("A \"b\" ]", {"e5"})};
}

std::vector<Record> read_all(const std::string& text) {
  const auto games = games::split_records(text);
  EXPECT_TRUE(games) << text;
  if (!games) return {};
  std::vector<Record> records;
  for (const auto& game : *games) {
    const auto record = games::parse_record(game);
    EXPECT_TRUE(record) << text::render(record.error(), text::Language::kEnglish);
    if (record) records.push_back(*record);
  }
  return records;
}

std::string error_of(const std::string& text) {
  const auto games = games::split_records(text);
  if (!games) return text::render(games.error(), text::Language::kEnglish);
  for (const auto& game : *games) {
    const auto record = games::parse_record(game);
    if (!record) return text::render(record.error(), text::Language::kEnglish);
  }
  return "";
}

TEST(RecordList, GamesFollowOneAnother) {
  const auto expected = some_games();
  std::string pgn, tight, objects, lines, array;
  for (const auto& record : expected) {
    pgn += games::to_pgn(record) + '\n';
    tight += games::to_pgn(record);
    objects += games::to_json(record);
    lines += nlohmann::json::parse(games::to_json(record)).dump() + '\n';
    array += (array.empty() ? "[" : ", ") + games::to_json(record);
  }
  for (const auto& text : {pgn, tight, objects, lines, array + "]", " \n\t" + array + " ] \n"}) {
    EXPECT_EQ(read_all(text), expected) << text;
  }
  std::string crlf;
  for (const char c : pgn) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(read_all(crlf).size(), expected.size());
}

TEST(RecordList, OneGameIsWhatItWas) {
  for (const auto& record : some_games()) {
    EXPECT_EQ(read_all(games::to_pgn(record)), std::vector{record});
    EXPECT_EQ(read_all(games::to_json(record)), std::vector{record});
  }
  EXPECT_EQ(error_of(""), text::render(games::parse_pgn("").error(), text::Language::kEnglish));
  EXPECT_EQ(read_all("[Game\n\"yavalath\"\n]\n[White \"Ada\"]\n1. e5 *").size(), 1u);
  // A tag in the middle of a line begins no game.
  EXPECT_TRUE(has(error_of("[Game \"yavalath\"]\n1. e5 [White \"Ada\"] e4 *"), "a tag stands"));
}

TEST(RecordList, ErrorsNameTheGameAndTheLine) {
  const std::string good = "[Game \"yavalath\"]\n\n1. e5 *\n\n";
  EXPECT_TRUE(error_of(good + good + "[Game \"yavalath\"]\n\n1. e5\n2. e5 *\n")
                  .starts_with("game 3 of 3, from line 9: turn 2, 'e5'"))
      << error_of(good + good + "[Game \"yavalath\"]\n\n1. e5\n2. e5 *\n");
  const auto open = error_of(good + "[Game \"yavalath\"]\n\n1. e5 {open\n" + good);
  EXPECT_TRUE(open.starts_with("game 2 of 2, from line 5: line 7: ")) << open;
  EXPECT_TRUE(error_of(good + "[Game \"yavalath\"]\n1. e5 (e4\n" + good)
                  .starts_with("game 2 of 3, from line 5: line "));
  const std::string object = R"({"game": "yavalath", "turns": ["e5"]})";
  EXPECT_EQ(error_of("[]"), "there is no game in the file");
  for (const auto& wrong : {"[" + object, "[" + object + ",]", "[" + object + " " + object + "]",
                            "[" + object + "] x", "[" + object + ", 5]", std::string("[{")}) {
    EXPECT_NE(error_of(wrong), "") << wrong;
  }
  EXPECT_TRUE(
      error_of(object + "\n" + object + "\n{\"game\": 3}").starts_with("game 3 of 3, from"));
  EXPECT_TRUE(error_of(object + " x").starts_with("game 2 of 2, from line 1: "));
}

TEST(RecordList, ANumberChoosesAGame) {
  const auto text = games::to_pgn(game_of("Ada", {"e5"})) + games::to_pgn(game_of("Eve", {"e4"}));
  const auto games = games::split_records(text);
  ASSERT_TRUE(games);
  EXPECT_EQ(games::parse_record(*games::choose_record(*games, 2))->players[0], "Eve");
  for (const std::size_t wrong : {0, 3, 1000}) {
    const auto none = games::choose_record(*games, wrong);
    ASSERT_FALSE(none);
    EXPECT_EQ(text::render(none.error(), text::Language::kEnglish),
              "the last game of the file is number 2, found " + std::to_string(wrong));
  }
}

// --- Files that the arena wrote ---

class ArenaFile : public testing::Test {
 protected:
  void play(const std::string& game, const std::string& games) {
    ASSERT_EQ(run_program({"arena", "--game", game, "--player", "random", "--player", "classic",
                           "--games", games, "--out", folder_.path() + "/t"})
                  .status,
              0);
  }
  std::string file() const { return folder_.path() + "/t/games.pgn"; }
  std::string content() const { return core::read_file(file()).value_or(""); }

  TempFolder folder_;
};

TEST_F(ArenaFile, IsListed) {
  play("yavalath", "4");
  for (const auto* command : {"review", "convert"}) {
    const auto listed = run_program({command, file(), "--list"});
    EXPECT_EQ(listed.status, 0) << listed.err;
    const auto lines = core::split(core::trim(listed.out), '\n');
    ASSERT_EQ(lines.size(), 4u) << listed.out;
    EXPECT_TRUE(lines[0].starts_with("1. yavalath: random - classic; ")) << lines[0];
    EXPECT_TRUE(lines[1].starts_with("2. yavalath: classic - random; ")) << lines[1];
    const auto records = read_all(content());
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_TRUE(lines[i].ends_with("turns: " + std::to_string(records[i].turns.size())));
    }
  }
  EXPECT_TRUE(has(run_program({"convert", file(), "--list", "--lang", "pt"}).out, "turnos: "));
  expect_refused({"review", file(), "--list", "--number", "1"}, "--list");
  expect_refused({"review", file(), "--number", "5"},
                 "the last game of the file is number 4, found 5");
  expect_refused({"convert", file(), "--to", "pgn", "--number", "0"}, "--number");
}

TEST_F(ArenaFile, IsConvertedThereAndBack) {
  play("yavalath", "4");
  const auto expected = read_all(content());
  ASSERT_EQ(expected.size(), 4u);
  const auto pgn = run_program({"convert", file(), "--to", "pgn"});
  EXPECT_EQ(pgn.out + '\n', content()) << "as the arena writes it";
  const auto converted = run_program({"convert", file(), "--to", "json"});
  ASSERT_EQ(converted.status, 0) << converted.err;
  EXPECT_EQ(nlohmann::json::parse(converted.out).size(), 4u);
  EXPECT_EQ(read_all(converted.out), expected);
  EXPECT_EQ(read_all(run_program({"convert", "-", "--to", "pgn"}, converted.out).out), expected);
  const auto there = run_program({"convert", file(), "--to", "abstractplay"});
  ASSERT_EQ(there.status, 0) << there.err;
  EXPECT_EQ(read_all(there.out).size(), 4u);
  const auto one = run_program({"convert", file(), "--to", "json", "--number", "2"});
  EXPECT_EQ(read_all(one.out), std::vector{expected[1]});
  EXPECT_TRUE(one.out.starts_with("{")) << "a single game is an object as ever";
  expect_refused({"convert", "-", "--to", "json"}, "game 2 of 2, from line ",
                 games::to_pgn(expected[0]) + "[Game \"yavalath\"]\n1. z9 *\n");
}

TEST_F(ArenaFile, IsReviewed) {
  play("yavalath", "2");
  const std::vector<std::string> words = {"review", file(), "--nodes", "100"};
  const auto with = [&](std::initializer_list<std::string> more) {
    auto all = words;
    all.insert(all.end(), more);
    return all;
  };
  const auto people = run_program(words);
  EXPECT_EQ(people.status, 0) << people.err;
  EXPECT_TRUE(people.out.starts_with("game 1 of 2\nyavalath: random - classic\n")) << people.out;
  EXPECT_TRUE(has(people.out, "\n\ngame 2 of 2\nyavalath: classic - random\n")) << people.out;
  const auto second = run_program(with({"--number", "2"}));
  EXPECT_TRUE(second.out.starts_with("yavalath: classic - random\n")) << second.out;
  EXPECT_TRUE(people.out.ends_with('\n' + second.out));
  const auto pgn = read_all(run_program(with({"--pgn"})).out);
  ASSERT_EQ(pgn.size(), 2u);
  EXPECT_TRUE(pgn[1].tags.contains("Accuracy1"));
  EXPECT_EQ(read_all(run_program(with({"--json"})).out), pgn);
  expect_refused(with({"--html"}), "choose it with --number N");
  EXPECT_TRUE(has(run_program(with({"--html", "--number", "1"})).out, "<!DOCTYPE html>"));
  expect_refused({"review", "-", "--nodes", "100"}, "game 3 of 3, from line ",
                 content() + "[Game \"yavalath\"]\n1. z9 *\n");
}

TEST_F(ArenaFile, IsLoadedInTheTerminal) {
  play("yavalath", "4");
  const auto played = [&](const std::string& line) {
    return run_program({"play", "yavalath", "--plain"}, line + "\nquit\n").out;
  };
  const auto first = played("load " + file());
  EXPECT_TRUE(has(first, "this is game 1 of 4 in the file; load FILE N opens another")) << first;
  EXPECT_TRUE(has(first, "player 1 (o): random")) << first;
  const auto second = played("load " + file() + " 2");
  EXPECT_TRUE(has(second, "this is game 2 of 4")) << second;
  EXPECT_TRUE(has(second, "player 1 (o): classic")) << second;
  EXPECT_TRUE(
      has(played("load " + file() + " 5"), "the last game of the file is number 4, found 5"));
  // A name with a blank and a number is a name where there is such a file.
  const auto odd = folder_.path() + "/game 2";
  std::ofstream(odd) << games::to_pgn(read_all(content())[1]);
  const auto named = played("load " + odd);
  EXPECT_TRUE(has(named, "player 1 (o): classic")) << named;
  EXPECT_FALSE(has(named, "this is game")) << named;
}

}  // namespace
}  // namespace tests

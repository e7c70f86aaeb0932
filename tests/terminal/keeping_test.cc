// What cannot be taken back is asked first, and what a record tells is kept.
#include <filesystem>
#include <fstream>

#include "core/file.h"
#include "process.h"
#include "pty.h"
#include "screen_table.h"
#include "terminal/advice.h"

namespace tests {
namespace {

using Kind = terminal::Key::Kind;

terminal::Session yavalath_session(const std::vector<std::string>& seats = {}) {
  return terminal::Session(session_setup("yavalath", seats, "swap=off"));
}

constexpr const char* kAnnotated = R"([Event "Café"]
[Site "Lisboa"]
[Date "2020.01.02"]
[Game "yavalath"]
[Variant "size=5,players=2,swap=off"]
[White "Ana"]
[Black "Rui Costa"]
[Result "*"]

{before it all} 1. e5 $6 {[%clk 0:01:20] well met} 2. e4 $4 {[%wp 0.25/0.75] oh} (2. d4 {better} 3. c3) 3. a1 {at the edge} *
)";

games::Record record_in(const std::string& path) {
  auto record = terminal::read_record(path);
  EXPECT_TRUE(record) << text::render(record.error(), text::Language::kEnglish);
  return record ? *record : games::Record{};
}

TEST(Keeping, ResignAsks) {
  ScreenTable table(session_setup("yavalath"));
  table.enter("e5");
  table.enter("resign");
  EXPECT_FALSE(table.session().over());
  EXPECT_TRUE(table.shows("give up this game?")) << table.show();
  table.type("n");
  EXPECT_FALSE(table.session().over());
  table.enter("resign");
  table.press(Kind::kEscape);
  EXPECT_FALSE(table.session().over());
  table.enter("resign");
  table.type("y");
  EXPECT_EQ(table.session().result(), "p1win");
  EXPECT_TRUE(table.shows("player 2 resigned")) << table.show();
}

TEST(Keeping, ResignAsksAPersonInPlainLinesAndNoScript) {
  const auto person = play_lines(yavalath_session(), "resign\nno\ne5\nresign\nyes\n", true);
  EXPECT_TRUE(has(person.out, "give up this game? yes or no")) << person.out;
  EXPECT_TRUE(has(person.out, "result p1win: player 2 resigned")) << person.out;
  const auto script = play_lines(yavalath_session(), "resign\n");
  EXPECT_TRUE(has(script.out, "result p2win: player 1 resigned")) << script.out;
  EXPECT_FALSE(has(script.out, "give up")) << script.out;
}

TEST(Keeping, ResignAsksAtATerminalWithPlainLines) {
  const TempFolder home;
  auto program = PtyProgram::tabuleiro(
      {"play", "yavalath", "--plain"},
      {.environment = {"HOME=" + home.path(), "XDG_STATE_HOME", "XDG_CONFIG_HOME"}});
  ASSERT_TRUE(program.wait_for("61 legal actions"));
  program.send("resign\r");
  ASSERT_TRUE(program.wait_for("give up this game?"));
  program.send("yes\r");
  EXPECT_EQ(program.wait_exit(), 0);
  EXPECT_NE(program.output().find("result p2win"), std::string::npos);
}

TEST(Keeping, MistypedCommandsAreGuessed) {
  const auto played = play_lines(yavalath_session(), "udno\nresing\ndesfazr\nxyzzy\ne5x\nquit\n");
  EXPECT_TRUE(has(played.out, "unknown command 'udno'; did you mean undo?")) << played.out;
  EXPECT_TRUE(has(played.out, "did you mean resign?")) << played.out;
  EXPECT_TRUE(has(played.out, "did you mean desfazer?")) << played.out;
  EXPECT_FALSE(has(played.out, "unknown command 'xyzzy'")) << played.out;
  EXPECT_FALSE(has(played.out, "unknown command 'e5x'")) << played.out;
  ScreenTable table(yavalath_session());
  table.enter("anlyse");
  EXPECT_TRUE(table.shows("did you mean analyse?")) << table.show();
}

// A legal step is nearer than a command.
TEST(Keeping, MistypedStepsAreGuessedAsSteps) {
  const auto input =
      terminal::read_input(*games::Position::start(*games::find_game("sixteen-stone"), {}), "a1z");
  EXPECT_TRUE(std::holds_alternative<terminal::Refused>(input));
  EXPECT_FALSE(std::get<terminal::Refused>(input).nearest.empty());
}

TEST(Keeping, AnalysisEndsWithTheGame) {
  ScreenTable table(session_setup("yavalath", {}, "size=3,swap=off"));
  table.enter("analyse");
  ASSERT_TRUE(table.wait_until([&] { return table.shows("%") || table.shows("loss in"); }));
  table.enter("resign");
  table.type("y");
  EXPECT_FALSE(table.shows("analysing")) << table.show();
  EXPECT_FALSE(table.shows("%")) << table.show();
}

TEST(Keeping, SavingOverAFileIsAsked) {
  const TempFolder folder;
  const std::string file = folder.path() + "/game.pgn";
  std::ofstream(file) << "mine";
  const auto content = [&] { return core::read_file(file, 1000).value_or(""); };
  // A script is refused, unless it says so.
  const auto refused = play_lines(yavalath_session(), "save " + file + "\nquit\n");
  EXPECT_TRUE(has(refused.out, "is there already and stays as it is")) << refused.out;
  EXPECT_EQ(content(), "mine");
  const auto person = play_lines(yavalath_session(), "save " + file + "\nno\nquit\n", true);
  EXPECT_TRUE(has(person.out, "nothing was saved")) << person.out;
  EXPECT_EQ(content(), "mine");
  play_lines(yavalath_session(), "e5\nsave " + file + " !\nquit\n");
  EXPECT_TRUE(has(content(), "1. e5")) << content();

  std::ofstream(file) << "mine";
  ScreenTable table(yavalath_session());
  table.enter("e4");
  table.enter("save " + file);
  EXPECT_TRUE(table.shows("Write over it?")) << table.show();
  table.type("n");
  EXPECT_EQ(content(), "mine");
  table.enter("save " + file);
  table.type("y");
  EXPECT_TRUE(table.shows("saved in")) << table.show();
  EXPECT_TRUE(has(content(), "1. e4")) << content();
}

TEST(Keeping, LoadThenSaveKeepsWhatTheRecordTells) {
  const TempFolder folder;
  const std::string from = folder.path() + "/from.pgn", to = folder.path() + "/to.pgn",
                    json = folder.path() + "/to.json";
  std::ofstream(from) << kAnnotated;
  const auto before = record_in(from);
  ASSERT_EQ(before.turns.size(), 3u);
  ASSERT_EQ(before.turns[1].variations.size(), 1u);
  const auto played =
      play_lines(yavalath_session(), "load " + from + "\nundo\nundo\nredo\nredo\nsave " + to +
                                         "\nsave " + json + "\nquit\n");
  for (const auto& file : {to, json}) {
    const auto after = record_in(file);
    EXPECT_EQ(after.turns, before.turns) << file << played.out;
    EXPECT_EQ(after.players, before.players);
    EXPECT_EQ(after.comment, "before it all");
    for (const auto& [tag, value] : before.tags) EXPECT_EQ(after.tags.at(tag), value) << tag;
  }
}

// What is played on is added; who takes a seat is named.
TEST(Keeping, ALoadedGameGoesOn) {
  const TempFolder folder;
  const std::string from = folder.path() + "/from.pgn", to = folder.path() + "/to.pgn";
  std::ofstream(from) << kAnnotated;
  play_lines(yavalath_session(),
             "load " + from + "\nundo\nb1\nseat 1 random\nseat 1 human\nsave " + to + "\nquit\n");
  const auto before = record_in(from), after = record_in(to);
  ASSERT_EQ(after.turns.size(), 3u);
  EXPECT_EQ(after.turns[1], before.turns[1]);
  EXPECT_EQ(after.turns[2].text, "b1");
  EXPECT_EQ(after.turns[2].comment, "");
  EXPECT_EQ(after.players, (std::vector<std::string>{"human", "Rui Costa"}));
}

// An unfinished game is kept as a record: names and seats come back both.
TEST(Keeping, NamesAndSeatsComeBack) {
  const TempFolder folder;
  const std::string from = folder.path() + "/from.pgn";
  std::ofstream(from) << kAnnotated;
  auto loaded = terminal::load_game(from, 1, session_setup("yavalath", {"human", "level:2"}));
  ASSERT_TRUE(loaded);
  const auto record = loaded->session.record();
  EXPECT_EQ(record.players[1], "Rui Costa");
  const auto again = terminal::Session::from_record(record, session_setup("yavalath"),
                                                    terminal::Session::Trust::kOwn);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->seat(0), "human");
  EXPECT_EQ(again->seat(1), "level:2");
  EXPECT_EQ(again->record(), record);
  auto strange = record;
  strange.tags["Seat1"] = "engine:rm -rf x";
  const auto stranger = terminal::Session::from_record(strange, session_setup("yavalath"),
                                                       terminal::Session::Trust::kStranger);
  ASSERT_TRUE(stranger);
  EXPECT_EQ(stranger->seat(0), "human");
}

}  // namespace
}  // namespace tests

// Looking at earlier turns, beginning elsewhere than at the start, and clocks.
#include <fstream>

#include "driven_time.h"
#include "process.h"
#include "pty.h"
#include "screen_table.h"
#include "terminal/advice.h"
#include "terminal/words.h"

namespace tests {
namespace {

using Kind = terminal::Key::Kind;
using std::chrono::seconds;

TEST(LookingBack, KeysGoThroughTheGameAndChangeNothing) {
  ScreenTable table(session_setup("yavalath", {}, "swap=off"));
  for (const auto* turn : {"e5", "e4", "a1"}) table.enter(turn);
  const std::string present = table.show();
  table.type(",");
  EXPECT_TRUE(table.shows("looking at turn 2 of 3")) << table.show();
  table.press(Kind::kPageUp);
  EXPECT_TRUE(table.shows("looking at turn 1 of 3"));
  table.press(Kind::kLeft);
  EXPECT_TRUE(table.shows("looking at turn 0 of 3"));
  table.type(",");
  EXPECT_TRUE(table.shows("this is the start of the game"));
  table.type(".");
  EXPECT_TRUE(table.shows("looking at turn 1 of 3"));
  EXPECT_EQ(table.session().turns(), 3);
  table.press(Kind::kEscape);
  EXPECT_FALSE(table.shows("looking at"));
  table.press(Kind::kHome);
  EXPECT_TRUE(table.shows("looking at turn 0 of 3"));
  table.press(Kind::kEnd);
  EXPECT_FALSE(table.shows("looking at"));
  table.enter("at 2");
  EXPECT_TRUE(table.shows("looking at turn 2 of 3"));
  table.enter("back");
  EXPECT_TRUE(table.shows("looking at turn 1 of 3"));
  table.enter("avancar");
  EXPECT_TRUE(table.shows("looking at turn 2 of 3"));
  table.enter("at 4");
  EXPECT_TRUE(table.shows("must be a number from 0 to 3") || table.shows("0 to 3")) << table.show();
  // A turn that is typed is played in the game.
  table.press(Kind::kEscape);
  table.enter("at 1");
  table.enter("b1");
  EXPECT_EQ(table.session().turn_texts(), (std::vector<std::string>{"e5", "e4", "a1", "b1"}));
  EXPECT_FALSE(table.shows("looking at")) << table.show();
  EXPECT_EQ(table.session().to_move(), 0);
}

TEST(LookingBack, ComputersPlayOnMeanwhile) {
  ScreenTable table(session_setup("yavalath", {"human", "random"}, "swap=off"));
  table.enter("e5");
  table.type(",");
  ASSERT_TRUE(table.wait_until([&] { return table.session().turns() == 2; }));
  EXPECT_TRUE(table.shows("looking at turn 0 of 2")) << table.show();
  table.press(Kind::kEscape);
  EXPECT_EQ(table.session().turns(), 2);
}

TEST(LookingBack, AnalysisIsOfWhatIsLookedAt) {
  ScreenTable table(session_setup("yavalath", {}, "size=3,swap=off"));
  table.enter("a1");
  table.enter("resign");
  table.type("y");
  table.enter("at 0");
  table.enter("analyse");
  ASSERT_TRUE(table.wait_until([&] { return table.shows("%") || table.shows("loss in"); }));
  table.press(Kind::kEscape);
  EXPECT_FALSE(table.shows("%")) << table.show();
}

TEST(LookingBack, PlainLinesShowEarlierBoards) {
  const auto played = play_lines(
      terminal::Session(session_setup("eigenstate")),
      "c1-c2,c2+e4,c2+c1\nback\nback\nforward\nat 1\nat x\nforward\nb6-b5,b5+a1\nquit\n");
  EXPECT_TRUE(has(played.out, "looking at turn 0 of 1")) << played.out;
  EXPECT_TRUE(has(played.out, "this is the start of the game")) << played.out;
  EXPECT_TRUE(has(played.out, "looking at turn 1 of 1")) << played.out;
  EXPECT_TRUE(has(played.out, "this is where the game stands")) << played.out;
  EXPECT_TRUE(has(played.out, "'x'")) << played.out;
}

// One letter was enough before there were others.
TEST(LookingBack, ShortCommandsStay) {
  const auto position = *games::Position::start(*games::find_game("yavalath"), {});
  const auto command = [&](const char* line) {
    return std::get<terminal::CommandLine>(terminal::read_input(position, line)).command;
  };
  EXPECT_EQ(command("b"), terminal::Command::kBoard);
  EXPECT_EQ(command("f"), terminal::Command::kFlip);
  EXPECT_EQ(command("v"), terminal::Command::kFlip);
  EXPECT_EQ(command("ba"), terminal::Command::kBack);
  EXPECT_EQ(command("em 3"), terminal::Command::kAt);
}

// --- Beginning elsewhere ---

class StartFiles {
 public:
  StartFiles() {
    std::ofstream(one()) << pgn("e5 e4 a1 b1");
    std::ofstream(two()) << pgn("e5 e4") << '\n' << pgn("a1 b1 c1");
  }
  std::string one() const { return folder_.path() + "/one.pgn"; }
  std::string two() const { return folder_.path() + "/two.pgn"; }

 private:
  static std::string pgn(const std::string& turns) {
    return "[Game \"yavalath\"]\n[Variant \"swap=off\"]\n[White \"Ana\"]\n[Black "
           "\"level:3\"]\n[Result \"*\"]\n\n" +
           turns + " *\n";
  }
  TempFolder folder_;
};

TEST(PlayFrom, ARecordGoesOnAtAnyTurn) {
  const StartFiles files;
  const auto at = run_program({"play", files.one(), "--at", "3", "--plain", "--p2", "human"},
                              "redo\nposition\nquit\n");
  EXPECT_EQ(at.status, 0) << at.err;
  EXPECT_TRUE(has(at.out, "player 2 (*) to move")) << at.out;
  EXPECT_TRUE(has(at.out, "player 1 (o) to move")) << at.out;  // after redo
  EXPECT_TRUE(has(at.out, "player 2 (*): human")) << at.out;
  const auto end = run_program({"play", files.one(), "--plain"}, "quit\n");
  EXPECT_TRUE(has(end.out, "player 2 (*): level 3")) << end.out;
  EXPECT_TRUE(has(end.out, "player 1 (o) to move")) << end.out;
  const auto second =
      run_program({"play", files.two(), "--number", "2", "--at", "2", "--plain"}, "c1\nquit\n");
  EXPECT_TRUE(has(second.out, "player 1 (o): c1")) << second.out;
}

TEST(PlayFrom, APosition) {
  auto position = *games::Position::start(*games::find_game("yavalath"), {});
  position.apply(*position.parse_action("e5"));
  const auto played = run_program({"play", "yavalath", "--position", position.to_text(), "--plain"},
                                  "e4\nundo\nundo\nquit\n");
  EXPECT_EQ(played.status, 0) << played.err;
  EXPECT_TRUE(has(played.out, "player 2 (*): e4")) << played.out;
  EXPECT_TRUE(has(played.out, "there is nothing to take back")) << played.out;
}

TEST(PlayFrom, TheFullScreen) {
  const StartFiles files;
  const TempFolder home;
  auto program = PtyProgram::tabuleiro(
      {"play", files.one(), "--at", "2", "--p2", "human"},
      {.environment = {"HOME=" + home.path(), "XDG_STATE_HOME", "XDG_CONFIG_HOME"}});
  ASSERT_TRUE(program.wait_for("2. e4"));
  EXPECT_FALSE(program.screen().shows("3. a1"));
  program.send(keys::kPageUp);
  ASSERT_TRUE(program.wait_for("looking at turn 1 of 2"));
  program.send("redo\r");
  ASSERT_TRUE(program.wait_for("3. a1"));
  program.send("quit\rn");
  EXPECT_EQ(program.wait_exit(), 0);
}

TEST(PlayFrom, WrongArguments) {
  const StartFiles files;
  expect_refused({"play", files.one(), "--at", "5", "--plain"}, "--at must be");
  expect_refused({"play", files.one(), "--number", "2", "--plain"}, "1");
  expect_refused({"play", files.one(), "--options", "size=3", "--plain"}, "--options does not go");
  expect_refused({"play", "yavalath", "--at", "2", "--plain"}, "--at needs a file");
  expect_refused({"play", "./nothing.pgn", "--plain"}, "cannot be read");
  expect_refused({"play", "yavalat", "--plain"}, "unknown game");
  expect_refused({"play", "yavalath", "--position", "x", "--plain"}, "");
  expect_refused({"play", "yavalath", "--clock", "5", "--plain"}, "--clock is MS+MS");
  expect_refused({"play", "yavalath", "--clock", "5+5", "--time", "5", "--plain"}, "exclude");
}

// --- Clocks ---

terminal::SessionSetup clocked(HandTime& time, const std::vector<std::string>& seats = {},
                               const std::string& options = "swap=off") {
  auto setup = session_setup("yavalath", seats, options);
  setup.clock = engine::parse_clock("300000+2000");
  setup.time_source = &time;
  return setup;
}

TEST(PlayClock, RunsForWhoeverIsToMoveAndAddsATurn) {
  HandTime time;
  ScreenTable table(clocked(time));
  EXPECT_TRUE(table.shows("human  5:00")) << table.show();
  time.pass(seconds(61));
  EXPECT_TRUE(table.shows("human  3:59")) << table.show();
  table.enter("e5");
  EXPECT_TRUE(table.shows("human  4:01")) << table.show();
  time.pass(seconds(100));
  EXPECT_TRUE(table.shows("human  3:20")) << table.show();
  EXPECT_TRUE(table.shows("human  4:01")) << table.show();
  table.enter("undo");  // as it was before the turn
  EXPECT_FALSE(table.shows("human  4:01")) << table.show();
  EXPECT_EQ(table.session().clock_of(1), engine::Milliseconds(300'000));
}

TEST(PlayClock, ATurnOfSeveralStepsIsOneTurn) {
  HandTime time;
  auto setup = clocked(time);
  setup.game = games::find_game("eigenstate");
  setup.options = {};
  terminal::Session session(setup);
  session.apply(*session.position().parse_action("c1-c2"));
  time.pass(seconds(10));
  EXPECT_EQ(session.clock_of(0), engine::Milliseconds(290'000));
  session.take_back();
  time.pass(seconds(10));
  EXPECT_EQ(session.clock_of(0), engine::Milliseconds(280'000));
}

TEST(PlayClock, WhoRunsOutOfTimeLoses) {
  HandTime time;
  ScreenTable table(clocked(time));
  table.enter("e5");
  time.pass(seconds(301));
  table.screen().work();
  EXPECT_EQ(table.session().result(), "p1win");
  EXPECT_TRUE(table.shows("player 2 ran out of time")) << table.show();
  EXPECT_TRUE(table.shows("human  0:00")) << table.show();
  table.enter("undo");  // the game goes on from where it was
  EXPECT_FALSE(table.session().over());
  EXPECT_TRUE(table.shows("human  5:00")) << table.show();
}

TEST(PlayClock, ATurnThatComesTooLateIsNotPlayed) {
  HandTime time;
  ScreenTable table(clocked(time));
  table.type("e5");
  time.pass(seconds(301));
  table.screen().press({Kind::kEnter, "", 0, 0});
  EXPECT_EQ(table.session().turns(), 0);
  EXPECT_EQ(table.session().result(), "p2win");
}

TEST(PlayClock, OfThreeTheSeatGoesToAComputer) {
  HandTime time;
  terminal::Session session(clocked(time, {}, "players=3"));
  time.pass(seconds(301));
  ASSERT_EQ(session.out_of_time(), 0);
  session.lose_on_time(0);
  EXPECT_FALSE(session.over());
  EXPECT_EQ(session.seat(0), "level:5");
  EXPECT_EQ(session.out_of_time(), std::nullopt);
  EXPECT_EQ(session.clock_of(0), std::nullopt);
}

TEST(PlayClock, ComputersAreToldOfIt) {
  HandTime time;
  terminal::Session session(clocked(time, {"human", "level:10"}));
  time.pass(seconds(1));
  const auto budget = session.budget_for(1);
  EXPECT_EQ(budget.clock[0], engine::Milliseconds(299'000));
  EXPECT_EQ(budget.clock[1], engine::Milliseconds(300'000));
  EXPECT_EQ(budget.increment[1], engine::Milliseconds(2000));
  EXPECT_FALSE(budget.movetime);
}

TEST(PlayClock, IsRememberedWithAnUnfinishedGame) {
  HandTime time;
  terminal::Session session(clocked(time));
  time.pass(seconds(60));
  session.apply(*session.position().parse_action("e5"));
  const auto again =
      terminal::Session::from_record(*games::parse_pgn(games::to_pgn(session.record())),
                                     session_setup("yavalath"), terminal::Session::Trust::kOwn);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->setup().clock, engine::parse_clock("300000+2000"));
  EXPECT_EQ(again->clock_of(0), engine::Milliseconds(242'000));
}

TEST(PlayClock, PlainLinesTellAndLose) {
  HandTime time;
  auto session = terminal::Session(clocked(time));
  session.apply(*session.position().parse_action("e5"));
  const auto told = play_lines(session, "e4\nquit\n");
  EXPECT_TRUE(has(told.out, "clocks: player 1 (o) 5:02, player 2 (*) 5:00")) << told.out;
  time.pass(seconds(301));
  const auto lost = play_lines(session, "e4\nquit\n");
  EXPECT_TRUE(has(lost.out, "result p1win: player 2 ran out of time")) << lost.out;
  EXPECT_EQ(lost.status, 0);
}

TEST(PlayClock, OnATerminal) {
  const TempFolder home;
  auto program = PtyProgram::tabuleiro(
      {"play", "yavalath", "--clock", "3600000+0", "--options", "swap=off"},
      {.environment = {"HOME=" + home.path(), "XDG_STATE_HOME", "XDG_CONFIG_HOME"}});
  ASSERT_TRUE(program.wait_for("59:"));  // it is seen to go
  program.send("quit\r");
  EXPECT_EQ(program.wait_exit(), 0);
}

TEST(PlayClock, Text) {
  using engine::Milliseconds;
  EXPECT_EQ(terminal::clock_text(Milliseconds(0)), "0:00");
  EXPECT_EQ(terminal::clock_text(Milliseconds(1)), "0:01");
  EXPECT_EQ(terminal::clock_text(Milliseconds(299'999)), "5:00");
  EXPECT_EQ(terminal::clock_text(Milliseconds(3'723'000)), "1:02:03");
}

}  // namespace
}  // namespace tests

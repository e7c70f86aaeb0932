// Seats of other programs: those that do not start, stall or die.
#include <csignal>
#include <filesystem>
#include <fstream>

#include "driven_time.h"
#include "process.h"
#include "pty.h"
#include "screen_table.h"

namespace tests {
namespace {

using Kind = terminal::Key::Kind;

// A program that starts, says where it is, and never answers.
class StallingEngine {
 public:
  std::string who() const { return "engine:echo $$ >" + pid_file() + "; exec sleep 100000"; }
  bool started() const { return pid() > 0; }
  bool alive() const { return kill(pid(), 0) == 0; }

 private:
  std::string pid_file() const { return folder_.path() + "/pid"; }
  pid_t pid() const {
    pid_t number = 0;
    std::ifstream(pid_file()) >> number;
    return number;
  }
  TempFolder folder_;
};

// No time passes for engines: a stalled one is waited for until somebody gives it up.
terminal::SessionSetup patient_setup(const std::vector<std::string>& seats, HandTime& time) {
  auto setup = session_setup("yavalath", seats, "swap=off");
  setup.deadlines.time = &time;
  return setup;
}

TEST(EngineSeats, OneThatCannotStartIsAnErrorBeforeTheGame) {
  for (const std::string seat : {"--p1", "--p2"}) {
    for (const std::string who : {"engine:false", "engine:/no/such/program"}) {
      expect_refused({"play", "yavalath", "--plain", seat, who}, "engine '", "e5\ne4\nresign\n");
    }
  }
  const TempFolder home;
  auto program = PtyProgram::tabuleiro({"play", "yavalath", "--p2", "engine:false"},
                                       {.environment = {"HOME=" + home.path()}});
  EXPECT_EQ(program.wait_exit(), 2);
  EXPECT_TRUE(program.left_clean());
  EXPECT_NE(program.output().find("tabuleiro: engine 'false'"), std::string::npos);
}

TEST(EngineSeats, FromTheMenuThereIsNoGameWithoutIt) {
  const TempFolder home;
  const std::string config = home.path() + "/.config/tabuleiro";
  std::filesystem::create_directories(config);
  std::ofstream(config + "/settings.json")
      << R"({"game":"yavalath","seats":["human","engine:false","human"],"engine":"false"})";
  auto program = PtyProgram::tabuleiro(
      {}, {.environment = {"HOME=" + home.path(), "XDG_STATE_HOME", "XDG_CONFIG_HOME"}});
  ASSERT_TRUE(program.wait_for("Yavalath, human"));
  program.send(keys::kEnter);
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("engine 'false'"));
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("four board games"));
  program.send("q");
  EXPECT_EQ(program.wait_exit(), 0);
}

TEST(EngineSeats, OneThatDiesLaterLeavesItsSeatToAPerson) {
  const TempFolder folder;
  const std::string script = folder.path() + "/engine.sh";
  std::ofstream(script) << "while read l; do case \"$l\" in ugi) echo ugiok;; isready) echo "
                           "readyok;; go*) exit 3;; esac; done\n";
  const auto played = run_program(
      {"play", "yavalath", "--plain", "--options", "swap=off", "--p2", "engine:sh " + script},
      "e5\ne4\nresign\n");
  EXPECT_EQ(played.status, 0) << played.err;
  EXPECT_TRUE(has(played.out, "player 2 (*) is now played by a person")) << played.out;
  EXPECT_TRUE(has(played.out, "player 2 (*): e4")) << played.out;
}

// Nothing waits for it: with the clock standing, whatever did would wait for ever.
TEST(EngineSeats, AStallKeepsNobodyWaiting) {
  HandTime time;
  const StallingEngine engine;
  {
    ScreenTable table(patient_setup({"human", engine.who()}, time));
    table.enter("e5");
    ASSERT_TRUE(table.wait_until([&] { return engine.started(); }));
    table.enter("undo");
    EXPECT_EQ(table.session().turns(), 0);
    EXPECT_TRUE(engine.alive());  // it goes on starting, for the next time
    table.enter("e4");
    table.enter("hint");
    table.enter("seat 2 random");  // the old one is given up, the new one plays
    ASSERT_TRUE(table.wait_until([&] { return table.session().turns() == 2; }));
    // Its end is nobody's business here: it may come a little later.
    EXPECT_TRUE(table.wait_until([&] { return !engine.alive(); }));
  }
}

TEST(EngineSeats, LeavingOrANewGameGivesAStalledOneUp) {
  HandTime time;
  const StallingEngine engine;
  {
    ScreenTable table(patient_setup({"human", engine.who()}, time));
    table.enter("e5");
    ASSERT_TRUE(table.wait_until([&] { return engine.started(); }));
    table.enter("new");
    EXPECT_EQ(table.session().turns(), 0);
    table.enter("e5");
    table.enter("quit");
    table.type("n");
    EXPECT_TRUE(table.screen().done());
  }
  await([&] { return !engine.alive(); });
}

TEST(EngineSeats, InPlainLinesAPersonIsHeardMeanwhile) {
  HandTime time;
  const StallingEngine engine;
  const auto played = play_lines(terminal::Session(patient_setup({"human", engine.who()}, time)),
                                 "e5\nboard\ne4\nundo\ne5\nquit\n", true);
  EXPECT_EQ(played.status, 0);
  EXPECT_TRUE(has(played.out, "it is not your turn")) << played.out;
  EXPECT_TRUE(has(played.out, "result none: ")) << played.out;
}

}  // namespace
}  // namespace tests

// The program on a pseudo-terminal: whole games, and everything that may happen to a terminal.
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "core/scan.h"
#include "pty.h"
#include "support.h"

namespace tests {
namespace {

using std::chrono::milliseconds;

// A home of its own, so that nothing is remembered from elsewhere.
class Home {
 public:
  PtyProgram::Terminal terminal(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> environment = {"HOME=" + folder_.path(), "LANG=C.UTF-8",
                                            "XDG_STATE_HOME", "XDG_CONFIG_HOME"};
    environment.insert(environment.end(), more.begin(), more.end());
    return {.rows = 24, .columns = 80, .environment = environment};
  }

 private:
  TempFolder folder_;
};

void expect_clean_end(PtyProgram& program, int status = 0) {
  EXPECT_EQ(program.wait_exit(), status);
  EXPECT_TRUE(program.left_clean());
  EXPECT_EQ(program.screen().unknown(), std::vector<std::string>());
}

void play_e5(PtyProgram& program) {
  ASSERT_TRUE(program.wait_for("turn 0"));
  program.send("e5\r");
  ASSERT_TRUE(program.wait_for("turn 1"));
}

// Every mode of every game to its end: people by typing recorded games, computers by themselves.
TEST(FullScreen, RecordedGamesTypedToTheEnd) {
  for (const auto& game : games::all_games()) {
    const Home home;
    const auto recorded = vectors(game.name + "-games.jsonl");
    // The shortest one.
    const auto* shortest = &recorded[0];
    const auto turns = [](const nlohmann::json& one) -> const nlohmann::json& {
      return one[one.contains("turns") ? "turns" : "moves"];
    };
    for (const auto& one : recorded) {
      if (turns(one).size() < turns(*shortest).size()) shortest = &one;
    }
    auto program = PtyProgram::tabuleiro(
        {"play", game.name, "--options", shortest->value("options", "")}, home.terminal());
    ASSERT_TRUE(program.wait_for("turn 0")) << game.name;
    int played = 0;
    for (const auto& turn : turns(*shortest)) {
      program.send(turn.get<std::string>() + "\r");
      ASSERT_TRUE(program.wait_for("turn " + std::to_string(++played))) << game.name << ' ' << turn;
    }
    const std::string result = (*shortest)["result"];
    ASSERT_TRUE(program.wait_for(result == "draw" ? std::string("the game is drawn")
                                                  : "player " + result.substr(1, 1) + " has won"));
    program.send("quit\r");
    expect_clean_end(program);
  }
}

TEST(FullScreen, ComputersPlayToTheEndAndAgain) {
  for (const auto& game : games::all_games()) {
    const Home home;
    auto program = PtyProgram::tabuleiro(
        {"play", game.name, "--p1", "random", "--p2", "random", "--seed", "3"}, home.terminal());
    ASSERT_TRUE(program.wait_for("pace MS"));  // they do not wait for anybody
    program.send("pace 0\r");
    ASSERT_TRUE(program.wait_for("rematch", milliseconds(40'000))) << game.name;
    program.send("quit\r");
    expect_clean_end(program);
  }
}

TEST(FullScreen, PersonAgainstComputerBothWays) {
  for (const std::string seat : {"--p1", "--p2"}) {
    const Home home;
    auto program = PtyProgram::tabuleiro(
        {"play", "yavalath", "--options", "size=3,swap=off", seat, "random", "--seed", "1"},
        home.terminal());
    ASSERT_TRUE(program.wait_for("> "));
    // Tab finds a free cell, Enter takes it.
    for (int i = 0; i < 20 && !program.screen().shows("rematch"); ++i) {
      program.send("\t\r");
      ASSERT_TRUE(program.settle());
    }
    EXPECT_TRUE(program.wait_for("rematch"));
    program.send(keys::ctrl('d'));
    expect_clean_end(program);
  }
}

TEST(FullScreen, ThreePlayers) {
  const Home home;
  auto program = PtyProgram::tabuleiro({"play", "yavalath", "--options", "players=3", "--p2",
                                        "random", "--p3", "classic", "--seed", "1"},
                                       home.terminal());
  ASSERT_TRUE(program.wait_for("player 3"));
  program.send("e5\r");
  ASSERT_TRUE(program.wait_for("turn 3"));
  program.send(keys::ctrl('c'));
  ASSERT_TRUE(program.wait_for("Keep this game"));
  program.send(keys::ctrl('c'));
  expect_clean_end(program);
}

TEST(FullScreen, TheMenuStartsAGameAndRemembers) {
  const Home home;
  {
    auto program = PtyProgram::tabuleiro({}, home.terminal());
    ASSERT_TRUE(program.wait_for("Yavalath"));
    program.send(keys::kDown);
    program.send(keys::kRight);
    ASSERT_TRUE(program.wait_for("◀ Epaminondas ▶"));
    program.send(keys::kUp);
    program.send(keys::kEnter);
    ASSERT_TRUE(program.wait_for("Epaminondas  rules=standard"));
    program.send("quit\r");
    ASSERT_TRUE(program.wait_for("four board games"));
    program.send("q");
    expect_clean_end(program);
  }
  auto program = PtyProgram::tabuleiro({}, home.terminal());
  ASSERT_TRUE(program.wait_for("Epaminondas"));
  program.send(keys::kEscape);
  expect_clean_end(program);
}

TEST(FullScreen, ResizeWhilePlaying) {
  const Home home;
  auto program = PtyProgram::tabuleiro({"play", "epaminondas"}, home.terminal());
  ASSERT_TRUE(program.wait_for("turn 0"));
  program.resize(12, 30);
  ASSERT_TRUE(program.wait_for("needs a terminal"));
  program.send("c1-c4\r");
  program.resize(50, 160);
  ASSERT_TRUE(program.wait_for("1. c1-c4"));
  program.resize(24, 80);
  ASSERT_TRUE(program.wait_until(
      [](const Vt& screen) { return screen.line(23).find("help") != std::string::npos; }));
  program.send("quit\rn");
  expect_clean_end(program);
}

TEST(FullScreen, SuspendAndComeBack) {
  const Home home;
  auto program = PtyProgram::tabuleiro({"play", "yavalath"}, home.terminal());
  ASSERT_NO_FATAL_FAILURE(play_e5(program));
  for (const bool by_key : {true, false}) {
    if (by_key) {
      program.send(keys::ctrl('z'));
    } else {
      program.signal(SIGTSTP);
    }
    ASSERT_TRUE(program.wait_stopped());
    EXPECT_TRUE(program.left_clean());
    ASSERT_TRUE(program.resume());
    ASSERT_TRUE(program.wait_for("1. e5"));
  }
  program.send(keys::ctrl('d'));
  program.send("n");
  expect_clean_end(program);
}

TEST(FullScreen, SignalsLeaveTheTerminalCleanAndKeepTheGame) {
  for (const int number : {SIGTERM, SIGHUP, SIGINT, SIGABRT, SIGKILL}) {
    const Home home;
    {
      auto program = PtyProgram::tabuleiro({"play", "yavalath"}, home.terminal());
      ASSERT_NO_FATAL_FAILURE(play_e5(program));
      program.signal(number);
      ASSERT_TRUE(program.wait_exit());
      if (number != SIGKILL) {
        EXPECT_TRUE(program.left_clean()) << number;
      }
    }
    auto program = PtyProgram::tabuleiro({"play", "epaminondas"}, home.terminal());
    ASSERT_TRUE(program.wait_for("unfinished game of Yavalath")) << number;
    program.send(keys::kEnter);
    ASSERT_TRUE(program.wait_for("1. e5")) << number;
    program.send("quit\rn");
    expect_clean_end(program);
  }
}

TEST(FullScreen, AClosedTerminalEndsItAndKeepsTheGame) {
  const Home home;
  {
    auto program = PtyProgram::tabuleiro({"play", "yavalath"}, home.terminal());
    ASSERT_NO_FATAL_FAILURE(play_e5(program));
    program.hang_up();
    EXPECT_TRUE(program.wait_exit());
  }
  auto program = PtyProgram::tabuleiro({}, home.terminal());
  ASSERT_TRUE(program.wait_for("Continue"));
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("1. e5"));
  program.send("quit\rn");
  ASSERT_TRUE(program.wait_for("four board games"));
  EXPECT_FALSE(program.screen().shows("Continue"));
  program.send("q");
  expect_clean_end(program);
}

TEST(FullScreen, OddBytesLongLinesAndAFullDisk) {
  const Home home;
  auto program = PtyProgram::tabuleiro({"play", "yavalath"}, home.terminal());
  ASSERT_TRUE(program.wait_for("turn 0"));
  program.send("\xff\xfe\x80\r");
  ASSERT_TRUE(program.wait_for("expected"));
  program.send(keys::kEscape);
  ASSERT_TRUE(program.settle());
  const std::string long_line(100 * 1024, 'x');
  for (std::size_t i = 0; i < long_line.size(); i += 1024) {
    ASSERT_TRUE(program.send(std::string_view(long_line).substr(i, 1024)));
    program.settle(milliseconds(1), milliseconds(20));
  }
  program.send("\r");
  ASSERT_TRUE(program.settle());
  program.send(keys::kEscape);
  ASSERT_TRUE(program.settle());
  program.send("e5\r");
  ASSERT_TRUE(program.wait_for("turn 1"));
  program.send("save /dev/full\r");
  ASSERT_TRUE(program.wait_for("the disk is full"));
  program.send("e4\r");
  ASSERT_TRUE(program.wait_for("turn 2"));
  program.send("quit\rn");
  expect_clean_end(program);
}

TEST(FullScreen, PlainWhereTheTerminalCannotDoMore) {
  const Home home;
  auto dumb = PtyProgram::tabuleiro({"play", "yavalath"}, home.terminal({"TERM=dumb"}));
  ASSERT_TRUE(dumb.wait_for("61 legal actions"));
  dumb.send("e5\r");
  ASSERT_TRUE(dumb.wait_for("player 1 (o): e5"));
  dumb.send(keys::ctrl('d'));
  EXPECT_EQ(dumb.wait_exit(), 1);
  EXPECT_EQ(dumb.output().find('\x1b'), std::string::npos);

  const Home other;
  auto grey = PtyProgram::tabuleiro({"play", "yavalath"}, other.terminal({"NO_COLOR=1", "LANG=C"}));
  ASSERT_TRUE(grey.wait_for("turn 0"));
  EXPECT_EQ(grey.output().find("38;5"), std::string::npos);
  for (const char c : grey.screen().text()) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
  grey.send("quit\r");
  expect_clean_end(grey);
}

TEST(FullScreen, PortugueseFromStartToEnd) {
  const Home home;
  auto program = PtyProgram::tabuleiro({"play", "yavalath", "--lang", "pt"}, home.terminal());
  ASSERT_TRUE(program.wait_for("turno 0"));
  program.send("ajuda\r");
  ASSERT_TRUE(program.wait_for("guardar"));
  program.send("q");
  program.send("sair\r");
  expect_clean_end(program);
}

}  // namespace
}  // namespace tests

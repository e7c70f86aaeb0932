// The program on a pseudo-terminal: whole games, and everything that may happen to a terminal.
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "core/file.h"
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
  ASSERT_TRUE(program.wait_for("turn 1"));
  program.send("e5\r");
  ASSERT_TRUE(program.wait_for("turn 2"));
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
    ASSERT_TRUE(program.wait_for("turn 1")) << game.name;
    int played = 0;
    for (const auto& turn : turns(*shortest)) {
      program.send(turn.get<std::string>() + "\r");
      ++played;
      ASSERT_TRUE(program.wait_until([&](const Vt& screen) {
        return screen.shows("turn " + std::to_string(played + 1)) || screen.shows("rematch");
      })) << game.name
          << ' ' << turn;
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
    ASSERT_TRUE(program.wait_for("rematch")) << game.name;
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
    int turns = seat == "--p1" ? 2 : 1;
    ASSERT_TRUE(program.wait_for("turn " + std::to_string(turns)));
    // Tab finds a free cell, Enter takes it, and the computer answers.
    while (!program.screen().shows("rematch")) {
      program.send("\t\r");
      turns += 2;
      ASSERT_TRUE(program.wait_until([&](const Vt& screen) {
        return screen.shows("turn " + std::to_string(turns)) || screen.shows("rematch");
      }));
    }
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
  ASSERT_TRUE(program.wait_for("turn 4"));
  program.send(keys::ctrl('c'));
  ASSERT_TRUE(program.wait_for("Keep this game"));
  program.send(keys::ctrl('c'));
  expect_clean_end(program);
}

TEST(FullScreen, TheMenuStartsAGameAndRemembers) {
  const Home home;
  {
    auto program = PtyProgram::tabuleiro({}, home.terminal());
    ASSERT_TRUE(program.wait_for("Yavalath, human - level 3"));
    program.send(keys::kEnter);
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
  ASSERT_TRUE(program.wait_for("turn 1"));
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
    auto program = PtyProgram::tabuleiro({"play", "yavalath"}, home.terminal());
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
  ASSERT_TRUE(program.wait_for("go on with which one?"));
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("1. e5"));
  program.send("quit\rn");
  ASSERT_TRUE(program.wait_for("four board games"));
  EXPECT_FALSE(program.screen().shows("Continue"));
  program.send("q");
  expect_clean_end(program);
}

void leave_a_game(const Home& home, const std::string& game, const std::string& turn) {
  auto program = PtyProgram::tabuleiro({"play", game}, home.terminal());
  // An older one may be offered first.
  ASSERT_TRUE(program.wait_until([](const Vt& screen) {
    return screen.shows("player 1 (") || screen.shows("nothing is deleted");
  }));
  if (!program.screen().shows("player 1 (")) program.send("n");
  ASSERT_TRUE(program.wait_for("player 1 ("));
  program.send(turn + "\r");
  ASSERT_TRUE(program.wait_for("1. " + turn));
  program.send(keys::ctrl('c'));
  ASSERT_TRUE(program.wait_for("Keep this game"));
  program.send("y");
  expect_clean_end(program);
}

// Starting another game offers none of this one, and saying no loses nothing.
TEST(FullScreen, NoKeptGameIsEverLost) {
  const Home home;
  ASSERT_NO_FATAL_FAILURE(leave_a_game(home, "yavalath", "e5"));
  ASSERT_NO_FATAL_FAILURE(leave_a_game(home, "epaminondas", "c1-c4"));
  ASSERT_NO_FATAL_FAILURE(leave_a_game(home, "yavalath", "a1"));  // says no to the first one
  {
    // In Portuguese yes is s: the newest one.
    auto program = PtyProgram::tabuleiro({"play", "yavalath", "--lang", "pt"}, home.terminal());
    ASSERT_TRUE(program.wait_for("Há partidas de Yavalath por acabar"));
    EXPECT_FALSE(program.screen().shows("Epaminondas"));
    program.send("s");
    ASSERT_TRUE(program.wait_for("1. a1"));
    program.send(keys::ctrl('c'));
    ASSERT_TRUE(program.wait_for("Guardar esta partida"));
    program.send("s");
    expect_clean_end(program);
  }
  // All three are in the menu; one is deleted there, by name and after a question.
  auto program = PtyProgram::tabuleiro({}, home.terminal());
  ASSERT_TRUE(program.wait_for("unfinished games: 3"));
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("Epaminondas  20"));
  program.send(keys::kDelete);
  ASSERT_TRUE(program.wait_for("Delete which one?"));
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("Delete this game for good?"));
  program.send("y");
  ASSERT_TRUE(program.wait_for("the game was deleted"));
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("go on with which one?"));
  program.send(keys::kEscape);
  ASSERT_TRUE(program.wait_for("unfinished games: 2"));
  program.send("q");
  expect_clean_end(program);
}

TEST(FullScreen, PlainLinesAtATerminalKeepAndOfferGames) {
  const Home home;
  ASSERT_NO_FATAL_FAILURE(leave_a_game(home, "yavalath", "e5"));
  {
    auto other = PtyProgram::tabuleiro({"play", "epaminondas", "--plain"}, home.terminal());
    ASSERT_TRUE(other.wait_for("legal actions"));
    EXPECT_EQ(other.output().find("unfinished"), std::string::npos);
    other.send("quit\r");
    EXPECT_EQ(other.wait_exit(), 0);
  }
  {
    auto program = PtyProgram::tabuleiro({"play", "yavalath", "--plain"}, home.terminal());
    ASSERT_TRUE(program.wait_for("unfinished game of Yavalath"));
    program.send("n\r");
    ASSERT_TRUE(program.wait_for("it stays for later"));
    ASSERT_TRUE(program.wait_for("61 legal actions"));
    program.send("a1\r");
    ASSERT_TRUE(program.wait_for("player 1 (o): a1"));
    program.send("quit\r");
    EXPECT_EQ(program.wait_exit(), 0);
  }
  auto program =
      PtyProgram::tabuleiro({"play", "yavalath", "--plain", "--lang", "pt"}, home.terminal());
  ASSERT_TRUE(program.wait_for("Há partidas de Yavalath por acabar"));
  program.send("apagar 2\r");
  ASSERT_TRUE(program.wait_for("Apagar esta partida para sempre?"));
  program.send("s\r");
  ASSERT_TRUE(program.wait_for("a partida foi apagada"));
  ASSERT_TRUE(program.wait_for("Continuar a partida de Yavalath por acabar"));
  program.send("s\r");
  ASSERT_TRUE(program.wait_for("vez do jogador 2"));
  program.send("sair\r");
  EXPECT_EQ(program.wait_exit(), 0);
}

// The lines of a screen from the row that has these words.
Place place_of(const PtyProgram& program, const std::string& words) {
  for (int row = 0; row < 24; ++row) {
    const auto at = program.screen().line(row).find(words);
    if (at != std::string::npos) return {row, static_cast<int>(at)};
  }
  return {0, 0};
}

TEST(FullScreen, ALessonFromTheMenuByMouseAndKeys) {
  const Home home;
  {
    auto program = PtyProgram::tabuleiro({}, home.terminal());
    ASSERT_TRUE(program.wait_for("Learn"));
    program.send(keys::click(place_of(program, "Learn")));
    ASSERT_TRUE(program.wait_for("> Eigenstate"));
    program.send(keys::click(place_of(program, "Yavalath")));
    ASSERT_TRUE(program.wait_for("Lessons: Yavalath"));
    program.send(keys::kEnter);
    ASSERT_TRUE(program.wait_for("lesson 1 of"));
    program.send("q");  // the introduction
    ASSERT_TRUE(program.wait_for("hint   go: the solution"));
    program.send("go\r");
    ASSERT_TRUE(program.wait_for("Enter: go on"));
    program.send(keys::kEnter);
    ASSERT_TRUE(program.wait_for("lesson 2 of"));
    program.send("q");
    ASSERT_TRUE(program.wait_for("go: the solution"));
    program.send("quit\r");
    ASSERT_TRUE(program.wait_for("[x] 1. "));
    program.send(keys::ctrl('c'));
    ASSERT_TRUE(program.wait_for("Learn"));
    program.send(keys::ctrl('c'));
    ASSERT_TRUE(program.wait_for("four board games"));
    program.send("q");
    expect_clean_end(program);
  }
}

TEST(FullScreen, PuzzlesRecordsAndPositionsFromTheMenu) {
  const Home home;
  const TempFolder folder;
  const std::string path = folder.path() + "/games.pgn";
  core::write_file(path,
                   "[Game \"yavalath\"]\n[Result \"*\"]\n\n1. e5 *\n\n"
                   "[Game \"epaminondas\"]\n[Result \"*\"]\n\n1. c1-c4 *\n");
  auto program = PtyProgram::tabuleiro({}, home.terminal());
  ASSERT_TRUE(program.wait_for("Puzzles"));
  program.send(keys::click(place_of(program, "Puzzles")));
  ASSERT_TRUE(program.wait_for("puzzle of the day"));
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("to play and win"));
  program.send("go\r");
  ASSERT_TRUE(program.wait_for("The solution begins with"));
  program.send(keys::kEnter);  // there is no other one
  ASSERT_TRUE(program.wait_for("puzzle of the day"));
  program.send(keys::kEscape);
  ASSERT_TRUE(program.wait_for("four board games"));
  program.send(keys::click(place_of(program, "Load")));
  ASSERT_TRUE(program.wait_for("Which file?"));
  program.send(folder.path() + "/g\t");
  ASSERT_TRUE(program.wait_for("games.pgn"));
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("The file has several games"));
  program.send(keys::kDown);
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("1. c1-c4"));
  program.send("quit\rn");
  ASSERT_TRUE(program.wait_for("four board games"));
  program.send(keys::click(place_of(program, "Analyse")));
  ASSERT_TRUE(program.wait_for("> Eigenstate"));
  program.send(keys::click(place_of(program, "Yavalath")));
  ASSERT_TRUE(program.wait_for("Which position?"));
  program.send(keys::ctrl('u'));
  program.send("nonsense\r");
  ASSERT_TRUE(program.wait_for("expected"));
  program.send(keys::kEscape);
  ASSERT_TRUE(program.wait_for("four board games"));
  program.send(keys::click(place_of(program, "Rules")));
  ASSERT_TRUE(program.wait_for("> Eigenstate"));
  program.send(keys::kEnter);
  ASSERT_TRUE(program.wait_for("[EIG-1a]"));
  EXPECT_FALSE(program.screen().shows("**"));
  program.send("q");
  ASSERT_TRUE(program.wait_for("> Eigenstate"));
  program.send(keys::kEscape);
  ASSERT_TRUE(program.wait_for("four board games"));
  program.send("q");
  expect_clean_end(program);
}

// Before the program is built its scripts talk, in the same language as it would.
TEST(FullScreen, TheScriptsFollowTheLocaleToo) {
  const auto said = [](const std::vector<std::string>& environment) {
    PtyProgram script({"bash", "-c", ". '" + source_path("tools/setup.sh") + "'; say one um"},
                      {.rows = 24, .columns = 80, .environment = environment});
    EXPECT_EQ(script.wait_exit(), 0);
    return script.screen().shows("tabuleiro: um") ? "um" : "one";
  };
  EXPECT_STREQ(said({"LANG=pt_PT.UTF-8"}), "um");
  EXPECT_STREQ(said({"LC_MESSAGES=pt_PT.UTF-8", "LANG=C"}), "um");
  EXPECT_STREQ(said({"LC_ALL=C", "LANG=pt_PT.UTF-8"}), "one");
}

TEST(FullScreen, TheLanguageFollowsTheLocale) {
  const Home home;
  auto program =
      PtyProgram::tabuleiro({}, home.terminal({"LC_MESSAGES=pt_PT.UTF-8", "LANG=en_GB.UTF-8"}));
  ASSERT_TRUE(program.wait_for("Problemas"));
  program.send("q");
  expect_clean_end(program);
}

TEST(FullScreen, OddBytesLongLinesAndAFullDisk) {
  const Home home;
  auto program = PtyProgram::tabuleiro({"play", "yavalath"}, home.terminal());
  ASSERT_TRUE(program.wait_for("turn 1"));
  program.send("\xff\xfe\x80\r");
  ASSERT_TRUE(program.wait_for("expected"));
  program.send(keys::kEscape);
  ASSERT_TRUE(program.wait_gone("expected"));
  const std::string long_line(100 * 1024, 'x');
  for (std::size_t i = 0; i < long_line.size(); i += 1024) {
    ASSERT_TRUE(program.send(std::string_view(long_line).substr(i, 1024)));
    program.settle(milliseconds(1), milliseconds(20));
  }
  program.send("\r");
  ASSERT_TRUE(program.wait_for("expected"));
  program.send(keys::kEscape);
  ASSERT_TRUE(program.wait_gone("expected"));
  program.send("e5\r");
  ASSERT_TRUE(program.wait_for("turn 2"));
  program.send("save /dev/full\r");
  ASSERT_TRUE(program.wait_for("the disk is full"));
  program.send("e4\r");
  ASSERT_TRUE(program.wait_for("turn 3"));
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
  ASSERT_TRUE(grey.wait_for("turn 1"));
  EXPECT_EQ(grey.output().find("38;5"), std::string::npos);
  for (const char c : grey.screen().text()) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
  grey.send("quit\r");
  expect_clean_end(grey);
}

TEST(FullScreen, PortugueseFromStartToEnd) {
  const Home home;
  auto program = PtyProgram::tabuleiro({"play", "yavalath", "--lang", "pt"}, home.terminal());
  ASSERT_TRUE(program.wait_for("turno 1"));
  program.send("ajuda\r");
  ASSERT_TRUE(program.wait_for("desfazer"));
  program.send("q");
  program.send("sair\r");
  expect_clean_end(program);
}

}  // namespace
}  // namespace tests

// The program in windows of many sizes and kinds: every game by keys in a small one, larger boards
// in a large one, no colours, few colours, ASCII, themes, title and bell.
#include <cstdlib>
#include <set>

#include "core/scan.h"
#include "pty.h"
#include "support.h"

namespace tests {
namespace {

class Window {
 public:
  explicit Window(int rows, int columns) : rows_(rows), columns_(columns) {}

  PtyProgram::Terminal with(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> environment = {"HOME=" + folder_.path(), "LANG=C.UTF-8",
                                            "XDG_STATE_HOME", "XDG_CONFIG_HOME"};
    environment.insert(environment.end(), more.begin(), more.end());
    return {.rows = rows_, .columns = columns_, .environment = environment};
  }

 private:
  TempFolder folder_;
  int rows_, columns_;
};

void expect_left(PtyProgram& program) {
  EXPECT_EQ(program.wait_exit(), 0);
  EXPECT_TRUE(program.left_clean());
  EXPECT_EQ(program.screen().unknown(), std::vector<std::string>());
}

// What the person to move is told, wherever it stands.
bool has_turn_of(const Vt& screen, int player) {
  return screen.shows("▶ ○ player " + std::to_string(player)) ||
         screen.shows("▶ ● player " + std::to_string(player)) ||
         screen.shows("▶ " + std::to_string(player) + " player " + std::to_string(player));
}

TEST(Windows, YavalathToTheEndByKeysInASmallOne) {
  const Window window(20, 60);
  auto program = PtyProgram::tabuleiro(
      {"play", "yavalath", "--options", "size=4,swap=off", "--p2", "random", "--seed", "1"},
      window.with());
  ASSERT_TRUE(program.wait_until([](const Vt& screen) { return has_turn_of(screen, 1); }));
  for (int turns = 1; !program.screen().shows("rematch");) {
    program.send("\t\r");
    turns += 2;
    ASSERT_TRUE(program.wait_until([&](const Vt& screen) {
      return screen.shows("turn " + std::to_string(turns)) || screen.shows("rematch");
    }));
  }
  program.send("quit\r");
  expect_left(program);
}

TEST(Windows, YavalathOffersTheSwapInASmallOne) {
  const Window window(20, 60);
  auto program = PtyProgram::tabuleiro({"play", "yavalath"}, window.with());
  ASSERT_TRUE(program.wait_for("turn 1"));
  program.send("\r");
  ASSERT_TRUE(program.wait_until(
      [](const Vt& screen) { return has_turn_of(screen, 2) && screen.shows("  swap"); }));
  program.send(keys::click(*program.screen().find("swap", {1, 0})));
  ASSERT_TRUE(program.wait_until([](const Vt& screen) { return has_turn_of(screen, 1); }));
  program.send("quit\rn");
  expect_left(program);
}

TEST(Windows, TheBestLineIsShownInASmallOne) {
  const Window window(20, 60);
  auto program =
      PtyProgram::tabuleiro({"play", "yavalath", "--options", "swap=off"}, window.with());
  ASSERT_TRUE(program.wait_for("turn 1"));
  for (const std::string turn : {"e3", "a1", "e4", "a3", "e6", "b1"}) program.send(turn + "\r");
  ASSERT_TRUE(program.wait_for("turn 7"));
  program.send("analyse\r");
  ASSERT_TRUE(program.wait_for("win in 1 turn  e5"));
  program.send(keys::ctrl('d'));
  program.send("n");
  expect_left(program);
}

TEST(Windows, EpaminondasByKeysInASmallOne) {
  const Window window(20, 60);
  auto program = PtyProgram::tabuleiro({"play", "epaminondas"}, window.with());
  ASSERT_TRUE(program.wait_until([](const Vt& screen) { return has_turn_of(screen, 1); }));
  EXPECT_EQ(program.screen().line(1), "▶ ○ player 1 (W) human, stones on the far row: 0");
  EXPECT_TRUE(program.screen().shows("12 ")) << program.dump();
  EXPECT_TRUE(program.screen().shows(" a  b  c  d  e  f  g  h  i  j  k  l  m  n"));
  for (int turn = 1; turn <= 6; ++turn) {
    // A stone that can move, then where it goes.
    program.send("\t\r");
    ASSERT_TRUE(program.wait_for("goes where?"));
    program.send("\t\r");
    ASSERT_TRUE(program.wait_for("turn " + std::to_string(turn + 1))) << program.dump();
    ASSERT_TRUE(has_turn_of(program.screen(), turn % 2 + 1)) << program.dump();
  }
  program.send("quit\rn");
  expect_left(program);
}

TEST(Windows, SixteenStoneByKeysInASmallOne) {
  for (const std::string size : {"5", "10"}) {
    const Window window(20, 60);
    auto program = PtyProgram::tabuleiro({"play", "sixteen-stone", "--options", "size=" + size},
                                         window.with());
    ASSERT_TRUE(program.wait_for("turn 1"));
    for (int turn = 1; turn <= 16; ++turn) {
      ASSERT_TRUE(has_turn_of(program.screen(), 2 - turn % 2)) << program.dump();
      program.send("\t\r");
      ASSERT_TRUE(program.wait_for("turn " + std::to_string(turn + 1))) << program.dump();
    }
    // All stones of the small board are placed, of the large one not yet.
    EXPECT_EQ(program.screen().shows("pool: 0"), size == "5") << program.dump();
    program.send("quit\rn");
    expect_left(program);
  }
}

TEST(Windows, EigenstateByKeysInASmallOneWithThePieceLarge) {
  const Window window(20, 60);
  auto program = PtyProgram::tabuleiro({"play", "eigenstate"}, window.with());
  ASSERT_TRUE(program.wait_for("turn 1"));
  ASSERT_TRUE(has_turn_of(program.screen(), 1)) << program.dump();
  for (int turn = 1; turn <= 2; ++turn) {
    program.send("\t\r");
    ASSERT_TRUE(program.wait_for("goes where?"));
    EXPECT_TRUE(program.screen().shows("3  o o @ o o")) << program.dump();
    program.send("\t\r");
    ASSERT_TRUE(program.wait_for("so far:"));
    // The cursor stayed on the piece: its holes open, and a peg goes into one.
    program.send("\r");
    ASSERT_TRUE(program.wait_for("which hole of"));
    EXPECT_TRUE(program.screen().shows("@")) << program.dump();
    program.send("\r");
    ASSERT_TRUE(program.wait_gone("which hole of"));
    program.send("\r");
    ASSERT_TRUE(program.wait_for("which hole of"));
    program.send("\r");
    ASSERT_TRUE(program.wait_for("turn " + std::to_string(turn + 1))) << program.dump();
  }
  // Narrower still, the large piece lies over the board while a hole is chosen.
  program.resize(20, 50);
  ASSERT_TRUE(program.wait_until([](const Vt& screen) { return screen.line(1).starts_with("▶"); }));
  program.send("\t\r");
  ASSERT_TRUE(program.wait_for("goes where?"));
  program.send("\t\r");
  ASSERT_TRUE(program.wait_for("moves the piece"));
  program.send("\r");
  ASSERT_TRUE(program.wait_for("@"));
  program.send("quit\rn");
  expect_left(program);
}

TEST(Windows, TooSmallOnesSayWhatTheyNeedAndGoOn) {
  const Window window(10, 40);
  for (const auto& game : games::all_games()) {
    auto program = PtyProgram::tabuleiro({"play", game.name}, window.with());
    ASSERT_TRUE(program.wait_for("needs a terminal of")) << game.name;
    EXPECT_TRUE(program.screen().shows("make the window larger")) << program.dump();
    program.resize(20, 60);
    ASSERT_TRUE(program.wait_gone("needs a terminal of")) << game.name;
    EXPECT_TRUE(has_turn_of(program.screen(), 1)) << program.dump();
    program.send("quit\r");
    expect_left(program);
  }
}

// The rows between the names of two neighbouring rows of cells.
int cell_height(const Vt& screen, const std::string& upper, const std::string& lower) {
  int first = -1;
  for (int row = 1; row < screen.rows(); ++row) {
    const std::string line = screen.line(row);
    const auto words = core::words(line);
    if (words.empty()) continue;
    if (words[0] == upper) first = row;
    if (words[0] == lower && first >= 0) return row - first;
  }
  return 0;
}

TEST(Windows, BoardsGrowInALargeOne) {
  struct Case {
    std::string game, upper, lower;
    int usual, large;
  };
  for (const Case& one : std::vector<Case>{{"epaminondas", "11", "10", 1, 3},
                                           {"yavalath", "h1", "g1", 2, 5},
                                           {"sixteen-stone", "4", "3", 3, 7},
                                           {"eigenstate", "5", "4", 3, 6}}) {
    const Window window(24, 80);
    auto program = PtyProgram::tabuleiro({"play", one.game}, window.with());
    ASSERT_TRUE(program.wait_for("turn 1"));
    EXPECT_EQ(cell_height(program.screen(), one.upper, one.lower), one.usual) << program.dump();
    program.resize(50, 140);
    ASSERT_TRUE(program.wait_until([&](const Vt& screen) {
      return cell_height(screen, one.upper, one.lower) == one.large;
    })) << one.game;
    program.send("quit\r");
    expect_left(program);
  }
}

TEST(Windows, AsciiIsAsciiAloneInEveryGameAndLanguage) {
  for (const auto& game : games::all_games()) {
    for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{{20, 60}, {50, 140}}) {
      const Window window(rows, columns);
      auto program = PtyProgram::tabuleiro(
          {"play", game.name, "--ascii", "--lang", "pt", "--p2", "random", "--seed", "1"},
          window.with());
      ASSERT_TRUE(program.wait_for("turno 1"));
      program.send("titulo sim\r");
      ASSERT_TRUE(
          program.wait_until([](const Vt& screen) { return has(screen.title(), "e a sua vez"); }));
      program.send("analisar\r\t\r\t\r");
      program.settle();
      program.send("sair\r");
      program.send("n");
      expect_left(program);
      for (const char c : program.output()) ASSERT_LT(static_cast<unsigned char>(c), 0x80);
    }
  }
}

// All numbers of the sequences that set styles.
std::set<int> style_codes(const std::string& output) {
  std::set<int> codes;
  for (std::size_t at = output.find("\x1b["); at != std::string::npos;
       at = output.find("\x1b[", at + 2)) {
    const auto end = output.find_first_not_of("0123456789;", at + 2);
    if (end == std::string::npos || output[end] != 'm') continue;
    const std::string numbers = output.substr(at + 2, end - at - 2);
    for (const auto part : core::split(numbers, ';')) {
      codes.insert(std::atoi(std::string(part).c_str()));
    }
  }
  return codes;
}

TEST(Windows, NoColourMeansNoneInAnyThemeAndSize) {
  for (const auto& game : games::all_games()) {
    const Window window(20, 60);
    auto program = PtyProgram::tabuleiro({"play", game.name}, window.with({"NO_COLOR=1"}));
    ASSERT_TRUE(program.wait_for("turn 1"));
    program.send("theme slate\r");
    ASSERT_TRUE(program.wait_for("theme: slate"));
    program.send("\t\r");
    program.resize(50, 140);
    program.settle();
    program.send(keys::ctrl('d'));
    program.send("n");
    EXPECT_EQ(program.wait_exit(), 0);
    // Bold, dim, underlined and reversed are no colours.
    for (const int code : style_codes(program.output())) EXPECT_LE(code, 7) << game.name;
  }
}

TEST(Windows, SixteenColoursAreEnough) {
  for (const std::string theme : {"wood", "slate", "ink"}) {
    const Window window(24, 80);
    auto program = PtyProgram::tabuleiro({"play", "epaminondas"}, window.with({"TERM=xterm"}));
    ASSERT_TRUE(program.wait_for("turn 1"));
    program.send("theme " + theme + "\r");
    ASSERT_TRUE(program.wait_for("theme: " + theme));
    EXPECT_EQ(program.output().find("38;5"), std::string::npos);
    const auto stone = program.screen().find("●");
    ASSERT_TRUE(stone);
    const Style& style = program.screen().style_at(*stone);
    EXPECT_TRUE(style.fg == Colour{} || style.fg != style.bg) << theme;
    program.send("quit\r");
    expect_left(program);
  }
}

TEST(Windows, ThemesChangeTheBoardAndAreRemembered) {
  const Window window(24, 80);
  const auto ground = [](const PtyProgram& program) {
    return program.screen().style_at(*program.screen().find("·")).bg;
  };
  Colour slate;
  {
    auto program = PtyProgram::tabuleiro({"play", "sixteen-stone"}, window.with());
    ASSERT_TRUE(program.wait_for("turn 1"));
    const Colour wood = ground(program);
    EXPECT_NE(wood, Colour{});
    program.send("theme gold\r");
    ASSERT_TRUE(program.wait_for("expected one of the themes wood, slate, ink"));
    program.send(keys::kEscape);
    program.send("tema ardósia\r");
    ASSERT_TRUE(program.wait_for("theme: slate"));
    slate = ground(program);
    EXPECT_NE(slate, wood);
    program.send("theme ink\r");
    ASSERT_TRUE(program.wait_for("theme: ink"));
    EXPECT_EQ(ground(program), Colour{});
    program.send("theme slate\r");
    ASSERT_TRUE(program.wait_for("theme: slate"));
    program.send("quit\r");
    expect_left(program);
  }
  auto program = PtyProgram::tabuleiro({"play", "sixteen-stone"}, window.with());
  ASSERT_TRUE(program.wait_for("turn 1"));
  EXPECT_EQ(ground(program), slate);
  program.send("quit\r");
  expect_left(program);
}

TEST(Windows, TitleAndBellAreByChoiceAndTheTitleComesBack) {
  const Window window(24, 80);
  auto program = PtyProgram::tabuleiro(
      {"play", "yavalath", "--options", "swap=off", "--p2", "random", "--seed", "1"},
      window.with());
  ASSERT_TRUE(program.wait_for("turn 1"));
  program.send("e5\r");
  ASSERT_TRUE(program.wait_for("turn 3"));
  EXPECT_EQ(program.screen().bells(), 0);
  EXPECT_EQ(program.screen().title(), "");
  program.send("bell on\r");
  ASSERT_TRUE(program.wait_for("the bell rings"));
  program.send("title\r");
  ASSERT_TRUE(
      program.wait_until([](const Vt& screen) { return screen.title() == "Yavalath: your turn"; }));
  program.send("title maybe\r");
  ASSERT_TRUE(program.wait_for("expected on or off"));
  program.send(keys::kEscape);
  program.send("\t\r");
  ASSERT_TRUE(program.wait_until(
      [](const Vt& screen) { return screen.shows("turn 5") && screen.bells() == 1; }));
  program.send("quit\rn");
  EXPECT_EQ(program.wait_exit(), 0);
  EXPECT_TRUE(program.left_clean());
  EXPECT_EQ(program.screen().title(), "");
  EXPECT_EQ(program.screen().unknown(), std::vector<std::string>());
}

TEST(Windows, WhatDecidedTheGameIsMarked) {
  const Window window(20, 60);
  auto program =
      PtyProgram::tabuleiro({"play", "yavalath", "--options", "swap=off"}, window.with());
  ASSERT_TRUE(program.wait_for("turn 1"));
  for (const std::string turn : {"e3", "a1", "e4", "a3", "e6", "b1"}) program.send(turn + "\r");
  ASSERT_TRUE(program.wait_for("turn 7"));
  program.send(keys::kRight);  // the cursor was on what the last turn changed
  ASSERT_TRUE(program.wait_for("(●)"));
  program.send("e5\r");
  ASSERT_TRUE(program.wait_for("=○= =○= =○= =○=")) << program.dump();
  program.send("quit\r");
  expect_left(program);
}

TEST(Windows, APieceAndAllHolesAsPages) {
  const Window window(20, 60);
  auto program = PtyProgram::tabuleiro({"play", "eigenstate"}, window.with());
  ASSERT_TRUE(program.wait_for("turn 1"));
  program.send("piece b1\r");
  ASSERT_TRUE(program.wait_for("4 | o o * o o"));
  program.send("q");
  program.send("board holes\r");
  ASSERT_TRUE(program.wait_for("o o @ o o|o o @ o o|o o @ o o|o o @ o o|o o @ o o|o o @ o o"));
  program.send("q");
  program.send("piece c3\r");
  ASSERT_TRUE(program.wait_for("there is no piece on c3"));
  program.send("quit\r");
  expect_left(program);
}

}  // namespace
}  // namespace tests

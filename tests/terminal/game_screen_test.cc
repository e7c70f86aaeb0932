// The full screen without a terminal: keys in, a canvas out.
#include "terminal/game_screen.h"

#include "core/file.h"
#include "core/scan.h"
#include "games/record.h"
#include "support.h"
#include "temp_folder.h"
#include "terminal/full_screen.h"
#include "terminal/glyph.h"
#include "terminal/menu.h"
#include "terminal/text_table.h"

namespace tests {
namespace {

using namespace terminal;
using Kind = Key::Kind;

Key key(Kind kind) { return {kind, "", 0, 0}; }
Key click(int row, int column) { return {Kind::kClick, "", row, column}; }

class Table {
 public:
  explicit Table(const std::string& game, const std::vector<std::string>& seats = {},
                 const std::string& options = "", bool ascii = false) {
    const auto& info = *games::find_game(game);
    SessionSetup setup;
    setup.game = &info;
    setup.options = *games::parse_options(options, info.options);
    setup.seats = seats;
    setup.time = engine::Milliseconds(20);
    settings_.pace_ms = 0;
    screen_ =
        std::make_unique<GameScreen>(Session(setup), GameScreen::Setup{.looks = {.ascii = ascii},
                                                                       .settings = &settings_,
                                                                       .unfinished = nullptr,
                                                                       .wake = [] {}});
    show();
  }

  GameScreen& screen() { return *screen_; }
  const Session& session() const { return screen_->session(); }
  Settings& settings() { return settings_; }

  std::string show(int rows = 24, int columns = 80) { return screen_->draw(rows, columns).text(); }
  bool shows(const std::string& text) { return show().find(text) != std::string::npos; }

  void press(const Key& one) {
    screen_->work();
    screen_->press(one);
    show();
  }
  void press(Kind kind) { press(key(kind)); }
  void type(const std::string& text) {
    for (const char c : text) press(Key{Kind::kText, std::string(1, c), 0, 0});
  }
  void enter(const std::string& line) {
    type(line);
    press(Kind::kEnter);
  }
  // Lets computers think until something is so.
  bool wait_until(const std::function<bool()>& done) {
    for (int i = 0; i < 60'000; ++i) {
      screen_->work();
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

  // Goes to a cell with the arrows alone.
  void go_to(const std::string& name) {
    const auto scene = session().history().scene();
    for (int i = 0; i < 60 && !at(name); ++i) {
      // Up and down reach every row, left and right every cell of a row.
      press(i % 2 == 0 ? vertical(scene, name) : horizontal(scene, name));
    }
    ASSERT_TRUE(at(name)) << name << '\n' << show();
  }

 private:
  // Where the cursor is: the cell between its brackets.
  std::optional<std::string> cursor() {
    const auto scene = session().history().scene();
    const BoardView view(scene, false, 19, 53, {});
    const auto canvas = screen_->draw(24, 80);
    const int top = 1 + (19 - view.rows()) / 2;
    for (int row = 0; row < view.rows(); ++row) {
      const auto line = canvas.line(top + row);
      const auto byte = line.find('[');
      if (byte == std::string::npos) continue;
      const auto bracket = width(line.substr(0, byte));
      if (bracket > static_cast<std::size_t>(view.columns())) continue;
      const auto cell = view.cell_at(row, static_cast<int>(bracket) + 1);
      if (cell) return scene.cells[static_cast<std::size_t>(*cell)].name;
    }
    return std::nullopt;
  }
  bool at(const std::string& name) { return cursor() == name; }

  static const games::SceneCell& cell(const games::Scene& scene, const std::string& name) {
    for (const auto& one : scene.cells) {
      if (one.name == name) return one;
    }
    return scene.cells[0];
  }
  Kind vertical(const games::Scene& scene, const std::string& to) {
    const int from = cell(scene, cursor().value_or("")).row;
    return cell(scene, to).row > from   ? Kind::kUp
           : cell(scene, to).row < from ? Kind::kDown
                                        : horizontal(scene, to);
  }
  Kind horizontal(const games::Scene& scene, const std::string& to) {
    const auto& here = cell(scene, cursor().value_or(""));
    const auto& there = cell(scene, to);
    if (here.row != there.row) return here.row < there.row ? Kind::kUp : Kind::kDown;
    return there.x > here.x ? Kind::kRight : Kind::kLeft;
  }

  Settings settings_;
  std::unique_ptr<GameScreen> screen_;
};

TEST(GameScreen, TypedTurnsAndReasons) {
  Table table("yavalath", {}, "swap=off");
  table.enter("e5");
  EXPECT_TRUE(table.shows("player 1 (o): e5; places a stone on e5"));
  EXPECT_TRUE(table.shows("1. e5"));
  table.enter("e5");
  EXPECT_TRUE(table.shows("e5 is not empty"));
  EXPECT_TRUE(table.shows("near it: "));
  EXPECT_TRUE(table.shows("> e5"));  // what was typed stays to be mended
  table.enter("und");                // takes the place of what was refused
  EXPECT_EQ(table.session().turns(), 0);
  table.enter("redo");
  EXPECT_EQ(table.session().turns(), 1);
}

TEST(GameScreen, CursorAloneInEigenstate) {
  Table table("eigenstate");
  table.go_to("c1");
  table.press(Kind::kEnter);
  EXPECT_TRUE(table.shows("c1 goes where?"));
  EXPECT_TRUE(table.shows("<  ·  >")) << table.show();
  table.go_to("c2");
  table.press(Kind::kEnter);
  EXPECT_EQ(table.session().draft(), "c1-c2");
  EXPECT_TRUE(table.shows("so far: c1-c2"));
  table.press(Kind::kEnter);  // the cursor stayed on the piece: its holes open
  EXPECT_TRUE(table.shows("which hole of c2?"));
  table.press(Kind::kEscape);
  EXPECT_FALSE(table.shows("which hole"));
  table.press(Kind::kEnter);
  table.press(Kind::kRight);
  table.press(Kind::kEnter);
  EXPECT_TRUE(table.session().draft().starts_with("c1-c2,c2+")) << table.session().draft();
  table.press(Kind::kBackspace);  // a step back
  EXPECT_EQ(table.session().draft(), "c1-c2");
  EXPECT_TRUE(table.shows("@")) << table.show();
}

TEST(GameScreen, CursorAloneInSixteenStoneWithActionsBesideTheBoard) {
  Table table("sixteen-stone");
  // Placement: two full rows by the arrows.
  for (int i = 0; i < 16; ++i) {
    table.press(Kind::kTab);
    table.press(Kind::kEnter);
  }
  EXPECT_EQ(table.session().turns(), 16) << table.show();
  for (int i = 0; i < 400 && table.session().turns() < 24; ++i) {
    table.press(Kind::kTab);
    table.press(Kind::kEnter);
    table.press(i % 3 == 0 ? Kind::kRight : Kind::kUp);
    table.press(Kind::kEnter);
    if (i % 5 == 0) table.press(Kind::kEscape);
  }
  EXPECT_GE(table.session().turns(), 18) << table.show();
}

// Whole games without a letter typed: Tab, Enter and arrows alone.
TEST(GameScreen, CursorAloneFinishesEveryGame) {
  core::Rng rng(1);
  const Kind kinds[] = {Kind::kTab,   Kind::kTab, Kind::kTab,  Kind::kEnter, Kind::kEnter,
                        Kind::kEnter, Kind::kUp,  Kind::kDown, Kind::kLeft,  Kind::kRight};
  for (const auto& [game, options] : and_other_games({{"yavalath", "swap=on"},
                                                      {"yavalath", "players=3"},
                                                      {"epaminondas", "rules=crossings"},
                                                      {"eigenstate", "fill=any"},
                                                      {"sixteen-stone", ""}})) {
    Table table(game, {}, options);
    for (int i = 0; i < 100'000 && !table.session().over(); ++i) {
      table.screen().press(key(kinds[rng.below(std::size(kinds))]));
      if (i % 16 == 0) table.show();  // as often as a person looks
    }
    EXPECT_TRUE(table.session().over()) << table.show();
  }
}

TEST(GameScreen, MouseMovesAPhalanx) {
  Table table("epaminondas");
  const auto scene = table.session().history().scene();
  const BoardView view(scene, false, 19, 53, {});
  const int top = 1 + (19 - view.rows()) / 2;
  const auto click_on = [&](const std::string& name) {
    for (int row = 0; row < view.rows(); ++row) {
      for (int column = 0; column < view.columns(); ++column) {
        const auto cell = view.cell_at(row, column);
        if (cell && scene.cells[static_cast<std::size_t>(*cell)].name == name) {
          return table.press(click(top + row, column));
        }
      }
    }
  };
  click_on("c1");
  EXPECT_TRUE(table.shows("c1 goes where?")) << table.show();
  EXPECT_TRUE(table.shows("<·>")) << table.show();
  click_on("c9");
  EXPECT_TRUE(table.shows("at most")) << table.show();
  click_on("c4");
  EXPECT_EQ(table.session().turn_texts(), std::vector<std::string>{"c1-c4"}) << table.show();
  EXPECT_TRUE(table.shows("(W)"));
}

TEST(GameScreen, ComputersAnswerAndReplyToNow) {
  Table table("yavalath", {"human", "level:1"}, "swap=off");
  table.enter("e5");
  ASSERT_TRUE(table.wait_until([&] { return table.session().turns() == 2; }));
  table.enter("seat 2 level:10");
  table.enter("e4");
  ASSERT_TRUE(table.wait_until([&] { return table.session().turns() == 4; }));
  table.enter("undo");
  EXPECT_EQ(table.session().turns(), 2);
}

TEST(GameScreen, WatchingPausesAndEnds) {
  Table table("yavalath", {"random", "random"}, "size=3,swap=off");
  ASSERT_TRUE(table.wait_until([&] { return table.session().turns() >= 1; }));
  table.enter("pause");
  const int turns = table.session().turns();
  EXPECT_FALSE(table.session().over() ? false : table.wait_until([&] {
    static int tries = 0;
    return table.session().turns() > turns || ++tries < 0 || tries > 100;
  }) && table.session().turns() > turns);
  if (!table.session().over()) table.press(Key{Kind::kText, " ", 0, 0});
  ASSERT_TRUE(table.wait_until([&] { return table.session().over(); }));
  EXPECT_TRUE(table.shows("rematch")) << table.show();
}

// The rules' words first, then how it is done by pointing.
TEST(GameScreen, AsksInTheWordsOfTheRules) {
  Table pegs("eigenstate");
  EXPECT_TRUE(pegs.shows("Step 1 of 3: move a piece")) << pegs.show();
  EXPECT_TRUE(pegs.shows("choose what moves")) << pegs.show();
  pegs.enter("c1-c2");
  EXPECT_TRUE(pegs.shows("Step 2 of 3: set a peg")) << pegs.show();
  Table first("sixteen-stone", {}, "", true);
  for (const auto* turn : {"c1", "c4", "d5", "a4", "e4", "b5", "c3", "a5", "b2", "e5", "c2", "b1",
                           "b4", "d4", "d3", "a3"}) {
    first.enter(turn);
  }
  EXPECT_TRUE(first.shows("First turn: one push or one move,")) << first.show();
  // Where there is no rail, in the line below the board.
  Table narrow("epaminondas");
  EXPECT_TRUE(has(narrow.show(20, 60), "player 1 (W): Choose the rear stone of the line"))
      << narrow.show(20, 60);
}

// Words of a prompt never push away what can be chosen by name.
TEST(GameScreen, WhatIsChosenByNameHasItsRoom) {
  for (const auto* language : {"en", "pt"}) {
    Table table("sixteen-stone", {}, "", true);
    table.enter(std::string("language ") + language);
    core::Rng rng(11);
    for (int i = 0; i < 120 && !table.session().over(); ++i) {
      const auto& position = table.session().position();
      const auto legal = position.legal_texts();
      const bool ends = std::find(legal.begin(), legal.end(), "end") != legal.end();
      if (ends) {
        const auto screen = table.show(20, 60);
        EXPECT_TRUE(has(screen, "  end")) << screen;
      }
      table.enter(position.action_text(position.random_action(rng)));
    }
  }
}

TEST(GameScreen, ATurnIsToldOnce) {
  Table table("sixteen-stone", {}, "", true);
  for (const auto* turn : {"c1", "c4", "d5", "a4", "e4", "b5", "c3", "a5", "b2", "e5", "c2", "b1",
                           "b4", "d4", "d3", "a3", "c2>n", "b1-a1", "c3>n"}) {
    table.enter(turn);
  }
  EXPECT_TRUE(table.shows("player 1 (o): c3>n; pushes north from c3 and drives")) << table.show();
  EXPECT_FALSE(table.shows("pushes c5 off the board")) << table.show();
}

TEST(GameScreen, AnalysisAndHint) {
  Table table("yavalath", {}, "size=3,swap=off");
  table.enter("analyse");
  ASSERT_TRUE(table.wait_until([&] { return table.shows("%") || table.shows("loss in"); }));
  table.enter("analyse");
  table.enter("hint");
  ASSERT_TRUE(table.wait_until([&] { return table.shows("hint: "); }));
}

// The same position under other rules, loaded while analysis runs: with fill=any player 1 fills
// a piece and wins at once, with fill=both the three pieces of player 2 forbid it.
TEST(GameScreen, AnalysisTellsNothingOfTheRulesBefore) {
  const TempFolder folder;
  const auto saved = [&](const std::string& fill) {
    games::Record record;
    record.game = "eigenstate";
    record.options = {{"fill", fill}};
    record.position = "a1:0020000,d3:0ffeffe b6:0000080,d6:0000080,f6:0000080 1 m";
    const auto path = folder.path() + '/' + fill + ".pgn";
    EXPECT_EQ(core::write_file(path, games::to_pgn(record)), 0);
    return path;
  };
  Table table("eigenstate");
  const auto any = saved("any"), both = saved("both");
  table.enter("load " + any);
  table.enter("analyse");
  ASSERT_TRUE(table.wait_until([&] { return table.shows("win in 1 turn"); })) << table.show();
  table.enter("load " + both);
  EXPECT_TRUE(table.shows("fill=both")) << table.show();
  ASSERT_TRUE(table.wait_until([&] { return table.shows(" %  ") || table.shows(" in "); }))
      << table.show();
  EXPECT_FALSE(table.shows("win in 1 turn")) << table.show();
}

TEST(GameScreen, CommandsOpenPagesAndChangeThings) {
  Table table("sixteen-stone", {}, "", true);
  table.enter("rules");
  EXPECT_TRUE(table.shows("SIX-1a"));
  table.press(Kind::kPageDown);
  EXPECT_FALSE(table.shows("SIX-1a"));
  table.press(Kind::kEscape);
  table.enter("language pt");
  EXPECT_TRUE(table.shows("jogador 1 (o) humano"));
  EXPECT_TRUE(table.shows("escolha uma casa"));
  table.enter("cor 1 azul");
  EXPECT_TRUE(table.shows("a cor de outro jogador"));
  table.press(Kind::kEscape);
  table.enter("cor 1 azul-celeste");
  EXPECT_EQ(table.settings().colours["sixteen-stone"][0], "sky");
  table.enter("cor 9 azul");
  EXPECT_TRUE(table.shows("esperado um lugar de 1 a 2"));
  table.press(Kind::kEscape);
  table.enter("ritmo 5");
  EXPECT_EQ(table.settings().pace_ms, 5);
  table.enter("virar");
  const auto turned = table.show();
  EXPECT_LT(turned.find(" 1 "), turned.find(" 5 "));
  table.type("?");
  EXPECT_TRUE(table.shows("desfazer"));
  for (const char c : table.show()) EXPECT_LT(static_cast<unsigned char>(c), 0x80);
}

TEST(GameScreen, DrawsAndLeavingAreAsked) {
  Table table("yavalath");
  table.enter("e5");
  table.enter("draw");
  EXPECT_TRUE(table.shows("offers a draw"));
  table.type("n");
  EXPECT_TRUE(table.shows("plays on"));
  table.enter("quit");
  EXPECT_TRUE(table.shows("Keep this game"));
  table.press(Kind::kEscape);
  EXPECT_FALSE(table.screen().done());
  table.enter("draw");
  table.type("y");
  EXPECT_EQ(table.session().result(), "draw");
  table.enter("rematch");
  EXPECT_FALSE(table.session().over());
  table.enter("quit");  // nothing was played: nothing to ask
  EXPECT_TRUE(table.screen().done());
}

TEST(GameScreen, CompletionAndChoice) {
  Table table("eigenstate");
  table.type("c1");
  table.press(Kind::kTab);
  EXPECT_TRUE(table.shows("> c1-c2"));
  table.press(Kind::kEnter);
  table.type("c2+e");
  table.press(Kind::kTab);
  EXPECT_TRUE(table.shows("c2+e1 c2+e2")) << table.show();
}

// Any size can be asked for, and any key pressed anywhere.
TEST(GameScreen, NoSizeAndNoKeyIsTooOdd) {
  core::Rng rng(9);
  for (const auto& variant : all_variants()) {
    Table table(variant.game, {}, variant.options);
    for (const auto& [rows, columns] :
         std::vector<std::pair<int, int>>{{5, 20}, {24, 80}, {10, 200}, {60, 30}, {50, 160}}) {
      EXPECT_NE(table.show(rows, columns), "");
    }
    for (int i = 0; i < by_tier(150, 1500, 10'000); ++i) {
      const auto kind = static_cast<Kind>(rng.below(18));
      Key one{kind, "", static_cast<int>(rng.below(24)), static_cast<int>(rng.below(80))};
      if (kind == Kind::kText) one.text = std::string(1, "abc1-x,+ ?u\xff"[rng.below(12)]);
      if (kind == Kind::kControl) one.text = "l";
      table.press(one);
    }
  }
}

std::string drawn(Menu& menu, int rows = 24, int columns = 80) {
  Canvas canvas(rows, columns);
  menu.draw(canvas);
  return canvas.text();
}

// Goes to the row that begins with these words, by the arrows.
void go_to_row(Menu& menu, const std::string& words) {
  for (int i = 0; i < 30 && !has(drawn(menu), "▶ " + words); ++i) menu.press(key(Kind::kDown));
  ASSERT_TRUE(has(drawn(menu), "▶ " + words)) << drawn(menu);
}

TEST(Menu, ChoosesEverything) {
  Settings settings;
  Menu menu(settings, text::Language::kEnglish, 3);
  EXPECT_TRUE(has(drawn(menu), "unfinished games: 3")) << drawn(menu);
  EXPECT_EQ(menu.press(key(Kind::kEnter)), Menu::Choice::kContinue);
  const std::vector<std::pair<std::string, Menu::Choice>> choices = {
      {"Load", Menu::Choice::kLoad},       {"Review", Menu::Choice::kReview},
      {"Analyse", Menu::Choice::kAnalyse}, {"Learn", Menu::Choice::kLearn},
      {"Puzzles", Menu::Choice::kPuzzles}, {"Rules", Menu::Choice::kRules},
      {"Help", Menu::Choice::kHelp},       {"Quit", Menu::Choice::kQuit}};
  for (const auto& [words, choice] : choices) {
    go_to_row(menu, words);
    EXPECT_EQ(menu.press(key(Kind::kEnter)), choice) << words;
  }
  EXPECT_EQ(menu.press(key(Kind::kEscape)), Menu::Choice::kQuit);
}

TEST(Menu, ANewGameHasItsOptionsAndPlayers) {
  Settings settings;
  Menu menu(settings, text::Language::kEnglish, 0);
  EXPECT_FALSE(has(drawn(menu), "Continue"));
  go_to_row(menu, "New game");
  EXPECT_EQ(menu.press(key(Kind::kEnter)), Menu::Choice::kNone);
  go_to_row(menu, "game");
  menu.press(key(Kind::kRight));
  EXPECT_TRUE(has(drawn(menu), "Epaminondas"));
  EXPECT_TRUE(has(drawn(menu), "standard"));
  menu.press(key(Kind::kLeft));
  go_to_row(menu, "players");
  menu.press(key(Kind::kRight));  // three players: swap gives way
  EXPECT_TRUE(has(drawn(menu), "player 3"));
  menu.press(key(Kind::kHome));
  EXPECT_EQ(menu.press(key(Kind::kEnter)), Menu::Choice::kPlay);
  EXPECT_EQ(menu.setup().seats.size(), 3u);
  EXPECT_EQ(menu.press(key(Kind::kEscape)), Menu::Choice::kNone);  // back to the first page
  EXPECT_TRUE(has(drawn(menu), "Puzzles"));
}

TEST(Menu, SettingsKeepColoursApartAndSpeakPortuguese) {
  Settings settings;
  settings.game = "yavalath";
  Menu menu(settings, text::Language::kEnglish, 0);
  go_to_row(menu, "Settings");
  menu.press(key(Kind::kEnter));
  go_to_row(menu, "colour 1");
  const auto scene = games::Position::start(*games::find_game("yavalath"))->scene();
  for (int i = 0; i < 12; ++i) {
    menu.press(key(Kind::kRight));
    const auto colours = colours_in_force(settings, "yavalath", scene);
    EXPECT_NE(colours[0], colours[1]) << drawn(menu);
  }
  EXPECT_FALSE(settings.colours.contains("epaminondas"));
  go_to_row(menu, "language");
  menu.press(key(Kind::kRight));
  EXPECT_TRUE(has(drawn(menu), "Definições")) << drawn(menu);
  menu.press(key(Kind::kEscape));
  EXPECT_TRUE(has(drawn(menu), "Problemas")) << drawn(menu);
  EXPECT_EQ(settings.language, "pt");
}

TEST(Menu, SettingsOfTheBoardTheBellAndTheTitle) {
  Settings settings;
  Menu menu(settings, text::Language::kEnglish, 0);
  go_to_row(menu, "Settings");
  menu.press(key(Kind::kEnter));
  EXPECT_TRUE(has(drawn(menu), "wood")) << drawn(menu);
  go_to_row(menu, "theme");
  menu.press(key(Kind::kRight));
  EXPECT_EQ(settings.theme, "slate");
  EXPECT_TRUE(has(drawn(menu), "slate")) << drawn(menu);
  menu.press(key(Kind::kLeft));
  menu.press(key(Kind::kLeft));
  EXPECT_EQ(settings.theme, "ink");
  go_to_row(menu, "bell");
  menu.press(key(Kind::kRight));
  EXPECT_TRUE(settings.bell);
  go_to_row(menu, "title");
  menu.press(key(Kind::kRight));
  EXPECT_TRUE(settings.title);
  EXPECT_TRUE(has(drawn(menu), "tells whose turn it is")) << drawn(menu);
}

// The first page needs no scrolling in a small window, in either language.
TEST(Menu, FitsASmallWindowAndCanBeClicked) {
  Settings settings;
  for (const auto language : {text::Language::kEnglish, text::Language::kPortuguese}) {
    Menu menu(settings, language, 2);
    const auto text = drawn(menu, 20, 60);
    EXPECT_TRUE(has(text, language == text::Language::kEnglish ? "Quit" : "Sair")) << text;
    EXPECT_FALSE(has(text, "…")) << text;
    int row = 0;
    for (const auto line : core::split(text, '\n')) {
      if (has(std::string(line), language == text::Language::kEnglish ? "Puzzles" : "Problemas")) {
        EXPECT_EQ(menu.press(click(row, 10)), Menu::Choice::kPuzzles);
      }
      ++row;
    }
  }
}

TEST(Menu, AnotherProgramIsTyped) {
  Settings settings;
  settings.game = "yavalath";
  Menu menu(settings, text::Language::kEnglish, 0);
  go_to_row(menu, "New game");
  menu.press(key(Kind::kEnter));
  go_to_row(menu, "player 1");
  menu.press(key(Kind::kLeft));  // before human comes the program
  for (const char c : std::string("./mine --fast")) {
    menu.press({Kind::kText, std::string(1, c), 0, 0});
  }
  menu.press(key(Kind::kEnter));
  EXPECT_EQ(menu.setup().seats[0], "engine:./mine --fast");
  EXPECT_EQ(settings.engine, "./mine --fast");
}

// --- Popups ---

TEST(Chooser, AnswersToKeysOfBothLanguages) {
  const auto pressed = [](const std::string& text) {
    Chooser chooser("go on?", {"one", "two", "no", "delete"}, {.yes = 0, .no = 2, .remove = 3});
    chooser.press(key(Kind::kDown));
    const auto state = chooser.press({Kind::kText, text, 0, 0});
    return state == Chooser::State::kChosen ? chooser.chosen() : -1;
  };
  EXPECT_EQ(pressed("y"), 0);
  EXPECT_EQ(pressed("s"), 0);
  EXPECT_EQ(pressed("n"), 2);
  EXPECT_EQ(pressed(" "), 1);
  EXPECT_EQ(pressed("x"), -1);
  Chooser plain("which?", {"one", "two"});
  EXPECT_EQ(plain.press({Kind::kText, "y", 0, 0}), Chooser::State::kOpen);
}

}  // namespace
}  // namespace tests

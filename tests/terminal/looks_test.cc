// How boards look: sizes, themes, signs, and pages of text with every hole.
#include <set>

#include "core/scan.h"
#include "games/scene_text.h"
#include "process.h"
#include "support.h"
#include "terminal/board_page.h"
#include "terminal/board_view.h"
#include "terminal/glyph.h"
#include "terminal/review_report.h"
#include "terminal/table_face.h"
#include "terminal/text_table.h"

namespace tests {
namespace {

using namespace terminal;
using text::Language;

// --- Eigenstate in plain lines ---

games::Position with_two_more_pegs() {
  return after(start("eigenstate"), {"c1-c2", "c2+e1", "c2+b3"});
}

TEST(Holes, APieceIsDrawnAsOnItsRulesPage) {
  const auto scene = with_two_more_pegs().scene();
  EXPECT_EQ(*piece_page(scene, "c2", Language::kEnglish),
            "c2: a piece of player 1 (1) with 3 pegs\n"
            "5 | o o o o o\n"
            "4 | o o * o o\n"
            "3 | o * @ o o\n"
            "2 | o o o o o\n"
            "1 | o o o o *\n"
            "  +----------\n"
            "    a b c d e\n");
  EXPECT_TRUE(has(*piece_page(scene, " A1 ", Language::kEnglish), "with 1 peg\n"));
  EXPECT_TRUE(has(*piece_page(scene, "a1", Language::kPortuguese), "com 1 pino\n"));
}

TEST(Holes, WrongCellsAndOtherGamesAreTold) {
  const auto scene = start("eigenstate").scene();
  const auto why = [](const games::Parsed<std::string>& page) {
    return page ? "" : text::render(page.error(), Language::kEnglish);
  };
  EXPECT_EQ(why(piece_page(scene, "c3", Language::kEnglish)), "there is no piece on c3");
  EXPECT_TRUE(has(why(piece_page(scene, "z9", Language::kEnglish)), "such as a1, found 'z9'"));
  EXPECT_TRUE(has(why(piece_page(scene, "", Language::kEnglish)), "such as a1"));
  EXPECT_TRUE(has(why(board_page(scene, "pegs", Language::kEnglish)), "holes or nothing"));
  const auto other = start("yavalath").scene();
  EXPECT_TRUE(has(why(piece_page(other, "e5", Language::kEnglish)), "no holes"));
  EXPECT_TRUE(has(why(board_page(other, "holes", Language::kEnglish)), "no holes"));
}

TEST(Holes, TheBoardHasEveryPieceWithAllOfThem) {
  const auto scene = with_two_more_pegs().scene();
  const std::string board = *board_page(scene, "furos", Language::kPortuguese);
  EXPECT_EQ(board, *board_page(scene, "holes", Language::kEnglish));
  EXPECT_EQ(std::count(board.begin(), board.end(), games::kCentreSign), 12);
  EXPECT_EQ(std::count(board.begin(), board.end(), games::kPegSign), 14);
  EXPECT_EQ(std::count(board.begin(), board.end(), games::kFreeHole), 12 * 25 - 12 - 14);
  EXPECT_TRUE(has(board, "|c2 1     |")) << board;
  EXPECT_TRUE(has(board, "|o * @ o o|")) << board;
  for (const auto line : core::split(board, '\n')) {
    EXPECT_LE(line.size(), static_cast<std::size_t>(games::kHolesColumns));
  }
  // Without the word the board is what it always was.
  EXPECT_EQ(*board_page(scene, "", Language::kEnglish),
            games::draw_text(scene, Language::kEnglish));
}

TEST(Holes, InEveryFaceOfTheProgram) {
  const auto plain = run_program({"play", "eigenstate", "--plain"},
                                 "c1-c2,c2+e1,c2+b3\npiece c2\npeça c2\nboard holes\npiece x\n");
  EXPECT_TRUE(has(plain.out, "c2: a piece of player 1 (1) with 3 pegs\n5 | o o o o o\n"));
  EXPECT_TRUE(has(plain.out, "|o * @ o o|")) << plain.out;
  EXPECT_TRUE(has(plain.out, "expected a cell of the board such as a1, found 'x'"));
  const auto ugi = run_program({"ugi", "eigenstate"}, "d\nd holes\nd pegs\nquit\n");
  EXPECT_TRUE(has(ugi.out, "1:1  1:1")) << ugi.out;
  EXPECT_TRUE(has(ugi.out, "|o o @ o o|")) << ugi.out;
  EXPECT_TRUE(has(ugi.out, "expected d or d holes")) << ugi.out;
  EXPECT_TRUE(has(run_program({"ugi", "yavalath"}, "d holes\nquit\n").out, "no holes"));
  const auto analysis = run_program({"analyse", "eigenstate", "--time", "0", "--holes"});
  EXPECT_TRUE(has(analysis.out, "|o o @ o o|")) << analysis.out;
  const auto counts = run_program({"analyse", "eigenstate", "--time", "0"});
  EXPECT_TRUE(has(counts.out, "1:1  1:1")) << counts.out;
}

// --- Words ---

TEST(Words, OneMovingStoneIsSpokenOfAsOne) {
  const auto refused = start("epaminondas").parse_action("c2-c4");
  ASSERT_FALSE(refused);
  EXPECT_TRUE(has(text::render(refused.error(), Language::kEnglish), "1 moving stone,"));
  EXPECT_TRUE(has(text::render(refused.error(), Language::kPortuguese), "move-se 1 pedra,"));
  const auto two = start("epaminondas").parse_action("c1-c6");
  ASSERT_FALSE(two);
  EXPECT_TRUE(has(text::render(two.error(), Language::kEnglish), "moving stones is 2"));
}

TEST(Words, OneLegalActionIsSpokenOfAsOne) {
  // The fourth stone would win on e5: of three players the one before has to block it.
  const std::string turns = "e3\na1\ni1\ne4\na3\ni3\ne6\nb5\n";
  const std::vector<std::string> play = {"play", "yavalath", "--plain", "--options", "players=3"};
  EXPECT_TRUE(has(run_program(play, turns).out, "player 3 (+) to move, 1 legal action\n"));
  EXPECT_TRUE(has(run_program(play, turns, {"LANG=pt_PT.UTF-8"}).out, ", 1 ação legal\n"));
}

// --- Boards ---

TEST(BoardView, FitsSmallWindowsAndGrowsInLargeOnes) {
  for (const auto& variant : all_variants()) {
    const auto scene = start(variant.game, variant.options).scene();
    // A line for each player stands above the board of a small window.
    const int room = 15 - static_cast<int>(scene.symbols.size());
    const BoardView small(scene, false, room, 60, {}), usual(scene, false, 19, 53, {}),
        large(scene, false, 45, 113, {});
    EXPECT_LE(small.rows(), room) << variant.game << ' ' << variant.options;
    EXPECT_LE(small.columns(), 60) << variant.game << ' ' << variant.options;
    EXPECT_GT(large.rows(), usual.rows()) << variant.game << ' ' << variant.options;
    EXPECT_GT(large.columns(), usual.columns()) << variant.game << ' ' << variant.options;
    EXPECT_LE(large.rows(), 45) << variant.game << ' ' << variant.options;
  }
}

Canvas board(const games::Scene& scene, int rows, int columns, const BoardLook& look) {
  const BoardView view(scene, false, rows, columns, look);
  Canvas canvas(view.rows(), view.columns());
  view.draw(canvas, 0, 0, {});
  return canvas;
}

TEST(BoardView, ShapesTellPlayersApartWithoutColours) {
  for (const auto& variant : all_variants()) {
    const auto scene = start(variant.game, variant.options).scene();
    if (scene.pieces.empty() || !scene.holes.empty()) continue;
    for (const bool colourless : {false, true}) {
      const std::string text = board(scene, 19, 53, {.colourless = colourless}).text();
      EXPECT_TRUE(has(text, "○") && has(text, "●")) << text;
    }
    const std::string large = board(scene, 45, 113, {.colourless = true}).text();
    for (const char symbol : scene.symbols) EXPECT_TRUE(has(large, std::string(1, symbol)));
  }
}

TEST(BoardView, NeighboursDifferInColour) {
  for (const auto& variant : all_variants()) {
    auto scene = start(variant.game, variant.options).scene();
    scene.pieces.clear();
    for (const Theme& theme : all_themes()) {
      if (!theme.has_ground()) continue;
      const BoardView view(scene, false, 19, 53, {.theme = std::string(theme.name)});
      Canvas canvas(view.rows(), view.columns());
      view.draw(canvas, 0, 0, {});
      for (int row = 0; row < view.rows(); ++row) {
        for (int column = 0; column < view.columns(); ++column) {
          const auto here = view.cell_at(row, column), right = view.cell_at(row, column + 1);
          if (!here || !right || here == right) continue;
          EXPECT_NE(canvas.style_at(row, column).background,
                    canvas.style_at(row, column + 1).background);
        }
      }
    }
  }
}

TEST(BoardView, EveryPegIsADotInTheSmallestForm) {
  const auto scene = with_two_more_pegs().scene();
  const std::string text = board(scene, 15, 33, {}).text();
  // c2 has its centre in the second of three letters: c4 above it, b3 left of it, e1 far below.
  EXPECT_TRUE(has(text, "⢀⠄⠀") && has(text, "1⠀⠀⠂")) << text;
  EXPECT_TRUE(has(board(scene, 15, 33, {.ascii = true}).text(), "3")) << text;
}

TEST(Themes, AreFoundInBothLanguagesAndReadable) {
  EXPECT_EQ(all_themes().size(), 3u);
  EXPECT_EQ(find_theme("Madeira"), find_theme("wood"));
  EXPECT_EQ(find_theme("ardósia"), find_theme("slate"));
  EXPECT_EQ(find_theme("ardosia"), find_theme("slate"));
  EXPECT_EQ(find_theme("tinta"), find_theme("ink"));
  EXPECT_EQ(find_theme("gold"), nullptr);
  EXPECT_EQ(find_theme(""), nullptr);
  for (const Theme& theme : all_themes()) {
    if (!theme.has_ground()) continue;
    for (const auto& game : games::all_games()) {
      for (const auto colour : start(game.name).scene().colours) {
        EXPECT_NE(basic_colour(games::colour_of_game(colour).on_board), theme.basic_ground)
            << game.name << ' ' << colour << " on " << theme.name;
      }
    }
  }
  EXPECT_EQ(ink_on(231), 16);
  EXPECT_EQ(ink_on(16), 231);
  EXPECT_EQ(ink_on(18), 231);
}

// The contrast that graphics need to be told apart by people who see less well (WCAG 2.1, 1.4.11).
TEST(Themes, StonesAndMarksStandOutFromEveryGround) {
  EXPECT_NEAR(contrast(16, 231), 21, 0.01);
  EXPECT_EQ(contrast(88, 88), 1);
  std::set<std::string_view> of_the_rules;
  for (const std::string game : {"sixteen-stone", "yavalath", "epaminondas"}) {
    const auto colours = start(game, game == "yavalath" ? "players=3" : "").scene().colours;
    of_the_rules.insert(colours.begin(), colours.end());
  }
  // The body of a piece with holes carries its signs in an ink of their own, those of discs too.
  for (const auto& colour : games::all_colours()) {
    EXPECT_GE(contrast(ink_on(colour.on_board), colour.on_board), 4.5) << colour.name;
  }
  for (const Theme& theme : all_themes()) {
    if (!theme.has_ground()) continue;
    std::vector<int> grounds(theme.ground.begin(), theme.ground.end());
    for (const int mark : {theme.last, theme.target, theme.chosen, theme.line, theme.reason}) {
      grounds.push_back(mark);
    }
    for (const int ground : grounds) {
      for (const auto& colour : games::all_colours()) {
        // Some that a person may choose instead lie between light and dark themselves.
        const double least = of_the_rules.contains(colour.name) ? 3 : 2;
        EXPECT_GE(contrast(colour.on_board, ground), least)
            << colour.name << " on " << ground << " of " << theme.name;
      }
      EXPECT_GE(contrast(theme.mark, ground), 3) << ground << " of " << theme.name;
      EXPECT_GE(contrast(16, ground), 3) << "brackets on " << ground << " of " << theme.name;
    }
    // What is pointed out differs from what is not, and from what else is.
    EXPECT_EQ(std::set<int>(grounds.begin(), grounds.end()).size(), grounds.size()) << theme.name;
  }
}

// --- Review ---

TEST(ReviewTable, FitsEightyColumnsWhateverWasPlayed) {
  for (const std::string options : {"players=3,swap=off", "swap=off"}) {
    for (const auto language : {Language::kEnglish, Language::kPortuguese}) {
      const games::History history(start("yavalath", options));
      const std::size_t players = options.starts_with("players") ? 3 : 2;
      study::Review review;
      review.accuracy.resize(players);
      for (const std::string text : {"e5", "b2-c3xd3,c3-d4,d4>n,sacrifice,a1-a2,a2-a3,a3-a4,end"}) {
        study::ReviewedTurn turn;
        turn.text = text;
        turn.judged = true;
        turn.before = turn.after = std::vector<double>(players, 1.0 / static_cast<double>(players));
        turn.loss = 100;
        review.turns.push_back(turn);
      }
      games::Record record;
      record.game = "yavalath";
      record.result = "none";
      record.players = {"Maria da Conceição de Albuquerque e Castro", "x", "y"};
      const ReviewReport report{record, history, review, {text::Message::kReviewing, {}}, language};
      const std::string text = review_text(report);
      // The table lies between the first and the second empty line.
      const auto from = text.find("\n\n"), to = text.find("\n\n", from + 2);
      const std::string rows = text.substr(from, to - from);
      for (const auto line : core::split(rows, '\n')) {
        EXPECT_LE(width(line), 80u) << line;
      }
      // In a small window too; three players need the room of a usual one.
      if (players == 2) {
        auto narrow = report;
        narrow.columns = 60;
        const std::string small = review_text(narrow);
        const auto begin = small.find("\n\n"), end = small.find("\n\n", begin + 2);
        const std::string table = small.substr(begin, end - begin);
        for (const auto line : core::split(table, '\n')) EXPECT_LE(width(line), 60u) << line;
      }
      EXPECT_TRUE(has(text, "a3-a4,end") || has(text, "a3-a4,\n")) << text;
    }
  }
}

TEST(Keys, TheLastTwoStayWhereThereIsNoRoomForAll) {
  const std::string keys = "arrows Enter Tab   draw   undo   quit   ? help";
  EXPECT_EQ(terminal::keys_within(keys, 60), keys);
  EXPECT_EQ(terminal::keys_within(keys, 40), "arrows Enter Tab   draw   quit   ? help");
  EXPECT_EQ(terminal::keys_within(keys, 10), "quit   ? help");
  EXPECT_EQ(terminal::keys_within("y: yes   n: no", 5), "y: yes   n: no");
}

}  // namespace
}  // namespace tests

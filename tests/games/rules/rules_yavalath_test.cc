#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "support.h"

namespace tests {
namespace {

using Texts = std::vector<std::string>;

const std::string kStart = "5/6/7/8/9/8/7/6/5 w -";

// The diagram under "Three players": white must block on e5.
const std::string kMustBlock = "r3r/6/7/3w4/2bb1b3/4w3/7/6/w3r w -";

games::Position yavalath(std::string_view text, std::string_view options = "") {
  return at("yavalath", text, options);
}

games::Position three_players(std::string_view text) { return yavalath(text, "players=3"); }

std::string refused(std::string_view text, std::string_view options = "") {
  return position_error("yavalath", text, options);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The cells of the board of size 5 without those named.
Texts cells_without(const Texts& taken) {
  const std::vector<int> lengths = {5, 6, 7, 8, 9, 8, 7, 6, 5};
  Texts cells;
  for (int row = 0; row < 9; ++row) {
    for (int column = 0; column < lengths[row]; ++column) {
      const std::string cell = {static_cast<char>('a' + row), static_cast<char>('1' + column)};
      if (std::find(taken.begin(), taken.end(), cell) == taken.end()) cells.push_back(cell);
    }
  }
  return cells;
}

// The error of a start with these options; "" (and a failed test) where there is none.
std::string start_error(std::string_view options) {
  const auto* game = games::find_game("yavalath");
  const auto asked = games::parse_options(options, game->options);
  if (!asked) return text::render(asked.error(), text::Language::kEnglish);
  const auto position = games::Position::start(*game, *asked);
  if (!position) return text::render(position.error(), text::Language::kEnglish);
  ADD_FAILURE() << "accepted: " << options;
  return "";
}

// Board.

TEST(YavalathRules, BoardIsAHexagonOfSixtyOneCells) {
  COVERS(YAV-1a);
  const auto position = start("yavalath");
  EXPECT_EQ(position.to_text(), kStart);
  EXPECT_EQ(position.legal_texts().size(), 61u);
  EXPECT_EQ(position.legal_texts(), cells_without({}));
}

TEST(YavalathRules, CellsOfARowAreNumberedFromTheLeft) {
  COVERS(YAV-1b);
  const auto position = start("yavalath");
  EXPECT_EQ(after(position, {"a1"}).to_text(), "5/6/7/8/9/8/7/6/w4 b -");
  EXPECT_EQ(after(position, {"a5"}).to_text(), "5/6/7/8/9/8/7/6/4w b -");
  EXPECT_EQ(after(position, {"e1"}).to_text(), "5/6/7/8/w8/8/7/6/5 b -");
  EXPECT_EQ(after(position, {"e5"}).to_text(), "5/6/7/8/4w4/8/7/6/5 b -");
  EXPECT_EQ(after(position, {"e9"}).to_text(), "5/6/7/8/8w/8/7/6/5 b -");
  EXPECT_EQ(after(position, {"i1"}).to_text(), "w4/6/7/8/9/8/7/6/5 b -");
  EXPECT_EQ(after(position, {"i5"}).to_text(), "4w/6/7/8/9/8/7/6/5 b -");
  for (const std::string outside : {"a6", "e10", "i6", "e0", "j1"}) {
    EXPECT_FALSE(action_error(position, outside).empty());
  }
}

TEST(YavalathRules, LinesRunAlongTheRowAndTheTwoDiagonals) {
  COVERS(YAV-1c);
  const auto cells = start("yavalath").scene().cells;
  const auto d2 =
      std::find_if(cells.begin(), cells.end(), [](const auto& cell) { return cell.name == "d2"; });
  Texts neighbours;
  for (const int cell : d2->neighbours) neighbours.push_back(cells[cell].name);
  std::sort(neighbours.begin(), neighbours.end());
  EXPECT_EQ(neighbours, (Texts{"c1", "c2", "d1", "d3", "e2", "e3"}));

  EXPECT_EQ(result(after(yavalath("5/6/7/8/3ww4/8/7/6/5 w -"), {"e6"})), "p2win");
  // d5 and e5 point to f4, d4 and e5 to f5: a bend is no line.
  const auto up_left = yavalath("5/6/7/8/4w4/4w3/7/6/5 w -");
  EXPECT_EQ(result(after(up_left, {"f4"})), "p2win");
  EXPECT_EQ(result(after(up_left, {"f5"})), "none");
  const auto up_right = yavalath("5/6/7/8/4w4/3w4/7/6/5 w -");
  EXPECT_EQ(result(after(up_right, {"f5"})), "p2win");
  EXPECT_EQ(result(after(up_right, {"f4"})), "none");
  // Below the middle row the same lines keep or raise the number.
  const auto low = yavalath("5/6/7/8/9/8/7/1w4/1w3 w -");
  EXPECT_EQ(result(after(low, {"c2"})), "p2win");
  EXPECT_EQ(result(after(low, {"c3"})), "none");
}

// Placing stones.

TEST(YavalathRules, PlayersInTurnPlaceAStoneOnAnEmptyCell) {
  COVERS(YAV-2a);
  auto position = start("yavalath", "swap=off");
  EXPECT_EQ(position.to_move(), 0);
  position = after(position, {"e5"});
  EXPECT_EQ(position.to_move(), 1);
  EXPECT_EQ(position.legal_texts(), cells_without({"e5"}));
  EXPECT_PRED2(contains, action_error(position, "e5"), "e5 is not empty");
  position = after(position, {"a1"});
  EXPECT_EQ(position.to_move(), 0);
  EXPECT_EQ(position.legal_texts(), cells_without({"a1", "e5"}));
}

TEST(YavalathRules, ThreePlayersTakeTurnsInOrder) {
  COVERS(YAV-2a);
  auto position = start("yavalath", "players=3");
  int turn = 0;
  for (const std::string cell : {"e5", "a1", "i1", "a5", "i5", "c3"}) {
    EXPECT_EQ(position.to_move(), turn++ % 3);
    position = after(position, {cell});
  }
}

TEST(YavalathRules, PlayersAreWhiteBlackAndRed) {
  COVERS(YAV-2b);
  EXPECT_EQ(after(start("yavalath"), {"e5", "a1"}).to_text(), "5/6/7/8/4w4/8/7/6/b4 w -");
  EXPECT_EQ(after(start("yavalath", "players=3"), {"e5", "a1", "i1"}).to_text(),
            "r4/6/7/8/4w4/8/7/6/b4 w -");
  EXPECT_EQ(yavalath("5/6/7/8/9/8/7/6/5 w -").to_move(), 0);
  EXPECT_EQ(yavalath("5/6/7/8/9/8/7/6/5 b -").to_move(), 1);
  EXPECT_EQ(three_players("5/6/7/8/9/8/7/6/5 r -").to_move(), 2);
}

TEST(YavalathRules, StonesStayWhereTheyWerePlaced) {
  COVERS(YAV-2c);
  const auto position = after(start("yavalath"), {"e5", "a1", "e3", "i1", "c3", "i5"});
  EXPECT_EQ(position.to_text(), "b3b/6/7/8/2w1w4/8/2w4/6/b4 w -");
  EXPECT_EQ(position.legal_texts(), cells_without({"a1", "c3", "e3", "e5", "i1", "i5"}));
  EXPECT_FALSE(action_error(position, "e5-e6").empty());
}

TEST(YavalathRules, ThereIsNoPassing) {
  COVERS(YAV-2d);
  const auto position = after(start("yavalath"), {"e5", "a1"});
  EXPECT_EQ(position.legal_texts(), cells_without({"a1", "e5"}));
  for (const std::string pass : {"pass", "-", "end", ""}) {
    EXPECT_FALSE(action_error(position, pass).empty());
  }
}

// Four and three.

TEST(YavalathRules, FourOrMoreInALineWin) {
  COVERS(YAV-3a);
  const auto position = after(yavalath("5/6/7/3b4/2ww1w3/4b3/7/6/5 b -"), {"g4", "e5"});
  EXPECT_EQ(position.to_text(), "5/6/3b3/3b4/2wwww3/4b3/7/6/5 b -");
  EXPECT_EQ(result(position), "p1win");
  EXPECT_EQ(reason(position), "four in a line");
  EXPECT_TRUE(position.legal_texts().empty());
  EXPECT_EQ(result(after(yavalath("5/6/7/8/2ww1ww2/8/7/6/5 w -"), {"e5"})), "p1win");
  EXPECT_EQ(result(after(yavalath("5/6/7/8/2bb1b3/8/7/6/5 b -"), {"e5"})), "p2win");
  EXPECT_EQ(result(after(three_players("5/6/7/8/2rr1r3/8/7/6/5 r -"), {"e5"})), "p3win");
  // Both diagonals: c5, d5 and f4 with e5; c3, d4 and f5 with e5.
  EXPECT_EQ(result(after(yavalath("5/6/7/3w4/9/4w3/4w2/6/5 w -"), {"e5"})), "p1win");
  EXPECT_EQ(result(after(yavalath("5/6/7/4w3/9/3w4/2w4/6/5 w -"), {"e5"})), "p1win");
}

TEST(YavalathRules, OnlyStonesOfOneColourMakeALine) {
  COVERS(YAV-3a, YAV-3c);
  const auto position = yavalath("5/6/7/8/2wb1w3/8/7/6/5 w -");
  EXPECT_EQ(result(after(position, {"e5"})), "none");
  EXPECT_EQ(result(after(yavalath("5/6/7/8/2ww5/8/7/6/5 b -"), {"e5"})), "none");
}

TEST(YavalathRules, FourWinsAlsoWithAThreeElsewhere) {
  COVERS(YAV-3b);
  // e5 makes the four e3-e6 and the three d5-e5-f4.
  const auto position = yavalath("5/6/7/3w4/2ww1w3/4w3/7/6/5 w -");
  EXPECT_EQ(result(after(position, {"e5"})), "p1win");
  EXPECT_EQ(reason(after(position, {"e5"})), "four in a line");
  const auto of_three = three_players("5/6/7/3w4/2ww1w3/4w3/7/6/5 w -");
  EXPECT_EQ(result(after(of_three, {"e5"})), "p1win");
  EXPECT_EQ(after(of_three, {"e5"}).to_text(), "5/6/7/3w4/2wwww3/4w3/7/6/5 b -");
}

TEST(YavalathRules, ThreeInALineLoses) {
  COVERS(YAV-3c);
  const auto position = after(yavalath("5/6/7/3b4/2ww1w3/4b3/7/6/5 b -"), {"e5"});
  EXPECT_EQ(position.to_text(), "5/6/7/3b4/2wwbw3/4b3/7/6/5 w -");
  EXPECT_EQ(result(position), "p1win");
  EXPECT_EQ(reason(position), "the opponent made three in a line");
  EXPECT_TRUE(position.legal_texts().empty());
  EXPECT_EQ(result(after(yavalath("5/6/7/8/2w1w4/8/7/6/5 w -"), {"e4"})), "p2win");
  EXPECT_EQ(result(after(yavalath("5/6/7/8/2w1w4/8/7/6/5 w -"), {"e6"})), "none");
}

TEST(YavalathRules, FullBoardIsADraw) {
  COVERS(YAV-4);
  const std::string before = "bbw/bwwb/ww1bw/bbww/wwb ";
  const auto full = after(yavalath(before + "b -", "size=3"), {"c3"});
  EXPECT_EQ(full.to_text(), "bbw/bwwb/wwbbw/bbww/wwb w -");
  EXPECT_EQ(result(full), "draw");
  EXPECT_EQ(reason(full), "the board is full");
  EXPECT_EQ(result(yavalath(before + "b -", "size=3")), "none");
  // White's last stone would make the three c1-c2-c3, which goes before the draw.
  EXPECT_EQ(result(after(yavalath(before + "w -", "size=3"), {"c3"})), "p2win");
}

// Swap.

TEST(YavalathRules, BlackMaySwapInsteadOfTheFirstPlacement) {
  COVERS(YAV-5a);
  const auto opening = start("yavalath", "swap=on");
  EXPECT_PRED2(contains, action_error(opening, "swap"),
               "swap is only possible for player 2 instead of the first stone");
  const auto reply = after(opening, {"e5"});
  EXPECT_TRUE(is_legal(reply, "swap"));
  EXPECT_EQ(reply.legal_texts().size(), 61u);
  EXPECT_FALSE(is_legal(after(reply, {"a1"}), "swap"));
  EXPECT_FALSE(is_legal(after(reply, {"a1", "c3"}), "swap"));
  EXPECT_FALSE(is_legal(after(reply, {"swap"}), "swap"));
  EXPECT_FALSE(is_legal(after(reply, {"swap", "a1"}), "swap"));
  EXPECT_FALSE(is_legal(after(start("yavalath", "swap=off"), {"e5"}), "swap"));
  EXPECT_FALSE(is_legal(after(start("yavalath", "players=3"), {"e5"}), "swap"));
}

TEST(YavalathRules, SwapTurnsTheStoneBlackAndWhiteIsToMove) {
  COVERS(YAV-5b);
  const auto position = after(start("yavalath"), {"e5", "swap"});
  EXPECT_EQ(position.to_text(), "5/6/7/8/4b4/8/7/6/5 w -");
  EXPECT_EQ(position.to_move(), 0);
  EXPECT_EQ(position.legal_texts(), cells_without({"e5"}));
  EXPECT_EQ(after(position, {"a1"}).to_text(), "5/6/7/8/4b4/8/7/6/w4 b -");
}

// Three players.

TEST(YavalathRules, PlayerWhoMakesAThreeIsOut) {
  COVERS(YAV-6a);
  auto position = after(three_players(kMustBlock), {"e5"});
  EXPECT_EQ(position.to_text(), "r3r/6/7/3w4/2bbwb3/4w3/7/6/w3r b w");
  EXPECT_EQ(result(position), "none");
  EXPECT_EQ(position.to_move(), 1);
  position = after(position, {"a2"});
  EXPECT_EQ(position.to_move(), 2);
  position = after(position, {"i3"});
  EXPECT_EQ(position.to_move(), 1);
  EXPECT_EQ(position.to_text(), "r1r1r/6/7/3w4/2bbwb3/4w3/7/6/wb2r b w");
}

TEST(YavalathRules, LastPlayerLeftWins) {
  COVERS(YAV-6b);
  const auto position = after(three_players("bbb2/6/7/8/2ww5/8/7/6/r4 w b"), {"e5"});
  EXPECT_EQ(position.to_text(), "bbb2/6/7/8/2www4/8/7/6/r4 r wb");
  EXPECT_EQ(result(position), "p3win");
  EXPECT_TRUE(position.legal_texts().empty());
  EXPECT_EQ(result(after(three_players("www2/6/7/8/2rr5/8/7/6/b4 r w"), {"e5"})), "p2win");
  EXPECT_EQ(result(after(three_players("rrr2/6/7/8/2bb5/8/7/6/w4 b r"), {"e5"})), "p1win");
}

TEST(YavalathRules, PlayerMustBlockTheNextPlayersFour) {
  COVERS(YAV-6c);
  const auto position = three_players(kMustBlock);
  EXPECT_EQ(position.legal_texts(), Texts{"e5"});
  EXPECT_PRED2(contains, action_error(position, "a2"), "a2 does not block: player");
  // The duty of red towards white, over the end of the round.
  EXPECT_EQ(three_players("5/6/7/8/2ww1w3/8/7/6/5 r -").legal_texts(), Texts{"e5"});
  // A three to come is no four, and two players have no such duty.
  EXPECT_EQ(three_players("5/6/7/8/2bb5/8/7/6/5 w -").legal_texts(), cells_without({"e3", "e4"}));
  EXPECT_EQ(yavalath("5/6/7/8/2bb1b3/8/7/6/5 w -").legal_texts(),
            cells_without({"e3", "e4", "e6"}));
}

TEST(YavalathRules, OwnFourMayBeMadeInsteadOfABlock) {
  COVERS(YAV-6d);
  const auto position = three_players("r3r/6/ww1w3/8/2bb1b3/8/7/6/w3r w -");
  EXPECT_EQ(position.legal_texts(), (Texts{"e5", "g3"}));
  EXPECT_EQ(result(after(position, {"g3"})), "p1win");
  // An own three is no excuse.
  EXPECT_EQ(three_players("r3r/6/ww5/8/2bb1b3/8/7/6/w3r w -").legal_texts(), Texts{"e5"});
}

TEST(YavalathRules, EitherOfTwoBlocksMayBeTaken) {
  COVERS(YAV-6e);
  const auto position = three_players("5/6/7/8/1bb1b1bb1/8/7/6/5 w -");
  EXPECT_EQ(position.legal_texts(), (Texts{"e4", "e6"}));
}

TEST(YavalathRules, BlockIsADutyEvenWhereItMakesAThree) {
  COVERS(YAV-6f);
  const auto position = three_players(kMustBlock);
  EXPECT_EQ(position.legal_texts(), Texts{"e5"});
  const auto blocked = after(position, {"e5"});
  EXPECT_TRUE(blocked.to_text().ends_with(" b w"));
}

TEST(YavalathRules, NoDutyTowardsThePlayerAfterNext) {
  COVERS(YAV-6g);
  const auto position = three_players("5/6/7/8/2rr1r3/8/7/6/5 w -");
  EXPECT_EQ(position.legal_texts(), cells_without({"e3", "e4", "e6"}));
  EXPECT_EQ(after(position, {"a1"}).legal_texts(), Texts{"e5"});
}

TEST(YavalathRules, NoDutyOnceAPlayerIsOut) {
  COVERS(YAV-6h);
  EXPECT_EQ(three_players("5/6/7/8/2rr1r3/8/7/6/ww3 b -").legal_texts(), Texts{"e5"});
  EXPECT_EQ(three_players("5/6/7/8/2rr1r3/8/7/6/www2 b w").legal_texts(),
            cells_without({"a1", "a2", "a3", "e3", "e4", "e6"}));
  EXPECT_EQ(three_players("5/6/7/8/2rr1r3/8/7/6/bbb2 w b").legal_texts(),
            cells_without({"a1", "a2", "a3", "e3", "e4", "e6"}));
}

TEST(YavalathRules, FullBoardIsADrawAfterElimination) {
  COVERS(YAV-6i);
  const std::string options = "size=3,players=3";
  // White's last stone makes a three: out, and black and red share the draw.
  const auto two_left = after(yavalath("wbr/brwb/ww1rw/brwb/wbr w -", options), {"c3"});
  EXPECT_EQ(two_left.to_text(), "wbr/brwb/wwwrw/brwb/wbr b w");
  EXPECT_EQ(result(two_left), "draw");
  EXPECT_EQ(reason(two_left), "the board is full");
  // With white out already, black's last stone leaves red alone, and red's own is a draw.
  EXPECT_EQ(result(after(yavalath("wbr/brwb/1bbrw/brwb/www b w", options), {"c1"})), "p3win");
  EXPECT_EQ(result(after(yavalath("wbr/brwb/1bbrw/brwb/www r w", options), {"c1"})), "draw");
}

// Options.

TEST(YavalathRules, SizesAreThreeToSix) {
  COVERS(YAV-O1);
  EXPECT_EQ(start("yavalath").to_text(), start("yavalath", "size=5").to_text());
  EXPECT_EQ(start("yavalath", "size=3").to_text(), "3/4/5/4/3 w -");
  EXPECT_EQ(start("yavalath", "size=4").to_text(), "4/5/6/7/6/5/4 w -");
  EXPECT_EQ(start("yavalath", "size=6").to_text(), "6/7/8/9/10/11/10/9/8/7/6 w -");
  EXPECT_EQ(start("yavalath", "size=3").legal_texts().size(), 19u);
  EXPECT_EQ(start("yavalath", "size=4").legal_texts().size(), 37u);
  EXPECT_EQ(start("yavalath", "size=6").legal_texts().size(), 91u);
  EXPECT_EQ(after(start("yavalath", "size=3"), {"e3"}).to_text(), "2w/4/5/4/3 b -");
  EXPECT_EQ(after(start("yavalath", "size=4"), {"a1"}).to_text(), "4/5/6/7/6/5/w3 b -");
  EXPECT_EQ(after(start("yavalath", "size=6"), {"f11"}).to_text(), "6/7/8/9/10/10w/10/9/8/7/6 b -");
  EXPECT_EQ(after(start("yavalath", "size=6"), {"k6"}).to_text(), "5w/7/8/9/10/11/10/9/8/7/6 b -");
  EXPECT_PRED2(contains, start_error("size=2"), "option size cannot be '2'");
  EXPECT_PRED2(contains, start_error("size=7"), "it is one of 3, 4, 5, 6");
}

TEST(YavalathRules, TwoOrThreePlayers) {
  COVERS(YAV-O2);
  EXPECT_EQ(start("yavalath").player_count(), 2);
  EXPECT_EQ(start("yavalath", "players=2").player_count(), 2);
  EXPECT_EQ(start("yavalath", "players=3").player_count(), 3);
  EXPECT_PRED2(contains, start_error("players=1"), "option players cannot be '1'");
  EXPECT_PRED2(contains, start_error("players=4"), "it is one of 2, 3");
}

TEST(YavalathRules, SwapIsOnByDefaultForTwoPlayers) {
  COVERS(YAV-O3);
  EXPECT_TRUE(is_legal(after(start("yavalath"), {"e5"}), "swap"));
  EXPECT_TRUE(is_legal(after(start("yavalath", "players=2"), {"e5"}), "swap"));
  EXPECT_TRUE(is_legal(after(start("yavalath", "swap=on"), {"e5"}), "swap"));
  EXPECT_FALSE(is_legal(after(start("yavalath", "swap=off"), {"e5"}), "swap"));
  EXPECT_PRED2(contains, start_error("swap=maybe"), "it is one of on, off");
}

TEST(YavalathRules, ThreePlayersHaveNoSwap) {
  COVERS(YAV-O4);
  EXPECT_EQ(start_error("players=3,swap=on"),
            "swap=on needs players=2; with three players swap is off");
  EXPECT_PRED2(contains, refused(kStart, "players=3,swap=on"), "swap=on needs players=2");
  for (const std::string options : {"players=3", "players=3,swap=off"}) {
    const auto position = after(start("yavalath", options), {"e5"});
    EXPECT_EQ(position.legal_texts(), cells_without({"e5"}));
    EXPECT_FALSE(action_error(position, "swap").empty());
  }
}

// Text.

TEST(YavalathRules, ActionIsACellOrSwap) {
  COVERS(YAV-T1);
  const auto position = after(start("yavalath"), {"e5"});
  for (const std::string text : {"a1", "e9", "swap"}) {
    const auto action = position.parse_action(text);
    ASSERT_TRUE(action) << text;
    EXPECT_EQ(position.action_text(*action), text);
  }
  for (const std::string wrong : {"A1", "a01", "a", "1a", "a1 ", "Swap", "swap!", "e55"}) {
    EXPECT_PRED2(contains, action_error(position, wrong), "action '" + wrong + "'");
  }
}

TEST(YavalathRules, PositionIsRowsPlayerAndOut) {
  COVERS(YAV-T2);
  for (const std::string& text : {kStart, std::string("5/6/7/3b4/2ww1w3/4b3/7/6/5 b -"),
                                  std::string("5/6/3b3/3b4/2wwww3/4b3/7/6/5 b -"),
                                  std::string("5/6/7/3b4/2wwbw3/4b3/7/6/5 w -")}) {
    EXPECT_EQ(yavalath(text).to_text(), text);
  }
  EXPECT_EQ(three_players(kMustBlock).to_text(), kMustBlock);
  EXPECT_PRED2(contains, refused("5/6/7/8/9/8/7/6/5 w"),
               "expected the 3 fields ROWS PLAYER OUT, found 2");
  EXPECT_PRED2(contains, refused("5/6/7/8/9/8/7/6 w -"),
               "ROWS, character 1: expected 9 rows, found 8");
  EXPECT_PRED2(contains, refused("5/6/7/8/9/8/7/x5/5 w -"),
               "ROWS, character 15: expected one of the letters wb or a number of empty cells, "
               "found 'x'");
  EXPECT_PRED2(contains, refused("5/6/7/8/9/8/7/w4/5 w -"),
               "row 8 from the top has 5 of its 6 cells");
  EXPECT_PRED2(contains, refused("5/6/7/8/9/8/7/6w/5 w -"),
               "row 8 from the top has more than its 6 cells");
  EXPECT_PRED2(contains, refused("5/6/7/8/9/8/7/7/5 w -"),
               "ROWS, character 15: expected a number of empty cells from 1 to 6, found '7'");
  EXPECT_PRED2(contains, refused("5/6/7/8/9/8/7/6/5 x -"), "PLAYER, character 19: expected w, b");
}

TEST(YavalathRules, RedIsALetterOfThreePlayersOnly) {
  COVERS(YAV-T2);
  EXPECT_EQ(three_players("5/6/7/8/4r4/8/7/6/5 r -").to_text(), "5/6/7/8/4r4/8/7/6/5 r -");
  EXPECT_PRED2(contains, refused("5/6/7/8/4r4/8/7/6/5 w -"), "ROWS, character 10");
  EXPECT_PRED2(contains, refused("5/6/7/8/9/8/7/6/5 r -"),
               "PLAYER, character 19: expected w, b, found 'r'");
}

TEST(YavalathRules, OutListsThePlayersWhoAreOutInOrder) {
  COVERS(YAV-T3);
  // Black went out first; the three that ends the game is listed too.
  const auto finished = after(three_players("bbb2/6/7/8/2ww5/8/7/6/r4 w b"), {"e5"});
  EXPECT_EQ(finished.to_text(), "bbb2/6/7/8/2www4/8/7/6/r4 r wb");
  EXPECT_EQ(three_players(finished.to_text()).to_text(), finished.to_text());
  EXPECT_EQ(result(three_players(finished.to_text())), "p3win");
  EXPECT_PRED2(contains, refused("bbb2/6/7/8/2www4/8/7/6/r4 r bw", "players=3"),
               "OUT, character 29: expected -");
  EXPECT_FALSE(refused("bbb2/6/7/8/2www4/8/7/6/r4 r -", "players=3").empty());
  EXPECT_EQ(start("yavalath", "players=3").to_text(), kStart);
}

TEST(YavalathRules, OutIsAlwaysEmptyWithTwoPlayers) {
  COVERS(YAV-T4);
  const auto lost = after(yavalath("5/6/7/8/2ww5/8/7/6/5 w -"), {"e5"});
  EXPECT_EQ(result(lost), "p2win");
  EXPECT_EQ(lost.to_text(), "5/6/7/8/2www4/8/7/6/5 b -");
}

TEST(YavalathRules, TextSaysWhetherSwapIsPossible) {
  COVERS(YAV-T5);
  EXPECT_TRUE(is_legal(yavalath("5/6/7/8/4w4/8/7/6/5 b -"), "swap"));
  EXPECT_TRUE(is_legal(yavalath("w4/6/7/8/9/8/7/6/5 b -", "swap=on"), "swap"));
  EXPECT_FALSE(is_legal(yavalath("5/6/7/8/4w4/8/7/6/5 b -", "swap=off"), "swap"));
  EXPECT_FALSE(is_legal(yavalath("5/6/7/8/4w4/8/7/6/5 w -"), "swap"));
  EXPECT_FALSE(is_legal(yavalath("5/6/7/8/4b4/8/7/6/5 b -"), "swap"));
  EXPECT_FALSE(is_legal(yavalath("5/6/7/8/3ww4/8/7/6/5 b -"), "swap"));
  EXPECT_FALSE(is_legal(yavalath("5/6/7/8/3wb4/8/7/6/5 b -"), "swap"));
  EXPECT_FALSE(is_legal(yavalath("5/6/7/8/9/8/7/6/5 b -"), "swap"));
}

// Impossible positions.

TEST(YavalathRules, StonesAreNotCounted) {
  COVERS(YAV-T6);
  for (const std::string options : {"swap=on", "swap=off", "players=3"}) {
    for (const std::string text :
         {"w4/6/7/8/w1w1w1w1w/8/7/6/w4 b -", "w4/6/7/8/w1w1w1w1w/8/7/6/w4 w -",
          "b4/6/7/8/b1b1b1b1b/8/7/6/b4 w -", "5/6/7/8/9/8/7/6/5 b -"}) {
      EXPECT_EQ(yavalath(text, options).to_text(), text);
      EXPECT_EQ(result(yavalath(text, options)), "none");
    }
  }
}

TEST(YavalathRules, OwnerOfALineMovedLastOrIsOut) {
  COVERS(YAV-T7);
  const std::string stale = "w has a line of three or more but neither is out nor moved last";
  EXPECT_EQ(result(yavalath("5/6/7/8/2www4/8/7/6/5 b -")), "p2win");
  EXPECT_PRED2(contains, refused("5/6/7/8/2www4/8/7/6/5 w -"), "ROWS, character 1: " + stale);
  EXPECT_EQ(result(yavalath("5/6/7/8/2wwww3/8/7/6/5 b -")), "p1win");
  EXPECT_PRED2(contains, refused("5/6/7/8/2wwww3/8/7/6/5 w -"), stale);
  EXPECT_PRED2(contains, refused("www2/6/7/8/9/8/7/6/bbb2 w -"), stale);
}

TEST(YavalathRules, LineOwnerOfThreePlayersMovedLastOrIsOut) {
  COVERS(YAV-T7);
  const std::string options = "players=3";
  EXPECT_EQ(result(three_players("5/6/7/8/2www4/8/7/6/5 b w")), "none");
  EXPECT_EQ(result(three_players("5/6/7/8/2www4/8/7/6/5 r w")), "none");
  EXPECT_FALSE(refused("5/6/7/8/2www4/8/7/6/5 r -", options).empty());
  EXPECT_EQ(result(three_players("5/6/7/8/2wwww3/8/7/6/5 b -")), "p1win");
  EXPECT_FALSE(refused("5/6/7/8/2wwww3/8/7/6/5 r -", options).empty());
  EXPECT_FALSE(refused("5/6/7/8/2wwww3/8/7/6/5 w -", options).empty());
  // White is skipped, so red moved before black.
  EXPECT_EQ(result(three_players("5/6/7/8/2rrrr3/8/7/6/www2 b w")), "p3win");
  EXPECT_FALSE(refused("5/6/7/8/2rrrr3/8/7/6/www2 r w", options).empty());
}

TEST(YavalathRules, OneStoneMustHaveMadeAllLines) {
  COVERS(YAV-T8);
  const std::string apart = "no single last stone of w could have made all its lines";
  EXPECT_PRED2(contains, refused("www2/6/7/8/9/8/7/6/www2 b -"), "ROWS, character 1: " + apart);
  EXPECT_PRED2(contains, refused("www2/6/7/8/9/8/7/6/www2 b w", "players=3"), apart);
  // Lines that cross on e5; a five whose middle stone came last.
  EXPECT_EQ(result(yavalath("5/6/4w2/4w3/2www4/8/7/6/5 b -")), "p2win");
  EXPECT_EQ(result(yavalath("5/6/7/8/2wwwww2/8/7/6/5 b -")), "p1win");
  // Whichever stone of a six came last, a line of three or more stood there before.
  EXPECT_PRED2(contains, refused("5/6/7/8/2wwwwww1/8/7/6/5 b -"), apart);
  // So it is with the four e3-e6 and the three e3-f3-g3: only e3 is in both.
  EXPECT_PRED2(contains, refused("5/6/2w4/2w5/2wwww3/8/7/6/5 b -"), apart);
}

TEST(YavalathRules, PlayerWhoIsOutHasAThree) {
  COVERS(YAV-T9);
  const std::string options = "players=3";
  EXPECT_PRED2(contains, refused("5/6/7/8/9/8/7/6/5 b w", options),
               "OUT, character 21: player w is out without a line of three");
  EXPECT_PRED2(contains, refused("5/6/7/8/2bb5/8/7/6/www2 r wb", options),
               "player b is out without a line of three");
  EXPECT_EQ(result(three_players("5/6/7/8/2bb5/8/7/6/www2 r w")), "none");
}

TEST(YavalathRules, PlayerWhoIsOutHasNoFour) {
  COVERS(YAV-T10);
  const std::string options = "players=3";
  EXPECT_PRED2(contains, refused("5/6/7/8/2wwww3/8/7/6/5 b w", options), "OUT, character 26");
  // A three beside the four does not help: e5 made both and won.
  EXPECT_PRED2(contains, refused("5/6/4w2/4w3/2wwww3/8/7/6/5 b w", options), "OUT, character 30");
  EXPECT_EQ(result(three_players("5/6/4w2/4w3/2wwww3/8/7/6/5 b -")), "p1win");
}

TEST(YavalathRules, NobodyIsOutWithTwoPlayers) {
  COVERS(YAV-T11);
  EXPECT_PRED2(contains, refused("5/6/7/8/2www4/8/7/6/5 b w"),
               "OUT, character 25: expected -, found 'w'");
  EXPECT_PRED2(contains, refused("5/6/7/8/9/8/7/6/5 w b"),
               "OUT, character 21: expected -, found 'b'");
}

TEST(YavalathRules, PlayerWhoIsOutIsNotNext) {
  COVERS(YAV-T12);
  EXPECT_PRED2(contains, refused("5/6/7/8/2www4/8/7/6/5 w w", "players=3"),
               "player w is out and cannot be next");
  EXPECT_PRED2(contains, refused("bbb2/6/7/8/2www4/8/7/6/r4 b wb", "players=3"),
               "player b is out and cannot be next");
}

TEST(YavalathRules, TheLastPlayerInDidNotMoveLast) {
  COVERS(YAV-T7);
  const auto error = position_error("yavalath", "5/6/7/8/wwww5/8/7/bbb3/rrr2 w br", "players=3");
  EXPECT_NE(error.find("w has a line of three or more but neither is out nor moved last"),
            std::string::npos)
      << error;
}

}  // namespace
}  // namespace tests

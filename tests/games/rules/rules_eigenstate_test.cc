#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "support.h"

namespace tests {
namespace {

using Texts = std::vector<std::string>;

const std::string kStart =
    "a1:0020000,b1:0020000,c1:0020000,d1:0020000,e1:0020000,f1:0020000 "
    "a6:0000080,b6:0000080,c6:0000080,d6:0000080,e6:0000080,f6:0000080 1 m";

// The board drawn under "A turn" of the rules page.
const std::string kDrawn = "a1:0020000,d2:0020000,b4:0020010 c3:0000080,b5:0000080,f6:0000080 1 m";

// All pieces are full, so every turn is a move and nothing else.
const std::string kAllFull =
    "a1:1ffefff,b1:1ffefff,c1:1ffefff d6:1ffefff,e6:1ffefff,f6:1ffefff 1 m";

games::Position eigenstate(std::string_view text, std::string_view options = "") {
  return at("eigenstate", text, options);
}

std::string refused(std::string_view text) { return position_error("eigenstate", text); }

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// The name of a hole or cell from its column and row, both from 0.
std::string name_of(int column, int row) {
  return {static_cast<char>('a' + column), static_cast<char>('1' + row)};
}

std::string mask_text(unsigned mask) {
  char digits[16];
  std::snprintf(digits, sizeof digits, "%07x", mask);
  return digits;
}

bool all_have(const Texts& actions, char mark) {
  return std::all_of(actions.begin(), actions.end(), [&](const std::string& action) {
    return action.find(mark) != std::string::npos;
  });
}

// What a turn is printed as.
std::string printed(const games::Position& position, std::string_view turn) {
  const auto actions = games::parse_turn(position, turn);
  if (!actions) return text::render(actions.error(), text::Language::kEnglish);
  return games::turn_text(position, *actions);
}

void play(games::History& history, const Texts& turns) {
  for (const auto& turn : turns) {
    const auto actions = games::parse_turn(history.position(), turn);
    ASSERT_TRUE(actions) << turn;
    for (const auto action : *actions) history.apply(action);
  }
}

// Board and pieces.

TEST(EigenstateRules, BoardHasSixColumnsAndSixRows) {
  COVERS(EIG-1a);
  const auto cells = start("eigenstate").scene().cells;
  ASSERT_EQ(cells.size(), 36u);
  const auto cell = [&](std::string_view name) {
    return *std::find_if(cells.begin(), cells.end(), [&](const auto& c) { return c.name == name; });
  };
  EXPECT_EQ(cell("f1").x - cell("a1").x, 5);
  EXPECT_EQ(cell("f1").y, cell("a1").y);
  EXPECT_EQ(cell("a6").y - cell("a1").y, 5);
  EXPECT_EQ(cell("a6").x, cell("a1").x);
  for (const std::string outside : {"g6", "a7", "a0"}) {
    EXPECT_PRED2(contains, refused("a1:0020000,b1:0020000 a5:0000080," + outside + ":0000080 1 m"),
                 "P2PIECES, character 34: expected cell:MASK");
  }
}

TEST(EigenstateRules, StartHasSixPiecesEachAndPlayerOneBegins) {
  COVERS(EIG-1b);
  const auto position = start("eigenstate");
  EXPECT_EQ(position.to_text(), kStart);
  EXPECT_EQ(position.player_count(), 2);
  EXPECT_EQ(position.to_move(), 0);
  EXPECT_EQ(result(position), "none");
}

TEST(EigenstateRules, EveryPieceStartsWithOnePegForward) {
  COVERS(EIG-3);
  const auto position = start("eigenstate");
  EXPECT_EQ(position.legal_texts(), (Texts{"a1-a2", "b1-b2", "c1-c2", "d1-d2", "e1-e2", "f1-f2"}));
  EXPECT_EQ(after(position, {"b1-b2,b2+d4,e1+a2"}).legal_texts(),
            (Texts{"a6-a5", "b6-b5", "c6-c5", "d6-d5", "e6-e5", "f6-f5"}));
}

TEST(EigenstateRules, PieceHasTwentyFourHolesAroundItsCentre) {
  COVERS(EIG-2a);
  // The other piece is full, so that all pegs go into the piece on c3.
  const auto position = eigenstate("a1:1ffefff,c3:0000000 a6:0000080,b6:0000080,c6:0000080 1 p1");
  Texts expected;
  for (char column = 'a'; column <= 'e'; ++column) {
    for (char row = '1'; row <= '5'; ++row) {
      const std::string hole = {column, row};
      if (hole != "c3") expected.push_back("c3+" + hole);
    }
  }
  EXPECT_EQ(position.legal_texts(), expected);
  EXPECT_FALSE(action_error(position, "c3+c3").empty());
  EXPECT_FALSE(action_error(position, "c3+f3").empty());
  EXPECT_FALSE(action_error(position, "c3+c6").empty());
}

TEST(EigenstateRules, PegMovesThePieceByTheOffsetOfItsHole) {
  COVERS(EIG-2b, EIG-T6);
  // From c3 the cell reached has the name of the hole.
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 5; ++column) {
      const std::string hole = name_of(column, row);
      if (hole == "c3") continue;
      const auto position = eigenstate("c3:" + mask_text(1u << (5 * row + column)) +
                                       ",f6:0000000 a6:0000080,b6:0000080 1 m");
      EXPECT_EQ(position.legal_texts(), Texts{"c3-" + hole});
    }
  }
  EXPECT_EQ(eigenstate("b4:0020010,f6:0000000 a6:0000080,b6:0000080 1 m").legal_texts(),
            (Texts{"b4-b5", "b4-d2"}));
}

TEST(EigenstateRules, HoleMeansTheSameDirectionForBothPlayers) {
  COVERS(EIG-2c);
  const Texts up_and_right_down = {"c3-c4", "c3-e1"};
  EXPECT_EQ(eigenstate("c3:0020010,f6:0000000 a6:0000080,b6:0000080 1 m").legal_texts(),
            up_and_right_down);
  EXPECT_EQ(eigenstate("a6:0000080,b6:0000080 c3:0020010,f6:0000000 2 m").legal_texts(),
            up_and_right_down);
}

// A turn.

TEST(EigenstateRules, TurnIsAMoveAndThenTwoPegs) {
  COVERS(EIG-4a);
  auto position = start("eigenstate");
  EXPECT_TRUE(all_have(position.legal_texts(), '-'));
  EXPECT_PRED2(contains, action_error(position, "a6-a5"), "there is no piece of yours on a6");
  EXPECT_PRED2(contains, action_error(position, "b1-b3"),
               "the piece on b1 has no peg that leads to b3");
  for (const std::string action : {"b1-b2", "b2+d4"}) {
    position = after(position, {action});
    EXPECT_EQ(position.to_move(), 0);
    EXPECT_FALSE(position.legal_texts().empty());
    EXPECT_TRUE(all_have(position.legal_texts(), '+'));
  }
  position = after(position, {"e1+a2"});
  EXPECT_EQ(position.to_move(), 1);
  EXPECT_TRUE(all_have(position.legal_texts(), '-'));
}

TEST(EigenstateRules, PiecesJumpOverOwnAndEnemyPieces) {
  COVERS(EIG-4b);
  const auto position = eigenstate("a1:1400000,a2:0000000 b2:0000080,f6:0000080 1 m");
  EXPECT_EQ(position.legal_texts(), (Texts{"a1-a3", "a1-c3"}));
  EXPECT_EQ(after(position, {"a1-a3"}).to_text(),
            "a2:0000000,a3:1400000 b2:0000080,f6:0000080 1 p2");
  EXPECT_EQ(after(position, {"a1-c3"}).to_text(),
            "a2:0000000,c3:1400000 b2:0000080,f6:0000080 1 p2");
}

TEST(EigenstateRules, TargetOfAMoveIsOnTheBoard) {
  COVERS(EIG-4c);
  EXPECT_EQ(eigenstate("a1:1ffefff,f6:0000000 d3:0000080,e3:0000080,f3:0000080 1 m").legal_texts(),
            (Texts{"a1-a2", "a1-a3", "a1-b1", "a1-b2", "a1-b3", "a1-c1", "a1-c2", "a1-c3"}));
  EXPECT_EQ(eigenstate("a3:0000080,b3:0000080,c3:0000080 a1:0000000,f6:1ffefff 2 m").legal_texts(),
            (Texts{"f6-d4", "f6-d5", "f6-d6", "f6-e4", "f6-e5", "f6-e6", "f6-f4", "f6-f5"}));
}

TEST(EigenstateRules, EnemyOrOwnPieceOnTheTargetIsRemoved) {
  COVERS(EIG-4d);
  const auto position = eigenstate(kDrawn);
  EXPECT_EQ(after(position, {"b4xb5"}).to_text(),
            "a1:0020000,d2:0020000,b5:0020010 c3:0000080,f6:0000080 1 p2");
  EXPECT_EQ(after(position, {"b4xd2"}).to_text(),
            "a1:0020000,d2:0020010 c3:0000080,b5:0000080,f6:0000080 1 p2");
}

TEST(EigenstateRules, PegGoesIntoAnEmptyHoleOfAnOwnPiece) {
  COVERS(EIG-4e);
  const auto moved = after(start("eigenstate"), {"b1-b2"});
  EXPECT_EQ(moved.legal_texts().size(), 6u * 23);
  EXPECT_PRED2(contains, action_error(moved, "b2+c4"),
               "hole c4 of the piece on b2 already holds a peg");
  EXPECT_PRED2(contains, action_error(moved, "a6+a1"), "there is no piece of yours on a6");
  EXPECT_PRED2(contains, action_error(moved, "b1+a1"), "there is no piece of yours on b1");

  const auto first = after(moved, {"b2+d4"});
  EXPECT_EQ(first.legal_texts().size(), 6u * 23 - 1);
  EXPECT_FALSE(is_legal(first, "b2+d4"));

  const std::string enemy =
      " a6:0000080,b6:0000080,c6:0000080,d6:0000080,e6:0000080,f6:0000080 2 m";
  EXPECT_EQ(after(moved, {"b2+d4,b2+a1"}).to_text(),
            "a1:0020000,c1:0020000,d1:0020000,e1:0020000,f1:0020000,b2:0060001" + enemy);
  EXPECT_EQ(after(moved, {"c1+d4,c1+a1"}).to_text(),
            "a1:0020000,c1:0060001,d1:0020000,e1:0020000,f1:0020000,b2:0020000" + enemy);
  EXPECT_EQ(after(moved, {"c1+d4,e1+a1"}).to_text(),
            "a1:0020000,c1:0060000,d1:0020000,e1:0020001,f1:0020000,b2:0020000" + enemy);
}

TEST(EigenstateRules, PegMayPointOffTheBoard) {
  COVERS(EIG-4f);
  const auto position = after(start("eigenstate"), {"a1-a2"});
  EXPECT_TRUE(is_legal(position, "a2+a3"));
  EXPECT_TRUE(is_legal(position, "f1+e1"));
  EXPECT_EQ(after(position, {"a2+a3,f1+e1"}).to_text(),
            "b1:0020000,c1:0020000,d1:0020000,e1:0020000,f1:0020010,a2:0020400 "
            "a6:0000080,b6:0000080,c6:0000080,d6:0000080,e6:0000080,f6:0000080 2 m");
}

TEST(EigenstateRules, PegsNeverComeOut) {
  COVERS(EIG-4g);
  const auto position =
      after(start("eigenstate"), {"b1-b2,b2+d4,e1+a2", "b6-b5,b5+a1,f6+e5", "b2-c3,c3+a1,c3+b1"});
  EXPECT_EQ(position.to_text(),
            "a1:0020000,c1:0020000,d1:0020000,e1:0020020,f1:0020000,c3:0060003 "
            "b5:0000081,a6:0000080,c6:0000080,d6:0000080,e6:0000080,f6:1000080 2 m");
}

TEST(EigenstateRules, PlayerWhoCannotMoveGoesStraightToThePegs) {
  COVERS(EIG-4h);
  // Player 1's only pegs lead up, off the board.
  auto position = eigenstate("a6:0020000,b6:0020000 c3:0000080,d3:0000080 2 p1");
  position = after(position, {"c3+a1"});
  EXPECT_EQ(position.to_text(), "a6:0020000,b6:0020000 c3:0000081,d3:0000080 1 p2");
  EXPECT_EQ(position.legal_texts().size(), 2u * 23);
  EXPECT_TRUE(all_have(position.legal_texts(), '+'));
  position = after(position, {"a6+a1,b6+a1"});
  EXPECT_EQ(position.to_text(), "a6:0020001,b6:0020001 c3:0000081,d3:0000080 2 m");
}

TEST(EigenstateRules, NoPegIsPlacedWhereNoHoleIsLeft) {
  COVERS(EIG-4i);
  const std::string enemy = " d6:0000080,e6:0000080,f6:0000080 ";
  EXPECT_EQ(
      after(eigenstate("a1:1ffefff,b1:1ffefff,c1:1ffefff" + enemy + "1 m"), {"a1-a3"}).to_text(),
      "b1:1ffefff,c1:1ffefff,a3:1ffefff" + enemy + "2 m");
  // One hole left: one peg, and the second is skipped.
  const auto moved =
      after(eigenstate("a1:1ffefff,b1:1ffefff,c1:1ffeffe" + enemy + "1 m"), {"a1-a3"});
  EXPECT_EQ(moved.to_move(), 0);
  EXPECT_EQ(moved.legal_texts(), Texts{"c1+a1"});
  EXPECT_EQ(after(moved, {"c1+a1"}).to_text(), "b1:1ffefff,c1:1ffefff,a3:1ffefff" + enemy + "2 m");
}

// At the start of a turn a player can always act (a full piece can move, any other takes a peg), so
// only a text can ask for a turn in which nothing is left to do.
TEST(EigenstateRules, TurnPassesFromAPlayerWhoCanDoNothing) {
  COVERS(EIG-4j);
  const std::string pieces = "a1:1ffefff,b1:1ffefff,c1:1ffefff d6:0000080,e6:0000080,f6:0000080 ";
  for (const std::string phase : {"p2", "p1"}) {
    const auto position = eigenstate(pieces + "1 " + phase);
    EXPECT_EQ(position.to_move(), 1);
    EXPECT_EQ(position.legal_texts(), (Texts{"d6-d5", "e6-e5", "f6-f5"}));
    EXPECT_EQ(result(position), "none");
  }
}

// The draw itself cannot come up: on every cell a full piece has a move, and a piece that is not
// full takes a peg. What can be checked is that the fullest positions are not taken for it.
TEST(EigenstateRules, FullPiecesAreNoDrawBecauseTheyCanAct) {
  COVERS(EIG-4k);
  for (int first = 0; first < 36; ++first) {
    std::vector<int> own = {first, (first + 1) % 36};
    std::vector<int> enemy = {(first + 2) % 36, (first + 3) % 36, (first + 4) % 36};
    std::string text;
    for (auto* cells : {&own, &enemy}) {
      std::sort(cells->begin(), cells->end());
      for (const int cell : *cells) {
        if (cell != cells->front()) text += ',';
        text += name_of(cell % 6, cell / 6) + ":1ffefff";
      }
      text += ' ';
    }
    const auto position = eigenstate(text + "1 m");
    EXPECT_EQ(result(position), "none") << text;
    const auto texts = position.legal_texts();
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [&](const std::string& action) {
      return action.starts_with(name_of(first % 6, first / 6));
    })) << text;
  }
}

// How a game ends.

TEST(EigenstateRules, EndIsCheckedAfterTheMove) {
  COVERS(EIG-5a, EIG-5b);
  const auto position =
      after(eigenstate("a1:0020000,b1:0020000 a2:0000080,f6:0000080 1 m"), {"a1xa2"});
  EXPECT_EQ(result(position), "p1win");
  EXPECT_EQ(reason(position), "the opponent has at most one piece left");
  EXPECT_TRUE(position.legal_texts().empty());
  EXPECT_PRED2(contains, action_error(position, "a2+a1"), "the game is over");
}

TEST(EigenstateRules, EndIsCheckedAfterEachPeg) {
  COVERS(EIG-5a, EIG-5d);
  for (const std::string phase : {"p2", "p1"}) {
    const auto position =
        after(eigenstate("a1:1ffeffe,b1:0020000 a6:0000080,b6:0000080 1 " + phase), {"a1+a1"});
    EXPECT_EQ(result(position), "p1win") << phase;
    EXPECT_EQ(reason(position), "a piece is full of pegs");
    EXPECT_TRUE(position.legal_texts().empty());
  }
}

TEST(EigenstateRules, PieceCountIsCheckedBeforeTheFill) {
  COVERS(EIG-5a);
  // By the fill check alone, live with fill=any, player 2 would win.
  const auto position = eigenstate("a1:0020000,b1:0020000 c3:1ffefff 1 m", "fill=any");
  EXPECT_EQ(result(position), "p1win");
  EXPECT_EQ(reason(position), "the opponent has at most one piece left");
}

TEST(EigenstateRules, PlayerWithOnePieceHasLost) {
  COVERS(EIG-5b);
  EXPECT_EQ(result(eigenstate("a1:0020000 a6:0000080,b6:0000080 2 m")), "p2win");
  EXPECT_EQ(result(eigenstate("a1:0020000,b1:0020000 a6:0000080 2 m")), "p1win");
  EXPECT_EQ(result(eigenstate("a1:0020000,b1:0020000 a6:0000080,b6:0000080 2 m")), "none");
  EXPECT_EQ(result(after(eigenstate("a1:0020000,b1:0020000 a2:0000080,e6:0000080,f6:0000080 1 m"),
                         {"a1xa2"})),
            "none");
}

TEST(EigenstateRules, TakingTheOwnLastButOnePieceLoses) {
  COVERS(EIG-5c);
  EXPECT_EQ(result(after(eigenstate("a1:0002000,b1:0000000 e6:0000080,f6:0000080 1 m"), {"a1xb1"})),
            "p2win");
  EXPECT_EQ(result(after(eigenstate("e1:0020000,f1:0020000 a6:0002000,b6:0000000 2 m"), {"a6xb6"})),
            "p1win");
  EXPECT_EQ(result(after(eigenstate("a1:0002000,b1:0000000,c1:0000000 e6:0000080,f6:0000080 1 m"),
                         {"a1xb1"})),
            "none");
}

TEST(EigenstateRules, FullPieceWinsWhenBothHaveTwoPieces) {
  COVERS(EIG-5d);
  EXPECT_EQ(
      result(after(eigenstate("a1:0020000,b1:0020000 a6:1ffeffe,b6:0000080 2 p1"), {"a6+a1"})),
      "p2win");
  // 23 pegs are not enough, and neither is a third piece on either side.
  EXPECT_EQ(result(eigenstate("a1:1ffeffe,b1:0020000 a6:0000080,b6:0000080 1 m")), "none");
  EXPECT_EQ(result(after(eigenstate("a1:1ffeffe,b1:0020000 a6:0000080,b6:0000080,c6:0000080 1 p1"),
                         {"a1+a1"})),
            "none");
  EXPECT_EQ(result(after(eigenstate("a1:1ffeffe,b1:0020000,c1:0020000 a6:0000080,b6:0000080 1 p1"),
                         {"a1+a1"})),
            "none");
}

TEST(EigenstateRules, FullPiecesOfBothPlayersDraw) {
  COVERS(EIG-5e);
  const auto before = eigenstate("a1:0020000,b1:1ffefff a2:0000080,c6:1ffefff,d6:0000080 1 m");
  EXPECT_EQ(result(before), "none");
  const auto position = after(before, {"a1xa2"});
  EXPECT_EQ(result(position), "draw");
  EXPECT_EQ(reason(position), "both players own a full piece");
}

TEST(EigenstateRules, PieceFilledEarlierCountsOnceTheConditionHolds) {
  COVERS(EIG-5f);
  const auto mine = eigenstate("a1:0020000,b1:1ffefff a2:0000080,c6:0000080,d6:0000080 1 m");
  EXPECT_EQ(result(mine), "none");
  EXPECT_EQ(result(after(mine, {"a1xa2"})), "p1win");

  const auto theirs = eigenstate("a1:0020000,b1:0020000 a2:0000080,c6:1ffefff,d6:0000080 1 m");
  EXPECT_EQ(result(theirs), "none");
  EXPECT_EQ(result(after(theirs, {"a1xa2"})), "p2win");

  const auto own_capture = eigenstate("a1:0002000,b1:0000000,c1:1ffefff e6:0000080,f6:0000080 1 m");
  EXPECT_EQ(result(own_capture), "none");
  EXPECT_EQ(result(after(own_capture, {"a1xb1"})), "p1win");
}

// Options.

TEST(EigenstateRules, FillOptionSaysWhoNeedsTwoPieces) {
  COVERS(EIG-O1, EIG-O2);
  // Player 1 has two pieces, then player 2, then both, then neither.
  const std::string own_two = "a1:1ffefff,b1:0020000 a6:0000080,b6:0000080,c6:0000080 1 m";
  const std::string enemy_two = "a1:1ffefff,b1:0020000,c1:0020000 a6:0000080,b6:0000080 1 m";
  const std::string both_two = "a1:1ffefff,b1:0020000 a6:0000080,b6:0000080 1 m";
  const std::string neither =
      "a1:1ffefff,b1:0020000,c1:0020000 a6:0000080,b6:0000080,c6:0000080 1 m";
  for (const std::string options : {"", "fill=both"}) {
    EXPECT_EQ(result(eigenstate(own_two, options)), "none");
    EXPECT_EQ(result(eigenstate(enemy_two, options)), "none");
    EXPECT_EQ(result(eigenstate(both_two, options)), "p1win");
    EXPECT_EQ(result(eigenstate(neither, options)), "none");
  }
  EXPECT_EQ(result(eigenstate(own_two, "fill=any")), "p1win");
  EXPECT_EQ(result(eigenstate(enemy_two, "fill=any")), "p1win");
  EXPECT_EQ(result(eigenstate(both_two, "fill=any")), "p1win");
  EXPECT_EQ(result(eigenstate(neither, "fill=any")), "none");
}

TEST(EigenstateRules, FillAnyIsLiveInPlayToo) {
  COVERS(EIG-O2);
  const std::string text = "a1:0020000,b1:1ffefff,c1:0020000 a2:0000080,c6:0000080,d6:0000080 1 m";
  EXPECT_EQ(result(after(eigenstate(text, "fill=any"), {"a1xa2"})), "p1win");
  EXPECT_EQ(result(after(eigenstate(text), {"a1xa2"})), "none");
}

// History.

TEST(EigenstateRules, ThirdTimeTheSamePositionIsADraw) {
  COVERS(EIG-6);
  games::History history(eigenstate(kAllFull));
  const Texts there_and_back = {"a1-a2", "f6-f5", "a2-a1", "f5-f6"};
  play(history, there_and_back);
  EXPECT_EQ(history.repetitions(), 2);
  EXPECT_FALSE(history.outcome().over());
  play(history, {"a1-a2", "f6-f5", "a2-a1"});
  EXPECT_FALSE(history.outcome().over());
  play(history, {"f5-f6"});
  EXPECT_EQ(history.position().to_text(), kAllFull);
  EXPECT_TRUE(history.outcome().is_draw());
  EXPECT_EQ(text::render(history.outcome().reason(), text::Language::kEnglish),
            "the same position for the third time");
  EXPECT_EQ(result(history.position()), "none");
}

TEST(EigenstateRules, RepetitionNeedsTheSamePlayerToMove) {
  COVERS(EIG-6);
  games::History history(eigenstate(kAllFull));
  const std::string pieces = kAllFull.substr(0, kAllFull.size() - 3);
  // Three moves of one player against two of the other bring the board back with the other to move.
  play(history, {"a1-a2", "f6-f5", "a2-a3", "f5-f6", "a3-a1"});
  EXPECT_EQ(history.position().to_text(), pieces + "2 m");
  EXPECT_EQ(history.repetitions(), 1);
  play(history, {"f6-f5", "a1-a2", "f5-f4", "a2-a1", "f4-f6"});
  EXPECT_EQ(history.position().to_text(), pieces + "1 m");
  EXPECT_EQ(history.repetitions(), 2);
  EXPECT_FALSE(history.outcome().over());
}

// Text: actions.

TEST(EigenstateRules, CaptureIsWrittenWithAnX) {
  COVERS(EIG-T1);
  EXPECT_EQ(eigenstate(kDrawn).legal_texts(), (Texts{"a1-a2", "b4xb5", "b4xd2", "d2-d3"}));
}

TEST(EigenstateRules, EitherSpellingOfAMoveIsRead) {
  COVERS(EIG-T2);
  const auto position = eigenstate(kDrawn);
  EXPECT_EQ(printed(position, "b4-b5"), "b4xb5");
  EXPECT_EQ(printed(position, "b4xb5"), "b4xb5");
  EXPECT_EQ(printed(position, "b4-d2"), "b4xd2");
  EXPECT_EQ(printed(position, "a1xa2"), "a1-a2");
  EXPECT_EQ(printed(position, "a1-a2"), "a1-a2");
}

TEST(EigenstateRules, PegIsWrittenAsCellPlusHole) {
  COVERS(EIG-T3);
  const auto position = eigenstate("f1:0000000,b3:0000000 a6:0000080,b6:0000080 1 p1");
  EXPECT_TRUE(is_legal(position, "b3+d4"));
  EXPECT_EQ(after(position, {"b3+d4"}).to_text(),
            "f1:0000000,b3:0040000 a6:0000080,b6:0000080 2 m");
  for (const std::string wrong : {"b3-d4", "b3+", "b3+d", "b3d4", "b3+d4+d5", ""}) {
    EXPECT_PRED2(contains, action_error(position, wrong), "action '" + wrong + "'");
  }
}

TEST(EigenstateRules, TurnIsItsActionsJoinedByCommas) {
  COVERS(EIG-T4);
  const auto position = start("eigenstate");
  const std::string turn = "b1-b2,b2+d4,e1+a2";
  EXPECT_EQ(printed(position, turn), turn);
  EXPECT_EQ(printed(position, "b1xb2,b2+d4,e1+a2"), turn);
  EXPECT_EQ(after(position, {turn}).to_text(),
            "a1:0020000,c1:0020000,d1:0020000,e1:0020020,f1:0020000,b2:0060000 "
            "a6:0000080,b6:0000080,c6:0000080,d6:0000080,e6:0000080,f6:0000080 2 m");
  EXPECT_PRED2(contains, printed(position, turn + ",a6-a5"), "the turn was over before 'a6-a5'");
  EXPECT_FALSE(games::parse_turn(position, "b1-b2 b2+d4 e1+a2"));
  EXPECT_FALSE(games::parse_turn(position, "b1-b2,,b2+d4"));
  EXPECT_FALSE(games::parse_turn(position, "b2+d4,b1-b2"));
}

// Text: positions.

TEST(EigenstateRules, PositionIsPiecesPlayerAndPhase) {
  COVERS(EIG-T5);
  for (const std::string& text : {kStart, kDrawn, kAllFull}) {
    EXPECT_EQ(eigenstate(text).to_text(), text);
  }
  EXPECT_EQ(eigenstate("a1:0020000,b1:0020000 a6:0000080,b6:0000080 1 m").to_move(), 0);
  EXPECT_EQ(eigenstate("a1:0020000,b1:0020000 a6:0000080,b6:0000080 2 m").to_move(), 1);
  EXPECT_PRED2(contains, refused("a1:0020000,b1:0020000 a6:0000080,b6:0000080 1"),
               "expected the 4 fields P1PIECES P2PIECES PLAYER PHASE, found 3");
  EXPECT_PRED2(contains, refused("a1:0020000,b1:0020000 a6:0000080,b6:0000080 3 m"),
               "PLAYER, character 45: expected 1, 2, found '3'");
  EXPECT_PRED2(contains, refused("a1:0020000,b1=0020000 a6:0000080,b6:0000080 1 m"),
               "P1PIECES, character 12: expected cell:MASK");
}

TEST(EigenstateRules, MaskIsSevenLowerCaseHexDigits) {
  COVERS(EIG-T6);
  for (const std::string mask : {"002000", "00200000", "00A0000", "002g000", ""}) {
    EXPECT_PRED2(contains, refused("a1:0020000,b1:" + mask + " a6:0000080,b6:0000080 1 m"),
                 "P1PIECES, character 15: expected a mask of 7 lower-case hexadecimal digits, "
                 "found '" +
                     mask + "'");
  }
}

TEST(EigenstateRules, PhaseSaysWhatComesNext) {
  COVERS(EIG-T7);
  const std::string pieces = "a1:0020000,b1:0020000 a6:0000080,b6:0000080 1 ";
  EXPECT_EQ(eigenstate(pieces + "m").legal_texts(), (Texts{"a1-a2", "b1-b2"}));
  const auto two = eigenstate(pieces + "p2");
  const auto one = eigenstate(pieces + "p1");
  EXPECT_EQ(two.to_text(), pieces + "p2");
  EXPECT_EQ(one.to_text(), pieces + "p1");
  EXPECT_EQ(after(two, {"a1+a1"}).to_text(), "a1:0020001,b1:0020000 a6:0000080,b6:0000080 1 p1");
  EXPECT_EQ(after(one, {"a1+a1"}).to_text(), "a1:0020001,b1:0020000 a6:0000080,b6:0000080 2 m");
  for (const std::string phase : {"p3", "p", "M"}) {
    EXPECT_PRED2(contains, refused(pieces + phase),
                 "PHASE, character 47: expected m, p2, p1, found '" + phase + "'");
  }
}

TEST(EigenstateRules, PhaseThatCannotBePlayedIsReadAsTheNext) {
  COVERS(EIG-T8);
  const std::string stuck = "a6:0020000,b6:0020000 c3:0000080,d3:0000080 1 ";
  EXPECT_EQ(eigenstate(stuck + "m").to_text(), stuck + "p2");
  const std::string full = "a1:1ffefff,b1:1ffefff,c1:1ffefff d6:0000080,e6:0000080,f6:0000080 ";
  EXPECT_EQ(eigenstate(full + "1 m").to_text(), full + "1 m");
  EXPECT_EQ(eigenstate(full + "1 p2").to_text(), full + "2 m");
  EXPECT_EQ(eigenstate(full + "1 p1").to_text(), full + "2 m");
  // Player 2 cannot move either, so two phases are skipped.
  const std::string both = "a1:1ffefff,b1:1ffefff,c1:1ffefff d1:0000080,e1:0000080,f1:0000080 ";
  EXPECT_EQ(eigenstate(both + "1 p1").to_text(), both + "2 p2");
}

TEST(EigenstateRules, FinishedPositionPrintsWhatWouldFollow) {
  COVERS(EIG-T9);
  const auto by_move =
      after(eigenstate("a1:0020000,b1:0020000 a2:0000080,f6:0000080 1 m"), {"a1xa2"});
  EXPECT_EQ(by_move.to_text(), "b1:0020000,a2:0020000 f6:0000080 1 p2");

  const std::string nearly = "a1:1ffeffe,b1:0020000 a6:0000080,b6:0000080 1 ";
  const std::string filled = "a1:1ffefff,b1:0020000 a6:0000080,b6:0000080 ";
  const auto by_first_peg = after(eigenstate(nearly + "p2"), {"a1+a1"});
  EXPECT_EQ(by_first_peg.to_text(), filled + "1 p1");
  const auto by_second_peg = after(eigenstate(nearly + "p1"), {"a1+a1"});
  EXPECT_EQ(by_second_peg.to_text(), filled + "2 m");

  // No hole is left for the pegs that would follow the move.
  const auto without_pegs =
      after(eigenstate("a1:1ffefff,b1:1ffefff,c1:1ffefff a2:0000080,f6:0000080 1 m"), {"a1xa2"});
  EXPECT_EQ(without_pegs.to_text(), "b1:1ffefff,c1:1ffefff,a2:1ffefff f6:0000080 2 m");

  for (const auto& position : {by_move, by_first_peg, by_second_peg, without_pegs}) {
    EXPECT_EQ(result(position), "p1win");
    EXPECT_EQ(eigenstate(position.to_text()).to_text(), position.to_text());
    EXPECT_EQ(result(eigenstate(position.to_text())), "p1win");
  }
}

// Impossible positions.

TEST(EigenstateRules, TwoPiecesMayNotStandOnOneCell) {
  COVERS(EIG-T10);
  EXPECT_PRED2(contains, refused("a1:0020000,a1:0000000 a6:0000080,b6:0000080 1 m"),
               "P1PIECES, character 12: two pieces stand on a1");
  EXPECT_PRED2(contains, refused("a1:0020000,b1:0020000 b1:0000080,b6:0000080 1 m"),
               "P2PIECES, character 23: two pieces stand on b1");
}

TEST(EigenstateRules, CentreMayNotHoldAPeg) {
  COVERS(EIG-T11);
  EXPECT_PRED2(contains, refused("a1:0020000,b1:0001000 a6:0000080,b6:0000080 1 m"),
               "P1PIECES, character 15: the centre c3 is not a hole");
  EXPECT_PRED2(contains, refused("a1:0020000,b1:0020000 a6:1ffffff,b6:0000080 1 m"),
               "P2PIECES, character 26: the centre c3 is not a hole");
}

TEST(EigenstateRules, NoPegStandsAboveBitTwentyFour) {
  COVERS(EIG-T12);
  EXPECT_EQ(eigenstate("a1:0020000,b1:1000000 a6:0000080,b6:0000080 1 m").to_text(),
            "a1:0020000,b1:1000000 a6:0000080,b6:0000080 1 m");
  for (const std::string mask : {"2000000", "4000000", "8000000", "fffefff"}) {
    EXPECT_PRED2(contains, refused("a1:0020000,b1:" + mask + " a6:0000080,b6:0000080 1 m"),
                 "P1PIECES, character 15: a piece has 24 holes: bits above 24 are no pegs");
  }
}

TEST(EigenstateRules, PlayerHasAtMostSixPieces) {
  COVERS(EIG-T13);
  const std::string six = "a2:0000000,b2:0000000,c2:0000000,d2:0000000,e2:0000000,f2:0000000";
  const std::string two = "a6:0000080,b6:0000080";
  EXPECT_EQ(result(eigenstate(six + " " + two + " 1 m")), "none");
  EXPECT_PRED2(contains, refused(six + ",a3:0000000 " + two + " 1 m"),
               "a player has at most 6 pieces, found 7");
  EXPECT_PRED2(contains, refused(two + " " + six + ",a3:0000000 1 m"),
               "P2PIECES, character 23: a player has at most 6 pieces, found 7");
}

TEST(EigenstateRules, OnePlayerNeedsTwoPiecesAndTheOtherOne) {
  COVERS(EIG-T14);
  EXPECT_PRED2(contains, refused("a1:0020000 a6:0000080 1 m"),
               "at least one side needs two pieces");
  EXPECT_FALSE(refused(" a6:0000080,b6:0000080 1 m").empty());
  EXPECT_FALSE(refused("- a6:0000080,b6:0000080 1 m").empty());
  EXPECT_FALSE(refused("a1:0020000,b1:0020000 - 1 m").empty());
  EXPECT_EQ(eigenstate("a1:0020000 a6:0000080,b6:0000080 1 m").to_text(),
            "a1:0020000 a6:0000080,b6:0000080 1 m");
  EXPECT_EQ(eigenstate("a1:0020000,b1:0020000 a6:0000080 1 m").to_text(),
            "a1:0020000,b1:0020000 a6:0000080 1 m");
}

TEST(EigenstateRules, PiecesAreSortedByRowThenColumn) {
  COVERS(EIG-T15);
  const std::string sorted = "b1:0020000,a2:0020000 f5:0000080,a6:0000080 1 m";
  EXPECT_EQ(eigenstate(sorted).to_text(), sorted);
  EXPECT_PRED2(contains, refused("b1:0020000,a1:0020000 a6:0000080,b6:0000080 1 m"),
               "P1PIECES, character 12: pieces are sorted by row, then column; a1 is out of order");
  EXPECT_PRED2(contains, refused("a1:0020000,b1:0020000 a6:0000080,f5:0000080 1 m"),
               "P2PIECES, character 34: pieces are sorted by row, then column; f5 is out of order");
}

}  // namespace
}  // namespace tests

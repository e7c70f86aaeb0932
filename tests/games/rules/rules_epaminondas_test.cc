// The rules page of Epaminondas, rule by rule.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "support.h"

namespace tests {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kGame = "epaminondas";
constexpr std::string_view kCrossings = "rules=crossings";
// White's c3-c4-c5 before black's c7-c8, as drawn on the rules page; n10 keeps black in the game.
constexpr std::string_view kStrike = "14/14/13b/14/2b11/2b11/14/2w11/2w11/2w11/14/14 w";
// Three white stones e6-f6-g6 in the open.
constexpr std::string_view kThree = "14/14/14/b13/14/14/4www7/14/14/14/14/14 w";

games::Position epa(std::string_view position, std::string_view options = "") {
  return at(kGame, position, options);
}

testing::AssertionResult says(const std::string& message, std::string_view part) {
  if (message.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << '"' << message << "\" does not say \"" << part << '"';
}

void play(games::History& history, const Texts& turns) {
  for (const auto& turn : turns) {
    const auto actions = games::parse_turn(history.position(), turn);
    ASSERT_TRUE(actions) << turn;
    for (const auto action : *actions) history.apply(action);
  }
}

std::string result_and_reason(const games::History& history) {
  const auto outcome = history.outcome();
  if (!outcome.over()) return "none";
  return std::string(games::result_code(outcome)) + ": " +
         text::render(outcome.reason(), text::Language::kEnglish);
}

// The step that follows `steps` others on a round trip through some cells.
std::string round_trip(const Texts& cells, int steps) {
  const int count = static_cast<int>(cells.size());
  return cells[steps % count] + "-" + cells[(steps + 1) % count];
}

// The legal texts of the stone on a cell.
Texts legal_from(const games::Position& position, std::string_view cell) {
  Texts found;
  for (const auto& text : position.legal_texts()) {
    if (text.substr(0, text.find_first_of("-x")) == cell) found.push_back(text);
  }
  return found;
}

// The printed spelling of a move that may be spelt otherwise.
std::string respelt(const games::Position& position, std::string_view move) {
  const auto actions = games::parse_turn(position, move);
  return actions ? games::turn_text(position, *actions) : "refused";
}

TEST(EpaminondasRules, BoardHasFourteenColumnsAndTwelveRows) {
  COVERS(EPA-1a);
  // What the corners leave to a single stone shows where the board ends.
  EXPECT_EQ(epa("14/14/14/14/14/14/b13/14/14/14/14/13w w").legal_texts(),
            (Texts{"n1-m1", "n1-m2", "n1-n2"}));
  EXPECT_EQ(epa("13b/14/14/14/14/14/w13/14/14/14/14/14 b").legal_texts(),
            (Texts{"n12-m11", "n12-m12", "n12-n11"}));
  EXPECT_EQ(epa("14/14/14/14/14/14/b13/14/14/14/14/w13 w").legal_texts(),
            (Texts{"a1-a2", "a1-b1", "a1-b2"}));
}

TEST(EpaminondasRules, EachSideStartsWithTwoFullRowsAndWhiteBegins) {
  COVERS(EPA-1b, EPA-1c);
  const auto position = start(kGame);
  EXPECT_EQ(position.to_text(),
            "bbbbbbbbbbbbbb/bbbbbbbbbbbbbb/14/14/14/14/14/14/14/14/wwwwwwwwwwwwww/wwwwwwwwwwwwww "
            "w");
  EXPECT_EQ(position.player_count(), 2);
  EXPECT_EQ(position.to_move(), 0);
  EXPECT_TRUE(is_legal(position, "c1-c4"));
  EXPECT_FALSE(is_legal(position, "c12-c9"));
  const auto black = after(position, {"c1-c4"});
  EXPECT_EQ(black.to_move(), 1);
  EXPECT_TRUE(is_legal(black, "c12-c9"));
}

TEST(EpaminondasRules, ThereIsNoPassing) {
  COVERS(EPA-1d);
  auto position = start(kGame);
  EXPECT_EQ(position.legal_texts().size(), 114u);
  action_error(position, "pass");
  action_error(position, "");
  action_error(position, "c2-c2");
  // Whatever is legal changes the board.
  for (const auto& text : position.legal_texts()) {
    const auto rows = after(position, {text}).to_text();
    EXPECT_NE(rows.substr(0, rows.size() - 1) + "w", position.to_text()) << text;
  }
}

TEST(EpaminondasRules, PhalanxIsAnUnbrokenLineOrASingleStone) {
  COVERS(EPA-2);
  EXPECT_TRUE(is_legal(epa(kThree), "e6-j6"));
  EXPECT_TRUE(is_legal(epa("14/14/14/13b/14/14/4w9/4w9/4w9/14/14/14 w"), "e4-e9"));
  EXPECT_TRUE(is_legal(epa("14/14/14/13b/14/14/4w9/5w8/6w7/14/14/14 w"), "g4-b9"));
  EXPECT_EQ(after(epa("14/14/14/13b/14/14/6w7/5w8/4w9/14/14/14 w"), {"e4-j9"}).to_text(),
            "14/14/14/9w3b/8w5/7w6/14/14/14/14/14/14 b");
  // A gap breaks the line: e6 and f6 move without h6.
  const auto gap = epa("14/14/14/b13/14/14/4ww1w6/14/14/14/14/14 w");
  EXPECT_TRUE(is_legal(gap, "e6-g6"));
  EXPECT_FALSE(is_legal(gap, "e6-i6"));
  EXPECT_EQ(epa("14/14/14/b13/14/14/6w7/14/14/14/14/14 w").legal_texts(),
            (Texts{"g6-f5", "g6-f6", "g6-f7", "g6-g5", "g6-g7", "g6-h5", "g6-h6", "g6-h7"}));
}

TEST(EpaminondasRules, PhalanxOrFrontPartMovesAlongItsLine) {
  COVERS(EPA-3a);
  // Along the row both stones or the front one alone, in all other directions one alone.
  EXPECT_EQ(
      epa("14/14/14/b13/14/14/6ww6/14/14/14/14/14 w").legal_texts(),
      (Texts{"g6-f5", "g6-f6", "g6-f7", "g6-g5", "g6-g7", "g6-h5", "g6-h7", "g6-i6", "g6-j6",
             "h6-e6", "h6-f6", "h6-g5", "h6-g7", "h6-h5", "h6-h7", "h6-i5", "h6-i6", "h6-i7"}));
  EXPECT_EQ(after(epa(kThree), {"f6-i6"}).to_text(), "14/14/14/b13/14/14/4w2ww5/14/14/14/14/14 b");
  EXPECT_EQ(after(epa(kThree), {"f6-f7"}).to_text(), "14/14/14/b13/14/5w8/4w1w7/14/14/14/14/14 b");
}

TEST(EpaminondasRules, MoveIsAtMostAsLongAsItsStones) {
  COVERS(EPA-3b);
  const auto position = epa(kThree);
  for (const std::string text : {"e6-h6", "e6-i6", "e6-j6", "f6-h6", "f6-i6", "g6-h6"}) {
    EXPECT_TRUE(is_legal(position, text)) << text;
  }
  EXPECT_TRUE(says(action_error(position, "e6-k6"), "is 3, so the distance is at most 3, not 4"));
  EXPECT_TRUE(says(action_error(position, "f6-j6"), "is 2, so the distance is at most 2, not 3"));
  EXPECT_TRUE(says(action_error(position, "g6-i6"),
                   "there is 1 moving stone, so the distance is at most 1, not 2"));
}

TEST(EpaminondasRules, RearmostStoneAndTargetOfTheFrontAreNamed) {
  COVERS(EPA-3c);
  EXPECT_EQ(after(start(kGame), {"c1-c4"}).to_text(),
            "bbbbbbbbbbbbbb/bbbbbbbbbbbbbb/14/14/14/14/14/14/2w11/2w11/ww1wwwwwwwwwww/"
            "ww1wwwwwwwwwww b");
  EXPECT_EQ(after(epa(kThree), {"e6-h6"}).to_text(), "14/14/14/b13/14/14/5www6/14/14/14/14/14 b");
  EXPECT_TRUE(says(action_error(epa(kThree), "e6-g6"), "g6 lies behind or on a stone of your own"));
  EXPECT_TRUE(
      says(action_error(epa(kThree), "e6-f8"), "e6 and f8 are not two cells on a straight line"));
  EXPECT_TRUE(says(action_error(epa(kThree), "d6-h6"), "no stone of yours on d6"));
  // The own stone on h6 is neither hit nor passed.
  const auto blocked = epa("14/14/14/b13/14/14/3www1w6/14/14/14/14/14 w");
  EXPECT_TRUE(is_legal(blocked, "d6-g6"));
  EXPECT_FALSE(is_legal(blocked, "d6-h6"));
  EXPECT_FALSE(is_legal(blocked, "d6-i6"));
}

TEST(EpaminondasRules, PassedCellsAreEmpty) {
  COVERS(EPA-4a);
  EXPECT_TRUE(says(action_error(epa(kStrike), "c3-c8"), "a stone on c7 is in the way"));
  // Nothing lies beyond the single black stone of c6 either.
  const auto position = epa("14/14/13b/14/14/14/2b11/2w11/2w11/2w11/14/14 w");
  EXPECT_TRUE(is_legal(position, "c3xc6"));
  EXPECT_TRUE(says(action_error(position, "c3-c7"), "a stone on c6 is in the way"));
  EXPECT_FALSE(is_legal(position, "c3-c8"));
}

TEST(EpaminondasRules, EnemyLineRunsOnInTheDirectionOfMotion) {
  COVERS(EPA-4b, EPA-4d);
  EXPECT_TRUE(is_legal(epa(kStrike), "c3-c6"));
  EXPECT_EQ(after(epa(kStrike), {"c3xc7"}).to_text(),
            "14/14/13b/14/14/2w11/2w11/2w11/14/14/14/14 b");
  // Behind a gap another line begins, and what stands beside does not belong to it.
  EXPECT_EQ(after(epa("14/14/14/2b11/14/2bb10/14/2w11/2w11/14/14/14 w"), {"c4xc7"}).to_text(),
            "14/14/14/2b11/14/2wb10/2w11/14/14/14/14/14 b");
  // Diagonally, and by black.
  EXPECT_EQ(after(epa("14/14/7b6/6b7/5b8/4w9/3w10/14/14/13w/14/14 b"), {"h10xe7"}).to_text(),
            "14/14/14/6b7/5b8/4b9/14/14/14/13w/14/14 w");
}

TEST(EpaminondasRules, EnemyLineIsStrictlySmaller) {
  COVERS(EPA-4c);
  EXPECT_TRUE(is_legal(epa(kStrike), "c3xc7"));
  EXPECT_TRUE(says(action_error(epa(kStrike), "c4xc7"),
                   "the enemy line must be smaller than the number of moving stones, 2"));
  const auto third = epa("14/14/13b/2b11/2b11/2b11/14/2w11/2w11/2w11/14/14 w");
  EXPECT_TRUE(says(action_error(third, "c3xc7"),
                   "the enemy line must be smaller than the number of moving stones, 3"));
  // The line may end at the edge.
  EXPECT_TRUE(is_legal(epa("2b11/2b11/2w11/2w11/2w11/14/14/14/14/14/14/14 w"), "c8xc11"));
  EXPECT_FALSE(is_legal(epa("2b11/2b11/2w11/2w11/14/14/14/14/14/14/14/14 w"), "c9xc11"));
}

TEST(EpaminondasRules, SingleStoneNeverCaptures) {
  COVERS(EPA-4e);
  const auto position = epa("14/14/14/14/14/14/2b11/2w11/14/14/14/14 w");
  EXPECT_TRUE(says(action_error(position, "c5xc6"),
                   "smaller than the line that moves: 1 moving stone captures nothing"));
  EXPECT_EQ(position.legal_texts().size(), 7u);
}

TEST(EpaminondasRules, CaptureIsNotCompulsory) {
  COVERS(EPA-4f);
  const auto position = epa(kStrike);
  EXPECT_TRUE(is_legal(position, "c3xc7"));
  EXPECT_EQ(legal_from(position, "c3"), (Texts{"c3-b2", "c3-b3", "c3-b4", "c3-c2", "c3-c6", "c3-d2",
                                               "c3-d3", "c3-d4", "c3xc7"}));
}

TEST(EpaminondasRules, MoreStonesOnTheFarRowWinAtTheStartOfATurn) {
  COVERS(EPA-5a);
  const std::string middle = "/14/14/14/14/14/b4w8/14/14/14/14/";
  const auto white = epa("5w8" + middle + "14 w");
  EXPECT_EQ(result(white), "p1win");
  EXPECT_EQ(reason(white), "more stones on the far row");
  EXPECT_TRUE(white.legal_texts().empty());
  EXPECT_EQ(result(epa("14" + middle + "5b8 b")), "p2win");
  EXPECT_EQ(result(epa("5w8" + middle + "5bb7 b")), "p2win");
  // Not on the other player's turn, not with as many, not by stones on the own home row.
  EXPECT_EQ(result(epa("5w8" + middle + "14 b")), "none");
  EXPECT_EQ(result(epa("5w8" + middle + "5bb7 w")), "none");
  EXPECT_EQ(result(epa("5w8" + middle + "5b8 w")), "none");
  EXPECT_EQ(result(epa("5w8" + middle + "5b8 b")), "none");
  EXPECT_EQ(result(epa("14" + middle + "5w8 w")), "none");
}

TEST(EpaminondasRules, NoLegalMoveLoses) {
  COVERS(EPA-5b);
  const auto no_stones = epa("14/14/14/14/14/14/14/14/14/14/14/w13 b");
  EXPECT_EQ(result(no_stones), "p1win");
  EXPECT_EQ(reason(no_stones), "the player to move has no legal move");
  EXPECT_EQ(result(epa("b13/14/14/14/14/14/14/14/14/14/14/14 w")), "p2win");
  const auto blocked = epa("bw12/ww12/14/14/14/14/14/14/14/14/14/14 b");
  EXPECT_EQ(result(blocked), "p1win");
  EXPECT_EQ(reason(blocked), "the player to move has no legal move");
  // A blocked player with more stones on the far row has won before that.
  const auto crossed = epa("14/14/14/14/14/14/14/14/14/14/12ww/12wb b");
  EXPECT_EQ(result(crossed), "p2win");
  EXPECT_EQ(reason(crossed), "more stones on the far row");
}

TEST(EpaminondasRules, CrossingCanBeAnsweredOnce) {
  COVERS(EPA-5c);
  const auto crossed = after(epa("7bb5/5w8/14/14/14/14/14/14/14/14/3ww9/14 w"), {"f11-f12"});
  EXPECT_EQ(crossed.to_text(), "5w1bb5/14/14/14/14/14/14/14/14/14/3ww9/14 b");
  EXPECT_EQ(result(crossed), "none");
  for (const auto& text : crossed.legal_texts()) {
    EXPECT_EQ(result(after(crossed, {text})), text == "i12xf12" ? "none" : "p1win") << text;
  }
  EXPECT_EQ(after(crossed, {"i12xf12"}).to_text(), "5bb7/14/14/14/14/14/14/14/14/14/3ww9/14 w");
  // Or by crossing back.
  const auto race = epa("5w8/14/14/14/14/14/14/14/14/14/8b5/14 b");
  EXPECT_EQ(result(after(race, {"i2-i1"})), "none");
  EXPECT_EQ(result(after(race, {"i2-i3"})), "p1win");
}

TEST(EpaminondasRules, StandardIsTheDefault) {
  COVERS(EPA-O1);
  EXPECT_EQ(start(kGame, "rules=standard").to_text(), start(kGame).to_text());
  // Standard allows the copy that abbott forbids, and takes whole lines, unlike crossings.
  for (const std::string options : {"", "rules=standard"}) {
    EXPECT_TRUE(is_legal(epa("7w6/6w7/14/14/14/14/14/14/14/14/14/6bb6 w", options), "g11-g12"));
    EXPECT_EQ(after(epa(kStrike, options), {"c3xc7"}).to_text(),
              "14/14/13b/14/14/2w11/2w11/2w11/14/14/14/14 b");
  }
}

TEST(EpaminondasRules, AbbottForbidsCrossingIntoAMirrorImage) {
  COVERS(EPA-O2);
  const auto abbott = [](std::string_view text) { return epa(text, "rules=abbott"); };
  const auto copy = abbott("7w6/6w7/14/14/14/14/14/14/14/14/14/6bb6 w");
  EXPECT_FALSE(is_legal(copy, "g11-g12"));
  EXPECT_TRUE(says(action_error(copy, "g11-g12"),
                   "crossing to g12 may not leave the position equal to its mirror image"));
  EXPECT_FALSE(is_legal(abbott("6ww6/14/14/14/14/14/14/14/14/14/6b7/7b6 b"), "g2-g1"));
  // Crossing without symmetry, also where only the colours differ.
  EXPECT_TRUE(is_legal(copy, "g11-f12"));
  EXPECT_TRUE(is_legal(abbott("7b6/6w7/14/14/14/14/14/14/14/14/14/6bb6 w"), "g11-g12"));
  EXPECT_TRUE(is_legal(abbott("7w6/6w7/14/14/14/14/14/w13/14/14/14/6bb6 w"), "g11-g12"));
  // Symmetry without one more stone on the far row.
  EXPECT_TRUE(is_legal(abbott("5w1w6/14/14/14/14/14/14/14/14/14/14/6bb6 w"), "f12-g12"));
  EXPECT_TRUE(is_legal(abbott("14/14/14/14/14/7w6/6w7/14/14/14/14/6bb6 w"), "g6-g7"));
  EXPECT_EQ(result(abbott("5w8/14/14/14/14/14/b13/14/14/14/14/14 w")), "p1win");
}

TEST(EpaminondasRules, ForbiddenCopyIsNoLegalMove) {
  COVERS(EPA-O3);
  // White is walled in but for the copy and one more move. A position where all moves are
  // forbidden copies does not exist: the stones that mirror the crossing ones stand before an
  // empty cell, the mirror image of the one left, and can step back to it.
  const std::string_view text = "4b1bbwb4/4bwbb1b4/4bbbbbb4/14/14/14/14/14/14/14/14/b12b w";
  EXPECT_EQ(epa(text).legal_texts(), (Texts{"f11-f12", "i12-i11"}));
  EXPECT_EQ(epa(text, "rules=abbott").legal_texts(), Texts{"i12-i11"});
  EXPECT_EQ(result(epa(text, "rules=abbott")), "none");
}

TEST(EpaminondasRules, CrossingsIsPlayedOnEightByEight) {
  COVERS(EPA-O4);
  const auto position = start(kGame, kCrossings);
  EXPECT_EQ(position.to_text(), "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w");
  EXPECT_EQ(after(position, {"h1-h4", "a8-a5"}).to_text(),
            "1bbbbbbb/1bbbbbbb/b7/b7/7w/7w/wwwwwww1/wwwwwww1 w");
  action_error(position, "i1-i3");
  const auto white = epa("5w2/8/8/b7/8/8/8/8 w", kCrossings);
  EXPECT_EQ(result(white), "p1win");
  EXPECT_EQ(reason(white), "more stones on the far row");
  EXPECT_EQ(result(epa("8/8/8/w7/8/8/8/5b2 b", kCrossings)), "p2win");
  EXPECT_EQ(result(epa("8/5w2/8/b7/8/8/8/8 w", kCrossings)), "none");
}

TEST(EpaminondasRules, CrossingsRemovesOnlyTheTarget) {
  COVERS(EPA-O5);
  const auto position = epa("8/2b5/2b5/8/2w5/2w5/2w5/8 w", kCrossings);
  EXPECT_EQ(after(position, {"c2xc6"}).to_text(), "8/2b5/2w5/2w5/2w5/8/8/8 b");
  EXPECT_TRUE(says(action_error(position, "c3xc6"),
                   "the enemy line must be smaller than the number of moving stones, 2"));
}

TEST(EpaminondasRules, CrossingsLocksStonesOnTheFarRow) {
  COVERS(EPA-O6);
  const auto position = epa("3w4/3w4/3w4/8/8/8/8/4b3 w", kCrossings);
  EXPECT_EQ(legal_from(position, "d8"), Texts{});
  EXPECT_TRUE(says(action_error(position, "d8-e8"), "the stone on d8 is locked"));
  EXPECT_FALSE(is_legal(position, "d8-d5"));
  // d7 and d6 move down as two: d8 behind them does not help.
  EXPECT_TRUE(is_legal(position, "d7-d4"));
  EXPECT_FALSE(is_legal(position, "d7-d3"));
  const auto two_by_two = epa("3w4/3w4/3w4/3b4/3b4/8/8/4b3 w", kCrossings);
  EXPECT_FALSE(is_legal(two_by_two, "d7xd5"));
  EXPECT_FALSE(is_legal(two_by_two, "d8xd5"));
  EXPECT_TRUE(is_legal(epa("3w4/3w4/3w4/3b4/8/8/8/4b3 w", kCrossings), "d7xd5"));
  // Black's only stone is locked, so black has no move.
  const auto all_locked = epa("3w4/3w4/3w4/8/8/8/8/4b3 b", kCrossings);
  EXPECT_EQ(result(all_locked), "p1win");
  EXPECT_EQ(reason(all_locked), "the player to move has no legal move");
  // The home row locks nothing.
  EXPECT_TRUE(is_legal(start(kGame, kCrossings), "d1-d3"));
}

TEST(EpaminondasRules, LockedStoneBlocksAndIsNoTarget) {
  COVERS(EPA-O7);
  const auto locked = epa("8/8/8/8/4w3/4w3/8/4b3 w", kCrossings);
  EXPECT_TRUE(is_legal(locked, "e4-e2"));
  EXPECT_FALSE(is_legal(locked, "e4xe1"));
  EXPECT_TRUE(says(action_error(locked, "e4xe1"), "the stone on e1 is locked"));
  EXPECT_TRUE(is_legal(epa("8/8/8/4w3/4w3/8/4b3/8 w", kCrossings), "e5xe2"));
  EXPECT_TRUE(is_legal(epa("14/14/14/14/14/14/14/14/4w9/4w9/14/4b9 w"), "e4xe1"));
  // Along the row neither hit nor passed.
  const auto row = epa("8/8/8/8/8/8/8/wwwb4 w", kCrossings);
  EXPECT_EQ(legal_from(row, "a1"), (Texts{"a1-a2", "a1-b2"}));
  EXPECT_TRUE(is_legal(epa("8/8/8/8/8/8/wwwb4/8 w", kCrossings), "a2xd2"));
  // An own locked stone stops its own side.
  EXPECT_FALSE(is_legal(epa("3w4/3w4/3w4/8/8/8/8/4b3 w", kCrossings), "d6-d8"));
}

TEST(EpaminondasRules, LockedStoneCountsInTheEnemyLine) {
  COVERS(EPA-O8);
  const auto position = epa("8/8/4w3/4w3/4w3/8/4b3/4b3 w", kCrossings);
  EXPECT_TRUE(says(action_error(position, "e5xe2"),
                   "the enemy line must be smaller than the number of moving stones, 2"));
  EXPECT_EQ(after(position, {"e6xe2"}).to_text(), "8/8/8/8/4w3/4w3/4w3/4b3 b");
  EXPECT_TRUE(is_legal(epa("8/8/4w3/4w3/4w3/8/4b3/8 w", kCrossings), "e5xe2"));
}

TEST(EpaminondasRules, ThirdRepetitionIsADraw) {
  COVERS(EPA-6a);
  const Texts cycle = {"a2-a3", "a11-a10", "a3-a2", "a10-a11"};
  games::History history(start(kGame));
  play(history, cycle);
  EXPECT_EQ(history.position().to_text(), start(kGame).to_text());
  EXPECT_EQ(history.repetitions(), 2);
  EXPECT_EQ(result_and_reason(history), "none");
  play(history, cycle);
  EXPECT_EQ(history.repetitions(), 3);
  EXPECT_EQ(result_and_reason(history), "draw: the same position for the third time");

  // The same stones with the other player to move are another position.
  games::History other(epa("14/14/b13/14/14/14/14/14/14/w13/14/14 w"));
  play(other, {"a3-a4", "a10-a9", "a4-b3", "a9-a10", "b3-a3"});
  EXPECT_EQ(other.position().to_text(), "14/14/b13/14/14/14/14/14/14/w13/14/14 b");
  EXPECT_EQ(other.repetitions(), 1);
}

TEST(EpaminondasRules, TwoHundredMovesWithoutCaptureAreADraw) {
  COVERS(EPA-6b);
  // Round trips of eight and seven moves: no position comes up a third time before move 200.
  const Texts white = {"a3", "b3", "c3", "d3", "d4", "c4", "b4", "a4"};
  const Texts black = {"a10", "b10", "c10", "d10", "c9", "b9", "a9"};
  games::History history(epa("14/14/b13/14/14/14/14/14/14/w13/14/14 w"));
  for (int move = 0; move < 200; ++move) {
    ASSERT_FALSE(history.outcome().over()) << "after " << move << " moves";
    play(history, {round_trip(move % 2 == 0 ? white : black, move / 2)});
  }
  EXPECT_EQ(history.quiet_turns(), 200);
  EXPECT_LT(history.repetitions(), 3);
  EXPECT_EQ(result_and_reason(history), "draw: 200 moves in a row without a capture");

  games::History capture(epa(kStrike));
  play(capture, {"c5-d5", "n10-n9", "d5-c5", "n9-n10"});
  EXPECT_EQ(capture.quiet_turns(), 4);
  play(capture, {"c3xc7"});
  EXPECT_EQ(capture.quiet_turns(), 0);
  play(capture, {"n10-n9"});
  EXPECT_EQ(capture.quiet_turns(), 1);
}

TEST(EpaminondasRules, CrossingGoesBeforeLongPlay) {
  COVERS(EPA-6c);
  const Texts white = {"a3", "b3", "c3", "d3", "d4", "c4", "b4", "a4"};
  const Texts black = {"a10", "b10", "c10", "d10", "c9", "b9", "a9"};
  games::History history(epa("14/13w/b13/14/14/14/14/14/14/w13/14/14 w"));
  for (int round = 0; round < 100; ++round) {
    ASSERT_FALSE(history.outcome().over()) << "after " << round << " rounds";
    // White crosses with move 199, so move 200 is black's only chance to answer.
    play(history, {round == 99 ? "n11-n12" : round_trip(white, round), round_trip(black, round)});
  }
  EXPECT_EQ(history.quiet_turns(), 200);
  EXPECT_EQ(result_and_reason(history), "p1win: more stones on the far row");
}

TEST(EpaminondasRules, NoLegalMoveGoesBeforeLongPlay) {
  COVERS(EPA-6c);
  // After their round trips black walks along row 12 into the corner a12, and with move 200 white
  // shuts it in from b12.
  const Texts black = {"j12", "k12", "l12", "m12", "l11", "k11", "j11"};
  const Texts white = {"f8", "g8", "h8", "i8", "i7", "h7", "g7", "f7"};
  const Texts black_end = {"j12-i12", "i12-h12", "h12-g12", "g12-f12", "f12-e12",
                           "e12-d12", "d12-c12", "c12-b12", "b12-a12"};
  const Texts white_end = {"f8-e9", "e9-d10", "d10-c11", "c11-b12"};
  games::History history(epa("9b4/ww12/14/14/5w8/14/14/14/14/14/14/14 b"));
  for (int round = 0; round < 100; ++round) {
    ASSERT_FALSE(history.outcome().over()) << "after " << round << " rounds";
    play(history, {round < 91 ? round_trip(black, round) : black_end[round - 91],
                   round < 96 ? round_trip(white, round) : white_end[round - 96]});
  }
  EXPECT_EQ(history.quiet_turns(), 200);
  EXPECT_EQ(result_and_reason(history), "p1win: the player to move has no legal move");
}

TEST(EpaminondasRules, MoveIsSpeltByRearmostStoneAndTarget) {
  COVERS(EPA-T1);
  EXPECT_EQ(respelt(start(kGame), "c1-c4"), "c1-c4");
  EXPECT_EQ(respelt(epa(kStrike), "c3xc7"), "c3xc7");
  EXPECT_TRUE(says(action_error(start(kGame), "c1c4"), "such as c1-c4, c1xc4, found 'c1c4'"));
  // No two moves share their pair of cells.
  for (const auto& position : {start(kGame), epa(kStrike), epa(kThree)}) {
    std::set<std::string> pairs;
    const auto texts = position.legal_texts();
    for (auto text : texts) {
      std::replace(text.begin(), text.end(), 'x', '-');
      pairs.insert(text);
    }
    EXPECT_EQ(pairs.size(), texts.size());
  }
}

TEST(EpaminondasRules, EitherSeparatorIsRead) {
  COVERS(EPA-T2);
  EXPECT_EQ(respelt(start(kGame), "c1xc4"), "c1-c4");
  EXPECT_EQ(respelt(epa(kStrike), "c3-c7"), "c3xc7");
  EXPECT_FALSE(is_legal(epa(kStrike), "c3-c7"));
  EXPECT_FALSE(is_legal(epa(kStrike), "c3xc6"));
}

TEST(EpaminondasRules, PositionIsRowsAndPlayer) {
  COVERS(EPA-T3);
  for (const std::string text : {"7bb5/5w8/14/14/14/14/14/14/14/14/3ww9/14 w",
                                 "5w1bb5/14/14/14/14/14/14/14/14/14/3ww9/14 b"}) {
    EXPECT_EQ(epa(text).to_text(), text);
  }
  const std::string crossings = "bbbbbbb1/8/8/7b/8/8/w7/1wwwwwww b";
  EXPECT_EQ(epa(crossings, kCrossings).to_text(), crossings);
  EXPECT_EQ(epa(kStrike).to_move(), 0);
  EXPECT_EQ(epa(crossings, kCrossings).to_move(), 1);

  const std::string rows = "14/14/14/14/14/14/14/14/14/14/14/";
  EXPECT_TRUE(
      says(position_error(kGame, rows + "w13"), "expected the 2 fields ROWS PLAYER, found 1"));
  EXPECT_TRUE(says(position_error(kGame, rows + "w13 r"),
                   "PLAYER, character 38: expected w, b, found 'r'"));
  EXPECT_TRUE(says(position_error(kGame, rows + "w12r w"),
                   "ROWS, character 37: expected one of the letters wb or a number"));
}

TEST(EpaminondasRules, NumberOfStonesIsNotLimited) {
  COVERS(EPA-T4);
  const std::string row = "wwwwwwwwwwwwww";
  const std::string text = "14/14/14/13b/14/14/14/14/14/" + row + "/" + row + "/" + row + " w";
  EXPECT_EQ(epa(text).to_text(), text);
  const std::string small = "bbbbbbbb/bbbbbbbb/bbbbbbbb/8/8/8/8/w7 b";
  EXPECT_EQ(epa(small, kCrossings).to_text(), small);
}

TEST(EpaminondasRules, EmptyBoardIsRefused) {
  COVERS(EPA-T5);
  EXPECT_TRUE(says(position_error(kGame, "14/14/14/14/14/14/14/14/14/14/14/14 w"),
                   "ROWS, character 1: expected at least one stone on the board"));
  EXPECT_TRUE(says(position_error(kGame, "8/8/8/8/8/8/8/8 b", kCrossings),
                   "expected at least one stone on the board"));
  const std::string one = "14/14/14/14/14/14/14/14/14/14/14/w13 w";
  EXPECT_EQ(epa(one).to_text(), one);
}

TEST(EpaminondasRules, NumberOfRowsIsRight) {
  COVERS(EPA-T6);
  EXPECT_TRUE(says(position_error(kGame, "14/14/14/14/14/14/14/14/14/14/w13 w"),
                   "ROWS, character 1: expected 12 rows, found 11"));
  EXPECT_TRUE(says(position_error(kGame, "14/14/14/14/14/14/14/14/14/14/14/14/w13 w"),
                   "ROWS, character 1: expected 12 rows, found 13"));
  EXPECT_TRUE(says(position_error(kGame, "8/8/8/8/8/8/w7 w", kCrossings),
                   "ROWS, character 1: expected 8 rows, found 7"));
}

TEST(EpaminondasRules, NumberOfCellsInARowIsRight) {
  COVERS(EPA-T7);
  const std::string rest = "/14/14/14/14/14/14/14/14/14/w13 w";
  EXPECT_TRUE(says(position_error(kGame, "14/13" + rest),
                   "ROWS, character 6: row 2 from the top has 13 of its 14 cells"));
  EXPECT_TRUE(says(position_error(kGame, "14/w12b1" + rest),
                   "ROWS, character 8: row 2 from the top has more than its 14 cells"));
  EXPECT_TRUE(says(position_error(kGame, "14/15" + rest),
                   "ROWS, character 4: expected a number of empty cells from 1 to 14, found '15'"));
  EXPECT_TRUE(says(position_error(kGame, "8/8/8/8/8/8/w6/w7 w", kCrossings),
                   "ROWS, character 15: row 7 from the top has 7 of its 8 cells"));
}

TEST(EpaminondasRules, TwoNumbersDoNotStandSideBySide) {
  COVERS(EPA-T8);
  EXPECT_TRUE(says(position_error(kGame, "14/77/14/14/14/14/14/14/14/14/14/w13 w"),
                   "ROWS, character 4: expected a number of empty cells from 1 to 14, found '77'"));
  EXPECT_TRUE(says(position_error(kGame, "8/44/8/8/8/8/8/w7 w", kCrossings),
                   "ROWS, character 3: expected a number of empty cells from 1 to 8, found '44'"));
}

}  // namespace
}  // namespace tests

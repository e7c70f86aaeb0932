// The rules page of Sixteen Stone, rule by rule.
#include <string>
#include <string_view>
#include <vector>

#include "support.h"

namespace tests {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kGame = "sixteen-stone";
// All stones are placed, the sides are two rows apart, nobody can push.
constexpr std::string_view kPlaced = "bbbbb/bbb2/5/rrr2/rrrrr r 0 0 1 mp";
// Red can push a3>e twice in a row, move freely and sacrifice one stone.
const std::string kBusyRows = "b4/5/rrb2/5/b3r";

games::Position six(std::string_view position, std::string_view options = "") {
  return at(kGame, position, options);
}

games::Position busy(const std::string& rest = " r 1 1 21 mps") { return six(kBusyRows + rest); }

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

std::string drawn_because(const games::History& history) {
  if (std::string(games::result_code(history.outcome())) != "draw") return "no draw";
  return text::render(history.outcome().reason(), text::Language::kEnglish);
}

// The legal texts that contain a string: all pushes with ">", all captures with "x" …
Texts legal_with(const games::Position& position, std::string_view part) {
  Texts found;
  for (const auto& text : position.legal_texts()) {
    if (text.find(part) != std::string::npos) found.push_back(text);
  }
  return found;
}

// The printed spelling of a turn that may be spelt otherwise.
std::string respelt(const games::Position& position, std::string_view turn) {
  const auto actions = games::parse_turn(position, turn);
  return actions ? games::turn_text(position, *actions) : "refused";
}

TEST(SixteenStoneRules, BoardHasFiveColumnsAndFiveRows) {
  COVERS(SIX-1a);
  const auto position = start(kGame);
  EXPECT_EQ(position.legal_texts().size(), 25u);
  EXPECT_EQ(after(position, {"a1", "e5"}).to_text(), "4b/5/5/5/r4 r 7 7 0 -");
  EXPECT_EQ(after(position, {"a5", "e1"}).to_text(), "r4/5/5/5/4b r 7 7 0 -");
  action_error(position, "f1");
  action_error(position, "a6");
}

TEST(SixteenStoneRules, RedIsFirstAndBothPoolsHoldEight) {
  COVERS(SIX-1b);
  const auto position = start(kGame);
  EXPECT_EQ(position.player_count(), 2);
  EXPECT_EQ(position.to_move(), 0);
  EXPECT_EQ(position.to_text(), "5/5/5/5/5 r 8 8 0 -");
  const auto blue = after(position, {"c3"});
  EXPECT_EQ(blue.to_move(), 1);
  EXPECT_EQ(blue.to_text(), "5/5/2r2/5/5 b 7 8 0 -");
}

TEST(SixteenStoneRules, PlacementAlternatesUntilAllSixteenStand) {
  COVERS(SIX-2);
  auto position = after(start(kGame), {"a1"});
  EXPECT_EQ(position.legal_texts().size(), 24u);
  EXPECT_TRUE(says(action_error(position, "a1"), "a1 is not empty"));
  EXPECT_TRUE(says(action_error(position, "end"), "stones are still being placed"));
  position = after(position, {"a5", "b1", "b5", "c1", "c5", "d1", "d5", "e1", "e5", "a2", "a4",
                              "b2", "b4", "c2"});
  EXPECT_EQ(position.to_text(), "bbbbb/bb3/5/rrr2/rrrrr b 0 1 0 -");
  position = after(position, {"c4"});
  EXPECT_EQ(position.to_text(), kPlaced);
  EXPECT_TRUE(is_legal(position, "c2-c3"));
  EXPECT_FALSE(is_legal(position, "c3"));
}

TEST(SixteenStoneRules, TurnHasOnePushOneMoveAndOneSacrifice) {
  COVERS(SIX-3a);
  const auto pushed = after(busy(), {"a3>e"});
  EXPECT_EQ(pushed.to_text(), "b4/5/1rrb1/5/b3r r 1 1 21 ms");
  // The board would allow one more push.
  EXPECT_TRUE(says(action_error(pushed, "b3>e"), "no push is left this turn"));
  EXPECT_EQ(after(pushed, {"e1-e2"}).to_text(), "b4/5/1rrb1/4r/b4 r 1 1 21 s");

  const auto moved = after(busy(), {"e1-e2"});
  EXPECT_EQ(moved.to_text(), "b4/5/rrb2/4r/b4 r 1 1 21 ps");
  EXPECT_TRUE(says(action_error(moved, "e2-e3"), "no move is left this turn"));
  const auto both = after(moved, {"a3>e"});
  EXPECT_EQ(both.to_text(), "b4/5/1rrb1/4r/b4 r 1 1 21 s");
  EXPECT_EQ(both.legal_texts(), (Texts{"end", "sacrifice"}));

  const auto sacrificed = after(busy(" r 3 1 21 mps"), {"sacrifice"});
  EXPECT_EQ(sacrificed.to_text(), kBusyRows + " r 2 1 21 mpx");
  EXPECT_TRUE(says(action_error(sacrificed, "sacrifice"), "no sacrifice is left this turn"));
}

TEST(SixteenStoneRules, FirstTurnIsExactlyOnePushOrOneMove) {
  COVERS(SIX-3b);
  const auto first = six("bbbbb/bb3/rrb2/rrr2/rrr2 r 0 0 1 mp");
  EXPECT_EQ(after(first, {"a3>e"}).to_text(), "bbbbb/bb3/1rrb1/rrr2/rrr2 b 0 0 2 mp");
  EXPECT_EQ(after(first, {"c1-d1"}).to_text(), "bbbbb/bb3/rrb2/rrr2/rr1r1 b 0 0 2 mp");
  EXPECT_FALSE(is_legal(first, "end"));

  // Blue has lost a stone in turn 1, yet cannot sacrifice it in turn 2.
  const auto second = after(six("bbbbb/bb3/rrrrb/rrrr1/5 r 0 0 1 mp"), {"a3>e"});
  EXPECT_EQ(second.to_text(), "bbbbb/bb3/1rrrr/rrrr1/5 b 0 1 2 mp");
  EXPECT_TRUE(says(action_error(second, "sacrifice"), "no sacrifice is left this turn"));
  EXPECT_EQ(after(second, {"b4-c4"}).to_text(), "bbbbb/b1b2/1rrrr/rrrr1/5 r 0 1 3 mps");
}

TEST(SixteenStoneRules, TurnCannotEndBeforeAPushOrAMove) {
  COVERS(SIX-3c);
  EXPECT_FALSE(is_legal(busy(), "end"));
  EXPECT_TRUE(says(action_error(busy(), "end"), "push or move before you end the turn"));
  EXPECT_FALSE(is_legal(after(busy(), {"sacrifice"}), "end"));
}

TEST(SixteenStoneRules, EndIsAllowedOnceSomethingWasDone) {
  COVERS(SIX-3d);
  EXPECT_EQ(after(busy(), {"a3>e,end"}).to_text(), "b4/5/1rrb1/5/b3r b 1 1 22 mps");
  EXPECT_EQ(after(busy(), {"e1-e2,end"}).to_text(), "b4/5/rrb2/4r/b4 b 1 1 22 mps");
  const auto extra_left = after(busy(), {"sacrifice", "e1-e2", "a3>e"});
  EXPECT_EQ(extra_left.to_text(), "b4/5/1rrb1/4r/b4 r 0 1 21 x");
  EXPECT_EQ(after(extra_left, {"end"}).to_text(), "b4/5/1rrb1/4r/b4 b 0 1 22 mps");
}

TEST(SixteenStoneRules, TurnEndsByItselfWhenNothingIsLeft) {
  COVERS(SIX-3e);
  // Red still has its push and its sacrifice, but no line to push with and no pool.
  EXPECT_EQ(after(six("bb2r/b2b1/3br/1r3/5 r 2 1 11 mps"), {"b2-c3xd3xd4"}).to_text(),
            "bb2r/b2r1/2rrr/5/5 b 0 3 12 mps");
  EXPECT_EQ(after(busy(" r 0 1 21 mps"), {"a3>e", "e1-e2"}).to_text(),
            "b4/5/1rrb1/4r/b4 b 0 1 22 mps");
  EXPECT_EQ(after(busy(), {"a3>e", "e1-e2", "sacrifice", "e2-e1"}).to_text(),
            "b4/5/1rrb1/5/b3r b 0 1 22 mps");
  // With a push left the turn goes on, also without a pool.
  EXPECT_EQ(after(busy(" r 0 1 21 mps"), {"e1-e2"}).to_text(), "b4/5/rrb2/4r/b4 r 0 1 21 ps");
}

TEST(SixteenStoneRules, BlockedPlayerPassesByItself) {
  COVERS(SIX-3f);
  // c1-b1 shuts in the last free blue stone: turn 22 is blue's and passes unwritten.
  const auto before = six("3rb/3rr/5/rr3/b1r2 r 0 1 21 mps");
  EXPECT_EQ(after(before, {"c1-b1"}).to_text(), "3rb/3rr/5/rr3/br3 r 0 1 23 mps");
  EXPECT_EQ(respelt(before, "c1-b1"), "c1-b1");
  EXPECT_EQ(after(before, {"c1-d1"}).to_text(), "3rb/3rr/5/rr3/b2r1 b 0 1 22 mps");
}

TEST(SixteenStoneRules, OneBlockedPlayerIsNoDraw) {
  COVERS(SIX-3g, SIX-T8);
  // That both are blocked cannot happen on these boards: they always have an empty cell and a
  // stone, so somewhere a stone stands next to an empty cell and can move there. What is left to
  // check is that one blocked player, whoever it is, makes no draw and no drawn text.
  const auto blue_blocked = six("3rb/3rr/5/rr3/br3 b 0 1 22 mps");
  EXPECT_EQ(result(blue_blocked), "none");
  EXPECT_EQ(blue_blocked.to_text(), "3rb/3rr/5/rr3/br3 r 0 1 23 mps");
  const auto red_blocked = six("3br/3bb/5/bb3/rb3 r 1 0 21 mps");
  EXPECT_EQ(result(red_blocked), "none");
  EXPECT_EQ(red_blocked.to_text(), "3br/3bb/5/bb3/rb3 b 1 0 22 mps");
  EXPECT_FALSE(red_blocked.legal_texts().empty());
}

TEST(SixteenStoneRules, PushNeedsAShorterEnemyLine) {
  COVERS(SIX-4a);
  const auto rows = [](const std::string& text) { return six(text + " r 0 0 21 mps"); };
  EXPECT_TRUE(is_legal(rows("b3b/5/rrb2/5/5"), "a3>e"));
  EXPECT_TRUE(is_legal(rows("b3b/5/2rrb/5/5"), "c3>e"));
  EXPECT_TRUE(is_legal(rows("b4/5/rrrbb/5/5"), "a3>e"));
  EXPECT_TRUE(says(action_error(rows("b3b/5/1rb2/5/4r"), "b3>e"), "of 1 cannot push one of 1"));
  EXPECT_TRUE(says(action_error(rows("b4/5/rrbb1/5/5"), "a3>e"), "of 2 cannot push one of 2"));
  EXPECT_TRUE(says(action_error(rows("b3b/5/rr3/5/5"), "a3>e"), "no enemy line stands before"));
  EXPECT_TRUE(says(action_error(rows("b3b/5/rr1b1/5/5"), "a3>e"), "no enemy line stands before"));
  EXPECT_TRUE(says(action_error(rows("b3b/5/r1rb1/5/5"), "a3>e"), "no enemy line stands before"));
  EXPECT_TRUE(
      says(action_error(rows("b3b/5/rrbr1/5/5"), "a3>e"), "a stone of your own stands behind"));
  EXPECT_TRUE(says(action_error(rows("b3b/5/rrb2/5/5"), "c3>e"), "no stone of yours on c3"));
}

TEST(SixteenStoneRules, PushGoesInAllEightDirections) {
  COVERS(SIX-4b, SIX-T3);
  struct Case {
    std::string push, before, after;
  };
  const Case cases[] = {
      {"c2>n", "1b3/2b2/2r2/2r2/5", "1bb2/2r2/2r2/5/5"},
      {"b2>ne", "1b3/3b1/2r2/1r3/5", "1b2b/3r1/2r2/5/5"},
      {"b3>e", "1b3/5/1rrb1/5/5", "1b3/5/2rrb/5/5"},
      {"b4>se", "1b3/1r3/2r2/3b1/5", "1b3/5/2r2/3r1/4b"},
      {"c4>s", "1b3/2r2/2r2/2b2/5", "1b3/5/2r2/2r2/2b2"},
      {"d4>sw", "1b3/3r1/2r2/1b3/5", "1b3/5/2r2/1r3/b4"},
      {"d3>w", "1b3/5/1brr1/5/5", "1b3/5/brr2/5/5"},
      {"d2>nw", "1b3/1b3/2r2/3r1/5", "bb3/1r3/2r2/5/5"},
  };
  for (const auto& [push, before, behind] : cases) {
    const auto position = six(before + " r 0 0 21 mps");
    EXPECT_EQ(legal_with(position, ">"), Texts{push});
    EXPECT_EQ(after(position, {push}).to_text(), behind + " r 0 0 21 ms");
  }
  const auto position = six("1b3/5/1rrb1/5/5 r 0 0 21 mps");
  EXPECT_TRUE(says(action_error(position, "b3>x"), "found 'b3>x'"));
  // The front stone is not the one to name.
  EXPECT_FALSE(is_legal(position, "c3>e"));
}

TEST(SixteenStoneRules, PushShiftsBothLinesByOneCell) {
  COVERS(SIX-4c);
  EXPECT_EQ(after(six("b3b/rrrbb/5/5/5 r 0 0 21 mps"), {"a4>e"}).to_text(),
            "b3b/1rrrb/5/5/5 r 0 1 21 ms");
  EXPECT_EQ(after(six("1rbb1/5/5/5/r3b b 0 0 22 mps"), {"d5>w"}).to_text(),
            "rbb2/5/5/5/r3b b 0 0 22 ms");
  EXPECT_EQ(after(six("4r/3r1/2r2/1b3/4b r 0 0 21 mps"), {"e5>sw"}).to_text(),
            "5/3r1/2r2/1r3/b3b r 0 0 21 ms");
}

TEST(SixteenStoneRules, StonePushedOffGoesToItsOwnersPool) {
  COVERS(SIX-4d);
  EXPECT_EQ(after(six("b4/4b/rrrbb/5/5 r 0 0 21 mps"), {"a3>e"}).to_text(),
            "b4/4b/1rrrb/5/5 r 0 1 21 ms");
  EXPECT_EQ(after(six("2r1r/2b2/2b2/5/4r b 1 0 22 mps"), {"c3>n"}).to_text(),
            "2b1r/2b2/5/5/4r b 2 0 22 ms");
}

TEST(SixteenStoneRules, PushCountsFromTheNamedStone) {
  COVERS(SIX-4e);
  const auto position = six("b3b/5/rrrrb/5/5 r 0 0 21 mps");
  EXPECT_EQ(legal_with(position, ">"), (Texts{"a3>e", "b3>e", "c3>e"}));
  EXPECT_TRUE(says(action_error(position, "d3>e"), "of 1 cannot push one of 1"));
  EXPECT_EQ(after(position, {"a3>e"}).to_text(), "b3b/5/1rrrr/5/5 r 0 1 21 ms");
  EXPECT_EQ(after(position, {"c3>e"}).to_text(), "b3b/5/rr1rr/5/5 r 0 1 21 ms");
  EXPECT_FALSE(is_legal(six("b4/4b/rrrbb/5/5 r 0 0 21 mps"), "b3>e"));
}

TEST(SixteenStoneRules, PushCapturesNothing) {
  COVERS(SIX-4f);
  // d3 ends up between c3 and e3, and red has a stone in the pool.
  EXPECT_EQ(after(six("b3b/5/rrb1r/5/5 r 1 0 21 mps"), {"a3>e"}).to_text(),
            "b3b/5/1rrbr/5/5 r 1 0 21 ms");
}

TEST(SixteenStoneRules, MoveGoesToAnEmptyNeighbour) {
  COVERS(SIX-5a);
  EXPECT_EQ(six("b3b/5/2r2/5/4r r 0 0 21 mps").legal_texts(),
            (Texts{"c3-b2", "c3-b3", "c3-b4", "c3-c2", "c3-c4", "c3-d2", "c3-d3", "c3-d4", "e1-d1",
                   "e1-d2", "e1-e2"}));
  const auto position = six("b3b/5/2rb1/2r2/5 r 0 0 21 mps");
  EXPECT_TRUE(says(action_error(position, "c3-d3"), "d3 is not empty"));
  EXPECT_TRUE(says(action_error(position, "c3-c2"), "c2 is not empty"));
  EXPECT_TRUE(says(action_error(position, "d3-e3"), "no stone of yours on d3"));
  EXPECT_FALSE(is_legal(position, "c3-c5"));
}

TEST(SixteenStoneRules, MoveCapturesWhatItSurrounds) {
  COVERS(SIX-5b);
  const auto rows = [](const std::string& text) { return six(text + " r 1 0 21 mps"); };
  // Horizontally, vertically and on both diagonals; the capture cannot be left out.
  EXPECT_EQ(legal_with(rows("b3b/5/2br1/1r3/5"), "b2-b3"), Texts{"b2-b3xc3"});
  EXPECT_EQ(legal_with(rows("b3b/2r2/2b2/5/1r3"), "b1-c2"), Texts{"b1-c2xc3"});
  EXPECT_EQ(legal_with(rows("b3b/3r1/2b2/5/1r3"), "b1-b2"), Texts{"b1-b2xc3"});
  EXPECT_EQ(legal_with(rows("b3b/1r3/2b2/4r/5"), "e2-d2"), Texts{"e2-d2xc3"});
  // d4 is not exactly opposite b3, e3 does not stand next to c3.
  EXPECT_EQ(legal_with(rows("b3b/3r1/2b2/1r3/5"), "b2-b3"), Texts{"b2-b3"});
  EXPECT_EQ(legal_with(rows("b3b/5/2b1r/1r3/5"), "b2-b3"), Texts{"b2-b3"});
  // A blue stone opposite does not help, nor does the edge.
  EXPECT_EQ(legal_with(rows("b3b/5/2bb1/1r3/4r"), "b2-b3"), Texts{"b2-b3"});
  EXPECT_EQ(legal_with(rows("b4/5/2r1b/5/4r"), "c3-d3"), Texts{"c3-d3"});
}

TEST(SixteenStoneRules, CapturedStoneIsReplacedFromThePool) {
  COVERS(SIX-5c);
  EXPECT_EQ(after(six("b3b/5/2br1/1r3/5 r 1 0 21 mps"), {"b2-b3xc3"}).to_text(),
            "b3b/5/1rrr1/5/5 b 0 1 22 mps");
  EXPECT_EQ(after(six("r3r/5/2rb1/1b3/5 b 0 3 22 mps"), {"b2-b3xc3"}).to_text(),
            "r3r/5/1bbb1/5/5 b 1 2 22 ps");
}

TEST(SixteenStoneRules, EmptyPoolCapturesNothing) {
  COVERS(SIX-5d);
  const auto position = six("bb2r/b2b1/3br/1r3/5 r 0 3 21 mps");
  EXPECT_EQ(legal_with(position, "b2-c3"), Texts{"b2-c3"});
  EXPECT_EQ(after(position, {"b2-c3"}).to_text(), "bb2r/b2b1/2rbr/5/5 b 0 3 22 mps");
}

TEST(SixteenStoneRules, PlayerChoosesAmongMoreCapturesThanThePoolHolds) {
  COVERS(SIX-5e);
  const auto one = six("bb2r/b2b1/3br/1r3/5 r 1 1 21 mps");
  EXPECT_EQ(legal_with(one, "b2-c3"), (Texts{"b2-c3xd3", "b2-c3xd4"}));
  EXPECT_EQ(after(one, {"b2-c3xd4"}).to_text(), "bb2r/b2r1/2rbr/5/5 b 0 2 22 mps");
  EXPECT_EQ(legal_with(six("b1r1r/2bb1/3br/1r3/5 r 2 0 21 mps"), "b2-c3"),
            (Texts{"b2-c3xc4xd4", "b2-c3xd3xc4", "b2-c3xd3xd4"}));
}

TEST(SixteenStoneRules, OnlyTheMovedStoneCaptures) {
  COVERS(SIX-5f);
  // Between two enemy stones, whose pool is not empty.
  EXPECT_EQ(after(six("5/5/1b1b1/2r2/r4 r 0 3 21 mps"), {"c2-c3"}).to_text(),
            "5/5/1brb1/5/r4 b 0 3 22 mps");
  // c3 stands between b3 and d3 already; e1 has nothing to do with it.
  EXPECT_EQ(after(six("b3b/5/1rbr1/5/4r r 1 0 21 mps"), {"e1-e2"}).to_text(),
            "b3b/5/1rbr1/4r/5 r 1 0 21 ps");
}

TEST(SixteenStoneRules, ReplacingStonesCaptureNothing) {
  COVERS(SIX-5g);
  // The red stone that comes to c3 has c4 between itself and c5.
  const auto position = six("b1r1b/2b2/2br1/1r3/5 r 3 0 21 mps");
  EXPECT_EQ(legal_with(position, "b2-b3"), Texts{"b2-b3xc3"});
  EXPECT_EQ(after(position, {"b2-b3xc3"}).to_text(), "b1r1b/2b2/1rrr1/5/5 r 2 1 21 ps");
}

TEST(SixteenStoneRules, SacrificeTradesAPoolStoneForOneMoreAction) {
  COVERS(SIX-6a);
  EXPECT_EQ(after(busy(), {"sacrifice"}).to_text(), kBusyRows + " r 0 1 21 mpx");
  const auto moved_twice = after(busy(), {"sacrifice", "e1-e2", "e2-e1"});
  EXPECT_EQ(moved_twice.to_text(), kBusyRows + " r 0 1 21 p");
  EXPECT_EQ(legal_with(moved_twice, "-"), Texts{});
  const auto pushed_twice = after(busy(), {"sacrifice", "a3>e", "b3>e"});
  EXPECT_EQ(pushed_twice.to_text(), "b4/5/2rrb/5/b3r r 0 1 21 m");
  EXPECT_TRUE(says(action_error(pushed_twice, "c3>e"), "no push is left this turn"));
}

TEST(SixteenStoneRules, SacrificeComesBeforeBetweenOrAfter) {
  COVERS(SIX-6b);
  EXPECT_EQ(after(busy(), {"sacrifice", "a3>e", "e1-e2"}).to_text(), "b4/5/1rrb1/4r/b4 r 0 1 21 x");
  EXPECT_EQ(after(busy(), {"a3>e", "sacrifice"}).to_text(), "b4/5/1rrb1/5/b3r r 0 1 21 mx");
  EXPECT_EQ(after(busy(), {"e1-e2", "sacrifice"}).to_text(), "b4/5/rrb2/4r/b4 r 0 1 21 px");
  EXPECT_EQ(after(busy(), {"a3>e", "e1-e2", "sacrifice"}).to_text(), "b4/5/1rrb1/4r/b4 r 0 1 21 x");
}

TEST(SixteenStoneRules, SacrificeNeedsAStoneInTheOwnPool) {
  COVERS(SIX-6c);
  EXPECT_TRUE(is_legal(busy(), "sacrifice"));
  const auto empty = busy(" r 0 3 21 mps");
  EXPECT_FALSE(is_legal(empty, "sacrifice"));
  EXPECT_TRUE(says(action_error(empty, "sacrifice"), "a sacrifice needs a stone in the pool"));
}

TEST(SixteenStoneRules, SacrificeNeedsAPossiblePushOrMove) {
  COVERS(SIX-6d);
  // Blue has three stones in the pool and none that can move: no sacrifice, the turn passes.
  const auto passed = six("3rb/3rr/5/rr3/br3 b 0 3 22 mps");
  EXPECT_EQ(passed.to_move(), 0);
  EXPECT_EQ(passed.to_text(), "3rb/3rr/5/rr3/br3 r 0 3 23 mps");
  // One free neighbour is enough.
  EXPECT_TRUE(is_legal(six("3rb/3rr/5/rr3/b1r2 b 0 3 22 mps"), "sacrifice"));
}

TEST(SixteenStoneRules, OwnActionIsUsedBeforeTheExtraOne) {
  COVERS(SIX-6e);
  EXPECT_EQ(after(busy(" r 0 1 21 mpx"), {"e1-e2"}).to_text(), "b4/5/rrb2/4r/b4 r 0 1 21 px");
  EXPECT_EQ(after(busy(" r 0 1 21 mpx"), {"a3>e"}).to_text(), "b4/5/1rrb1/5/b3r r 0 1 21 mx");
  EXPECT_EQ(after(busy(" r 0 1 21 mx"), {"a3>e"}).to_text(), "b4/5/1rrb1/5/b3r r 0 1 21 m");
  EXPECT_EQ(after(busy(" r 0 1 21 px"), {"e1-e2"}).to_text(), "b4/5/rrb2/4r/b4 r 0 1 21 p");
  // The extra move before the push, the extra push before the move.
  EXPECT_EQ(after(busy(), {"sacrifice", "e1-e2", "e2-d2", "a3>e"}).to_text(),
            "b4/5/1rrb1/3r1/b4 b 0 1 22 mps");
  EXPECT_EQ(after(busy(), {"sacrifice", "a3>e", "b3>e", "e1-e2"}).to_text(),
            "b4/5/2rrb/4r/b4 b 0 1 22 mps");
}

TEST(SixteenStoneRules, OpponentWithOneStoneOrNoneHasLost) {
  COVERS(SIX-7);
  const auto pushed_off = after(six("b4/5/rrrrb/5/5 r 2 0 21 mps"), {"a3>e"});
  EXPECT_EQ(result(pushed_off), "p1win");
  EXPECT_EQ(reason(pushed_off), "the opponent has at most one stone on the board");
  EXPECT_TRUE(pushed_off.legal_texts().empty());
  EXPECT_EQ(result(after(six("r4/5/bbbbr/5/5 b 0 0 22 mps"), {"a3>e"})), "p2win");
  EXPECT_EQ(result(after(six("4r/3b1/3br/1r3/5 r 2 0 21 mps"), {"b2-c3xd3xd4"})), "p1win");
  EXPECT_EQ(result(after(six("b3b/5/rrrrb/5/5 r 2 0 21 mps"), {"a3>e"})), "none");
  // During play only: a placement starts with fewer.
  EXPECT_EQ(result(after(start(kGame), {"a1"})), "none");
  EXPECT_EQ(result(after(start(kGame), {"a1", "a2"})), "none");
}

TEST(SixteenStoneRules, SizeTenHasThirtyTwoStonesEach) {
  COVERS(SIX-O1);
  EXPECT_EQ(start(kGame, "size=5").to_text(), start(kGame).to_text());
  const auto large = start(kGame, "size=10");
  EXPECT_EQ(large.to_text(), "10/10/10/10/10/10/10/10/10/10 r 32 32 0 -");
  EXPECT_EQ(large.legal_texts().size(), 100u);
  EXPECT_EQ(after(large, {"a1", "j10"}).to_text(), "9b/10/10/10/10/10/10/10/10/r9 r 31 31 0 -");
  action_error(large, "k1");
  action_error(large, "a11");
  EXPECT_FALSE(games::parse_options("size=15", games::find_game(kGame)->options));
}

TEST(SixteenStoneRules, CaptureIsForcedByDefault) {
  COVERS(SIX-O2);
  for (const std::string options : {"", "capture=forced"}) {
    const auto position = six("bb2r/b2b1/3br/1r3/5 r 2 1 11 mps", options);
    EXPECT_EQ(legal_with(position, "b2-c3"), Texts{"b2-c3xd3xd4"});
  }
}

TEST(SixteenStoneRules, OptionalCaptureTakesAnySubset) {
  COVERS(SIX-O3);
  const auto pool = [](const std::string& stones) {
    return six("bb2r/b2b1/3br/1r3/5 r " + stones + " 1 21 mps", "capture=optional");
  };
  EXPECT_EQ(legal_with(pool("2"), "b2-c3"),
            (Texts{"b2-c3", "b2-c3xd3", "b2-c3xd3xd4", "b2-c3xd4"}));
  EXPECT_EQ(legal_with(pool("1"), "b2-c3"), (Texts{"b2-c3", "b2-c3xd3", "b2-c3xd4"}));
  EXPECT_EQ(legal_with(pool("0"), "b2-c3"), Texts{"b2-c3"});
  EXPECT_EQ(after(pool("2"), {"b2-c3"}).to_text(), "bb2r/b2b1/2rbr/5/5 r 2 1 21 ps");
}

TEST(SixteenStoneRules, ThirdRepetitionIsADraw) {
  COVERS(SIX-8a);
  const Texts cycle = {"a1-a2", "a5-a4", "a2-a1", "a4-a5"};
  games::History history(six("b3b/5/5/5/r3r r 0 0 21 mps"));
  play(history, cycle);
  EXPECT_EQ(history.position().to_text(), "b3b/5/5/5/r3r r 0 0 25 mps");
  EXPECT_EQ(history.repetitions(), 2);
  EXPECT_FALSE(history.outcome().over());
  play(history, cycle);
  EXPECT_EQ(history.repetitions(), 3);
  EXPECT_EQ(drawn_because(history), "the same position for the third time");
}

TEST(SixteenStoneRules, RepetitionNeedsTheSamePoolsPlayerAndState) {
  COVERS(SIX-8a);
  games::History pools(six("b3b/5/5/5/r3r r 2 0 21 mps"));
  play(pools, {"a1-a2,end", "a5-a4", "sacrifice,a2-a1,end", "a4-a5"});
  EXPECT_EQ(pools.position().to_text(), "b3b/5/5/5/r3r r 1 0 25 mps");
  EXPECT_EQ(pools.repetitions(), 1);

  games::History player(six("b3b/5/5/5/r3r r 0 0 21 mps"));
  play(player, {"a1-a2", "a5-a4", "a2-b1", "a4-a5", "b1-a1"});
  EXPECT_EQ(player.position().to_text(), "b3b/5/5/5/r3r b 0 0 26 mps");
  EXPECT_EQ(player.repetitions(), 1);

  games::History first_turns(six(kPlaced));
  play(first_turns, {"c2-d2", "c4-d4", "d2-c2", "d4-c4"});
  EXPECT_EQ(first_turns.position().to_text(), "bbbbb/bbb2/5/rrr2/rrrrr r 0 0 5 mps");
  EXPECT_EQ(first_turns.repetitions(), 1);
}

TEST(SixteenStoneRules, TwoHundredQuietTurnsAreADraw) {
  COVERS(SIX-8b);
  // Round trips of eight and seven turns: no position comes up a third time before turn 200.
  const Texts red = {"a1", "b1", "c1", "d1", "d2", "c2", "b2", "a2"};
  const Texts blue = {"a5", "b5", "c5", "d5", "c4", "b4", "a4"};
  games::History history(six("b3b/5/5/5/r3r r 0 0 21 mps"));
  for (std::size_t turn = 0; turn < 200; ++turn) {
    ASSERT_FALSE(history.outcome().over()) << "after " << turn << " turns";
    const Texts& path = turn % 2 == 0 ? red : blue;
    const auto step = turn / 2;
    play(history, {path[step % path.size()] + "-" + path[(step + 1) % path.size()]});
  }
  EXPECT_EQ(history.quiet_turns(), 200);
  EXPECT_LT(history.repetitions(), 3);
  EXPECT_EQ(drawn_because(history), "200 turns in a row without a stone leaving the board");
}

TEST(SixteenStoneRules, CapturesAndPushOffsEndARunOfQuietTurns) {
  COVERS(SIX-8b);
  games::History capture(six("b3b/5/2br1/1r3/4r r 1 0 21 mps"));
  play(capture, {"e1-e2,end", "e5-d5"});
  EXPECT_EQ(capture.quiet_turns(), 2);
  play(capture, {"b2-b3xc3"});
  EXPECT_EQ(capture.quiet_turns(), 0);

  games::History push_off(six("b3b/5/rrrrb/5/5 r 0 0 21 mps"));
  play(push_off, {"c3>e,a3-a2"});
  EXPECT_EQ(push_off.quiet_turns(), 0);
  play(push_off, {"a5-a4,end"});
  EXPECT_EQ(push_off.quiet_turns(), 1);
}

TEST(SixteenStoneRules, PushesSacrificesAndPassedTurnsAreQuiet) {
  COVERS(SIX-8b);
  games::History push(busy());
  play(push, {"a3>e,end"});
  EXPECT_EQ(push.quiet_turns(), 1);
  games::History sacrifice(busy());
  play(sacrifice, {"sacrifice,e1-e2,end"});
  EXPECT_EQ(sacrifice.quiet_turns(), 1);
  games::History passed(six("3rb/3rr/5/rr3/b1r2 r 0 1 21 mps"));
  play(passed, {"c1-b1"});
  EXPECT_EQ(passed.quiet_turns(), 2);
  // Turns of play count, placements do not.
  games::History placement(start(kGame));
  play(placement, {"a1", "a2", "a3"});
  EXPECT_EQ(placement.quiet_turns(), 0);
}

TEST(SixteenStoneRules, PlacementIsSpeltAsItsCell) {
  COVERS(SIX-T1);
  const auto position = start(kGame);
  EXPECT_EQ(respelt(position, "c3"), "c3");
  EXPECT_EQ(after(position, {"b4"}).to_text(), "5/1r3/5/5/5 b 7 8 0 -");
  EXPECT_TRUE(says(action_error(position, "3c"), "found '3c'"));
}

TEST(SixteenStoneRules, CapturesAreSpeltByRowThenColumn) {
  COVERS(SIX-T2);
  const auto position = six("bb2r/b2b1/3br/1r3/5 r 2 1 11 mps");
  EXPECT_TRUE(is_legal(position, "b2-b3"));
  EXPECT_EQ(respelt(position, "b2-c3xd4xd3"), "b2-c3xd3xd4");
  EXPECT_TRUE(says(action_error(position, "b2-c3"), "is spelt b2-c3xd3xd4"));
  // The row goes first: d3 comes before c4.
  EXPECT_TRUE(is_legal(six("b1r1r/2bb1/3br/1r3/5 r 3 0 21 mps"), "b2-c3xd3xc4xd4"));
  // As a number: row 9 comes before row 10.
  const auto large = six("1r1br5/3b6/4r5/10/10/10/10/10/10/b8b r 2 0 101 mps", "size=10");
  EXPECT_EQ(legal_with(large, "b10-c10"), Texts{"b10-c10xd9xd10"});
}

TEST(SixteenStoneRules, TurnIsItsActionsJoinedByCommas) {
  COVERS(SIX-T4);
  const auto before = six("b4/5/2b2/1r2b/r3r r 2 2 13 mps");
  EXPECT_EQ(after(before, {"a1>ne"}).to_text(), "b4/3b1/2r2/1r2b/4r r 2 2 13 ms");
  EXPECT_EQ(after(before, {"a1>ne,sacrifice"}).to_text(), "b4/3b1/2r2/1r2b/4r r 1 2 13 mx");
  EXPECT_EQ(after(before, {"a1>ne,sacrifice,b2-c2"}).to_text(), "b4/3b1/2r2/2r1b/4r r 1 2 13 x");
  EXPECT_EQ(after(before, {"a1>ne,sacrifice,b2-c2,end"}).to_text(),
            "b4/3b1/2r2/2r1b/4r b 1 2 14 mps");
  EXPECT_EQ(respelt(before, "a1>ne,sacrifice,b2-c2,end"), "a1>ne,sacrifice,b2-c2,end");
  // No "end" behind a turn that is over.
  const auto capture = six("bb2r/b2b1/3br/1r3/5 r 2 1 11 mps");
  const auto too_long = games::parse_turn(capture, "b2-c3xd3xd4,end");
  ASSERT_FALSE(too_long);
  EXPECT_TRUE(says(text::render(too_long.error(), text::Language::kEnglish),
                   "the turn was over before 'end'"));
}

TEST(SixteenStoneRules, PositionHasSixFields) {
  COVERS(SIX-T5);
  for (const std::string text : {"5/5/5/5/5 r 8 8 0 -", "b4/5/2b2/1r2b/r3r r 2 2 13 mps",
                                 "b4/3b1/2r2/2r1b/4r b 1 2 14 mps"}) {
    EXPECT_EQ(six(text).to_text(), text);
  }
  // The first row of the text is the top row.
  EXPECT_TRUE(is_legal(six("b4/5/2b2/1r2b/r3r r 2 2 13 mps"), "a1>ne"));
  EXPECT_TRUE(says(position_error(kGame, "5/5/5/5/5 r 8 8 0"),
                   "expected the 6 fields ROWS PLAYER REDPOOL BLUEPOOL TURN STATE, found 5"));
  EXPECT_TRUE(says(position_error(kGame, "5/5/5/5 r 8 8 0 -"),
                   "ROWS, character 1: expected 5 rows, found 4"));
  EXPECT_TRUE(says(position_error(kGame, "5/5/4g/5/5 r 8 8 0 -"),
                   "ROWS, character 6: expected one of the letters rb or a number"));
  EXPECT_TRUE(says(position_error(kGame, "5/5/5/5/6 r 8 8 0 -"),
                   "ROWS, character 9: expected a number of empty cells from 1 to 5, found '6'"));
  EXPECT_TRUE(says(position_error(kGame, "5/4/5/5/5 r 8 8 0 -"),
                   "ROWS, character 4: row 2 from the top has 4 of its 5 cells"));
  EXPECT_TRUE(says(position_error(kGame, "5/5/5/5/5 g 8 8 0 -"),
                   "PLAYER, character 11: expected r, b, found 'g'"));
  EXPECT_TRUE(says(position_error(kGame, "5/5/5/5/5 r q 8 0 -"),
                   "REDPOOL, character 13: expected 0 ... 8, found 'q'"));
  EXPECT_TRUE(says(position_error(kGame, "5/5/5/5/5 r 8 9 0 -"),
                   "BLUEPOOL, character 15: expected 0 ... 8, found '9'"));
}

TEST(SixteenStoneRules, TurnNumberCountsBothPlayersTurns) {
  COVERS(SIX-T6);
  EXPECT_EQ(after(start(kGame), {"a1", "a2", "a3"}).to_text(), "5/5/r4/b4/r4 b 6 7 0 -");
  EXPECT_EQ(after(six("bbbbb/bb3/5/rrr2/rrrrr b 0 1 0 -"), {"c4"}).to_text(), kPlaced);
  const auto position = six(kPlaced);
  EXPECT_EQ(after(position, {"c2-d2"}).to_text(), "bbbbb/bbb2/5/rr1r1/rrrrr b 0 0 2 mp");
  EXPECT_EQ(after(position, {"c2-d2", "c4-d4"}).to_text(), "bbbbb/bb1b1/5/rr1r1/rrrrr r 0 0 3 mps");
  EXPECT_EQ(after(position, {"c2-d2", "c4-d4", "d2-c2"}).to_text(),
            "bbbbb/bb1b1/5/rrr2/rrrrr b 0 0 4 mps");
  EXPECT_TRUE(says(position_error(kGame, "5/5/5/5/5 r 8 8 z -"),
                   "TURN, character 17: expected 0 ... 1000000000, found 'z'"));
}

TEST(SixteenStoneRules, StateSaysWhatTheTurnStillAllows) {
  COVERS(SIX-T7);
  const auto actions = [](const std::string& state) {
    const auto position = busy(" r 1 1 21 " + state);
    return std::string(legal_with(position, "-").empty() ? "" : "m") +
           (legal_with(position, ">").empty() ? "" : "p") +
           (is_legal(position, "sacrifice") ? "s" : "") + (is_legal(position, "end") ? "." : "");
  };
  EXPECT_EQ(actions("mps"), "mps");
  EXPECT_EQ(actions("ps"), "ps.");
  EXPECT_EQ(actions("ms"), "ms.");
  EXPECT_EQ(actions("s"), "s.");
  EXPECT_EQ(actions("mpx"), "mp");
  EXPECT_EQ(actions("px"), "mp.");
  EXPECT_EQ(actions("mx"), "mp.");
  EXPECT_EQ(actions("x"), "mp.");
  EXPECT_EQ(actions("m"), "m.");
  EXPECT_EQ(actions("p"), "p.");
  EXPECT_TRUE(says(position_error(kGame, kBusyRows + " r 1 1 21 spm"), "found 'spm'"));
  EXPECT_EQ(six("bbbbb/bb3/5/rrr2/rrrrr b 0 1 0 -").legal_texts().size(), 10u);
  EXPECT_TRUE(after(six(kPlaced), {"c2-d2"}).to_text().ends_with(" 2 mp"));
  EXPECT_TRUE(after(six(kPlaced), {"c2-d2", "c4-d4"}).to_text().ends_with(" 3 mps"));
}

TEST(SixteenStoneRules, TextOfAFinishedTurnIsReadAsTheNext) {
  COVERS(SIX-T9);
  // No push for "p", no pool for "s", neither for "ps".
  EXPECT_EQ(six("b4/5/rr1b1/5/b3r r 1 1 21 p").to_text(), "b4/5/rr1b1/5/b3r b 1 1 22 mps");
  EXPECT_EQ(six("b4/5/rrb2/5/b3r r 0 1 21 s").to_text(), "b4/5/rrb2/5/b3r b 0 1 22 mps");
  EXPECT_EQ(six("b4/5/rr1b1/5/b3r r 0 1 21 ps").to_text(), "b4/5/rr1b1/5/b3r b 0 1 22 mps");
  // Blue is blocked and passes, also behind a red turn that ends.
  EXPECT_EQ(six("3rb/3rr/5/rr3/br3 b 0 0 22 mps").to_text(), "3rb/3rr/5/rr3/br3 r 0 0 23 mps");
  EXPECT_EQ(six("3rb/3rr/5/rr3/br3 r 0 0 21 p").to_text(), "3rb/3rr/5/rr3/br3 r 0 0 23 mps");
}

TEST(SixteenStoneRules, NoMoreStonesThanTheLimit) {
  COVERS(SIX-T10);
  EXPECT_TRUE(says(position_error(kGame, "rrrrr/rrrr1/5/bb3/5 r 0 0 21 mps"),
                   "REDPOOL, character 23: r has 9 stones on board and in the pool; "
                   "there are only 8"));
  EXPECT_TRUE(says(position_error(kGame, "rrrrr/rrr2/5/bb3/5 r 0 7 21 mps"),
                   "BLUEPOOL, character 24: b has 9 stones on board and in the pool; "
                   "there are only 8"));
  const std::string full = "rrrrr/rrr2/5/bb3/5 r 0 6 21 mps";
  EXPECT_EQ(six(full).to_text(), full);

  const std::string three_rows = "rrrrrrrrrr/rrrrrrrrrr/rrrrrrrrrr/";
  const std::string rest = "/10/10/10/10/10/bb8 r 0 30 101 mps";
  EXPECT_TRUE(says(position_error(kGame, three_rows + "rrr7" + rest, "size=10"),
                   "r has 33 stones on board and in the pool; there are only 32"));
  EXPECT_EQ(six(three_rows + "rr8" + rest, "size=10").to_text(), three_rows + "rr8" + rest);
}

TEST(SixteenStoneRules, NoStoneIsMissingBeforeTurnThree) {
  COVERS(SIX-T11);
  EXPECT_TRUE(says(position_error(kGame, "5/5/5/5/r4 b 6 8 0 -"),
                   "REDPOOL, character 14: r has 7 stones on board and in the pool; "
                   "before turn 3 it must be 8"));
  EXPECT_TRUE(says(position_error(kGame, "bbbbb/bbb2/5/rrr2/rrrr1 r 0 0 1 mp"),
                   "REDPOOL, character 27: r has 7 stones"));
  EXPECT_TRUE(says(position_error(kGame, "bbbbb/bb3/5/rrr2/rrrrr b 0 0 2 mp"),
                   "BLUEPOOL, character 28: b has 7 stones"));
  const std::string pushed_off = "bbbbb/bb3/5/rrr2/rrrrr b 0 1 2 mp";
  EXPECT_EQ(six(pushed_off).to_text(), pushed_off);
}

TEST(SixteenStoneRules, MissingStonesNeedTurnsToSacrificeThem) {
  COVERS(SIX-T12);
  const std::string blue = "bbbbb/bbb2/5/";
  const std::string red = "/5/rrr2/rrrrr";
  for (const auto& text :
       {blue + "rrr2/rrr2 r 0 0 7 mps", blue + "rr3/rrr2 r 0 0 7 mx", blue + "rr3/rrr2 r 0 0 7 m",
        blue + "rr3/rrr2 b 0 0 8 mps", "bbbbb/b4" + red + " r 0 0 7 mps",
        "bbbbb/b4" + red + " b 0 0 8 mps", "bbbbb/5" + red + " b 0 0 8 mpx"}) {
    EXPECT_EQ(six(text).to_text(), text);
  }
  EXPECT_TRUE(
      says(position_error(kGame, blue + "rr3/rrr2 r 0 0 7 mps"),
           "REDPOOL, character 25: r lacks 3 of its stones but could have sacrificed only 2"));
  EXPECT_TRUE(says(position_error(kGame, blue + "rr3/rr3 r 0 0 7 mx"),
                   "r lacks 4 of its stones but could have sacrificed only 3"));
  EXPECT_TRUE(says(position_error(kGame, blue + "rrr2/rrrr1 r 0 0 3 mps"),
                   "r lacks 1 of its stones but could have sacrificed only 0"));
  EXPECT_TRUE(
      says(position_error(kGame, "bbbbb/5" + red + " r 0 0 7 mps"),
           "BLUEPOOL, character 26: b lacks 3 of its stones but could have sacrificed only 2"));
  EXPECT_TRUE(says(position_error(kGame, "bbbbb/5" + red + " b 0 0 8 mps"),
                   "b lacks 3 of its stones but could have sacrificed only 2"));
}

TEST(SixteenStoneRules, PlacementPoolsFitThePlayer) {
  COVERS(SIX-T13);
  for (const std::string text : {"5/5/5/5/r4 b 7 8 0 -", "5/5/5/5/rb3 r 7 7 0 -"}) {
    EXPECT_EQ(six(text).to_text(), text);
  }
  const std::string_view wrong =
      "in placement the pools are equal with r to move, red's one less with b";
  for (const std::string text : {"5/5/5/5/r4 r 7 8 0 -", "5/5/5/5/rb3 b 7 7 0 -",
                                 "5/5/5/5/b4 b 8 7 0 -", "5/5/5/5/rr3 b 6 8 0 -"}) {
    EXPECT_TRUE(says(position_error(kGame, text), wrong));
  }
  EXPECT_TRUE(says(position_error(kGame, "5/5/5/5/r4 r 7 8 0 -"), "REDPOOL, character 14: "));
}

TEST(SixteenStoneRules, OddTurnsAreRedsEvenOnesBlues) {
  COVERS(SIX-T14);
  const std::string rows = "bbbbb/bbb2/5/rrr2/rrrrr";
  EXPECT_TRUE(says(position_error(kGame, rows + " r 0 0 22 mps"),
                   "TURN, character 31: odd turns are red's, even ones blue's; here r is to move"));
  EXPECT_TRUE(says(position_error(kGame, rows + " b 0 0 21 mps"), "here b is to move"));
  EXPECT_TRUE(says(position_error(kGame, rows + " r 0 0 2 mp"), "here r is to move"));
  EXPECT_EQ(six(rows + " r 0 0 21 mps").to_move(), 0);
  EXPECT_EQ(six(rows + " b 0 0 22 mps").to_move(), 1);
}

TEST(SixteenStoneRules, StateFitsTheTurn) {
  COVERS(SIX-T15);
  for (const std::string state : {"mps", "ps", "ms", "s", "mpx", "px", "mx", "x", "m", "p"}) {
    EXPECT_EQ(busy(" r 1 1 21 " + state).to_text(), kBusyRows + " r 1 1 21 " + state);
  }
  for (const std::string state : {"-", "mp", "mpsx", "sx", "pm", "mm", "q"}) {
    EXPECT_TRUE(says(position_error(kGame, kBusyRows + " r 1 1 21 " + state),
                     "STATE, character 26: expected mps, ps, ms, s, mpx, px, mx, x, m, p, found"));
  }
  const std::string placed = "bbbbb/bbb2/5/rrr2/rrrrr";
  for (const std::string state : {"mps", "m", "-"}) {
    EXPECT_TRUE(says(position_error(kGame, placed + " r 0 0 1 " + state),
                     "STATE, character 33: expected mp, found"));
    EXPECT_TRUE(says(position_error(kGame, placed + " b 0 0 2 " + state),
                     "STATE, character 33: expected mp, found"));
  }
  for (const std::string state : {"mps", "mp"}) {
    EXPECT_TRUE(says(position_error(kGame, "5/5/5/5/5 r 8 8 0 " + state),
                     "STATE, character 19: expected -, found"));
  }
}

TEST(SixteenStoneRules, OneSideHasTwoStonesInPlay) {
  COVERS(SIX-T17);
  EXPECT_TRUE(says(position_error(kGame, "b4/5/5/5/r4 r 0 0 21 mps"),
                   "ROWS, character 1: at least one side needs two stones on the board"));
  EXPECT_TRUE(says(position_error(kGame, "5/5/5/5/r4 r 1 2 21 mps"),
                   "at least one side needs two stones on the board"));
  EXPECT_EQ(result(six("b4/5/2r2/5/4r r 0 0 21 mps")), "p1win");
  EXPECT_EQ(result(six("r4/5/2b2/5/4b r 0 0 21 mps")), "p2win");
  EXPECT_EQ(result(six("5/5/5/5/r4 b 7 8 0 -")), "none");
}

TEST(SixteenStoneRules, PlacementEndsWithTheLastStone) {
  COVERS(SIX-T16);
  const auto done = position_error("sixteen-stone", "rrrrb/rrrrb/bbbbb/b4/5 r 0 0 0 -");
  EXPECT_NE(done.find("TURN, character 30: all stones are placed, so the turn is 1"),
            std::string::npos)
      << done;
  const auto open = position_error("sixteen-stone", "rrrrb/rrr1b/bbbbb/b4/5 r 1 0 1 mp");
  EXPECT_NE(open.find("turn 1 starts with empty pools"), std::string::npos) << open;
}

}  // namespace
}  // namespace tests

// Reasons of Sixteen Stone: each kind where it is true and where it is not. Red is to move.
#include "reasons.h"
#include "support.h"

namespace tests {
namespace {

using text::Message;
using Words = std::vector<std::string>;

ReasonCase sixteen_stone(const std::string& rows_and_pools, const std::string& played,
                         const std::string& better = "", const std::string& options = "") {
  return {.game = "sixteen-stone",
          .options = options,
          .position = rows_and_pools + (options == "size=10" ? " 201 mps" : " 41 mps"),
          .played = played,
          .answers = {},
          .better = better.empty() ? Words{} : Words{better}};
}

TEST(SixteenStoneReasons, AllowsAPushOff) {
  // Red's push along the edge brings a stone to a3, before the blue line of b3 and c3.
  const std::string at = "5/5/bbb2/r4/r3r r 0 0";
  const auto off = said(sixteen_stone(at, "a1>n,end", "e1-e2,end"), Message::kWhySixAllowsPushOff);
  EXPECT_EQ(off.arguments, (Words{"a3", "c3>w"}));
  EXPECT_EQ(off.cells, (Words{"a3", "b3", "c3"}));
  EXPECT_FALSE(said(sixteen_stone(at, "e1-e2,end"), Message::kWhySixAllowsPushOff));
  EXPECT_FALSE(
      said(sixteen_stone("5/5/bb1b1/r4/r3r r 0 0", "a1>n,end"), Message::kWhySixAllowsPushOff));
}

TEST(SixteenStoneReasons, AllowsACapture) {
  const std::string at = "5/5/1brrb/5/r4 r 0 1";
  EXPECT_EQ(said(sixteen_stone(at, "d3-d2"), Message::kWhySixAllowsCapture).arguments,
            (Words{"c3", "e3-d3xc3"}));
  // Without a stone in the pool nothing is captured.
  EXPECT_FALSE(said(sixteen_stone("5/5/1brrb/5/r4 r 0 0", "d3-d2"), Message::kWhySixAllowsCapture));
  EXPECT_FALSE(said(sixteen_stone(at, "a1-a2,end"), Message::kWhySixAllowsCapture));
}

TEST(SixteenStoneReasons, GoesWhereItIsTaken) {
  const std::string at = "5/5/1b2b/2r2/r3r r 0 1";
  EXPECT_EQ(said(sixteen_stone(at, "c2-c3"), Message::kWhySixWalksInto).arguments,
            (Words{"c3", "e3-d3xc3"}));
  EXPECT_FALSE(said(sixteen_stone(at, "e1-e2"), Message::kWhySixWalksInto));
}

TEST(SixteenStoneReasons, LeavesWhatWasThreatened) {
  const std::string at = "5/5/2bbr/5/rr3 r 0 0";
  const auto left = sixteen_stone(at, "a1-a2", "e3-e2");
  EXPECT_EQ(said(left, Message::kWhySixLeaves).arguments, (Words{"e3", "c3>e"}));
  EXPECT_EQ(said(left, Message::kWhySixSaves).arguments, (Words{"e3", "c3>e"}));
  EXPECT_FALSE(said(sixteen_stone(at, "e3-e2", "a1-a2"), Message::kWhySixLeaves));
  EXPECT_FALSE(said(sixteen_stone(at, "b1-c1", "a1-a2"), Message::kWhySixSaves));
}

TEST(SixteenStoneReasons, FeedsAnEmptyPool) {
  const std::string at = "5/5/2rrb/5/1br1b r 0 0";
  EXPECT_EQ(said(sixteen_stone(at, "c3>e,end"), Message::kWhySixFeedsPool).arguments,
            (Words{"c1", "e1-d1xc1"}));
  EXPECT_FALSE(said(sixteen_stone(at, "c1-c2,end"), Message::kWhySixFeedsPool));
  EXPECT_FALSE(
      said(sixteen_stone("5/5/2rrb/5/1br1b r 0 1", "c3>e,end"), Message::kWhySixFeedsPool));
  // The better turn feeds it as well, and takes the stone away from c1.
  const auto both = sixteen_stone(at, "c3>e,end", "c3>e,c1-c2");
  EXPECT_FALSE(said(both, Message::kWhySixFeedsPool));
  EXPECT_EQ(said(both, Message::kWhySixAllowsCapture).arguments, (Words{"c1", "e1-d1xc1"}));
}

TEST(SixteenStoneReasons, AllowsSeveralStones) {
  const auto two = sixteen_stone("rr2b/r2r1/3rb/1b3/5 r 1 2", "b5-c5,end");
  EXPECT_EQ(said(two, Message::kWhySixAllowsMany).arguments, (Words{"b2-c3xd3xd4", "2"}));
  EXPECT_FALSE(
      said(sixteen_stone("rr2b/r2r1/3rb/1b3/5 r 1 1", "b5-c5,end"), Message::kWhySixAllowsMany));
  const auto both = sixteen_stone("2bbr/r4/r4/5/1br1b r 0 1", "a3-a2");
  const auto combination = said(both, Message::kWhySixAllowsCombination);
  ASSERT_TRUE(combination);
  EXPECT_EQ(combination.arguments[0], "2");
  EXPECT_FALSE(
      said(sixteen_stone("2b1r/r4/r4/5/1br1b r 0 1", "a3-a2"), Message::kWhySixAllowsCombination));
}

TEST(SixteenStoneReasons, AllowsAPreparedPushOff) {
  const std::string at = "5/3b1/2b1r/5/rrr2 r 0 0";
  EXPECT_EQ(said(sixteen_stone(at, "a1-a2", "e3-e2"), Message::kWhySixAllowsTaking).arguments,
            Words{"d4-d3,c3>e"});
  EXPECT_FALSE(
      said(sixteen_stone("4b/5/2b1r/5/rrr2 r 0 0", "a1-a2"), Message::kWhySixAllowsTaking));
}

TEST(SixteenStoneReasons, AllowsAndStopsAWin) {
  const std::string at = "2bbr/5/5/5/r4 r 0 0";
  const auto turn = sixteen_stone(at, "a1-a2", "e5-e4");
  EXPECT_EQ(said(turn, Message::kWhySixAllowsWin).arguments, Words{"c5>e"});
  EXPECT_EQ(said(turn, Message::kWhySixStopsWin).arguments, Words{"c5>e"});
  const auto three = sixteen_stone("2bbr/5/5/5/rr3 r 0 0", "a1-a2", "e5-e4");
  EXPECT_FALSE(said(three, Message::kWhySixAllowsWin));
  EXPECT_FALSE(said(three, Message::kWhySixStopsWin));
}

TEST(SixteenStoneReasons, MissesAWin) {
  const auto turn = sixteen_stone("b4/5/2rrb/5/r4 r 0 0", "a1-a2,end", "c3>e");
  EXPECT_EQ(said(turn, Message::kWhySixMissesWin).arguments, Words{"c3>e"});
  EXPECT_EQ(said(turn, Message::kWhySixWins).arguments, Words{"c3>e"});
  const auto more = sixteen_stone("b3b/5/2rrb/5/r4 r 0 0", "a1-a2,end", "c3>e,end");
  EXPECT_FALSE(said(more, Message::kWhySixMissesWin));
  EXPECT_FALSE(said(more, Message::kWhySixWins));
}

TEST(SixteenStoneReasons, MissesAPushOff) {
  const std::string at = "b3b/5/2rrb/5/r4 r 0 0";
  const auto turn = sixteen_stone(at, "a1-a2,end", "c3>e,end");
  EXPECT_EQ(said(turn, Message::kWhySixMissesPushOff).arguments, (Words{"c3>e", "e3"}));
  EXPECT_EQ(said(turn, Message::kWhySixEndsEarly).arguments, Words{"c3>e"});
  EXPECT_EQ(said(turn, Message::kWhySixEndsEarly).cells, (Words{"e3", "d3", "c3"}));
  EXPECT_EQ(said(turn, Message::kWhySixPushesOff).arguments, Words{"e3"});
  // What the better turn leaves was not missed.
  const auto left = sixteen_stone(at, "a1-a2,end", "a1-b1,end");
  EXPECT_FALSE(said(left, Message::kWhySixMissesPushOff));
  EXPECT_FALSE(said(left, Message::kWhySixEndsEarly));
  EXPECT_FALSE(said(left, Message::kWhySixPushesOff));
}

TEST(SixteenStoneReasons, MissesACapture) {
  const std::string at = "b3b/5/1rb1r/5/r4 r 1 0";
  const auto turn = sixteen_stone(at, "a1-a2,end", "e3-d3xc3");
  EXPECT_EQ(said(turn, Message::kWhySixMissesCapture).arguments, (Words{"e3-d3xc3", "c3"}));
  EXPECT_EQ(said(turn, Message::kWhySixCaptures).arguments, Words{"c3"});
  const auto left = sixteen_stone(at, "a1-a2,end", "a1-b1,end");
  EXPECT_FALSE(said(left, Message::kWhySixMissesCapture));
  EXPECT_FALSE(said(left, Message::kWhySixCaptures));
}

TEST(SixteenStoneReasons, TakesFewerThanTheBetterTurn) {
  const std::string at = "rrb1b/5/1rb1r/5/b3b r 1 0";
  const auto turn = sixteen_stone(at, "e3-d3xc3,end", "e3-d3xc3,a5>e");
  EXPECT_FALSE(said(turn, Message::kWhySixTakesFewer));
  EXPECT_FALSE(said(turn, Message::kWhySixTakesMany)) << "the better turn takes one, too";
  const std::string both = "2rrb/5/1rb1r/5/b3b r 1 0";
  const auto fewer = sixteen_stone(both, "e3-d3xc3,end", "e3-d3xc3,c5>e");
  EXPECT_EQ(said(fewer, Message::kWhySixTakesFewer).arguments, (Words{"1", "2"}));
  EXPECT_EQ(said(fewer, Message::kWhySixTakesMany).arguments, Words{"2"});
  const auto more = sixteen_stone(both, "e3-d3xc3,c5>e", "e3-d3xc3,end");
  EXPECT_FALSE(said(more, Message::kWhySixTakesMany));
  EXPECT_EQ(said(fewer, Message::kWhySixEndsEarly).arguments, Words{"c5>e"});
}

TEST(SixteenStoneReasons, Sacrifices) {
  const std::string at = "b3b/5/5/5/r3r r 2 0";
  const auto wasted = sixteen_stone(at, "a1-a2,sacrifice,a2-a3", "a1-a2,end");
  EXPECT_TRUE(said(wasted, Message::kWhySixSacrificeWasted));
  EXPECT_EQ(said(wasted, Message::kWhySixKeepsPool).arguments, (Words{"2", "1"}));
  const auto kept = sixteen_stone(at, "a1-a2,end", "e1-e2,end");
  EXPECT_FALSE(said(kept, Message::kWhySixSacrificeWasted));
  EXPECT_FALSE(said(kept, Message::kWhySixKeepsPool));
  // Two pushes, one of them by the sacrifice.
  const std::string two = "b3b/2rrb/5/2rrb/r4 r 1 0";
  const auto pays = sixteen_stone(two, "c4>e,end", "c4>e,sacrifice,c2>e,end");
  EXPECT_EQ(said(pays, Message::kWhySixSacrificePays).arguments, (Words{"e2", "c2>e"}));
  EXPECT_FALSE(said(pays, Message::kWhySixSacrificeWasted));
  EXPECT_FALSE(
      said(sixteen_stone(two, "c4>e,end", "c4>e,a1-a2,end"), Message::kWhySixSacrificePays));
}

TEST(SixteenStoneReasons, EmptiesThePool) {
  const std::string at = "b3b/5/5/5/r3r r 1 0";
  EXPECT_TRUE(
      said(sixteen_stone(at, "a1-a2,sacrifice,a2-a3", "a1-a2,end"), Message::kWhySixEmptiesPool));
  EXPECT_FALSE(said(sixteen_stone(at, "a1-a2,end", "e1-e2,end"), Message::kWhySixEmptiesPool));
}

TEST(SixteenStoneReasons, LeavesAPoolEmpty) {
  const std::string at = "b3b/5/2rrb/5/r4 r 0 0";
  EXPECT_TRUE(said(sixteen_stone(at, "c3>e,end", "a1-a2,end"), Message::kWhySixStarvesPool));
  EXPECT_FALSE(said(sixteen_stone(at, "a1-a2,end", "c3>e,end"), Message::kWhySixStarvesPool));
}

TEST(SixteenStoneReasons, TheEdge) {
  const std::string at = "b3b/5/5/1r3/r4 r 0 0";
  const auto to = sixteen_stone(at, "b2-a2", "a1-b1");
  EXPECT_EQ(said(to, Message::kWhySixToEdge).arguments, (Words{"b2", "a2"}));
  EXPECT_FALSE(said(to, Message::kWhySixOffEdge));
  const std::string corner = "b3b/5/2r2/5/r4 r 0 0";
  const auto off = sixteen_stone(corner, "c3-c4", "a1-b2");
  EXPECT_EQ(said(off, Message::kWhySixOffEdge).arguments, (Words{"a1", "b2"}));
  EXPECT_FALSE(said(off, Message::kWhySixToEdge));
  const std::string push = "b4/5/1rrb1/5/r4 r 0 0";
  EXPECT_EQ(said(sixteen_stone(push, "a1-a2,end", "b3>e,end"), Message::kWhySixPushes).arguments,
            Words{"e3"});
  EXPECT_FALSE(said(sixteen_stone(push, "b3>e,end", "a1-a2,end"), Message::kWhySixPushes));
}

TEST(SixteenStoneReasons, Threats) {
  const std::string at = "b3b/5/2r1b/3r1/r4 r 0 0";
  const auto turn = sixteen_stone(at, "a1-a2", "d2-d3,end");
  EXPECT_TRUE(said(turn, Message::kWhySixThreatensNothing));
  EXPECT_EQ(said(turn, Message::kWhySixThreatens).arguments, (Words{"e3", "c3>e"}));
  EXPECT_FALSE(said(sixteen_stone(at, "d2-d3,end", "a1-a2"), Message::kWhySixThreatensNothing));
  EXPECT_FALSE(said(sixteen_stone(at, "d2-d3,end", "a1-a2"), Message::kWhySixThreatens));
}

TEST(SixteenStoneReasons, ThreatensTwoStones) {
  // On d3 the stone makes a line with c3 towards e3 and one with d4 towards d5.
  const std::string at = "b2b1/3r1/2r1b/4r/5 r 0 0";
  const auto turn = sixteen_stone(at, "e2-e1", "e2-d3,end");
  const auto two = said(turn, Message::kWhySixThreatensTwo);
  ASSERT_TRUE(two);
  EXPECT_EQ(std::set<std::string>(two.arguments.begin(), two.arguments.end()),
            (std::set<std::string>{"d5", "e3"}));
  EXPECT_FALSE(said(sixteen_stone("b4/3r1/2r1b/4r/4b r 0 0", "e2-d1", "e2-d3,end"),
                    Message::kWhySixThreatensTwo));
}

TEST(SixteenStoneReasons, ThreatensToWin) {
  // Behind d3 there will be a line before the stone on the edge, and the opponent has two.
  const auto turn = sixteen_stone("b4/5/2r1b/5/3r1 r 0 0", "c3-b3", "d1-d2");
  EXPECT_EQ(said(turn, Message::kWhySixThreatensWin).arguments, Words{"d2-d3,c3>e"});
  EXPECT_FALSE(said(sixteen_stone("b3b/5/2r1b/5/3r1 r 0 0", "c3-b3", "d1-d2"),
                    Message::kWhySixThreatensWin));
}

TEST(SixteenStoneReasons, NothingIsToBeTaken) {
  const std::string at = "5/5/2bbr/5/rr3 r 0 0";
  EXPECT_FALSE(said(sixteen_stone(at, "a1-a2", "e3-e2"), Message::kWhySixSafe));
  const std::string far = "bb3/5/4r/5/rr3 r 0 0";
  EXPECT_FALSE(said(sixteen_stone(far, "a1-a2", "a1-b2"), Message::kWhySixSafe));
  const std::string near = "5/5/2b1r/3b1/rr3 r 0 0";
  EXPECT_TRUE(said(sixteen_stone(near, "a1-a2", "e3-e4"), Message::kWhySixSafe));
}

TEST(SixteenStoneReasons, PushesOfTheOpponent) {
  const std::string at = "5/5/1bbr1/5/rr3 r 0 0";
  const auto turn = sixteen_stone(at, "a1-a2", "d3-d4");
  EXPECT_EQ(said(turn, Message::kWhySixAllowsPush).arguments, Words{"b3>e"});
  EXPECT_TRUE(said(turn, Message::kWhySixNoPush));
  EXPECT_FALSE(said(sixteen_stone(at, "d3-d4", "a1-a2"), Message::kWhySixAllowsPush));
  EXPECT_FALSE(said(sixteen_stone(at, "d3-d4", "a1-a2"), Message::kWhySixNoPush));
}

TEST(SixteenStoneReasons, FewerStones) {
  const std::string at = "b3b/5/2rrb/5/5 r 0 0";
  EXPECT_EQ(said(sixteen_stone(at, "c3-c2", "c3>e,end"), Message::kWhySixFewerStones).arguments,
            (Words{"2", "3"}));
  EXPECT_FALSE(said(sixteen_stone(at, "c3>e,end"), Message::kWhySixFewerStones));
}

ReasonCase placing(const std::vector<std::string>& opening, const std::string& played,
                   const std::string& better, const Words& answers = {}) {
  return {.game = "sixteen-stone",
          .opening = opening,
          .played = played,
          .answers = answers,
          .better = {better}};
}

TEST(SixteenStoneReasons, Placing) {
  // Blue has c3 and d3; red has b1 and b2.
  const std::vector<std::string> opening = {"b1", "c3", "b2", "d3"};
  const auto before_line = placing(opening, "e3", "b4");
  EXPECT_EQ(said(before_line, Message::kWhySixPlacesBeforeLine).arguments, (Words{"e3", "c3>e"}));
  EXPECT_EQ(said(before_line, Message::kWhySixPlacesOnEdge).arguments, Words{"e3"});
  EXPECT_EQ(said(before_line, Message::kWhySixPlacesInside).arguments, Words{"b4"});
  const auto before_push = placing(opening, "b3", "b4");
  EXPECT_EQ(said(before_push, Message::kWhySixPlacesBeforePush).arguments, (Words{"b3", "d3>w"}));
  // Off the lines of the enemy's pushes, and where a push drives the stone off the board.
  EXPECT_FALSE(said(placing(opening, "e5", "b4"), Message::kWhySixPlacesBeforePush));
  EXPECT_FALSE(said(before_line, Message::kWhySixPlacesBeforePush));
  EXPECT_FALSE(said(before_push, Message::kWhySixPlacesBeforeLine));
  EXPECT_FALSE(said(before_push, Message::kWhySixPlacesOnEdge));
  EXPECT_FALSE(said(before_push, Message::kWhySixPlacesInside));
  const auto line = placing({"a3", "c3", "a1", "d1"}, "e5", "b3");
  EXPECT_EQ(said(line, Message::kWhySixPlacesPush).arguments, (Words{"b3", "a3>e"}));
  EXPECT_FALSE(said(placing({"a3", "c3", "a1", "d1"}, "b3", "e5"), Message::kWhySixPlacesPush));
}

TEST(SixteenStoneReasons, PlacingFirst) {
  // With a stone on d3 blue could push the red one of e3 off the board.
  const std::vector<std::string> opening = {"e3", "c3"};
  const auto left = placing(opening, "a1", "d3", {"d3"});
  EXPECT_EQ(said(left, Message::kWhySixLeavesCell).arguments, Words{"d3"});
  EXPECT_EQ(said(left, Message::kWhySixAllowsPlacing).arguments, (Words{"d3", "c3>e"}));
  EXPECT_EQ(said(left, Message::kWhySixPlacesFirst).arguments, (Words{"d3", "c3>e"}));
  EXPECT_EQ(said(left, Message::kWhySixPlacesDeeper).arguments, Words{"d3"});
  const auto elsewhere = placing(opening, "a1", "d3", {"a5"});
  EXPECT_FALSE(said(elsewhere, Message::kWhySixLeavesCell));
  EXPECT_FALSE(said(elsewhere, Message::kWhySixAllowsPlacing));
  const auto first = placing(opening, "d3", "a1");
  EXPECT_FALSE(said(first, Message::kWhySixPlacesFirst));
  EXPECT_FALSE(said(first, Message::kWhySixPlacesDeeper));
  // On c3 blue could push the stone of c2, but not the one that was played there.
  EXPECT_EQ(said(placing({"c2", "c4"}, "a1", "c3"), Message::kWhySixPlacesFirst).arguments,
            (Words{"c3", "c4>s"}));
  EXPECT_FALSE(said(placing({"e5", "c4"}, "c2", "c3"), Message::kWhySixPlacesFirst));
}

TEST(SixteenStoneReasons, OptionsCount) {
  // With optional captures the opponent may still make them.
  const std::string at = "5/5/1b2b/2r2/r3r r 0 1";
  EXPECT_EQ(
      said(sixteen_stone(at, "c2-c3", "", "capture=optional"), Message::kWhySixWalksInto).arguments,
      (Words{"c3", "e3-d3xc3"}));
  const std::string large = "10/10/10/10/10/10/10/7bbr/10/rr8 r 0 0";
  EXPECT_EQ(
      said(sixteen_stone(large, "a1-a2", "j3-j2", "size=10"), Message::kWhySixLeaves).arguments,
      (Words{"j3", "h3>e"}));
  EXPECT_FALSE(said(sixteen_stone(large, "j3-j2", "a1-a2", "size=10"), Message::kWhySixLeaves));
}

ReasonCase sixteen_at(const std::string& position, const std::string& played,
                      const std::string& better) {
  return {.game = "sixteen-stone",
          .position = position,
          .played = played,
          .answers = {},
          .better = {better}};
}

// From games of weak players.
TEST(SixteenStoneReasons, WhatHoldsOfBothTurnsIsNoReason) {
  // Both take b1, and the turn played takes more.
  EXPECT_FALSE(
      said(sixteen_at("3r1/3b1/1r1b1/rrbb1/rb3 r 1 1 19 mps", "b3>s,b2-b3,end", "b2-c1xb1"),
           Message::kWhySixCaptures));
  // Both bring the stone from c1 to c2.
  EXPECT_FALSE(
      said(sixteen_at("5/1b1b1/rb1b1/rb3/r1r2 r 3 1 13 mps", "c1-c2xb2,sacrifice,c2-c3xb3,b2>n",
                      "c1-c2xb2,sacrifice,a3-a4xb3,b2>n"),
           Message::kWhySixOffEdge));
  // The stone on c5 is taken behind the better turn as well, in another way.
  EXPECT_FALSE(
      said(sixteen_at("r1brb/rrbrb/1brbr/2br1/5 b 0 1 4 mps", "b3>ne,c4-b3xc3", "c2-d1xd2,d1>n"),
           Message::kWhySixLeaves));
  // So are two stones in one turn, and so is one.
  EXPECT_FALSE(
      said(sixteen_at("bbrrb/rbrrb/3b1/2b2/5 r 2 1 9 mps", "c5>e,a4-a3,end", "a4-a3xb4,d5>s,end"),
           Message::kWhySixAllowsCombination));
  EXPECT_FALSE(said(sixteen_at("3b1/3b1/1rbb1/r4/rr3 r 2 2 21 mps",
                               "b3-c2,b1>ne,sacrifice,c2-b3xc3", "b3-b2,end"),
                    Message::kWhySixAllowsTaking));
}

}  // namespace
}  // namespace tests

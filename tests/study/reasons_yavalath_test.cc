// Reasons of Yavalath: each kind where it is true and where it is not.
#include "reasons.h"
#include "support.h"

namespace tests {
namespace {

using text::Message;
using Texts = std::vector<std::string>;

// Stones of both players on an empty board without the swap; the first player is to move where
// there are as many of both.
ReasonCase yavalath(const Texts& first, const Texts& second, const std::string& played,
                    const Texts& better, const Texts& answers = {}) {
  Texts opening;
  for (std::size_t i = 0; i < first.size(); ++i) {
    opening.push_back(first[i]);
    if (i < second.size()) opening.push_back(second[i]);
  }
  return {.game = "yavalath",
          .options = "swap=off",
          .opening = opening,
          .played = played,
          .answers = answers,
          .better = better};
}

Texts sorted(Texts texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST(YavalathReasons, AllowsAFourOrBlocksIt) {
  const Texts own = {"a1", "a5", "i1"}, three = {"e1", "e2", "e4"};
  const auto left = said(yavalath(own, three, "i5", {"e3"}), Message::kWhyYavLeavesFour);
  EXPECT_EQ(left.arguments, Texts{"e3"});
  EXPECT_EQ(sorted(left.cells), (Texts{"e1", "e2", "e3", "e4"}));
  EXPECT_TRUE(said(yavalath(own, three, "i5", {"e3"}), Message::kWhyYavBlocksFour));
  // Both turns leave it, or the one played closes it.
  EXPECT_FALSE(said(yavalath(own, three, "i5", {"i4"}), Message::kWhyYavLeavesFour));
  EXPECT_FALSE(said(yavalath(own, three, "e3", {"i4"}), Message::kWhyYavLeavesFour));
  EXPECT_FALSE(said(yavalath(own, three, "e3", {"i4"}), Message::kWhyYavBlocksFour));
}

TEST(YavalathReasons, MissesAFourThatTheBetterTurnMakes) {
  const Texts three = {"e1", "e2", "e4"}, other = {"a1", "a5", "i1"};
  const auto missed = yavalath(three, other, "i5", {"e3"});
  EXPECT_EQ(said(missed, Message::kWhyYavMissesFour).arguments, Texts{"e3"});
  EXPECT_EQ(sorted(said(missed, Message::kWhyYavMakesFour).cells), (Texts{"e1", "e2", "e3", "e4"}));
  EXPECT_FALSE(said(yavalath(three, other, "e3", {"i5"}), Message::kWhyYavMissesFour));
  EXPECT_FALSE(
      said(yavalath({"e1", "e2"}, {"a1", "a5"}, "i5", {"e4"}), Message::kWhyYavMissesFour));
  EXPECT_FALSE(said(yavalath({"e1", "e2"}, {"a1", "a5"}, "i5", {"e4"}), Message::kWhyYavMakesFour));
}

TEST(YavalathReasons, MakesThree) {
  const auto three =
      said(yavalath({"e1", "e2"}, {"a1", "a5"}, "e3", {"i5"}), Message::kWhyYavMakesThree);
  EXPECT_EQ(sorted(three.cells), (Texts{"e1", "e2", "e3"}));
  EXPECT_FALSE(
      said(yavalath({"e1", "e2"}, {"a1", "a5"}, "e4", {"i5"}), Message::kWhyYavMakesThree));
  // With three players, who is then out.
  ReasonCase three_players = yavalath({}, {}, "e3", {"i5"});
  three_players.options = "players=3";
  three_players.opening = {"e1", "a1", "c1", "e2", "a4", "c4"};
  EXPECT_TRUE(said(three_players, Message::kWhyYavMakesThree));
  three_players.played = "e6";
  EXPECT_FALSE(said(three_players, Message::kWhyYavMakesThree));
}

TEST(YavalathReasons, AllowsOrThreatensTwoFours) {
  const Texts pairs = {"e1", "e2", "e6", "e7"}, far = {"a1", "a4", "i1", "i4"};
  const auto allowed = said(yavalath(far, pairs, "c7", {"e4"}), Message::kWhyYavLetsTwoFours);
  EXPECT_EQ(allowed.arguments, (Texts{"e4", "e3", "e5"}));
  EXPECT_EQ(allowed.cells.size(), 7u);
  EXPECT_FALSE(said(yavalath(far, pairs, "e4", {"c7"}), Message::kWhyYavLetsTwoFours));
  EXPECT_FALSE(said(yavalath({"a1", "a4", "i1"}, {"e1", "e2", "e6"}, "c7", {"e4"}),
                    Message::kWhyYavLetsTwoFours));
  EXPECT_EQ(said(yavalath(pairs, far, "c7", {"e4"}), Message::kWhyYavTwoFours).arguments,
            (Texts{"e3", "e5"}));
  EXPECT_FALSE(said(yavalath(pairs, far, "e4", {"c7"}), Message::kWhyYavTwoFours));
}

TEST(YavalathReasons, StandsWhereThreatsWouldWin) {
  const Texts pairs = {"e1", "e2", "e6", "e7"}, far = {"a1", "a4", "i1", "i4"};
  EXPECT_TRUE(said(yavalath(far, pairs, "c7", {"e4"}), Message::kWhyYavTakesKey));
  EXPECT_FALSE(said(yavalath(far, pairs, "c7", {"e3"}), Message::kWhyYavTakesKey));
  EXPECT_EQ(said(yavalath(far, pairs, "c7", {"e3"}), Message::kWhyYavBreaksChain).arguments,
            Texts{"e4"});
  // Elsewhere the threats go on.
  EXPECT_FALSE(said(yavalath(far, pairs, "c7", {"c1"}), Message::kWhyYavTakesKey));
  EXPECT_FALSE(said(yavalath(far, pairs, "c7", {"c1"}), Message::kWhyYavBreaksChain));
  // Where the block makes three, any other cell that the opponent tries is no part of it.
  const auto key = yavalath({"d2", "f3"}, {"e1", "e2"}, "i5", {"e4"});
  EXPECT_EQ(sorted(said(key, Message::kWhyYavTakesKey).cells), (Texts{"e3", "e4"}));
}

TEST(YavalathReasons, FoursWhereTheBlockMakesThree) {
  const Texts pair = {"e1", "e2"}, around = {"d2", "f3"}, far = {"a1", "a5"};
  EXPECT_EQ(said(yavalath(around, pair, "i5", {"e4"}), Message::kWhyYavLetsFatalBlock).arguments,
            (Texts{"e4", "e3"}));
  EXPECT_FALSE(said(yavalath(far, pair, "i5", {"e4"}), Message::kWhyYavLetsFatalBlock));
  EXPECT_EQ(said(yavalath(pair, around, "i5", {"e4"}), Message::kWhyYavFatalBlock).arguments,
            Texts{"e3"});
  EXPECT_FALSE(said(yavalath(pair, far, "i5", {"e4"}), Message::kWhyYavFatalBlock));
}

// e4 forces e3, and then g4 threatens on f4 and on g5; or the other way round.
TEST(YavalathReasons, ChainsOfThreats) {
  const Texts chain = {"e1", "e2", "d3", "g6", "g7"}, far = {"a1", "a5", "i1", "i5", "c7"};
  const auto allowed = said(yavalath(far, chain, "i3", {"e4"}), Message::kWhyYavLetsChain);
  ASSERT_TRUE(allowed);
  EXPECT_EQ(allowed.arguments[1], "5");
  EXPECT_EQ(sorted(allowed.cells), (Texts{"e3", "e4", "f4", "g4", "g5"}));
  EXPECT_FALSE(said(yavalath(far, chain, "e4", {"i3"}), Message::kWhyYavLetsChain));
  const Texts less = {"e1", "e2"}, fewer = {"a1", "a5"};
  EXPECT_FALSE(said(yavalath(fewer, less, "i3", {"e4"}), Message::kWhyYavLetsChain));
  const auto begins = [&](const char* cell) {
    return bool(said(yavalath(chain, far, "i3", {cell}), Message::kWhyYavBeginsChain));
  };
  EXPECT_NE(begins("e4"), begins("g4"));  // the one that was found first
  EXPECT_FALSE(begins("b1"));
}

TEST(YavalathReasons, ThreatsThatMustBeBlocked) {
  const Texts pair = {"e1", "e2"}, far = {"a1", "a5"};
  EXPECT_EQ(said(yavalath(far, pair, "i5", {"e4"}, {"e4"}), Message::kWhyYavLetsThreat).arguments,
            (Texts{"e4", "e3"}));
  EXPECT_FALSE(said(yavalath(far, pair, "i5", {"e4"}, {"i1"}), Message::kWhyYavLetsThreat));
  EXPECT_EQ(said(yavalath(pair, far, "i5", {"e4"}), Message::kWhyYavForcesBlock).arguments,
            Texts{"e3"});
  EXPECT_FALSE(said(yavalath(pair, far, "e4", {"i5"}), Message::kWhyYavForcesBlock));
}

TEST(YavalathReasons, ThreatsThatComeToNothing) {
  const Texts pair = {"e1", "e2"};
  const auto counter = yavalath(pair, {"d2", "g3"}, "e4", {"i5"});
  EXPECT_EQ(said(counter, Message::kWhyYavForcesCounter).arguments, (Texts{"e3", "f3"}));
  EXPECT_FALSE(said(counter, Message::kWhyYavSpendsThreat));
  const auto spent = yavalath(pair, {"a1", "a5"}, "e4", {"i5"});
  EXPECT_EQ(said(spent, Message::kWhyYavSpendsThreat).arguments, Texts{"e3"});
  EXPECT_FALSE(said(spent, Message::kWhyYavForcesCounter));
}

TEST(YavalathReasons, BarsACellByAnOwnThree) {
  EXPECT_EQ(said(yavalath({"e1"}, {"a1"}, "e2", {"i5"}), Message::kWhyYavBarsOwn).arguments,
            Texts{"e3"});
  EXPECT_FALSE(said(yavalath({"e1"}, {"a1"}, "i5", {"i1"}), Message::kWhyYavBarsOwn));
  EXPECT_FALSE(said(yavalath({"e1"}, {"a1"}, "e2", {"e3"}), Message::kWhyYavBarsOwn));  // it too
}

TEST(YavalathReasons, GivesMoreThreats) {
  const Texts pair = {"e1", "e2"}, far = {"a1", "a5"};
  EXPECT_EQ(said(yavalath(far, pair, "i5", {"e4"}), Message::kWhyYavLeavesForcing).arguments,
            Texts{"e4"});
  EXPECT_FALSE(said(yavalath(far, pair, "i5", {"i1"}), Message::kWhyYavLeavesForcing));
  EXPECT_FALSE(said(yavalath(far, pair, "e4", {"i5"}), Message::kWhyYavLeavesForcing));
  // What only the answer would make possible is not there yet.
  EXPECT_FALSE(
      said(yavalath({"c5"}, {}, "h5", {"a1", "i5"}, {"c4"}), Message::kWhyYavLeavesForcing));
}

TEST(YavalathReasons, OpenPairs) {
  EXPECT_EQ(
      said(yavalath({"a1"}, {"e4"}, "a5", {"e5"}, {"e5"}), Message::kWhyYavLetsPair).arguments,
      (Texts{"e5", "e4"}));
  EXPECT_FALSE(said(yavalath({"a1"}, {"e4"}, "a5", {"i5"}, {"e9"}), Message::kWhyYavLetsPair));
  EXPECT_EQ(said(yavalath({"e3"}, {"a1"}, "i5", {"e5"}), Message::kWhyYavMakesPair).arguments,
            Texts{"e3"});
  EXPECT_FALSE(said(yavalath({"e3"}, {"a1"}, "i5", {"e9"}), Message::kWhyYavMakesPair));
  // One side is the edge, or is taken.
  EXPECT_FALSE(said(yavalath({"a1"}, {"e1"}, "a5", {"i5"}, {"e2"}), Message::kWhyYavLetsPair));
  EXPECT_FALSE(said(yavalath({"e7"}, {"e4"}, "a5", {"i5"}, {"e5"}), Message::kWhyYavLetsPair));
  EXPECT_FALSE(said(yavalath({"c1"}, {"a1"}, "i5", {"c3"}), Message::kWhyYavMakesPair));
}

TEST(YavalathReasons, StandsInTheWayOfAPair) {
  EXPECT_TRUE(said(yavalath({"a1", "a5"}, {"e1", "e2"}, "i5", {"e3"}), Message::kWhyYavStopsPair));
  EXPECT_FALSE(said(yavalath({"a1", "a5"}, {"e1", "e2"}, "i5", {"i1"}), Message::kWhyYavStopsPair));
  // With one cell on each side the two can only become three.
  EXPECT_FALSE(said(yavalath({"e3", "e8"}, {"e5", "e6"}, "i5", {"e4"}), Message::kWhyYavStopsPair));
}

TEST(YavalathReasons, TheSwap) {
  const auto with_swap = [](const Texts& opening, const std::string& played, const Texts& better,
                            const Texts& answers) {
    return ReasonCase{.game = "yavalath",
                      .opening = opening,
                      .played = played,
                      .answers = answers,
                      .better = better};
  };
  EXPECT_TRUE(said(with_swap({}, "e5", {"a1"}, {"swap"}), Message::kWhyYavFirstStone));
  EXPECT_FALSE(said(with_swap({}, "e5", {"a1"}, {"d4"}), Message::kWhyYavFirstStone));
  EXPECT_EQ(said(with_swap({"a1"}, "swap", {"e5"}, {}), Message::kWhyYavWrongSwap).cells,
            Texts{"a1"});
  EXPECT_FALSE(said(with_swap({"a1"}, "e5", {"d4"}, {}), Message::kWhyYavWrongSwap));
  EXPECT_TRUE(said(with_swap({"e5"}, "d4", {"swap"}, {}), Message::kWhyYavRightSwap));
  EXPECT_FALSE(said(with_swap({"e5"}, "swap", {"d4"}, {}), Message::kWhyYavRightSwap));
}

ReasonCase at_position(const std::string& position, const std::string& played, const Texts& better,
                       const Texts& answers, const std::string& options = "") {
  return {.game = "yavalath",
          .options = options,
          .position = position,
          .played = played,
          .answers = answers,
          .better = better};
}

// The answer could be given to the better turn as well, and would do the same.
TEST(YavalathReasons, WhatTheSameAnswerDoesToBothTurnsIsNoReason) {
  const char* pair = "3w1/6/7/8/6b2/8/7/6/5 w -";
  EXPECT_FALSE(said(at_position(pair, "a4", {"f4", "g4"}, {"e6"}), Message::kWhyYavLetsPair));
  EXPECT_TRUE(said(at_position(pair, "a4", {"e6", "g4"}, {"e6"}), Message::kWhyYavLetsPair));
  const char* threat = "3b1/6/2ww3/8/9/3wb3/7/6/bw3 b -";
  EXPECT_FALSE(said(at_position(threat, "d6", {"g6", "f7"}, {"g1"}), Message::kWhyYavLetsThreat));
  EXPECT_TRUE(said(at_position(threat, "d6", {"g2", "f7"}, {"g1"}), Message::kWhyYavLetsThreat));
  // A swap that is expected behind one first stone only.
  const auto first = [](const Texts& better) {
    return ReasonCase{.game = "yavalath", .played = "e5", .answers = {"swap"}, .better = better};
  };
  EXPECT_TRUE(said(first({"b6", "e5"}), Message::kWhyYavFirstStone));
  EXPECT_FALSE(said(first({"d4", "swap"}), Message::kWhyYavFirstStone));
}

TEST(YavalathReasons, CellsToThreatenFrom) {
  // Beside e1 and e4 a stone on e2 or e3 leaves one cell of the four empty.
  const auto made = said(yavalath({"e1"}, {"a1"}, "i5", {"e4", "a5"}), Message::kWhyYavGainsCells);
  EXPECT_EQ(made.arguments, Texts{"e2, e3"});
  EXPECT_EQ(sorted(made.cells), (Texts{"e2", "e3", "e4"}));
  EXPECT_FALSE(said(yavalath({"e1"}, {"a1"}, "e4", {"i5"}), Message::kWhyYavGainsCells));
  ReasonCase turn = yavalath({"a1"}, {"e1"}, "c7", {"e3", "i1"}, {"e4"});
  EXPECT_EQ(said(turn, Message::kWhyYavLetsCells).arguments, (Texts{"e4", "e2, e3"}));
  turn.better = {"i1", "i5"};
  EXPECT_FALSE(said(turn, Message::kWhyYavLetsCells));
}

TEST(YavalathReasons, TheCellItself) {
  const auto apart = yavalath({"a1"}, {"e5"}, "i5", {"a2"});
  EXPECT_EQ(said(apart, Message::kWhyYavApart).cells, Texts{"i5"});
  EXPECT_FALSE(said(yavalath({"a1"}, {"e5"}, "a3", {"i5"}), Message::kWhyYavApart));
  // Three lines begin in a corner, twelve go through the centre.
  const auto few = yavalath({"a1"}, {"a5"}, "i5", {"e5"});
  EXPECT_EQ(said(few, Message::kWhyYavFewLines).arguments, (Texts{"3", "12"}));
  EXPECT_FALSE(said(yavalath({"a1"}, {"a5"}, "e5", {"i5"}), Message::kWhyYavFewLines));
  const auto left = yavalath({"a1"}, {"a5"}, "i5", {"e5", "d4"}, {"e5"});
  EXPECT_EQ(said(left, Message::kWhyYavLeavesCell).arguments, Texts{"e5"});
  EXPECT_FALSE(
      said(yavalath({"a1"}, {"a5"}, "i5", {"e5", "d4"}, {"d4"}), Message::kWhyYavLeavesCell));
  const auto closed = yavalath({"a1"}, {"e5"}, "a2", {"e6"});
  // Three lines of four through e6 have the stone on e5; those without a stone do not count.
  const auto closes = said(closed, Message::kWhyYavBlocksMore);
  EXPECT_EQ(closes.arguments, (Texts{"3", "0"}));
  const text::Note note{Message::kWhyYavBlocksMore, closes.arguments};
  EXPECT_NE(text::render(note, text::Language::kEnglish).find("have stones"), std::string::npos);
  EXPECT_FALSE(said(yavalath({"a1"}, {"e5"}, "e6", {"a2"}), Message::kWhyYavBlocksMore));
}

// g4 prepares i2, and f4 of the opponent c5.
TEST(YavalathReasons, PreparesAChain) {
  const char* position = "4w/4w1/4b2/4w1b1/4b4/8/7/6/5 w -";
  const auto turn = at_position(position, "f3", {"g4", "f4"}, {"f4"});
  EXPECT_EQ(said(turn, Message::kWhyYavPrepares).arguments, Texts{"i2"});
  EXPECT_EQ(said(turn, Message::kWhyYavLetsPrepare).arguments, (Texts{"f4", "c5"}));
  EXPECT_FALSE(said(at_position(position, "g4", {"f3", "f4"}, {"f4"}), Message::kWhyYavPrepares));
  // Behind a stone far away it is prepared all the same.
  EXPECT_FALSE(
      said(at_position(position, "f3", {"a1", "a2"}, {"f4"}), Message::kWhyYavLetsPrepare));
}

TEST(YavalathReasons, WithThreePlayers) {
  const auto turn = [](const Texts& opening, const std::string& played, const Texts& better,
                       const Texts& answers = {}) {
    ReasonCase three = yavalath({}, {}, played, better, answers);
    three.options = "players=3";
    three.opening = opening;
    return three;
  };
  // e4 of the second player threatens e3, where the first one would make three with d2 and f3.
  const Texts around = {"d2", "e1", "a1", "f3", "e2", "a5"};
  EXPECT_EQ(said(turn(around, "i5", {"e4"}), Message::kWhyYavLetsFatalBlock).arguments,
            (Texts{"e4", "e3"}));
  EXPECT_EQ(said(turn(around, "i5", {"e4"}), Message::kWhyYavNextForcing).arguments, Texts{"e4"});
  EXPECT_FALSE(said(turn(around, "i5", {"e4"}), Message::kWhyYavLeavesForcing));
  EXPECT_FALSE(said(turn(around, "e4", {"i5"}), Message::kWhyYavLetsFatalBlock));
  EXPECT_FALSE(said(turn(around, "e4", {"i5"}), Message::kWhyYavNextForcing));
  // Two fours of one player can be blocked by the two others.
  const Texts pairs = {"a1", "e1", "i1", "a4", "e2", "i4", "c1", "e6", "c7", "g1", "e7", "g7"};
  EXPECT_FALSE(said(turn(pairs, "b6", {"e4"}), Message::kWhyYavLetsTwoFours));
  // The last player has to block.
  const Texts own = {"e1", "a1", "i1", "e2", "a5", "i5"};
  EXPECT_EQ(said(turn(own, "c1", {"e4"}), Message::kWhyYavForcesBlock).arguments, Texts{"e3"});
  EXPECT_FALSE(said(turn(own, "e4", {"c1"}), Message::kWhyYavForcesBlock));
}

// Where no chain of threats can be told of, one cell more and two lines more are worth a word.
TEST(YavalathReasons, SmallDifferencesWithThreePlayers) {
  const auto turn = [](const char* position, const char* played, const Texts& better,
                       const Texts& answers = {}) {
    return at_position(position, played, better, answers, "players=3");
  };
  // Black on d1 and f2: g2 leaves e2 empty, e2 would make three.
  const char* gap = "5/1w4/7/1b1rb3/3wr2b1/3rw3/7/1w4/5 b -";
  EXPECT_EQ(said(turn(gap, "a2", {"d1"}), Message::kWhyYavGainsCells).arguments, Texts{"g2"});
  EXPECT_FALSE(said(turn(gap, "d1", {"a2"}), Message::kWhyYavGainsCells));
  const char* spread = "5/1w4/7/1b1rb3/4r2b1/3rw3/7/1w4/5 w -";
  EXPECT_EQ(said(turn(spread, "e4", {"f3"}), Message::kWhyYavFewLines).arguments,
            (Texts{"3", "5"}));
  EXPECT_FALSE(said(turn(spread, "f3", {"e4"}), Message::kWhyYavFewLines));
  // Red stands between the stones of Black, who plays after White.
  const char* pair = "5/2b3/1r2bw1/1w1rbr2/bwbbrw1w1/3bw3/7/1rrw2/5 r -";
  const auto stops = said(turn(pair, "d3", {"i2"}), Message::kWhyYavStopsPair);
  EXPECT_EQ(sorted(stops.cells), (Texts{"f5", "h3", "i2"}));
  EXPECT_FALSE(said(turn(pair, "d3", {"a1"}), Message::kWhyYavStopsPair));
  EXPECT_FALSE(said(turn(pair, "i2", {"d3"}), Message::kWhyYavStopsPair));
  // Of two players the same stones are not worth it.
  EXPECT_FALSE(said(yavalath({"f2"}, {"a5"}, "i5", {"d1"}), Message::kWhyYavGainsCells));
}

}  // namespace
}  // namespace tests

// Reasons of Epaminondas: each kind where it is true and where it is not.
#include "reasons.h"
#include "support.h"

namespace tests {
namespace {

using text::Message;
using Words = std::vector<std::string>;

ReasonCase epaminondas(const std::string& position, const std::string& played, const Words& better,
                       const Words& answers = {}) {
  return {.game = "epaminondas",
          .position = position,
          .played = played,
          .answers = answers,
          .better = better};
}

// c9, c10 and c11 take what stands on c6, and with it c5.
constexpr const char* kTwoAttacked = "10b3/2b11/2b11/2b11/14/14/2w11/2w11/14/14/14/w13 w";
constexpr const char* kOneAttacked = "10b3/2b11/2b11/2b11/14/14/2w11/14/14/14/14/w13 w";

TEST(EpaminondasReasons, LeavesStonesToBeCaptured) {
  const auto two = epaminondas(kTwoAttacked, "a1-a2", {"c6-d7"}, {"c11xc6"});
  EXPECT_EQ(said(two, Message::kWhyEpaLosesPhalanx).arguments, (Words{"2", "c11xc6"}));
  EXPECT_EQ(said(two, Message::kWhyEpaSaves).arguments, (Words{"c5, c6", "c11xc6"}));
  EXPECT_FALSE(said(two, Message::kWhyEpaLosesStone));
  const auto saved = epaminondas(kTwoAttacked, "c6-d7", {"a1-a2"});
  EXPECT_FALSE(said(saved, Message::kWhyEpaLosesPhalanx));
  EXPECT_FALSE(said(saved, Message::kWhyEpaSaves));
  const auto one = epaminondas(kOneAttacked, "a1-a2", {"c6-d7"});
  EXPECT_EQ(said(one, Message::kWhyEpaLosesStone).arguments, (Words{"c6", "c11xc6"}));
  EXPECT_FALSE(said(one, Message::kWhyEpaLosesPhalanx));
  EXPECT_FALSE(said(epaminondas(kOneAttacked, "c6-d7", {"a1-a2"}), Message::kWhyEpaLosesStone));
}

// d7 and d6 take what stands on d4, but not in time where white has crossed.
TEST(EpaminondasReasons, ACaptureThatComesTooLate) {
  const char* position = "14/2w11/14/14/14/3b10/3b10/14/3w10/14/14/14 w";
  EXPECT_EQ(said(epaminondas(position, "c11-b11", {}), Message::kWhyEpaLosesStone).arguments,
            (Words{"d4", "d7xd4"}));
  EXPECT_FALSE(said(epaminondas(position, "c11-c12", {}), Message::kWhyEpaLosesStone));
}

// d8xd4 takes two whether white captures first or not.
TEST(EpaminondasReasons, ACaptureThatTheBetterTurnAllowsToo) {
  const char* position = "14/14/14/14/3b10/3b10/3b10/14/b2w10/3w10/w13/w13 w";
  EXPECT_EQ(said(epaminondas(position, "a2-a3", {}), Message::kWhyEpaLosesPhalanx).arguments,
            (Words{"2", "d8xd4"}));
  const auto both = epaminondas(position, "a2-a3", {"a1xa4"});
  EXPECT_FALSE(said(both, Message::kWhyEpaLosesPhalanx));
  EXPECT_TRUE(said(both, Message::kWhyEpaCaptures));
}

TEST(EpaminondasReasons, LosesAnExchange) {
  const char* guarded = "10b3/2b11/2b11/2b11/14/14/2w1ww8/2w11/14/14/14/w13 w";
  const auto trade = said(epaminondas(guarded, "a1-a2", {"c6-d7"}), Message::kWhyEpaBadTrade);
  EXPECT_EQ(trade.arguments, (Words{"c11xc6", "c5, c6", "1"}));
  EXPECT_FALSE(said(epaminondas(guarded, "c6-d7", {"a1-a2"}), Message::kWhyEpaBadTrade));
  // A part that is still captured is not saved, whatever is captured back.
  EXPECT_TRUE(said(epaminondas(guarded, "a1-a2", {"c6-d7"}), Message::kWhyEpaSaves));
  EXPECT_FALSE(said(epaminondas(guarded, "a1-a2", {"c5-b4"}), Message::kWhyEpaSaves));
  EXPECT_FALSE(said(epaminondas(kTwoAttacked, "a1-a2", {"c6-d7"}), Message::kWhyEpaBadTrade));
}

TEST(EpaminondasReasons, Captures) {
  const char* position = "10b3/14/14/14/14/14/2b11/14/14/2w11/2w11/w1w11 w";
  EXPECT_EQ(said(epaminondas(position, "a1-a2", {"c1xc6"}), Message::kWhyEpaCaptures).arguments,
            Words{"c6"});
  EXPECT_FALSE(said(epaminondas(position, "c1xc6", {"a1-a2"}), Message::kWhyEpaCaptures));
}

TEST(EpaminondasReasons, ThreatensACapture) {
  const char* own = "10b3/14/14/14/14/14/14/2b11/14/14/2w11/w1w11 w";
  EXPECT_EQ(said(epaminondas(own, "a1-a2", {"c1-c3"}), Message::kWhyEpaThreatens).arguments,
            (Words{"c2xc5", "c5"}));
  EXPECT_FALSE(said(epaminondas(own, "c1-c3", {"a1-a2"}), Message::kWhyEpaThreatens));
  const char* theirs = "10b3/10b3/14/14/10w3/14/14/14/14/14/14/w13 w";
  EXPECT_EQ(said(epaminondas(theirs, "a1-a2", {"k8-k7"}, {"k12-k10"}), Message::kWhyEpaLetsThreat)
                .arguments,
            (Words{"k12-k10", "k11xk8", "k8"}));
  EXPECT_FALSE(
      said(epaminondas(theirs, "a1-a2", {"k8-k7"}, {"k12-l12"}), Message::kWhyEpaLetsThreat));
}

TEST(EpaminondasReasons, FormsAPhalanx) {
  // The stone on d11 could go where the phalanx is formed.
  const char* theirs = "1bb1b9/3w10/14/14/14/14/14/14/14/14/14/w13 w";
  EXPECT_EQ(said(epaminondas(theirs, "a1-a2", {"d11-d12"}, {"e12-d12"}), Message::kWhyEpaLetsForm)
                .arguments,
            (Words{"e12-d12", "3"}));
  EXPECT_FALSE(
      said(epaminondas(theirs, "a1-a2", {"a1-b1"}, {"e12-d12"}), Message::kWhyEpaLetsForm));
  EXPECT_FALSE(
      said(epaminondas(theirs, "a1-a2", {"d11-d12"}, {"e12-f12"}), Message::kWhyEpaLetsForm));
  const char* own = "10b3/14/14/14/14/14/14/14/14/14/14/1ww1w9 w";
  EXPECT_EQ(said(epaminondas(own, "e1-e2", {"e1-d1"}), Message::kWhyEpaForms).arguments,
            Words{"3"});
  EXPECT_FALSE(said(epaminondas(own, "e1-d1", {"e1-e2"}), Message::kWhyEpaForms));
}

TEST(EpaminondasReasons, BreaksItsOwnShape) {
  const char* column = "10b3/14/14/14/14/14/14/14/14/2w11/2w11/2w11 w";
  const auto front = epaminondas(column, "c3-d4", {"c1-c4"});
  EXPECT_EQ(said(front, Message::kWhyEpaAlone).arguments, Words{"d4"});
  EXPECT_EQ(said(epaminondas(column, "c3-c4", {"c1-c4"}), Message::kWhyEpaSplits).arguments,
            Words{"3"});
  EXPECT_FALSE(said(front, Message::kWhyEpaOpensRow));
  const auto whole = epaminondas(column, "c1-c4", {"c3-c4"});
  EXPECT_EQ(said(whole, Message::kWhyEpaOpensRow).arguments, Words{"c1"});
  EXPECT_FALSE(said(whole, Message::kWhyEpaSplits));
  EXPECT_FALSE(said(whole, Message::kWhyEpaAlone));
  // It was alone before.
  const char* single = "10b3/14/14/14/14/14/14/14/14/14/14/1ww1w9 w";
  EXPECT_FALSE(said(epaminondas(single, "e1-e2", {"e1-d1"}), Message::kWhyEpaAlone));
}

TEST(EpaminondasReasons, LetsAPhalanxBeStopped) {
  const char* facing = "10b3/14/14/14/2b11/2b11/2b11/14/14/2w11/2w11/w1w11 w";
  EXPECT_EQ(
      said(epaminondas(facing, "a1-a2", {"c1-c5"}, {"c8-c4"}), Message::kWhyEpaLetsBlock).arguments,
      (Words{"c8-c4", "3", "c4"}));
  EXPECT_FALSE(
      said(epaminondas(facing, "a1-a2", {"c1-c5"}, {"k12-k11"}), Message::kWhyEpaLetsBlock));
}

TEST(EpaminondasReasons, LetsTheOpponentCross) {
  const char* near = "10b3/14/14/14/14/14/14/2w11/2w11/14/2b11/14 w";
  const auto lets = epaminondas(near, "c5-d6", {"c5xc2"});
  const auto crossing = said(lets, Message::kWhyEpaLetsCross);
  ASSERT_TRUE(crossing);
  EXPECT_TRUE(crossing.arguments[0].starts_with("c2-")) << crossing.arguments[0];
  EXPECT_TRUE(said(lets, Message::kWhyEpaStopsCross));
  const auto stops = epaminondas(near, "c5xc2", {"c5-d6"});
  EXPECT_FALSE(said(stops, Message::kWhyEpaLetsCross));
  EXPECT_FALSE(said(stops, Message::kWhyEpaStopsCross));
}

TEST(EpaminondasReasons, ACrossingWithOneAnswer) {
  const char* guarded = "2bb10/w13/14/14/14/14/14/13b/14/14/3ww9/14 b";
  const auto only = said(epaminondas(guarded, "n5-n6", {"c12-b12"}), Message::kWhyEpaLetsCrossOnly);
  ASSERT_TRUE(only);
  EXPECT_TRUE(only.arguments[1].starts_with("d12x")) << only.arguments[1];
  const char* open = "2b11/w13/14/14/14/14/14/13b/14/14/3ww9/14 b";
  EXPECT_FALSE(said(epaminondas(open, "n5-n6", {"c12-b12"}), Message::kWhyEpaLetsCrossOnly));
}

TEST(EpaminondasReasons, ACrossingToAnswer) {
  const char* crossed = "5w1bb5/14/14/14/14/14/14/14/14/14/3ww9/14 b";
  const auto ignores = epaminondas(crossed, "h12-h11", {"i12xf12"});
  EXPECT_EQ(said(ignores, Message::kWhyEpaIgnoresCrossing).arguments, Words{"f12"});
  EXPECT_EQ(said(ignores, Message::kWhyEpaAnswers).arguments, Words{"f12"});
  const auto answers = epaminondas(crossed, "i12xf12", {"h12-h11"});
  EXPECT_FALSE(said(answers, Message::kWhyEpaIgnoresCrossing));
  EXPECT_FALSE(said(answers, Message::kWhyEpaAnswers));
}

TEST(EpaminondasReasons, CrossesOrThreatensTo) {
  const char* before = "14/2w11/14/14/14/14/10b3/14/14/14/14/w13 w";
  EXPECT_TRUE(said(epaminondas(before, "a1-a2", {"c11-c12"}), Message::kWhyEpaCrosses));
  EXPECT_FALSE(said(epaminondas(before, "c11-c12", {"a1-a2"}), Message::kWhyEpaCrosses));
  // A crossing that was missed weighs more than the shape of the turn played.
  const auto missed = epaminondas(before, "a1-a2", {"c11-c12"});
  EXPECT_TRUE(said(missed, Message::kWhyEpaOpensRow));
  EXPECT_EQ(reasons(missed).front().note.message, Message::kWhyEpaCrosses);
  const char* two = "14/14/2w11/14/14/14/10b3/14/14/14/14/w13 w";
  EXPECT_TRUE(said(epaminondas(two, "a1-a2", {"c10-c11"}), Message::kWhyEpaThreatensCross));
  EXPECT_FALSE(said(epaminondas(two, "c10-c11", {"a1-a2"}), Message::kWhyEpaThreatensCross));
}

TEST(EpaminondasReasons, ACrossingInTwoTurns) {
  const char* position = "10b3/14/14/14/14/14/w13/14/14/2b11/14/14 w";
  EXPECT_EQ(said(epaminondas(position, "a6-a7", {"a6-a5"}, {"c3-c2", "a7-a8", "c2-c1"}),
                 Message::kWhyEpaCrossInTwo)
                .arguments,
            (Words{"c3-c2", "c2-c1"}));
  EXPECT_FALSE(said(epaminondas(position, "a6-a7", {"a6-a5"}, {"c3-c2", "a7-a8", "c2-c3"}),
                    Message::kWhyEpaCrossInTwo));
}

// In Crossings only the stone on the target is taken.
TEST(EpaminondasReasons, HoldInCrossings) {
  ReasonCase turn = epaminondas("1b5b/1b6/1b6/8/8/1w6/1w6/w7 w", "a1-a2", {"b3-c4"});
  turn.options = "rules=crossings";
  EXPECT_EQ(said(turn, Message::kWhyEpaLosesStone).arguments, (Words{"b3", "b8xb3"}));
  EXPECT_FALSE(said(turn, Message::kWhyEpaLosesPhalanx));
}

// The answer could be given to the better turn as well, and would do the same.
TEST(EpaminondasReasons, WhatTheSameAnswerDoesToBothTurnsIsNoReason) {
  const char* threat =
      "1b1bbbb2bbbbb/bbbbbbbb2bbbb/4b4bbb2/10bb2/14/10w3/9ww3/9ww3/9ww3/9w1w2/4wwwwwwwwww/"
      "wwwwwwwww5 b";
  EXPECT_FALSE(said(epaminondas(threat, "g12-b7", {"j10-m10", "h1-m6"}, {"i1-k3"}),
                    Message::kWhyEpaLetsThreat));
  const char* form =
      "bbbb4bb1b1b/2bbb1bb4bb/2b7bb2/9bb3/5bb1b5/5bwb6/5ww7/4w1w7/5w1w1w4/4ww3w4/w2wwww3wwww/"
      "1ww2w1w4ww b";
  EXPECT_FALSE(
      said(epaminondas(form, "j9-j8", {"l10-l11", "c1xk9"}, {"f6-h6"}), Message::kWhyEpaLetsForm));
  const char* block =
      "bbbbbbbbbbbbb1/b1bbbbbbb1bbb1/2b7bbb1/14/14/9ww3/9ww3/9ww3/9ww3/11w2/wwwwwwww4ww/"
      "wwwwwww1w2w2 b";
  EXPECT_FALSE(said(epaminondas(block, "l10-k9", {"m11-k9", "c2-l2"}, {"j7-k8"}),
                    Message::kWhyEpaLetsBlock));
}

TEST(EpaminondasReasons, HowManyCanBeCaptured) {
  const auto more = epaminondas(kTwoAttacked, "a1-a2", {"c6-d7"});
  EXPECT_EQ(said(more, Message::kWhyEpaMoreAttacked).arguments, (Words{"2", "0"}));
  EXPECT_EQ(said(more, Message::kWhyEpaMoreAttacked).cells, (Words{"c5", "c6"}));
  EXPECT_FALSE(said(epaminondas(kTwoAttacked, "c6-d7", {"a1-a2"}), Message::kWhyEpaMoreAttacked));
  const char* apart = "10b3/14/14/14/14/14/3b10/14/14/3w10/2w11/9w4 w";
  const auto attacks = epaminondas(apart, "j1-j2", {"c2-d2"});
  EXPECT_FALSE(said(attacks, Message::kWhyEpaAttacksMore));
  const char* near = "10b3/14/14/14/14/14/14/3b10/14/3w10/2w11/9w4 w";
  EXPECT_EQ(said(epaminondas(near, "j1-j2", {"c2-d2"}), Message::kWhyEpaAttacksMore).arguments,
            (Words{"1", "0"}));
  EXPECT_FALSE(said(epaminondas(near, "c2-d2", {"j1-j2"}), Message::kWhyEpaAttacksMore));
}

TEST(EpaminondasReasons, WhatPointsForward) {
  const char* column = "10b3/14/14/14/14/14/14/14/3w10/3w10/3w10/w3w9 w";
  const auto lines = epaminondas(column, "d3-e2", {"a1-a2"});
  EXPECT_EQ(said(lines, Message::kWhyEpaFewerLines).arguments, (Words{"0", "1"}));
  EXPECT_EQ(said(lines, Message::kWhyEpaShorter).arguments, (Words{"2", "3"}));
  EXPECT_FALSE(said(epaminondas(column, "a1-a2", {"d3-e2"}), Message::kWhyEpaFewerLines));
  EXPECT_FALSE(said(epaminondas(column, "a1-a2", {"d3-e2"}), Message::kWhyEpaShorter));
}

TEST(EpaminondasReasons, WhereATurnGoes) {
  const char* column = "10b3/14/14/14/14/14/14/14/3w10/3w10/3w10/w3w9 w";
  EXPECT_TRUE(said(epaminondas(column, "d4-c3", {"d2-d5"}), Message::kWhyEpaMovesBack));
  EXPECT_TRUE(said(epaminondas(column, "a1-b1", {"d2-d5"}), Message::kWhyEpaSideways));
  EXPECT_FALSE(said(epaminondas(column, "d2-d5", {"a1-b1"}), Message::kWhyEpaSideways));
  EXPECT_FALSE(said(epaminondas(column, "d2-d5", {"d4-c3"}), Message::kWhyEpaMovesBack));
  // Three stones go three rows each, one goes one.
  EXPECT_EQ(said(epaminondas(column, "a1-a2", {"d2-d7"}), Message::kWhyEpaGainsLess).arguments,
            (Words{"1", "9"}));
  EXPECT_FALSE(said(epaminondas(column, "d2-d7", {"a1-a2"}), Message::kWhyEpaGainsLess));
}

TEST(EpaminondasReasons, LetsAStoneComeNear) {
  const char* position = "10b3/14/14/14/14/14/2b11/2b11/14/1w12/14/w13 w";
  const auto let = epaminondas(position, "a1-a2", {"b3-c4", "k12-k11"}, {"c6-c3"});
  EXPECT_EQ(said(let, Message::kWhyEpaLetsNear).arguments, (Words{"c6-c3", "c3", "2"}));
  // It can come behind the better turn as well.
  const auto anyway = epaminondas(position, "a1-a2", {"b3-b4", "k12-k11"}, {"c6-c3"});
  EXPECT_FALSE(said(anyway, Message::kWhyEpaLetsNear));
}

}  // namespace
}  // namespace tests

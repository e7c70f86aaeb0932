// Reasons that hold for any game, the choice of those that are said, and what is true of all.
#include "reasons.h"

#include "engine/player.h"
#include "support.h"

namespace tests {
namespace {

using text::Language;
using text::Message;
using Turns = std::vector<std::string>;

// The tests' own game: the first player may make four on d1, the second on d2.
ReasonCase four_in_line(const std::string& played, const Turns& better, const Turns& answers = {}) {
  return {.game = "four-in-line",
          .position = "5/5/5/bbb2/yyy2 y",
          .played = played,
          .answers = answers,
          .better = better};
}

TEST(Reasons, OfTheTestsOwnGame) {
  const auto open = said(four_in_line("e5", {"d1"}, {"d2"}), Message::kWhyFilAllowsFour);
  EXPECT_EQ(open.arguments, Turns{"d2"});
  EXPECT_EQ(open.cells, Turns{"d2"});
  EXPECT_FALSE(said(four_in_line("d2", {"d1"}), Message::kWhyFilAllowsFour));
  EXPECT_TRUE(said(four_in_line("e5", {"d1"}), Message::kWhyFilMakesFour));
  EXPECT_FALSE(said(four_in_line("e5", {"d2"}), Message::kWhyFilMakesFour));
}

TEST(Reasons, ProvenLossesAreSaid) {
  ReasonCase turn = four_in_line("e5", {"d2"}, {"d2"});
  EXPECT_FALSE(said(turn, Message::kWhyLostNow));
  turn.winner = 1;
  turn.turns = 1;
  EXPECT_EQ(said(turn, Message::kWhyLostNow).arguments, Turns{"d2"});
  EXPECT_TRUE(said(turn, Message::kWhyHolds));
  EXPECT_FALSE(said(turn, Message::kWhyLost));
  turn.turns = 3;
  EXPECT_EQ(said(turn, Message::kWhyLost).arguments, (Turns{"3", "d2"}));
  EXPECT_FALSE(said(turn, Message::kWhyLostNow));
  turn.better_winner = 1;  // the better one loses too, only later
  turn.better_turns = 6;
  EXPECT_FALSE(said(turn, Message::kWhyHolds));
  // Who wins does not hear of losing.
  turn.winner = 0;
  EXPECT_FALSE(said(turn, Message::kWhyLost));
}

TEST(Reasons, ProvenWinsAreSaid) {
  ReasonCase turn = four_in_line("e5", {"d1"});
  EXPECT_TRUE(said(turn, Message::kWhyWonNow));  // the game is over behind it
  turn.better = {"d2", "e4"};
  EXPECT_FALSE(said(turn, Message::kWhyWonNow));
  EXPECT_FALSE(said(turn, Message::kWhyWon));
  turn.better_winner = 0;
  turn.better_turns = 3;
  EXPECT_EQ(said(turn, Message::kWhyWon).arguments, Turns{"3"});
  const ReasonCase three = {.game = "yavalath",
                            .options = "swap=off",
                            .opening = {"e1", "a1", "e2", "a5"},
                            .played = "e3",
                            .better = {"i5"}};
  EXPECT_TRUE(said(three, Message::kWhyLosesNow));
  EXPECT_FALSE(said(turn, Message::kWhyLosesNow));
}

TEST(Reasons, TheTermThatSuffersMost) {
  const ReasonCase turn = {.game = "epaminondas",
                           .position = "10b3/14/14/14/14/14/14/14/2b11/14/2w11/w1w11 w",
                           .played = "a1-a2",
                           .answers = {"k12-k11"},
                           .better = {"c1xc4", "k12-k11"}};
  EXPECT_TRUE(said(turn, Message::kWhyTerm));
  // It is counted behind the answers: without one there is nothing to count.
  ReasonCase unanswered = turn;
  unanswered.answers = {};
  EXPECT_FALSE(said(unanswered, Message::kWhyTerm));
  // Nothing to compare it with.
  ReasonCase alone = turn;
  alone.better = {};
  EXPECT_FALSE(said(alone, Message::kWhyTerm));
  alone.better = {"a1-a2", "k12-k11"};  // the same turn
  EXPECT_TRUE(reasons(alone).size() <= reasons(turn).size());
  EXPECT_FALSE(said(alone, Message::kWhyTerm));
}

TEST(Reasons, WhatWeighsMostIsSaidFirst) {
  const auto all = reasons(four_in_line("e5", {"d1"}, {"d2"}));
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end(),
                             [](const auto& a, const auto& b) { return a.weight > b.weight; }));
  const auto position = at("four-in-line", "5/5/5/bbb2/yyy2 y");
  const auto action = [](const games::Position& where, const char* text) {
    return std::vector{*where.parse_action(text)};
  };
  study::Assessment before, unknown;
  before.line = action(position, "d1");
  const auto spoken = study::reasons_of(position, action(position, "e5"), before, unknown);
  ASSERT_EQ(spoken.size(), 2u);
  // What the game says in its own words is not said again in general ones.
  study::Assessment lost;
  lost.winner = 1;
  lost.turns = 1;
  lost.line = action(tests::after(position, {"e5"}), "d2");
  for (const auto& each : study::reasons_of(position, action(position, "e5"), before, lost)) {
    EXPECT_NE(each.reason.note.message, Message::kWhyLostNow);
  }
  EXPECT_EQ(study::sentence_of(spoken[0], Language::kEnglish), "e5 allows a four on d2");
  EXPECT_EQ(study::sentence_of(spoken[0], Language::kPortuguese), "e5 permite um quatro em d2");
  EXPECT_EQ(study::sentence_of(spoken[1], Language::kEnglish), "d1 makes four in a line");
}

TEST(Reasons, TheLastTurnOfAGame) {
  const games::History start_of_game(start("eigenstate"));
  EXPECT_FALSE(study::last_turn(start_of_game));
  games::History history = start_of_game;
  std::size_t first = 0;
  core::Rng rng(3);
  for (int turns = 0; turns < 2;) {
    if (turns == 0) first = history.actions().size() + 1;
    history.apply(history.position().random_action(rng));
    if (history.position().at_turn_start()) {
      ++turns;
    } else {
      EXPECT_FALSE(study::last_turn(history));  // in the middle of a turn
    }
  }
  const auto last = study::last_turn(history);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->before.actions().size(), first);
  EXPECT_EQ(last->before.actions().size() + last->actions.size(), history.actions().size());
}

// Games of weak players: reasons stand on cells of the board, in both languages, and only where
// something was lost.
class ReasonsOfGames : public testing::TestWithParam<Variant> {};

TEST_P(ReasonsOfGames, AreOfTheBoardAndOfMarkedTurns) {
  games::History history(start(GetParam().game, GetParam().options));
  engine::PlayerSpec who;
  who.level = 2;
  engine::Player player(who, 7, 1);
  const int turns = by_tier(12, 30, 60);
  for (int i = 0; i < turns && !history.outcome().over(); ++i) {
    for (const auto action : player.think(history, {})) history.apply(action);
  }
  engine::Engine engine(1);
  engine::Budget budget;
  budget.nodes = 400;
  const auto review = study::review(history, study::engine_judge(engine, budget));
  std::set<std::string> cells;
  for (const auto& cell : history.initial().scene().cells) cells.insert(cell.name);
  for (const auto& turn : review.turns) {
    EXPECT_TRUE(turn.mark != study::Mark::kNone || turn.reasons.empty()) << turn.text;
    EXPECT_LE(turn.reasons.size(), 3u);
    for (const auto& spoken : turn.reasons) {
      const auto sentence = study::sentence_of(spoken, Language::kEnglish);
      EXPECT_FALSE(spoken.reason.cells.empty()) << sentence;
      for (const auto& cell : spoken.reason.cells) EXPECT_TRUE(cells.contains(cell)) << cell;
      for (const auto language : {Language::kEnglish, Language::kPortuguese}) {
        EXPECT_EQ(study::sentence_of(spoken, language).find('{'), std::string::npos) << sentence;
      }
      const bool better = spoken.reason.speaks == registry::Speaks::kFor;
      EXPECT_EQ(spoken.turn == turn.text, !better) << sentence;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, ReasonsOfGames, testing::ValuesIn(all_variants()), variant_name);

}  // namespace
}  // namespace tests

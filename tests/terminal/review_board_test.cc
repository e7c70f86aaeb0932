// A review on the board: mistakes, better lines, and finding a better turn oneself.
#include "screen_table.h"

namespace tests {
namespace {

using Kind = terminal::Key::Kind;

// A judge who dislikes a1, and whose best line is d4 where that is free.
std::optional<study::Assessment> dislikes_a1(const games::History& history, double /*effort*/) {
  const auto& position = history.position();
  bool disliked = false;
  games::Position at = history.initial();
  int by = 0;
  for (const auto action : history.actions()) {
    if (at.action_text(action) == "a1") disliked = true, by = at.to_move();
    at.apply(action);
  }
  study::Assessment assessment;
  assessment.chances = {0.5, 0.5};
  if (disliked) assessment.chances = {by == 0 ? 0.1 : 0.9, by == 0 ? 0.9 : 0.1};
  auto best = position.parse_action("d4");
  if (!best) best = position.legal_actions()[0];
  assessment.line = {*best};
  return assessment;
}

ScreenTable reviewed_table() {
  terminal::Session session(session_setup("yavalath", {}, "swap=off"));
  for (const auto* turn : {"e5", "a1", "e4", "b2"}) {
    session.apply(*session.position().parse_action(turn));
  }
  terminal::GameScreen::Setup setup;
  setup.judge = dislikes_a1;
  return ScreenTable(std::move(session), std::move(setup));
}

void open_review(ScreenTable& table) {
  table.enter("review");
  ASSERT_TRUE(table.wait_for("judged by"));
  table.type("q");  // the text; the board stands behind it
}

TEST(ReviewBoard, GoesToTheMistakeWithItsWords) {
  auto table = reviewed_table();
  open_review(table);
  EXPECT_TRUE(table.shows("looking at turn 2 of 4")) << table.show();
  EXPECT_TRUE(table.shows("2. a1 ??")) << table.show();
  EXPECT_TRUE(table.shows("points")) << table.show();
  EXPECT_TRUE(table.shows("better: d4")) << table.show();
  table.type("n");
  EXPECT_TRUE(table.shows("no mistake in this direction")) << table.show();
  table.press(Kind::kEnd);
  EXPECT_TRUE(table.shows("looking at turn 4 of 4")) << table.show();
  table.type("p");
  EXPECT_TRUE(table.shows("looking at turn 2 of 4")) << table.show();
  table.press(Kind::kRight);
  EXPECT_TRUE(table.shows("looking at turn 3 of 4")) << table.show();
  table.type("N");
  EXPECT_TRUE(table.shows("looking at turn 2 of 4")) << table.show();
  table.press(Kind::kEscape);
  EXPECT_FALSE(table.shows("looking at")) << table.show();
  EXPECT_EQ(table.session().turns(), 4);
}

// "allows a four on e3": the cells of what is told are marked.
TEST(ReviewBoard, MarksTheCellsOfTheReasons) {
  const auto judge = [](const games::History& history, double) {
    study::Assessment assessment;
    const bool lost = history.actions().size() == 7;  // a1 left the fourth stone to player 2
    assessment.chances = {lost ? 0.0 : 0.5, lost ? 1.0 : 0.5};
    if (lost) assessment.winner = 1, assessment.turns = 1;
    const auto& position = history.position();
    const auto block = position.parse_action("e3");
    assessment.line = {block ? *block : position.legal_actions()[0]};
    return std::optional(assessment);
  };
  terminal::Session session(session_setup("yavalath", {}, "swap=off"));
  for (const auto* turn : {"a1", "e1", "i1", "e2", "i5", "e4", "a5", "a3"}) {
    session.apply(*session.position().parse_action(turn));
  }
  terminal::GameScreen::Setup setup;
  setup.judge = judge;
  ScreenTable table(std::move(session), std::move(setup));
  open_review(table);
  table.press(Kind::kHome);
  EXPECT_FALSE(table.shows("!.!")) << table.show();
  table.type("n");
  EXPECT_TRUE(table.shows("e3")) << table.show();
  EXPECT_TRUE(table.shows("!.!")) << table.show();
  // In the better line they make room for where it goes.
  table.type("b");
  EXPECT_FALSE(table.shows("!.!")) << table.show();
}

TEST(ReviewBoard, APortugueseNumberHasItsComma) {
  auto table = reviewed_table();
  table.enter("language pt");
  table.enter("rever");
  ASSERT_TRUE(table.wait_for("avaliada por")) << table.show();
  table.type("qt");
  table.enter("a1");
  EXPECT_TRUE(table.wait_for("a1 perde 40,0 pontos")) << table.show();
}

TEST(ReviewBoard, AnalysisThatEndedWithTheGameStaysEnded) {
  auto table = reviewed_table();
  // Before there are lines, and with the bar of the first one.
  const auto analyses = [&] { return table.shows("analysing") || table.shows("1 ##"); };
  table.enter("analyse");
  EXPECT_TRUE(analyses()) << table.show();
  table.enter("resign");
  table.type("y");
  EXPECT_TRUE(table.shows("has won")) << table.show();
  open_review(table);
  EXPECT_TRUE(table.shows("2. a1 ??")) << table.show();
  EXPECT_FALSE(analyses()) << table.show();
}

TEST(ReviewBoard, NamesOfTheRecordStandBesideTheBoard) {
  games::Record record;
  record.game = "yavalath";
  record.options = {{"swap", "off"}};
  record.players = {"Ana", "Rui"};
  for (const auto* turn : {"e5", "a1", "e4", "b2"}) {
    record.turns.emplace_back();
    record.turns.back().text = turn;
  }
  auto session = terminal::Session::from_record(
      record, session_setup("yavalath", {"human", "level:3"}, "swap=off"),
      terminal::Session::Trust::kStranger);
  ASSERT_TRUE(session);
  terminal::GameScreen::Setup setup;
  setup.judge = dislikes_a1;
  ScreenTable table(*std::move(session), std::move(setup));
  // Who goes on with the game, and whose it was.
  EXPECT_TRUE(table.shows("player 2 (*) Rui, level 3")) << table.show();
  open_review(table);
  EXPECT_TRUE(table.shows("player 1 (o) Ana")) << table.show();
  EXPECT_TRUE(table.shows("player 2 (*) Rui")) << table.show();
  EXPECT_FALSE(table.shows("level 3") || table.shows("human")) << table.show();
}

TEST(ReviewBoard, DrawsTheBetterLine) {
  auto table = reviewed_table();
  open_review(table);
  table.type("b");
  EXPECT_TRUE(table.shows("instead of a1: d4")) << table.show();
  EXPECT_TRUE(table.shows("<.>")) << table.show();  // where it goes
  EXPECT_TRUE(table.shows("d4; places a stone")) << table.show();
  table.press(Kind::kRight);
  EXPECT_TRUE(table.shows("the better line, turn 1 of")) << table.show();
  EXPECT_TRUE(table.shows("(*)")) << table.show();  // it stands there now
  table.press(Kind::kLeft);
  table.press(Kind::kEscape);
  EXPECT_TRUE(table.shows("2. a1 ??")) << table.show();
  EXPECT_EQ(table.session().turns(), 4);
}

TEST(ReviewBoard, ABetterTurnIsFoundOneself) {
  auto table = reviewed_table();
  open_review(table);
  table.type("t");
  EXPECT_TRUE(table.shows("Find a better turn than a1")) << table.show();
  EXPECT_FALSE(table.shows("better: d4")) << table.show();
  EXPECT_FALSE(table.shows("d4")) << table.show();
  table.enter("a1");
  ASSERT_TRUE(table.wait_for("a1 loses 40.0 points")) << table.show();
  EXPECT_TRUE(table.shows("Find a better turn than a1")) << table.show();
  table.enter("c3");
  ASSERT_TRUE(table.wait_for("found: c3 is good")) << table.show();
  EXPECT_TRUE(table.shows("better: d4")) << table.show();
  table.press(Kind::kEscape);
  EXPECT_EQ(table.session().turn_texts(), (std::vector<std::string>{"e5", "a1", "e4", "b2"}));
}

TEST(ReviewBoard, GivingATrialUpBringsTheGameBack) {
  auto table = reviewed_table();
  open_review(table);
  table.type("t");
  table.press(Kind::kEscape);
  EXPECT_TRUE(table.shows("2. a1 ??")) << table.show();
  table.type("t");
  table.enter("undo");  // a command is of the game, not of the trial
  EXPECT_EQ(table.session().turns(), 3);
  table.enter("c3");
  EXPECT_EQ(table.session().turns(), 4);
}

TEST(ReviewBoard, ShowsTheChancesBesideTheTurns) {
  auto table = reviewed_table();
  open_review(table);
  EXPECT_TRUE(table.shows("o 4. b2")) << table.show();  // nearly all of it is player 1's
  table.press(Kind::kLeft);
  EXPECT_TRUE(table.shows("* 1. e5")) << table.show();  // half of it each
}

TEST(ReviewBoard, OddKeysBreakNothing) {
  core::Rng rng(4);
  auto table = reviewed_table();
  open_review(table);
  for (int i = 0; i < 600; ++i) {
    terminal::Key key{static_cast<Kind>(rng.below(18)), "", static_cast<int>(rng.below(24)),
                      static_cast<int>(rng.below(80))};
    if (key.kind == Kind::kText) key.text = std::string(1, "nNpbt,. ab1"[rng.below(11)]);
    if (key.kind == Kind::kControl) key.text = "l";
    table.press(key);
  }
  EXPECT_NE(table.show(5, 20), "");
}

}  // namespace
}  // namespace tests

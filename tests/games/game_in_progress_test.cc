// A game in progress: turns, going back, ends and records, over random games of every game with
// every combination of options.
#include "games/game_in_progress.h"

#include <gtest/gtest.h>

#include "core/random.h"
#include "support.h"

namespace {

using games::Action;
using games::GameInProgress;
using games::History;
using games::Settlement;
using text::Message;
using text::Note;

void play_randomly(GameInProgress& game, core::Rng& rng, int actions) {
  for (int i = 0; i < actions && !game.over(); ++i) {
    game.apply(game.position().random_action(rng));
  }
}

History history_of(const games::Position& initial, const std::vector<Action>& actions,
                   std::size_t count) {
  History history(initial);
  for (std::size_t i = 0; i < count; ++i) history.apply(actions[i]);
  return history;
}

// Everything a game tells, except notes and the setup.
void expect_same(const GameInProgress& one, const GameInProgress& other) {
  EXPECT_EQ(one.turn_texts(), other.turn_texts());
  ASSERT_EQ(one.turn_count(), other.turn_count());
  for (int turn = 0; turn < one.turn_count(); ++turn) {
    EXPECT_EQ(one.mover(turn), other.mover(turn));
    EXPECT_EQ(one.first_action(turn), other.first_action(turn));
  }
  EXPECT_EQ(one.in_turn(), other.in_turn());
  EXPECT_EQ(one.unfinished_turn(), other.unfinished_turn());
  EXPECT_EQ(one.result(), other.result());
  EXPECT_EQ(one.history().actions(), other.history().actions());
  EXPECT_EQ(one.position().to_text(), other.position().to_text());
  EXPECT_EQ(one.history().turn_starts(), other.history().turn_starts());
  EXPECT_EQ(one.history().quiet_turns(), other.history().quiet_turns());
  EXPECT_EQ(one.history().repetitions(), other.history().repetitions());
}

class GameInProgressTest : public ::testing::TestWithParam<tests::Variant> {
 protected:
  History start() const { return History(tests::start(GetParam().game, GetParam().options)); }
  int games() const { return tests::by_tier(2, 10, 50); }
  core::Rng rng_{20261116};
};

TEST_P(GameInProgressTest, TurnsAreThoseOfTheLine) {
  for (int number = 0; number < games(); ++number) {
    GameInProgress game(start());
    games::Position position = game.position();
    int turns = 0;
    while (!game.over() && game.history().actions().size() < 300) {
      const bool begins = position.at_turn_start();
      if (begins) ++turns;
      const auto action = position.random_action(rng_);
      const int mover = position.to_move();
      game.apply(action);
      position.apply(action);
      ASSERT_EQ(game.turn_count(), turns);
      if (begins) {
        EXPECT_EQ(game.mover(turns - 1), mover);
        EXPECT_EQ(game.first_action(turns - 1) + 1, game.history().actions().size());
      }
      EXPECT_EQ(game.in_turn(), !position.at_turn_start() && !game.over());
    }
    const auto texts = games::line_texts(game.history().initial(), game.history().actions());
    EXPECT_EQ(game.turn_texts(), texts);
    EXPECT_EQ(game.unfinished_turn(), game.in_turn() ? texts.back() : "");
    EXPECT_EQ(game.result(), games::result_code(game.history().outcome()));
  }
}

TEST_P(GameInProgressTest, GoingBackIsPlayingFewerActions) {
  for (int number = 0; number < games(); ++number) {
    GameInProgress game(start());
    play_randomly(game, rng_, 200);
    const auto actions = game.history().actions();
    for (std::size_t left = actions.size() + 1; left > 0;) {
      left -= std::min(left, 1 + std::size_t(rng_.below(9)));
      game.rewind_to_action(left);
      expect_same(game, GameInProgress(history_of(start().initial(), actions, left)));
    }
    EXPECT_EQ(game.turn_count(), 0);
  }
}

TEST_P(GameInProgressTest, GoingBackByTurnsKeepsTheSetup) {
  for (int number = 0; number < games(); ++number) {
    GameInProgress opening(start());
    play_randomly(opening, rng_, 6);
    if (opening.over()) continue;
    while (opening.in_turn()) play_randomly(opening, rng_, 1);
    GameInProgress game(opening.history());
    expect_same(game, opening);
    EXPECT_EQ(game.setup_turns(), opening.turn_count());
    play_randomly(game, rng_, 60);
    const GameInProgress whole = game;
    for (int turns = whole.turn_count(); turns >= whole.setup_turns(); --turns) {
      game.rewind_to_turn(turns);
      EXPECT_EQ(game.turn_count(), turns);
      const auto count = turns == whole.turn_count() ? whole.history().actions().size()
                                                     : whole.first_action(turns);
      expect_same(game,
                  GameInProgress(history_of(start().initial(), whole.history().actions(), count)));
    }
    expect_same(game, opening);
  }
}

TEST_P(GameInProgressTest, ASettledGameGoesOnAfterGoingBack) {
  for (int number = 0; number < games(); ++number) {
    GameInProgress game(start());
    play_randomly(game, rng_, 1 + static_cast<int>(rng_.below(12)));
    if (game.over()) continue;
    const GameInProgress before = game;
    for (int winner = -1; winner < game.players(); ++winner) {
      const Note reason{Message::kResigned, {"1"}};
      game.settle({winner, reason});
      EXPECT_TRUE(game.over());
      EXPECT_EQ(game.result(), winner < 0 ? "draw" : "p" + std::to_string(winner + 1) + "win");
      EXPECT_EQ(game.reason(), reason);
      EXPECT_EQ(game.in_turn(), before.in_turn());
      winner % 2 == 0 ? game.reopen() : game.rewind_to_turn(game.turn_count());
      EXPECT_FALSE(game.over());
      expect_same(game, before);
    }
    game.settle({0, {Message::kDrawAgreed, {}}});
    game.rewind_to_action(0);
    expect_same(game, GameInProgress(start()));
  }
}

TEST_P(GameInProgressTest, ARecordGivesTheGameBack) {
  for (int number = 0; number < games(); ++number) {
    GameInProgress game(start());
    play_randomly(game, rng_, static_cast<int>(rng_.below(80)));
    if (rng_.below(2) == 0 && !game.over()) game.settle({0, {Message::kResigned, {"2"}}});
    const auto record = game.record({"two\nlines", "\"", "?"});
    EXPECT_EQ(record.players[0], "two lines");
    EXPECT_EQ(record.result, game.result());
    EXPECT_EQ(record.turns.size() + (game.in_turn() ? 1 : 0),
              static_cast<std::size_t>(game.turn_count()));
    const auto read = games::parse_pgn(games::to_pgn(record));
    ASSERT_TRUE(read);
    EXPECT_EQ(*read, record);
    const auto back = GameInProgress::from_record(*read);
    ASSERT_TRUE(back);
    expect_same(*back, game);
    EXPECT_EQ(back->setup_turns(), 0);
    ASSERT_EQ(back->over(), game.over());
    if (!game.over()) continue;
    EXPECT_EQ(text::render(back->reason(), text::Language::kEnglish),
              text::render(game.reason(), text::Language::kEnglish));
  }
}

INSTANTIATE_TEST_SUITE_P(AllGames, GameInProgressTest, ::testing::ValuesIn(tests::all_variants()),
                         tests::variant_name);

// A turn of Eigenstate has several actions.
TEST(GameInProgress, NotesStayWithTheirTurns) {
  GameInProgress game{History(tests::start("eigenstate"))};
  core::Rng rng(7);
  for (int turn = 0; turn < 4; ++turn) {
    do {
      play_randomly(game, rng, 1);
    } while (game.in_turn());
    game.annotate({.clock_ms = 1000 * turn, .win = {0.25, 0.75}});
  }
  ASSERT_FALSE(game.over());
  auto record = game.record({});
  ASSERT_EQ(record.turns.size(), 4u);
  EXPECT_EQ(record.turns[3].clock_ms, 3000);
  EXPECT_EQ(record.turns[3].win, (std::vector<double>{0.25, 0.75}));
  // A turn that is cut is another one.
  ASSERT_GT(game.history().actions().size(), game.first_action(3) + 1);
  game.rewind_to_action(game.first_action(3) + 1);
  while (game.in_turn()) play_randomly(game, rng, 1);
  record = game.record({});
  ASSERT_EQ(record.turns.size(), 4u);
  EXPECT_EQ(record.turns[2].clock_ms, 2000);
  EXPECT_EQ(record.turns[3].clock_ms, std::nullopt);
}

TEST(GameInProgress, AStartInTheMiddleOfATurnIsTheFirstTurn) {
  const std::string text = "a1:0020000,b2:0020000,c3:0020000 a6:0000080,b6:0000080,c6:0000080 1 m";
  games::Position position = tests::at("eigenstate", text);
  position.apply(*position.parse_action("a1-a2"));
  GameInProgress game{History(position)};
  EXPECT_FALSE(game.in_turn());
  game.apply(*game.position().parse_action("a2+a1"));
  EXPECT_TRUE(game.in_turn());
  EXPECT_EQ(game.turn_texts(), std::vector<std::string>{"a2+a1"});
  // As a setup it stays, and the rest of the turn goes on from it.
  GameInProgress on(game.history());
  core::Rng rng(1);
  while (on.in_turn()) play_randomly(on, rng, 1);
  on.rewind_to_action(1);
  expect_same(on, game);
}

TEST(GameInProgress, SettlementsByTheCodeOfARecord) {
  EXPECT_EQ(Settlement::of("draw", {Message::kDrawAgreed, {}})->winner, -1);
  EXPECT_EQ(Settlement::of("p3win", {Message::kDrawAgreed, {}})->winner, 2);
  for (const char* none : {"none", "", "p4win", "p1win "}) {
    EXPECT_FALSE(Settlement::of(none, {Message::kDrawAgreed, {}})) << none;
  }
  // A result that no game of two players can have is no result.
  auto record = GameInProgress(History(tests::start("eigenstate"))).record({});
  record.result = "p3win";
  const auto game = GameInProgress::from_record(record);
  ASSERT_TRUE(game);
  EXPECT_FALSE(game->over());
}

TEST(GameInProgress, EveryoneGoesOneSeatOn) {
  EXPECT_EQ(games::one_seat_on<int>({1, 2, 3}), (std::vector<int>{3, 1, 2}));
  EXPECT_EQ(games::one_seat_on<int>({1, 2}), (std::vector<int>{2, 1}));
  EXPECT_TRUE(games::one_seat_on<int>({}).empty());
}

}  // namespace

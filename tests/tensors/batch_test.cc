// Games stepped together are the games that the rules play one by one.
#include "tensors/batch.h"

#include <array>
#include <atomic>
#include <limits>
#include <utility>

#include "games/history.h"
#include "support.h"
#include "tensors/team.h"

namespace tests {
namespace {

using games::Position;

// A batch with buffers of its own.
struct Played {
  Played(const Position& start, const tensors::BatchSettings& settings)
      : encoding(tensors::encoding_of(start)),
        games(static_cast<std::size_t>(settings.games)),
        players(static_cast<std::size_t>(start.player_count())),
        planes(encoding->shape().size()),
        action_count(static_cast<std::size_t>(encoding->action_count())),
        observations(games * planes, 9),
        masks(games * action_count, 9),
        rewards(games * players, 9),
        terminated(new bool[games]),
        truncated(new bool[games]),
        to_play(games, 9),
        lengths(games, 9),
        actions(games),
        final_observations(games * planes, 9),
        final_masks(games * action_count, 9),
        final_to_play(games, 9),
        ended(new bool[games]),
        batch(tensors::make_batch(
            start, settings,
            {observations.data(), masks.data(), rewards.data(), terminated.get(), truncated.get(),
             to_play.data(), lengths.data(),
             tensors::FinalBuffers{final_observations.data(), final_masks.data(),
                                   final_to_play.data(), ended.get()}})) {}

  std::unique_ptr<const tensors::Encoding> encoding;
  std::size_t games, players, planes, action_count;
  std::vector<std::uint8_t> observations, masks;
  std::vector<float> rewards;
  std::unique_ptr<bool[]> terminated, truncated;
  std::vector<std::int8_t> to_play;
  std::vector<std::int32_t> lengths, actions;
  std::vector<std::uint8_t> final_observations, final_masks;
  std::vector<std::int8_t> final_to_play;
  std::unique_ptr<bool[]> ended;
  std::unique_ptr<tensors::Batch> batch;
};

using Bytes = std::vector<std::uint8_t>;

Bytes row_of(const Bytes& all, std::size_t row, std::size_t width) {
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(row * width);
  return {first, first + static_cast<std::ptrdiff_t>(width)};
}

Bytes planes_of(const Played& played, const Position& position) {
  Bytes planes(played.planes);
  played.encoding->observe(position, planes.data());
  return planes;
}

Bytes mask_of(const Played& played, const Position& position) {
  Bytes mask(played.action_count);
  played.encoding->mask(position, mask.data());
  return mask;
}

// What the buffers of game i say is what the rules say of this position.
void expect_shown(const Played& played, std::size_t i, const Position& position) {
  ASSERT_EQ(row_of(played.observations, i, played.planes), planes_of(played, position))
      << position.to_text();
  ASSERT_EQ(row_of(played.masks, i, played.action_count), mask_of(played, position))
      << position.to_text();
  ASSERT_EQ(played.to_play[i], position.to_move());
}

// What is kept of the end of game i is this position, where nothing is to be done any more unless
// the game was given up.
void expect_kept(const Played& played, std::size_t i, const Position& position) {
  ASSERT_EQ(row_of(played.final_observations, i, played.planes), planes_of(played, position))
      << position.to_text();
  const auto mask = played.terminated[i] ? Bytes(played.action_count) : mask_of(played, position);
  ASSERT_EQ(row_of(played.final_masks, i, played.action_count), mask) << position.to_text();
  ASSERT_EQ(played.final_to_play[i], position.to_move());
}

// Plays `steps` random steps and follows each game by its history. Adds what only histories know:
// draws by repetition and long play.
void follow(const Position& start, const tensors::BatchSettings& settings, int steps,
            int* drawn_by_history = nullptr) {
  Played played(start, settings);
  std::vector<games::History> histories(played.games, games::History(start));
  int ended = 0;
  for (int step = 0; step < steps; ++step) {
    played.batch->sample(played.actions);
    ASSERT_FALSE(played.batch->step(played.actions));
    for (std::size_t i = 0; i < played.games; ++i) {
      auto& history = histories[i];
      history.apply(played.encoding->action_at(played.actions[i]));
      const auto outcome = history.outcome();
      const int length = static_cast<int>(history.actions().size());
      const bool given_up = !outcome.over() && length >= settings.max_actions;
      ASSERT_EQ(played.terminated[i], outcome.over()) << history.position().to_text();
      ASSERT_EQ(played.truncated[i], given_up);
      for (std::size_t p = 0; p < played.players; ++p) {
        const float reward = outcome.over() ? tensors::return_of(outcome, static_cast<int>(p),
                                                                 static_cast<int>(played.players))
                                            : 0.0f;
        ASSERT_EQ(played.rewards[i * played.players + p], reward);
      }
      ASSERT_EQ(played.ended[i], outcome.over() || given_up);
      if (outcome.over() || given_up) {
        ASSERT_EQ(played.lengths[i], length);
        expect_kept(played, i, history.position());
        if (drawn_by_history != nullptr && !history.position().outcome().over() && !given_up) {
          ++*drawn_by_history;
        }
        history = games::History(start);
        ++ended;
      }
      expect_shown(played, i, history.position());
      if (testing::Test::HasFatalFailure()) return;
    }
  }
  EXPECT_GT(ended, 0) << start.game().name << games::options_text(start.options());
}

TEST(BatchOfGames, StepsAsTheRulesAndTheHistorySay) {
  for (const auto& game : games::all_games()) {
    for (const auto& options : games::option_combinations(game)) {
      const auto start = *Position::start(game, options);
      follow(start, {.games = 3, .seed = 5, .max_actions = 150}, by_tier(160, 400, 2000));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// With so few stones random games go on until they repeat themselves or nothing has happened for
// long.
TEST(BatchOfGames, KnowsDrawsByHistory) {
  for (const auto& [game, position] :
       {std::pair{"epaminondas", "14/14/5b8/14/14/14/14/14/14/8w5/14/14 w"},
        {"sixteen-stone", "b4/5/2b2/5/3rr r 6 6 5 mps"}}) {
    const auto start = Position::parse(*games::find_game(game), position);
    ASSERT_TRUE(start) << text::render(start.error(), text::Language::kEnglish);
    int drawn = 0;
    follow(*start, {.games = 8, .seed = 1}, by_tier(1500, 4000, 20'000), &drawn);
    EXPECT_GT(drawn, 0) << game;
  }
}

TEST(BatchOfGames, ItsRandomGamesArePlayouts) {
  for (const auto& game : games::all_games()) {
    const auto start = *Position::start(game, {});
    constexpr int kGames = 4;
    constexpr std::uint64_t kSeed = 77;
    Played played(start, {.games = kGames, .seed = kSeed});
    std::array<bool, kGames> done{};
    for (int step = 0; step < 3000 && done != std::array{true, true, true, true}; ++step) {
      played.batch->sample(played.actions);
      ASSERT_FALSE(played.batch->step(played.actions));
      for (std::size_t i = 0; i < kGames; ++i) {
        if (done[i] || !(played.terminated[i] || played.truncated[i])) continue;
        done[i] = true;
        core::Rng rng(kSeed + i);
        const auto playout = std::visit(
            [&](const auto& state) { return games::play_out(state, rng); }, start.state());
        // A playout knows no draws by history, which may come before its end.
        if (playout.actions != played.lengths[i]) {
          EXPECT_LT(played.lengths[i], playout.actions) << game.name;
          EXPECT_EQ(played.rewards[i * 2], 0) << game.name;
          continue;
        }
        const float reward = playout.winner < 0 ? 0 : playout.winner == 0 ? 1 : -1;
        EXPECT_EQ(played.rewards[i * 2], reward) << game.name;
      }
    }
    EXPECT_EQ(done, (std::array{true, true, true, true})) << game.name;
  }
}

TEST(BatchOfGames, NothingChangesWhereOneActionIsNotLegal) {
  for (const auto& game : games::all_games()) {
    Played played(*Position::start(game, {}), {.games = 5, .seed = 3});
    played.batch->sample(played.actions);
    const auto good = played.actions;
    const auto before = played.observations;
    for (const int wrong : {-1, std::numeric_limits<int>::min(), std::numeric_limits<int>::max(),
                            static_cast<int>(played.action_count)}) {
      played.actions = good;
      played.actions[3] = wrong;
      const auto bad = played.batch->step(played.actions);
      ASSERT_TRUE(bad);
      EXPECT_EQ(bad->game, 3);
      EXPECT_EQ(bad->action, wrong);
      EXPECT_EQ(played.observations, before);
    }
    EXPECT_FALSE(played.batch->step(good));
  }
}

TEST(BatchOfGames, SeveralThreadsPlayTheSameGames) {
  for (const char* name : {"yavalath", "eigenstate"}) {
    const auto start = *Position::start(*games::find_game(name), {});
    Played one(start, {.games = 700, .threads = 1, .seed = 9});
    Played four(start, {.games = 700, .threads = 4, .seed = 9});
    for (int step = 0; step < 60; ++step) {
      one.batch->sample(one.actions);
      four.batch->sample(four.actions);
      ASSERT_EQ(one.actions, four.actions);
      ASSERT_FALSE(one.batch->step(one.actions));
      ASSERT_FALSE(four.batch->step(four.actions));
      ASSERT_EQ(one.observations, four.observations);
      ASSERT_EQ(one.rewards, four.rewards);
    }
    one.batch->reset(9);
    EXPECT_EQ(one.lengths, std::vector<std::int32_t>(700, 0));
  }
}

TEST(Team, EveryPartIsDoneOnceARun) {
  tensors::Team team(4);
  std::array<std::atomic<int>, 4> done{};
  for (int run = 0; run < 200; ++run) {
    team.run([&](int part) { ++done[static_cast<std::size_t>(part)]; });
  }
  for (const auto& times : done) EXPECT_EQ(times, 200);
}

}  // namespace
}  // namespace tests

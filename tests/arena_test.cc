// Matches: what a score says, who sits where, openings, and that a match can be repeated.
#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "arena/match.h"
#include "arena/openings.h"
#include "arena/rating.h"
#include "support.h"

namespace tests {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Rating, EloOfAShare) {
  EXPECT_DOUBLE_EQ(arena::elo_of(0.5), 0);
  EXPECT_NEAR(arena::elo_of(0.75), 190.85, 0.01);
  EXPECT_NEAR(arena::elo_of(10.0 / 11), 400, 1e-9);
  EXPECT_EQ(arena::elo_of(0), -kInfinity);
  EXPECT_EQ(arena::elo_of(1), kInfinity);
  for (double share = 0.01; share < 0.5; share += 0.01) {
    EXPECT_NEAR(arena::elo_of(share), -arena::elo_of(1 - share), 1e-9);
    EXPECT_LT(arena::elo_of(share), arena::elo_of(share + 0.01));
  }
}

TEST(Rating, AScoreHasAnInterval) {
  std::vector<double> even;
  for (int i = 0; i < 100; ++i) even.push_back(i % 2);
  const auto half = arena::score_of(even);
  EXPECT_DOUBLE_EQ(half.mean, 0.5);
  EXPECT_NEAR(half.low, 0.5 - 1.96 * 0.5 / 10, 1e-9);
  EXPECT_NEAR(half.high, 0.5 + 1.96 * 0.5 / 10, 1e-9);
}

TEST(Rating, AlikeRoundsAreNotCertain) {
  const auto all = arena::score_of(std::vector<double>(10, 1.0));
  EXPECT_DOUBLE_EQ(all.mean, 1);
  EXPECT_NEAR(all.low, 0.7, 1e-9);
  EXPECT_DOUBLE_EQ(all.high, 1);
  const auto none = arena::score_of(std::vector<double>(10, 0.0));
  EXPECT_DOUBLE_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.3, 1e-9);
  const auto one = arena::score_of({1.0});
  EXPECT_DOUBLE_EQ(one.low, 0);
  const auto nothing = arena::score_of({});
  EXPECT_EQ(nothing.low, 0);
  EXPECT_EQ(nothing.high, 1);
}

TEST(Seatings, AreAllPermutationsTheGivenOrderFirst) {
  for (const int n : {1, 2, 3}) {
    const auto all = arena::seatings(n);
    const std::set<std::vector<int>> different(all.begin(), all.end());
    EXPECT_EQ(all.size(), n == 3 ? 6u : static_cast<std::size_t>(n));
    EXPECT_EQ(different.size(), all.size());
    EXPECT_TRUE(std::is_sorted(all[0].begin(), all[0].end()));
    for (auto seating : all) {
      EXPECT_TRUE(std::is_permutation(seating.begin(), seating.end(), all[0].begin()));
    }
  }
}

class Arena : public testing::TestWithParam<Variant> {
 protected:
  const games::GameInfo& game() const { return *games::find_game(GetParam().game); }
  games::OptionMap options() const {
    return *games::parse_options(GetParam().options, game().options);
  }
};

std::vector<Variant> variants_of_matches() {
  return {{"eigenstate", ""},
          {"sixteen-stone", ""},
          {"yavalath", ""},
          {"yavalath", "players=3,swap=off"},
          {"epaminondas", "rules=crossings"}};
}
INSTANTIATE_TEST_SUITE_P(Games, Arena, testing::ValuesIn(variants_of_matches()), variant_name);

TEST_P(Arena, OpeningsAreBalancedAndRepeatable) {
  std::set<std::string> different;
  const int count = by_tier(2, 6, 50);
  for (int number = 0; number < count; ++number) {
    const auto seed = core::mix(static_cast<std::uint64_t>(number));
    const auto opening = arena::balanced_opening(game(), options(), seed);
    EXPECT_FALSE(opening.outcome().over());
    EXPECT_TRUE(opening.position().at_turn_start());
    EXPECT_FALSE(opening.actions().empty());
    EXPECT_EQ(arena::balanced_opening(game(), options(), seed).actions(), opening.actions());
    different.insert(opening.position().to_text());
  }
  EXPECT_GT(static_cast<int>(different.size()), count / 2);
}

std::string as_text(const arena::GameResult& game) {
  std::string text = std::to_string(game.round) + ':';
  for (const int player : game.seating) text += ' ' + std::to_string(player);
  text += std::string(" ") + games::result_code(game.outcome) + ' ' + std::to_string(game.turns);
  for (const double points : game.points) text += ' ' + std::to_string(points);
  return text;
}

// The games as texts, in an order that does not depend on which was done first.
std::multiset<std::string> as_texts(const arena::MatchResult& match) {
  std::multiset<std::string> texts;
  for (const auto& game : match.games) texts.insert(as_text(game));
  return texts;
}

TEST_P(Arena, MatchesByNodesAreRepeatable) {
  arena::Setup setup;
  setup.game = &game();
  setup.options = options();
  const char* names[] = {"level:3", "plain", "random"};
  const int players = start(GetParam().game, GetParam().options).player_count();
  for (int i = 0; i < players; ++i) setup.players.push_back(*engine::parse_who(names[i]));
  setup.games = by_tier(2, 4, 20);
  setup.budget.nodes = 60;
  setup.seed = 3;
  int told = 0;
  const auto match = arena::play_match(setup, [&](const arena::GameResult&) { ++told; });
  const auto orders = arena::seatings(players).size();
  EXPECT_EQ(match.games.size() % orders, 0u);
  EXPECT_GE(match.games.size(), static_cast<std::size_t>(setup.games));
  EXPECT_EQ(told, static_cast<int>(match.games.size()));

  // Every opening in every seating, one point a game.
  std::set<std::pair<int, std::vector<int>>> played;
  for (const auto& game : match.games) {
    EXPECT_TRUE(game.outcome.over());
    EXPECT_NEAR(std::accumulate(game.points.begin(), game.points.end(), 0.0), 1, 1e-9);
    EXPECT_TRUE(played.insert({game.round, game.seating}).second);
  }
  double scores = 0;
  for (int player = 0; player < players; ++player) {
    EXPECT_EQ(match.round_scores(player).size(), match.games.size() / orders);
    scores += match.round_scores(player)[0];
  }
  EXPECT_NEAR(scores, 1, 1e-9);

  setup.concurrency = 2;
  EXPECT_EQ(as_texts(arena::play_match(setup)), as_texts(match));
}

}  // namespace
}  // namespace tests

// What scores say about strength: published values, and extremes.
#include "arena/rating.h"

#include <cmath>
#include <limits>

#include "arena/strength.h"
#include "support.h"

namespace tests {
namespace {

using arena::Sprt;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Rounds of two games each with the frequencies of a pentanomial.
std::vector<double> rounds_of(const arena::Pentanomial& pairs) {
  std::vector<double> rounds;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    rounds.insert(rounds.end(), static_cast<std::size_t>(pairs[i]), static_cast<double>(i) / 4);
  }
  return rounds;
}

TEST(Rating, EloOfAShare) {
  EXPECT_DOUBLE_EQ(arena::elo_of(0.5), 0);
  EXPECT_NEAR(arena::elo_of(0.75), 190.85, 0.01);
  EXPECT_NEAR(arena::elo_of(10.0 / 11), 400, 1e-9);
  EXPECT_EQ(arena::elo_of(0), -kInfinity);
  EXPECT_EQ(arena::elo_of(1), kInfinity);
  for (double share = 0.01; share < 0.5; share += 0.01) {
    EXPECT_NEAR(arena::elo_of(share), -arena::elo_of(1 - share), 1e-9);
    EXPECT_LT(arena::elo_of(share), arena::elo_of(share + 0.01));
    EXPECT_NEAR(arena::share_of(arena::elo_of(share)), share, 1e-12);
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

// The values of fastchess' own tests (app/tests/elo_test.cpp): Elo, its error and the likelihood of
// superiority of pentanomials, pairs of a win and a loss counted with pairs of two draws.
TEST(Rating, EloOfPairsAsPublished) {
  struct Published {
    arena::Pentanomial pairs;
    double elo, error, superiority;
  };
  for (const auto& published : {Published{{34, 54, 63, 64, 75}, 55.58, 27.65, 1.0000},
                                Published{{332, 433, 498, 333, 334}, -8.64, 10.33, 0.0505},
                                Published{{7895, 8757, 5685, 568, 9999}, -21.04, 2.95, 0.0}}) {
    const auto rounds = rounds_of(published.pairs);
    EXPECT_EQ(arena::pentanomial_of(rounds), published.pairs);
    const auto score = arena::score_of(rounds);
    EXPECT_NEAR(arena::elo_of(score.mean), published.elo, 0.01 * std::abs(published.elo));
    EXPECT_NEAR((arena::elo_of(score.high) - arena::elo_of(score.low)) / 2, published.error,
                0.01 * published.error);
    EXPECT_NEAR(arena::superiority(rounds), published.superiority, 0.0001);
  }
}

TEST(Rating, SuperiorityOfExtremes) {
  EXPECT_EQ(arena::superiority({}), 0.5);
  EXPECT_NEAR(arena::superiority(std::vector<double>(50, 0.5)), 0.5, 1e-12);
  EXPECT_GT(arena::superiority(std::vector<double>(50, 1.0)), 0.9999);
  EXPECT_LT(arena::superiority(std::vector<double>(50, 0.0)), 0.0001);
  EXPECT_LT(arena::superiority({1.0}), 0.95) << "one pair proves nothing";
  EXPECT_NEAR(arena::superiority(std::vector<double>(9, 1.0 / 3), 1.0 / 3), 0.5, 1e-9);
}

// Those of app/tests/sprt_test.cpp: logistic model, pentanomial.
TEST(Rating, SprtAsPublished) {
  EXPECT_NEAR((Sprt{0.5, 2.5}.llr({223, 9863, 21279, 10037, 246})), -3.07, 0.03);
  EXPECT_NEAR((Sprt{0, 2}.llr({871, 26175, 55983, 26678, 821})), -4.98, 0.05);
  EXPECT_NEAR(Sprt::upper(), 2.944, 0.001);
  EXPECT_NEAR(Sprt::lower(), -2.944, 0.001);
}

// Near the hypotheses the exact likelihoods and the normal approximation agree:
// LLR = N (s1 - s0) (2 mean - s0 - s1) / (2 variance).
TEST(Rating, SprtIsNearItsNormalApproximation) {
  const arena::Pentanomial pairs = {210, 980, 2450, 1060, 300};
  const auto rounds = rounds_of(pairs);
  double mean = 0, squares = 0;
  for (const double share : rounds) {
    mean += share / static_cast<double>(rounds.size());
    squares += share * share / static_cast<double>(rounds.size());
  }
  const double s0 = arena::share_of(0), s1 = arena::share_of(5);
  const double normal = static_cast<double>(rounds.size()) * (s1 - s0) * (2 * mean - s0 - s1) /
                        (2 * (squares - mean * mean));
  EXPECT_NEAR((Sprt{0, 5}.llr(pairs)), normal, 0.02 * std::abs(normal));
}

TEST(Rating, SprtOfExtremes) {
  using enum Sprt::Verdict;
  const Sprt sprt{0, 10};
  EXPECT_EQ(sprt.llr({}), 0);
  EXPECT_EQ(sprt.verdict({}), kOpen);
  EXPECT_EQ(sprt.verdict({0, 0, 0, 0, 5000}), kH1);
  EXPECT_EQ(sprt.verdict({5000, 0, 0, 0, 0}), kH0);
  EXPECT_EQ(sprt.verdict({0, 0, 5000, 0, 0}), kH0) << "all draws: not better by 10";
  EXPECT_EQ(sprt.verdict({1, 1, 1, 1, 1}), kOpen);
  // Turned round, the test says the opposite.
  EXPECT_NEAR((Sprt{-10, 0}.llr({5, 20, 50, 30, 10})), -(Sprt{0, 10}.llr({10, 30, 50, 20, 5})),
              1e-9);
  // It errs about as often as it says: H1 is accepted in at most 5 % of the matches in which H0 is
  // true (a little more for the last pair, which oversteps the bound).
  core::Rng rng(11);
  int wrong = 0;
  const int matches = by_tier(100, 400, 4000);
  const Sprt wide{0, 60};
  for (int match = 0; match < matches; ++match) {
    arena::Pentanomial pairs{};
    while (wide.verdict(pairs) == kOpen) ++pairs[(rng.below(2) + rng.below(2)) * 2];
    wrong += wide.verdict(pairs) == kH1;
  }
  EXPECT_LT(wrong, matches * by_tier(0.12, 0.09, 0.07));
}

// --- Strengths of many ---

arena::Contest contest(int a, int b, double a_points, double b_points) {
  return {{a, b}, {a_points, b_points}, a_points + b_points};
}

TEST(Strength, OfTwoIsTheEloOfTheirScore) {
  const auto found = arena::strengths_of(2, {contest(0, 1, 75, 25)});
  EXPECT_FALSE(found.with_prior);
  EXPECT_NEAR(found.players[0].elo - found.players[1].elo, 190.85, 0.01);
  EXPECT_NEAR(found.players[0].elo + found.players[1].elo, 0, 1e-6);
  // The difference has a standard error of 400 / ln 10 / sqrt(n p q) Elo, each one half of it.
  EXPECT_NEAR(found.players[0].error, 1.96 * 173.72 / std::sqrt(100 * 0.75 * 0.25) / 2, 0.05);
}

// Scores that are exactly those of known strengths give them back.
TEST(Strength, ConsistentScoresGiveTheStrengthsBack) {
  const std::vector<double> elos = {-250, -30, 20, 90, 170};
  std::vector<arena::Contest> contests;
  for (int a = 0; a < 5; ++a) {
    for (int b = a + 1; b < 5; ++b) {
      const double share =
          arena::share_of(elos[static_cast<std::size_t>(a)] - elos[static_cast<std::size_t>(b)]);
      contests.push_back(contest(a, b, 1000 * share, 1000 * (1 - share)));
    }
  }
  const auto found = arena::strengths_of(5, contests);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(found.players[i].elo, elos[i], 0.01);
    EXPECT_GT(found.players[i].error, 5);
    EXPECT_LT(found.players[i].error, 15);
  }
  // Games of three: each wins in proportion to 10^(Elo/400).
  const double all = 1 + 10 + 100;
  const auto three =
      arena::strengths_of(3, {{{0, 1, 2}, {111 / all, 1110 / all, 11100 / all}, 111}});
  EXPECT_NEAR(three.players[1].elo - three.players[0].elo, 400, 0.01);
  EXPECT_NEAR(three.players[2].elo - three.players[1].elo, 400, 0.01);
}

TEST(Strength, OfExtremesIsFinite) {
  // All wins, nobody at all, two groups that never met, and one who has not played.
  const auto all_wins = arena::strengths_of(2, {contest(0, 1, 20, 0)});
  EXPECT_TRUE(all_wins.with_prior);
  EXPECT_NEAR(all_wins.players[0].elo - all_wins.players[1].elo, arena::elo_of(20.5 / 21), 0.01);
  const auto nothing = arena::strengths_of(3, {});
  for (const auto& player : nothing.players) {
    EXPECT_EQ(player.elo, 0);
    EXPECT_EQ(player.error, kInfinity);
  }
  const auto apart = arena::strengths_of(5, {contest(0, 1, 6, 4), contest(2, 3, 5, 5)});
  for (const auto& player : apart.players) {
    EXPECT_TRUE(std::isfinite(player.elo));
    EXPECT_EQ(player.error, kInfinity);
  }
  EXPECT_EQ(apart.players[4].elo, 0);
  EXPECT_NEAR(apart.players[0].elo - apart.players[1].elo, arena::elo_of(6.5 / 11), 0.01);
  const auto draws = arena::strengths_of(3, {contest(0, 1, 5, 5), contest(1, 2, 5, 5)});
  EXPECT_FALSE(draws.with_prior);
  for (const auto& player : draws.players) EXPECT_NEAR(player.elo, 0, 1e-6);
  // Rock, paper, scissors: all wins, yet everybody is as strong as the others.
  const auto circle =
      arena::strengths_of(3, {contest(0, 1, 9, 0), contest(1, 2, 9, 0), contest(2, 0, 9, 0)});
  EXPECT_FALSE(circle.with_prior);
  for (const auto& player : circle.players) EXPECT_NEAR(player.elo, 0, 1e-3);
}

}  // namespace
}  // namespace tests

// Finds the levels of a game: from full strength downwards each one loses about as often to the one
// above as it should.
//
//   tabuleiro_ladder GAME [--games N] [--time MS] [--threads N] [--seed N]
//
// --games is the number of games of one trial, --time what full strength has for a turn. A
// developer's tool: it prints the table for src/engine/levels.cc.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "arena/match.h"
#include "arena/rating.h"
#include "core/scan.h"

namespace {

constexpr double kTarget = 0.72;  // the middle of what a step should be
constexpr double kGoodEnough = 0.04;
constexpr int kTrials = 6;

// What the levels below the clear ones think with; only their judgement is tuned.
constexpr std::array<std::uint64_t, engine::kFirstClearLevel> kNodes = {0,   30,  60,   120,
                                                                        250, 500, 1200, 3000};

struct Ladder {
  arena::Setup setup;  // without players
  double score = 0;    // of the last trial

  // How often `upper` beats `lower`.
  double score_of(const engine::Who& upper, const engine::Who& lower) {
    setup.players = {upper, lower};
    score = arena::score_of(arena::play_match(setup).round_scores(0)).mean;
    std::fprintf(stderr, "  nodes %llu blur %d: %.1f %%\n",
                 static_cast<unsigned long long>(lower.custom.nodes), lower.custom.blur,
                 100 * score);
    return score;
  }
};

engine::Who custom(const engine::Level& level) {
  return {.kind = engine::Who::Kind::kCustom, .custom = level};
}

// Bisects a number on which the upper player's score grows (blur) or falls (nodes, as a logarithm).
template <class Make>
engine::Level find_level(Ladder& ladder, const engine::Who& upper, double low, double high,
                         bool grows, Make make) {
  engine::Level best{};
  double best_error = 1;
  for (int trial = 0; trial < kTrials && best_error > kGoodEnough; ++trial) {
    const double middle = (low + high) / 2;
    const engine::Level level = make(middle);
    const double score = ladder.score_of(upper, custom(level));
    if (std::abs(score - kTarget) < best_error) {
      best_error = std::abs(score - kTarget);
      best = level;
    }
    ((score < kTarget) == grows ? low : high) = middle;
  }
  return best;
}

// A level that judges as well as it can is made weaker by thinking less.
engine::Level clear_level(Ladder& ladder, const engine::Who& upper, double most_nodes) {
  return find_level(ladder, upper, std::log(most_nodes / 100), std::log(most_nodes), false,
                    [](double x) {
                      const auto nodes = static_cast<std::uint64_t>(std::exp(x));
                      return engine::Level{nodes, 0, engine::kFullForesight};
                    });
}

engine::Level blurred_level(Ladder& ladder, const engine::Who& upper, int level, int least_blur) {
  return find_level(ladder, upper, least_blur / 2.0, least_blur + 500.0, true, [&](double blur) {
    return engine::Level{kNodes[static_cast<std::size_t>(level)], static_cast<int>(blur),
                         engine::foresight_of(level)};
  });
}

void find_levels(Ladder& ladder) {
  engine::Who upper{};  // full strength
  engine::Level above{.nodes = 400'000};
  for (int level = engine::kTopLevel - 1; level >= 1; --level) {
    std::fprintf(stderr, "%s level %d\n", ladder.setup.game->name.c_str(), level);
    const auto found = level >= engine::kFirstClearLevel
                           ? clear_level(ladder, upper, static_cast<double>(above.nodes))
                           : blurred_level(ladder, upper, level, above.blur);
    std::printf("%s level %d: {%llu, %d}, level %d scores %.1f %% against it in %d games\n",
                ladder.setup.game->name.c_str(), level,
                static_cast<unsigned long long>(found.nodes), found.blur, level + 1,
                100 * ladder.score, ladder.setup.games);
    std::fflush(stdout);
    above = found;
    upper = custom(found);
  }
}

int fail(const char* what) {
  std::fprintf(stderr,
               "tabuleiro_ladder: %s; usage: tabuleiro_ladder GAME [--games N] [--time MS] "
               "[--threads N] [--seed N]\n",
               what);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() % 2 != 1) return fail("wrong number of arguments");
  Ladder ladder;
  ladder.setup.game = games::find_game(words[0]);
  if (ladder.setup.game == nullptr) return fail("unknown game");
  ladder.setup.concurrency = 2;
  ladder.setup.budget.movetime = engine::Milliseconds(100);
  for (std::size_t i = 1; i < words.size(); i += 2) {
    const auto number = core::whole_number(words[i + 1], 1'000'000'000);
    if (!number || *number < 1) return fail("expected a whole number from 1");
    if (words[i] == "--games") {
      ladder.setup.games = static_cast<int>(*number);
    } else if (words[i] == "--time") {
      ladder.setup.budget.movetime = engine::Milliseconds(*number);
    } else if (words[i] == "--threads") {
      ladder.setup.concurrency = static_cast<int>(*number);
    } else if (words[i] == "--seed") {
      ladder.setup.seed = static_cast<std::uint64_t>(*number);
    } else {
      return fail("unknown option");
    }
  }
  find_levels(ladder);
  return 0;
}

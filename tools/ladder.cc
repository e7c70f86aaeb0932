// Finds the levels of a game: from full strength downwards each one loses about as often to the one
// above as it should.
//
//   tabuleiro_ladder GAME [--games N] [--time MS] [--threads N] [--seed N] [--level9 NODES]
//
// --games is the number of games of one trial, --time what full strength has for a turn, --level9
// what level 9 thinks with where that is known. A
// developer's tool: it prints the table for src/registry/GAME.cc.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "arena/rating.h"
#include "arena/tournament.h"
#include "core/scan.h"

namespace {

constexpr double kTarget = 0.72;  // the middle of what a step should be
constexpr double kGoodEnough = 0.04;
constexpr int kTrials = 6;

// Level 1 looks at little more than its first ideas.
constexpr double kLeastNodes = 60;

// What a level below the clear ones thinks with: equal ratios from level 1 up to the first clear
// one. Only its judgement is tuned.
std::uint64_t nodes_of(int level, const engine::Level& clear) {
  const double ratio = static_cast<double>(clear.nodes) / kLeastNodes;
  const double part = (level - 1.0) / (engine::kFirstClearLevel - 1.0);
  return static_cast<std::uint64_t>(kLeastNodes * std::pow(ratio, part));
}

// A level and how often the one above beats it.
struct Found {
  engine::Level level{};
  double score = 1;
};

struct Ladder {
  const games::GameInfo* game = nullptr;
  int games = 100;  // of one trial
  arena::Conditions conditions;
  int concurrency = 2;
  std::uint64_t seed = 0;
  std::uint64_t highest = 0;  // nodes of level 9 where they are known

  arena::Entrant entrant(const engine::PlayerSpec& who) const {
    const protocol::MatchPlayerSetup setup = {game, {}, 0, 16};
    return {"", [who, setup] {
              return games::Parsed<std::unique_ptr<protocol::MatchPlayer>>(
                  protocol::make_match_player("", who, setup));
            }};
  }

  // How often `upper` beats `lower`.
  double score_of(const engine::PlayerSpec& upper, const engine::PlayerSpec& lower) {
    arena::Openings openings(*game, {}, arena::Openings::Kind::kBalanced, seed);
    const arena::Tournament match = {{entrant(upper), entrant(lower)},
                                     arena::Schedule(2, 2, arena::Format::kRoundRobin, games),
                                     &openings,
                                     conditions,
                                     concurrency,
                                     seed};
    std::vector<arena::GameResult> played;
    arena::play(match, {}, [&](const arena::GameResult& result, games::Record&) {
      played.push_back(result);
      return true;
    });
    const double score = arena::score_of(arena::group_scores(played, match.schedule, 0)).mean;
    std::fprintf(stderr, "  nodes %llu noise %d: %.1f %%\n",
                 static_cast<unsigned long long>(lower.custom.nodes), lower.custom.noise,
                 100 * score);
    return score;
  }
};

engine::PlayerSpec custom(const engine::Level& level) {
  return {.kind = engine::PlayerSpec::Kind::kCustom, .custom = level};
}

// Bisects a number on which the upper player's score grows (noise) or falls (nodes, as a
// logarithm).
template <class Make>
Found find_level(Ladder& ladder, const engine::PlayerSpec& upper, double low, double high,
                 bool grows, Make make) {
  Found best;
  const auto error = [](double score) { return std::abs(score - kTarget); };
  for (int trial = 0; trial < kTrials && error(best.score) > kGoodEnough; ++trial) {
    const double middle = (low + high) / 2;
    const engine::Level level = make(middle);
    const double score = ladder.score_of(upper, custom(level));
    if (error(score) < error(best.score)) best = {level, score};
    ((score < kTarget) == grows ? low : high) = middle;
  }
  return best;
}

// A level that judges as well as it can is made weaker by thinking less.
Found clear_level(Ladder& ladder, const engine::PlayerSpec& upper, double most_nodes) {
  return find_level(ladder, upper, std::log(most_nodes / 100), std::log(most_nodes), false,
                    [](double x) {
                      const auto nodes = static_cast<std::uint64_t>(std::exp(x));
                      return engine::Level{nodes, 0, engine::kAllThreatNodes};
                    });
}

Found noisy_level(Ladder& ladder, const engine::PlayerSpec& upper, int level, std::uint64_t nodes,
                  int noise_above) {
  return find_level(ladder, upper, 0, noise_above + 400.0, true, [&](double noise) {
    return engine::Level{nodes, static_cast<int>(noise), engine::threat_nodes_of(level)};
  });
}

void find_levels(Ladder& ladder) {
  engine::PlayerSpec upper{};  // full strength
  Found found{{.nodes = 400'000}};
  engine::Level clear;  // the first clear level
  for (int level = engine::kTopLevel - 1; level >= 1; --level) {
    const engine::Level above = found.level;
    if (level == engine::kTopLevel - 1 && ladder.highest > 0) {
      found = {{ladder.highest, 0, engine::kAllThreatNodes}, 0};
    } else if (level >= engine::kFirstClearLevel) {
      found = clear_level(ladder, upper, static_cast<double>(above.nodes));
    } else {
      found = noisy_level(ladder, upper, level, nodes_of(level, clear), above.noise);
    }
    if (level == engine::kFirstClearLevel) clear = found.level;
    std::printf("%s level %d: {%llu, %d}, level %d scores %.1f %% against it in %d games\n",
                ladder.game->name.c_str(), level,
                static_cast<unsigned long long>(found.level.nodes), found.level.noise, level + 1,
                100 * found.score, ladder.games);
    std::fflush(stdout);
    upper = custom(found.level);
  }
}

int fail(const char* what) {
  std::fprintf(stderr,
               "tabuleiro_ladder: %s; usage: tabuleiro_ladder GAME [--games N] [--time MS] "
               "[--threads N] [--seed N] [--level9 NODES]\n",
               what);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() % 2 != 1) return fail("wrong number of arguments");
  Ladder ladder;
  ladder.game = games::find_game(words[0]);
  if (ladder.game == nullptr) return fail("unknown game");
  ladder.conditions.budget.movetime = engine::Milliseconds(100);
  for (std::size_t i = 1; i < words.size(); i += 2) {
    const auto number = core::whole_number(words[i + 1], 1'000'000'000);
    if (!number || *number < 1) return fail("expected a whole number from 1");
    if (words[i] == "--games") {
      ladder.games = static_cast<int>(*number);
    } else if (words[i] == "--time") {
      ladder.conditions.budget.movetime = engine::Milliseconds(*number);
    } else if (words[i] == "--threads") {
      ladder.concurrency = static_cast<int>(*number);
    } else if (words[i] == "--level9") {
      ladder.highest = static_cast<std::uint64_t>(*number);
    } else if (words[i] == "--seed") {
      ladder.seed = static_cast<std::uint64_t>(*number);
    } else {
      return fail("unknown option");
    }
  }
  find_levels(ladder);
  return 0;
}

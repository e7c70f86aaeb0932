// Wide playouts against the rules: every action of recorded games, and what chance gives.
#include "wide/playouts.h"

#include <cmath>
#include <map>

#include "games/perft.h"
#include "support.h"

namespace tests {
namespace {

using games::Position;
using wide::Instructions;
using wide::RecordedPlayout;

// --- What is played ---

// Starts of everything that has a wide way, and positions in the middle of games.
std::vector<Position> wide_positions() {
  std::vector<Position> positions;
  core::Rng rng(5);
  for (const auto& variant : all_variants()) {
    const auto from = start(variant.game, variant.options);
    if (!wide::is_wide(from)) continue;
    positions.push_back(from);
    for (const int actions : {1, 2, 5, 11, 30, 120}) {
      Position position = from;
      for (int i = 0; i < actions && !position.outcome().over(); ++i) {
        position.apply(position.random_action(rng));
      }
      if (!position.outcome().over()) positions.push_back(position);
    }
  }
  return positions;
}

std::string described(const Position& position) {
  return position.game().name + ' ' + games::options_text(position.options()) + ' ' +
         position.to_text();
}

// The place of an action among the legal ones; fails the test where it is not legal.
int rank_of(games::Action action, const std::vector<games::Action>& legal) {
  const auto at = std::find(legal.begin(), legal.end(), action);
  EXPECT_NE(at, legal.end());
  return static_cast<int>(at - legal.begin());
}

// Plays a recorded game by the rules: every action legal, none after the end, the same winner.
// visit(rank, legal) is told of each choice.
template <class Visit>
void replay(Position position, const RecordedPlayout& playout, Visit visit) {
  for (const games::Action action : playout.actions) {
    ASSERT_FALSE(position.outcome().over()) << position.to_text();
    const auto legal = position.legal_actions();
    const int rank = rank_of(action, legal);
    ASSERT_LT(rank, static_cast<int>(legal.size()))
        << position.to_text() << ": " << position.action_text(action);
    visit(rank, static_cast<int>(legal.size()));
    position.apply(action);
  }
  const bool cut = playout.actions.size() == games::kMaxPlayoutActions;
  ASSERT_TRUE(position.outcome().over() || cut) << position.to_text();
  ASSERT_EQ(position.outcome().winner(), playout.winner) << position.to_text();
}

TEST(WidePlayouts, FollowTheRulesActionByAction) {
  for (const auto& position : wide_positions()) {
    const auto count = static_cast<std::uint64_t>(by_tier(300, 3'000, 50'000));
    for (const auto instructions : wide::instructions_here()) {
      SCOPED_TRACE(described(position) + ' ' + std::string(name(instructions)));
      const auto playouts = record_playouts(position, count, 3, instructions);
      ASSERT_EQ(playouts.size(), count);
      for (const auto& playout : playouts) {
        ASSERT_NO_FATAL_FAILURE(replay(position, playout, [](int, int) {}));
      }
    }
  }
}

// Recorded positions reach what random play from the start seldom does.
TEST(WidePlayouts, FollowTheRulesFromRecordedPositions) {
  int positions = 0;
  for (const auto& game : games::all_games()) {
    for (const auto& vector : position_vectors(game.name)) {
      const auto position =
          at(game.name, vector["position"].get<std::string>(), vector.value("options", ""));
      if (!wide::is_wide(position)) continue;
      ++positions;
      SCOPED_TRACE(described(position));
      const auto count = static_cast<std::uint64_t>(by_tier(16, 64, 1'024));
      const auto instructions = wide::instructions_here().back();
      for (const auto& playout : record_playouts(position, count, 13, instructions)) {
        ASSERT_NO_FATAL_FAILURE(replay(position, playout, [](int, int) {}));
      }
    }
  }
  EXPECT_GT(positions, 400);
}

// Blue cannot act after c1-b1 and passes.
TEST(WidePlayouts, PassTurnsOfWhoeverCannotAct) {
  const auto from = at("sixteen-stone", "3rb/3rr/5/rr3/b1r2 r 0 1 21 mps");
  int passed = 0;
  for (const auto& playout : record_playouts(from, 1'000, 2, wide::instructions_here().back())) {
    ASSERT_NO_FATAL_FAILURE(replay(from, playout, [](int, int) {}));
    passed += from.action_text(playout.actions.front()) == "c1-b1";
  }
  EXPECT_GT(passed, 0);
}

// Two stones against two without a pool go on for long, one game of these for too long.
TEST(WidePlayouts, AreDrawnWhenTheyAreTooLong) {
  const auto from = at("sixteen-stone", "bb3/5/5/5/3rr r 0 0 21 mps");
  int cut = 0;
  for (const auto& playout : record_playouts(from, 20'000, 7, wide::instructions_here().back())) {
    if (playout.actions.size() < 1'000) continue;
    ASSERT_NO_FATAL_FAILURE(replay(from, playout, [](int, int) {}));
    cut += playout.actions.size() == games::kMaxPlayoutActions && playout.winner < 0;
  }
  EXPECT_GT(cut, 0);
}

// Also of single games, so that no lane depends on how many there are beside it.
TEST(WidePlayouts, AreTheSameOnEveryProcessor) {
  for (const auto& position : wide_positions()) {
    const auto plain = record_playouts(position, 100, 8, Instructions::kPlain);
    for (const auto instructions : wide::instructions_here()) {
      EXPECT_EQ(record_playouts(position, 100, 8, instructions), plain) << name(instructions);
    }
    EXPECT_NE(record_playouts(position, 100, 9, Instructions::kPlain), plain);
  }
}

TEST(WidePlayouts, CountWhatIsRecorded) {
  for (const auto& position : wide_positions()) {
    for (const std::uint64_t count : {0, 1, 2, 15, 16, 17, 250}) {
      games::PlayoutTotals expected;
      for (const auto& playout : record_playouts(position, count, 4, Instructions::kPlain)) {
        ++expected.playouts;
        expected.actions += playout.actions.size();
        if (playout.winner >= 0) ++expected.wins[static_cast<std::size_t>(playout.winner)];
      }
      ASSERT_EQ(expected.playouts, count);
      for (const auto instructions : wide::instructions_here()) {
        games::PlayoutTotals totals{.playouts = 1, .actions = 2, .wins = {3, 4, 5}};
        wide::play_out_many(position, count, 4, instructions, totals);
        EXPECT_EQ(totals.playouts, expected.playouts + 1);
        EXPECT_EQ(totals.actions, expected.actions + 2);
        for (std::size_t p = 0; p < 3; ++p) EXPECT_EQ(totals.wins[p], expected.wins[p] + p + 3);
      }
    }
  }
}

// The module for Python plays these too: python/tests/test_states.py has the same figures.
TEST(WidePlayouts, OfASeedAreAlwaysTheSame) {
  struct Case {
    std::string game, options;
    games::PlayoutTotals totals;
  };
  for (const auto& c : {Case{"yavalath", "", {1'000, 19'963, {454, 546}}},
                        Case{"yavalath", "players=3", {1'000, 33'532, {299, 325, 376}}},
                        Case{"sixteen-stone", "", {1'000, 198'768, {486, 514}}}}) {
    games::PlayoutTotals totals;
    wide::play_out_many(start(c.game, c.options), 1'000, 7, totals);
    EXPECT_EQ(totals.actions, c.totals.actions) << c.game;
    EXPECT_EQ(totals.wins, c.totals.wins) << c.game;
  }
}

// --- Chance ---

// How far counts are from being equally likely, in standard deviations of chi-square.
double excess(const std::vector<long>& counts) {
  double all = 0, squares = 0;
  for (const long count : counts) all += static_cast<double>(count);
  const double expected = all / static_cast<double>(counts.size());
  for (const long count : counts) {
    const double off = static_cast<double>(count) - expected;
    squares += off * off / expected;
  }
  const double freedom = static_cast<double>(counts.size()) - 1;
  return (squares - freedom) / std::sqrt(2 * freedom);
}

// Of thousands of tables of fixed seeds none may be further off; one that is wrong by a few per
// cent is far beyond it.
constexpr double kMostExcess = 6;

TEST(WidePlayouts, TheMeasureOfChanceSeesFavourites) {
  EXPECT_LT(excess({1000, 1040, 960, 1010, 990}), kMostExcess);
  EXPECT_GT(excess({1200, 950, 950, 950, 950}), kMostExcess);
}

// All actions that are legal are equally likely, wherever a game comes: the places of the chosen
// ones among the legal ones are counted for every number of these.
TEST(WidePlayouts, ChooseUniformly) {
  for (const auto& position : wide_positions()) {
    SCOPED_TRACE(described(position));
    std::map<int, std::vector<long>> chosen;
    const auto count = static_cast<std::uint64_t>(by_tier(1'000, 10'000, 100'000));
    for (const auto& playout :
         record_playouts(position, count, 6, wide::instructions_here().back())) {
      ASSERT_NO_FATAL_FAILURE(replay(position, playout, [&](int rank, int legal) {
        auto& counts = chosen[legal];
        counts.resize(static_cast<std::size_t>(legal));
        ++counts[static_cast<std::size_t>(rank)];
      }));
    }
    for (const auto& [legal, counts] : chosen) {
      long all = 0;
      for (const long times : counts) all += times;
      if (legal < 2 || all < 10 * legal) continue;
      EXPECT_LT(excess(counts), kMostExcess) << legal << " legal actions";
    }
  }
}

// The same of first actions where choices are rare in games: sets of captures that a pool is too
// small for (three stones and a pool of two, of one; two places with choices of different sizes),
// or that need not be made; a four of one's own instead of a block; a swap.
TEST(WidePlayouts, ChooseUniformlyInRarePositions) {
  struct Case {
    std::string game, position, options;
    std::size_t legal = 0;  // 0: not counted by hand
  };
  const std::vector<Case> cases = {
      {"sixteen-stone", "2r2/2b2/rb1br/1r3/5 r 2 3 11 mps", ""},
      {"sixteen-stone", "2r2/2b2/rb1br/1r3/5 r 1 3 11 mps", ""},
      {"sixteen-stone", "bb2r/b2b1/3br/1r3/5 r 1 2 11 mps", ""},
      {"sixteen-stone", "2r2/2b2/rb1br/1r3/5 r 2 3 11 mps", "capture=optional"},
      {"sixteen-stone", "2r2/2b2/rb1br/1r3/5 r 0 3 11 mps", "capture=optional"},
      {"yavalath", "5/6/7/8/4w4/8/7/6/5 b -", "", 61},
      {"yavalath", "3/4/2w2/4/3 b -", "size=3", 19},
      {"yavalath", "5/6/7/8/2bb1b3/8/bb1b3/6/5 w -", "players=3", 2},
      {"yavalath", "5/6/ww1w3/8/2bb1b3/8/bb1b3/6/5 w -", "players=3", 3},
      {"yavalath", "bb1bb/6/ww1w3/8/2bb1b3/8/bb1b3/6/ww1w1 w -", "players=3", 5},
  };
  const auto count = static_cast<std::uint64_t>(by_tier(6'000, 40'000, 400'000));
  for (const auto& c : cases) {
    const auto position = at(c.game, c.position, c.options);
    const auto legal = position.legal_actions();
    if (c.legal > 0) {
      EXPECT_EQ(legal.size(), c.legal) << described(position);
    }
    std::vector<long> counts(legal.size());
    for (const auto& playout :
         record_playouts(position, count, 14, wide::instructions_here().back())) {
      const int rank = rank_of(playout.actions.front(), legal);
      ASSERT_LT(rank, static_cast<int>(legal.size()));
      ++counts[static_cast<std::size_t>(rank)];
    }
    EXPECT_LT(excess(counts), kMostExcess) << described(position);
  }
}

// The chances of all results and the mean number of actions, by playing everything that there is.
struct Exact {
  std::array<double, 4> results{};  // wins, and draws last
  double actions = 0;
};

template <games::Game State>
Exact exact(const State& state) {
  Exact sum;
  if (state.outcome().over()) {
    const int winner = state.outcome().winner();
    sum.results[static_cast<std::size_t>(winner < 0 ? 3 : winner)] = 1;
    return sum;
  }
  games::ActionList<State> legal;
  state.legal_actions(legal);
  for (const games::Action action : legal) {
    const Exact part = exact(games::after(state, action));
    for (std::size_t i = 0; i < 4; ++i) sum.results[i] += part.results[i] / legal.size();
    sum.actions += (1 + part.actions) / legal.size();
  }
  return sum;
}

// A running position after so many random actions.
Position late_position(std::string_view options, int actions, core::Rng& rng) {
  const Position from = start("yavalath", options);
  return std::visit(
      [&](const auto& state) {
        const auto late = random_state(state, rng, actions);
        return *Position::parse(from.game(), late.to_text(), from.options());
      },
      from.state());
}

TEST(WidePlayouts, GiveExactChances) {
  core::Rng rng(12);
  const double count = by_tier(40'000, 200'000, 2'000'000);
  const std::map<std::string, int> cells = {
      {"size=3,players=2", 19}, {"size=3,players=3", 19}, {"size=4,players=3", 37}};
  constexpr int kEmpty = 6;
  for (const auto& [options, all] : cells) {
    for (int i = 0; i < 4; ++i) {
      const Position position = late_position(options, all - kEmpty, rng);
      const Exact expected =
          std::visit([](const auto& state) { return exact(state); }, position.state());
      games::PlayoutTotals totals;
      wide::play_out_many(position, static_cast<std::uint64_t>(count), 31, totals);
      for (std::size_t p = 0; p < 3; ++p) {
        const double chance = expected.results[p];
        EXPECT_NEAR(static_cast<double>(totals.wins[p]) / count, chance,
                    5 * std::sqrt(chance * (1 - chance) / count) + 1e-9)
            << described(position);
      }
      // Lengths lie between 1 and 7: their deviation is at most 3.
      EXPECT_NEAR(static_cast<double>(totals.actions) / count, expected.actions,
                  5 * 3 / std::sqrt(count))
          << described(position);
    }
  }
}

// Lengths of games in 16 parts, results, and both for other random numbers.
std::vector<double> shape(const std::vector<RecordedPlayout>& playouts, std::size_t longest) {
  std::vector<double> shares(20);
  for (const auto& playout : playouts) {
    shares[std::min<std::size_t>(15, playout.actions.size() * 16 / longest)] += 1;
    shares[static_cast<std::size_t>(playout.winner < 0 ? 19 : 16 + playout.winner)] += 1;
  }
  return shares;
}

TEST(WidePlayouts, HaveTheShapeOfPlayoutsByTheRules) {
  const auto count = static_cast<std::uint64_t>(by_tier(4'000, 20'000, 200'000));
  for (const auto& position : wide_positions()) {
    std::vector<RecordedPlayout> by_rules;
    core::Rng rng(77);
    std::visit(
        [&](const auto& from) {
          for (std::uint64_t i = 0; i < count; ++i) {
            const auto playout = games::play_out(from, rng);
            by_rules.push_back(
                {std::vector<games::Action>(static_cast<std::size_t>(playout.actions)),
                 playout.winner});
          }
        },
        position.state());
    const std::size_t longest = position.game().name == "yavalath" ? 64 : 640;
    const auto expected = shape(by_rules, longest);
    const auto found =
        shape(record_playouts(position, count, 78, wide::instructions_here().back()), longest);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      // Two samples: the difference has the variance of both.
      EXPECT_NEAR(found[i], expected[i], 5 * std::sqrt(expected[i] + found[i]) + 3)
          << described(position) << " part " << i;
    }
  }
}

// --- Edges ---

TEST(WidePlayouts, OfAFinishedPositionAreItsResult) {
  const auto position =
      after(start("yavalath", "swap=off"), {"e3", "a1", "e4", "a3", "e6", "b2", "e5"});
  ASSERT_TRUE(position.outcome().over());
  games::PlayoutTotals totals;
  wide::play_out_many(position, 9, 1, totals);
  EXPECT_EQ(totals.playouts, 9u);
  EXPECT_EQ(totals.actions, 0u);
  EXPECT_EQ(totals.wins[0], 9u);
}

TEST(WidePlayouts, OfOtherGamesAreThoseOfTheRules) {
  for (const auto* game : {"eigenstate", "epaminondas"}) {
    const auto position = start(game);
    EXPECT_FALSE(wide::is_wide(position));
    games::PlayoutTotals wide_totals, totals;
    wide::play_out_many(position, 3, 20, wide_totals);
    core::Rng rng(20);
    games::play_out_many(position, rng, 3, totals);
    EXPECT_EQ(wide_totals.actions, totals.actions);
    EXPECT_EQ(wide_totals.wins, totals.wins);
    EXPECT_EQ(record_playouts(position, 2, 1, Instructions::kPlain).size(), 2u);
  }
  EXPECT_FALSE(wide::is_wide(start("yavalath", "size=6")));
}

}  // namespace
}  // namespace tests

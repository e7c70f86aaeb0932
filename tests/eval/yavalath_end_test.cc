// The end of Yavalath, searched exactly, against every game that can still be played.
#include "eval/yavalath_end.h"

#include <map>

#include "core/random.h"
#include "engine/engine.h"
#include "engine/player.h"
#include "eval/yavalath.h"
#include "support.h"

namespace tests {
namespace {

using eval::yavalath::End;
using games::Action;
using games::yavalath::Board;
using games::yavalath::State;
using Result = End::Result;

State start_of(int size) {
  return State::start({.size = static_cast<std::uint8_t>(size), .players = 2, .swap = false});
}

// Random turns by players who block fours and make no threes, as long as they can, until so many
// cells are left; nothing where the game ended before.
std::optional<State> late_position(int size, int left, core::Rng& rng) {
  State state = start_of(size);
  while (state.empty().count() > left) {
    const auto& own = state.stones(state.to_move());
    const auto& other = state.stones(1 - state.to_move());
    if ((games::yavalath::four_makers(own) & state.empty()).any()) return std::nullopt;
    Board cells = state.empty() & ~eval::yavalath::three_makers(own);
    const Board threats = games::yavalath::four_makers(other) & state.empty();
    if (threats.any()) cells = cells & threats;
    if (cells.none()) return std::nullopt;
    const auto cell = cells.nth(static_cast<int>(rng.below(static_cast<unsigned>(cells.count()))));
    state.apply(Action{static_cast<std::uint32_t>(cell)});
    if (state.outcome().over()) return std::nullopt;
  }
  return state;
}

State some_late_position(int size, int left, core::Rng& rng) {
  while (true) {
    if (const auto state = late_position(size, left, rng)) return *state;
  }
}

// By the rules alone: all games to their ends, each position once.
class EveryGame {
 public:
  Result result(const State& state) {
    if (state.outcome().is_draw()) return Result::kDraw;
    if (state.outcome().over()) {
      return state.outcome().winner() == state.to_move() ? Result::kWin : Result::kLoss;
    }
    const auto known = known_.find(state.to_text());
    if (known != known_.end()) return known->second;
    Result best = Result::kLoss;
    games::ActionList<State> list;
    state.legal_actions(list);
    for (const Action action : list) best = std::max(best, after(state, action));
    known_.emplace(state.to_text(), best);
    return best;
  }
  Result after(const State& state, Action action) {
    State next = state;
    next.apply(action);
    return static_cast<Result>(-static_cast<int>(result(next)));
  }

 private:
  std::map<std::string, Result> known_;
};

TEST(YavalathEnd, AgreesWithEveryGame) {
  core::Rng rng(11);
  std::map<Result, int> results;
  for (const auto& [size, left] : {std::pair{3, 8}, {3, 9}, {4, 8}, {5, 8}, {5, 7}}) {
    for (int i = 0; i < by_tier(25, 60, 200); ++i) {
      const State state = some_late_position(size, left, rng);
      EveryGame every;
      End end;
      const auto found = end.solve(state, 1'000'000);
      ASSERT_TRUE(found);
      ASSERT_EQ(*found, every.result(state)) << state.to_text();
      ++results[*found];
      // What is left has the best result, or is the one action that wins.
      const auto worse = end.worse_actions(state, 1'000'000);
      games::ActionList<State> list;
      state.legal_actions(list);
      int kept = 0;
      for (const Action action : list) {
        if (std::find(worse.begin(), worse.end(), action) != worse.end()) continue;
        ++kept;
        EXPECT_EQ(every.after(state, action), *found) << state.to_text();
      }
      EXPECT_GT(kept, 0);
    }
  }
  EXPECT_GT(results[Result::kWin], 0);
  EXPECT_GT(results[Result::kLoss], 0);
}

// The last cells of a board on which nothing happens any more.
TEST(YavalathEnd, KnowsDraws) {
  core::Rng rng(5);
  int draws = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto state = late_position(3, 3, rng);
    if (!state) continue;
    EveryGame every;
    const auto expected = every.result(*state);
    draws += expected == Result::kDraw ? 1 : 0;
    EXPECT_EQ(End().solve(*state, 1000), expected) << state->to_text();
  }
  EXPECT_GT(draws, 0);
}

TEST(YavalathEnd, TwentyFourCellsNeedFewNodes) {
  core::Rng rng(3);
  std::uint64_t most = 0;
  int solved = 0;
  const int positions = by_tier(50, 200, 1000);
  for (int i = 0; i < positions; ++i) {
    End end;
    solved += end.solve(some_late_position(5, 24, rng), End::kNodes) ? 1 : 0;
    most = std::max(most, end.nodes());
  }
  EXPECT_GE(solved, positions * 98 / 100);
  EXPECT_GT(most, 1000u) << "some of them have something to look at";
}

TEST(YavalathEnd, GivesUpAndSaysNothingWrong) {
  core::Rng rng(7);
  int unknown = 0;
  for (int i = 0; i < 50; ++i) {
    const State state = some_late_position(5, 20, rng);
    End end;
    const auto whole = End().worse_actions(state, End::kNodes);
    unknown += end.solve(state, 20) ? 0 : 1;
    EXPECT_LE(end.nodes(), 21u);
    // With few nodes it leaves out no more than losses, or all but a win.
    const auto few = end.worse_actions(state, 20);
    if (static_cast<int>(few.size()) + 1 == state.count_actions()) continue;
    End judge;
    for (const Action action : few) {
      State next = state;
      next.apply(action);
      if (next.outcome().over()) continue;
      EXPECT_EQ(judge.solve(next, End::kNodes), Result::kWin) << state.to_text();
    }
  }
  EXPECT_GT(unknown, 0);
}

TEST(YavalathEnd, IsStopped) {
  core::Rng rng(15);
  int stopped = 0;
  for (int i = 0; i < 50; ++i) {
    End end;
    if (end.solve(some_late_position(5, 24, rng), End::kNodes, [] { return true; })) continue;
    ++stopped;
    EXPECT_EQ(end.nodes(), 256u);
  }
  EXPECT_GT(stopped, 0);
}

TEST(YavalathEnd, IsNearWithFewCellsAndTwoPlayers) {
  core::Rng rng(9);
  EXPECT_FALSE(End::is_near(start_of(5)));
  EXPECT_TRUE(End::is_near(some_late_position(5, End::kMostEmpty, rng)));
  EXPECT_FALSE(End::is_near(State::start({.size = 3, .players = 3, .swap = false})));
  State swappable = State::start({.size = 3, .players = 2, .swap = true});
  swappable.apply(Action{0});
  EXPECT_FALSE(End::is_near(swappable));
}

// Full strength keeps what is won or drawn to the end, also with few nodes for the rest.
TEST(YavalathEnd, FullStrengthThrowsNothingAway) {
  core::Rng rng(13);
  for (int i = 0; i < by_tier(10, 30, 100); ++i) {
    const State state = some_late_position(5, 22, rng);
    End end;
    const auto before = end.solve(state, End::kNodes);
    ASSERT_TRUE(before);
    engine::Player player(*engine::parse_player_spec("level:10"), 1, 1);
    engine::Budget budget;
    budget.nodes = 2 * End::kNodes;
    const auto position =
        *games::Position::parse(*games::find_game("yavalath"), state.to_text(), {{"swap", "off"}});
    const auto turn = player.think(games::History(position), budget);
    ASSERT_EQ(turn.size(), 1u);
    State next = state;
    next.apply(turn[0]);
    if (next.outcome().over()) continue;
    const auto after = end.solve(next, End::kNodes);
    ASSERT_TRUE(after);
    EXPECT_EQ(-static_cast<int>(*after), static_cast<int>(*before)) << state.to_text();
  }
}

}  // namespace
}  // namespace tests

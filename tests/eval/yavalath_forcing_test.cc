// Forced wins of Yavalath: every claim against all replies, none missed, and a stored set.
#include "eval/yavalath_forcing.h"

#include <algorithm>
#include <fstream>
#include <map>

#include "core/file.h"
#include "core/scan.h"
#include "eval/yavalath.h"
#include "support.h"

namespace tests {
namespace {

using eval::yavalath::Forcing;
using games::Action;
using games::ActionList;
using games::yavalath::State;

constexpr int kAnyTurns = games::yavalath::kMaxCells;
constexpr std::uint64_t kPlenty = 10'000'000;

State position(std::string_view text, int size = 5) {
  return std::get<State>(at("yavalath", text, "swap=off,size=" + std::to_string(size)).state());
}

// The positions of a random game in which nobody overlooks a four or makes a needless three.
std::vector<State> sensible_game(int size, core::Rng& rng) {
  const eval::YavalathEvaluator evaluator;
  std::vector<State> positions;
  State state = State::start({static_cast<std::uint8_t>(size), 2, false});
  while (!state.outcome().over()) {
    positions.push_back(state);
    ActionList<State> list;
    state.legal_actions(list);
    evaluator.select(state, list);
    state.apply(list[static_cast<int>(rng.below(static_cast<std::uint32_t>(list.size())))]);
  }
  return positions;
}

State sensible_position(core::Rng& rng, int max_size = 6) {
  const int size = 3 + static_cast<int>(rng.below(static_cast<std::uint32_t>(max_size - 2)));
  const auto game = sensible_game(size, rng);
  return game[rng.below(static_cast<std::uint32_t>(game.size()))];
}

// --- Soundness ---

// Follows what find() says against every reply, by the rules alone.
void expect_win_within(Forcing& forcing, const State& state, int turns) {
  const auto win = forcing.find(state, kAnyTurns, kPlenty);
  ASSERT_TRUE(win) << state.to_text();
  ASSERT_LE(win->turns, turns) << state.to_text();
  const int attacker = state.to_move();
  State threatened = state;
  threatened.apply(win->line[0]);
  if (threatened.outcome().over()) {
    ASSERT_EQ(threatened.outcome().winner(), attacker) << state.to_text();
    return;
  }
  ActionList<State> replies;
  threatened.legal_actions(replies);
  for (const Action reply : replies) {
    State next = threatened;
    next.apply(reply);
    if (next.outcome().over()) {
      ASSERT_EQ(next.outcome().winner(), attacker) << threatened.to_text();
    } else {
      expect_win_within(forcing, next, turns - 2);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

void expect_line_wins(const State& state, const Forcing::Win& win) {
  State now = state;
  for (const Action action : win.line) {
    ASSERT_FALSE(now.outcome().over()) << state.to_text();
    ASSERT_TRUE(now.allowed_cells().test(static_cast<int>(action.code))) << state.to_text();
    now.apply(action);
  }
  EXPECT_EQ(now.outcome().winner(), state.to_move()) << state.to_text();
  EXPECT_EQ(win.line.size() | 1, win.turns) << state.to_text();
}

TEST(YavalathForcing, ClaimsHoldAgainstEveryReply) {
  core::Rng rng(11);
  Forcing forcing;
  std::map<int, int> claims;
  for (int i = 0; i < by_tier(10'000, 100'000, 2'000'000); ++i) {
    const State state = sensible_position(rng);
    const auto win = forcing.find(state, kAnyTurns, kPlenty);
    if (!win) continue;
    ++claims[win->turns];
    expect_line_wins(state, *win);
    expect_win_within(forcing, state, win->turns);
    ASSERT_FALSE(HasFatalFailure());
  }
  // Long chains were among them.
  EXPECT_GT(claims[3], 1'000);
  EXPECT_GT(claims[7], 50);
}

// --- Completeness: the definition, by the rules and in no hurry ---

bool can_make_four(const State& state) {
  ActionList<State> list;
  state.legal_actions(list);
  return std::any_of(list.begin(), list.end(), [&](Action action) {
    State next = state;
    next.apply(action);
    return next.outcome().winner() == state.to_move();
  });
}

// Could the player who has just moved make a four if it were his turn again?
bool threatens_four(const State& state) {
  std::string text = state.to_text();
  char& player = text[text.find(' ') + 1];
  player = player == 'w' ? 'b' : 'w';
  return can_make_four(position(text, state.options().size));
}

bool has_chain(const State& state, int turns);

// Does this threat win against all replies?
bool wins_by(const State& threatened, int attacker, int turns) {
  ActionList<State> replies;
  threatened.legal_actions(replies);
  return std::all_of(replies.begin(), replies.end(), [&](Action reply) {
    State next = threatened;
    next.apply(reply);
    if (next.outcome().over()) return next.outcome().winner() == attacker;
    return has_chain(next, turns - 2);
  });
}

bool has_chain(const State& state, int turns) {
  if (can_make_four(state)) return true;
  if (turns < 3) return false;
  ActionList<State> list;
  state.legal_actions(list);
  return std::any_of(list.begin(), list.end(), [&](Action action) {
    State next = state;
    next.apply(action);
    return !next.outcome().over() && threatens_four(next) && wins_by(next, state.to_move(), turns);
  });
}

TEST(YavalathForcing, FindsWhatTheDefinitionFindsAndNoShorter) {
  core::Rng rng(12);
  Forcing forcing;
  std::map<int, int> found;  // by turns; 0 for none
  for (int i = 0; i < by_tier(200, 2'000, 20'000); ++i) {
    const State state = sensible_position(rng);
    int shortest = 1;
    while (shortest <= 7 && !has_chain(state, shortest)) shortest += 2;
    const auto win = forcing.find(state, 7, kPlenty);
    EXPECT_EQ(win ? win->turns : 9, shortest) << state.to_text();
    ++found[win ? win->turns : 0];
  }
  EXPECT_GT(found[0], 20);
  EXPECT_GT(found[3], 20);
}

// --- The rules' corners ---

TEST(YavalathForcing, KnowsItsRules) {
  Forcing forcing;
  const auto turns = [&](std::string_view text) {
    const auto win = forcing.find(position(text), kAnyTurns, kPlenty);
    return win ? win->turns : 0;
  };
  // A four at once, even where the opponent threatens one too.
  EXPECT_EQ(turns("5/6/7/8/2ww1w3/8/7/6/bb1b1 w -"), 1);
  // The threat of the rules page: its only block makes a three.
  EXPECT_EQ(turns("5/6/7/3b4/2w2w3/4b3/7/6/5 w -"), 3);
  // The same where black has a four of his own: white must answer that first.
  EXPECT_EQ(turns("5/6/7/3b4/2w2w3/4b3/7/6/bb1b1 w -"), 0);
  // White cannot block without a three: lost.
  EXPECT_EQ(turns("5/6/7/3w4/2bb1b3/4w3/7/6/5 w -"), 0);
  EXPECT_EQ(turns("5/6/7/8/9/8/7/6/5 w -"), 0);
}

TEST(YavalathForcing, LeavesThreePlayersAlone) {
  const auto state =
      std::get<State>(at("yavalath", "5/6/7/8/2ww1w3/8/7/6/5 w -", "players=3,swap=off").state());
  EXPECT_FALSE(Forcing().find(state, kAnyTurns, kPlenty));
}

TEST(YavalathForcing, KeepsToItsBudgetAndRepeatsItself) {
  core::Rng rng(13);
  for (int i = 0; i < by_tier(200, 1'000, 10'000); ++i) {
    const State state = sensible_position(rng);
    const std::uint64_t budget = rng.below(60);
    Forcing one, two;
    const auto first = one.find(state, kAnyTurns, budget);
    const auto second = two.find(state, kAnyTurns, budget);
    EXPECT_LE(one.nodes(), budget);
    EXPECT_EQ(one.nodes(), two.nodes());
    ASSERT_EQ(first.has_value(), second.has_value());
    if (first) expect_line_wins(state, *first);
    // A limit on the turns is kept, and what was found within it is found without it.
    const auto soon = two.find(state, 5, kPlenty);
    if (soon) {
      EXPECT_LE(soon->turns, 5);
    }
    const auto later = two.find(state, kAnyTurns, kPlenty);
    EXPECT_TRUE(!soon || (later && later->turns == soon->turns));
  }
}

// --- The stored set ---

constexpr const char* kSetFile = "tests/data/yavalath_forcing.txt";
constexpr std::uint64_t kSetNodes = 20'000;

TEST(YavalathForcing, SolvesTheStoredSet) {
  const auto content = core::read_file(source_path(kSetFile));
  ASSERT_TRUE(content);
  int solved = 0;
  for (const auto line : core::split(*content, '\n')) {
    if (line.empty() || line[0] == '#') continue;
    const auto words = core::words(line);
    const int size = static_cast<int>(*core::whole_number(words[0], 6));
    const int turns = static_cast<int>(*core::whole_number(words[1], kAnyTurns));
    const State state = position(line.substr(line.find(words[2])), size);
    Forcing forcing;
    const auto win = forcing.find(state, kAnyTurns, kSetNodes);
    ASSERT_TRUE(win) << line;
    EXPECT_EQ(win->turns, turns) << line;
    expect_line_wins(state, *win);
    if (solved % by_tier(8, 1, 1) == 0) expect_win_within(forcing, state, turns);
    ++solved;
  }
  EXPECT_GE(solved, 60);
}

// Writes the set anew: --gtest_also_run_disabled_tests --gtest_filter=*WriteTheStoredSet
TEST(YavalathForcing, DISABLED_WriteTheStoredSet) {
  std::ofstream file(source_path(kSetFile));
  file << "# Positions of Yavalath whose shortest chain of threats wins in 9 to 15 turns:\n"
          "# SIZE TURNS POSITION\n"
          "# Drawn from random games in which nobody overlooks a four or makes a needless three.\n"
          "# Written by: build/test/tests/tabuleiro_tests --gtest_also_run_disabled_tests \\\n"
          "#   --gtest_filter='*WriteTheStoredSet'\n";
  core::Rng rng(2026);
  std::map<int, int> missing = {{9, 20}, {11, 20}, {13, 20}, {15, 20}};
  const auto done = [&] {
    return std::all_of(missing.begin(), missing.end(), [](auto m) { return m.second == 0; });
  };
  while (!done()) {
    const int size = rng.below(4) == 0 ? 6 : 5;
    const auto game = sensible_game(size, rng);
    const State& state = game[rng.below(static_cast<std::uint32_t>(game.size()))];
    const auto win = Forcing().find(state, kAnyTurns, kPlenty);
    if (!win || !missing.contains(win->turns) || missing[win->turns] == 0) continue;
    --missing[win->turns];
    file << size << ' ' << win->turns << ' ' << state.to_text() << '\n';
  }
}

}  // namespace
}  // namespace tests

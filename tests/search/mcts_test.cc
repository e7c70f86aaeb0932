// Monte-Carlo tree search: its proofs against exhaustive search, its stops, its repeatability.
#include "search/mcts.h"

#include <chrono>

#include "driven_time.h"
#include "eval/eigenstate.h"
#include "eval/epaminondas.h"
#include "eval/sixteen_stone.h"
#include "eval/yavalath.h"
#include "eval/yavalath_policy.h"
#include "support.h"

namespace tests {
namespace {

using eval::YavalathPolicy;
using games::Action;
using games::ActionList;
using games::Game;
using search::Bounds;
using search::kWhole;
using search::MctsResult;
using search::MctsSettings;
using Yavalath = games::yavalath::State;

template <class Policy, class State>
MctsResult run(const State& state, std::optional<std::uint64_t> nodes,
               const MctsSettings& settings = {.megabytes = 16},
               const search::SearchHistory& past = {}) {
  const Policy policy;
  search::Stopper stopper({.nodes = nodes, .deadline = {}, .threads = settings.threads});
  return search::Mcts<State, Policy>(policy, stopper, settings).search(state, past);
}

// Every action is looked at, playouts know nothing.
struct NoPolicy : eval::NullEvaluator<Yavalath> {
  void select(const Yavalath&, ActionList<Yavalath>&) const {}
  Action playout_action(const Yavalath& state, core::Rng& rng) const {
    return state.random_action(rng);
  }
  bool shares_draw(const Yavalath& state, int player) const { return !state.is_out(player); }
};

Yavalath yavalath(std::string_view position, std::string_view options = "") {
  return std::get<Yavalath>(at("yavalath", position, options).state());
}

// A running state with this many empty cells and a choice: an only action is not thought about
// long.
Yavalath random_yavalath(const games::yavalath::Options& options, int empty, core::Rng& rng) {
  const YavalathPolicy policy;
  while (true) {
    Yavalath state = Yavalath::start(options);
    while (!state.outcome().over() && state.empty().count() > empty) {
      // Sensible play keeps games from ending at once; chance keeps them different.
      state.apply(rng.below(3) == 0 ? state.random_action(rng) : policy.playout_action(state, rng));
    }
    if (!state.outcome().over() && state.count_actions() > 1) return state;
  }
}

template <Game State>
void expect_playable(const State& start, const std::vector<Action>& line) {
  State state = start;
  ASSERT_FALSE(line.empty());
  for (const Action action : line) {
    ActionList<State> list;
    state.legal_actions(list);
    ASSERT_NE(std::find(list.begin(), list.end(), action), list.end()) << start.to_text();
    state.apply(action);
  }
}

// --- Plain exhaustive search ---

// Every result that may come about when each player takes one of the actions that are best for
// himself, judged by the worst that may then happen to him; and the turns that the winner, if it is
// certain, needs at most against the longest defence.
struct Exhaustive {
  Bounds bounds;
  int turns = 0;
};

template <class Policy>
Exhaustive solve(const Yavalath& state) {
  if (state.outcome().over()) {
    search::Payoff shares{};
    const int winner = state.outcome().winner();
    int in = 0;
    for (int p = 0; p < state.player_count(); ++p) in += !state.is_out(p);
    for (int p = 0; p < state.player_count(); ++p) {
      const int drawn = state.is_out(p) ? 0 : kWhole / in;
      shares[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(winner < 0    ? drawn
                                                                      : winner == p ? kWhole
                                                                                    : 0);
    }
    return {Bounds::exactly(shares), 0};
  }
  const auto mover = static_cast<std::size_t>(state.to_move());
  ActionList<Yavalath> list;
  state.legal_actions(list);
  Policy().select(state, list);
  std::vector<Exhaustive> children;
  int best = 0;
  for (const Action action : list) {
    Yavalath next = state;
    next.apply(action);
    children.push_back(solve<Policy>(next));
    best = std::max<int>(best, children.back().bounds.low[mover]);
  }
  Exhaustive result{{{kWhole, kWhole, kWhole}, {}}, 0};
  const bool wins = best == kWhole;
  for (const auto& child : children) {
    if (child.bounds.high[mover] < best) continue;
    if (wins && child.bounds.low[mover] < best) continue;
    for (std::size_t p = 0; p < 3; ++p) {
      result.bounds.low[p] = std::min(result.bounds.low[p], child.bounds.low[p]);
      result.bounds.high[p] = std::max(result.bounds.high[p], child.bounds.high[p]);
    }
    const int turns = child.turns + 1;
    result.turns = result.turns == 0 ? turns
                   : wins            ? std::min(result.turns, turns)
                                     : std::max(result.turns, turns);
  }
  result.bounds.low[mover] = static_cast<std::uint8_t>(best);
  search::tighten(result.bounds);
  return result;
}

template <class Policy>
void compare_with_exhaustive(const games::yavalath::Options& options, int empty, int positions) {
  core::Rng rng(17);
  int decided = 0;
  for (int i = 0; i < positions; ++i) {
    const Yavalath state = random_yavalath(options, empty, rng);
    const Exhaustive expected = solve<Policy>(state);
    const MctsResult found = run<Policy>(state, 3'000'000);
    ASSERT_TRUE(found.settled()) << state.to_text();
    EXPECT_EQ(found.bounds, expected.bounds) << state.to_text();
    expect_playable(state, found.line);
    // The first action keeps what is proven, and no win is promised sooner than there is one.
    Yavalath next = state;
    next.apply(found.line[0]);
    const auto mover = static_cast<std::size_t>(state.to_move());
    EXPECT_EQ(solve<Policy>(next).bounds.low[mover], expected.bounds.low[mover]) << state.to_text();
    for (int p = 0; p < options.players; ++p) {
      if (!expected.bounds.wins(p)) continue;
      ++decided;
      if (state.to_move() == p) {
        EXPECT_GE(found.turns, expected.turns) << state.to_text();
      }
    }
  }
  EXPECT_GT(decided, 0);
}

TEST(Mcts, ProvesWhatExhaustiveSearchFindsForTwo) {
  const int positions = by_tier(20, 100, 1000);
  compare_with_exhaustive<NoPolicy>({3, 2, false}, 7, positions);
  compare_with_exhaustive<YavalathPolicy>({3, 2, false}, 8, positions);
}

TEST(Mcts, ProvesWhatExhaustiveSearchFindsForThree) {
  const int positions = by_tier(8, 100, 1000);
  compare_with_exhaustive<NoPolicy>({3, 3, false}, 7, positions);
  compare_with_exhaustive<YavalathPolicy>({3, 3, false}, 8, positions);
}

// What the policy leaves out never costs the mover anything.
TEST(Mcts, TheYavalathPolicyLeavesOutNothingThatMatters) {
  core::Rng rng(23);
  for (int i = 0; i < by_tier(60, 300, 3000); ++i) {
    const int players = 2 + i % 2;
    const Yavalath state = random_yavalath({3, static_cast<std::uint8_t>(players), false}, 7, rng);
    const auto mover = static_cast<std::size_t>(state.to_move());
    const auto all = solve<NoPolicy>(state).bounds, some = solve<YavalathPolicy>(state).bounds;
    EXPECT_GE(some.low[mover], all.low[mover]) << state.to_text();
    EXPECT_LE(some.high[mover], all.high[mover]) << state.to_text();
  }
}

// --- Bounds ---

struct Child {
  Bounds bounds;
};

TEST(Bounds, AWinnerLeavesNothingToTheOthers) {
  const std::vector<Child> children = {{Bounds::unknown(3)}, {Bounds::exactly({0, kWhole, 0})}};
  const Bounds chosen = search::bounds_of_choice(children, 1);
  EXPECT_EQ(chosen, Bounds::exactly({0, kWhole, 0}));
  // Somebody else with the same children may avoid it.
  EXPECT_EQ(search::bounds_of_choice(children, 0), Bounds::unknown(3));
}

TEST(Bounds, WhoHasLostMayChooseTheWinner) {
  const std::vector<Child> children = {{Bounds::exactly({0, kWhole, 0})},
                                       {Bounds::exactly({0, 0, kWhole})}};
  const Bounds bounds = search::bounds_of_choice(children, 0);
  EXPECT_TRUE(bounds.loses(0));
  EXPECT_FALSE(bounds.exact());
  EXPECT_EQ(bounds.middle(), (search::Payoff{0, kWhole / 2, kWhole / 2}));
  EXPECT_EQ(search::bounds_of_choice(children, 1), Bounds::exactly({0, kWhole, 0}));
}

TEST(Bounds, ADrawIsBetterThanALoss) {
  const std::vector<Child> children = {{Bounds::exactly({0, kWhole, 0})},
                                       {Bounds::exactly({6, 6, 0})},
                                       {Bounds::exactly({4, 4, 4})}};
  EXPECT_EQ(search::bounds_of_choice(children, 0), Bounds::exactly({6, 6, 0}));
}

// --- Play ---

TEST(Mcts, FindsAFourAndSaysSo) {
  // Black to play: e5 blocks but makes a three, everything else loses to e5.
  const auto lost = run<YavalathPolicy>(yavalath("5/6/7/3b4/2ww1w3/4b3/7/6/5 b -"), 20'000);
  EXPECT_TRUE(lost.settled());
  EXPECT_TRUE(lost.bounds.wins(0));
  EXPECT_EQ(lost.turns, 2);
  EXPECT_EQ(lost.values[0], 1);
  const Yavalath won = yavalath("5/6/7/3b4/2ww1w3/8/7/6/5 w -");
  const auto found = run<YavalathPolicy>(won, 20'000);
  EXPECT_EQ(won.action_text(found.line[0]), "e5");
  EXPECT_EQ(found.turns, 1);
}

// No four yet: the search has to find by itself how to threaten two at once.
TEST(Mcts, FindsAForcedWin) {
  const Yavalath state = yavalath("5/6/7/3w1w2/4w4/3w4/1b5/b5/3b1 w -", "swap=off");
  const auto found = run<YavalathPolicy>(state, 100'000);
  ASSERT_TRUE(found.settled());
  EXPECT_TRUE(found.bounds.wins(0));
  EXPECT_GT(found.turns, 1);
  expect_playable(state, found.line);
}

// The line of a proven win ends with it when the game is played to its end.
TEST(Mcts, AProvenWinIsPlayedHome) {
  core::Rng rng(5);
  const YavalathPolicy policy;
  int proven = 0;
  for (int i = 0; i < by_tier(30, 200, 1000); ++i) {
    const int players = 2 + i % 2;
    Yavalath state = random_yavalath({4, static_cast<std::uint8_t>(players), false}, 22, rng);
    const int winner = state.to_move();
    auto found = run<YavalathPolicy>(state, 5'000);
    if (!found.settled() || !found.bounds.wins(winner)) continue;
    ++proven;
    int left = found.turns;
    for (; !state.outcome().over(); --left) {
      ASSERT_GT(left, 0) << state.to_text();
      if (state.to_move() == winner) {
        found = run<YavalathPolicy>(state, 200'000);
        ASSERT_TRUE(found.settled() && found.bounds.wins(winner)) << state.to_text();
        left = std::max(left, found.turns);
        state.apply(found.line[0]);
      } else {
        state.apply(policy.playout_action(state, rng));
      }
    }
    EXPECT_EQ(state.outcome().winner(), winner);
  }
  EXPECT_GT(proven, 2);
}

template <class Policy, class State>
void check_anything(const State& start, int actions) {
  core::Rng rng(13);
  for (const std::uint64_t nodes : {0u, 1u, 2u, 3u, 7u, 20u, 150u, 400u}) {
    const State state = random_state(start, rng, static_cast<int>(rng.below(actions)));
    const MctsResult found = run<Policy>(state, nodes);
    EXPECT_LE(found.nodes, nodes);
    expect_playable(state, found.line);
    double sum = 0;
    for (const double value : found.values) sum += value;
    if (!found.settled() || found.bounds.exact()) {
      EXPECT_NEAR(sum, 1, 1e-9);
    }
    const MctsResult again = run<Policy>(state, nodes);
    EXPECT_EQ(again.line, found.line);
    EXPECT_EQ(again.values, found.values);
    EXPECT_EQ(again.nodes, found.nodes);
    EXPECT_EQ(again.depth, found.depth);
  }
}

TEST(Mcts, StopsAnywhereWithALegalLineAndRepeatsItself) {
  for (std::uint8_t size = 3; size <= 6; ++size) {
    for (const bool swap : {false, true}) {
      check_anything<YavalathPolicy>(Yavalath::start({size, 2, swap}), 12);
    }
    check_anything<YavalathPolicy>(Yavalath::start({size, 3, false}), 12);
  }
  using games::eigenstate::State;
  check_anything<eval::RandomPlayouts<State, eval::EigenstateEvaluator>>(State::start({}), 40);
  using Stones = games::sixteen_stone::State;
  check_anything<eval::RandomPlayouts<Stones, eval::SixteenStoneEvaluator>>(Stones::start({}), 50);
  using Phalanx = games::epaminondas::State;
  check_anything<eval::RandomPlayouts<Phalanx, eval::EpaminondasEvaluator>>(
      Phalanx::start({games::epaminondas::Rules::kCrossings}), 60);
}

// In a playout, too, only legal actions are played.
TEST(Mcts, ThePolicyPlaysLegalActions) {
  const YavalathPolicy policy;
  core::Rng rng(3);
  for (int i = 0; i < by_tier(200, 2000, 20000); ++i) {
    const auto size = static_cast<std::uint8_t>(3 + i % 4);
    const bool three = i % 3 == 0;
    Yavalath state = Yavalath::start({size, static_cast<std::uint8_t>(three ? 3 : 2), !three});
    while (!state.outcome().over()) {
      const Action action = policy.playout_action(state, rng);
      ActionList<Yavalath> list;
      state.legal_actions(list);
      ASSERT_NE(std::find(list.begin(), list.end(), action), list.end()) << state.to_text();
      policy.select(state, list);
      ASSERT_FALSE(list.empty()) << state.to_text();
      state.apply(rng.below(4) == 0 ? state.random_action(rng) : action);
    }
  }
}

TEST(Mcts, AFullPoolStopsGrowthButNotTheSearch) {
  const YavalathPolicy policy;
  search::Stopper stopper({.nodes = 40'000, .deadline = std::nullopt});
  search::MctsTree<Yavalath, YavalathPolicy> tree(policy, stopper, {.megabytes = 1}, 0);
  const Yavalath start = Yavalath::start({5, 3, false});
  tree.grow(start, {});
  EXPECT_EQ(tree.nodes(), 40'000u);
  EXPECT_LE(tree.size() * 32, std::size_t{1} << 20);
  EXPECT_GT(tree.size() * 32, std::size_t{1} << 19);
  // Even with no memory at all the root has its actions.
  EXPECT_EQ(run<YavalathPolicy>(start, 1000, {.megabytes = 0}).nodes, 1000u);
}

TEST(Mcts, OtherSeedsGiveOtherTrees) {
  const Yavalath start = Yavalath::start({5, 3, false});
  const auto a = run<YavalathPolicy>(start, 3000, {.megabytes = 4, .seed = 1});
  const auto b = run<YavalathPolicy>(start, 3000, {.megabytes = 4, .seed = 2});
  EXPECT_NE(a.values, b.values);
}

TEST(Mcts, ThreadsAddUp) {
  const Yavalath start = Yavalath::start({5, 3, false});
  const auto found = run<YavalathPolicy>(start, 4000, {.megabytes = 4, .threads = 3});
  EXPECT_GE(found.nodes, 4000u);
  EXPECT_LE(found.nodes, 4000u + 3 * 16);
  std::uint64_t visits = 0;
  for (const auto& action : found.actions) visits += action.visits;
  EXPECT_EQ(visits, found.nodes);
  EXPECT_EQ(found.actions[0].action, found.line[0]);
  expect_playable(start, found.line);
}

// No thread looks at the clock more than once after a stop.
TEST(Mcts, StopsAtOnce) {
  const YavalathPolicy policy;
  DrivenTime time(std::chrono::milliseconds(1));
  search::Limits limits;
  limits.threads = 2;
  limits.time = &time;
  search::Stopper stopper(limits);
  // The other thread looks on until it is really stopped, however long that takes this one.
  int looks = 0;
  time.act_after(50, [&] {
    stopper.stop();
    looks = time.looks();
  });
  const Yavalath start = Yavalath::start({6, 3, false});
  const auto found =
      search::Mcts<Yavalath, YavalathPolicy>(policy, stopper, {.megabytes = 4, .threads = 2})
          .search(start, {});
  EXPECT_LE(time.looks(), looks + 2);
  expect_playable(start, found.line);
}

TEST(Mcts, SeesRepetitionsAsDraws) {
  using State = games::epaminondas::State;
  using Policy = eval::RandomPlayouts<State, eval::EpaminondasEvaluator>;
  const State state =
      std::get<State>(at("epaminondas", "b13/14/14/14/14/14/11bb1/14/14/14/14/w13 w").state());
  State next = state;
  next.apply(*state.parse_action("a1-a2"));
  search::SearchHistory past;
  past.turn_starts = {next.hash(), next.hash()};
  const auto found = run<Policy>(state, 200, {.megabytes = 4}, past);
  const auto drawn = std::find_if(found.actions.begin(), found.actions.end(), [&](const auto& a) {
    return state.action_text(a.action) == "a1-a2";
  });
  ASSERT_NE(drawn, found.actions.end());
  EXPECT_EQ(drawn->bounds, Bounds::exactly({6, 6, 0}));
  EXPECT_EQ(drawn->turns, 1);
}

// Two players who look one action ahead have no chance against one who searches.
TEST(Mcts, BeatsTwoOneActionPlayers) {
  const YavalathPolicy policy;
  core::Rng rng(41);
  int won = 0;
  const int games = by_tier(3, 15, 60);
  for (int game = 0; game < games; ++game) {
    Yavalath state = Yavalath::start({5, 3, false});
    while (!state.outcome().over()) {
      state.apply(state.to_move() == game % 3 ? run<YavalathPolicy>(state, 4000).line[0]
                                              : policy.playout_action(state, rng));
    }
    won += state.outcome().winner() == game % 3;
  }
  EXPECT_GT(10 * won, 6 * games);
}

}  // namespace
}  // namespace tests

// Alpha-beta against plain minimax, with every feature on and off.
#include <cstdlib>
#include <memory>

#include "eval/eigenstate.h"
#include "eval/epaminondas.h"
#include "eval/sixteen_stone.h"
#include "eval/yavalath.h"
#include "search/alpha_beta.h"
#include "support.h"

namespace tests {
namespace {

using games::Action;
using games::ActionList;
using games::Game;
using search::Line;
using search::SearchFeatures;
using search::Value;

template <class State, class Evaluator>
Line run(const State& state, const Evaluator& evaluator, int depth, SearchFeatures features,
         std::optional<std::uint64_t> nodes = std::nullopt) {
  search::TranspositionTable table(1);
  search::Limits limits;
  limits.nodes = nodes;
  search::Stopper stopper(limits);
  auto engine =
      std::make_unique<search::AlphaBeta<State, Evaluator>>(table, evaluator, stopper, features);
  return engine->search(state, {}, depth)[0];
}

// The value by the definition: every action of what the evaluator selects, to a fixed depth.
template <class State, class Evaluator>
Value minimax(const State& state, const Evaluator& evaluator, int depth, int turns,
              bool at_root = true) {
  const auto outcome = state.outcome();
  if (outcome.over()) {
    if (outcome.is_draw()) return search::kDraw;
    return outcome.winner() == state.to_move() ? search::win_in(turns) : search::loss_in(turns);
  }
  if (depth == 0) return evaluator.evaluate(state);
  ActionList<State> list;
  state.legal_actions(list);
  evaluator.select(state, list, at_root);
  Value best = -search::kInfinity;
  for (const Action action : list) {
    State next = state;
    next.apply(action);
    const bool turn_over = next.at_turn_start() || next.outcome().over();
    const Value value = minimax(next, evaluator, depth - 1, turns + (turn_over ? 1 : 0), false);
    best = std::max(best, next.to_move() == state.to_move() ? value : -value);
  }
  return best;
}

constexpr SearchFeatures kNone{false, false, false, false, false, false, false, false, false, 0};

template <class State, class Evaluator>
void compare_with_minimax(const State& start, int actions, int depth, int positions) {
  const Evaluator evaluator;
  core::Rng rng(31);
  for (int i = 0; i < positions; ++i) {
    const State state = random_state(start, rng, actions + static_cast<int>(rng.below(6)));
    const Value expected = minimax(state, evaluator, depth, 0);
    SearchFeatures features = kNone;
    EXPECT_EQ(run(state, evaluator, depth, features).value, expected) << state.to_text();
    features.principal_variation = true;
    EXPECT_EQ(run(state, evaluator, depth, features).value, expected) << state.to_text();
    features.aspiration = true;
    EXPECT_EQ(run(state, evaluator, depth, features).value, expected) << state.to_text();
  }
}

// Without table, reductions and extensions the search is minimax to its depth, whatever the order.
TEST(AlphaBeta, EqualsMinimaxToAFixedDepth) {
  const int positions = by_tier(3, 20, 60);
  compare_with_minimax<games::yavalath::State, eval::YavalathEvaluator>(
      games::yavalath::State::start({3, 2, false}), 6, 5, positions);
  compare_with_minimax<games::sixteen_stone::State, eval::SixteenStoneEvaluator>(
      games::sixteen_stone::State::start({}), 60, 4, positions);
  compare_with_minimax<games::epaminondas::State, eval::EpaminondasEvaluator>(
      games::epaminondas::State::start({games::epaminondas::Rules::kCrossings}), 30, 3, positions);
  compare_with_minimax<games::eigenstate::State, eval::EigenstateEvaluator>(
      games::eigenstate::State::start({}), 30, 4, positions);
}

// Who wins is proven exactly. In how many turns is a bound: a child that is proven lost is not
// searched again for a quicker way (it once was, and a proven win could be thrown away).
void expect_proven_like(Value value, Value expected, const std::string& what) {
  EXPECT_EQ(search::is_win(value), search::is_win(expected)) << what;
  EXPECT_EQ(search::is_loss(value), search::is_loss(expected)) << what;
  if (search::is_win(expected)) {
    EXPECT_LE(value, expected) << what;
  } else if (search::is_loss(expected)) {
    EXPECT_GE(value, expected) << what;
  } else {
    EXPECT_EQ(value, expected) << what;
  }
}

// On a small board everything is decided: every feature proves the same winner, with the evaluator
// of the game or without any.
TEST(AlphaBeta, ProvenValuesDoNotDependOnFeatures) {
  using State = games::yavalath::State;
  const eval::NullEvaluator<State> nothing;
  const eval::YavalathEvaluator evaluator;
  const State start = State::start({3, 2, false});
  core::Rng rng(7);
  int decided = 0;
  for (int i = 0; i < by_tier(20, 150, 1000); ++i) {
    const State state = random_state(start, rng, 9);
    const int empties = state.empty().count();
    const Value expected = minimax(state, nothing, empties, 0);
    decided += search::is_proven(expected);
    for (int feature = -1; feature < 8; ++feature) {
      SearchFeatures features;
      bool* const switches[] = {&features.table,
                                &features.aspiration,
                                &features.principal_variation,
                                &features.late_move_reductions,
                                &features.late_move_pruning,
                                &features.quiescence,
                                &features.forced_extension,
                                &features.forced_wins};
      features.first_win = false;
      if (feature >= 0) *switches[feature] = false;
      // Deep enough that reductions still reach the end of the game.
      const auto what = state.to_text() + " without feature " + std::to_string(feature);
      expect_proven_like(run(state, nothing, 4 * empties, features).value, expected, what);
      expect_proven_like(run(state, evaluator, 4 * empties, features).value, expected, what);
    }
  }
  EXPECT_GT(decided, 5);
}

// However wide or narrow a search looks: what a game's constants leave out is looked at before
// anything is called proven.
TEST(AlphaBeta, ProvenValuesDoNotDependOnConstants) {
  using State = games::yavalath::State;
  const eval::YavalathEvaluator evaluator;
  const State start = State::start({3, 2, false});
  core::Rng rng(8);
  int decided = 0;
  for (int i = 0; i < by_tier(10, 60, 400); ++i) {
    const State state = random_state(start, rng, 9);
    const int empties = state.empty().count();
    const Value expected = minimax(state, eval::NullEvaluator<State>{}, empties, 0);
    decided += search::is_proven(expected);
    for (const auto& constant : search::kNamedConstants) {
      for (const int value : {constant.least, std::min(constant.most, 4)}) {
        SearchFeatures features;
        features.first_win = false;
        features.constants.enough_depth = features.constants.hopeless_depth = 3;
        features.constants.*constant.value = value;
        const auto what =
            state.to_text() + " with " + std::string(constant.name) + " = " + std::to_string(value);
        expect_proven_like(run(state, evaluator, 6 * empties, features).value, expected, what);
      }
    }
  }
  EXPECT_GT(decided, 5);
}

// Taking the first forced win that is found changes how long a win takes, also one that the
// opponent has, but not who wins.
TEST(AlphaBeta, TheFirstWinIsAWin) {
  using State = games::yavalath::State;
  const eval::YavalathEvaluator evaluator;
  const State start = State::start({3, 2, false});
  core::Rng rng(8);
  int won = 0;
  for (int i = 0; i < by_tier(200, 1000, 10000); ++i) {
    const State state = random_state(start, rng, 8);
    const int depth = 4 * state.empty().count();
    const Value first = run(state, evaluator, depth, {}).value;
    const Value best = run(state, evaluator, depth, {.forced_wins = false}).value;
    EXPECT_EQ(search::is_win(first), search::is_win(best)) << state.to_text();
    EXPECT_EQ(search::is_loss(first), search::is_loss(best)) << state.to_text();
    // Neither is always the shortest win, but none is shorter than that.
    if (search::is_win(best) && first > best) {
      EXPECT_LE(first, minimax(state, eval::NullEvaluator<State>{}, state.empty().count(), 0))
          << state.to_text();
    }
    won += search::is_win(best);
  }
  EXPECT_GT(won, 20);
}

template <class State, class Evaluator>
void check_stops(const State& start, int actions) {
  const Evaluator evaluator;
  core::Rng rng(13);
  for (const std::uint64_t nodes : {0u, 1u, 2u, 3u, 7u, 20u, 150u, 1000u}) {
    const State state = random_state(start, rng, actions);
    const Line line = run(state, evaluator, 60, {}, nodes);
    ASSERT_FALSE(line.actions.empty());
    EXPECT_LE(line.nodes, nodes + 1);
    // The whole line can be played.
    State now = state;
    for (const Action action : line.actions) {
      ActionList<State> list;
      now.legal_actions(list);
      ASSERT_NE(std::find(list.begin(), list.end(), action), list.end()) << state.to_text();
      now.apply(action);
    }
    // The same again gives the same.
    const Line again = run(state, evaluator, 60, {}, nodes);
    EXPECT_EQ(again.actions, line.actions);
    EXPECT_EQ(again.value, line.value);
    EXPECT_EQ(again.nodes, line.nodes);
  }
}

TEST(AlphaBeta, StopsAnywhereWithALegalLineAndRepeatsItself) {
  check_stops<games::yavalath::State, eval::YavalathEvaluator>(games::yavalath::State::start({}),
                                                               8);
  check_stops<games::sixteen_stone::State, eval::SixteenStoneEvaluator>(
      games::sixteen_stone::State::start({}), 50);
  check_stops<games::epaminondas::State, eval::EpaminondasEvaluator>(
      games::epaminondas::State::start({}), 60);
  check_stops<games::eigenstate::State, eval::EigenstateEvaluator>(
      games::eigenstate::State::start({}), 40);
}

// A table that knows everything already answers at the first action; the lines go on all the same.
TEST(AlphaBeta, LinesGoOnWhereTheTableAnswered) {
  using State = games::yavalath::State;
  core::Rng rng(5);
  const State state = random_state(State::start({}), rng, 6);
  const eval::YavalathEvaluator evaluator;
  search::TranspositionTable table(1);
  for (int time = 0; time < 2; ++time) {
    search::Stopper stopper({});
    const auto engine = std::make_unique<search::AlphaBeta<State, eval::YavalathEvaluator>>(
        table, evaluator, stopper);
    for (const Line& line : engine->search(state, {}, 6, 3)) {
      EXPECT_GE(line.actions.size(), 4u) << time;
    }
  }
}

TEST(AlphaBeta, SeesRepetitionAndLongPlayAsDraws) {
  using State = games::epaminondas::State;
  const eval::EpaminondasEvaluator evaluator;
  // White is a stone down; a position that came up twice before is a draw when reached again.
  const State state =
      std::get<State>(at("epaminondas", "b13/14/14/14/14/14/11bb1/14/14/14/14/w13 w").state());
  State next = state;
  next.apply(*state.parse_action("a1-a2"));
  search::TranspositionTable table(1);
  search::Stopper stopper({});
  search::SearchHistory past;
  past.turn_starts = {next.hash(), next.hash()};
  auto engine = std::make_unique<search::AlphaBeta<State, eval::EpaminondasEvaluator>>(
      table, evaluator, stopper);
  const Line line = engine->search(state, past, 2)[0];
  EXPECT_EQ(line.value, search::kDraw);
  ASSERT_EQ(line.actions.size(), 1u);  // the game is over
  EXPECT_EQ(state.action_text(line.actions[0]), "a1-a2");
}

// A turn that has captured is not quiet, though the search starts in the middle of it.
TEST(AlphaBeta, KnowsWhatTheTurnHasDoneBefore) {
  using State = games::sixteen_stone::State;
  const eval::SixteenStoneEvaluator evaluator;
  core::Rng rng(17);
  int compared = 0;
  while (compared < by_tier(2, 10, 50)) {
    games::History history(start("sixteen-stone"));
    while (!history.outcome().over() &&
           (history.position().at_turn_start() || history.turn_is_quiet())) {
      history.apply(history.position().random_action(rng));
    }
    if (history.outcome().over()) continue;
    const State state = std::get<State>(history.position().state());
    const auto value = [&](const search::SearchHistory& past) {
      search::TranspositionTable table(1);
      search::Stopper stopper({});
      auto engine = std::make_unique<search::AlphaBeta<State, eval::SixteenStoneEvaluator>>(
          table, evaluator, stopper);
      return engine->search(state, past, 3)[0].value;
    };
    constexpr int kLimit = State::kHistoryRules.quiet_turns;
    const search::SearchHistory past{{}, history.quiet_turns(), history.turn_is_quiet()};
    EXPECT_EQ(value({{}, kLimit - 1, false}), value(past)) << state.to_text();
    ++compared;
  }
}

// --- What is proven, and what is known when a search is stopped ---

// The best line after every round, with a table that forgets nearly everything.
template <class State, class Evaluator>
std::vector<Value> values_of_rounds(const State& state, const Evaluator& evaluator, int depth) {
  search::TranspositionTable table(0);
  search::Stopper stopper({});
  SearchFeatures features;
  features.first_win = false;
  auto engine =
      std::make_unique<search::AlphaBeta<State, Evaluator>>(table, evaluator, stopper, features);
  std::vector<Value> values;
  engine->search(state, {}, depth, 1,
                 [&](const std::vector<Line>& lines) { values.push_back(lines[0].value); });
  return values;
}

TEST(AlphaBeta, WhatIsProvenStays) {
  using State = games::yavalath::State;
  const eval::YavalathEvaluator evaluator;
  core::Rng rng(9);
  int proven = 0;
  for (int i = 0; i < by_tier(100, 500, 5000); ++i) {
    const State state = random_state(State::start({4, 2, false}), rng, 10);
    const auto values = values_of_rounds(state, evaluator, 7);
    for (std::size_t round = 1; round < values.size(); ++round) {
      const Value before = values[round - 1], now = values[round];
      if (search::is_win(before)) {
        EXPECT_GE(now, before) << state.to_text();
      }
      if (search::is_loss(before)) {
        EXPECT_TRUE(search::is_loss(now)) << state.to_text();
      }
      proven += search::is_proven(before);
    }
  }
  EXPECT_GT(proven, 20);
}

// The value of the start where the table says of its last action that it leads to a position lost
// in four turns.
template <class State>
Value value_with_loss_in_table(search::Bound bound, const search::SearchHistory& past = {}) {
  const eval::NullEvaluator<State> nothing;
  const State start = State::start({});
  ActionList<State> list;
  start.legal_actions(list);
  State lost = start;
  lost.apply(list[list.size() - 1]);
  ActionList<State> replies;
  lost.legal_actions(replies);
  search::TranspositionTable table(1);
  table.store(lost.hash(), {replies[0], search::loss_in(4), 1, bound});
  search::Stopper stopper({});
  auto engine = std::make_unique<search::AlphaBeta<State, eval::NullEvaluator<State>>>(
      table, nothing, stopper);
  return engine->search(start, past, 3)[0].value;
}

// A loss that a shallow search has proven is one for deeper ones too.
TEST(AlphaBeta, AProvenLossHoldsAtEveryDepth) {
  using Yavalath = games::yavalath::State;
  using Epaminondas = games::epaminondas::State;
  for (const auto bound : {search::Bound::kUpper, search::Bound::kExact}) {
    EXPECT_EQ(value_with_loss_in_table<Yavalath>(bound), search::win_in(5));
    EXPECT_EQ(value_with_loss_in_table<Epaminondas>(bound), search::win_in(5));
    // A draw may come before it.
    EXPECT_EQ(value_with_loss_in_table<Epaminondas>(bound, {{}, 195}), search::kDraw);
    EXPECT_EQ(value_with_loss_in_table<Epaminondas>(bound, {{7, 7}}), search::kDraw);
  }
  // That a position is lost at the earliest in four turns does not say that it is lost.
  EXPECT_EQ(value_with_loss_in_table<Yavalath>(search::Bound::kLower), search::kDraw);
}

// Whatever a later round says.
TEST(RootLines, NothingUnprovenReplacesWhatIsProven) {
  const auto line = [](Value value, int depth, std::uint32_t action) {
    return Line{.value = value, .depth = depth, .actions = {Action{action}}};
  };
  const auto sure = [](Value) { return true; };
  const auto unsure = [](Value) { return false; };
  const Line found = line(44, 3, 2), won = line(search::win_in(9), 2, 1);
  const auto kept = search::merged({found}, {won}, 1, sure);
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].value, search::win_in(9));
  EXPECT_EQ(kept[0].depth, 3);
  EXPECT_EQ(search::merged({found}, {won}, 1, unsure)[0].value, 44);
  EXPECT_EQ(search::merged({line(search::win_in(7), 3, 2)}, {won}, 1, sure)[0].actions[0].code, 2u);
  const Line lost = line(search::loss_in(8), 2, 1);
  EXPECT_EQ(search::merged({found}, {lost}, 1, sure)[0].value, search::loss_in(8));
  // One of several lines that loses: the others go on.
  const auto both = search::merged({found, line(20, 3, 1)}, {line(50, 2, 2), lost}, 2, sure);
  EXPECT_EQ(both[0].value, 44);
  EXPECT_EQ(both[1].value, search::loss_in(8));
}

// Stopped anywhere, the best action of the round before is not given up for the first one tried.
TEST(AlphaBeta, AStopKeepsTheBestAction) {
  using State = games::yavalath::State;
  const eval::NullEvaluator<State> nothing;
  // Everything but e3 loses at once.
  const State state = std::get<State>(at("yavalath", "w4/6/7/8/bb1b5/8/7/6/w3w w -").state());
  const Action only = *state.parse_action("e3"), avoided = *state.parse_action("g1");
  SearchFeatures features;
  features.late_move_pruning = features.late_move_reductions = false;
  const auto searched = [&](std::optional<std::uint64_t> nodes, int depth) {
    search::TranspositionTable table(1);
    search::Stopper stopper({.nodes = nodes, .deadline = {}});
    auto engine = std::make_unique<search::AlphaBeta<State, eval::NullEvaluator<State>>>(
        table, nothing, stopper, features);
    return engine->search(state, {}, depth, 1, {}, {avoided})[0];
  };
  const Line two_deep = searched({}, 2);
  EXPECT_EQ(two_deep.actions[0], only);
  for (int i = 1; i < by_tier(40, 200, 1000); ++i) {
    const std::uint64_t nodes = two_deep.nodes + 11 * static_cast<std::uint64_t>(i);
    EXPECT_EQ(searched(nodes, 60).actions[0], only) << nodes;
  }
}

// An action that turned out better is played, though the stop came before it was known how much.
TEST(AlphaBeta, AStopKeepsTheBetterAction) {
  using State = games::yavalath::State;
  const eval::YavalathEvaluator evaluator;
  core::Rng rng(10);
  SearchFeatures features;
  features.forced_wins = false;
  int kept = 0;
  for (int i = 0; i < by_tier(10, 50, 500); ++i) {
    const State state = random_state(State::start({4, 2, false}), rng, 8);
    for (int depth = 2; depth < 6; ++depth) {
      const Line before = run(state, evaluator, depth - 1, features);
      const Line after = run(state, evaluator, depth, features);
      if (before.actions[0] == after.actions[0]) continue;
      for (auto nodes = before.nodes; nodes < std::min(after.nodes, before.nodes + 300); ++nodes) {
        const Line stopped = run(state, evaluator, depth, features, nodes);
        kept += stopped.actions[0] == after.actions[0] && stopped.value < after.value;
      }
    }
  }
  EXPECT_GT(kept, 0);
}

TEST(TranspositionTable, KeepsTheDeeperAndTheNewer) {
  search::TranspositionTable table(1);
  const search::Entry entry{Action{0xabcdef}, -123, 9, search::Bound::kLower};
  EXPECT_FALSE(table.find(42));
  table.store(42, entry);
  const auto found = table.find(42);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->action, entry.action);
  EXPECT_EQ(found->value, -123);
  EXPECT_EQ(found->depth, 9);
  EXPECT_EQ(found->bound, search::Bound::kLower);
  // Keys 42 to 47 share a bucket of four: the deep one stays as long as it is not old.
  for (std::uint64_t key = 43; key < 48; ++key) {
    table.store(key, {Action{1}, 0, 2, search::Bound::kExact});
  }
  EXPECT_TRUE(table.find(42));
  for (int i = 0; i < 4; ++i) table.new_search();
  for (std::uint64_t key = 50; key < 54; ++key) {
    table.store(key, {Action{1}, 0, 2, search::Bound::kExact});
  }
  EXPECT_FALSE(table.find(42));
  table.clear();
  EXPECT_FALSE(table.find(50));
}

}  // namespace
}  // namespace tests

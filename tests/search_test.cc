// Alpha-beta against plain minimax, with every device on and off.
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
using search::Devices;
using search::Line;
using search::Value;

template <class State, class Knowledge>
Line run(const State& state, const Knowledge& knowledge, int depth, Devices devices,
         std::optional<std::uint64_t> nodes = std::nullopt) {
  search::Table table(1);
  search::Limits limits;
  limits.nodes = nodes;
  search::Stopper stopper(limits);
  auto engine =
      std::make_unique<search::AlphaBeta<State, Knowledge>>(table, knowledge, stopper, devices);
  return engine->search(state, {}, depth)[0];
}

// The value by the definition: every action of what the knowledge selects, to a fixed depth.
template <class State, class Knowledge>
Value minimax(const State& state, const Knowledge& knowledge, int depth, int turns,
              bool at_root = true) {
  const auto outcome = state.outcome();
  if (outcome.over()) {
    if (outcome.is_draw()) return search::kDraw;
    return outcome.winner() == state.to_move() ? search::win_in(turns) : search::loss_in(turns);
  }
  if (depth == 0) return knowledge.evaluate(state);
  ActionList<State> list;
  state.legal_actions(list);
  knowledge.select(state, list, at_root);
  Value best = -search::kInfinity;
  for (const Action action : list) {
    State next = state;
    next.apply(action);
    const bool turn_over = next.at_turn_start() || next.outcome().over();
    const Value value = minimax(next, knowledge, depth - 1, turns + (turn_over ? 1 : 0), false);
    best = std::max(best, next.to_move() == state.to_move() ? value : -value);
  }
  return best;
}

constexpr Devices kNone{false, false, false, false, false, false, false, false, false, 0};

template <class State, class Knowledge>
void compare_with_minimax(const State& start, int actions, int depth, int positions) {
  const Knowledge knowledge;
  core::Rng rng(31);
  for (int i = 0; i < positions; ++i) {
    const State state = random_state(start, rng, actions + static_cast<int>(rng.below(6)));
    const Value expected = minimax(state, knowledge, depth, 0);
    Devices devices = kNone;
    EXPECT_EQ(run(state, knowledge, depth, devices).value, expected) << state.to_text();
    devices.principal_variation = true;
    EXPECT_EQ(run(state, knowledge, depth, devices).value, expected) << state.to_text();
    devices.aspiration = true;
    EXPECT_EQ(run(state, knowledge, depth, devices).value, expected) << state.to_text();
  }
}

// Without table, reductions and extensions the search is minimax to its depth, whatever the order.
TEST(AlphaBeta, EqualsMinimaxToAFixedDepth) {
  const int positions = by_tier(3, 20, 400);
  compare_with_minimax<games::yavalath::State, eval::YavalathKnowledge>(
      games::yavalath::State::start({3, 2, false}), 6, 5, positions);
  compare_with_minimax<games::sixteen_stone::State, eval::SixteenStoneKnowledge>(
      games::sixteen_stone::State::start({}), 60, 4, positions);
  compare_with_minimax<games::epaminondas::State, eval::EpaminondasKnowledge>(
      games::epaminondas::State::start({games::epaminondas::Rules::kCrossings}), 30, 3, positions);
  compare_with_minimax<games::eigenstate::State, eval::EigenstateKnowledge>(
      games::eigenstate::State::start({}), 30, 4, positions);
}

// On a small board everything is decided: every device gives the same proven value, with the
// knowledge of the game or without any.
TEST(AlphaBeta, ProvenValuesDoNotDependOnDevices) {
  using State = games::yavalath::State;
  const eval::NoKnowledge<State> nothing;
  const eval::YavalathKnowledge knowledge;
  const State start = State::start({3, 2, false});
  core::Rng rng(7);
  int decided = 0;
  for (int i = 0; i < by_tier(20, 150, 1000); ++i) {
    const State state = random_state(start, rng, 9);
    const int empties = state.empty().count();
    const Value expected = minimax(state, nothing, empties, 0);
    decided += search::is_proven(expected);
    for (int device = -1; device < 8; ++device) {
      Devices devices;
      bool* const switches[] = {&devices.table,
                                &devices.aspiration,
                                &devices.principal_variation,
                                &devices.late_move_reductions,
                                &devices.late_move_pruning,
                                &devices.quiescence,
                                &devices.forced_extension,
                                &devices.forced_wins};
      devices.first_win = false;
      if (device >= 0) *switches[device] = false;
      // Deep enough that reductions still reach the end of the game.
      EXPECT_EQ(run(state, nothing, 4 * empties, devices).value, expected)
          << state.to_text() << " without device " << device;
      EXPECT_EQ(run(state, knowledge, 4 * empties, devices).value, expected)
          << state.to_text() << " without device " << device;
    }
  }
  EXPECT_GT(decided, 5);
}

// Taking the first forced win that is found changes how long a win takes, also one that the
// opponent has, but not who wins.
TEST(AlphaBeta, TheFirstWinIsAWin) {
  using State = games::yavalath::State;
  const eval::YavalathKnowledge knowledge;
  const State start = State::start({3, 2, false});
  core::Rng rng(8);
  int won = 0;
  for (int i = 0; i < by_tier(200, 1000, 10000); ++i) {
    const State state = random_state(start, rng, 8);
    const int depth = 4 * state.empty().count();
    const Value first = run(state, knowledge, depth, {}).value;
    const Value best = run(state, knowledge, depth, {.forced_wins = false}).value;
    EXPECT_EQ(search::is_win(first), search::is_win(best)) << state.to_text();
    EXPECT_EQ(search::is_loss(first), search::is_loss(best)) << state.to_text();
    if (search::is_win(best)) {
      EXPECT_LE(first, best) << state.to_text();
    }
    won += search::is_win(best);
  }
  EXPECT_GT(won, 20);
}

template <class State, class Knowledge>
void check_stops(const State& start, int actions) {
  const Knowledge knowledge;
  core::Rng rng(13);
  for (const std::uint64_t nodes : {0u, 1u, 2u, 3u, 7u, 20u, 150u, 1000u}) {
    const State state = random_state(start, rng, actions);
    const Line line = run(state, knowledge, 60, {}, nodes);
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
    const Line again = run(state, knowledge, 60, {}, nodes);
    EXPECT_EQ(again.actions, line.actions);
    EXPECT_EQ(again.value, line.value);
    EXPECT_EQ(again.nodes, line.nodes);
  }
}

TEST(AlphaBeta, StopsAnywhereWithALegalLineAndRepeatsItself) {
  check_stops<games::yavalath::State, eval::YavalathKnowledge>(games::yavalath::State::start({}),
                                                               8);
  check_stops<games::sixteen_stone::State, eval::SixteenStoneKnowledge>(
      games::sixteen_stone::State::start({}), 50);
  check_stops<games::epaminondas::State, eval::EpaminondasKnowledge>(
      games::epaminondas::State::start({}), 60);
  check_stops<games::eigenstate::State, eval::EigenstateKnowledge>(
      games::eigenstate::State::start({}), 40);
}

// A table that knows everything already answers at the first action; the lines go on all the same.
TEST(AlphaBeta, LinesGoOnWhereTheTableAnswered) {
  using State = games::yavalath::State;
  core::Rng rng(5);
  const State state = random_state(State::start({}), rng, 6);
  const eval::YavalathKnowledge knowledge;
  search::Table table(1);
  for (int time = 0; time < 2; ++time) {
    search::Stopper stopper({});
    const auto engine = std::make_unique<search::AlphaBeta<State, eval::YavalathKnowledge>>(
        table, knowledge, stopper);
    for (const Line& line : engine->search(state, {}, 6, 3)) {
      EXPECT_GE(line.actions.size(), 4u) << time;
    }
  }
}

TEST(AlphaBeta, SeesRepetitionAndLongPlayAsDraws) {
  using State = games::epaminondas::State;
  const eval::EpaminondasKnowledge knowledge;
  // White is a stone down; a position that came up twice before is a draw when reached again.
  const State state =
      std::get<State>(at("epaminondas", "b13/14/14/14/14/14/11bb1/14/14/14/14/w13 w").state());
  State next = state;
  next.apply(*state.parse_action("a1-a2"));
  search::Table table(1);
  search::Stopper stopper({});
  search::Past past;
  past.turn_starts = {next.hash(), next.hash()};
  auto engine = std::make_unique<search::AlphaBeta<State, eval::EpaminondasKnowledge>>(
      table, knowledge, stopper);
  const Line line = engine->search(state, past, 2)[0];
  EXPECT_EQ(line.value, search::kDraw);
  ASSERT_EQ(line.actions.size(), 1u);  // the game is over
  EXPECT_EQ(state.action_text(line.actions[0]), "a1-a2");
}

TEST(Table, KeepsTheDeeperAndTheNewer) {
  search::Table table(1);
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

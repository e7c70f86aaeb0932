// One suite for every game and every option: what must hold in any state of any game.
#include <algorithm>
#include <set>

#include "games/perft.h"
#include "support.h"

namespace tests {
namespace {

using games::Action;
using games::ActionList;
using games::Game;

template <Game State>
std::vector<Action> sorted_actions(const State& state) {
  ActionList<State> list;
  state.legal_actions(list);
  std::vector<Action> actions(list.begin(), list.end());
  std::sort(actions.begin(), actions.end());
  return actions;
}

template <Game State>
void check_actions(const State& state, core::Rng& rng) {
  const auto actions = sorted_actions(state);
  ASSERT_EQ(actions.empty(), state.outcome().over());
  ASSERT_EQ(static_cast<int>(actions.size()), state.count_actions());
  ASSERT_EQ(std::adjacent_find(actions.begin(), actions.end()), actions.end()) << "twice";
  if (actions.empty()) return;
  const Action chosen = state.random_action(rng);
  ASSERT_TRUE(std::binary_search(actions.begin(), actions.end(), chosen));

  std::set<std::string> texts;
  for (const Action action : actions) {
    const auto text = state.action_text(action);
    ASSERT_TRUE(texts.insert(text).second) << text << " is ambiguous";
    const auto parsed = state.parse_action(text);
    ASSERT_TRUE(parsed) << text;
    ASSERT_EQ(*parsed, action) << text;
  }
}

template <Game State>
void check_text(const State& state) {
  const auto text = state.to_text();
  const auto parsed = State::parse(text, state.options());
  ASSERT_TRUE(parsed) << text::render(parsed.error(), text::Language::kEnglish) << " in " << text;
  ASSERT_EQ(parsed->to_text(), text);
  ASSERT_TRUE(*parsed == state) << text;
  ASSERT_EQ(parsed->hash(), state.hash()) << text;
}

template <Game State>
void check_symmetries(const State& state, core::Rng& rng) {
  const auto actions = sorted_actions(state);
  for (int symmetry = 0; symmetry < state.symmetry_count(); ++symmetry) {
    const State image = state.transformed(symmetry);
    ASSERT_EQ(image.hash(), image.recomputed_hash());
    ASSERT_EQ(image.outcome(), state.outcome());
    std::vector<Action> expected;
    for (const Action action : actions) {
      expected.push_back(state.transformed_action(action, symmetry));
    }
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(sorted_actions(image), expected) << state.to_text() << " symmetry " << symmetry;
    if (actions.empty()) continue;
    const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    State one = state, other = image;
    one.apply(action);
    other.apply(state.transformed_action(action, symmetry));
    ASSERT_TRUE(one.transformed(symmetry) == other);
  }
}

template <Game State>
void check_scene(const State& state) {
  const games::Scene scene = state.scene();
  ASSERT_EQ(scene.to_move, state.to_move());
  std::set<int> taken;
  for (const auto& piece : scene.pieces) {
    ASSERT_LT(piece.cell, static_cast<int>(scene.cells.size()));
    ASSERT_TRUE(taken.insert(piece.cell).second) << "two pieces on one cell";
    ASSERT_LT(piece.player, state.player_count());
  }
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    for (const int near : scene.cells[i].neighbours) {
      const auto& back = scene.cells[static_cast<std::size_t>(near)].neighbours;
      ASSERT_NE(std::find(back.begin(), back.end(), static_cast<int>(i)), back.end());
    }
  }
}

// The traces of an action name cells of the scene, and replaying them gives the next scene.
template <Game State>
void check_traces(const State& state, Action action) {
  const games::Scene scene = state.scene();
  std::set<std::string> names;
  for (const auto& cell : scene.cells) names.insert(cell.name);
  std::map<std::string, int> board;
  for (const auto& piece : scene.pieces) {
    board[scene.cells[static_cast<std::size_t>(piece.cell)].name] = piece.player;
  }
  for (const auto& trace : state.traces(action)) {
    for (const auto& name : {trace.from, trace.to}) {
      ASSERT_TRUE(name.empty() || names.contains(name)) << name;
    }
    if (!trace.from.empty()) board.erase(trace.from);
    if (!trace.to.empty()) board[trace.to] = trace.player;
  }
  State next = state;
  next.apply(action);
  std::map<std::string, int> expected;
  const games::Scene after = next.scene();
  for (const auto& piece : after.pieces) {
    expected[after.cells[static_cast<std::size_t>(piece.cell)].name] = piece.player;
  }
  ASSERT_EQ(board, expected) << state.to_text() << ' ' << state.action_text(action);
}

template <Game State>
void check_node(const State& state, core::Rng& rng) {
  ASSERT_EQ(state.hash(), state.recomputed_hash()) << state.to_text();
  check_actions(state, rng);
  check_text(state);
}

template <Game State>
void check_random_game(const State& start, core::Rng& rng) {
  State state = start;
  std::vector<Action> played;
  for (int n = 0; n < games::kMaxPlayoutActions; ++n) {
    ASSERT_NO_FATAL_FAILURE(check_node(state, rng));
    if (rng.below(8) == 0) {
      ASSERT_NO_FATAL_FAILURE(check_symmetries(state, rng));
      ASSERT_NO_FATAL_FAILURE(check_scene(state));
    }
    if (state.outcome().over()) break;
    const Action action = state.random_action(rng);
    if (rng.below(8) == 0) {
      ASSERT_NO_FATAL_FAILURE(check_traces(state, action));
    }
    const State copy = state;
    state.apply(action);
    ASSERT_FALSE(copy == state);
    played.push_back(action);
  }
  State replayed = start;
  for (const Action action : played) replayed.apply(action);
  ASSERT_TRUE(replayed == state) << "a replay differs";
  ASSERT_EQ(replayed.hash(), state.hash());
}

class Conformance : public ::testing::TestWithParam<Variant> {};

TEST_P(Conformance, RandomGames) {
  const auto position = start(GetParam().game, GetParam().options);
  const int games = by_tier(2, 40, 500);
  core::Rng rng(11);
  for (int i = 0; i < games; ++i) {
    std::visit([&](const auto& state) { check_random_game(state, rng); }, position.state());
    if (HasFatalFailure()) return;
  }
}

// Playing at random ends: nearly every game within the limit for playouts, by the rules alone.
TEST_P(Conformance, GamesEnd) {
  // Random play on 10×10 rarely gets a side down to one stone; the draw by long play ends it.
  if (GetParam().options.find("size=10") != std::string::npos) {
    games::History history(start(GetParam().game, GetParam().options));
    core::Rng rng(5);
    int actions = 0;
    while (!history.outcome().over() && actions < 200'000) {
      history.apply(history.position().random_action(rng));
      ++actions;
    }
    EXPECT_TRUE(history.outcome().over());
    return;
  }
  const auto position = start(GetParam().game, GetParam().options);
  core::Rng rng(3);
  int ended = 0;
  constexpr int kGames = 20;
  for (int i = 0; i < kGames; ++i) {
    std::visit(
        [&](const auto& state) {
          ended += games::play_out(state, rng).actions < games::kMaxPlayoutActions;
        },
        position.state());
  }
  EXPECT_GE(ended, kGames - 1);
}

INSTANTIATE_TEST_SUITE_P(AllGames, Conformance, ::testing::ValuesIn(all_variants()), variant_name);

}  // namespace
}  // namespace tests

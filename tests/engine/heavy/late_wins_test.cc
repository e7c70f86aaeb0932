// Late positions of every game: wins found by proof-number search, each within a second, and played
// out against every reply.
#include <unordered_map>

#include "driven_time.h"
#include "engine/analysis.h"
#include "engine/prover.h"
#include "eval/tactics.h"
#include "support.h"

namespace {

using games::Action;
using games::AnyState;
using games::History;
using games::Position;

// A strategy as it was told, looked up by any image of a position.
template <games::Game State>
class Strategy {
 public:
  void add(const State& state, Action action) {
    plays_.emplace(eval::smallest_hash(state), std::pair(state, action));
  }

  std::optional<Action> find(const State& state) const {
    const auto at = plays_.find(eval::smallest_hash(state));
    if (at == plays_.end()) return std::nullopt;
    const auto& [known, action] = at->second;
    for (int symmetry = 0; symmetry < known.symmetry_count(); ++symmetry) {
      if (known.transformed(symmetry).hash() == state.hash()) {
        return known.transformed_action(action, symmetry);
      }
    }
    return std::nullopt;
  }

 private:
  std::unordered_map<std::uint64_t, std::pair<State, Action>> plays_;
};

// Plays the winner's strategy against everything, by the rules alone.
template <games::Game State>
class Replay {
 public:
  Replay(const Strategy<State>& strategy, int winner) : strategy_(strategy), winner_(winner) {}

  // Does the winner win from here within so many turns?
  bool wins(const State& state, int turns) {
    if (state.outcome().over()) return state.outcome().winner() == winner_;
    if (turns <= 0) return false;
    const auto [at, is_new] = done_.try_emplace(state.hash(), turns);
    if (!is_new && at->second <= turns) return true;  // won with fewer turns, or under way
    at->second = turns;
    std::vector<Action> actions;
    if (state.to_move() == winner_) {
      const auto action = strategy_.find(state);
      if (action)
        actions = {*action};
      else
        actions = winning_at_once(state);
      if (actions.empty()) return false;
    } else {
      auto list = std::make_unique<games::ActionList<State>>();
      state.legal_actions(*list);
      actions.assign(list->begin(), list->end());
    }
    return std::all_of(actions.begin(), actions.end(), [&](Action action) {
      State next = state;
      next.apply(action);
      const bool turn_over = next.outcome().over() || next.to_move() != state.to_move();
      return wins(next, turns - (turn_over && !next.outcome().over() ? 1 : 0));
    });
  }

 private:
  // Strategies leave out what a glance sees.
  std::vector<Action> winning_at_once(const State& state) const {
    auto list = std::make_unique<games::ActionList<State>>();
    state.legal_actions(*list);
    for (const Action action : *list) {
      State next = state;
      next.apply(action);
      if (next.outcome().winner() == winner_) return {action};
    }
    return {};
  }

  const Strategy<State>& strategy_;
  int winner_;
  std::unordered_map<std::uint64_t, int> done_;  // the fewest turns it was asked for
};

// The starts of the last turns of random games that somebody won, latest first.
std::vector<History> late_positions(const Position& start, core::Rng& rng) {
  std::vector<History> turns;
  History history(start);
  for (int i = 0; i < 400 && !history.outcome().over(); ++i) {
    if (history.position().at_turn_start()) turns.push_back(history);
    history.apply(history.position().random_action(rng));
  }
  if (history.outcome().winner() < 0) return {};
  std::reverse(turns.begin(), turns.end());
  if (turns.size() > 5) turns.erase(turns.begin() + 5, turns.end());
  return turns;
}

struct Found {
  int wins = 0, longer = 0;
};

template <games::Game State>
void expect_wins(const History& history, Found& found) {
  Strategy<State> strategy;
  search::Limits limits;
  limits.nodes = 3'000;
  tests::DrivenTime time(std::chrono::milliseconds(1));
  limits.time = &time;
  limits.deadline = time.now() + std::chrono::seconds(1);
  const auto win =
      engine::prove_win(history, limits, [&](const AnyState& state, Action action, int) {
        strategy.add(std::get<State>(state), action);
      });
  if (!win) return;
  const State state = std::get<State>(history.position().state());
  EXPECT_EQ(win->player, state.to_move());
  ASSERT_TRUE(Replay<State>(strategy, win->player).wins(state, win->turns))
      << State::kName << ' ' << state.to_text();
  ++found.wins;
  if (win->turns > 1) ++found.longer;
}

std::vector<std::string> names_of_games() {
  std::vector<std::string> names;
  for (const auto& game : games::all_games()) names.push_back(game.name);
  return names;
}

class LateWins : public ::testing::TestWithParam<std::string> {};

TEST_P(LateWins, AreProvenAndHoldAgainstEveryReply) {
  core::Rng rng(7);
  const std::map<std::string, std::string> options = {{"sixteen-stone", "size=5"},
                                                      {"epaminondas", "rules=crossings"}};
  const auto option = options.find(GetParam());
  const Position start = tests::start(GetParam(), option == options.end() ? "" : option->second);
  Found found;
  const int wanted = tests::by_tier(20, 20, 100);
  for (int games = 0; games < 2'000 && found.wins < wanted; ++games) {
    for (const History& history : late_positions(start, rng)) {
      std::visit(
          [&](const auto& state) { expect_wins<std::decay_t<decltype(state)>>(history, found); },
          history.position().state());
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GE(found.wins, wanted);
  if (GetParam() == "yavalath" || GetParam() == "epaminondas") {
    EXPECT_GT(found.longer, 10);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, LateWins, ::testing::ValuesIn(names_of_games()),
                         [](const auto& game) {
                           std::string name = game.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace

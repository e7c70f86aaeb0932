#include "engine/prover.h"

#include <algorithm>

#include "registry/games.h"
#include "search/strategy.h"

namespace engine {

namespace {

// A strategy comes to no position twice, so only what was played before could make a third time.
bool has_repeated(const games::History& history) {
  auto starts = history.turn_starts();
  std::sort(starts.begin(), starts.end());
  return std::adjacent_find(starts.begin(), starts.end()) != starts.end();
}

template <class State>
std::optional<ProvenWin> prove(const State& state, const games::History& history,
                               const search::Limits& limits, const OnStrategy& on_strategy,
                               std::size_t megabytes) {
  using Tactics = registry::TacticsOf<State>;
  search::Stopper stopper(limits);
  const int player = state.to_move();
  search::ProofSearch<State, Tactics> search(state, player, {.actions_per_number = 3},
                                             megabytes << 20);
  if (search.run(stopper) != search::ProofStatus::kProven) return std::nullopt;
  std::optional<ProvenWin> win;
  const auto emit = [&](const State& at, games::Action action, int turns) {
    if (at == state) win = ProvenWin{player, turns, action};
    if (on_strategy) on_strategy(games::AnyState(at), action, turns);
  };
  search::StrategyWalk<State, Tactics> walk(search, search::ProofStatus::kProven, emit, stopper);
  const auto turns = walk.walk(state);
  if (!turns) return std::nullopt;
  // A quick check saw it: the walk leaves that out.
  if (!win) {
    const auto action = search.tactics().winning_action(state);
    if (!action) return std::nullopt;
    win = ProvenWin{player, *turns, *action};
  }
  constexpr int kQuiet = State::kHistoryRules.quiet_turns;
  if (kQuiet > 0 && history.quiet_turns() + win->turns >= kQuiet) return std::nullopt;
  return win;
}

}  // namespace

std::optional<ProvenWin> prove_win(const games::History& history, const search::Limits& limits,
                                   const OnStrategy& on_strategy, std::size_t megabytes) {
  const auto& position = history.position();
  if (position.player_count() != 2 || history.outcome().over()) return std::nullopt;
  if (position.game().history.repetitions > 0 && has_repeated(history)) return std::nullopt;
  return std::visit(
      [&](const auto& state) { return prove(state, history, limits, on_strategy, megabytes); },
      position.state());
}

}  // namespace engine

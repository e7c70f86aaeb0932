#include "engine/engine.h"

#include <algorithm>
#include <cassert>
#include <thread>

#include "eval/eigenstate.h"
#include "eval/epaminondas.h"
#include "eval/sixteen_stone.h"
#include "eval/yavalath.h"
#include "eval/yavalath_policy.h"
#include "search/alpha_beta.h"
#include "search/mcts.h"

namespace engine {

namespace {

// The knowledge of each game.
template <class State>
struct KnowledgeOf;
template <>
struct KnowledgeOf<games::yavalath::State> {
  using Type = eval::YavalathKnowledge;
};
template <>
struct KnowledgeOf<games::epaminondas::State> {
  using Type = eval::EpaminondasKnowledge;
};
template <>
struct KnowledgeOf<games::sixteen_stone::State> {
  using Type = eval::SixteenStoneKnowledge;
};
template <>
struct KnowledgeOf<games::eigenstate::State> {
  using Type = eval::EigenstateKnowledge;
};

// The policy of each game that three can play.
template <class State>
struct PolicyOf;
template <>
struct PolicyOf<games::yavalath::State> {
  using Type = eval::YavalathPolicy;
};
template <class State>
concept HasPolicy = requires { typename PolicyOf<State>::Type; };

constexpr int kMaxDepth = 100;
// Playouts have no depth: one stands for this many of them.
constexpr std::uint64_t kPlayoutsPerDepth = 1000;
// Kept back of a move time for the answer to reach the other side.
constexpr Milliseconds kOverhead{3};

// The starts of the turns before the position, for draws by repetition.
search::Past past_of(const games::History& history) {
  search::Past past;
  past.quiet_turns = history.quiet_turns();
  past.turn_starts = history.turn_starts();
  return past;
}

std::optional<search::Clock::time_point> deadline_of(const Budget& budget, int player) {
  const auto now = search::Clock::now();
  std::optional<Milliseconds> time = budget.movetime;
  if (const auto& clock = budget.clock[static_cast<std::size_t>(player)]) {
    const auto turn = turn_time(*clock, budget.increment[static_cast<std::size_t>(player)]);
    time = time ? std::min(*time, turn) : turn;
  }
  if (!time) return std::nullopt;
  return now + std::max(Milliseconds(1), *time - kOverhead);
}

std::uint64_t sooner(const std::optional<std::uint64_t>& limit, std::uint64_t other) {
  return limit ? std::min(*limit, other) : other;
}

Progress as_progress(const search::Line& line) {
  return {line.depth, line.selective_depth, line.value, {}, line.nodes, {}, line.actions};
}

Progress as_progress(const search::MctsResult& result, int mover) {
  search::Value value = value_of_share(result.values[static_cast<std::size_t>(mover)]);
  if (result.settled() && result.bounds.wins(mover)) value = search::win_in(result.turns);
  if (result.settled() && result.bounds.loses(mover)) value = search::loss_in(result.turns);
  const int depth = static_cast<int>(result.line.size());
  return {depth,      std::max(depth, result.depth), value, result.values, result.nodes, {},
          result.line};
}

// Does an action here leave more of the turn to do? Then thinking is shared out.
template <class State>
bool turn_goes_on(const State& state) {
  games::ActionList<State> list;
  state.legal_actions(list);
  State next = state;
  next.apply(list[0]);
  return !next.at_turn_start() && !next.outcome().over();
}

}  // namespace

search::Value value_of_share(double share) { return static_cast<int>(2000 * share) - 1000; }

Milliseconds turn_time(Milliseconds clock, Milliseconds increment) {
  const auto wanted = clock / 30 + increment * 3 / 4;
  return std::clamp(wanted, Milliseconds(1), std::max(Milliseconds(1), clock / 2));
}

void Engine::set_hash(std::size_t megabytes) {
  hash_megabytes_ = megabytes;
  table_.reset();
}

void Engine::forget() {
  if (table_) table_->clear();
}

void Engine::stop() {
  const std::lock_guard lock(stopping_);
  stop_asked_ = true;
  if (stopper_ != nullptr) stopper_->stop();
}

void Engine::allow() {
  const std::lock_guard lock(stopping_);
  stop_asked_ = false;
}

std::vector<games::Action> Engine::think(const games::History& history, const Budget& budget,
                                         const OnProgress& on_progress) {
  if (history.position().player_count() == 2) {
    if (!table_) table_ = std::make_unique<search::Table>(hash_megabytes_);
    table_->new_search();
  }
  return std::visit(
      [&](const auto& state) { return think_turn(state, history, budget, on_progress); },
      history.position().state());
}

// Action by action: half of what is left goes to each as long as the turn goes on, all of it to the
// last. The table keeps what the earlier searches found.
template <class State>
std::vector<games::Action> Engine::think_turn(const State& start, const games::History& history,
                                              const Budget& budget, const OnProgress& on_progress) {
  std::vector<games::Action> turn;
  const auto begin = search::Clock::now();
  const auto deadline = deadline_of(budget, start.to_move());
  std::uint64_t nodes = 0;
  State state = start;
  do {
    const bool goes_on = turn_goes_on(state);
    search::Limits limits;
    if (deadline) {
      const auto now = search::Clock::now();
      limits.deadline = goes_on ? now + (*deadline - now) / 2 : *deadline;
    }
    if (budget.nodes) {
      const auto left = *budget.nodes > nodes ? *budget.nodes - nodes : 0;
      limits.nodes = goes_on ? left / 2 : left;
    }
    if (budget.depth && state.player_count() > 2) {
      const auto playouts = static_cast<std::uint64_t>(*budget.depth) * kPlayoutsPerDepth;
      limits.nodes = sooner(limits.nodes, playouts);
    }
    const auto report = [&](const Progress& progress) {
      if (!on_progress) return;
      Progress whole = progress;
      whole.nodes += nodes;
      whole.time = std::chrono::duration_cast<Milliseconds>(search::Clock::now() - begin);
      whole.line.insert(whole.line.begin(), turn.begin(), turn.end());
      on_progress(whole);
    };
    const Progress found =
        think_action(state, history, limits, budget.depth.value_or(kMaxDepth), report);
    nodes += found.nodes;
    turn.push_back(found.line[0]);
    state.apply(turn.back());
  } while (!state.at_turn_start() && !state.outcome().over());
  return turn;
}

template <class State>
Progress Engine::think_action(const State& state, const games::History& history,
                              const search::Limits& limits, int depth,
                              const OnProgress& on_progress) {
  const search::Past past = past_of(history);
  search::Stopper stopper(limits);
  {
    const std::lock_guard lock(stopping_);
    stopper_ = &stopper;
    if (stop_asked_) stopper.stop();
  }
  const Progress found = state.player_count() == 2
                             ? by_alpha_beta(state, past, stopper, depth, on_progress)
                             : by_playouts(state, past, stopper, on_progress);
  const std::lock_guard lock(stopping_);
  stopper_ = nullptr;
  return found;
}

template <class State>
Progress Engine::by_alpha_beta(const State& state, const search::Past& past,
                               search::Stopper& stopper, int depth, const OnProgress& on_progress) {
  using Knowledge = typename KnowledgeOf<State>::Type;
  using Search = search::AlphaBeta<State, Knowledge>;
  const Knowledge knowledge;
  // Helpers search the same position and leave what they find in the shared table.
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads_; ++i) {
    helpers.emplace_back(
        [&] { std::make_unique<Search>(*table_, knowledge, stopper)->search(state, past, depth); });
  }
  const auto main_search = std::make_unique<Search>(*table_, knowledge, stopper);
  const search::Line line = main_search->search(
      state, past, depth, [&](const search::Line& l) { on_progress(as_progress(l)); });
  stopper.stop();
  for (auto& helper : helpers) helper.join();
  return as_progress(line);
}

template <class State>
Progress Engine::by_playouts(const State& state, const search::Past& past, search::Stopper& stopper,
                             const OnProgress& on_progress) {
  if constexpr (HasPolicy<State>) {
    using Policy = typename PolicyOf<State>::Type;
    const Policy policy;
    search::MctsSettings settings;
    settings.megabytes = hash_megabytes_;
    settings.threads = threads_;
    search::Mcts<State, Policy> mcts(policy, stopper, settings);
    const int mover = state.to_move();
    const auto result = mcts.search(
        state, past, [&](const search::MctsResult& r) { on_progress(as_progress(r, mover)); });
    return as_progress(result, mover);
  } else {
    assert(false && "a game for three needs a policy");
    return {};
  }
}

}  // namespace engine

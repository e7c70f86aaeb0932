#include "engine/engine.h"

#include <algorithm>
#include <cassert>
#include <thread>

#include "engine/chances.h"
#include "engine/knowledge_of.h"
#include "eval/material.h"
#include "eval/yavalath_policy.h"
#include "search/alpha_beta.h"
#include "search/mcts.h"

namespace engine {

namespace {

// What every textbook has and no more.
constexpr search::Devices kPlainDevices{.table = true,
                                        .aspiration = false,
                                        .principal_variation = false,
                                        .late_move_reductions = false,
                                        .late_move_pruning = false,
                                        .quiescence = false,
                                        .forced_extension = false};

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
// Proofs count fewer turns exactly, and more of them at most.
constexpr int kSurelyCounted = 2;
// For how many positions look() remembers what it has spent.
constexpr std::size_t kPositionsRemembered = 1000;
// Kept back of a move time for the answer to reach the other side.
constexpr Milliseconds kOverhead{3};

// The starts of the turns before the position, for draws by repetition.
search::Past past_of(const games::History& history) {
  search::Past past;
  past.quiet_turns = history.quiet_turns();
  past.turn_starts = history.turn_starts();
  return past;
}

// The time for a turn, where the budget limits it.
std::optional<Milliseconds> time_of(const Budget& budget, int player) {
  std::optional<Milliseconds> time = budget.movetime;
  if (const auto& clock = budget.clock[static_cast<std::size_t>(player)]) {
    const auto turn = turn_time(*clock, budget.increment[static_cast<std::size_t>(player)]);
    time = time ? std::min(*time, turn) : turn;
  }
  if (time) time = std::max(Milliseconds(1), *time - kOverhead);
  return time;
}

search::Devices devices_of(const Style& style) {
  search::Devices devices = style.plain ? kPlainDevices : search::Devices{};
  devices.forced_wins = devices.forced_wins && style.foresight > 0;
  devices.forced_win_nodes = style.foresight;
  return devices;
}

template <class State>
std::vector<Progress> as_progress(const std::vector<search::Line>& lines, const State& state) {
  std::vector<Progress> result;
  for (const search::Line& line : lines) {
    result.push_back({static_cast<int>(result.size()) + 1,
                      line.depth,
                      std::max(line.depth, line.selective_depth),
                      line.value,
                      false,
                      chances_of_two(State::kName, line.value, state.to_move()),
                      line.nodes,
                      {},
                      line.actions,
                      line.effort});
  }
  return result;
}

search::Value value_of(const search::MctsAction& action, int mover) {
  if (action.bounds.wins(mover) && action.turns > 0) return search::win_in(action.turns);
  if (action.bounds.loses(mover) && action.turns > 0) return search::loss_in(action.turns);
  return value_of_share(action.values[static_cast<std::size_t>(mover)]);
}

// An action that no playout has tried says nothing; the best line is always there.
std::vector<Progress> as_progress(const search::MctsResult& found, int mover, int lines) {
  std::vector<Progress> result;
  for (search::MctsAction action : found.actions) {
    const bool known = action.visits > 0 || action.turns > 0;
    if (static_cast<int>(result.size()) == lines) break;
    if (!known && !result.empty()) continue;
    if (!known) action.values = found.values;
    const int depth = static_cast<int>(action.line.size());
    result.push_back({static_cast<int>(result.size()) + 1,
                      depth,
                      std::max(depth, found.depth),
                      value_of(action, mover),
                      false,
                      action.values,
                      found.nodes,
                      {},
                      action.line,
                      action.visits});
  }
  return result;
}

Milliseconds since(search::Clock::time_point begin) {
  return std::chrono::duration_cast<Milliseconds>(search::Clock::now() - begin);
}

std::vector<games::Action> losing(const Known& known) {
  std::vector<games::Action> actions;
  for (const KnownAction& action : known.actions) {
    if (search::is_loss(action.value)) actions.push_back(action.action);
  }
  return actions;
}

// Search's lines, with what is proven in its place, best first. What search has proven itself
// stands: it may be shorter.
std::vector<Progress> merged(std::vector<Progress> found, const std::vector<Progress>& known,
                             int lines) {
  for (const Progress& line : known) {
    const auto same = std::find_if(found.begin(), found.end(), [&](const Progress& other) {
      return other.line[0] == line.line[0];
    });
    if (same == found.end()) {
      found.push_back(line);
    } else if (!search::is_proven(same->value)) {
      *same = line;
    }
  }
  std::sort(found.begin(), found.end(), [](const Progress& a, const Progress& b) {
    return a.value != b.value ? a.value > b.value : a.rank < b.rank;
  });
  if (static_cast<int>(found.size()) > lines) found.resize(static_cast<std::size_t>(lines));
  for (std::size_t i = 0; i < found.size(); ++i) found[i].rank = static_cast<int>(i) + 1;
  return found;
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

search::Value value_of_share(double share) {
  return static_cast<search::Value>(2000 * share) - 1000;
}

Milliseconds turn_time(Milliseconds clock, Milliseconds increment) {
  const auto wanted = clock / 30 + increment * 3 / 4;
  return std::clamp(wanted, Milliseconds(1), std::max(Milliseconds(1), clock / 2));
}

void Engine::set_hash(std::size_t megabytes) {
  hash_megabytes_ = megabytes;
  table_.reset();
  spent_.clear();
}

void Engine::prepare() {
  if (!table_) table_ = std::make_unique<search::Table>(hash_megabytes_);
}

void Engine::forget() {
  if (table_) table_->clear();
  spent_.clear();
}

void Engine::set_style(const Style& style) {
  if (style == style_) return;
  style_ = style;
  forget();  // what another style found means nothing to this one
}

void Engine::stop() {
  const std::lock_guard lock(mutex_);
  stop_asked_ = true;
  if (stopper_ != nullptr) stopper_->stop();
  changed_.notify_all();
}

void Engine::hit() {
  const std::lock_guard lock(mutex_);
  hit_ = true;
  // A search that is not pondering has its deadline already, or needs none.
  if (time_ && !deadline_) {
    deadline_ = search::Clock::now() + *time_;
    if (stopper_ != nullptr) stopper_->set_deadline(deadline_of_action());
  }
  changed_.notify_all();
}

void Engine::allow() {
  const std::lock_guard lock(mutex_);
  stop_asked_ = false;
  hit_ = false;
}

void Engine::await_hit(const Budget& budget) {
  if (!budget.ponder) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return hit_ || stop_asked_; });
}

void Engine::begin(const games::History& history, const Budget& budget) {
  const auto now = search::Clock::now();  // making a large table counts as thinking
  if (history.position().player_count() == 2) {
    prepare();
    table_->new_search();
  }
  const std::lock_guard lock(mutex_);
  time_ = time_of(budget, history.position().to_move());
  deadline_.reset();
  if (time_ && (!budget.ponder || hit_)) deadline_ = now + *time_;
}

Known Engine::known_about(const games::Position& position) const {
  const auto* state = std::get_if<games::yavalath::State>(&position.state());
  if (!style_.proofs || state == nullptr || state->player_count() != 2) return {};
  return proofs().about(*state);
}

std::vector<Progress> Engine::known_lines(const games::Position& position,
                                          const Known& known) const {
  std::vector<Progress> lines;
  for (const auto& [action, value] : known.actions) {
    const auto& state = std::get<games::yavalath::State>(position.state());
    const int rank = static_cast<int>(lines.size()) + 1;
    // Only the best line is worth following.
    auto line = rank == 1 ? proofs().line(state, action) : std::vector<games::Action>{action};
    const int depth = static_cast<int>(line.size());
    lines.push_back({rank,
                     depth,
                     depth,
                     value,
                     search::kWin - std::abs(value) > kSurelyCounted,
                     chances_of_two(games::yavalath::State::kName, value, position.to_move()),
                     0,
                     {},
                     std::move(line),
                     0});
  }
  return lines;
}

std::vector<games::Action> Engine::think(const games::History& history, const Budget& budget,
                                         const OnProgress& on_progress) {
  const Known known = known_about(history.position());
  std::vector<games::Action> turn;
  if (known.decided) {
    const auto lines = known_lines(history.position(), known);
    turn = {lines[0].line[0]};
    if (on_progress) {
      for (const Progress& line : merged({}, lines, lines_)) on_progress(line);
    }
  } else {
    begin(history, budget);
    turn = std::visit(
        [&](const auto& state) {
          return think_turn(state, history, budget, losing(known), on_progress);
        },
        history.position().state());
  }
  await_hit(budget);
  return turn;
}

std::vector<Progress> Engine::look(const games::History& history, const Budget& budget, int lines,
                                   const OnLines& on_lines) {
  const Known known = known_about(history.position());
  const auto proven = known_lines(history.position(), known);
  const auto wanted = std::min<std::size_t>(static_cast<std::size_t>(lines),
                                            history.position().legal_actions().size());
  if (known.decided && proven.size() >= wanted) {
    const auto found = merged({}, proven, lines);
    if (on_lines) on_lines(found);
    await_hit(budget);
    return found;
  }
  begin(history, budget);
  const auto started = search::Clock::now();
  // Playouts keep nothing of an earlier search.
  if (spent_.size() > kPositionsRemembered || history.position().player_count() > 2) spent_.clear();
  auto& spent = spent_[history.position().hash()];
  const auto timed = [&](std::vector<Progress> found) {
    for (Progress& line : found) {
      line.time = since(started);
      line.effort += spent[line.line[0].code];
    }
    if (proven.empty()) return found;
    return merged(std::move(found), proven, lines);
  };
  auto task = task_of_action(budget, history.position().player_count(), 0, false, lines);
  task.report = [&](const std::vector<Progress>& found) {
    if (on_lines) on_lines(timed(found));
  };
  auto found =
      std::visit([&](const auto& state) { return think_action(state, past_of(history), task); },
                 history.position().state());
  await_hit(budget);
  const auto lines_found = timed(found);
  for (const Progress& line : found) spent[line.line[0].code] += line.effort;
  return lines_found;
}

// Half of what is left goes to each action as long as the turn goes on, all of it to the last.
Engine::Task Engine::task_of_action(const Budget& budget, int players, std::uint64_t nodes,
                                    bool goes_on, int lines) const {
  Task task{{}, budget.depth.value_or(kMaxDepth), lines, goes_on, {}, {}};
  task.limits.short_if_forced = time_ && lines == 1;
  if (budget.nodes) {
    const auto left = *budget.nodes > nodes ? *budget.nodes - nodes : 0;
    task.limits.nodes = goes_on ? left / 2 : left;
  }
  if (budget.depth && players > 2) {
    const auto playouts = static_cast<std::uint64_t>(*budget.depth) * kPlayoutsPerDepth;
    task.limits.nodes = std::min(task.limits.nodes.value_or(playouts), playouts);
  }
  return task;
}

// REQUIRES: mutex_ is held, there is a deadline.
search::Clock::time_point Engine::deadline_of_action() const {
  const auto now = search::Clock::now();
  return goes_on_ ? now + (*deadline_ - now) / 2 : *deadline_;
}

// Action by action. The table keeps what the earlier searches found.
template <class State>
std::vector<games::Action> Engine::think_turn(const State& start, const games::History& history,
                                              const Budget& budget,
                                              const std::vector<games::Action>& avoid,
                                              const OnProgress& on_progress) {
  std::vector<games::Action> turn;
  const auto started = search::Clock::now();
  std::uint64_t nodes = 0;
  State state = start;
  const auto report = [&](const std::vector<Progress>& found) {
    for (Progress line : found) {
      line.nodes += nodes;
      line.time = since(started);
      line.line.insert(line.line.begin(), turn.begin(), turn.end());
      on_progress(line);
    }
  };
  do {
    auto task = task_of_action(budget, state.player_count(), nodes, turn_goes_on(state), lines_);
    if (on_progress) task.report = report;
    if (turn.empty()) task.avoid = avoid;
    const auto lines = think_action(state, past_of(history), task);
    nodes += lines[0].nodes;
    turn.push_back(lines[0].line[0]);
    state.apply(turn.back());
  } while (!state.at_turn_start() && !state.outcome().over());
  return turn;
}

template <class State>
std::vector<Progress> Engine::think_action(const State& state, const search::Past& past,
                                           const Task& task) {
  search::Stopper stopper(task.limits);
  {
    // Together, so that no hit() or stop() falls between.
    const std::lock_guard lock(mutex_);
    stopper_ = &stopper;
    goes_on_ = task.goes_on;
    if (deadline_) stopper.set_deadline(deadline_of_action());
    if (stop_asked_) stopper.stop();
  }
  auto found =
      state.player_count() > 2 ? by_playouts(state, past, stopper, task)
      : style_.plain
          ? by_alpha_beta<State, eval::MaterialKnowledge<State>>(state, past, stopper, task)
          : by_alpha_beta<State, KnowledgeOf<State>>(state, past, stopper, task);
  const std::lock_guard lock(mutex_);
  stopper_ = nullptr;
  return found;
}

template <class State, class Knowledge>
std::vector<Progress> Engine::by_alpha_beta(const State& state, const search::Past& past,
                                            search::Stopper& stopper, const Task& task) {
  using Search = search::AlphaBeta<State, Knowledge>;
  const Knowledge knowledge;
  const auto new_search = [&] {
    return std::make_unique<Search>(*table_, knowledge, stopper, devices_of(style_), style_.blur);
  };
  // Helpers search the same position and leave what they find in the shared table.
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads_; ++i) {
    helpers.emplace_back([&] { new_search()->search(state, past, task.depth, 1, {}, task.avoid); });
  }
  const auto with_all_nodes = [&](std::vector<Progress> lines) {
    for (Progress& line : lines) {
      if (threads_ > 1) line.nodes = std::max(line.nodes, stopper.nodes_of_all());
    }
    return lines;
  };
  const auto lines = new_search()->search(
      state, past, task.depth, task.lines,
      [&](const std::vector<search::Line>& found) {
        if (task.report) task.report(with_all_nodes(as_progress(found, state)));
      },
      task.avoid);
  stopper.stop();
  for (auto& helper : helpers) helper.join();
  return with_all_nodes(as_progress(lines, state));
}

template <class State>
std::vector<Progress> Engine::by_playouts(const State& state, const search::Past& past,
                                          search::Stopper& stopper, const Task& task) {
  if constexpr (HasPolicy<State>) {
    using Policy = typename PolicyOf<State>::Type;
    const Policy policy;
    search::MctsSettings settings;
    settings.megabytes = hash_megabytes_;
    settings.threads = threads_;
    settings.lines = task.lines;
    settings.seed = style_.seed;
    search::Mcts<State, Policy> mcts(policy, stopper, settings);
    const int mover = state.to_move();
    const auto report = [&](const search::MctsResult& found) {
      if (task.report) task.report(as_progress(found, mover, task.lines));
    };
    return as_progress(mcts.search(state, past, report), mover, task.lines);
  } else {
    assert(false && "a game for three needs a policy");
    return {};
  }
}

}  // namespace engine

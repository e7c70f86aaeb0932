#include "engine/engine.h"

#include <algorithm>
#include <thread>

#include "engine/knowledge_of.h"
#include "eval/material.h"
#include "search/alpha_beta.h"

namespace engine {

namespace {

// What every textbook has and no more.
constexpr search::Devices kPlainDevices{.table = true,
                                        .aspiration = false,
                                        .principal_variation = false,
                                        .late_move_reductions = false,
                                        .quiescence = false,
                                        .forced_extension = false};

constexpr int kMaxDepth = 100;
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
  if (pondering_ && time_) {
    deadline_ = search::Clock::now() + *time_;
    // The rest of the turn has to fit in as well.
    if (stopper_ != nullptr) stopper_->set_deadline(search::Clock::now() + *time_ / 2);
  }
  pondering_ = false;
  changed_.notify_all();
}

void Engine::allow() {
  const std::lock_guard lock(mutex_);
  stop_asked_ = false;
  hit_ = false;
}

void Engine::wait_for_hit() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !pondering_ || stop_asked_; });
}

std::vector<games::Action> Engine::think(const games::History& history, const Budget& budget,
                                         const OnProgress& on_progress) {
  if (!table_) table_ = std::make_unique<search::Table>(hash_megabytes_);
  table_->new_search();
  {
    const std::lock_guard lock(mutex_);
    time_ = time_of(budget, history.position().to_move());
    pondering_ = budget.ponder && !hit_;
    deadline_.reset();
    if (time_ && !pondering_) deadline_ = search::Clock::now() + *time_;
  }
  return std::visit(
      [&](const auto& state) { return think_turn(state, history, budget, on_progress); },
      history.position().state());
}

// Half of what is left goes to each action as long as the turn goes on, all of it to the last.
search::Limits Engine::limits_of_action(const Budget& budget, std::uint64_t nodes, bool goes_on) {
  search::Limits limits;
  const std::lock_guard lock(mutex_);
  if (deadline_) {
    const auto now = search::Clock::now();
    limits.short_if_forced = lines_ == 1;
    limits.deadline = goes_on ? now + (*deadline_ - now) / 2 : *deadline_;
  }
  if (budget.nodes) {
    const auto left = *budget.nodes > nodes ? *budget.nodes - nodes : 0;
    limits.nodes = goes_on ? left / 2 : left;
  }
  return limits;
}

// Action by action. The table keeps what the earlier searches found.
template <class State>
std::vector<games::Action> Engine::think_turn(const State& start, const games::History& history,
                                              const Budget& budget, const OnProgress& on_progress) {
  std::vector<games::Action> turn;
  const auto begin = search::Clock::now();
  std::uint64_t nodes = 0;
  State state = start;
  do {
    const auto limits = limits_of_action(budget, nodes, turn_goes_on(state));
    const auto report = [&](const Progress& progress) {
      if (!on_progress) return;
      Progress whole = progress;
      whole.nodes += nodes;
      whole.time = std::chrono::duration_cast<Milliseconds>(search::Clock::now() - begin);
      whole.line.insert(whole.line.begin(), turn.begin(), turn.end());
      on_progress(whole);
    };
    const int depth = budget.depth.value_or(kMaxDepth);
    const auto lines = style_.plain ? search_action<State, eval::MaterialKnowledge<State>>(
                                          state, history, limits, depth, report)
                                    : search_action<State, KnowledgeOf<State>>(
                                          state, history, limits, depth, report);
    nodes += lines[0].nodes;
    wait_for_hit();
    turn.push_back(lines[0].actions[0]);
    state.apply(turn.back());
  } while (!state.at_turn_start() && !state.outcome().over());
  return turn;
}

template <class State, class Knowledge>
std::vector<search::Line> Engine::search_action(
    const State& state, const games::History& history, const search::Limits& limits, int depth,
    const std::function<void(const Progress&)>& report) {
  using Search = search::AlphaBeta<State, Knowledge>;
  const Knowledge knowledge;
  const search::Past past = past_of(history);
  search::Stopper stopper(limits);
  {
    const std::lock_guard lock(mutex_);
    stopper_ = &stopper;
    if (stop_asked_) stopper.stop();
  }
  const auto new_search = [&] {
    const auto devices = style_.plain ? kPlainDevices : search::Devices{};
    return std::make_unique<Search>(*table_, knowledge, stopper, devices, style_.blur);
  };
  // Helpers search the same position and leave what they find in the shared table.
  std::vector<std::thread> helpers;
  for (int i = 1; i < threads_; ++i) {
    helpers.emplace_back([&] { new_search()->search(state, past, depth); });
  }
  const auto total = [&](std::uint64_t own) {
    return threads_ == 1 ? own : std::max(own, stopper.nodes_of_all());
  };
  auto lines =
      new_search()->search(state, past, depth, lines_, [&](const std::vector<search::Line>& found) {
        for (std::size_t i = 0; i < found.size(); ++i) {
          const search::Line& line = found[i];
          report({static_cast<int>(i) + 1,
                  line.depth,
                  line.selective_depth,
                  line.value,
                  total(line.nodes),
                  {},
                  line.actions});
        }
      });
  stopper.stop();
  for (auto& helper : helpers) helper.join();
  lines[0].nodes = total(lines[0].nodes);
  const std::lock_guard lock(mutex_);
  stopper_ = nullptr;
  return lines;
}

}  // namespace engine

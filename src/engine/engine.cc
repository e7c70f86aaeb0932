#include "engine/engine.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <new>

#include "core/guarded.h"
#include "engine/chances.h"
#include "registry/games.h"
#include "registry/material.h"
#include "search/alpha_beta.h"
#include "search/helpers.h"
#include "search/mcts.h"
#include "search/rules_key.h"

namespace engine {

namespace {

// What every textbook has and no more.
constexpr search::SearchFeatures kPlainFeatures{.table = true,
                                                .aspiration = false,
                                                .principal_variation = false,
                                                .late_move_reductions = false,
                                                .late_move_pruning = false,
                                                .quiescence = false,
                                                .forced_extension = false};

constexpr int kMaxDepth = 100;
// Playouts have no depth: one stands for this many of them.
constexpr std::uint64_t kPlayoutsPerDepth = 1000;
// Proofs count fewer turns exactly, and more of them at most.
constexpr int kSurelyCounted = 2;
// For how many positions best_lines() remembers what it has spent.
constexpr std::size_t kPositionsRemembered = 1000;
// Kept back of a move time for the answer to reach the other side.
constexpr Milliseconds kOverhead{3};

// The starts of the turns before the position, for draws by repetition.
search::SearchHistory search_history_of(const games::History& history) {
  search::SearchHistory before_root;
  before_root.quiet_turns = history.quiet_turns();
  before_root.turn_is_quiet = history.turn_is_quiet();
  before_root.turn_starts = history.turn_starts();
  return before_root;
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

// Levels, puzzles and openings, which go by terms, were measured with the usual constants.
template <class State>
search::SearchConstants constants_of(const PlayStyle& style) {
  if (style.constants) return *style.constants;
  if (style.plain || !style.net) return {};
  return registry::Registration<State>::search_constants();
}

template <class State>
search::SearchFeatures features_of(const PlayStyle& style) {
  search::SearchFeatures features = style.plain ? kPlainFeatures : search::SearchFeatures{};
  features.forced_wins = features.forced_wins && style.threat_nodes > 0;
  features.forced_win_nodes = style.threat_nodes;
  features.constants = constants_of<State>(style);
  return features;
}

template <class State>
std::vector<Progress> as_progress(const std::vector<search::Line>& lines, const State& state,
                                  ValueSource source) {
  std::vector<Progress> result;
  for (const search::Line& line : lines) {
    result.push_back({.rank = static_cast<int>(result.size()) + 1,
                      .depth = line.depth,
                      .selective_depth = std::max(line.depth, line.selective_depth),
                      .value = line.value,
                      .chances = chances_of_two(State::kName, line.value, state.to_move(), source),
                      .nodes = line.nodes,
                      .line = line.actions,
                      .action_nodes = line.action_nodes});
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
    result.push_back({.rank = static_cast<int>(result.size()) + 1,
                      .depth = depth,
                      .selective_depth = std::max(depth, found.depth),
                      .value = value_of(action, mover),
                      .chances = action.values,
                      .nodes = found.nodes,
                      .line = action.line,
                      .action_nodes = action.visits});
  }
  return result;
}

std::vector<games::Action> losing(const ProvenActions& proven) {
  std::vector<games::Action> actions;
  for (const ProvenAction& action : proven.actions) {
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
  const auto better = [](const Progress& a, const Progress& b) {
    return a.value != b.value ? a.value > b.value : a.rank < b.rank;
  };
  // They are few: the library's sort would be a lot of code for them.
  for (auto at = found.begin(); at != found.end(); ++at) {
    std::rotate(std::upper_bound(found.begin(), at, *at, better), at, at + 1);
  }
  if (static_cast<int>(found.size()) > lines) found.resize(static_cast<std::size_t>(lines));
  for (std::size_t i = 0; i < found.size(); ++i) found[i].rank = static_cast<int>(i) + 1;
  return found;
}

// Nothing where memory does not suffice, of which whoever runs the program is told.
std::unique_ptr<search::TranspositionTable> table_of(std::size_t megabytes) {
  std::unique_ptr<search::TranspositionTable> table;
  core::guarded([&] { table = std::make_unique<search::TranspositionTable>(megabytes); });
  return table;
}

// For one of the threads of alpha-beta: an equal share of the nodes, so that one that comes late
// finds its own left over.
search::Limits of_one_thread(search::Limits limits) {
  if (limits.nodes && *limits.nodes > 0) {
    limits.nodes =
        std::max<std::uint64_t>(1, *limits.nodes / static_cast<unsigned>(limits.threads));
  }
  return limits;
}

// The net that comes with the program, where one may be asked about this position.
template <class Evaluator, class State>
const eval::Net* net_for(const State& state, const PlayStyle& style) {
  if constexpr (eval::HasNetInputs<Evaluator>) {
    if (style.net && Evaluator::net_fits(state.options())) {
      return eval::shipped_net(State::kName, Evaluator::kNetInputs);
    }
  }
  return nullptr;
}

template <class Evaluator>
Evaluator evaluator_with(const eval::Net* net) {
  if constexpr (eval::HasNetInputs<Evaluator>) return Evaluator(net);
  return Evaluator();
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

bool Engine::set_hash(std::size_t megabytes, bool make_now) {
  // Two tables at once would need more memory than either size.
  table_.reset();
  spent_.clear();
  if (make_now) table_ = table_of(megabytes);
  const bool done = table_ != nullptr || !make_now;
  if (done) hash_megabytes_ = megabytes;
  return done;
}

void Engine::prepare(const games::Position& position) {
  if (proofs_ != nullptr) proofs_->prepare(position);
  // Three players are searched without a table.
  if (position.player_count() != 2) return;
  while (!table_ && !(table_ = table_of(hash_megabytes_)) && hash_megabytes_ > 0) {
    hash_megabytes_ /= 2;
  }
  if (!table_) core::out_of_memory();
}

void Engine::clear_hash() {
  if (table_) table_->clear();
  spent_.clear();
}

void Engine::set_play_style(const PlayStyle& style) {
  if (style == style_) return;
  style_ = style;
  clear_hash();  // what another style found means nothing to this one
}

void Engine::stop() {
  const std::lock_guard lock(mutex_);
  stop_asked_ = true;
  if (stopper_ != nullptr) stopper_->stop();
  changed_.notify_all();
}

void Engine::ponderhit() {
  const std::lock_guard lock(mutex_);
  ponderhit_ = true;
  // A search that is not pondering has its deadline already, or needs none.
  if (pondering_) {
    pondering_ = false;
    deadline_ = deadline_from(now());
    if (deadline_ && stopper_ != nullptr) stopper_->set_deadline(deadline_of_action());
  }
  changed_.notify_all();
}

void Engine::limit_turns(Milliseconds most) {
  const std::lock_guard lock(mutex_);
  most_ = most;
  if (pondering_) return;
  const auto last = now() + most;
  deadline_ = std::min(deadline_.value_or(last), last);
  if (stopper_ != nullptr) stopper_->set_deadline(deadline_of_action());
}

void Engine::clear_stop() {
  const std::lock_guard lock(mutex_);
  stop_asked_ = false;
  ponderhit_ = false;
}

void Engine::await_ponderhit(const Budget& budget) {
  if (!budget.ponder) return;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ponderhit_ || stop_asked_; });
}

void Engine::begin(const games::History& history, const Budget& budget) {
  const auto begun = now();  // making a large table counts as thinking
  if (history.position().player_count() == 2) {
    prepare(history.position());
    table_->new_search();
  }
  const std::lock_guard lock(mutex_);
  time_ = time_of(budget, history.position().to_move());
  pondering_ = budget.ponder && !ponderhit_;
  deadline_ = pondering_ ? std::nullopt : deadline_from(begun);
}

ProvenActions Engine::proven_about(const games::Position& position) const {
  return style_.proofs && proofs_ != nullptr ? proofs_->about(position) : ProvenActions{};
}

std::vector<Progress> Engine::proven_lines(const games::Position& position,
                                           const ProvenActions& proven) const {
  std::vector<Progress> lines;
  for (const auto& [action, value] : proven.actions) {
    const int rank = static_cast<int>(lines.size()) + 1;
    // Only the best line is worth following.
    auto line = rank == 1 ? proofs_->line(position, action) : std::vector<games::Action>{action};
    const int depth = static_cast<int>(line.size());
    lines.push_back({.rank = rank,
                     .depth = depth,
                     .selective_depth = depth,
                     .value = value,
                     .at_most = search::kWin - std::abs(value) > kSurelyCounted,
                     .chances = chances_of_two(position.game().name, value, position.to_move()),
                     .line = std::move(line)});
  }
  return lines;
}

std::vector<games::Action> Engine::think(const games::History& history, const Budget& budget,
                                         const OnProgress& on_progress) {
  const ProvenActions proven = proven_about(history.position());
  std::vector<games::Action> turn;
  if (proven.decided) {
    const auto lines = proven_lines(history.position(), proven);
    turn = {lines[0].line[0]};
    if (on_progress) {
      for (const Progress& line : merged({}, lines, lines_)) on_progress(line);
    }
  } else {
    begin(history, budget);
    turn = std::visit(
        [&](const auto& state) {
          return think_turn(state, history, budget, losing(proven), on_progress);
        },
        history.position().state());
  }
  await_ponderhit(budget);
  return turn;
}

std::vector<Progress> Engine::best_lines(const games::History& history, const Budget& budget,
                                         int lines, const OnLines& on_lines) {
  const ProvenActions known = proven_about(history.position());
  const auto proven = proven_lines(history.position(), known);
  const auto wanted = std::min<std::size_t>(static_cast<std::size_t>(lines),
                                            history.position().legal_actions().size());
  if (known.decided && proven.size() >= wanted) {
    const auto found = merged({}, proven, lines);
    if (on_lines) on_lines(found);
    await_ponderhit(budget);
    return found;
  }
  begin(history, budget);
  const auto started = now();
  // Playouts keep nothing of an earlier search.
  const auto& position = history.position();
  if (spent_.size() > kPositionsRemembered || position.player_count() > 2) spent_.clear();
  const auto rules = search::rules_key(position.options(), position.game().options);
  auto& spent = spent_[position.hash() ^ rules];
  const auto timed = [&](std::vector<Progress> found) {
    for (Progress& line : found) {
      line.time = since(started);
      line.action_nodes += spent[line.line[0].code];
    }
    if (proven.empty()) return found;
    return merged(std::move(found), proven, lines);
  };
  auto task = task_of_action(budget, position.player_count(), 0, false, lines);
  task.report = [&](const std::vector<Progress>& found) {
    if (on_lines) on_lines(timed(found));
  };
  auto found = std::visit(
      [&](const auto& state) { return think_action(state, search_history_of(history), task); },
      position.state());
  await_ponderhit(budget);
  const auto lines_found = timed(found);
  for (const Progress& line : found) spent[line.line[0].code] += line.action_nodes;
  return lines_found;
}

// Half of what is left goes to each action as long as the turn goes on, all of it to the last.
Engine::Task Engine::task_of_action(const Budget& budget, int players, std::uint64_t nodes,
                                    bool goes_on, int lines) const {
  Task task{{}, budget.depth.value_or(kMaxDepth), lines, goes_on, {}, {}};
  task.limits.short_if_forced = time_ && lines == 1;
  task.limits.threads = threads_;
  task.limits.time = time_source_;
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

// REQUIRES: mutex_ is held.
std::optional<search::Clock::time_point> Engine::deadline_from(
    search::Clock::time_point begun) const {
  auto time = time_;
  if (most_) time = std::min(time.value_or(*most_), *most_);
  if (!time) return std::nullopt;
  return begun + *time;
}

// REQUIRES: mutex_ is held, there is a deadline.
search::Clock::time_point Engine::deadline_of_action() const {
  if (!goes_on_) return *deadline_;
  const auto begun = now();
  return begun + (*deadline_ - begun) / 2;
}

// Action by action. The table keeps what the earlier searches found.
template <class State>
std::vector<games::Action> Engine::think_turn(const State& start, const games::History& history,
                                              const Budget& budget,
                                              const std::vector<games::Action>& losing,
                                              const OnProgress& on_progress) {
  std::vector<games::Action> turn;
  const auto started = now();
  std::uint64_t nodes = 0;
  State state = start;
  std::vector<games::Action> avoid = losing;
  nodes += leave_out_worse(state, budget, avoid);
  games::History played = history;  // with what the turn has done so far
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
    const auto lines = think_action(state, search_history_of(played), task);
    nodes += lines[0].nodes;
    turn.push_back(lines[0].line[0]);
    state.apply(turn.back());
    played.apply(turn.back());
  } while (!state.at_turn_start() && !state.outcome().over());
  return turn;
}

// Near the end of a game: what a search to its last action finds to be worse than another action,
// for half of the budget at most. The nodes it took.
template <class State>
std::uint64_t Engine::leave_out_worse(const State& state, const Budget& budget,
                                      std::vector<games::Action>& avoid) {
  using Evaluator = registry::EvaluatorOf<State>;
  if constexpr (eval::SolvesEnds<Evaluator, State>) {
    using Ends = typename Evaluator::Ends;
    // Whoever asks for a depth or for several lines wants to see what search finds.
    if (!style_.ends || style_.plain || lines_ > 1 || budget.depth || !Ends::is_near(state))
      return 0;
    auto task = task_of_action(budget, state.player_count(), 0, true, 1);
    task.limits.threads = 1;
    search::Stopper stopper(task.limits);
    const auto registered = heard_by(stopper, task.goes_on);
    Ends ends;
    const std::uint64_t most =
        std::min<std::uint64_t>(Ends::kNodes, task.limits.nodes.value_or(Ends::kNodes));
    const auto worse = ends.worse_actions(state, most, [&] { return stopper.should_stop(0); });
    avoid.insert(avoid.end(), worse.begin(), worse.end());
    return ends.nodes();
  }
  return 0;
}

template <class State>
std::vector<Progress> Engine::think_action(const State& state,
                                           const search::SearchHistory& before_root, Task task) {
  if (task.limits.threads > 1) {
    std::vector<Progress> found;
    if (core::with_memory([&] { found = think_in_threads(state, before_root, task); }))
      return found;
    // The helpers had taken the memory that the calling thread needed; they are gone now.
    task.limits.threads = 1;
  }
  return think_in_threads(state, before_root, task);
}

Engine::Registered Engine::heard_by(search::Stopper& stopper, bool goes_on) {
  // Together, so that no ponderhit() or stop() falls between.
  const std::lock_guard lock(mutex_);
  stopper_ = &stopper;
  goes_on_ = goes_on;
  if (deadline_) stopper.set_deadline(deadline_of_action());
  if (stop_asked_) stopper.stop();
  return {this, [](Engine* engine) {
            const std::lock_guard forgets(engine->mutex_);
            engine->stopper_ = nullptr;
          }};
}

template <class State>
std::vector<Progress> Engine::think_in_threads(const State& state,
                                               const search::SearchHistory& before_root,
                                               const Task& task) {
  search::Stopper stopper(state.player_count() > 2 ? task.limits : of_one_thread(task.limits));
  const auto registered = heard_by(stopper, task.goes_on);
  if (state.player_count() > 2) return by_playouts(state, before_root, stopper, task);
#ifndef TABULEIRO_NO_PLAIN
  if (style_.plain) {
    using Material = registry::MaterialEvaluator<State>;
    return by_alpha_beta<State, Material>(state, before_root, stopper, task);
  }
#endif
  return by_alpha_beta<State, registry::EvaluatorOf<State>>(state, before_root, stopper, task);
}

template <class State, class Evaluator>
std::vector<Progress> Engine::by_alpha_beta(const State& state,
                                            const search::SearchHistory& before_root,
                                            search::Stopper& stopper, const Task& task) {
  using Search = search::AlphaBeta<State, Evaluator>;
  const eval::Net* net = net_for<Evaluator>(state, style_);
  const auto evaluator = evaluator_with<Evaluator>(net);
  const auto source = net != nullptr ? ValueSource::kNet : ValueSource::kTerms;
  const auto new_search = [&](search::Stopper& by) {
    return std::make_unique<Search>(*table_, evaluator, by, features_of<State>(style_),
                                    style_.noise);
  };
  std::deque<search::Stopper> stoppers;  // of the helpers, each with its share of the nodes
  for (int i = 1; i < task.limits.threads; ++i) stoppers.emplace_back(of_one_thread(task.limits));
  const auto with_all_nodes = [&](std::vector<Progress> lines) {
    for (Progress& line : lines) {
      for (const search::Stopper& helper : stoppers) line.nodes += helper.nodes_of_threads();
    }
    return lines;
  };
  const auto own_search = new_search(stopper);
  std::vector<search::Line> lines;
  {
    // Helpers search the same position and leave what they find in the shared table.
    const search::Helpers helpers(
        task.limits.threads - 1,
        [&](int i) {
          new_search(stoppers[static_cast<std::size_t>(i) - 1])
              ->search(state, before_root, task.depth, 1, {}, task.avoid);
        },
        [&] {
          for (auto& helper : stoppers) helper.stop();
        });
    lines = own_search->search(
        state, before_root, task.depth, task.lines,
        [&](const std::vector<search::Line>& found) {
          if (task.report) task.report(with_all_nodes(as_progress(found, state, source)));
        },
        task.avoid);
  }
  return with_all_nodes(as_progress(lines, state, source));
}

template <class State>
std::vector<Progress> Engine::by_playouts(const State& state,
                                          const search::SearchHistory& before_root,
                                          search::Stopper& stopper, const Task& task) {
  if constexpr (registry::HasPolicy<State>) {
    using Policy = registry::PolicyOf<State>;
    const Policy policy;
    search::MctsSettings settings;
    settings.megabytes = hash_megabytes_;
    settings.threads = task.limits.threads;
    settings.lines = task.lines;
    settings.seed = style_.seed;
    search::Mcts<State, Policy> mcts(policy, stopper, settings);
    const int mover = state.to_move();
    const auto report = [&](const search::MctsResult& found) {
      if (task.report) task.report(as_progress(found, mover, task.lines));
    };
    return as_progress(mcts.search(state, before_root, report), mover, task.lines);
  } else {
    std::abort();  // such a game has been refused when the registrations were made
  }
}

}  // namespace engine

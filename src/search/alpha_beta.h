// Alpha-beta search for two players, generic over the game.
//
// Iterative deepening with aspiration windows and principal-variation search. Depth counts actions,
// and a turn may have several: a child whose player to move is the same keeps the sign of its
// value. What it knows of a game comes from an Evaluator (eval/evaluator.h). Several threads may
// search the same position with objects of their own and one shared TranspositionTable.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "eval/evaluator.h"
#include "games/game.h"
#include "search/action_order.h"
#include "search/eval_noise.h"
#include "search/limits.h"
#include "search/line.h"
#include "search/root_lines.h"
#include "search/search_constants.h"
#include "search/search_history.h"
#include "search/transposition_view.h"
#include "search/value.h"

namespace search {

// Each feature that makes the search faster; switched off one by one in tests.
struct SearchFeatures {
  bool table = true;
  bool aspiration = true;
  bool principal_variation = true;
  bool late_move_reductions = true;
  bool late_move_pruning = true;
  bool quiescence = true;
  bool forced_extension = true;
  bool forced_wins = true;  // those that the evaluator finds
  bool first_win = true;    // answers with one at the root, though a shorter win may exist
  std::uint64_t forced_win_nodes = ~std::uint64_t{0};  // the most that looking for one may take
  SearchConstants constants{};
};

namespace detail {
template <class Evaluator>
struct ForcedWinsOf {
  struct Type {};
};
template <class Evaluator>
  requires requires { typename Evaluator::ForcedWins; }
struct ForcedWinsOf<Evaluator> {
  using Type = typename Evaluator::ForcedWins;
};
}  // namespace detail

template <games::Game State, eval::Evaluator<State> Evaluator>
class AlphaBeta {
 public:
  // The lines found so far, best first.
  using Report = std::function<void(const std::vector<Line>&)>;

  AlphaBeta(TranspositionTable& table, const Evaluator& evaluator, Stopper& stopper,
            SearchFeatures features = {}, EvalNoise noise = {})
      : table_(table),
        evaluator_(evaluator),
        stopper_(stopper),
        features_(features),
        noise_(noise),
        order_(evaluator) {}

  // The best `lines` first actions, each with its line, best first; at least one, however early it
  // was stopped. Actions to avoid are not searched where there are others. REQUIRES: the game is
  // not over, two players, lines > 0.
  std::vector<Line> search(const State& root, const SearchHistory& before_root, int max_depth,
                           int lines = 1, const Report& report = {},
                           const std::vector<games::Action>& avoid = {}) {
    before_root_ = &before_root;
    history_repeats_ = repeats(before_root);
    table_.set_rules(root);
    root_actions_.clear();
    root.legal_actions(root_actions_);
    // Whoever asks for several lines wants to compare actions that search would not look at.
    if (lines == 1) evaluator_.select(root, root_actions_, true);
    leave_out(avoid);
    action_nodes_.clear();
    std::vector<Line> best = {first_line(root)};
    if (features_.forced_wins && features_.first_win && lines == 1) {
      if (const auto win = forced_win(root)) {
        best = {*win};
        if (report) report(best);
        return best;
      }
    }
    for (int depth = 1; depth <= max_depth && !stopper_.stopped(); ++depth) {
      best = merged(search_lines(root, depth, lines, best), best, lines,
                    [&](Value value) { return is_sure(value, root_node(root)); });
      for (Line& line : best) line.action_nodes = action_nodes_[line.actions[0].code];
      if (report) report(best);
      if (std::all_of(best.begin(), best.end(), is_settled)) break;
      const bool forced = root_actions_.size() == 1 && stopper_.short_if_forced();
      if (forced && depth >= kDepthOfForced) break;
    }
    best[0].nodes = nodes_;
    return best;
  }

 private:
  static constexpr int kMaxPly = 128;
  static constexpr int kDepthOfForced = 6;  // enough to show a value for an only action
  // Noisy actions breed: in Sixteen Stone on 10×10 there are dozens at every step of a turn.
  static constexpr int kMaxQuiescence = 6;
  static constexpr int kMaxNoisy = 6;
  static constexpr Value kUnjudged = -kInfinity;

  static constexpr bool kForces = eval::FindsForcedWins<Evaluator, State>;

  struct Node {
    const State& state;
    int ply;                  // actions from the root
    int turns;                // turns completed since the root
    QuietTurns<State> quiet;  // turns in a row
    games::Action last;       // the action that led here
  };

  // What is known of a node before its actions are tried: the best action, and what is proven. Its
  // value is at least `floor`, by the action, and at most `ceiling`.
  struct ProvenBounds {
    games::Action action = kNoAction;
    Value floor = -kInfinity;
    Value ceiling = kInfinity;
  };

  const SearchConstants& constants() const { return features_.constants; }

  void leave_out(const std::vector<games::Action>& avoid) {
    games::ActionList<State> kept = root_actions_;
    kept.filter([&](games::Action action) {
      return std::find(avoid.begin(), avoid.end(), action) == avoid.end();
    });
    avoiding_ = !kept.empty() && kept.size() < root_actions_.size();
    if (avoiding_) root_actions_ = kept;
  }

  Node root_node(const State& root) const {
    return {root, 0, 0, QuietTurns<State>(*before_root_), {}};
  }

  // Before anything is searched: what the table has, where it is a proven win with its value.
  Line first_line(const State& root) {
    const auto entry = features_.table ? table_.find(root, 0) : std::nullopt;
    table_first_ = kNoAction;
    if (!entry) return {.actions = {root_actions_[0]}};
    table_first_ = entry->action;
    const auto end = root_actions_.end();
    if (std::find(root_actions_.begin(), end, table_first_) == end) {
      return {.actions = {root_actions_[0]}};
    }
    const ProvenBounds known = proven_by(*entry, root_node(root));
    return {.value = std::max(known.floor, kDraw), .actions = {table_first_}};
  }

  // A proven result that lies within the searched depth does not change any more.
  static bool is_settled(const Line& line) {
    return is_proven(line.value) && kWin - std::abs(line.value) <= line.depth;
  }

  // One round of deepening. Fewer lines than asked for where it was stopped.
  std::vector<Line> search_lines(const State& root, int depth, int lines,
                                 const std::vector<Line>& before) {
    std::vector<Line> found;
    excluded_.clear();
    const int wanted = std::min(lines, root_actions_.size());
    for (int i = 0; i < wanted && !stopper_.stopped(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      root_first_ = depth == 1 ? table_first_ : first_to_try(before);
      const Value value = search_root(root, depth, at < before.size() ? before[at].value : 0);
      // An action that was searched to its end before the stop counts.
      if (line_length_[0] == 0) break;
      const auto better = [&](const Line& line) { return line.value >= value; };
      const Line line{value, depth, selective_depth_, nodes_, principal_line(root, depth)};
      found.insert(std::find_if_not(found.begin(), found.end(), better), line);
      excluded_.push_back(line.actions[0]);
    }
    return found;
  }

  // The best action of the round before that is not a line of this one yet.
  games::Action first_to_try(const std::vector<Line>& before) const {
    for (const Line& line : before) {
      const auto end = excluded_.end();
      if (std::find(excluded_.begin(), end, line.actions[0]) == end) return line.actions[0];
    }
    return kNoAction;
  }

  Value evaluate(const State& state) const {
    return std::clamp(evaluator_.evaluate(state) + noise_.of(state.hash()), -kMaxEvaluation,
                      kMaxEvaluation);
  }

  Value search_root(const State& root, int depth, Value previous) {
    const Node node = root_node(root);
    selective_depth_ = 0;
    Line better;  // than the window of a search before
    Value window = features_.aspiration && depth > 3 && !is_proven(previous)
                       ? constants().aspiration
                       : kInfinity;
    while (true) {
      const Value alpha =
          window >= kInfinity ? -kInfinity : std::max(-kInfinity, previous - window);
      const Value beta = window >= kInfinity ? kInfinity : std::min(kInfinity, previous + window);
      const Value value = visit(node, alpha, beta, depth);
      if (stopper_.stopped()) {
        return line_length_[0] > 0 || better.actions.empty() ? value : take(better);
      }
      if (value > alpha && value < beta) return value;
      if (window >= kInfinity) return value;
      better = value >= beta ? Line{.value = value, .actions = line_so_far()} : Line{};
      window = window > 400 ? kInfinity : window * 4;
    }
  }

  // The value of a node within (alpha, beta), or a bound outside it.
  Value visit(const Node& node, Value alpha, Value beta, int depth) {
    const State& state = node.state;
    line_length_[node.ply] = 0;
    if (state.outcome().over()) return final_value(node);
    path_[node.ply] = state.at_turn_start() ? state.hash() : 0;
    if (node.ply > 0 && is_drawn_by_history(node)) return kDraw;
    if (node.ply >= kMaxPly - 1) return evaluate(state);
    if (depth <= 0) return leaf_value(node, alpha, beta);
    ++nodes_;
    selective_depth_ = std::max(selective_depth_, node.ply);
    if (stopper_.should_stop(nodes_)) return kDraw;

    if (node.ply == 0) return expand(node, alpha, beta, depth, {root_first_});

    ProvenBounds known;
    const auto entry = features_.table ? table_.find(state, node.turns) : std::nullopt;
    if (entry) {
      known = proven_by(*entry, node);
      const bool deep = entry->depth >= depth && counts_here(entry->value, node);
      if (deep && (entry->bound == Bound::kExact ||
                   (entry->bound == Bound::kLower && entry->value >= beta) ||
                   (entry->bound == Bound::kUpper && entry->value <= alpha))) {
        return entry->value;
      }
    } else if (features_.forced_wins) {
      look_for_forced_win(node, depth, known);
    }
    if (known.floor >= beta) return known.floor;
    if (known.ceiling <= alpha) return known.ceiling;
    if (constants().unknown_depth > 0 && depth >= constants().unknown_depth &&
        known.action == kNoAction) {
      --depth;
    }
    const bool judged = depth <= std::max(constants().enough_depth, constants().hopeless_depth) &&
                        beta - alpha == 1 && !is_proven(alpha) && !is_proven(beta);
    const Value here = judged ? evaluate(state) : kUnjudged;
    if (judged && depth <= constants().enough_depth &&
        here - constants().enough_margin * depth >= beta) {
      return here;
    }
    return expand(node, alpha, beta, depth, known, here);
  }

  Value expand(const Node& node, Value alpha, Value beta, int depth, const ProvenBounds& known,
               Value here = kUnjudged) {
    const State& state = node.state;
    games::ActionList<State> list;
    if (node.ply == 0) {
      list = root_actions_;
      list.filter([&](games::Action action) {
        return std::find(excluded_.begin(), excluded_.end(), action) == excluded_.end();
      });
    } else {
      state.legal_actions(list);
      evaluator_.select(state, list, false);
    }
    if (features_.forced_extension && list.size() == 1) ++depth;
    order_.weigh(state, node.ply, node.last, list, known.action);

    const Value original_alpha = alpha, original_beta = beta;
    Value best = known.floor;
    games::Action best_action = best > -kInfinity ? known.action : list[0];
    alpha = std::max(alpha, best);
    beta = std::min(beta, known.ceiling);
    const Value hope = here == kUnjudged || depth > constants().hopeless_depth
                           ? kInfinity
                           : here + constants().hopeless_margin * depth;
    for (int i = 0; i < list.size(); ++i) {
      const games::Action action = order_.pick(node.ply, list, i);
      const bool quiet = !evaluator_.is_noisy(state, action);
      if (quiet && is_too_late(node, depth, i, best)) continue;
      if (quiet && i > 0 && hope <= alpha && !is_proven(best)) {
        best = std::max(best, std::min(hope, alpha));
        continue;
      }
      const auto before = nodes_;
      const Value value = visit_child(node, action, alpha, beta, depth, i, quiet);
      if (node.ply == 0) action_nodes_[action.code] += nodes_ - before;
      if (stopper_.stopped()) {
        if (node.ply == 0 && at_least_) return take_stopped(action);
        return best > -kInfinity ? best : kDraw;
      }
      if (value > best) {
        best = std::min(value, known.ceiling);
        best_action = action;
        if (value > alpha) {
          alpha = value;
          remember_line(node.ply, action);
        }
      }
      if (alpha >= beta) {
        if (quiet) order_.reward(state, node.ply, node.last, action, depth);
        break;
      }
    }
    if (node.ply == 0) root_first_ = best_action;
    const Bound bound = bound_of(best, original_alpha, original_beta, known);
    if (features_.table && bound != Bound::kNone &&
        (node.ply > 0 || (excluded_.empty() && !avoiding_))) {
      table_.store(state, node.turns, {best_action, best, depth, bound});
    }
    return best;
  }

  // What a node's value says after its search with a window; nothing where it says less than what
  // was proven before.
  static Bound bound_of(Value best, Value alpha, Value beta, const ProvenBounds& known) {
    const bool is_lower = best > alpha || best == known.floor;
    const bool is_upper = best < beta || best == known.ceiling;
    if (is_lower && is_upper) return Bound::kExact;
    if (is_lower) return known.ceiling < kInfinity ? Bound::kNone : Bound::kLower;
    return known.floor > -kInfinity ? Bound::kNone : Bound::kUpper;
  }

  // Near the horizon a quiet action far down the order is not looked at. Where all is lost so far,
  // everything is tried that the evaluator selects, so a proven loss is one; where all is won too,
  // for a shorter win. (A loss may still come a turn or two sooner than the value says: the
  // quickest win may be left out.)
  bool is_too_late(const Node& node, int depth, int index, Value best) const {
    return features_.late_move_pruning && depth <= constants().leave_out_depth &&
           index >= constants().leave_out_from * depth && node.ply > 0 && !is_proven(best);
  }

  Value visit_child(const Node& node, games::Action action, Value alpha, Value beta, int depth,
                    int index, bool quiet) {
    State next = node.state;
    next.apply(action);
    table_.prefetch(next);
    const bool turn_over = next.at_turn_start() || next.outcome().over();
    Node child{next, node.ply + 1, node.turns + (turn_over ? 1 : 0), node.quiet, action};
    child.quiet.count(node.state, action, next);
    const bool same = next.to_move() == node.state.to_move();
    const auto look = [&](Value low, Value high, int plies) {
      return same ? visit(child, low, high, plies) : -visit(child, -high, -low, plies);
    };
    if (index == 0 || !features_.principal_variation) return look(alpha, beta, depth - 1);
    int reduction = 0;
    if (features_.late_move_reductions && depth >= 3 && index >= constants().reduce_from && quiet) {
      reduction = 1 + (index >= constants().reduce_more_from) +
                  (index >= constants().reduce_most_from && depth >= 5);
    }
    Value value = look(alpha, alpha + 1, depth - 1 - reduction);
    const auto goes_on = [&] { return value > alpha && !stopper_.stopped(); };
    if (reduction > 0 && goes_on()) value = look(alpha, alpha + 1, depth - 1);
    if (value < beta && goes_on()) {
      if (node.ply == 0) at_least_ = value;
      value = look(alpha, beta, depth - 1);
      if (node.ply == 0 && !stopper_.stopped()) at_least_.reset();
    }
    return value;
  }

  // --- Proven results ---

  // What an entry proves here, whatever its depth: a win is one by its action, a loss is one after
  // every action.
  ProvenBounds proven_by(const Entry& entry, const Node& node) const {
    ProvenBounds known{entry.action};
    if (!is_proven(entry.value) || !is_sure(entry.value, node)) return known;
    if (is_win(entry.value) && entry.bound != Bound::kUpper) known.floor = entry.value;
    if (is_loss(entry.value) && entry.bound != Bound::kLower) known.ceiling = entry.value;
    return known;
  }

  // Does a proven value hold at a node, whoever found it at whatever depth? Winning by the shortest
  // way comes to no position twice, so a repetition can spoil it only where the game had one. A win
  // by the rest of a turn needs no look at what the opponent may do.
  bool is_sure(Value value, const Node& node) const {
    const bool at_once = is_win(value) && turns_left(value, node) <= 1;
    return counts_here(value, node) && !history_repeats_ && (Evaluator::kSelectIsSound || at_once);
  }

  // Long play may be a draw before a proven result comes true. (An action may complete two turns,
  // where the opponent has to pass.)
  bool counts_here(Value value, const Node& node) const {
    constexpr int limit = State::kHistoryRules.quiet_turns;
    if constexpr (limit == 0) return true;
    return !is_proven(value) || node.quiet.turns + 2 * turns_left(value, node) <= limit;
  }

  static int turns_left(Value value, const Node& node) {
    return kWin - std::abs(value) - node.turns;
  }

  // Would some position be a draw if it came up once more?
  static bool repeats(const SearchHistory& before_root) {
    constexpr int limit = State::kHistoryRules.repetitions;
    if (limit == 0) return false;
    return std::any_of(
        before_root.turn_starts.begin(), before_root.turn_starts.end(), [&](std::uint64_t key) {
          return std::count(before_root.turn_starts.begin(), before_root.turn_starts.end(), key) +
                     1 >=
                 limit;
        });
  }

  // --- Forced wins, where the evaluator finds them ---

  std::uint64_t forced_win_nodes(std::uint64_t wanted) const {
    return std::min(wanted, features_.forced_win_nodes);
  }

  std::optional<Line> forced_win(const State& root) {
    if constexpr (kForces) {
      if (const auto win =
              forced_wins_.find(root, kMaxPly, forced_win_nodes(Evaluator::kForcedWinNodes.root))) {
        return Line{
            win_in(win->turns), 1, win->turns, nodes_, {win->line.begin(), win->line.end()}};
      }
    }
    return std::nullopt;
  }

  // Asked once a position: after that the table knows it.
  void look_for_forced_win(const Node& node, int depth, ProvenBounds& known) {
    if constexpr (kForces) {
      const auto win =
          forced_wins_.find(node.state, kMaxPly, forced_win_nodes(Evaluator::kForcedWinNodes.node));
      if (!win) return;
      known = {win->line[0], win_in(node.turns + win->turns)};
      if (features_.table) {
        table_.store(node.state, node.turns, {known.action, known.floor, depth, Bound::kLower});
      }
    }
  }

  // Where a line ends, and is not good enough as it stands, a forced win may still save it.
  Value leaf_value(const Node& node, Value alpha, Value beta) {
    const Value value = features_.quiescence ? quiesce(node, alpha, beta, kMaxQuiescence)
                                             : count_and_evaluate(node);
    if constexpr (kForces) {
      if (!features_.forced_wins || value >= beta) return value;
      const auto win =
          forced_wins_.find(node.state, kMaxPly, forced_win_nodes(Evaluator::kForcedWinNodes.leaf));
      if (win) return win_in(node.turns + win->turns);
    }
    return value;
  }

  Value count_and_evaluate(const Node& node) {
    ++nodes_;
    stopper_.should_stop(nodes_);
    return evaluate(node.state);
  }

  // Only noisy actions, until the position is quiet; doing nothing noisy is always a choice.
  Value quiesce(const Node& node, Value alpha, Value beta, int depth) {
    const State& state = node.state;
    line_length_[node.ply] = 0;
    if (state.outcome().over()) return final_value(node);
    ++nodes_;
    selective_depth_ = std::max(selective_depth_, node.ply);
    if (stopper_.should_stop(nodes_)) return kDraw;
    Value best = evaluate(state);
    if (best >= beta || depth == 0 || node.ply >= kMaxPly - 1) return best;
    alpha = std::max(alpha, best);
    games::ActionList<State> list;
    state.legal_actions(list);
    list.filter([&](games::Action action) { return evaluator_.is_noisy(state, action); });
    order_.weigh(state, node.ply, node.last, list, kNoAction);
    for (int i = 0; i < std::min(list.size(), kMaxNoisy); ++i) {
      State next = state;
      next.apply(order_.pick(node.ply, list, i));
      const bool turn_over = next.at_turn_start() || next.outcome().over();
      const Node child{next, node.ply + 1, node.turns + (turn_over ? 1 : 0), {}, list[i]};
      const bool same = next.to_move() == state.to_move();
      const Value value =
          same ? quiesce(child, alpha, beta, depth - 1) : -quiesce(child, -beta, -alpha, depth - 1);
      if (stopper_.stopped()) return best;
      best = std::max(best, value);
      alpha = std::max(alpha, value);
      if (alpha >= beta) break;
    }
    return best;
  }

  Value final_value(const Node& node) const {
    const auto outcome = node.state.outcome();
    if (outcome.is_draw()) return kDraw;
    const bool won = outcome.winner() == node.state.to_move();
    return won ? win_in(node.turns) : loss_in(node.turns);
  }

  // Draws by repetition (a first repetition within the search counts: who can repeat once can do so
  // again) and by long play.
  bool is_drawn_by_history(const Node& node) {
    if (!node.state.at_turn_start()) return false;
    constexpr auto rules = State::kHistoryRules;
    if (node.quiet.ends_game(node.state)) return true;
    if (rules.repetitions == 0) return false;
    const auto key = node.state.hash();
    for (int ply = node.ply - 1; ply >= 0; --ply) {
      if (path_[ply] == key) return true;
    }
    const auto seen =
        std::count(before_root_->turn_starts.begin(), before_root_->turn_starts.end(), key);
    return seen + 1 >= rules.repetitions;
  }

  // --- Principal variation ---

  void remember_line(int ply, games::Action action) {
    line_[ply][0] = action;
    const int length = std::min(line_length_[ply + 1], kMaxPly - 2);
    std::copy_n(line_[ply + 1].begin(), length, line_[ply].begin() + 1);
    line_length_[ply] = length + 1;
  }

  std::vector<games::Action> line_so_far() const {
    return {line_[0].begin(), line_[0].begin() + line_length_[0]};
  }

  // Makes a line of an earlier search that of the root again; its value.
  Value take(const Line& line) {
    std::copy(line.actions.begin(), line.actions.end(), line_[0].begin());
    line_length_[0] = static_cast<int>(line.actions.size());
    return line.value;
  }

  // The search that was to find out how much better this action at the root is was stopped.
  Value take_stopped(games::Action action) {
    remember_line(0, action);
    return *std::exchange(at_least_, std::nullopt);
  }

  // Where the table answered, the line breaks off; what the table holds goes on from there.
  std::vector<games::Action> principal_line(const State& root, int depth) {
    std::vector<games::Action> line = line_so_far();
    State state = root;
    QuietTurns<State> quiet(*before_root_);
    for (int ply = 0;; ++ply) {
      const auto at = static_cast<std::size_t>(ply);
      path_[ply] = state.at_turn_start() ? state.hash() : 0;
      if (at == line.size()) {
        const Node node{state, ply, 0, quiet, {}};
        const auto action = ply < std::min(depth, kMaxPly - 1) ? table_action(node) : std::nullopt;
        if (!action) return line;
        line.push_back(*action);
      }
      const State before = state;
      state.apply(line[at]);
      quiet.count(before, line[at], state);
    }
  }

  // The action that the table holds, where there is one to play: two positions may share a hash.
  std::optional<games::Action> table_action(const Node& node) {
    if (!features_.table || node.state.outcome().over()) return std::nullopt;
    if (node.ply > 0 && is_drawn_by_history(node)) return std::nullopt;
    const auto entry = table_.find(node.state, 0);
    if (!entry || entry->bound == Bound::kUpper) return std::nullopt;
    games::ActionList<State> list;
    node.state.legal_actions(list);
    if (std::find(list.begin(), list.end(), entry->action) == list.end()) return std::nullopt;
    return entry->action;
  }

  TranspositionView<State> table_;
  const Evaluator& evaluator_;
  Stopper& stopper_;
  SearchFeatures features_;
  EvalNoise noise_;
  typename detail::ForcedWinsOf<Evaluator>::Type forced_wins_;
  games::ActionList<State> root_actions_;
  std::vector<games::Action> excluded_;  // first actions of the lines found in this round
  std::unordered_map<std::uint32_t, std::uint64_t> action_nodes_;  // nodes behind each first action
  bool avoiding_ = false;  // is root_actions_ less than what a table may speak of?
  const SearchHistory* before_root_ = nullptr;
  bool history_repeats_ = false;
  games::Action table_first_, root_first_;  // the root's best by the table, and to be tried first
  std::optional<Value> at_least_;           // of the action at the root under way, if it is better
  std::uint64_t nodes_ = 0;
  int selective_depth_ = 0;
  ActionOrder<State, Evaluator, kMaxPly> order_;
  std::array<std::uint64_t, kMaxPly> path_{};
  std::array<std::array<games::Action, kMaxPly>, kMaxPly> line_{};
  std::array<int, kMaxPly + 1> line_length_{};
};

}  // namespace search

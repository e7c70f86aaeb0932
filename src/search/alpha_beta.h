// Alpha-beta search for two players, generic over the game.
//
// Iterative deepening with aspiration windows and principal-variation search. Depth counts actions,
// and a turn may have several: a child whose player to move is the same keeps the sign of its
// value. What it knows of a game comes from a Knowledge (eval/knowledge.h). Several threads may
// search the same position with objects of their own and one shared Table.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "eval/knowledge.h"
#include "games/game.h"
#include "search/blur.h"
#include "search/limits.h"
#include "search/line.h"
#include "search/past.h"
#include "search/table.h"
#include "search/value.h"

namespace search {

// Each device that makes the search faster; switched off one by one in tests.
struct Devices {
  bool table = true;
  bool aspiration = true;
  bool principal_variation = true;
  bool late_move_reductions = true;
  bool late_move_pruning = true;
  bool quiescence = true;
  bool forced_extension = true;
  bool forced_wins = true;  // those that the knowledge finds
  bool first_win = true;    // answers with one at the root, though a shorter win may exist
  std::uint64_t forced_win_nodes = ~std::uint64_t{0};  // the most that looking for one may take
};

namespace detail {
template <class Knowledge>
struct ForcedWinsOf {
  struct Type {};
};
template <class Knowledge>
  requires requires { typename Knowledge::ForcedWins; }
struct ForcedWinsOf<Knowledge> {
  using Type = typename Knowledge::ForcedWins;
};
}  // namespace detail

template <games::Game State, eval::Knowledge<State> Knowledge>
class AlphaBeta {
 public:
  // The lines found so far, best first.
  using Report = std::function<void(const std::vector<Line>&)>;

  AlphaBeta(Table& table, const Knowledge& knowledge, Stopper& stopper, Devices devices = {},
            Blur blur = {})
      : table_(table), knowledge_(knowledge), stopper_(stopper), devices_(devices), blur_(blur) {}

  // The best `lines` first actions, each with its line, best first; at least one, however early it
  // was stopped. Actions to avoid are not searched where there are others. REQUIRES: the game is
  // not over, two players, lines > 0.
  std::vector<Line> search(const State& root, const Past& past, int max_depth, int lines = 1,
                           const Report& report = {},
                           const std::vector<games::Action>& avoid = {}) {
    past_ = &past;
    quiet_at_root_ = past.quiet_turns;
    root_actions_.clear();
    root.legal_actions(root_actions_);
    // Whoever asks for several lines wants to compare actions that search would not look at.
    if (lines == 1) knowledge_.select(root, root_actions_, true);
    leave_out(avoid);
    effort_.clear();
    std::vector<Line> best = {{0, 0, 0, 0, {root_actions_[0]}}};
    if (devices_.forced_wins && devices_.first_win && lines == 1) {
      if (const auto win = forced_win(root)) {
        best = {*win};
        if (report) report(best);
        return best;
      }
    }
    for (int depth = 1; depth <= max_depth && !stopper_.stopped(); ++depth) {
      best = merged(search_lines(root, depth, lines, best), best, lines);
      for (Line& line : best) line.effort = effort_[line.actions[0].code];
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
  static constexpr int kHistorySize = 1 << 14;
  // Noisy actions breed: in Sixteen Stone on 10×10 there are dozens at every step of a turn.
  static constexpr int kMaxQuiescence = 6;
  static constexpr int kMaxNoisy = 6;

  static constexpr bool kForces = eval::KnowsForcedWins<Knowledge, State>;

  struct Node {
    const State& state;
    int ply;             // actions from the root
    int turns;           // turns completed since the root
    Quiet<State> quiet;  // turns in a row
    games::Action last;  // the action that led here
  };

  // The best that is known of a node before its actions are tried: its value is at least `floor`,
  // by the action.
  struct Known {
    games::Action action{~0u};
    Value floor = -kInfinity;
  };

  void leave_out(const std::vector<games::Action>& avoid) {
    games::ActionList<State> kept = root_actions_;
    kept.filter([&](games::Action action) {
      return std::find(avoid.begin(), avoid.end(), action) == avoid.end();
    });
    avoiding_ = !kept.empty() && kept.size() < root_actions_.size();
    if (avoiding_) root_actions_ = kept;
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

  // The new lines, then those of the round before that start with other actions.
  static std::vector<Line> merged(std::vector<Line> found, const std::vector<Line>& before,
                                  int lines) {
    for (const Line& line : before) {
      const bool again = std::any_of(found.begin(), found.end(), [&](const Line& other) {
        return other.actions[0] == line.actions[0];
      });
      if (!again && static_cast<int>(found.size()) < lines) found.push_back(line);
    }
    return found;
  }

  Value evaluate(const State& state) const {
    return std::clamp(knowledge_.evaluate(state) + blur_.of(state.hash()), -kMaxEvaluation,
                      kMaxEvaluation);
  }

  Value search_root(const State& root, int depth, Value previous) {
    const Node node{root, 0, 0, {quiet_at_root_}, {}};
    selective_depth_ = 0;
    Value window = devices_.aspiration && depth > 3 && !is_proven(previous) ? 40 : kInfinity;
    while (true) {
      const Value alpha =
          window >= kInfinity ? -kInfinity : std::max(-kInfinity, previous - window);
      const Value beta = window >= kInfinity ? kInfinity : std::min(kInfinity, previous + window);
      const Value value = visit(node, alpha, beta, depth);
      if (stopper_.stopped()) return value;
      if (value > alpha && value < beta) return value;
      if (window >= kInfinity) return value;
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

    Known known;
    const auto entry = devices_.table ? table_.find(state.hash()) : std::nullopt;
    if (entry) {
      known.action = entry->action;
      const Value value = from_table(entry->value, node.turns);
      const bool deep = entry->depth >= depth && node.ply > 0;
      if (deep &&
          (entry->bound == Bound::kExact || (entry->bound == Bound::kLower && value >= beta) ||
           (entry->bound == Bound::kUpper && value <= alpha))) {
        return value;
      }
    }
    if (devices_.forced_wins && node.ply > 0) look_for_forced_win(node, entry, depth, known);
    if (known.floor >= beta) return known.floor;
    return expand(node, alpha, beta, depth, known);
  }

  Value expand(const Node& node, Value alpha, Value beta, int depth, const Known& known) {
    const State& state = node.state;
    games::ActionList<State> list;
    if (node.ply == 0) {
      list = root_actions_;
      list.filter([&](games::Action action) {
        return std::find(excluded_.begin(), excluded_.end(), action) == excluded_.end();
      });
    } else {
      state.legal_actions(list);
      knowledge_.select(state, list, false);
    }
    if (devices_.forced_extension && list.size() == 1) ++depth;
    order(node, list, known.action);

    const Value original_alpha = alpha;
    Value best = known.floor;
    games::Action best_action = best > -kInfinity ? known.action : list[0];
    alpha = std::max(alpha, best);
    for (int i = 0; i < list.size(); ++i) {
      const games::Action action = pick(node, list, i);
      const bool quiet = !knowledge_.is_noisy(state, action);
      if (quiet && is_too_late(node, depth, i, best)) continue;
      const auto before = nodes_;
      const Value value = visit_child(node, action, alpha, beta, depth, i, quiet);
      if (node.ply == 0) effort_[action.code] += nodes_ - before;
      if (stopper_.stopped()) return best > -kInfinity ? best : kDraw;
      if (value > best) {
        best = value;
        best_action = action;
        if (value > alpha) {
          alpha = value;
          remember_line(node.ply, action);
        }
      }
      if (alpha >= beta) {
        if (quiet) reward(node, action, depth);
        break;
      }
    }
    if (devices_.table && (node.ply > 0 || (excluded_.empty() && !avoiding_))) {
      const Bound bound = best >= beta            ? Bound::kLower
                          : best > original_alpha ? Bound::kExact
                                                  : Bound::kUpper;
      table_.store(state.hash(), {best_action, to_table(best, node.turns), depth, bound});
    }
    return best;
  }

  // Near the horizon a quiet action far down the order is not looked at. Where all is lost so far,
  // everything is tried, so a proven loss is one; where all is won too, for a shorter win. (A loss
  // may still come a turn or two sooner than the value says: the quickest win may be left out.)
  bool is_too_late(const Node& node, int depth, int index, Value best) const {
    return devices_.late_move_pruning && depth <= 2 && index >= 8 * depth && node.ply > 0 &&
           !is_proven(best);
  }

  Value visit_child(const Node& node, games::Action action, Value alpha, Value beta, int depth,
                    int index, bool quiet) {
    State next = node.state;
    next.apply(action);
    table_.prefetch(next.hash());
    const bool turn_over = next.at_turn_start() || next.outcome().over();
    Node child{next, node.ply + 1, node.turns + (turn_over ? 1 : 0), node.quiet, action};
    child.quiet.count(node.state, action, next);
    const bool same = next.to_move() == node.state.to_move();
    const auto look = [&](Value low, Value high, int plies) {
      return same ? visit(child, low, high, plies) : -visit(child, -high, -low, plies);
    };
    if (index == 0 || !devices_.principal_variation) return look(alpha, beta, depth - 1);
    int reduction = 0;
    if (devices_.late_move_reductions && depth >= 3 && index >= 4 && quiet) {
      reduction = 1 + (index >= 12) + (index >= 32 && depth >= 5);
    }
    Value value = look(alpha, alpha + 1, depth - 1 - reduction);
    if (value > alpha && reduction > 0) value = look(alpha, alpha + 1, depth - 1);
    if (value > alpha && value < beta) value = look(alpha, beta, depth - 1);
    return value;
  }

  // --- Forced wins, where the knowledge finds them ---

  std::uint64_t forced_win_nodes(std::uint64_t wanted) const {
    return std::min(wanted, devices_.forced_win_nodes);
  }

  std::optional<Line> forced_win(const State& root) {
    if constexpr (kForces) {
      if (const auto win =
              forced_wins_.find(root, kMaxPly, forced_win_nodes(Knowledge::kForcedWinNodes.root))) {
        return Line{
            win_in(win->turns), 1, win->turns, nodes_, {win->line.begin(), win->line.end()}};
      }
    }
    return std::nullopt;
  }

  // A win that the table holds stays one, however shallow the search that found it. The knowledge
  // is asked once: after that the table knows the position.
  void look_for_forced_win(const Node& node, const std::optional<Entry>& entry, int depth,
                           Known& known) {
    if constexpr (kForces) {
      if (entry) {
        if (entry->bound != Bound::kUpper && is_win(entry->value))
          known.floor = from_table(entry->value, node.turns);
        return;
      }
      const auto win =
          forced_wins_.find(node.state, kMaxPly, forced_win_nodes(Knowledge::kForcedWinNodes.node));
      if (!win) return;
      known = {win->line[0], win_in(node.turns + win->turns)};
      if (devices_.table) {
        table_.store(node.state.hash(), {known.action, win_in(win->turns), depth, Bound::kLower});
      }
    }
  }

  // Where a line ends, and is not good enough as it stands, a forced win may still save it.
  Value leaf_value(const Node& node, Value alpha, Value beta) {
    const Value value =
        devices_.quiescence ? quiesce(node, alpha, beta, kMaxQuiescence) : count_and_evaluate(node);
    if constexpr (kForces) {
      if (!devices_.forced_wins || value >= beta) return value;
      const auto win =
          forced_wins_.find(node.state, kMaxPly, forced_win_nodes(Knowledge::kForcedWinNodes.leaf));
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
    list.filter([&](games::Action action) { return knowledge_.is_noisy(state, action); });
    order(node, list, games::Action{~0u});
    for (int i = 0; i < std::min(list.size(), kMaxNoisy); ++i) {
      State next = state;
      next.apply(pick(node, list, i));
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
    const auto seen = std::count(past_->turn_starts.begin(), past_->turn_starts.end(), key);
    return seen + 1 >= rules.repetitions;
  }

  // --- Order of actions: table, knowledge, killers, countermoves, history ---

  static int history_index(games::Action action) {
    return static_cast<int>((action.code * 0x9e3779b1u) >> 18);
  }

  void order(const Node& node, const games::ActionList<State>& list, games::Action table_action) {
    auto& scores = scores_[node.ply];
    knowledge_.rank(node.state, list, scores);
    const int player = node.state.to_move();
    for (int i = 0; i < list.size(); ++i) {
      const games::Action action = list[i];
      int score = 64 * scores[static_cast<std::size_t>(i)];
      if (action == table_action) score += 1 << 28;
      if (action == killers_[node.ply][0] || action == killers_[node.ply][1]) score += 1 << 14;
      if (action == countermoves_[history_index(node.last)]) score += 1 << 13;
      score += history_[player][history_index(action)];
      scores[static_cast<std::size_t>(i)] = score;
    }
  }

  // Brings the most promising of the actions from `first` on to its place.
  games::Action pick(const Node& node, games::ActionList<State>& list, int first) {
    auto& scores = scores_[node.ply];
    const auto at = std::max_element(scores.begin() + first, scores.end()) - scores.begin();
    std::swap(scores[static_cast<std::size_t>(at)], scores[static_cast<std::size_t>(first)]);
    std::swap(list[static_cast<int>(at)], list[first]);
    return list[first];
  }

  void reward(const Node& node, games::Action action, int depth) {
    auto& killers = killers_[node.ply];
    if (killers[0] != action) killers = {action, killers[0]};
    countermoves_[history_index(node.last)] = action;
    int& score = history_[node.state.to_move()][history_index(action)];
    // Grows with depth and saturates below the killers.
    score += depth * depth - score * depth * depth / (1 << 13);
  }

  // --- Principal variation ---

  void remember_line(int ply, games::Action action) {
    line_[ply][0] = action;
    const int length = std::min(line_length_[ply + 1], kMaxPly - 2);
    std::copy_n(line_[ply + 1].begin(), length, line_[ply].begin() + 1);
    line_length_[ply] = length + 1;
  }

  // Where the table answered, the line breaks off; what the table holds goes on from there.
  std::vector<games::Action> principal_line(const State& root, int depth) {
    std::vector<games::Action> line(line_[0].begin(), line_[0].begin() + line_length_[0]);
    State state = root;
    Quiet<State> quiet{quiet_at_root_};
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
    if (!devices_.table || node.state.outcome().over()) return std::nullopt;
    if (node.ply > 0 && is_drawn_by_history(node)) return std::nullopt;
    const auto entry = table_.find(node.state.hash());
    if (!entry || entry->bound == Bound::kUpper) return std::nullopt;
    games::ActionList<State> list;
    node.state.legal_actions(list);
    if (std::find(list.begin(), list.end(), entry->action) == list.end()) return std::nullopt;
    return entry->action;
  }

  // --- Proven results in the table count turns from the position, not from the root ---

  static Value to_table(Value value, int turns) {
    return is_win(value) ? value + turns : is_loss(value) ? value - turns : value;
  }
  static Value from_table(Value value, int turns) {
    return is_win(value) ? value - turns : is_loss(value) ? value + turns : value;
  }

  Table& table_;
  const Knowledge& knowledge_;
  Stopper& stopper_;
  Devices devices_;
  Blur blur_;
  typename detail::ForcedWinsOf<Knowledge>::Type forced_wins_;
  games::ActionList<State> root_actions_;
  std::vector<games::Action> excluded_;  // first actions of the lines found in this round
  std::unordered_map<std::uint32_t, std::uint64_t> effort_;  // nodes behind each first action
  bool avoiding_ = false;  // is root_actions_ less than what a table may speak of?
  const Past* past_ = nullptr;
  int quiet_at_root_ = 0;
  std::uint64_t nodes_ = 0;
  int selective_depth_ = 0;
  std::array<std::array<games::Action, 2>, kMaxPly> killers_{};
  std::array<games::Action, kHistorySize> countermoves_{};
  std::array<std::array<int, kHistorySize>, 2> history_{};
  std::array<eval::Ranks, kMaxPly> scores_{};
  std::array<std::uint64_t, kMaxPly> path_{};
  std::array<std::array<games::Action, kMaxPly>, kMaxPly> line_{};
  std::array<int, kMaxPly + 1> line_length_{};
};

}  // namespace search

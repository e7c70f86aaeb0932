// Monte-Carlo tree search for two or three players, generic over the game.
//
// Each node of the tree knows how playouts through it ended for the player who chose it, and what
// is proven about it for every player (search/payoff.h). Which child to visit follows from its
// average, its prior and its visits by a formula of +, *, / and a square root, all of which IEEE
// arithmetic defines to the last bit: the same seed and number of nodes give the same result
// everywhere. What it knows of a game comes from a Policy (eval/policy.h).
//
// Several threads grow trees of their own from different seeds, whose visits are added at the end:
// nothing is shared, and the chances of one tree even out over several.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "core/pages.h"
#include "core/random.h"
#include "eval/policy.h"
#include "games/game.h"
#include "search/helpers.h"
#include "search/limits.h"
#include "search/payoff.h"
#include "search/search_history.h"

namespace search {

struct MctsSettings {
  std::size_t megabytes = 64;  // for the nodes of all threads; when full, trees stop growing
  int threads = 1;
  int lines = 1;  // actions at the root whose lines are wanted
  std::uint64_t seed = 0;
  double exploration = 1.2;
};

// An action at the root, and what was found out about it.
struct MctsAction {
  games::Action action;
  int prior = 0;  // how likely it seemed before any visit; only the order counts
  std::uint64_t visits = 0;
  std::array<double, kMaxPlayers> values{};  // the average share of each player, from 0 to 1
  Bounds bounds;
  int turns = 0;                    // to the end, where it is settled; else 0
  std::vector<games::Action> line;  // for the first few
};

struct MctsResult {
  std::vector<games::Action> line;  // at least one action
  std::array<double, kMaxPlayers> values{};
  Bounds bounds;
  // Where all is settled: the turns of all players until the end. A win takes no more than this; it
  // need not be the shortest.
  int turns = 0;
  std::vector<MctsAction> actions;  // best first
  std::uint64_t nodes = 0;          // playouts
  int depth = 0;                    // actions from the root to the deepest leaf

  bool settled() const { return turns > 0; }
};

// What each player has of what all have together; equal parts where there is nothing yet.
template <class Points>
std::array<double, kMaxPlayers> parts_of(const Points& points, int players) {
  std::array<double, kMaxPlayers> parts{};
  double sum = 0;
  for (const auto point : points) sum += static_cast<double>(point);
  for (std::size_t p = 0; p < static_cast<std::size_t>(players); ++p) {
    parts[p] = sum > 0 ? static_cast<double>(points[p]) / sum : 1.0 / players;
  }
  return parts;
}

// One thread's tree. Use Mcts.
template <games::Game State, eval::Policy<State> Policy>
class MctsTree {
 public:
  using Report = std::function<void(const MctsTree&)>;

  MctsTree(const Policy& policy, Stopper& stopper, const MctsSettings& settings, int thread)
      : policy_(policy),
        stopper_(stopper),
        exploration_(settings.exploration),
        capacity_(capacity_of(settings)),
        rng_(core::mix(settings.seed) + static_cast<std::uint64_t>(thread)) {}

  // Grows until it is told to stop or the root is settled. REQUIRES: the game is not over.
  void grow(const State& root, const SearchHistory& before_root, const Report& report = {}) {
    start(root, before_root);
    std::uint64_t next_report = kFirstReport;
    while (!stopper_.should_stop(nodes_, kNodesPerLook) && !is_done()) {
      visit_leaf();
      if (nodes_ == next_report) {
        if (report) report(*this);
        next_report *= 2;
      }
    }
  }

  std::uint64_t nodes() const { return nodes_; }
  int depth() const { return depth_; }
  const Bounds& bounds() const { return tree_[0].bounds; }
  int turns() const { return tree_[0].turns; }
  std::size_t size() const { return tree_.size(); }
  // What the playouts brought each player, added up.
  const std::array<std::uint64_t, kMaxPlayers>& points() const { return points_; }

  // Every action at the root, always in the same order.
  std::vector<MctsAction> actions() const {
    std::vector<MctsAction> result;
    for (const Node& child : children(tree_[0])) {
      const auto& points = points_of_action_[result.size()];
      const auto values = child.turns > 0 ? parts_of(child.bounds.middle(), root_->player_count())
                                          : parts_of(points, root_->player_count());
      result.push_back(
          {child.action, child.prior, child.visits, values, child.bounds, child.turns, {}});
    }
    return result;
  }

  // The line of the best actions that begins with this one.
  std::vector<games::Action> line_from(games::Action first) const {
    State state = *root_;
    std::vector<games::Action> line;
    const Node* node = &tree_[0];
    while (node->child_count > 0) {
      const auto choices = children(*node);
      const int mover = state.to_move();
      const auto best =
          line.empty()
              ? std::find_if(choices.begin(), choices.end(),
                             [&](const Node& child) { return child.action == first; })
              : std::min_element(choices.begin(), choices.end(), [&](const auto& a, const auto& b) {
                  return is_better(a, b, mover, node->turns > 0);
                });
      if (!line.empty() && best->visits == 0) break;
      node = &*best;
      line.push_back(node->action);
      state.apply(node->action);
    }
    return line;
  }

  // Should `mover` rather take `a`, a node or a root action? A win, the sooner the better; what is
  // open, by visits; a loss last, the later the better. Where everything is settled the sure share
  // decides before visits do. No two are equal, so that sorting has one result.
  template <class Choice>
  static bool is_better(const Choice& a, const Choice& b, int mover, bool settled) {
    const auto grade = [&](const Choice& c) {
      return c.bounds.wins(mover) ? 2 : c.turns > 0 && c.bounds.loses(mover) ? 0 : 1;
    };
    if (grade(a) != grade(b)) return grade(a) > grade(b);
    if (grade(a) == 2 && a.turns != b.turns) return a.turns < b.turns;
    if (grade(a) == 0 && a.turns != b.turns) return a.turns > b.turns;
    const auto sure_a = a.bounds.low[Bounds::index(mover)];
    const auto sure_b = b.bounds.low[Bounds::index(mover)];
    if (settled && sure_a != sure_b) return sure_a > sure_b;
    if (a.visits != b.visits) return a.visits > b.visits;
    return a.prior != b.prior ? a.prior > b.prior : a.action < b.action;
  }

 private:
  static constexpr std::uint64_t kNodesPerLook = 8;  // a node is a whole playout
  static constexpr std::uint64_t kFirstReport = 1024;
  static constexpr std::uint64_t kNodesOfForced = 1024;      // enough to show a value
  static constexpr std::uint64_t kMaxNodes = 4'000'000'000;  // visits are counted in 32 bits
  static constexpr std::uint32_t kVisitsToExpand = 2;
  static constexpr int kMaxPlayout = 2000;  // actions; what goes on longer is drawn
  static constexpr int kPriorWhole = 65535;
  // A sure draw among three is taken only where hardly anything else is left.
  static constexpr double kSureDrawDiscount = 0.125;
  // How much worse than its visited siblings an action is taken to be before it is tried.
  static constexpr double kUnvisitedDiscount = 0.1;

  static_assert(State::kMaxActions <= 65535);

  struct Node {
    games::Action action{};  // that led here
    std::uint32_t first_child = 0;
    std::uint32_t visits = 0;
    std::uint16_t child_count = 0;
    std::uint16_t prior = 0;
    std::uint64_t points = 0;  // for the player who chose this node
    Bounds bounds;
    std::uint16_t turns = 0;  // from the parent to the end once settled: no need to come again
  };

  // Where to go from a node. There is nothing to learn from a settled child; where the mover would
  // take one, a draw say, the look goes on elsewhere and the node gets what it would take.
  struct Choice {
    std::uint32_t look = 0;
    std::uint32_t take = 0;  // 0: none
  };

  // What is on the way from the root to a leaf.
  struct PathEntry {
    std::uint32_t node;
    std::uint32_t take;
    int chooser;  // the player who chose this node; at the root nobody, 0
    int mover;
    bool ends_turn;
    std::uint64_t turn_start;  // its hash where it starts a turn
  };

  // Three players: whoever is content with a third lets the others off too often, so playouts that
  // end in a draw count as nothing. (Against two classic players this made 50 wins, 36 draws and 4
  // losses of 90 games out of what had been as many draws as wins.)
  bool plays_for_wins() const { return root_->player_count() > 2; }

  // The root and its actions always find room.
  static constexpr std::size_t kMinCapacity = State::kMaxActions + 1;
  static std::size_t capacity_of(const MctsSettings& settings) {
    const auto bytes = (settings.megabytes << 20) / static_cast<std::size_t>(settings.threads);
    return std::max(bytes / sizeof(Node), kMinCapacity);
  }

  // References stay good, and memory is used only as it is filled. Where there is not so much of it
  // the tree stays smaller.
  void make_room() {
    while (!core::guarded([&] { tree_.reserve(capacity_); })) {
      if (capacity_ == kMinCapacity) core::out_of_memory();
      capacity_ = std::max(capacity_ / 2, kMinCapacity);
    }
  }

  void start(const State& root, const SearchHistory& before_root) {
    root_ = &root;
    before_root_ = &before_root;
    make_room();
    tree_.push_back({.bounds = Bounds::unknown(root.player_count())});
    expand(tree_[0], root);
    games::ActionList<State> list;
    root.legal_actions(list);
    forced_ = list.size() == 1;
    points_of_action_.resize(tree_[0].child_count);
  }

  bool is_done() const {
    return tree_[0].turns > 0 || nodes_ >= (forced_ ? kNodesOfForced : kMaxNodes);
  }

  std::span<const Node> children(const Node& node) const {
    return {tree_.data() + node.first_child, node.child_count};
  }
  static double average(const Node& node) {
    return static_cast<double>(node.points) / (static_cast<double>(node.visits) * kWhole);
  }

  // From the root down to a node without children or a settled one; then a playout from there.
  void visit_leaf() {
    ++nodes_;
    State state = *root_;
    QuietTurns<State> quiet(*before_root_);
    path_.assign(1, {0, 0, 0, state.to_move(), false, 0});
    Node* node = &tree_[0];
    while (node->turns == 0 && (node->child_count > 0 || expand(*node, state))) {
      const Choice choice = choose(*node, state.to_move());
      path_.back().take = choice.take;
      node = &tree_[choice.look];
      step(state, quiet, *node);
    }
    depth_ = std::max(depth_, static_cast<int>(path_.size()) - 1);
    const bool known = node->turns > 0;
    record(known ? node->bounds.middle() : play_out(state, quiet));
  }

  // Gives the node its children, the likeliest first. False where it is too early for that, or too
  // late.
  bool expand(Node& node, const State& state) {
    const bool is_root = &node == tree_.data();
    if (full_ || (node.visits < kVisitsToExpand && !is_root)) return false;
    games::ActionList<State> list;
    state.legal_actions(list);
    policy_.select(state, list);
    full_ = tree_.size() + static_cast<std::size_t>(list.size()) > capacity_;
    if (full_) return false;
    policy_.rank(state, list, ranks_);
    node.first_child = static_cast<std::uint32_t>(tree_.size());
    node.child_count = static_cast<std::uint16_t>(list.size());
    std::uint64_t sum = 0;
    for (const int rank : ranks_) sum += weight(rank);
    for (int i = 0; i < list.size(); ++i) {
      const auto prior = weight(ranks_[static_cast<std::size_t>(i)]) * kPriorWhole / sum;
      tree_.push_back({.action = list[i],
                       .prior = static_cast<std::uint16_t>(std::max<std::uint64_t>(prior, 1)),
                       .bounds = Bounds::unknown(state.player_count())});
    }
    std::sort(tree_.end() - list.size(), tree_.end(), [](const Node& a, const Node& b) {
      return a.prior != b.prior ? a.prior > b.prior : a.action < b.action;
    });
    return true;
  }

  // No action is ruled out by its prior.
  static std::uint64_t weight(int rank) { return static_cast<std::uint64_t>(std::max(rank, 1)); }

  // The child to visit, one that is not settled: the best sum of its average and of what it may be
  // worth looking at. Those without a visit follow the others, the likeliest first, so only the
  // first of them counts.
  Choice choose(const Node& parent, int mover) const {
    const double urge =
        exploration_ * std::sqrt(static_cast<double>(parent.visits)) / double{kPriorWhole};
    Choice choice;
    double best_score = -1, best_expected = 0, points = 0, visits = 0;
    for (std::uint32_t at = parent.first_child; at < parent.first_child + parent.child_count;
         ++at) {
      const Node& child = tree_[at];
      if (child.turns > 0) continue;
      const auto child_visits = static_cast<double>(child.visits);
      const double expected = child.visits > 0 ? average(child)
                              : visits > 0     ? points / (visits * kWhole) - kUnvisitedDiscount
                                               : 0;
      const double score = expected + urge * child.prior / (child_visits + 1);
      if (score > best_score) {
        choice.look = at;
        best_score = score;
        best_expected = expected;
      }
      if (child.visits == 0) break;
      points += static_cast<double>(child.points);
      visits += child_visits;
    }
    choice.take = settled_above(parent, mover, best_expected);
    return choice;
  }

  // The best settled child for the mover that brings more than this; else 0.
  std::uint32_t settled_above(const Node& parent, int mover, double expected) const {
    std::uint32_t best = 0;
    for (std::uint32_t at = parent.first_child; at < parent.first_child + parent.child_count;
         ++at) {
      const Node& child = tree_[at];
      if (child.turns == 0 || child.bounds.loses(mover)) continue;
      double share = static_cast<double>(child.bounds.middle()[Bounds::index(mover)]) / kWhole;
      if (plays_for_wins() && share < 1) share *= kSureDrawDiscount;
      if (share > expected) {
        best = at;
        expected = share;
      }
    }
    return best;
  }

  // Goes to a child and looks whether the game ends there.
  void step(State& state, QuietTurns<State>& quiet, Node& child) {
    const State before = state;
    state.apply(child.action);
    quiet.count(before, child.action, state);
    const bool over = state.outcome().over();
    const bool starts_turn = state.at_turn_start();
    path_.push_back({static_cast<std::uint32_t>(&child - tree_.data()), 0, before.to_move(),
                     state.to_move(), starts_turn || over, starts_turn ? state.hash() : 0});
    if (child.turns > 0 || child.visits > 0) return;
    if (over || quiet.ends_game(state) || is_repetition()) {
      child.bounds = Bounds::exactly(final_payoff(state));
      child.turns = 1;
      propagate();
    }
  }

  // Has the position at the end of the path come up so often that the game is drawn?
  bool is_repetition() const {
    constexpr int limit = State::kHistoryRules.repetitions;
    const auto key = path_.back().turn_start;
    if (limit == 0 || key == 0) return false;
    auto seen = std::count(before_root_->turn_starts.begin(), before_root_->turn_starts.end(), key);
    for (std::size_t i = 1; i < path_.size(); ++i) seen += path_[i].turn_start == key;
    return seen >= limit;
  }

  // The shares of a finished game; one without a winner is drawn.
  Payoff final_payoff(const State& state) const {
    Payoff shares{};
    const int winner = state.outcome().winner();
    int sharers = 0;
    for (int p = 0; p < state.player_count(); ++p) sharers += policy_.shares_draw(state, p);
    for (int p = 0; p < state.player_count(); ++p) {
      const int drawn = policy_.shares_draw(state, p) ? kWhole / sharers : 0;
      const int share = winner < 0 ? drawn : p == winner ? kWhole : 0;
      shares[Bounds::index(p)] = static_cast<std::uint8_t>(share);
    }
    return shares;
  }

  // Carries what was proven at the end of the path up as far as it changes anything.
  void propagate() {
    for (std::size_t i = path_.size() - 1; i-- > 0;) {
      Node& node = tree_[path_[i].node];
      const auto choices = children(node);
      const Bounds bounds = bounds_of_choice(choices, path_[i].mover);
      const bool settled = bounds.exact() || std::all_of(choices.begin(), choices.end(),
                                                         [](const Node& c) { return c.turns > 0; });
      if (bounds == node.bounds && !settled) return;
      node.bounds = bounds;
      if (!settled) continue;
      const int turns = turns_of_choice(choices, bounds, path_[i].mover);
      node.turns = static_cast<std::uint16_t>(turns + (path_[i].ends_turn ? 1 : 0));
    }
  }

  // A win as soon as possible, anything else as late as possible.
  static int turns_of_choice(std::span<const Node> choices, const Bounds& bounds, int mover) {
    const auto m = Bounds::index(mover);
    const bool wins = bounds.wins(mover);
    int turns = 0;
    for (const Node& child : choices) {
      if (child.turns == 0 || child.bounds.high[m] < bounds.low[m]) continue;
      if (wins && !child.bounds.wins(mover)) continue;
      const int here = child.turns;
      turns = turns == 0 ? here : wins ? std::min(turns, here) : std::max(turns, here);
    }
    return std::max(turns, 1);
  }

  Payoff play_out(State& state, QuietTurns<State>& quiet) {
    for (int i = 0; i < kMaxPlayout && !state.outcome().over() && !quiet.ends_game(state); ++i) {
      const games::Action action = policy_.playout_action(state, rng_);
      if constexpr (State::kHistoryRules.quiet_turns > 0) {
        const State before = state;
        state.apply(action);
        quiet.count(before, action, state);
      } else {
        state.apply(action);
      }
    }
    return state.outcome().winner() < 0 && plays_for_wins() ? Payoff{} : final_payoff(state);
  }

  // Counts the result of a visit at every node of the path.
  void record(Payoff shares) {
    const auto count = [&](std::uint32_t at, int chooser) {
      Node& node = tree_[at];
      ++node.visits;
      node.points += shares[Bounds::index(chooser)];
      const std::uint32_t action = at - tree_[0].first_child;  // where it is one at the root
      if (at == 0 || action >= tree_[0].child_count) return;
      for (std::size_t p = 0; p < kMaxPlayers; ++p) points_of_action_[action][p] += shares[p];
    };
    for (std::size_t i = path_.size(); i-- > 0;) {
      if (path_[i].take != 0) {
        shares = tree_[path_[i].take].bounds.middle();
        count(path_[i].take, path_[i].mover);
      }
      count(path_[i].node, path_[i].chooser);
    }
    for (std::size_t p = 0; p < kMaxPlayers; ++p) points_[p] += shares[p];
  }

  const Policy& policy_;
  Stopper& stopper_;
  double exploration_;
  std::size_t capacity_;
  core::Rng rng_;
  const State* root_ = nullptr;
  const SearchHistory* before_root_ = nullptr;
  bool forced_ = false;  // the root has one legal action
  bool full_ = false;
  std::vector<Node, core::PageAllocator<Node>> tree_;  // the root is the first
  std::vector<PathEntry> path_;
  eval::Ranks ranks_;
  using Points = std::array<std::uint64_t, kMaxPlayers>;
  Points points_{};
  std::vector<Points> points_of_action_;  // at the root
  std::uint64_t nodes_ = 0;
  int depth_ = 0;
};

template <games::Game State, eval::Policy<State> Policy>
class Mcts {
 public:
  using Tree = MctsTree<State, Policy>;
  using Report = std::function<void(const MctsResult&)>;

  Mcts(const Policy& policy, Stopper& stopper, const MctsSettings& settings = {})
      : policy_(policy), stopper_(stopper), settings_(settings) {}

  // The best line from `root`, of at least one legal action, however early it was stopped. Reports,
  // from the calling thread, tell what its own tree knows; the last one is the result. REQUIRES:
  // the game is not over.
  MctsResult search(const State& root, const SearchHistory& before_root,
                    const Report& report = {}) {
    std::vector<std::unique_ptr<Tree>> trees;
    for (int i = 0; i < settings_.threads; ++i) {
      trees.push_back(std::make_unique<Tree>(policy_, stopper_, settings_, i));
    }
    std::vector<const Tree*> grown(trees.size());  // nothing for a tree that could not grow
    const auto grow = [&](std::size_t i, const auto&... on_growth) {
      trees[i]->grow(root, before_root, on_growth...);
      grown[i] = trees[i].get();
    };
    {
      const Helpers helpers(
          settings_.threads - 1, [&](int i) { grow(static_cast<std::size_t>(i)); },
          [&] { stopper_.stop(); });
      grow(0, [&](const Tree& tree) {
        if (report) report(summary({&tree}, root));
      });
    }
    std::vector<const Tree*> all;
    std::copy_if(grown.begin(), grown.end(), std::back_inserter(all),
                 [](const Tree* tree) { return tree != nullptr; });
    const MctsResult result = summary(all, root);
    if (report) report(result);
    return result;
  }

 private:
  // What the trees know together.
  MctsResult summary(const std::vector<const Tree*>& trees, const State& root) const {
    MctsResult result;
    result.bounds = Bounds::unknown(root.player_count());
    for (const Tree* tree : trees) {
      result.nodes += tree->nodes();
      result.depth = std::max(result.depth, tree->depth());
      if (tree->turns() == 0 || result.settled()) continue;
      result.bounds = tree->bounds();
      result.turns = tree->turns();
    }
    result.actions = added_up(trees);
    std::sort(result.actions.begin(), result.actions.end(), [&](const auto& a, const auto& b) {
      return Tree::is_better(a, b, root.to_move(), result.settled());
    });
    for (int i = 0; i < std::min(settings_.lines, static_cast<int>(result.actions.size())); ++i) {
      MctsAction& action = result.actions[static_cast<std::size_t>(i)];
      for (const Tree* tree : trees) {
        auto line = tree->line_from(action.action);
        if (line.size() > action.line.size()) action.line = std::move(line);
      }
    }
    result.line = result.actions[0].line;
    result.values = values_of(trees, result, root.player_count());
    return result;
  }

  // The actions at the root in the order of the trees, which is the same in all of them.
  static std::vector<MctsAction> added_up(const std::vector<const Tree*>& trees) {
    std::vector<MctsAction> sum = trees[0]->actions();
    for (std::size_t t = 1; t < trees.size(); ++t) {
      const auto more = trees[t]->actions();
      for (std::size_t i = 0; i < sum.size(); ++i) {
        const auto visits = sum[i].visits + more[i].visits;
        if (visits == 0) continue;
        for (std::size_t p = 0; p < kMaxPlayers; ++p) {
          sum[i].values[p] = (sum[i].values[p] * static_cast<double>(sum[i].visits) +
                              more[i].values[p] * static_cast<double>(more[i].visits)) /
                             static_cast<double>(visits);
        }
        sum[i].visits = visits;
        if (sum[i].turns > 0 || more[i].turns == 0) continue;
        sum[i].bounds = more[i].bounds;
        sum[i].turns = more[i].turns;
      }
    }
    return sum;
  }

  static std::array<double, kMaxPlayers> values_of(const std::vector<const Tree*>& trees,
                                                   const MctsResult& result, int players) {
    if (result.settled()) return parts_of(result.bounds.middle(), players);
    std::array<std::uint64_t, kMaxPlayers> points{};
    for (const Tree* tree : trees) {
      for (std::size_t p = 0; p < kMaxPlayers; ++p) points[p] += tree->points()[p];
    }
    return parts_of(points, players);
  }

  const Policy& policy_;
  Stopper& stopper_;
  MctsSettings settings_;
};

}  // namespace search

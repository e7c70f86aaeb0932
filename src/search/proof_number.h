// Proof-number search, depth first (df-pn): does a player win from here? Generic over games and
// over the tactics that a game supplies (src/eval/tactics.h).
//
// A node in which the attacker is to move is proven by one child, any other node by all of them;
// who is to move is asked of each state, so turns may have several actions. Every open node has two
// numbers: how hard it looks to prove and to disprove. Search goes where the least is missing, and
// stays there until the numbers exceed those of the next best place (by a margin, so that it does
// not hop to and fro). docs/solving.md explains the method and why its conclusions are sound.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "core/random.h"
#include "core/scan.h"
#include "eval/tactics.h"
#include "search/limits.h"
#include "search/proof_table.h"

namespace search {

enum class ProofStatus : std::uint8_t { kOpen, kProven, kDisproven };

struct ProofSettings {
  // How the numbers of the children that must all be solved add up: their sum, or the largest and
  // one for each other. Sums count positions twice that are reached in two ways.
  bool sums = false;
  // The margin by which a place may become worse than the next best before search leaves it.
  double margin = 0.25;
  // A new node is as hard as it has actions, divided by this; 0: all new nodes look alike.
  int actions_per_number = 1;
  // How often on one line the attacker may leave the defender a free choice (more than half of all
  // actions need a look). Without free choices lines are forced and trees small, but then only a
  // proof means something. kAnyNumber: as often as he likes.
  static constexpr int kAnyNumber = 1'000;
  int free_choices = kAnyNumber;
  // Another order among children that look alike; 0: the order of the tactics.
  std::uint64_t seed = 0;
};

// What can be seen of a search from another thread.
struct ProofProgress {
  std::atomic<std::uint64_t> nodes{0};
  std::atomic<std::uint32_t> proof{1}, disproof{1};
  std::atomic<std::uint64_t> table_used{0}, table_capacity{0};
};

template <games::Game State, eval::Tactics<State> Tactics = eval::PlainTactics<State>>
class ProofSearch {
 public:
  using Key = typename Tactics::Key;

  // Games in which a position can come up again are cut where it does, and lines at kMaxPlies:
  // there a disproof would depend on the way to a position, so only proofs are claimed.
  static constexpr bool kRepeats = State::kHistoryRules.repetitions > 0;
  static constexpr int kMaxPlies = 200;

  ProofSearch(const State& root, int attacker, const ProofSettings& settings,
              std::size_t table_bytes, const Tactics& tactics = Tactics{})
      : root_(root),
        attacker_(attacker),
        settings_(settings),
        tactics_(tactics),
        table_(table_bytes) {
    progress_.table_capacity = table_.capacity();
  }

  // Goes on from where the last call stopped.
  ProofStatus run(Stopper& stopper) { return prove(root_, stopper); }

  // The same for any position of the same game: what is known already serves.
  ProofStatus prove(const State& state, Stopper& stopper) {
    choice_.reset();
    stopper_ = &stopper;
    children_.clear();
    path_.clear();
    Child node = follow(state, tactics_.key(state), 0);
    if (!node.numbers.solved()) {
      nodes_at_start_ = nodes_;
      node.numbers = visit(node, {ProofNumbers::kNever, ProofNumbers::kNever});
    }
    publish(node.numbers);
    if (node.numbers.proof == 0) return ProofStatus::kProven;
    return node.numbers.disproof == 0 && tries_all() ? ProofStatus::kDisproven : ProofStatus::kOpen;
  }

  // Proves once more what the table has as solved, where what lies below is forgotten.
  ProofStatus prove_again(const State& state, Stopper& stopper) {
    table_.forget(name_of(tactics_.key(state), 0));
    return prove(state, stopper);
  }
  // The action of the player to move that the last search has found to reach his goal.
  std::optional<games::Action> choice() const { return choice_; }

  // What is known of a position now, without any search.
  ProofNumbers known(const State& state) {
    const Key key = tactics_.key(state);
    ProofNumbers numbers = follow(state, key, 0).numbers;
    for (int choices = 1; counts_choices() && choices <= settings_.free_choices; ++choices) {
      if (numbers.proof == 0) break;
      numbers = follow(state, key, choices).numbers;
    }
    return numbers;
  }

  // An unfinished search as bytes, at most so many positions of it: those that cost most. A search
  // made the same way goes on from there. False where the bytes are damaged.
  std::string saved(std::size_t positions) const {
    const std::string entries = table_.entries(positions);
    return std::string(kSavedHeader) + ' ' + std::to_string(settings_.free_choices) + ' ' +
           std::to_string(nodes_) + ' ' + std::to_string(checksum(nodes_, entries)) + '\n' +
           entries;
  }
  bool restore(std::string_view bytes) {
    const auto end = bytes.find('\n');
    if (end == std::string_view::npos || !bytes.starts_with(kSavedHeader)) return false;
    const auto numbers = core::words(bytes.substr(kSavedHeader.size(), end - kSavedHeader.size()));
    bytes.remove_prefix(end + 1);
    // With other free choices other positions would count as lost.
    if (numbers.size() != 3 || numbers[0] != std::to_string(settings_.free_choices)) return false;
    const auto read = core::whole_number(numbers[1], std::int64_t{1} << 50);
    if (!read) return false;
    const auto nodes = static_cast<std::uint64_t>(*read);
    if (numbers[2] != std::to_string(checksum(nodes, bytes))) return false;
    if (!table_.take_entries(bytes)) return false;
    nodes_ = nodes;
    return true;
  }

  const State& root() const { return root_; }
  int attacker() const { return attacker_; }
  Tactics& tactics() { return tactics_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t looks() const { return looks_; }
  const ProofProgress& progress() const { return progress_; }

 private:
  static constexpr std::uint32_t kNever = ProofNumbers::kNever;
  static constexpr std::uint64_t kNodesPerLook = 64;  // at the clock
  static constexpr std::string_view kSavedHeader = "tabuleiro search 2";

  static std::uint64_t checksum(std::uint64_t nodes, std::string_view bytes) {
    std::uint64_t sum = core::mix(nodes) ^ bytes.size();
    for (const char c : bytes) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return sum;
  }

  struct Child {
    State state;
    Key key;
    int free_choices;  // that the defender had before
    ProofNumbers numbers;
    games::Action action{};  // that leads there from the node above
  };

  bool counts_choices() const { return settings_.free_choices != ProofSettings::kAnyNumber; }
  bool tries_all() const { return !kRepeats && !counts_choices(); }
  static std::uint64_t name_of(const Key& key, int free_choices) {
    const std::uint64_t number = Tactics::number(key);
    return free_choices == 0 ? number : core::mix(number + static_cast<unsigned>(free_choices));
  }
  // list_ holds what look() left.
  bool is_free_choice(const State& state) const {
    return counts_choices() && state.to_move() != attacker_ &&
           2 * list_.size() > state.count_actions();
  }

  // The same two numbers from the side of the player to move at a node: own goal and the other's.
  struct Sides {
    std::uint32_t own, other;
  };
  static Sides sides(ProofNumbers n, bool attacks) {
    return attacks ? Sides{n.proof, n.disproof} : Sides{n.disproof, n.proof};
  }
  static ProofNumbers numbers(Sides s, bool attacks) {
    return attacks ? ProofNumbers{s.own, s.other} : ProofNumbers{s.other, s.own};
  }

  ProofNumbers won_by(bool attacker) const {
    return attacker ? ProofNumbers::proven() : ProofNumbers::disproven();
  }
  ProofNumbers numbers_of(eval::Verdict verdict, const State& state) const {
    return won_by((state.to_move() == attacker_) == (verdict == eval::Verdict::kWins));
  }

  // Plays on while only one action does not lose, and tells what is known there.
  Child follow(State state, Key key, int free_choices) {
    while (!state.outcome().over()) {
      const eval::QuickCheck quick_check = tactics_.quick_check(state);
      if (quick_check.verdict != eval::Verdict::kOpen) {
        return {state, key, free_choices, numbers_of(quick_check.verdict, state)};
      }
      if (!quick_check.only)
        return {state, key, free_choices, first_numbers(state, key, free_choices)};
      key = tactics_.key_after(key, state, *quick_check.only);
      state.apply(*quick_check.only);
    }
    return {state, key, free_choices, won_by(state.outcome().winner() == attacker_)};
  }

  ProofNumbers first_numbers(const State& state, const Key& key, int free_choices) {
    const std::uint64_t name = name_of(key, free_choices);
    if (const auto stored = table_.find(name)) return *stored;
    ++looks_;
    const eval::Verdict verdict = tactics_.expand(state, list_);
    if (verdict != eval::Verdict::kOpen) {
      const ProofNumbers solved = numbers_of(verdict, state);
      table_.store(name, solved, 1);
      return solved;
    }
    if (free_choices >= settings_.free_choices && is_free_choice(state)) {
      table_.store(name, ProofNumbers::disproven(), 1);
      return ProofNumbers::disproven();
    }
    const int actions = list_.size();
    const int hardness =
        settings_.actions_per_number > 0 ? actions / settings_.actions_per_number : 1;
    return numbers({1, static_cast<std::uint32_t>(std::max(1, hardness))},
                   state.to_move() == attacker_);
  }

  // Puts the children of a node on the stack of children. Tactics that remember may now see what
  // they overlooked before; then there are no children.
  eval::Verdict expand(const Child& node) {
    const std::size_t first = children_.size();
    const State& state = node.state;
    const eval::Verdict verdict = tactics_.expand(state, list_);
    if (verdict != eval::Verdict::kOpen) return verdict;
    const int free_choices = node.free_choices + (is_free_choice(state) ? 1 : 0);
    const games::ActionList<State> actions = list_;
    for (const games::Action action : actions) {
      State next = state;
      next.apply(action);
      children_.push_back(follow(next, tactics_.key_after(node.key, state, action), free_choices));
      children_.back().action = action;
      if (kRepeats && on_path(children_.back().key)) {
        children_.back().numbers = ProofNumbers::disproven();
      }
    }
    if (settings_.seed != 0) shuffle(first, Tactics::number(node.key));
    return verdict;
  }

  bool on_path(const Key& key) const {
    return static_cast<int>(path_.size()) >= kMaxPlies ||
           std::find(path_.begin(), path_.end(), Tactics::number(key)) != path_.end();
  }

  // The same order whenever search comes back to a node.
  void shuffle(std::size_t first, std::uint64_t key) {
    core::Rng rng(settings_.seed ^ key);
    for (std::size_t n = children_.size() - first; n > 1; --n) {
      std::swap(children_[first + n - 1],
                children_[first + rng.below(static_cast<std::uint32_t>(n))]);
    }
  }

  // What the children say about their node, from the side of the player to move there.
  struct Summary {
    Sides sides{kNever, 0};
    std::size_t best = 0;
    std::uint32_t second = kNever;  // the next best child's own number
    std::uint32_t rest = 0;         // what the other children add to the best one's other number
  };
  Summary sum_up(std::size_t first, bool attacks) const {
    Summary summary;
    std::uint64_t sum = 0;
    std::uint32_t largest = 0, open = 0, best_other = 0;
    for (std::size_t i = first; i < children_.size(); ++i) {
      const Sides child = sides(children_[i].numbers, attacks);
      if (child.own < summary.sides.own ||
          (child.own == summary.sides.own && child.own != kNever && child.other < best_other)) {
        summary.second = summary.sides.own;
        summary.sides.own = child.own;
        summary.best = i;
        best_other = child.other;
      } else {
        summary.second = std::min(summary.second, child.own);
      }
      if (child.own == kNever) continue;
      ++open;
      sum += child.other;
      largest = std::max(largest, child.other);
    }
    if (summary.sides.own == 0) {
      summary.sides.other = kNever;
    } else if (open > 0) {
      const std::uint64_t total = settings_.sums ? sum : std::uint64_t{largest} + open - 1;
      summary.sides.other = static_cast<std::uint32_t>(std::min<std::uint64_t>(total, kNever - 1));
      summary.rest =
          settings_.sums
              ? static_cast<std::uint32_t>(std::min<std::uint64_t>(sum - best_other, kNever - 1))
              : open - 1;
    }
    return summary;
  }

  // Searches a node until its numbers reach the limits, and stores them.
  ProofNumbers visit(const Child node, ProofNumbers limits) {
    const std::uint64_t nodes_before = nodes_++;
    const std::size_t first = children_.size();
    const bool attacks = node.state.to_move() == attacker_;
    const Sides limit = sides(limits, attacks);
    path_.push_back(Tactics::number(node.key));
    Summary summary;
    const eval::Verdict verdict = expand(node);
    if (verdict != eval::Verdict::kOpen) {
      summary.sides = sides(numbers_of(verdict, node.state), attacks);
    }
    while (verdict == eval::Verdict::kOpen) {
      summary = sum_up(first, attacks);
      if (path_.size() == 1) publish(numbers(summary.sides, attacks));
      if (summary.sides.own >= limit.own || summary.sides.other >= limit.other ||
          summary.sides.own == 0 || summary.sides.other == 0 ||
          stopper_->should_stop(nodes_ - nodes_at_start_, kNodesPerLook)) {
        break;
      }
      const Sides next = {std::min(limit.own, with_margin(summary.second)),
                          limit.other == kNever ? kNever : limit.other - summary.rest};
      const ProofNumbers found = visit(children_[summary.best], numbers(next, attacks));
      children_[summary.best].numbers = found;
    }
    if (path_.size() == 1 && verdict == eval::Verdict::kOpen && summary.sides.own == 0) {
      choice_ = children_[summary.best].action;
    }
    children_.resize(first, node);
    path_.pop_back();
    const ProofNumbers result = numbers(summary.sides, attacks);
    table_.store(name_of(node.key, node.free_choices), result, nodes_ - nodes_before);
    if (nodes_ % kNodesPerLook == 0) {
      progress_.nodes.store(nodes_, std::memory_order_relaxed);
      progress_.table_used.store(table_.used(), std::memory_order_relaxed);
    }
    return result;
  }

  std::uint32_t with_margin(std::uint32_t second) const {
    if (second == kNever) return kNever;
    const double wider = static_cast<double>(second) * (1 + settings_.margin) + 1;
    return static_cast<std::uint32_t>(std::min(wider, static_cast<double>(kNever - 1)));
  }

  void publish(ProofNumbers root) {
    progress_.proof.store(root.proof, std::memory_order_relaxed);
    progress_.disproof.store(root.disproof, std::memory_order_relaxed);
    progress_.nodes.store(nodes_, std::memory_order_relaxed);
    progress_.table_used.store(table_.used(), std::memory_order_relaxed);
  }

  State root_;
  int attacker_;
  ProofSettings settings_;
  Tactics tactics_;
  ProofTable table_;
  ProofProgress progress_;
  Stopper* stopper_ = nullptr;
  std::uint64_t nodes_ = 0, nodes_at_start_ = 0, looks_ = 0;
  games::ActionList<State> list_;
  std::vector<Child> children_;  // of all nodes on the path
  std::vector<std::uint64_t> path_;
  std::optional<games::Action> choice_;
};

}  // namespace search

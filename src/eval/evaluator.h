// What search asks of the evaluator of a game. Each game has one file here; search knows none of
// them.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <vector>

#include "games/game.h"

namespace eval {

// How early each action of a list should be tried, from 0 to 1000; only the order counts.
using Ranks = std::vector<int>;

template <class K, class State>
concept Evaluator = requires(const K k, const State s, games::Action a,
                             games::ActionList<State>& list, Ranks& ranks, bool at_root) {
  // How good the position is for the player to move, in hundredths of a stone or piece.
  { k.evaluate(s) } -> std::same_as<int>;
  // Fills one rank for each action of the list.
  { k.rank(s, list, ranks) } -> std::same_as<void>;
  // Would the value jump if this action were left out (a capture, a threat)?
  { k.is_noisy(s, a) } -> std::same_as<bool>;
  // Leaves out actions that need no look; at the root, where the choice is made, perhaps fewer.
  // What stays is not empty.
  { k.select(s, list, at_root) } -> std::same_as<void>;
  // Is a position in which everything that select() left loses, lost?
  { K::kSelectIsSound } -> std::convertible_to<bool>;
};

// How many positions a search for a forced win may look at: once a search at its root, at every
// new node, and where a line ends.
struct ForcedWinNodes {
  std::uint64_t root, node, leaf;
};

// An evaluator may bring a ForcedWins: a search of its own that proves wins for the player to move.
// It may miss wins and shorter ones, but never claims what is none. Each search owns one, so that
// it may remember things. find() gives an optional with `turns` until the end and the `line`.
template <class K, class State>
concept FindsForcedWins = requires(typename K::ForcedWins wins, const State s, int max_turns) {
  { K::kForcedWinNodes } -> std::convertible_to<ForcedWinNodes>;
  { wins.find(s, max_turns, K::kForcedWinNodes.node)->turns } -> std::convertible_to<int>;
  {
    wins.find(s, max_turns, K::kForcedWinNodes.node)->line[0]
  } -> std::convertible_to<games::Action>;
};

// An evaluator may bring Ends: a search of its own that plays the end of a game out. Where it is
// near, worse_actions() gives those that a better one is proven to beat.
template <class K, class State>
concept SolvesEnds =
    requires(typename K::Ends ends, const State s, const std::function<bool()>& stopped) {
      { K::Ends::is_near(s) } -> std::same_as<bool>;
      { K::Ends::kNodes } -> std::convertible_to<std::uint64_t>;
      {
        ends.worse_actions(s, K::Ends::kNodes, stopped)
      } -> std::same_as<std::vector<games::Action>>;
      { ends.nodes() } -> std::same_as<std::uint64_t>;
    };

// Knows nothing: for tests of search, and as the plainest opponent.
template <class State>
struct NullEvaluator {
  static constexpr bool kSelectIsSound = true;
  int evaluate(const State&) const { return 0; }
  void rank(const State&, const games::ActionList<State>& list, Ranks& ranks) const {
    ranks.clear();
    for (int i = 0; i < list.size(); ++i) ranks.push_back(0);
  }
  bool is_noisy(const State&, games::Action) const { return false; }
  void select(const State&, games::ActionList<State>&, bool) const {}
};

}  // namespace eval

// In which order a search tries actions: the table's first, then by evaluator, killers,
// countermoves and history.
#pragma once

#include <algorithm>
#include <array>

#include "eval/evaluator.h"
#include "games/game.h"

namespace search {

// No action at all: nothing is tried first.
inline constexpr games::Action kNoAction{~0u};

// The place of the first of the highest numbers. Whole lists are looked through for every action
// that is tried, so the loops are such that compilers make vectors of them.
inline int highest_at(const int* numbers, int count) {
  int highest = numbers[0];
  for (int i = 1; i < count; ++i) highest = std::max(highest, numbers[i]);
  constexpr int kBlock = 16;
  int at = 0;
  for (; at + kBlock <= count; at += kBlock) {
    int found = 0;
    for (int i = 0; i < kBlock; ++i) found |= numbers[at + i] == highest;
    if (found != 0) break;
  }
  while (numbers[at] != highest) ++at;
  return at;
}

template <games::Game State, eval::Evaluator<State> Evaluator, int kMaxPly>
class ActionOrder {
 public:
  explicit ActionOrder(const Evaluator& evaluator) : evaluator_(evaluator) {}

  // Weighs the actions of a list, for pick() at the same ply. `last`: what led to the state.
  void weigh(const State& state, int ply, games::Action last, const games::ActionList<State>& list,
             games::Action first) {
    auto& scores = scores_[ply];
    evaluator_.rank(state, list, scores);
    const int player = state.to_move();
    for (int i = 0; i < list.size(); ++i) {
      const games::Action action = list[i];
      int score = 64 * scores[static_cast<std::size_t>(i)];
      if (action == first) score += 1 << 28;
      if (action == killers_[ply][0] || action == killers_[ply][1]) score += 1 << 14;
      if (action == countermoves_[history_index(last)]) score += 1 << 13;
      score += history_[player][history_index(action)];
      scores[static_cast<std::size_t>(i)] = score;
    }
  }

  // Brings the most promising of the actions from `first` on to its place.
  games::Action pick(int ply, games::ActionList<State>& list, int first) {
    int* scores = scores_[ply].data();
    const int at = first + highest_at(scores + first, list.size() - first);
    std::swap(scores[at], scores[first]);
    std::swap(list[at], list[first]);
    return list[first];
  }

  // A quiet action was too good for the opponent.
  void reward(const State& state, int ply, games::Action last, games::Action action, int depth) {
    auto& killers = killers_[ply];
    if (killers[0] != action) killers = {action, killers[0]};
    countermoves_[history_index(last)] = action;
    int& score = history_[state.to_move()][history_index(action)];
    // Grows with depth and saturates below the killers.
    score += depth * depth - score * depth * depth / (1 << 13);
  }

 private:
  static constexpr int kHistorySize = 1 << 14;

  static int history_index(games::Action action) {
    return static_cast<int>((action.code * 0x9e3779b1u) >> 18);
  }

  const Evaluator& evaluator_;
  std::array<std::array<games::Action, 2>, kMaxPly> killers_{};
  std::array<games::Action, kHistorySize> countermoves_{};
  std::array<std::array<int, kHistorySize>, 2> history_{};
  std::array<eval::Ranks, kMaxPly> scores_{};
};

}  // namespace search

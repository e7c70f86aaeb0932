// What the one-ply players share: the best of a list, and one of them by chance.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/random.h"
#include "games/action.h"

namespace eval {

// The actions of the list with the highest score, in order. Scores are anything with `<` and `==`.
template <class List, class Score>
std::vector<games::Action> best_of(const List& list, Score score) {
  std::vector<games::Action> best;
  decltype(score(games::Action{})) highest{};
  for (const games::Action action : list) {
    auto its_score = score(action);
    if (best.empty() || highest < its_score) {
      best.clear();
      highest = std::move(its_score);
      best.push_back(action);
    } else if (its_score == highest) {
      best.push_back(action);
    }
  }
  return best;
}

// One element, all equally likely. REQUIRES: the list is not empty.
template <class T>
const T& pick(const std::vector<T>& list, core::Rng& rng) {
  return list[rng.below(static_cast<std::uint32_t>(list.size()))];
}

}  // namespace eval

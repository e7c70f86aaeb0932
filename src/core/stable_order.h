// Puts a few elements in order.
#pragma once

#include <algorithm>
#include <vector>

namespace core {

// Equal ones stay in the order they have. (std::stable_sort would do, but g++ 12's own makes clang
// warn.)
template <class Element, class Before>
void stable_order(std::vector<Element>& elements, Before before) {
  for (auto next = elements.begin(); next != elements.end(); ++next) {
    std::rotate(std::upper_bound(elements.begin(), next, *next, before), next, next + 1);
  }
}

}  // namespace core

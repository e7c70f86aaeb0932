#include "core/nearest.h"

#include <algorithm>
#include <array>

#include "core/lower.h"

namespace core {

namespace {

// Nobody means a word by a text that is much longer.
constexpr std::size_t kLongestWord = 64, kShortestBeginning = 3;

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // The rows of the last letter, of the one before it and of the one under way.
  std::array<std::vector<std::size_t>, 3> rows;
  for (auto& row : rows) row.resize(b.size() + 1);
  auto *before = &rows[0], *last = &rows[1], *row = &rows[2];
  for (std::size_t j = 0; j <= b.size(); ++j) (*last)[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    (*row)[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = (*last)[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      (*row)[j] = std::min({(*last)[j] + 1, (*row)[j - 1] + 1, changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        (*row)[j] = std::min((*row)[j], (*before)[j - 2] + 1);
      }
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return (*last)[b.size()];
}

std::optional<std::string> nearest_word(std::string_view typed,
                                        const std::vector<std::string>& words) {
  if (typed.empty() || typed.size() > kLongestWord) return std::nullopt;
  const std::string wanted = lower(typed);
  const std::string* nearest = nullptr;
  std::size_t distance = 0;
  for (const auto& word : words) {
    const bool begins = wanted.size() >= kShortestBeginning && lower(word).starts_with(wanted);
    const auto away = begins ? 1 : edit_distance(wanted, lower(word));
    if (away > std::max<std::size_t>(1, word.size() / 3)) continue;
    if (nearest != nullptr && away >= distance) continue;
    nearest = &word;
    distance = away;
  }
  if (nearest == nullptr) return std::nullopt;
  return *nearest;
}

}  // namespace core

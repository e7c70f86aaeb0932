// Statements are written once; each database spells some words differently.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace store {

// `text` with every first of a pair replaced by the second.
inline std::string spelt(std::string_view text,
                         const std::vector<std::pair<std::string_view, std::string_view>>& words) {
  std::string result(text);
  for (const auto& [word, instead] : words) {
    for (auto at = result.find(word); at != std::string::npos;
         at = result.find(word, at + instead.size())) {
      result.replace(at, word.size(), instead);
    }
  }
  return result;
}

}  // namespace store

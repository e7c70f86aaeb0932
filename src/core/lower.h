// Small letters.
#pragma once

#include <string>
#include <string_view>

namespace core {

inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// A to Z only: what protocols spell is ASCII.
inline std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

}  // namespace core

#include "bus/bus.h"

#include <algorithm>

#include "core/scan.h"

namespace bus {

namespace {

bool is_token(std::string_view token) {
  return !token.empty() && std::all_of(token.begin(), token.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
}

}  // namespace

bool is_subject(std::string_view text) {
  const auto tokens = core::split(text, '.');
  return std::all_of(tokens.begin(), tokens.end(), is_token);
}

bool is_pattern(std::string_view text) {
  const auto tokens = core::split(text, '.');
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool rest = tokens[i] == ">" && i + 1 == tokens.size();
    if (!rest && tokens[i] != "*" && !is_token(tokens[i])) return false;
  }
  return true;
}

bool matches(std::string_view pattern, std::string_view subject) {
  const auto wanted = core::split(pattern, '.');
  const auto given = core::split(subject, '.');
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (i >= given.size()) return false;
    if (wanted[i] == ">") return true;
    if (wanted[i] != "*" && wanted[i] != given[i]) return false;
  }
  return wanted.size() == given.size();
}

}  // namespace bus

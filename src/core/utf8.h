// Letters of UTF-8 text from strangers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace core {

struct Letter {
  char32_t code = 0;
  std::size_t bytes = 0;
};

// What stands in the place of bytes that are no letter: U+FFFD.
inline constexpr std::string_view kNoLetter = "\xef\xbf\xbd";

// The letter that a text begins with; nothing where its first byte begins none.
// REQUIRES: not empty.
std::optional<Letter> first_letter(std::string_view text);

// The letter of ASCII under an accent of Latin-1, '?' where there is none; nothing for other codes.
std::optional<char> without_accent(char32_t code);

// Small letters without accents, so that "NÍVEL" and "nivel" are the same word.
std::string folded(std::string_view text);

}  // namespace core

// Characters of UTF-8 text and the columns that a terminal gives them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace terminal {

// The next UTF-8 character of a text, taken off its front. A broken one is U+FFFD.
std::string take_character(std::string_view& text);

// The code of a character that take_character() gave.
std::uint32_t code_of(std::string_view character);

enum class Glyph {
  kPlain,    // one column on every terminal
  kWide,     // two: East Asian writing and pictures
  kMark,     // none: an accent that stands on the character before it
  kHidden,   // none: joiners and other characters that are not seen
  kUnknown,  // not worth the risk: drawn as '?'
};
Glyph glyph_of(std::uint32_t code);

// The columns that a text takes as a Canvas draws it. Plain lines count as many.
std::size_t width(std::string_view text);

}  // namespace terminal

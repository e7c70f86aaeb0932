#include "core/utf8.h"

#include "core/lower.h"

namespace core {

namespace {

std::size_t bytes_of_letter(unsigned first) {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

}  // namespace

std::optional<Letter> first_letter(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = bytes_of_letter(byte(0));
  if (length == 0 || text.size() < length) return std::nullopt;
  if (length == 1) return Letter{byte(0), 1};
  char32_t code = byte(0) & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return std::nullopt;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  static constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool fits = code >= kLeast[length] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  if (!fits) return std::nullopt;
  return Letter{code, length};
}

std::optional<char> without_accent(char32_t code) {
  static constexpr char32_t kFirst = 0xC0;
  static constexpr std::string_view kLetters =
      "AAAAAAACEEEEIIII?NOOOOOxOUUUUY?saaaaaaaceeeeiiii?nooooo/ouuuuy?y";
  if (code < kFirst || code >= kFirst + kLetters.size()) return std::nullopt;
  return kLetters[code - kFirst];
}

std::string folded(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto letter = first_letter(text);
    const std::size_t bytes = letter ? letter->bytes : 1;
    const auto plain = letter ? without_accent(letter->code) : std::nullopt;
    out += plain ? std::string(1, *plain) : std::string(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return lower(out);
}

}  // namespace core

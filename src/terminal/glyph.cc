#include "terminal/glyph.h"

#include <algorithm>
#include <iterator>

#include "core/utf8.h"

namespace terminal {

namespace {

struct CodeRange {
  std::uint32_t first, last;
};

// In rising order. Latin, Greek, Cyrillic, arrows, boxes, blocks, shapes and Braille.
constexpr CodeRange kPlainGlyphs[] = {{0x20, 0x7E},     {0xA1, 0xAC},     {0xAE, 0x2FF},
                                      {0x370, 0x482},   {0x48A, 0x52F},   {0x1E00, 0x1FFF},
                                      {0x2010, 0x2027}, {0x2030, 0x205E}, {0x20AC, 0x20AC},
                                      {0x2190, 0x22FF}, {0x2500, 0x25FF}, {0x2800, 0x28FF}};
// What Unicode calls wide, in its common blocks.
constexpr CodeRange kWideGlyphs[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
                                     {0x3400, 0x4DBF},   {0x4E00, 0xA4CF},   {0xA960, 0xA97C},
                                     {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
                                     {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F},
                                     {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
constexpr CodeRange kMarkGlyphs[] = {{0x300, 0x36F},   {0x483, 0x487},   {0x1AB0, 0x1ACE},
                                     {0x1DC0, 0x1DFF}, {0x20D0, 0x20F0}, {0xFE20, 0xFE2F}};
constexpr CodeRange kHiddenGlyphs[] = {{0xAD, 0xAD},     {0x34F, 0x34F},   {0x61C, 0x61C},
                                       {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x206F},
                                       {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xE0000, 0xE0FFF}};

template <std::size_t N>
bool is_among(const CodeRange (&ranges)[N], std::uint32_t code) {
  const auto* at = std::lower_bound(
      std::begin(ranges), std::end(ranges), code,
      [](const CodeRange& range, std::uint32_t wanted) { return range.last < wanted; });
  return at != std::end(ranges) && at->first <= code;
}

}  // namespace

std::string take_character(std::string_view& text) {
  const auto letter = core::first_letter(text);
  const std::string_view taken = letter ? text.substr(0, letter->bytes) : core::kNoLetter;
  text.remove_prefix(letter ? letter->bytes : 1);
  return std::string(taken);
}

std::uint32_t code_of(std::string_view character) { return core::first_letter(character)->code; }

Glyph glyph_of(std::uint32_t code) {
  if (is_among(kPlainGlyphs, code)) return Glyph::kPlain;
  if (is_among(kHiddenGlyphs, code)) return Glyph::kHidden;
  if (is_among(kMarkGlyphs, code)) return Glyph::kMark;
  return is_among(kWideGlyphs, code) ? Glyph::kWide : Glyph::kUnknown;
}

std::size_t width(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    switch (glyph_of(code_of(take_character(text)))) {
      case Glyph::kPlain:
      case Glyph::kUnknown: ++columns; break;
      case Glyph::kWide: columns += 2; break;
      case Glyph::kMark:
      case Glyph::kHidden: break;
    }
  }
  return columns;
}

}  // namespace terminal

#include "terminal/canvas.h"

#include <array>
#include <cstdint>
#include <utility>

#include "core/utf8.h"
#include "terminal/theme.h"

namespace terminal {

namespace {

// The code of a well-formed character.
std::uint32_t code_of(std::string_view character) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character.size() == 1) return byte(0);
  std::uint32_t code = byte(0) & (0xFFu >> (character.size() + 1));
  for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3F);
  return code;
}

// Is a character exactly one column wide on every terminal? Latin, Greek, Cyrillic, arrows, boxes,
// blocks, shapes and Braille are; the rest is not worth the risk.
bool is_one_column(std::uint32_t code) {
  return (code >= 0x20 && code < 0x7F) || (code >= 0xA1 && code < 0x300 && code != 0xAD) ||
         (code >= 0x370 && code < 0x483) || (code >= 0x2010 && code < 0x2028) ||
         (code >= 0x2030 && code < 0x2060) || code == 0x20AC || (code >= 0x2190 && code < 0x2300) ||
         (code >= 0x2500 && code < 0x2600) || (code >= 0x2800 && code < 0x2900);
}

// The letter under an accent, or what a sign looks like.
char plain_letter(std::uint32_t code) {
  if (const auto letter = core::without_accent(code)) return *letter;
  static constexpr std::pair<std::uint32_t, char> kSigns[] = {
      {0x2026, '.'}, {0xB7, '.'},   {0x2591, '.'}, {0x2013, '-'}, {0x2212, '-'}, {0x2500, '-'},
      {0x2502, '|'}, {0x25B6, '>'}, {0x2192, '>'}, {0x2265, '>'}, {0x25C0, '<'}, {0x2190, '<'},
      {0x2264, '<'}, {0x25CB, 'o'}, {0x25CF, '*'}, {0x25C6, '+'}, {0x2588, '#'}, {0xBA, 'o'},
      {0x2191, '^'}, {0x2193, 'v'}, {0xAA, 'a'},   {0xAB, '"'},   {0xBB, '"'}};
  for (const auto& [sign, looks_like] : kSigns) {
    if (sign == code) return looks_like;
  }
  return '?';
}

void add_number(std::string& out, int number) { out += ';' + std::to_string(number); }

void add_full_colours(std::string& out, const CellStyle& style) {
  if (style.foreground != kNoColour) {
    out += ";38;5";
    add_number(out, style.foreground);
  }
  if (style.background != kNoColour) {
    out += ";48;5";
    add_number(out, style.background);
  }
}

int basic_code(int basic) { return basic < 8 ? 30 + basic : 82 + basic; }

void add_basic_colours(std::string& out, const CellStyle& style) {
  const bool on_ground = style.background != kNoColour;
  const int ground = on_ground ? basic_colour(style.background) : kNoColour;
  if (style.foreground != kNoColour) {
    int ink = basic_colour(style.foreground);
    // Different colours of 256 may be the same of 16: what is written stays readable.
    if (ink == ground) ink = basic_colour(ink_on(style.background));
    add_number(out, basic_code(ink));
  }
  if (on_ground) add_number(out, basic_code(ground) + 10);
}

std::string style_bytes(const CellStyle& style, Depth depth) {
  std::string out = "\x1b[0";
  if (style.bold) add_number(out, 1);
  if (style.dim) add_number(out, 2);
  if (style.underline) add_number(out, 4);
  if (style.reverse) add_number(out, 7);
  if (depth == Depth::kFull) add_full_colours(out, style);
  if (depth == Depth::kBasic) add_basic_colours(out, style);
  return out + 'm';
}

}  // namespace

std::string take_character(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xC2 ? 0
                             : first < 0xE0 ? 2
                             : first < 0xF0 ? 3
                             : first < 0xF5 ? 4
                                            : 0;
  bool whole = length > 0 && length <= text.size();
  for (std::size_t i = 1; whole && i < length; ++i) {
    whole = (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
  }
  const std::string character = whole ? std::string(text.substr(0, length)) : "\uFFFD";
  text.remove_prefix(whole ? length : 1);
  return character;
}

std::string ascii_of(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string character = take_character(text);
    out += character.size() == 1 ? character[0] : plain_letter(code_of(character));
  }
  return out;
}

Canvas::Canvas(int rows, int columns)
    : rows_(rows),
      columns_(columns),
      cells_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}

int Canvas::put(int row, int column, std::string_view text, const CellStyle& style) {
  while (!text.empty()) {
    std::string glyph = take_character(text);
    const auto code = code_of(glyph);
    if (!is_one_column(code)) {
      glyph = "?";
    } else if (ascii && code >= 0x80) {
      glyph = std::string(1, plain_letter(code));
    }
    if (row >= 0 && row < rows_ && column >= 0 && column < columns_) {
      cells_[index(row, column)] = {std::move(glyph), style};
    }
    ++column;
  }
  return column;
}

int Canvas::put_within(int row, int column, int columns, std::string_view text,
                       const CellStyle& style) {
  if (columns <= 0) return column;
  std::string shown;
  int left = columns;
  while (!text.empty()) {
    const std::string glyph = take_character(text);
    if (--left == 0 && !text.empty()) {
      shown += "…";
      break;
    }
    shown += glyph;
  }
  return put(row, column, shown, style);
}

CellStyle& Canvas::style_at(int row, int column) {
  if (row < 0 || row >= rows_ || column < 0 || column >= columns_) return scratch_;
  return cells_[index(row, column)].style;
}

std::string Canvas::line(int row) const {
  std::string out;
  for (int column = 0; column < columns_; ++column) out += at(row, column).glyph;
  out.erase(out.find_last_not_of(' ') + 1);
  return out;
}

std::string Canvas::text() const {
  std::string out;
  for (int row = 0; row < rows_; ++row) out += line(row) + '\n';
  return out;
}

std::string Canvas::bytes_from(const Canvas& before, Depth depth) const {
  const bool all = before.rows_ != rows_ || before.columns_ != columns_;
  std::string out = all ? "\x1b[0m\x1b[2J" : "";
  const CellStyle plain;
  CellStyle style;
  bool styled = false;
  for (int row = 0; row < rows_; ++row) {
    int pen = -1;  // where the terminal would write next
    for (int column = 0; column < columns_; ++column) {
      const Cell& cell = at(row, column);
      if (all ? cell == Cell() : cell == before.at(row, column)) continue;
      if (pen != column) {
        out += "\x1b[" + std::to_string(row + 1) + ';' + std::to_string(column + 1) + 'H';
      }
      if (!styled || cell.style != style) {
        out += style_bytes(cell.style, depth);
        style = cell.style;
        styled = true;
      }
      out += cell.glyph;
      pen = column + 1;
    }
  }
  if (styled && style != plain) out += "\x1b[0m";
  return out;
}

}  // namespace terminal

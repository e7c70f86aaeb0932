#include "terminal/canvas.h"

#include <cstdint>
#include <utility>

#include "core/utf8.h"
#include "terminal/glyph.h"
#include "terminal/theme.h"

namespace terminal {

namespace {

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

// Puts the pen of the terminal there.
std::string place_bytes(int row, int column) {
  return "\x1b[" + std::to_string(row + 1) + ';' + std::to_string(column + 1) + 'H';
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

std::string ascii_of(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string character = take_character(text);
    const auto code = code_of(character);
    const Glyph kind = glyph_of(code);
    if (kind == Glyph::kMark || kind == Glyph::kHidden) continue;
    out += character.size() == 1 ? character[0] : plain_letter(code);
  }
  return out;
}

Canvas::Canvas(int rows, int columns)
    : rows_(rows),
      columns_(columns),
      cells_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}

int Canvas::put(int row, int column, std::string_view text, const CellStyle& style) {
  int last = -1;  // where the character before was put
  while (!text.empty()) {
    std::string character = take_character(text);
    const auto code = code_of(character);
    const Glyph kind = glyph_of(code);
    if (kind == Glyph::kHidden) continue;
    if (kind == Glyph::kMark) {
      if (last >= 0 && !ascii) add_mark(row, last, character);
      continue;
    }
    // Half a wide one does not stand at the edge.
    const bool wide = kind == Glyph::kWide;
    if (kind == Glyph::kUnknown || (wide && (ascii || column < 0 || column + 1 >= columns_))) {
      character = "?";
    } else if (ascii && code >= 0x80) {
      character = std::string(1, plain_letter(code));
    }
    const bool half = character.size() > 1 && wide;
    last = set(row, column, std::move(character), style) ? column : -1;
    if (wide) set(row, column + 1, half ? "" : " ", style);
    column += wide ? 2 : 1;
  }
  return column;
}

bool Canvas::set(int row, int column, std::string glyph, const CellStyle& style) {
  if (row < 0 || row >= rows_ || column < 0 || column >= columns_) return false;
  Cell& cell = cells_[index(row, column)];
  // What is left of a wide character of which a half is written over.
  if (!glyph.empty() && cell.glyph.empty()) cells_[index(row, column - 1)].glyph = " ";
  if (column + 1 < columns_ && cells_[index(row, column + 1)].glyph.empty()) {
    cells_[index(row, column + 1)].glyph = " ";
  }
  cell = {std::move(glyph), style};
  return true;
}

void Canvas::add_mark(int row, int column, const std::string& mark) {
  // Some, not a tower of them.
  constexpr std::size_t kMostBytes = 12;
  std::string& glyph = cells_[index(row, column)].glyph;
  if (glyph.size() + mark.size() <= kMostBytes) glyph += mark;
}

int Canvas::put_within(int row, int column, int columns, std::string_view text,
                       const CellStyle& style) {
  if (columns <= 0) return column;
  std::string shown;
  std::size_t left = static_cast<std::size_t>(columns);
  while (!text.empty()) {
    const std::string character = take_character(text);
    const std::size_t wide = width(character);
    if (wide > left || (wide > 0 && wide == left && width(text) > 0)) {
      shown += "…";
      break;
    }
    left -= wide;
    shown += character;
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

bool Canvas::is_simple(const std::string& glyph) {
  std::string_view rest = glyph;
  const auto code = code_of(take_character(rest));
  return rest.empty() && glyph_of(code) == Glyph::kPlain;
}

// A wide character has its ground on both places, also where a terminal thinks that it takes one.
std::string Canvas::drawn(int row, int column) const {
  const std::string& glyph = at(row, column).glyph;
  const bool wide = column + 1 < columns_ && at(row, column + 1).glyph.empty();
  return wide ? "  " + place_bytes(row, column) + glyph : glyph;
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
      if (cell.glyph.empty()) continue;  // the right half of the one before
      if (pen != column) out += place_bytes(row, column);
      if (!styled || cell.style != style) {
        out += style_bytes(cell.style, depth);
        style = cell.style;
        styled = true;
      }
      out += drawn(row, column);
      // Terminals differ in what they think of other characters: the next one is placed anew.
      pen = is_simple(cell.glyph) ? column + 1 : -1;
    }
  }
  if (styled && style != plain) out += "\x1b[0m";
  return out;
}

}  // namespace terminal

#include "vt.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ostream>
#include <utility>

namespace tests {

namespace {

constexpr char kEscape = '\x1b';
constexpr std::size_t kMaxSequence = 4096;  // longer ones are read to their end but not kept
constexpr int kMaxParameter = 65535;
constexpr int kTab = 8;
const std::string kReplacement = "\uFFFD";

// Private modes that have a meaning here; 1048 and 1049 also act on the cursor.
constexpr std::array kKnownModes = {1,    7,    12,   25,   47,   1000, 1002, 1003,
                                    1004, 1006, 1007, 1047, 1048, 1049, 2004, 2026};

int utf8_length(unsigned char first) {
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

// May `byte` follow these bytes of a character? Overlong forms, surrogates and what lies behind
// U+10FFFF show in the second byte.
bool continues(const std::string& character, unsigned char byte) {
  unsigned char low = 0x80, high = 0xBF;
  if (character.size() == 1) {
    switch (static_cast<unsigned char>(character[0])) {
      case 0xE0: low = 0xA0; break;
      case 0xED: high = 0x9F; break;
      case 0xF0: low = 0x90; break;
      case 0xF4: high = 0x8F; break;
      default: break;
    }
  }
  return byte >= low && byte <= high;
}

// The code point of a well-formed character.
char32_t code_point(const std::string& character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (first < 0x80) return first;
  char32_t code = first & (0x7F >> character.size());
  for (std::size_t i = 1; i < character.size(); ++i) {
    code = code << 6 | (static_cast<unsigned char>(character[i]) & 0x3F);
  }
  return code;
}

struct Range {
  char32_t first, last;
};
constexpr std::array<Range, 5> kCombining = {
    {{0x300, 0x36F}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}}};
constexpr std::array<Range, 10> kWide = {{{0x1100, 0x115F},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0xA4CF},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF00, 0xFF60},
                                          {0x1F300, 0x1F64F},
                                          {0x1F900, 0x1F9FF},
                                          {0x20000, 0x3FFFD}}};

template <class Ranges>
bool within(char32_t code, const Ranges& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](Range range) { return code >= range.first && code <= range.last; });
}

int width(char32_t code) { return within(code, kCombining) ? 0 : within(code, kWide) ? 2 : 1; }

std::ostream& operator<<(std::ostream& out, const Colour& colour) {
  if (colour.kind == Colour::Kind::kDefault) return out << "default";
  return out << (colour.kind == Colour::Kind::kRgb ? "rgb " : "palette ") << colour.value;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const Style& style) {
  out << "fg " << style.fg << ", bg " << style.bg;
  if (style.bold) out << ", bold";
  if (style.dim) out << ", dim";
  if (style.italic) out << ", italic";
  if (style.underline) out << ", underline";
  if (style.reverse) out << ", reverse";
  return out;
}

std::ostream& operator<<(std::ostream& out, const Place& place) {
  return out << "row " << place.row << " column " << place.column;
}

// A control sequence `ESC [ PREFIX PARAMETERS INTERMEDIATES FINAL`.
struct Vt::Csi {
  std::string marks;  // prefix and intermediates, "?" or " " or ""
  // Parts of a parameter are separated by colons; one that was left out is -1.
  std::vector<std::vector<int>> parameters = {{-1}};
  char final = 0;

  explicit Csi(const std::string& sequence) : final(sequence.back()) {
    for (std::size_t i = 2; i + 1 < sequence.size(); ++i) add(sequence[i]);
  }

  void add(char byte) {
    int& last = parameters.back().back();
    if (byte >= '0' && byte <= '9') {
      last = std::min(kMaxParameter, std::max(last, 0) * 10 + (byte - '0'));
    } else if (byte == ';') {
      parameters.push_back({-1});
    } else if (byte == ':') {
      parameters.back().push_back(-1);
    } else {
      marks += byte;
    }
  }

  // A parameter, or what it stands for where it was left out.
  int get(std::size_t i, int otherwise) const {
    return i < parameters.size() && parameters[i][0] >= 0 ? parameters[i][0] : otherwise;
  }
  // How often or how far: nothing and 0 both mean 1.
  int count(std::size_t i = 0) const { return std::max(1, get(i, 1)); }
};

Vt::Vt(int rows, int columns) : rows_(rows), columns_(columns) { reset(); }

Cell Vt::blank() const {
  Cell cell;
  cell.style.bg = cursor_.style.bg;  // erased cells take the background, as in xterm
  return cell;
}

void Vt::reset() {
  cursor_ = {};
  main_ = alternate_ = {std::vector<Line>(rows_, Line(columns_)), {}};
  on_alternate_ = false;
  top_ = 0;
  bottom_ = rows_ - 1;
  modes_ = {7, 25};
  title_.clear();
}

void Vt::resize(int rows, int columns) {
  for (Screen* screen : {&main_, &alternate_}) {
    auto& lines = screen->lines;
    const bool shown = (screen == &alternate_) == on_alternate_;
    const int row = shown ? cursor_.row : screen->saved.row;
    const int lost = std::max(0, row - (rows - 1));
    lines.erase(lines.begin(), lines.begin() + lost);
    lines.resize(rows, Line(columns));
    for (auto& line : lines) line.resize(columns);
    screen->saved.row = std::clamp(screen->saved.row - lost, 0, rows - 1);
    screen->saved.column = std::min(screen->saved.column, columns - 1);
    if (shown) cursor_.row -= lost;
  }
  rows_ = rows;
  columns_ = columns;
  set_region(0, rows - 1);
  move_to(cursor_.row, cursor_.column);
}

std::string Vt::line(int row) const {
  std::string line;
  for (const auto& cell : cells().at(row)) line += cell.text;
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string Vt::text() const {
  std::string all;
  for (int row = 0; row < rows_; ++row) all += line(row) + '\n';
  all.erase(all.find_last_not_of('\n') + 1);
  return all;
}

std::optional<Place> Vt::find(std::string_view text, Place from) const {
  for (int row = from.row; row < rows_; ++row) {
    std::string rest;
    std::vector<int> columns;  // of every byte
    for (int column = row == from.row ? from.column : 0; column < columns_; ++column) {
      rest += cell(row, column).text;
      columns.resize(rest.size(), column);
    }
    const auto at = rest.find(text);
    if (at != std::string::npos) return Place{row, at < columns.size() ? columns[at] : 0};
  }
  return std::nullopt;
}

std::string Vt::take_replies() { return std::exchange(replies_, {}); }

void Vt::feed(std::string_view bytes) {
  for (const char byte : bytes) take(static_cast<unsigned char>(byte));
}

void Vt::take(unsigned char byte) {
  switch (state_) {
    case State::kGround: return take_ground(byte);
    case State::kEscape: return take_escape(byte);
    case State::kCsi: return take_csi(byte);
    case State::kString:
    case State::kStringEscape: return take_string(byte);
  }
}

void Vt::take_ground(unsigned char byte) {
  if (!character_.empty()) {
    if (continues(character_, byte)) {
      character_ += static_cast<char>(byte);
      const int length = utf8_length(static_cast<unsigned char>(character_[0]));
      if (static_cast<int>(character_.size()) == length) put(std::exchange(character_, {}));
      return;
    }
    character_.clear();
    put(kReplacement);
  }
  if (byte == kEscape) {
    begin_sequence();
  } else if (byte < 0x20 || byte == 0x7F) {
    control(byte);
  } else if (byte < 0x80) {
    put(std::string(1, static_cast<char>(byte)));
  } else if (utf8_length(byte) > 0) {
    character_ = static_cast<char>(byte);
  } else {
    put(kReplacement);
  }
}

void Vt::begin_sequence() {
  sequence_ = kEscape;
  state_ = State::kEscape;
}

void Vt::end_sequence(bool known) {
  if (!known) unknown_.push_back(sequence_);
  state_ = State::kGround;
}

// A control character inside a sequence: ESC, CAN and SUB break the sequence off, others act as if
// they stood before it.
bool Vt::take_control_in_sequence(unsigned char byte) {
  if (byte >= 0x20) return false;
  if (byte == kEscape) {
    end_sequence(false);
    begin_sequence();
  } else if (byte == 0x18 || byte == 0x1A) {
    end_sequence(false);
  } else {
    control(byte);
  }
  return true;
}

void Vt::take_escape(unsigned char byte) {
  if (take_control_in_sequence(byte)) return;
  sequence_ += static_cast<char>(byte);
  if (sequence_.size() == 2) {
    if (byte == '[') return static_cast<void>(state_ = State::kCsi);
    // Operating system command, device control string, privacy message, ...: all end alike.
    if (std::string_view("]P^_X").find(static_cast<char>(byte)) != std::string_view::npos) {
      return static_cast<void>(state_ = State::kString);
    }
  }
  const bool intermediate = byte >= 0x20 && byte <= 0x2F;
  if (!intermediate) end_sequence(run_escape());
}

void Vt::take_csi(unsigned char byte) {
  if (take_control_in_sequence(byte)) return;
  if (sequence_.size() < kMaxSequence) sequence_ += static_cast<char>(byte);
  const bool last = byte >= 0x40 && byte <= 0x7E;
  if (last) end_sequence(sequence_.size() < kMaxSequence && run_csi());
}

void Vt::take_string(unsigned char byte) {
  if (state_ == State::kStringEscape && byte != '\\') {
    end_sequence(false);
    begin_sequence();
    return take_escape(byte);
  }
  if (byte == '\a' || state_ == State::kStringEscape) return end_sequence(run_title());
  if (byte == kEscape) {
    state_ = State::kStringEscape;
  } else if (byte == 0x18 || byte == 0x1A) {
    end_sequence(false);
  } else if (sequence_.size() < kMaxSequence) {
    sequence_ += static_cast<char>(byte);
  }
}

void Vt::control(unsigned char byte) {
  switch (byte) {
    case 0:
    case 0x7F: return;
    case '\a': ++bells_; return;
    case '\b': return move_to(cursor_.row, cursor_.column - 1);
    case '\t': return move_to(cursor_.row, (cursor_.column / kTab + 1) * kTab);
    case '\n':
    case '\v':
    case '\f': return new_line();
    case '\r': return move_to(cursor_.row, 0);
    default: unknown_.emplace_back(1, static_cast<char>(byte));
  }
}

void Vt::put(const std::string& character) {
  const char32_t code = code_point(character);
  if (code >= 0x80 && code < 0xA0) return unknown_.push_back(character);
  const int wide = width(code);
  auto& lines = cells();
  if (wide == 0) {
    const int column = cursor_.wrap_next ? cursor_.column : cursor_.column - 1;
    if (column >= 0) lines[cursor_.row][column].text += character;
    return;
  }
  const bool fits = !cursor_.wrap_next && cursor_.column + wide <= columns_;
  if (!fits && mode(7)) {
    new_line();
    move_to(cursor_.row, 0);
  }
  const int column = std::min(cursor_.column, std::max(0, columns_ - wide));
  erase(cursor_.row, column, std::min(column + wide, columns_) - 1);
  lines[cursor_.row][column] = {character, cursor_.style};
  if (wide == 2 && column + 1 < columns_) lines[cursor_.row][column + 1] = {"", cursor_.style};
  move_to(cursor_.row, column + wide);
  cursor_.wrap_next = column + wide >= columns_;
}

bool Vt::run_escape() {
  const auto what = std::string_view(sequence_).substr(1);
  if (what == "7") return save_cursor(), true;
  if (what == "8") return restore_cursor(), true;
  if (what == "c") return reset(), true;
  if (what == "D") return new_line(), true;
  if (what == "E") return new_line(), move_to(cursor_.row, 0), true;
  if (what == "M") return reverse_line(), true;
  // Keypad modes and the ASCII character set change nothing here; a stray end of string neither.
  return what == "=" || what == ">" || what == "(B" || what == "\\";
}

bool Vt::run_title() {
  const auto what = std::string_view(sequence_).substr(1);
  const bool title = what.starts_with("]0;") || what.starts_with("]2;");
  if (title) title_ = what.substr(3);
  return title;
}

// `ESC [ 22 ; 2 t` puts the title aside, `ESC [ 23 ; 2 t` brings it back.
bool Vt::run_kept_title(const Csi& csi) {
  if (csi.parameters.size() != 2 || csi.parameters[1][0] != 2) return false;
  if (csi.parameters[0][0] == 22) {
    kept_titles_.push_back(title_);
    return true;
  }
  if (csi.parameters[0][0] != 23 || kept_titles_.empty()) return false;
  title_ = kept_titles_.back();
  kept_titles_.pop_back();
  return true;
}

bool Vt::run_csi() {
  const Csi csi(sequence_);
  if (csi.marks == "?" && (csi.final == 'h' || csi.final == 'l')) return run_modes(csi);
  if (!csi.marks.empty()) return false;
  switch (csi.final) {
    case 'J':
    case 'K':
    case 'X': return run_erase(csi);
    case 'L':
    case 'M':
    case 'P':
    case '@':
    case 'S':
    case 'T': return run_shift(csi);
    case 'm': return run_style(csi);
    case 't': return run_kept_title(csi);
    case 'c':
    case 'n': return run_report(csi);
    default: return run_cursor(csi);
  }
}

bool Vt::run_cursor(const Csi& csi) {
  const auto [row, column] = cursor();
  // Moving up and down ends at the scroll region from inside it.
  const int highest = row >= top_ ? top_ : 0;
  const int lowest = row <= bottom_ ? bottom_ : rows_ - 1;
  const int up = std::max(row - csi.count(), highest);
  const int down = std::min(row + csi.count(), lowest);
  switch (csi.final) {
    case 'A': return move_to(up, column), true;
    case 'B': return move_to(down, column), true;
    case 'C': return move_to(row, column + csi.count()), true;
    case 'D': return move_to(row, column - csi.count()), true;
    case 'E': return move_to(down, 0), true;
    case 'F': return move_to(up, 0), true;
    case 'G':
    case '`': return move_to(row, csi.count() - 1), true;
    case 'd': return move_to(csi.count() - 1, column), true;
    case 'H':
    case 'f': return move_to(csi.count(0) - 1, csi.count(1) - 1), true;
    case 's': return save_cursor(), true;
    case 'u': return restore_cursor(), true;
    case 'r': {
      const int top = csi.count(0), bottom = std::min(rows_, csi.get(1, rows_));
      if (top >= bottom) return false;
      set_region(top - 1, bottom - 1);
      return move_to(0, 0), true;
    }
    default: return false;
  }
}

bool Vt::run_erase(const Csi& csi) {
  const auto [row, column] = cursor();
  if (csi.final == 'X') return erase(row, column, column + csi.count() - 1), true;
  const int what = csi.get(0, 0);
  if (csi.final == 'J' && what == 3) return true;  // the lines above the screen, which nobody keeps
  if (what > 2) return false;
  // 0: from the cursor to the end; 1: from the beginning to the cursor; 2: all.
  erase(row, what == 0 ? column : 0, what == 1 ? column : columns_ - 1);
  if (csi.final == 'K') return true;
  for (int other = what == 0 ? row + 1 : 0; other < (what == 1 ? row : rows_); ++other) {
    erase(other, 0, columns_ - 1);
  }
  return true;
}

bool Vt::run_shift(const Csi& csi) {
  const auto [row, column] = cursor();
  auto& line = cells()[row];
  const int count = std::min(csi.count(), columns_ - column);
  const bool in_region = row >= top_ && row <= bottom_;
  switch (csi.final) {
    case 'S': return scroll(top_, bottom_, csi.count()), true;
    case 'T': return scroll(top_, bottom_, -csi.count()), true;
    case 'L':
      if (in_region) scroll(row, bottom_, -csi.count());
      break;
    case 'M':
      if (in_region) scroll(row, bottom_, csi.count());
      break;
    case 'P':
      std::rotate(line.begin() + column, line.begin() + column + count, line.end());
      erase(row, columns_ - count, columns_ - 1);
      break;
    default:  // '@'
      std::rotate(line.begin() + column, line.end() - count, line.end());
      erase(row, column, column + count - 1);
  }
  return true;
}

// A colour behind 38 or 48: `5;N` or `2;R;G;B`, or the same with colons (and an empty colour space)
// in one parameter. Moves `i` on to its last parameter.
std::optional<Colour> Vt::extended_colour(const Csi& csi, std::size_t& i) {
  std::vector<int> parts(csi.parameters[i].begin() + 1, csi.parameters[i].end());
  if (parts.empty()) {
    const std::size_t wanted = csi.get(i + 1, 0) == 2 ? 4 : 2;
    for (std::size_t n = 0; n < wanted && i + 1 < csi.parameters.size(); ++n) {
      parts.push_back(std::max(0, csi.parameters[++i][0]));
    }
  } else if (parts[0] == 2 && parts.size() >= 5) {
    parts.erase(parts.begin() + 1);
  }
  const bool bytes =
      std::all_of(parts.begin(), parts.end(), [](int part) { return part >= 0 && part < 256; });
  if (!bytes || parts.empty()) return std::nullopt;
  if (parts[0] == 5 && parts.size() == 2) return Colour::palette(parts[1]);
  if (parts[0] == 2 && parts.size() == 4) {
    return Colour::rgb(parts[1] << 16 | parts[2] << 8 | parts[3]);
  }
  return std::nullopt;
}

bool Vt::run_style(const Csi& csi) {
  bool known = true;
  Style& style = cursor_.style;
  for (std::size_t i = 0; i < csi.parameters.size(); ++i) {
    const int code = csi.get(i, 0);
    if (code == 38 || code == 48) {
      const auto colour = extended_colour(csi, i);
      if (colour) (code == 38 ? style.fg : style.bg) = *colour;
      known = known && colour;
    } else {
      known = set_style(code) && csi.parameters[i].size() == 1 && known;
    }
  }
  return known;
}

bool Vt::set_style(int code) {
  Style& style = cursor_.style;
  switch (code) {
    case 0: style = {}; return true;
    case 1: style.bold = true; return true;
    case 2: style.dim = true; return true;
    case 3: style.italic = true; return true;
    case 4: style.underline = true; return true;
    case 7: style.reverse = true; return true;
    case 22: style.bold = style.dim = false; return true;
    case 23: style.italic = false; return true;
    case 24: style.underline = false; return true;
    case 27: style.reverse = false; return true;
    case 39: style.fg = {}; return true;
    case 49: style.bg = {}; return true;
    default: break;
  }
  const int colour = code % 10;
  if (colour > 7) return false;
  switch (code / 10) {
    case 3: style.fg = Colour::palette(colour); return true;
    case 4: style.bg = Colour::palette(colour); return true;
    case 9: style.fg = Colour::palette(8 + colour); return true;
    case 10: style.bg = Colour::palette(8 + colour); return true;
    default: return false;
  }
}

bool Vt::run_modes(const Csi& csi) {
  bool known = true;
  for (std::size_t i = 0; i < csi.parameters.size(); ++i) {
    const int number = csi.get(i, 0);
    if (std::find(kKnownModes.begin(), kKnownModes.end(), number) == kKnownModes.end()) {
      known = false;
    } else {
      set_mode(number, csi.final == 'h');
    }
  }
  return known;
}

void Vt::set_mode(int number, bool on) {
  if (on) {
    modes_.insert(number);
  } else {
    modes_.erase(number);
  }
  const bool with_cursor = number == 1048 || number == 1049;
  if (with_cursor && on) save_cursor();
  if (number == 47 || number == 1047 || number == 1049) on_alternate_ = on;
  if (number == 1049 && on) scroll(0, rows_ - 1, rows_);
  if (with_cursor && !on) restore_cursor();
}

bool Vt::run_report(const Csi& csi) {
  const int what = csi.get(0, 0);
  if (csi.final == 'c' && what == 0) {
    replies_ += "\x1b[?62;22c";  // a VT220 with colours
  } else if (csi.final == 'n' && what == 5) {
    replies_ += "\x1b[0n";
  } else if (csi.final == 'n' && what == 6) {
    replies_ +=
        "\x1b[" + std::to_string(cursor_.row + 1) + ';' + std::to_string(cursor_.column + 1) + 'R';
  } else {
    return false;
  }
  return true;
}

void Vt::move_to(int row, int column) {
  cursor_.row = std::clamp(row, 0, rows_ - 1);
  cursor_.column = std::clamp(column, 0, columns_ - 1);
  cursor_.wrap_next = false;
}

void Vt::new_line() {
  if (cursor_.row == bottom_) {
    scroll(top_, bottom_, 1);
  } else {
    move_to(cursor_.row + 1, cursor_.column);
  }
  cursor_.wrap_next = false;
}

void Vt::reverse_line() {
  if (cursor_.row == top_) {
    scroll(top_, bottom_, -1);
  } else {
    move_to(cursor_.row - 1, cursor_.column);
  }
}

void Vt::scroll(int first, int last, int count) {
  const auto begin = cells().begin() + first, end = cells().begin() + last + 1;
  const int height = last - first + 1;
  const int steps = std::min(std::abs(count), height);
  std::rotate(begin, count > 0 ? begin + steps : end - steps, end);
  for (int i = 0; i < steps; ++i) erase(count > 0 ? last - i : first + i, 0, columns_ - 1);
}

void Vt::erase(int row, int first, int last) {
  auto& line = cells()[row];
  last = std::min(last, columns_ - 1);
  // Half a wide character cannot stay.
  if (line[first].text.empty() && first > 0) line[first - 1].text.assign(1, ' ');
  if (last + 1 < columns_ && line[last + 1].text.empty()) line[last + 1].text.assign(1, ' ');
  std::fill(line.begin() + first, line.begin() + last + 1, blank());
}

void Vt::save_cursor() { (on_alternate_ ? alternate_ : main_).saved = cursor_; }

void Vt::restore_cursor() { cursor_ = (on_alternate_ ? alternate_ : main_).saved; }

void Vt::set_region(int top, int bottom) {
  top_ = top;
  bottom_ = bottom;
}

}  // namespace tests

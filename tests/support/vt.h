// A small terminal: takes what a program writes and knows what a person would see.
//
// It understands what xterm-like terminals share and our full-screen program may use. Anything else
// is skipped without harm and kept, so that a test can assert that nothing else was written.
// Rows and columns count from 0.
#pragma once

#include <iosfwd>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tests {

struct Colour {
  enum class Kind { kDefault, kPalette, kRgb };
  Kind kind = Kind::kDefault;
  int value = 0;  // 0 to 255 of the palette, or 0xRRGGBB

  static Colour palette(int index) { return {Kind::kPalette, index}; }
  static Colour rgb(int value) { return {Kind::kRgb, value}; }
  bool operator==(const Colour&) const = default;
};

struct Style {
  Colour fg;
  Colour bg;
  bool bold = false;
  bool dim = false;
  bool italic = false;
  bool underline = false;
  bool reverse = false;
  bool operator==(const Style&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Style& style);

struct Cell {
  std::string text = " ";  // one character with its combining marks; "" right of a wide one
  Style style;
};

struct Place {
  int row = 0;
  int column = 0;
  bool operator==(const Place&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Place& place);

class Vt {
 public:
  Vt(int rows, int columns);

  // Bytes may be cut anywhere, even inside a character or a sequence.
  void feed(std::string_view bytes);
  // As xterm does: lines are cut or filled, and the line of the cursor stays in sight.
  void resize(int rows, int columns);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  const Cell& cell(int row, int column) const { return cells().at(row).at(column); }
  const Style& style_at(int row, int column) const { return cell(row, column).style; }
  const Style& style_at(Place place) const { return style_at(place.row, place.column); }

  // A line without the blanks at its right end; all lines without the empty ones at the end.
  std::string line(int row) const;
  std::string text() const;
  // Where a text of one line stands first, reading on from `from`.
  std::optional<Place> find(std::string_view text, Place from = {}) const;
  bool shows(std::string_view text) const { return find(text).has_value(); }

  Place cursor() const { return {cursor_.row, cursor_.column}; }
  // The style that the next character would get.
  const Style& pen() const { return cursor_.style; }
  // The lines that scroll: first and last.
  std::pair<int, int> scroll_region() const { return {top_, bottom_}; }

  // Is the private mode `ESC [ ? N h` on?
  bool mode(int number) const { return modes_.contains(number); }
  bool alternate_screen() const { return on_alternate_; }
  bool cursor_visible() const { return mode(25); }
  bool mouse() const { return mode(1000) || mode(1002) || mode(1003); }
  bool bracketed_paste() const { return mode(2004); }
  // Inside a synchronized update a terminal shows the picture from before it.
  bool updating() const { return mode(2026); }

  const std::string& title() const { return title_; }
  // How many titles were put aside and not brought back.
  std::size_t kept_titles() const { return kept_titles_.size(); }
  int bells() const { return bells_; }
  // What was skipped, each sequence or control character as it came.
  const std::vector<std::string>& unknown() const { return unknown_; }
  // What a terminal would send back (cursor position, attributes) since the last call.
  std::string take_replies();

 private:
  using Line = std::vector<Cell>;
  struct Cursor {
    int row = 0;
    int column = 0;
    bool wrap_next = false;  // stands behind the last column; the next character starts a new line
    Style style;
  };
  struct Screen {
    std::vector<Line> lines;
    Cursor saved;
  };
  struct Csi;
  enum class State { kGround, kEscape, kCsi, kString, kStringEscape };

  std::vector<Line>& cells() { return (on_alternate_ ? alternate_ : main_).lines; }
  const std::vector<Line>& cells() const { return (on_alternate_ ? alternate_ : main_).lines; }
  Cell blank() const;

  void take(unsigned char byte);
  void take_ground(unsigned char byte);
  void take_escape(unsigned char byte);
  void take_csi(unsigned char byte);
  void take_string(unsigned char byte);
  bool take_control_in_sequence(unsigned char byte);
  void begin_sequence();
  void end_sequence(bool known);
  void control(unsigned char byte);
  void put(const std::string& character);

  bool run_escape();
  bool run_csi();
  bool run_cursor(const Csi& csi);
  bool run_erase(const Csi& csi);
  bool run_shift(const Csi& csi);
  bool run_style(const Csi& csi);
  bool set_style(int code);
  static std::optional<Colour> extended_colour(const Csi& csi, std::size_t& i);
  bool run_modes(const Csi& csi);
  bool run_report(const Csi& csi);
  bool run_title();
  bool run_kept_title(const Csi& csi);
  void set_mode(int number, bool on);

  void move_to(int row, int column);
  void new_line();
  void reverse_line();
  // Moves lines first to last up by `count`, or down where it is negative; blank lines come in.
  void scroll(int first, int last, int count);
  void erase(int row, int first, int last);
  void save_cursor();
  void restore_cursor();
  void set_region(int top, int bottom);
  void reset();

  int rows_;
  int columns_;
  Screen main_;
  Screen alternate_;
  bool on_alternate_ = false;
  Cursor cursor_;
  int top_ = 0;
  int bottom_ = 0;
  std::set<int> modes_;
  std::string title_;
  std::vector<std::string> kept_titles_;
  int bells_ = 0;

  State state_ = State::kGround;
  std::string sequence_;   // the bytes of the unfinished sequence, with its ESC
  std::string character_;  // the bytes of the unfinished character
  std::vector<std::string> unknown_;
  std::string replies_;
};

}  // namespace tests

// A screen in memory: a grid of styled characters, and the bytes that turn one into the next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace terminal {

// No colour of its own: what the terminal has.
inline constexpr int kNoColour = -1;

struct CellStyle {
  int foreground = kNoColour;  // of 256
  int background = kNoColour;
  bool bold = false;
  bool dim = false;
  bool reverse = false;
  bool underline = false;
  friend bool operator==(const CellStyle&, const CellStyle&) = default;
};

// How many colours there are to draw with.
enum class Depth { kNone, kBasic, kFull };

class Canvas {
 public:
  Canvas(int rows, int columns);

  int rows() const { return rows_; }
  int columns() const { return columns_; }

  // Writes from (row, column) to the right; what does not fit is cut off. Accents stand on the
  // character before them, wide characters take two places (terminal/glyph.h). Control characters
  // and those of unknown width are shown as '?', so that nothing can move the rest. Returns the
  // column behind the text.
  int put(int row, int column, std::string_view text, const CellStyle& style = {});
  // The same within so many columns; a text that is longer ends in an ellipsis.
  int put_within(int row, int column, int columns, std::string_view text,
                 const CellStyle& style = {});
  // The style of a place, to change it in place; a place outside is a scratch one.
  CellStyle& style_at(int row, int column);

  std::string line(int row) const;  // without blanks at its end
  std::string text() const;

  // The bytes that make a terminal showing `before` show this. Grids of different sizes and an
  // empty `before` draw everything.
  std::string bytes_from(const Canvas& before, Depth depth) const;

  bool ascii = false;  // what is not ASCII is shown as its nearest letter or '?'

 private:
  struct Cell {
    std::string glyph = " ";  // with its accents; "" is the right half of a wide one
    CellStyle style;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  // False outside the grid.
  bool set(int row, int column, std::string glyph, const CellStyle& style);
  void add_mark(int row, int column, const std::string& mark);
  static bool is_simple(const std::string& glyph);
  std::string drawn(int row, int column) const;
  const Cell& at(int row, int column) const { return cells_[index(row, column)]; }

  int rows_;
  int columns_;
  std::vector<Cell> cells_;
  CellStyle scratch_;
};

// The nearest letter, or '?', for each character that is not ASCII; accents of their own are left
// out.
std::string ascii_of(std::string_view text);

}  // namespace terminal

// Boards of square cells: names of cells and the eight directions.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/bits.h"

namespace core {

// A cell by column and row, both from 0: column 0 is `a`, row 0 is the bottom row `1`.
struct Cell {
  int column = 0;
  int row = 0;
  friend constexpr auto operator<=>(const Cell&, const Cell&) = default;
};

// "c4": the column's letter and the row's number.
inline std::string cell_name(Cell cell) {
  return static_cast<char>('a' + cell.column) + std::to_string(cell.row + 1);
}

// Reads a cell at the front of `text` and removes it from there; nothing is removed on failure.
std::optional<Cell> take_cell(std::string_view& text, int columns, int rows);

// The cell that `text` names, the whole of it.
std::optional<Cell> parse_cell(std::string_view text, int columns, int rows);

struct Direction {
  int column;
  int row;
  std::string_view name;
};

// Clockwise from north, so that the opposite of d is (d + 4) % 8. North is towards higher rows.
inline constexpr std::array<Direction, 8> kDirections = {{{0, 1, "n"},
                                                          {1, 1, "ne"},
                                                          {1, 0, "e"},
                                                          {1, -1, "se"},
                                                          {0, -1, "s"},
                                                          {-1, -1, "sw"},
                                                          {-1, 0, "w"},
                                                          {-1, 1, "nw"}}};

// How far one step in direction `d` moves a bit index on a grid with the given stride.
constexpr int step(int d, int stride) {
  return kDirections[d].row * stride + kDirections[d].column;
}

// Calls visit.template operator()<D>() for D = 0 … 7, so that shifts have constant distances.
template <class Visit>
constexpr void for_each_direction(Visit visit) {
  [&]<int... D>(std::integer_sequence<int, D...>) {
    (visit.template operator()<D>(), ...);
  }(std::make_integer_sequence<int, 8>{});
}

// The eight symmetries of a square board with `size` cells a side. 0 is the identity; the first
// two (identity and left-right mirror) are also those of a board whose sides differ.
inline constexpr int kSquareSymmetries = 8;
constexpr Cell transform(Cell c, int symmetry, int columns, int rows) {
  if (symmetry & 1) c.column = columns - 1 - c.column;
  if (symmetry & 2) c.row = rows - 1 - c.row;
  if (symmetry & 4) c = {c.row, c.column};
  return c;
}

// The direction that `d` becomes under a symmetry.
constexpr int transform_direction(int d, int symmetry) {
  Cell v{kDirections[d].column, kDirections[d].row};
  if (symmetry & 1) v.column = -v.column;
  if (symmetry & 2) v.row = -v.row;
  if (symmetry & 4) v = {v.row, v.column};
  for (int e = 0; e < 8; ++e) {
    if (kDirections[e].column == v.column && kDirections[e].row == v.row) return e;
  }
  return d;
}

// The direction that leads from one cell to another on a straight line, or -1.
constexpr int direction_between(Cell from, Cell to) {
  const int dc = to.column - from.column, dr = to.row - from.row;
  if ((dc == 0 && dr == 0) || (dc != 0 && dr != 0 && dc != dr && dc != -dr)) return -1;
  const int sc = (dc > 0) - (dc < 0), sr = (dr > 0) - (dr < 0);
  for (int d = 0; d < 8; ++d) {
    if (kDirections[d].column == sc && kDirections[d].row == sr) return d;
  }
  return -1;
}

}  // namespace core

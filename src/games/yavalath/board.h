// The hexagonal board of Yavalath on bits, and its lines.
//
// Row `a` is row 0. A row's cells are numbered by the axial column q, so that the three line
// directions are +1 (along the row), +11 and +12 (the diagonals). Eleven columns fit every size up
// to 6 into 128 bits, and leave at least one unused bit at both ends of every line.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/bits.h"

namespace games::yavalath {

using Board = core::Bits<2>;

inline constexpr int kStride = 11;
inline constexpr int kMaxSize = 6;
inline constexpr int kMaxCells = 91;
inline constexpr std::array<int, 3> kLineSteps = {1, kStride, kStride + 1};

constexpr int row_count(int size) { return 2 * size - 1; }
constexpr int first_column(int row, int size) { return std::max(0, row - (size - 1)); }
constexpr int row_length(int row, int size) {
  return std::min(row_count(size) - 1, row + size - 1) - first_column(row, size) + 1;
}
constexpr int row_of(int cell) { return cell / kStride; }
constexpr int column_of(int cell) { return cell % kStride; }

// Steps from the centre of the board.
constexpr int distance_from_centre(int cell, int size) {
  const int q = column_of(cell) - (size - 1), r = row_of(cell) - (size - 1);
  return std::max({q, -q, r, -r, q - r, r - q});
}

// The cell of a row by its number from 0 at the left.
constexpr int cell_at(int row, int number, int size) {
  return row * kStride + first_column(row, size) + number;
}

namespace detail {
constexpr Board make_cells(int size) {
  Board cells;
  for (int row = 0; row < row_count(size); ++row) {
    for (int i = 0; i < row_length(row, size); ++i) cells.set(cell_at(row, i, size));
  }
  return cells;
}
inline constexpr std::array<Board, kMaxSize + 1> kCells = {
    Board{}, Board{}, Board{}, make_cells(3), make_cells(4), make_cells(5), make_cells(6)};
}  // namespace detail

// All cells of a board of the given size.
constexpr const Board& cells(int size) { return detail::kCells[size]; }

enum class Line { kShort, kThree, kFourOrMore };

// The cells that end a line of at least three in direction Step.
template <int Step>
constexpr Board line_ends(const Board& stones) {
  const Board pairs = stones & stones.shifted<Step>();
  return pairs & pairs.shifted<Step>();
}

// The longest line that matters among one player's stones, over the whole board.
constexpr Line longest_line(const Board& stones) {
  const Board a = line_ends<kLineSteps[0]>(stones);
  const Board b = line_ends<kLineSteps[1]>(stones);
  const Board c = line_ends<kLineSteps[2]>(stones);
  if ((a | b | c).none()) return Line::kShort;
  const Board fours = (a & a.shifted<kLineSteps[0]>()) | (b & b.shifted<kLineSteps[1]>()) |
                      (c & c.shifted<kLineSteps[2]>());
  return fours.any() ? Line::kFourOrMore : Line::kThree;
}

// The cells, taken or not, on which one more stone would complete a line of four.
constexpr Board four_makers(const Board& stones) {
  Board makers;
  const auto add = [&]<int Step>() {
    const Board before1 = stones.shifted<Step>(), before2 = before1.shifted<Step>();
    const Board after1 = stones.shifted<-Step>(), after2 = after1.shifted<-Step>();
    const Board two_before = before1 & before2, two_after = after1 & after2;
    makers |= (two_before & before2.shifted<Step>()) | (two_before & after1) |
              (before1 & two_after) | (two_after & after2.shifted<-Step>());
  };
  add.template operator()<kLineSteps[0]>();
  add.template operator()<kLineSteps[1]>();
  add.template operator()<kLineSteps[2]>();
  return makers;
}

// "e5": the row's letter and the number in the row.
std::string cell_name(int cell, int size);
std::optional<int> parse_cell(std::string_view text, int size);

// The twelve symmetries of the hexagon; 0 is the identity.
inline constexpr int kSymmetries = 12;
int transform(int cell, int symmetry, int size);

}  // namespace games::yavalath

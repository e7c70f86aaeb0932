#include "games/yavalath/board.h"

#include <utility>

#include "core/scan.h"

namespace games::yavalath {

std::string cell_name(int cell, int size) {
  const int row = row_of(cell);
  return static_cast<char>('a' + row) +
         std::to_string(column_of(cell) - first_column(row, size) + 1);
}

std::optional<int> parse_cell(std::string_view text, int size) {
  if (text.empty() || text[0] < 'a' || text[0] >= 'a' + row_count(size)) return std::nullopt;
  const int row = text[0] - 'a';
  const auto number = core::whole_number(text.substr(1), row_length(row, size));
  if (!number || *number == 0) return std::nullopt;
  return cell_at(row, static_cast<int>(*number) - 1, size);
}

int transform(int cell, int symmetry, int size) {
  const int radius = size - 1;
  int q = column_of(cell) - radius;  // axial coordinates around the centre
  int r = row_of(cell) - radius;
  if (symmetry >= 6) std::swap(q, r);
  for (int i = 0; i < symmetry % 6; ++i) {
    // One sixth of a turn takes the steps (1,0), (1,1), (0,1), … each to the next.
    const int turned_q = q - r, turned_r = q;
    q = turned_q;
    r = turned_r;
  }
  return (r + radius) * kStride + q + radius;
}

}  // namespace games::yavalath

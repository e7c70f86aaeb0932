#include "core/square.h"

namespace core {

std::optional<Cell> take_cell(std::string_view& text, int columns, int rows) {
  std::string_view rest = text;
  if (rest.empty() || rest[0] < 'a' || rest[0] >= 'a' + columns) return std::nullopt;
  const int column = rest[0] - 'a';
  rest.remove_prefix(1);
  int row = 0;
  std::size_t digits = 0;
  while (digits < rest.size() && digits < 2 && rest[digits] >= '0' && rest[digits] <= '9') {
    row = row * 10 + (rest[digits++] - '0');
  }
  if (digits == 0 || rest[0] == '0' || row > rows) return std::nullopt;
  rest.remove_prefix(digits);
  text = rest;
  return Cell{column, row - 1};
}

std::optional<Cell> parse_cell(std::string_view text, int columns, int rows) {
  const auto cell = take_cell(text, columns, rows);
  if (!cell || !text.empty()) return std::nullopt;
  return cell;
}

}  // namespace core

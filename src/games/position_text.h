// Reading and writing what the position texts of several games share: fields and rows of cells.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/options.h"

namespace games {

// One blank-separated field of a position text, with the name its rules page gives it.
struct Field {
  std::string_view name;
  std::string_view text;
  std::size_t offset = 0;  // of its first byte in the whole position text

  // An error in this field, `at` bytes behind its start.
  text::Error error(std::size_t at, text::Message message,
                    std::vector<std::string> arguments = {}) const;
  // An error about the field as a whole: what was expected instead of its text.
  text::Error expected(std::string expectation) const;
};

// Exactly the named fields, in order.
Parsed<std::vector<Field>> split_fields(std::string_view text,
                                        std::initializer_list<std::string_view> names);

// The row lengths of a board from the top row down, and the letters of its stones.
struct RowsLayout {
  std::vector<int> lengths;
  std::string_view letters;  // letter i stands for a stone of player i
};

// Writes rows from the top down, "/" between them, a number for a run of empty cells.
// `owner(row, column)` counts rows from the top and returns a player or -1.
std::string rows_text(const RowsLayout& layout, const std::function<int(int, int)>& owner);

// Reads such rows and calls `place(row, column, player)` for each stone. Nothing on success.
std::optional<text::Error> read_rows(const Field& field, const RowsLayout& layout,
                                     const std::function<void(int, int, int)>& place);

}  // namespace games

#include "games/position_text.h"

#include "core/scan.h"

namespace games {

using text::Message;

text::Error Field::error(std::size_t at, Message message,
                         std::vector<std::string> arguments) const {
  return text::Error(message, std::move(arguments))
      .in(Message::kInField, {std::string(name), std::to_string(offset + at + 1)});
}

text::Error Field::expected(std::string expectation) const {
  return error(0, Message::kExpected, {std::move(expectation), core::quoted(text)});
}

Parsed<std::vector<Field>> split_fields(std::string_view text,
                                        std::initializer_list<std::string_view> names) {
  const auto words = core::words(text);
  if (words.size() != names.size()) {
    std::string expected;
    for (const auto name : names) expected += (expected.empty() ? "" : " ") + std::string(name);
    return text::Error(Message::kFieldCount,
                       {expected, std::to_string(names.size()), std::to_string(words.size())});
  }
  std::vector<Field> fields;
  auto name = names.begin();
  for (const auto word : words) {
    fields.push_back({*name++, word, static_cast<std::size_t>(word.data() - text.data())});
  }
  return fields;
}

std::string rows_text(const RowsLayout& layout, const std::function<int(int, int)>& owner) {
  std::string out;
  for (int row = 0; row < static_cast<int>(layout.lengths.size()); ++row) {
    if (row > 0) out += '/';
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) out += std::to_string(empty);
      empty = 0;
    };
    for (int column = 0; column < layout.lengths[row]; ++column) {
      const int player = owner(row, column);
      if (player < 0) {
        ++empty;
        continue;
      }
      flush();
      out += layout.letters[player];
    }
    flush();
  }
  return out;
}

namespace {

// One row; `at` is its offset in the field. Nothing on success.
std::optional<text::Error> read_row(const Field& field, std::string_view row_text, std::size_t at,
                                    int row, const RowsLayout& layout,
                                    const std::function<void(int, int, int)>& place) {
  const int length = layout.lengths[row];
  int column = 0;
  bool after_number = false;
  for (std::size_t i = 0; i < row_text.size();) {
    const auto letter = layout.letters.find(row_text[i]);
    std::size_t used = 1;
    int cells = 1;
    if (letter == std::string_view::npos) {
      const auto digits =
          std::min(row_text.find_first_not_of("0123456789", i), row_text.size()) - i;
      const auto number = core::whole_number(row_text.substr(i, digits), length);
      if (digits == 0 || after_number) {
        return field.error(at + i, Message::kExpectedStone,
                           {std::string(layout.letters), core::quoted(row_text.substr(i, 1))});
      }
      if (!number || *number == 0) {
        return field.error(at + i, Message::kBadEmptyRun,
                           {std::to_string(length), core::quoted(row_text.substr(i, digits))});
      }
      used = digits;
      cells = static_cast<int>(*number);
    }
    if (column + cells > length) {
      return field.error(at + i, Message::kRowTooLong,
                         {std::to_string(row + 1), std::to_string(length)});
    }
    if (letter != std::string_view::npos) place(row, column, static_cast<int>(letter));
    after_number = letter == std::string_view::npos;
    column += cells;
    i += used;
  }
  if (column == length) return std::nullopt;
  return field.error(at + row_text.size(), Message::kRowTooShort,
                     {std::to_string(row + 1), std::to_string(length), std::to_string(column)});
}

}  // namespace

std::optional<text::Error> read_rows(const Field& field, const RowsLayout& layout,
                                     const std::function<void(int, int, int)>& place) {
  const auto rows = core::split(field.text, '/');
  if (rows.size() != layout.lengths.size()) {
    return field.error(0, Message::kRowCount,
                       {std::to_string(layout.lengths.size()), std::to_string(rows.size())});
  }
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto at = static_cast<std::size_t>(rows[row].data() - field.text.data());
    auto error = read_row(field, rows[row], at, static_cast<int>(row), layout, place);
    if (error) return error;
  }
  return std::nullopt;
}

}  // namespace games

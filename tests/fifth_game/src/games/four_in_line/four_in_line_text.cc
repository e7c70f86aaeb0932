// Texts of Four in Line: positions and actions, both ways.
#include "core/scan.h"
#include "games/four_in_line/four_in_line.h"
#include "games/position_text.h"

namespace games::four_in_line {

using text::Message;

namespace {

constexpr std::string_view kLetters = "yb";

RowsLayout layout(int size) {
  return {std::vector<int>(static_cast<std::size_t>(size), size), kLetters};
}

}  // namespace

Parsed<State> State::parse(std::string_view text, const Options& options) {
  auto fields = split_fields(text, {"ROWS", "PLAYER"});
  if (!fields) return fields.error();
  const Field &rows = (*fields)[0], &player = (*fields)[1];
  State state(options);
  const auto error = read_rows(rows, layout(options.size), [&](int row, int column, int owner) {
    state.stones_[static_cast<std::size_t>(owner)] |= Board{1}
                                                      << index_of({column, options.size - 1 - row});
  });
  if (error) return *error;
  const auto to_move = kLetters.find(player.text);
  if (player.text.size() != 1 || to_move == std::string_view::npos) return player.expected("y, b");
  state.to_move_ = static_cast<std::uint8_t>(to_move);
  if (has_four(state.stones(state.to_move_))) {
    return rows.error(0, Message::kFourInLineStale, {std::string(player.text)});
  }
  state.hash_ = state.recomputed_hash();
  state.outcome_ = state.judged();
  return state;
}

std::string State::to_text() const {
  const std::string text = rows_text(layout(options_.size), [&](int row, int column) {
    const Board cell = Board{1} << index_of({column, options_.size - 1 - row});
    return (stones_[0] & cell) != 0 ? 0 : (stones_[1] & cell) != 0 ? 1 : -1;
  });
  return text + ' ' + kLetters[to_move_];
}

std::string State::composed(const Composition& composition) const {
  const int size = options_.size;
  const std::string text = rows_text(layout(size), [&](int row, int column) {
    return composition.owner[static_cast<std::size_t>((size - 1 - row) * size + column)];
  });
  return text + ' ' + kLetters[static_cast<std::size_t>(composition.to_move)];
}

std::string State::action_text(Action action) const {
  return core::cell_name(cell_of(static_cast<int>(action.code)));
}

Parsed<Action> State::parse_action(std::string_view text) const {
  if (outcome_.over()) return text::Error(Message::kGameOver);
  const auto cell = core::parse_cell(text, options_.size, options_.size);
  if (!cell) return text::Error(Message::kExpectedAction, {"c3", core::quoted(text)});
  const Action action{static_cast<std::uint32_t>(index_of(*cell))};
  if ((empty() & bit(action)) == 0) return text::Error(Message::kCellTaken, {std::string(text)});
  return action;
}

}  // namespace games::four_in_line

// Texts of Epaminondas: positions and actions, both ways.
#include <optional>

#include "core/scan.h"
#include "games/epaminondas/epaminondas.h"
#include "games/position_text.h"

namespace games::epaminondas {

using text::Message;

namespace {

constexpr std::string_view kLetters = "wb";

RowsLayout rows_layout(Rules rules) {
  return {std::vector<int>(rows(rules), columns(rules)), kLetters};
}

}  // namespace

// Reads a position text. Numbers of stones are not limited: composed positions for study are
// welcome.
class PositionReader {
 public:
  explicit PositionReader(const Options& options) : state_(options) {}

  Parsed<State> read(std::string_view text) {
    auto fields = split_fields(text, {"ROWS", "PLAYER"});
    if (!fields) return fields.error();
    const Field &stones = (*fields)[0], &player = (*fields)[1];
    const Rules rules = state_.options_.rules;
    auto error = read_rows(stones, rows_layout(rules), [&](int row, int column, int owner) {
      state_.stones_[owner].set(index_of({column, rows(rules) - 1 - row}));
    });
    if (error) return *error;
    if ((state_.stones_[0] | state_.stones_[1]).none()) {
      return stones.error(0, Message::kEmptyBoard);
    }
    const auto to_move = kLetters.find(player.text);
    if (player.text.size() != 1 || to_move == std::string_view::npos) {
      return player.expected("w, b");
    }
    state_.to_move_ = static_cast<std::uint8_t>(to_move);
    state_.hash_ = state_.recomputed_hash();
    state_.outcome_ = state_.judged();
    return state_;
  }

 private:
  State state_;
};

Parsed<State> State::parse(std::string_view text, const Options& options) {
  return PositionReader(options).read(text);
}

std::string State::to_text() const {
  const std::string text = rows_text(rows_layout(options_.rules), [&](int row, int column) {
    const int cell = index_of({column, rows(options_.rules) - 1 - row});
    return stones_[0].test(cell) ? 0 : stones_[1].test(cell) ? 1 : -1;
  });
  return text + ' ' + kLetters[to_move_];
}

std::string State::composed(const Composition& composition) const {
  const int wide = columns(options_.rules), high = rows(options_.rules);
  const std::string text = rows_text(rows_layout(options_.rules), [&](int row, int column) {
    return composition.owner[(high - 1 - row) * wide + column];
  });
  return text + ' ' + kLetters[composition.to_move];
}

std::string State::action_text(Action action) const {
  return core::cell_name(cell_of(rear_of(action))) + (is_capture(action) ? 'x' : '-') +
         core::cell_name(cell_of(target_of(action)));
}

Parsed<Action> State::parse_action(std::string_view text) const {
  if (outcome_.over()) return text::Error(Message::kGameOver);
  const int wide = columns(options_.rules), high = rows(options_.rules);
  std::string_view rest = text;
  const auto rear = core::take_cell(rest, wide, high);
  const bool sign = rear && (rest.starts_with('-') || rest.starts_with('x'));
  const auto target = sign ? core::parse_cell(rest.substr(1), wide, high) : std::nullopt;
  if (!target) return text::Error(Message::kExpectedAction, {"c1-c4, c1xc4", core::quoted(text)});
  const std::string from = core::cell_name(*rear), to = core::cell_name(*target);
  if (!stones_[to_move_].test(index_of(*rear))) return text::Error(Message::kNotYourStone, {from});
  if (!movable(to_move_).test(index_of(*rear))) return text::Error(Message::kStoneLocked, {from});
  if (core::direction_between(*rear, *target) < 0) {
    return text::Error(Message::kNotOnALine, {from, to});
  }
  const Action action = make_action(index_of(*rear), index_of(*target));
  ActionList<State> list;
  legal_actions(list);
  for (const Action legal : list) {
    if (legal == action) return action;
  }
  return why_not(action);
}

text::Error State::why_not(Action action) const {
  const Motion m = motion(action);
  const int target = target_of(action);
  const std::string to = core::cell_name(cell_of(target));
  if (stones_[to_move_].test(target) || m.distance < 1) {
    return text::Error(Message::kOwnStoneInTheWay, {to});
  }
  if (m.distance > m.moving) {
    const std::string distance = std::to_string(m.distance);
    if (m.moving == 1) return text::Error(Message::kTooFarOne, {distance});
    return text::Error(Message::kTooFar, {std::to_string(m.moving), distance});
  }
  const int step = core::step(m.direction, kStride);
  for (int i = 1; i < m.distance; ++i) {
    const int passed = m.front + i * step;
    if (stones_[0].test(passed) || stones_[1].test(passed)) {
      return text::Error(Message::kBlocked, {core::cell_name(cell_of(passed))});
    }
  }
  if (stones_[1 - to_move_].test(target)) {
    if (!targets(to_move_).test(target)) return text::Error(Message::kStoneLocked, {to});
    if (m.moving == 1) return text::Error(Message::kEnemyLineTooLongOne);
    return text::Error(Message::kEnemyLineTooLong, {std::to_string(m.moving)});
  }
  return text::Error(Message::kForbiddenCopy, {to});
}

}  // namespace games::epaminondas

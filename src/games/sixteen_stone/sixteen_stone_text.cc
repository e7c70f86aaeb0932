// Texts of Sixteen Stone: positions and actions, both ways.
#include <algorithm>
#include <bit>
#include <optional>

#include "core/scan.h"
#include "games/position_text.h"
#include "games/sixteen_stone/sixteen_stone.h"

namespace games::sixteen_stone {

using text::Message;

namespace {

constexpr std::string_view kLetters = "rb";
constexpr std::string_view kRightLetters = "mpsx";

RowsLayout rows_layout(int size) { return {std::vector<int>(size, size), kLetters}; }

std::string rights_text(Rights rights) {
  std::string text;
  for (int i = 0; i < 4; ++i) {
    if (rights >> i & 1) text += kRightLetters[i];
  }
  return text.empty() ? "-" : text;
}

// The states a turn can be in (rule 3 and 6), in the order a turn goes through them.
constexpr std::array<Rights, 10> kPossibleRights = {kTurnRights,
                                                    kPushRight | kSacrificeRight,
                                                    kMoveRight | kSacrificeRight,
                                                    kSacrificeRight,
                                                    kMoveRight | kPushRight | kExtraRight,
                                                    kPushRight | kExtraRight,
                                                    kMoveRight | kExtraRight,
                                                    kExtraRight,
                                                    kMoveRight,
                                                    kPushRight};

}  // namespace

// Reads a position text and refuses what the rules page lists as impossible.
class PositionReader {
 public:
  explicit PositionReader(const Options& options) : state_(options) {}

  Parsed<State> read(std::string_view text) {
    auto split = split_fields(text, {"ROWS", "PLAYER", "REDPOOL", "BLUEPOOL", "TURN", "STATE"});
    if (!split) return split.error();
    fields_ = *std::move(split);
    if (auto error = read_board()) return *error;
    if (auto error = read_turn()) return *error;
    if (auto error = read_state()) return *error;
    if (auto error = state_.placing() ? check_placement() : check_play()) return *error;
    settle();
    state_.hash_ = state_.recomputed_hash();
    return state_;
  }

 private:
  using Problem = std::optional<text::Error>;

  int limit() const { return stones_each(state_.options_.size); }
  int total(int player) const { return state_.stones_[player].count() + state_.pool_[player]; }

  Problem read_board() {
    const int size = state_.options_.size;
    auto error = read_rows(fields_[0], rows_layout(size), [&](int row, int column, int player) {
      state_.stones_[player].set(index_of({column, size - 1 - row}));
    });
    if (error) return error;
    for (int player = 0; player < 2; ++player) {
      const Field& field = fields_[2 + player];
      const auto pool = core::whole_number(field.text, limit());
      if (!pool) return field.expected("0 ... " + std::to_string(limit()));
      state_.pool_[player] = static_cast<std::uint8_t>(*pool);
      if (total(player) > limit()) {
        return field.error(0, Message::kPoolTooLarge,
                           {std::string(1, kLetters[player]), std::to_string(total(player)),
                            std::to_string(limit())});
      }
    }
    return std::nullopt;
  }

  Problem read_turn() {
    const Field &player = fields_[1], &turn = fields_[4];
    const auto to_move = kLetters.find(player.text);
    if (player.text.size() != 1 || to_move == std::string_view::npos) {
      return player.expected("r, b");
    }
    const auto number = core::whole_number(turn.text, kMaxTurn);
    if (!number) return turn.expected("0 ... " + std::to_string(kMaxTurn));
    state_.turn_ = static_cast<std::int32_t>(*number);
    state_.to_move_ = static_cast<std::uint8_t>(to_move);
    if (*number > 0 && *number % 2 != (to_move == 0 ? 1 : 0)) {
      return turn.error(0, Message::kTurnOfOther, {std::string(player.text)});
    }
    return std::nullopt;
  }

  Problem read_state() {
    const Field& field = fields_[5];
    std::string expected;
    const auto accept = [&](Rights rights) {
      expected += (expected.empty() ? "" : ", ") + rights_text(rights);
      if (field.text != rights_text(rights)) return false;
      state_.rights_ = rights;
      return true;
    };
    if (state_.placing()) {
      if (accept(0)) return std::nullopt;
    } else if (state_.turn_ <= 2) {
      if (accept(kFirstTurnRights)) return std::nullopt;
    } else {
      for (const Rights rights : kPossibleRights) {
        if (accept(rights)) return std::nullopt;
      }
    }
    return field.expected(expected);
  }

  Problem check_placement() const {
    for (int player = 0; player < 2; ++player) {
      if (auto error = check_nothing_lost(player)) return error;
    }
    if (state_.pool_[1] - state_.pool_[0] != state_.to_move_) {
      return fields_[2].error(0, Message::kPlacementPools, {std::string(fields_[1].text)});
    }
    if (state_.pool_[state_.to_move_] == 0) return fields_[4].error(0, Message::kPlacementDone);
    return std::nullopt;
  }

  Problem check_nothing_lost(int player) const {
    if (total(player) == limit()) return std::nullopt;
    return fields_[2 + player].error(
        0, Message::kPoolTooSmall,
        {std::string(1, kLetters[player]), std::to_string(total(player)), std::to_string(limit())});
  }

  Problem check_play() const {
    for (int player = 0; player < 2; ++player) {
      if (state_.turn_ <= 2) {
        if (auto error = check_nothing_lost(player)) return error;
      } else if (limit() - total(player) > possible_sacrifices(player)) {
        return fields_[2 + player].error(
            0, Message::kTooManySacrifices,
            {std::string(1, kLetters[player]), std::to_string(limit() - total(player)),
             std::to_string(possible_sacrifices(player))});
      }
    }
    if (state_.turn_ == 1 && (state_.pool_[0] != 0 || state_.pool_[1] != 0)) {
      return fields_[4].error(0, Message::kPlacementOpen);
    }
    if (state_.stones_[0].count() < 2 && state_.stones_[1].count() < 2) {
      return fields_[0].error(0, Message::kTwoStonesNeeded);
    }
    return std::nullopt;
  }

  // One a turn from turn 3 on, the current turn included once its sacrifice is no longer open.
  int possible_sacrifices(int player) const {
    const int first = player == 0 ? 3 : 4;
    int turns = state_.turn_ > first ? (state_.turn_ - first + 1) / 2 : 0;
    const bool own_turn = player == state_.to_move_ && state_.turn_ >= first;
    if (own_turn && !(state_.rights_ & kSacrificeRight)) ++turns;
    return turns;
  }

  // A text whose turn cannot go on is read as the position after it has ended by itself.
  void settle() {
    if (state_.placing()) return;
    for (int player = 0; player < 2; ++player) {
      if (state_.stones_[player].count() <= 1) {
        state_.outcome_ = Outcome::won_by(1 - player, Message::kReasonOneStoneLeft);
      }
    }
    if (state_.at_turn_start()) {
      state_.begin_turn(state_.turn_);
    } else if (!state_.can_go_on()) {
      state_.begin_turn(state_.turn_ + 1);
    }
  }

  State state_;
  std::vector<Field> fields_;
};

Parsed<State> State::parse(std::string_view text, const Options& options) {
  return PositionReader(options).read(text);
}

std::string State::to_text() const {
  std::string text = rows_text(rows_layout(options_.size), [&](int row, int column) {
    const int cell = index_of({column, options_.size - 1 - row});
    return stones_[0].test(cell) ? 0 : stones_[1].test(cell) ? 1 : -1;
  });
  text += ' ';
  text += kLetters[to_move_];
  for (const int number : {int{pool_[0]}, int{pool_[1]}, turn_})
    text += ' ' + std::to_string(number);
  return text + ' ' + rights_text(rights_);
}

// A turn of play, late enough for any number of sacrifices; or placement, where this state is in
// placement and stones are left in a pool.
std::string State::composed(const Composition& composition) const {
  const int size = options_.size;
  std::string text = rows_text(rows_layout(size), [&](int row, int column) {
    return composition.owner[(size - 1 - row) * size + column];
  });
  std::array<int, 2> pools = {pool_[0], pool_[1]};
  for (std::size_t i = 0; i < 2 && i < composition.counters.size(); ++i) {
    pools[i] = composition.counters[i];
  }
  std::array<int, 2> all = pools;
  for (const int owner : composition.owner) {
    if (owner >= 0) ++all[owner];
  }
  const bool in_placement =
      placing() && pools[0] + pools[1] > 0 && all[0] == all[1] && all[0] == stones_each(size);
  const int turn = in_placement ? 0 : 4 * stones_each(size) + 1 + composition.to_move;
  text += ' ';
  text += kLetters[composition.to_move];
  for (const int number : {pools[0], pools[1], turn}) text += ' ' + std::to_string(number);
  return text + ' ' + rights_text(in_placement ? Rights{0} : kTurnRights);
}

std::string State::action_text(Action action) const {
  std::string from = core::cell_name(cell_of(from_of(action)));
  switch (kind_of(action)) {
    case Kind::kPlace: return from;
    case Kind::kPush: return from + '>' + std::string(core::kDirections[direction_of(action)].name);
    case Kind::kSacrifice: return "sacrifice";
    case Kind::kEnd: return "end";
    case Kind::kMove: break;
  }
  const int target = target_of(action);
  std::vector<int> captured;
  for (unsigned left = captures_of(action); left != 0; left &= left - 1) {
    captured.push_back(target + core::step(std::countr_zero(left), kStride));
  }
  std::sort(captured.begin(), captured.end());  // an index counts rows before columns
  std::string text = from + '-' + core::cell_name(cell_of(target));
  for (const int cell : captured) text += 'x' + core::cell_name(cell_of(cell));
  return text;
}

namespace {

std::optional<Action> read_spelling(std::string_view text, int size, bool placing) {
  if (text == "sacrifice") return State::make_action(Kind::kSacrifice);
  if (text == "end") return State::make_action(Kind::kEnd);
  const auto from = core::take_cell(text, size, size);
  if (!from) return std::nullopt;
  const int index = index_of(*from);
  if (placing) {
    return text.empty() ? std::optional(State::make_action(Kind::kPlace, index)) : std::nullopt;
  }
  if (text.starts_with('>')) {
    for (int d = 0; d < 8; ++d) {
      if (text.substr(1) == core::kDirections[d].name) {
        return State::make_action(Kind::kPush, index, d);
      }
    }
  }
  if (!text.starts_with('-')) return std::nullopt;
  text.remove_prefix(1);
  const auto target = core::take_cell(text, size, size);
  if (!target) return std::nullopt;
  const int direction = core::direction_between(*from, *target);
  if (direction < 0 || index + core::step(direction, kStride) != index_of(*target)) {
    return std::nullopt;
  }
  unsigned captures = 0;
  while (text.starts_with('x')) {
    text.remove_prefix(1);
    const auto captured = core::take_cell(text, size, size);
    if (!captured) return std::nullopt;
    const int d = core::direction_between(*target, *captured);
    if (d < 0 || index_of(*target) + core::step(d, kStride) != index_of(*captured) ||
        (captures >> d & 1)) {
      return std::nullopt;
    }
    captures |= 1u << d;
  }
  if (!text.empty()) return std::nullopt;
  return State::make_action(Kind::kMove, index, direction, captures);
}

}  // namespace

Parsed<Action> State::parse_action(std::string_view text) const {
  if (outcome_.over()) return text::Error(Message::kGameOver);
  const auto action = read_spelling(text, options_.size, placing());
  if (!action) return misspelt(text);
  ActionList<State> list;
  legal_actions(list);
  if (std::find(list.begin(), list.end(), *action) != list.end()) return *action;
  return why_not(*action);
}

// What is wrong with a text that is no action at all.
text::Error State::misspelt(std::string_view text) const {
  std::string_view rest = text;
  const auto from = core::take_cell(rest, options_.size, options_.size);
  if (from && rest.starts_with('-')) {
    if (placing()) return text::Error(Message::kStillPlacing);
    rest.remove_prefix(1);
    const auto to = core::parse_cell(rest, options_.size, options_.size);
    if (to) {
      return text::Error(Message::kNotNeighbours, {core::cell_name(*from), core::cell_name(*to)});
    }
  }
  const char* samples = placing() ? "c3" : "b2-c3, b2-c3xd3, a1>ne, sacrifice, end";
  return text::Error(Message::kExpectedAction, {samples, core::quoted(text)});
}

text::Error State::why_not(Action action) const {
  const int from = from_of(action);
  const std::string cell = core::cell_name(cell_of(from));
  if (placing() && kind_of(action) != Kind::kPlace) return text::Error(Message::kStillPlacing);
  switch (kind_of(action)) {
    case Kind::kPlace: return text::Error(Message::kCellTaken, {cell});
    case Kind::kSacrifice:
      return text::Error(rights_ & kSacrificeRight ? Message::kSacrificeImpossible
                                                   : Message::kNoSacrificeLeft);
    case Kind::kEnd: return text::Error(Message::kActBeforeEnd);
    case Kind::kMove:
      if (!stones_[to_move_].test(from)) return text::Error(Message::kNotYourStone, {cell});
      if (!(rights_ & (kMoveRight | kExtraRight))) return text::Error(Message::kNoMoveLeft);
      if (!empty().test(target_of(action))) {
        return text::Error(Message::kCellTaken, {core::cell_name(cell_of(target_of(action)))});
      }
      return wrong_captures(action);
    case Kind::kPush: break;
  }
  if (!stones_[to_move_].test(from)) return text::Error(Message::kNotYourStone, {cell});
  if (!(rights_ & (kPushRight | kExtraRight))) return text::Error(Message::kNoPushLeft);
  const Line line = push_line(from, direction_of(action));
  if (line.enemy == 0) return text::Error(Message::kNothingToPush, {cell});
  if (line.enemy >= line.own) {
    return text::Error(Message::kLineTooShort,
                       {std::to_string(line.own), std::to_string(line.enemy)});
  }
  return text::Error(Message::kPushBlocked);
}

// Names the spellings with the captures that the move must or may make.
text::Error State::wrong_captures(Action action) const {
  ActionList<State> list;
  legal_actions(list);
  std::string choices;
  for (const Action legal : list) {
    if (kind_of(legal) != Kind::kMove || from_of(legal) != from_of(action) ||
        direction_of(legal) != direction_of(action)) {
      continue;
    }
    choices += (choices.empty() ? "" : ", ") + action_text(legal);
  }
  return text::Error(Message::kWrongCaptures, {choices});
}

}  // namespace games::sixteen_stone

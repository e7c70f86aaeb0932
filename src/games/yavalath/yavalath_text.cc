// Texts of Yavalath: positions and actions, both ways.
#include <algorithm>
#include <optional>

#include "core/scan.h"
#include "games/position_text.h"
#include "games/yavalath/yavalath.h"

namespace games::yavalath {

using text::Message;

namespace {

constexpr std::string_view kLetters = "wbr";

RowsLayout layout(const Options& options) {
  RowsLayout layout{{}, kLetters.substr(0, options.players)};
  for (int row = row_count(options.size) - 1; row >= 0; --row) {
    layout.lengths.push_back(row_length(row, options.size));
  }
  return layout;
}

std::string letter(int player) { return std::string(1, kLetters[player]); }

// Could the lines of three or more among these stones have come from one last stone?
bool one_stone_made_the_lines(const Board& stones) {
  bool found = false;
  stones.for_each([&](int cell) {
    Board without = stones;
    without.clear(cell);
    found = found || longest_line(without) == Line::kShort;
  });
  return found;
}

}  // namespace

// Reads a position text and refuses lines and eliminations that no game can reach. Numbers of
// stones are not compared: composed positions for study are welcome.
class PositionReader {
 public:
  explicit PositionReader(const Options& options) : state_(options) {}

  Parsed<State> read(std::string_view text) {
    auto fields = split_fields(text, {"ROWS", "PLAYER", "OUT"});
    if (!fields) return fields.error();
    const Field &rows = (*fields)[0], &player = (*fields)[1], &out = (*fields)[2];
    if (auto error = read_stones(rows)) return *error;
    if (auto error = read_player(player)) return *error;
    if (auto error = read_out(out)) return *error;
    if (auto error = check_lines(rows, out)) return *error;
    settle_outcome();
    state_.hash_ = state_.recomputed_hash();
    return state_;
  }

 private:
  using Problem = std::optional<text::Error>;

  int players() const { return state_.options_.players; }

  Problem read_stones(const Field& field) {
    const int size = state_.options_.size;
    return read_rows(field, layout(state_.options_), [&](int row, int column, int player) {
      state_.stones_[player].set(cell_at(row_count(size) - 1 - row, column, size));
    });
  }

  Problem read_player(const Field& field) {
    const auto at = kLetters.substr(0, players()).find(field.text);
    if (field.text.size() != 1 || at == std::string_view::npos) {
      return field.expected(players() == 2 ? "w, b" : "w, b, r");
    }
    state_.to_move_ = static_cast<std::uint8_t>(at);
    return std::nullopt;
  }

  // "-", or with three players the letters of one or two players in the order w b r.
  Problem read_out(const Field& field) {
    if (field.text == "-") return std::nullopt;
    if (players() == 2) return field.expected("-");
    int last = -1;
    for (const char c : field.text) {
      const auto at = kLetters.find(c);
      if (at == std::string_view::npos || static_cast<int>(at) <= last || field.text.size() > 2) {
        return field.expected("-, w, b, r, wb, wr, br");
      }
      last = static_cast<int>(at);
      state_.out_ |= static_cast<std::uint8_t>(1 << last);
    }
    if (state_.is_out(state_.to_move_)) {
      return field.error(0, Message::kPlayerIsOut, {letter(state_.to_move_)});
    }
    return std::nullopt;
  }

  Problem check_lines(const Field& rows, const Field& out) const {
    const int last = previous_player();
    for (int player = 0; player < players(); ++player) {
      const Board& stones = state_.stones_[player];
      const Line line = longest_line(stones);
      const bool gone = state_.is_out(player);
      if (gone && line == Line::kShort) {
        return out.error(0, Message::kOutNeedsThree, {letter(player)});
      }
      if (gone && line == Line::kFourOrMore) {
        return out.error(0, Message::kOutWithFour, {letter(player)});
      }
      if (line == Line::kShort) continue;
      // With two players out the last mover is one of them, not the one who is left.
      if (!gone && (player != last || last == state_.to_move_)) {
        return rows.error(0, Message::kStaleLine, {letter(player)});
      }
      if (!gone && line == Line::kThree && players() == 3) {
        return rows.error(0, Message::kThreeMustBeOut, {letter(player)});
      }
      if (!one_stone_made_the_lines(stones)) {
        return rows.error(0, Message::kTwoLines, {letter(player)});
      }
    }
    return std::nullopt;
  }

  int previous_player() const {
    int player = state_.to_move_;
    do {
      player = player == 0 ? players() - 1 : player - 1;
    } while (state_.is_out(player));
    return player;
  }

  void settle_outcome() {
    const int last = previous_player();
    const Line line = longest_line(state_.stones_[last]);
    if (last == state_.to_move_) {
      state_.outcome_ = Outcome::won_by(last, Message::kReasonLastPlayerIn);
    } else if (line == Line::kFourOrMore) {
      state_.outcome_ = Outcome::won_by(last, Message::kReasonFour);
    } else if (line == Line::kThree) {
      state_.outcome_ = Outcome::won_by(1 - last, Message::kReasonThree);
    } else if (state_.empty().none()) {
      state_.outcome_ = Outcome::drawn(Message::kReasonFullBoard);
    }
  }

  State state_;
};

Parsed<State> State::parse(std::string_view text, const Options& options) {
  return PositionReader(options).read(text);
}

std::string State::to_text() const {
  const int size = options_.size;
  std::string text = rows_text(layout(options_), [&](int row, int column) {
    const int cell = cell_at(row_count(size) - 1 - row, column, size);
    for (int player = 0; player < options_.players; ++player) {
      if (stones_[player].test(cell)) return player;
    }
    return -1;
  });
  text += ' ' + letter(to_move_) + ' ';
  if (out_ == 0) return text + '-';
  for (int player = 0; player < options_.players; ++player) {
    if (is_out(player)) text += kLetters[player];
  }
  return text;
}

// With three players whoever has a three and no four is out.
std::string State::composed(const Composition& composition) const {
  const int size = options_.size, high = row_count(size);
  std::array<Board, 3> boards{};
  std::vector<int> first_of_row;
  int cells_before = 0;
  for (int row = 0; row < high; ++row) {
    first_of_row.push_back(cells_before);
    cells_before += row_length(row, size);
  }
  std::string text = rows_text(layout(options_), [&](int row, int column) {
    const int from_bottom = high - 1 - row;
    const int owner = composition.owner[first_of_row[from_bottom] + column];
    if (owner >= 0) boards[owner].set(cell_at(from_bottom, column, size));
    return owner;
  });
  text += ' ' + letter(composition.to_move) + ' ';
  std::string out;
  for (int player = 0; options_.players == 3 && player < 3; ++player) {
    if (longest_line(boards[player]) == Line::kThree) out += kLetters[player];
  }
  return text + (out.empty() ? "-" : out);
}

std::string State::action_text(Action action) const {
  if (action == kSwap) return "swap";
  return cell_name(static_cast<int>(action.code), options_.size);
}

Parsed<Action> State::parse_action(std::string_view text) const {
  if (outcome_.over()) return text::Error(Message::kGameOver);
  if (text == "swap") {
    if (may_swap()) return kSwap;
    return text::Error(Message::kNoSwapNow);
  }
  const auto cell = parse_cell(text, options_.size);
  if (!cell) {
    // A letter and a number: a cell, if not one of this board.
    const bool like_a_cell = text.size() > 1 && text[0] >= 'a' && text[0] <= 'z' &&
                             text.find_first_not_of("0123456789", 1) == std::string_view::npos;
    if (like_a_cell) return text::Error(Message::kNotACell, {core::quoted(text)});
    return text::Error(Message::kExpectedAction,
                       {may_swap() ? "c3, swap" : "c3", core::quoted(text)});
  }
  if (!empty().test(*cell)) return text::Error(Message::kCellTaken, {std::string(text)});
  if (!allowed_cells().test(*cell)) {
    return text::Error(Message::kMustBlock,
                       {std::string(text), std::to_string(next_player(to_move_) + 1)});
  }
  return Action{static_cast<std::uint32_t>(*cell)};
}

}  // namespace games::yavalath

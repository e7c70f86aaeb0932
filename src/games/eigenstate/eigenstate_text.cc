// Texts of Eigenstate: positions and actions, both ways.
#include <bit>
#include <cstdio>
#include <optional>

#include "core/scan.h"
#include "games/eigenstate/eigenstate.h"
#include "games/position_text.h"

namespace games::eigenstate {

using text::Message;

namespace {

std::string name_of(int cell) { return core::cell_name({cell % kSide, cell / kSide}); }
std::string hole_name(int hole) { return core::cell_name({hole % kHoleSide, hole / kHoleSide}); }

constexpr int kMaskDigits = 7;

std::string mask_text(Pegs pegs) {
  char digits[kMaskDigits + 1];
  std::snprintf(digits, sizeof digits, "%07x", static_cast<unsigned>(pegs));
  return digits;
}

// Exactly seven lower-case hex digits.
std::optional<Pegs> parse_mask(std::string_view text) {
  if (text.size() != kMaskDigits) return std::nullopt;
  Pegs mask = 0;
  for (const char c : text) {
    const auto digit = std::string_view("0123456789abcdef").find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    mask = mask << 4 | static_cast<Pegs>(digit);
  }
  return mask;
}

std::string phase_text(Phase phase) {
  switch (phase) {
    case Phase::kMove: return "m";
    case Phase::kFirstPeg: return "p2";
    case Phase::kLastPeg: return "p1";
  }
  return {};
}

}  // namespace

// Reads a position text and refuses what the rules page lists as impossible.
class PositionReader {
 public:
  explicit PositionReader(const Options& options) : state_(options) {}

  Parsed<State> read(std::string_view text) {
    auto fields = split_fields(text, {"P1PIECES", "P2PIECES", "PLAYER", "PHASE"});
    if (!fields) return fields.error();
    for (int player = 0; player < 2; ++player) {
      if (auto error = read_pieces((*fields)[player], player)) return *error;
    }
    if (std::popcount(state_.pieces_[0]) < 2 && std::popcount(state_.pieces_[1]) < 2) {
      return (*fields)[0].error(0, Message::kTwoPiecesNeeded);
    }
    return read_turn((*fields)[2], (*fields)[3]);
  }

 private:
  using Problem = std::optional<text::Error>;

  Problem read_pieces(const Field& field, int player) {
    const auto pieces = core::split(field.text, ',');
    if (pieces.size() > kPiecesEach) {
      return field.error(0, Message::kTooManyPieces,
                         {std::to_string(kPiecesEach), std::to_string(pieces.size())});
    }
    int last = -1;
    for (const auto piece : pieces) {
      const auto at = static_cast<std::size_t>(piece.data() - field.text.data());
      if (auto error = read_piece(field, piece, at, player, last)) return error;
    }
    return std::nullopt;
  }

  // One `cell:MASK`; `last` is the cell read before it and becomes this one.
  Problem read_piece(const Field& field, std::string_view piece, std::size_t at, int player,
                     int& last) {
    std::string_view rest = piece;
    const auto cell = core::take_cell(rest, kSide, kSide);
    if (!cell || !rest.starts_with(':')) {
      return field.error(at, Message::kExpected, {"cell:MASK", core::quoted(piece)});
    }
    rest.remove_prefix(1);
    const std::size_t mask_at = at + piece.size() - rest.size();
    const auto mask = parse_mask(rest);
    if (!mask) {
      return field.error(mask_at, Message::kExpectedMask,
                         {std::to_string(kMaskDigits), core::quoted(rest)});
    }
    if (*mask & (Pegs{1} << kCentreHole)) return field.error(mask_at, Message::kPegInCentre);
    if (*mask & ~kAllPegs) return field.error(mask_at, Message::kPegOutsidePiece);
    const int index = cell->row * kSide + cell->column;
    if (state_.owner(index) >= 0) {
      return field.error(at, Message::kTwoPiecesOnCell, {name_of(index)});
    }
    if (index < last) return field.error(at, Message::kPiecesNotSorted, {name_of(index)});
    last = index;
    state_.put(player, index, *mask);
    return std::nullopt;
  }

  Parsed<State> read_turn(const Field& player, const Field& phase) {
    if (player.text != "1" && player.text != "2") return player.expected("1, 2");
    Phase read{};
    if (phase.text == "m") {
      read = Phase::kMove;
    } else if (phase.text == "p2") {
      read = Phase::kFirstPeg;
    } else if (phase.text == "p1") {
      read = Phase::kLastPeg;
    } else {
      return phase.expected("m, p2, p1");
    }
    state_.outcome_ = state_.judged();
    state_.at_turn_start_ = read == Phase::kMove;
    state_.settle_phase(player.text[0] - '1', read);
    state_.hash_ = state_.recomputed_hash();
    return state_;
  }

  State state_;
};

Parsed<State> State::parse(std::string_view text, const Options& options) {
  return PositionReader(options).read(text);
}

std::string State::to_text() const {
  std::string text;
  for (int player = 0; player < 2; ++player) {
    std::string list;
    for (int cell = 0; cell < kCells; ++cell) {
      if (owner(cell) != player) continue;
      list += (list.empty() ? "" : ",") + name_of(cell) + ':' + mask_text(pegs_[cell]);
    }
    text += list + ' ';
  }
  return text + std::to_string(to_move_ + 1) + ' ' + phase_text(phase_);
}

// A composed position starts a turn.
std::string State::composed(const Composition& composition) const {
  std::string text;
  for (int player = 0; player < 2; ++player) {
    std::string list;
    for (int cell = 0; cell < kCells; ++cell) {
      if (composition.owner[cell] != player) continue;
      list += (list.empty() ? "" : ",") + name_of(cell) + ':' + mask_text(composition.pegs[cell]);
    }
    text += list + ' ';
  }
  return text + std::to_string(composition.to_move + 1) + ' ' + phase_text(Phase::kMove);
}

std::string State::action_text(Action action) const {
  const int cell = cell_of(action), hole = hole_of(action);
  if (is_peg(action)) return name_of(cell) + '+' + hole_name(hole);
  const int target = target_of(cell, hole);
  return name_of(cell) + (owner(target) >= 0 ? 'x' : '-') + name_of(target);
}

namespace {

// `b1-b3`, `b1xb3` or `b3+d4`, as far as the spelling goes.
struct Spelling {
  int cell;
  char sign;
  core::Cell second;  // a cell of the board, or a hole
};

std::optional<Spelling> read_spelling(std::string_view text) {
  const auto cell = core::take_cell(text, kSide, kSide);
  if (!cell || text.empty()) return std::nullopt;
  const char sign = text[0];
  const int side = sign == '+' ? kHoleSide : kSide;
  const auto second = core::parse_cell(text.substr(1), side, side);
  if (!second || (sign != '-' && sign != 'x' && sign != '+')) return std::nullopt;
  return Spelling{cell->row * kSide + cell->column, sign, *second};
}

}  // namespace

Parsed<Action> State::parse_action(std::string_view text) const {
  if (outcome_.over()) return text::Error(Message::kGameOver);
  const bool peg = phase_ != Phase::kMove;
  const auto spelling = read_spelling(text);
  if (!spelling || peg != (spelling->sign == '+')) {
    return text::Error(Message::kExpectedAction,
                       {peg ? "b3+d4" : "b1-b3, b1xb3", core::quoted(text)});
  }
  const int cell = spelling->cell;
  if (owner(cell) != to_move_) return text::Error(Message::kNotYourPiece, {name_of(cell)});
  if (peg) {
    const int hole = spelling->second.row * kHoleSide + spelling->second.column;
    if (hole == kCentreHole) return text::Error(Message::kPegInCentre);
    if (pegs_[cell] >> hole & 1) {
      return text::Error(Message::kHoleTaken, {hole_name(hole), name_of(cell)});
    }
    return make_action(true, cell, hole);
  }
  const int column = spelling->second.column - cell % kSide + 2;
  const int row = spelling->second.row - cell / kSide + 2;
  const bool near = column >= 0 && column < kHoleSide && row >= 0 && row < kHoleSide;
  const int hole = row * kHoleSide + column;
  if (!near || !(pegs_[cell] >> hole & 1)) {
    return text::Error(Message::kNoSuchPeg, {name_of(cell), core::cell_name(spelling->second)});
  }
  return make_action(false, cell, hole);
}

}  // namespace games::eigenstate

#include "games/eigenstate/eigenstate.h"

#include <bit>

namespace games::eigenstate {

using core::for_each_bit;
using text::Message;

namespace {

constexpr Pegs bit(int hole) { return Pegs{1} << hole; }
constexpr int mirrored_hole(int hole) {
  return hole / kHoleSide * kHoleSide + 4 - hole % kHoleSide;
}
constexpr int mirrored_cell(int cell) { return cell / kSide * kSide + kSide - 1 - cell % kSide; }

// One step forward: c4 for player 1, c2 for player 2 (rule 3).
constexpr std::array<int, 2> kFirstPegHole = {17, 7};

// A piece with all its pegs is one fact of the position: a single mix per change keeps the hash of
// a piece with many pegs as cheap as that of one with few.
std::uint64_t piece_key(int player, int cell, Pegs pegs) {
  return core::mix(std::uint64_t{pegs} << 8 | static_cast<std::uint64_t>(player * kCells + cell));
}

constexpr auto kTurnKeys = core::make_keys<8>(0x65696765);
std::uint64_t turn_key(int player, Phase phase) {
  return kTurnKeys[player * 4 + static_cast<int>(phase)];
}

}  // namespace

State State::start(const Options& options) {
  State state(options);
  for (int column = 0; column < kSide; ++column) {
    state.put(0, column, bit(kFirstPegHole[0]));
    state.put(1, kCells - kSide + column, bit(kFirstPegHole[1]));
  }
  state.hash_ = state.recomputed_hash();
  return state;
}

void State::put(int player, int cell, Pegs pegs) {
  pieces_[player] |= std::uint64_t{1} << cell;
  pegs_[cell] = pegs;
  hash_ ^= piece_key(player, cell, pegs);
}

void State::take(int cell) {
  const int player = static_cast<int>((pieces_[1] >> cell) & 1);
  pieces_[player] &= ~(std::uint64_t{1} << cell);
  hash_ ^= piece_key(player, cell, pegs_[cell]);
  pegs_[cell] = 0;
}

Pegs State::choices(int cell, Phase phase) const {
  return phase == Phase::kMove ? pegs_[cell] & holes_on_board(cell) : kAllPegs & ~pegs_[cell];
}

bool State::can_play(int player, Phase phase) const {
  for (std::uint64_t left = pieces_[player]; left != 0; left &= left - 1) {
    if (choices(std::countr_zero(left), phase) != 0) return true;
  }
  return false;
}

void State::legal_actions(ActionList<State>& list) const {
  list.clear();
  if (outcome_.over()) return;
  const bool peg = phase_ != Phase::kMove;
  for_each_bit(pieces_[to_move_], [&](int cell) {
    for_each_bit(choices(cell, phase_),
                 [&](int hole) { list.push_back(make_action(peg, cell, hole)); });
  });
}

int State::count_actions() const {
  if (outcome_.over()) return 0;
  int count = 0;
  for_each_bit(pieces_[to_move_], [&](int cell) { count += std::popcount(choices(cell, phase_)); });
  return count;
}

Action State::random_action(core::Rng& rng) const {
  int choice = static_cast<int>(rng.below(static_cast<std::uint32_t>(count_actions())));
  for (std::uint64_t left = pieces_[to_move_];; left &= left - 1) {
    const int cell = std::countr_zero(left);
    const Pegs holes = choices(cell, phase_);
    const int here = std::popcount(holes);
    if (choice < here) {
      return make_action(phase_ != Phase::kMove, cell, core::nth_set_bit(holes, choice));
    }
    choice -= here;
  }
}

void State::apply(Action action) {
  hash_ ^= turn_key(to_move_, phase_);
  const int cell = cell_of(action), hole = hole_of(action);
  const Pegs pegs = pegs_[cell];
  if (is_peg(action)) {
    hash_ ^= piece_key(to_move_, cell, pegs) ^ piece_key(to_move_, cell, pegs | bit(hole));
    pegs_[cell] = pegs | bit(hole);
  } else {
    const int target = target_of(cell, hole);
    take(cell);
    if (owner(target) >= 0) take(target);
    put(to_move_, target, pegs);
  }
  outcome_ = judged();
  at_turn_start_ = phase_ == Phase::kLastPeg;
  if (phase_ == Phase::kLastPeg) {
    settle_phase(1 - to_move_, Phase::kMove);
  } else {
    settle_phase(to_move_, static_cast<Phase>(static_cast<int>(phase_) - 1));
  }
  hash_ ^= turn_key(to_move_, phase_);
}

void State::settle_phase(int player, Phase phase) {
  to_move_ = static_cast<std::uint8_t>(player);
  phase_ = phase;
  // Six steps lead through both players' phases once; after that nobody can do anything.
  for (int tried = 0; tried < 6; ++tried) {
    if (can_play(to_move_, phase_)) return;
    if (phase_ == Phase::kLastPeg) {
      to_move_ = 1 - to_move_;
      phase_ = Phase::kMove;
      at_turn_start_ = true;
    } else {
      phase_ = static_cast<Phase>(static_cast<int>(phase_) - 1);
    }
  }
  if (!outcome_.over()) outcome_ = Outcome::drawn(Message::kReasonNobodyCanAct);
}

bool State::owns_full_piece(int player) const {
  for (std::uint64_t left = pieces_[player]; left != 0; left &= left - 1) {
    if (pegs_[std::countr_zero(left)] == kAllPegs) return true;
  }
  return false;
}

// Rule 5, in its order.
Outcome State::judged() const {
  const int count[2] = {std::popcount(pieces_[0]), std::popcount(pieces_[1])};
  for (int player = 0; player < 2; ++player) {
    if (count[player] <= 1) return Outcome::won_by(1 - player, Message::kReasonOnePieceLeft);
  }
  const bool two[2] = {count[0] == 2, count[1] == 2};
  const bool live = options_.fill == Fill::kBoth ? two[0] && two[1] : two[0] || two[1];
  if (!live) return Outcome::running();
  const bool full[2] = {owns_full_piece(0), owns_full_piece(1)};
  if (full[0] && full[1]) return Outcome::drawn(Message::kReasonBothFull);
  if (full[0] || full[1]) return Outcome::won_by(full[0] ? 0 : 1, Message::kReasonFullPiece);
  return Outcome::running();
}

std::uint64_t State::recomputed_hash() const {
  std::uint64_t hash = turn_key(to_move_, phase_);
  for (int player = 0; player < 2; ++player) {
    for_each_bit(pieces_[player], [&](int cell) { hash ^= piece_key(player, cell, pegs_[cell]); });
  }
  return hash;
}

State State::transformed(int symmetry) const {
  if (symmetry == 0) return *this;
  State image = *this;
  image.pegs_ = {};
  image.pieces_ = {};
  for (int player = 0; player < 2; ++player) {
    for_each_bit(pieces_[player], [&](int cell) {
      Pegs mirrored = 0;
      for_each_bit(pegs_[cell], [&](int hole) { mirrored |= bit(mirrored_hole(hole)); });
      image.put(player, mirrored_cell(cell), mirrored);
    });
  }
  image.hash_ = image.recomputed_hash();
  return image;
}

Action State::transformed_action(Action action, int symmetry) const {
  if (symmetry == 0) return action;
  return make_action(is_peg(action), mirrored_cell(cell_of(action)),
                     mirrored_hole(hole_of(action)));
}

}  // namespace games::eigenstate

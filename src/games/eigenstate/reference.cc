// Plain rules of Eigenstate. Rule numbers are those of the rules page.
#include "games/eigenstate/reference.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace games::eigenstate {
namespace {

constexpr int kBoardSize = 6;                        // Rule 1.
constexpr int kBlockSize = 5;                        // Rule 2.
constexpr int kHoles = kBlockSize * kBlockSize - 1;  // All but the centre.
constexpr int kMaskDigits = 7;                       // 25 bits in hex digits.

constexpr char kStart[] =
    "a1:0020000,b1:0020000,c1:0020000,d1:0020000,e1:0020000,f1:0020000 "
    "a6:0000080,b6:0000080,c6:0000080,d6:0000080,e6:0000080,f6:0000080 1 m";

// A cell of the board or a hole of a piece, both counted from 1 at the left and at the bottom. The
// row is declared first because texts sort by row, then column.
struct Square {
  int row = 1;
  int column = 1;

  auto operator<=>(const Square&) const = default;
};

using Cell = Square;
using Hole = Square;

constexpr Hole kCentre = {.row = 3, .column = 3};

std::string square_text(const Square& square) {
  return std::string(1, static_cast<char>('a' + square.column - 1)) + std::to_string(square.row);
}

// Reads the two characters of `text` from `start` on.
Square parse_square(const std::string& text, std::size_t start) {
  return {.row = text.at(start + 1) - '0', .column = text.at(start) - 'a' + 1};
}

bool on_board(const Cell& cell) {
  return cell.column >= 1 && cell.column <= kBoardSize && cell.row >= 1 && cell.row <= kBoardSize;
}

// Where a peg in `hole` takes a piece that stands on `from` (rule 2). May be off the board.
Cell peg_target(const Cell& from, const Hole& hole) {
  return {.row = from.row + hole.row - kCentre.row,
          .column = from.column + hole.column - kCentre.column};
}

// The holes that may hold a peg (rule 2).
std::vector<Hole> all_holes() {
  std::vector<Hole> holes;
  for (int row = 1; row <= kBlockSize; ++row) {
    for (int column = 1; column <= kBlockSize; ++column) {
      const Hole hole = {.row = row, .column = column};
      if (hole != kCentre) holes.push_back(hole);
    }
  }
  return holes;
}

struct Piece {
  int owner = 1;
  std::set<Hole> pegs;

  bool is_full() const { return static_cast<int>(pegs.size()) == kHoles; }
};

using Board = std::map<Cell, Piece>;

int hole_bit(const Hole& hole) { return kBlockSize * (hole.row - 1) + (hole.column - 1); }

std::string mask_text(const std::set<Hole>& pegs) {
  std::uint32_t mask = 0;
  for (const Hole& hole : pegs) mask |= std::uint32_t{1} << hole_bit(hole);
  std::string text;
  for (int digit = kMaskDigits - 1; digit >= 0; --digit) {
    text += "0123456789abcdef"[(mask >> (4 * digit)) & 15];
  }
  return text;
}

std::set<Hole> parse_mask(const std::string& text) {
  const unsigned long mask = std::stoul(text, nullptr, 16);
  std::set<Hole> pegs;
  for (const Hole& hole : all_holes()) {
    if ((mask >> hole_bit(hole)) & 1) pegs.insert(hole);
  }
  return pegs;
}

std::string pieces_text(const Board& board, int owner) {
  std::string text;
  for (const auto& [cell, piece] : board) {
    if (piece.owner != owner) continue;
    if (!text.empty()) text += ',';
    text += square_text(cell) + ':' + mask_text(piece.pegs);
  }
  return text;
}

void parse_pieces(const std::string& text, int owner, Board& board) {
  std::istringstream pieces(text);
  std::string piece;
  while (std::getline(pieces, piece, ',')) {
    board[parse_square(piece, 0)] = {.owner = owner, .pegs = parse_mask(piece.substr(3))};
  }
}

// What the player to move does next (rule 4).
enum class Phase { kMove, kTwoPegs, kOnePeg };

std::string phase_text(Phase phase) {
  switch (phase) {
    case Phase::kMove: return "m";
    case Phase::kTwoPegs: return "p2";
    case Phase::kOnePeg: return "p1";
  }
  return "";
}

Phase parse_phase(const std::string& text) {
  if (text == "m") return Phase::kMove;
  return text == "p2" ? Phase::kTwoPegs : Phase::kOnePeg;
}

int other_player(int player) { return 3 - player; }

std::string win_text(int player) { return "p" + std::to_string(player) + "win"; }

class EigenstateReference : public Reference {
 public:
  EigenstateReference(bool fill_any, const std::string& position) : fill_any_(fill_any) {
    std::istringstream text(position);
    std::string pieces1, pieces2, phase;
    text >> pieces1 >> pieces2 >> player_ >> phase;
    parse_pieces(pieces1, 1, board_);
    parse_pieces(pieces2, 2, board_);
    phase_ = parse_phase(phase);
    // "A text whose phase cannot be played is read as the next one that can."
    skip_unplayable_phases();
  }

  std::unique_ptr<Reference> clone() const override {
    return std::make_unique<EigenstateReference>(*this);
  }

  std::string position() const override {
    return pieces_text(board_, 1) + ' ' + pieces_text(board_, 2) + ' ' + std::to_string(player_) +
           ' ' + phase_text(phase_);
  }

  int to_move() const override { return player_; }

  std::vector<std::string> legal_actions() const override {
    if (result() != "none") return {};
    std::vector<std::string> actions = phase_actions();
    std::sort(actions.begin(), actions.end());
    return actions;
  }

  void apply(const std::string& action) override {
    if (phase_ == Phase::kMove) {
      move_piece(parse_square(action, 0), parse_square(action, 3));
    } else {
      place_peg(parse_square(action, 0), parse_square(action, 3));
    }
    // A game that this action ended goes through the same steps, because a finished position prints
    // the player and phase that would follow.
    next_phase();
    skip_unplayable_phases();
  }

  // Rule 5 looks only at the pieces on the board, so it can be checked at any time: it holds after
  // an action exactly when it holds on the board which that action left.
  std::string result() const override {
    for (int player : {1, 2}) {
      if (count_pieces(player) <= 1) return win_text(other_player(player));
    }
    if (fill_is_live()) {
      const bool filled1 = owns_full_piece(1);
      const bool filled2 = owns_full_piece(2);
      if (filled1 && filled2) return "draw";
      if (filled1) return win_text(1);
      if (filled2) return win_text(2);
    }
    // Rule 4: all phases of both players were skipped, so neither can do anything. (No position
    // with two pieces a side is like that: a full piece can always move, others take a peg.)
    if (phase_actions().empty()) return "draw";
    return "none";
  }

 private:
  int count_pieces(int player) const {
    int count = 0;
    for (const auto& [cell, piece] : board_) {
      if (piece.owner == player) ++count;
    }
    return count;
  }

  bool owns_full_piece(int player) const {
    for (const auto& [cell, piece] : board_) {
      if (piece.owner == player && piece.is_full()) return true;
    }
    return false;
  }

  // Rule 5 and the option `fill`.
  bool fill_is_live() const {
    const bool two1 = count_pieces(1) == 2;
    const bool two2 = count_pieces(2) == 2;
    return fill_any_ ? (two1 || two2) : (two1 && two2);
  }

  // Rule 4: pieces jump, and the target may be empty or hold any piece, an own one too.
  std::vector<std::string> moves() const {
    std::vector<std::string> actions;
    for (const auto& [from, piece] : board_) {
      if (piece.owner != player_) continue;
      for (const Hole& peg : piece.pegs) {
        const Cell to = peg_target(from, peg);
        if (!on_board(to)) continue;
        const char sign = board_.contains(to) ? 'x' : '-';
        actions.push_back(square_text(from) + sign + square_text(to));
      }
    }
    return actions;
  }

  // Rule 4: any empty hole of any own piece, also where it points off the board.
  std::vector<std::string> peg_placements() const {
    std::vector<std::string> actions;
    for (const auto& [cell, piece] : board_) {
      if (piece.owner != player_) continue;
      for (const Hole& hole : all_holes()) {
        if (piece.pegs.contains(hole)) continue;
        actions.push_back(square_text(cell) + '+' + square_text(hole));
      }
    }
    return actions;
  }

  // What the phase allows, whether or not the game is over.
  std::vector<std::string> phase_actions() const {
    return phase_ == Phase::kMove ? moves() : peg_placements();
  }

  void move_piece(const Cell& from, const Cell& to) {
    const Piece piece = board_.at(from);
    board_.erase(from);
    board_[to] = piece;  // Removes what stood there, with its pegs (rule 4).
  }

  void place_peg(const Cell& cell, const Hole& hole) { board_.at(cell).pegs.insert(hole); }

  // The order of a turn (rule 4).
  void next_phase() {
    switch (phase_) {
      case Phase::kMove: phase_ = Phase::kTwoPegs; break;
      case Phase::kTwoPegs: phase_ = Phase::kOnePeg; break;
      case Phase::kOnePeg:
        phase_ = Phase::kMove;
        player_ = other_player(player_);
        break;
    }
  }

  // Rule 4, "what cannot be done is skipped". After the six phases of two turns we are back where
  // we began: neither player can do anything, and result() sees a phase without actions.
  void skip_unplayable_phases() {
    for (int skipped = 0; skipped < 6 && phase_actions().empty(); ++skipped) next_phase();
  }

  bool fill_any_;
  Board board_;
  int player_ = 1;
  Phase phase_ = Phase::kMove;
};

}  // namespace

std::unique_ptr<Reference> make_reference(const ReferenceOptions& options,
                                          const std::string& position) {
  const auto fill = options.find("fill");
  const bool fill_any = fill != options.end() && fill->second == "any";
  return std::make_unique<EigenstateReference>(fill_any, position.empty() ? kStart : position);
}

}  // namespace games::eigenstate

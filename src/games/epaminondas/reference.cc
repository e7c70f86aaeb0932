// Plain rules of Epaminondas and Crossings, from the rules page alone. Numbers in comments
// ("rule 4") are those of that page.
#include "games/epaminondas/reference.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <compare>
#include <cstddef>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace games::epaminondas {
namespace {

enum class Player { kWhite, kBlack };

Player opponent_of(Player player) {
  return player == Player::kWhite ? Player::kBlack : Player::kWhite;
}

enum class Rules { kStandard, kAbbott, kCrossings };

// A cell of the board, both counted from 1.
struct Cell {
  int column;
  int row;

  auto operator<=>(const Cell&) const = default;
};

struct Direction {
  int columns;
  int rows;
};

constexpr std::array<Direction, 8> kDirections = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};

Cell step(const Cell& cell, const Direction& direction) {
  return {cell.column + direction.columns, cell.row + direction.rows};
}

std::string cell_text(const Cell& cell) {
  return static_cast<char>('a' + cell.column - 1) + std::to_string(cell.row);
}

Cell cell_from_text(const std::string& text) {
  return {text[0] - 'a' + 1, std::stoi(text.substr(1))};
}

// The direction of the straight line from one cell to another.
Direction direction_between(const Cell& from, const Cell& to) {
  const auto sign = [](int number) { return (number > 0) - (number < 0); };
  return {sign(to.column - from.column), sign(to.row - from.row)};
}

// Empty cells have no entry.
using Board = std::map<Cell, Player>;

struct Move {
  Cell rear;    // The rearmost stone that moves.
  Cell target;  // Where the front stone ends.
};

class Epaminondas : public Reference {
 public:
  Epaminondas(Rules rules, const std::string& position)
      : rules_(rules),
        columns_(rules == Rules::kCrossings ? 8 : 14),
        rows_(rules == Rules::kCrossings ? 8 : 12) {
    if (position.empty()) {
      set_up();
    } else {
      read_position(position);
    }
  }

  std::unique_ptr<Reference> clone() const override { return std::make_unique<Epaminondas>(*this); }

  std::string position() const override {
    std::string text;
    for (int row = rows_; row >= 1; --row) {
      text += row_text(row);
      text += row > 1 ? '/' : ' ';
    }
    return text + (player_ == Player::kWhite ? 'w' : 'b');
  }

  int to_move() const override { return player_ == Player::kWhite ? 1 : 2; }

  std::vector<std::string> legal_actions() const override {
    std::vector<std::string> actions;
    if (has_won_by_crossing()) return actions;
    for (const Move& move : legal_moves()) {
      const char sign = board_.contains(move.target) ? 'x' : '-';
      actions.push_back(cell_text(move.rear) + sign + cell_text(move.target));
    }
    std::sort(actions.begin(), actions.end());
    return actions;
  }

  void apply(const std::string& action) override {
    // Both spellings are read alike: whether a move captures follows from the board.
    const std::size_t sign = action.find_first_of("-x");
    board_ = board_after(
        {cell_from_text(action.substr(0, sign)), cell_from_text(action.substr(sign + 1))});
    player_ = opponent_of(player_);
  }

  // Rule 5, in its order.
  std::string result() const override {
    if (has_won_by_crossing()) return player_ == Player::kWhite ? "p1win" : "p2win";
    if (legal_moves().empty()) return player_ == Player::kWhite ? "p2win" : "p1win";
    return "none";
  }

 private:
  // ---- The board.

  // Rule 1: two rows of stones each.
  void set_up() {
    for (int column = 1; column <= columns_; ++column) {
      for (const int row : {1, 2}) board_[{column, row}] = Player::kWhite;
      for (const int row : {rows_ - 1, rows_}) board_[{column, row}] = Player::kBlack;
    }
  }

  bool on_board(const Cell& cell) const {
    return cell.column >= 1 && cell.column <= columns_ && cell.row >= 1 && cell.row <= rows_;
  }

  bool is_empty(const Cell& cell) const { return on_board(cell) && !board_.contains(cell); }

  bool is_stone_of(Player player, const Cell& cell) const {
    const auto found = board_.find(cell);
    return found != board_.end() && found->second == player;
  }

  int far_row(Player player) const { return player == Player::kWhite ? rows_ : 1; }

  int stones_on_far_row(const Board& board, Player player) const {
    return static_cast<int>(std::count_if(board.begin(), board.end(), [&](const auto& entry) {
      return entry.second == player && entry.first.row == far_row(player);
    }));
  }

  // Rule 5: a crossing that the opponent has not answered.
  bool has_won_by_crossing() const {
    return stones_on_far_row(board_, player_) > stones_on_far_row(board_, opponent_of(player_));
  }

  // Crossings: a stone that has reached its far row never moves again and cannot be captured. No
  // stone starts there, so that every stone that stands there has reached it.
  bool is_locked(const Cell& cell) const {
    const auto found = board_.find(cell);
    return rules_ == Rules::kCrossings && found != board_.end() &&
           cell.row == far_row(found->second);
  }

  // ---- Moves (rules 2 to 4).

  // The stones that move when `rear` is the rearmost: all from there to the front of the phalanx
  // (rule 3). A locked stone does not move with them; it then stands in their way.
  std::vector<Cell> phalanx(const Cell& rear, const Direction& direction) const {
    std::vector<Cell> cells;
    Cell cell = rear;
    while (is_stone_of(player_, cell) && !is_locked(cell)) {
      cells.push_back(cell);
      cell = step(cell, direction);
    }
    return cells;
  }

  // Rule 4: the unbroken run of enemy stones from `first` on. Locked stones count in it.
  std::vector<Cell> enemy_line(const Cell& first, const Direction& direction) const {
    std::vector<Cell> cells;
    Cell cell = first;
    while (is_stone_of(opponent_of(player_), cell)) {
      cells.push_back(cell);
      cell = step(cell, direction);
    }
    return cells;
  }

  bool may_capture(std::size_t moving, const Cell& target, const Direction& direction) const {
    return is_stone_of(opponent_of(player_), target) && !is_locked(target) &&
           enemy_line(target, direction).size() < moving;
  }

  // All that rules 2 to 4 allow with this rearmost stone in this direction.
  std::vector<Move> moves_along(const Cell& rear, const Direction& direction) const {
    std::vector<Move> moves;
    const std::vector<Cell> moving = phalanx(rear, direction);
    if (moving.empty()) return moves;
    Cell target = moving.back();
    for (std::size_t distance = 1; distance <= moving.size(); ++distance) {
      target = step(target, direction);
      if (is_empty(target)) {
        moves.push_back({rear, target});
        continue;
      }
      // Nothing moves past a stone or the edge; at best the front ends on an enemy stone.
      if (may_capture(moving.size(), target, direction)) moves.push_back({rear, target});
      break;
    }
    return moves;
  }

  std::vector<Move> legal_moves() const {
    std::vector<Move> moves;
    for (const auto& [rear, owner] : board_) {
      if (owner != player_) continue;
      for (const Direction& direction : kDirections) {
        for (const Move& move : moves_along(rear, direction)) {
          if (!is_forbidden_copy(move)) moves.push_back(move);
        }
      }
    }
    return moves;
  }

  Board board_after(const Move& move) const {
    Board board = board_;
    const Direction direction = direction_between(move.rear, move.target);

    if (rules_ == Rules::kCrossings) {
      board.erase(move.target);  // Only the one stone on the target cell.
    } else {
      for (const Cell& cell : enemy_line(move.target, direction)) board.erase(cell);
    }

    const std::vector<Cell> moving = phalanx(move.rear, direction);
    for (const Cell& cell : moving) board.erase(cell);
    // The line is set down again with its front on the target, each next stone one cell behind.
    const Direction backwards = {-direction.columns, -direction.rows};
    Cell cell = move.target;
    for (std::size_t i = 0; i < moving.size(); ++i) {
      board[cell] = player_;
      cell = step(cell, backwards);
    }
    return board;
  }

  // ---- The option rules=abbott.

  bool equals_its_mirror_image(const Board& board) const {
    Board mirrored;
    for (const auto& [cell, owner] : board) {
      mirrored[{columns_ + 1 - cell.column, cell.row}] = owner;
    }
    return mirrored == board;
  }

  // The inventor's rule against copying: no move may bring one more own stone onto the far row and
  // leave the whole position equal to its left-right mirror image.
  bool is_forbidden_copy(const Move& move) const {
    if (rules_ != Rules::kAbbott) return false;
    // Only a move that ends on the far row can bring a stone there: the front is in the lead.
    if (move.target.row != far_row(player_)) return false;
    const Board after = board_after(move);
    return stones_on_far_row(after, player_) > stones_on_far_row(board_, player_) &&
           equals_its_mirror_image(after);
  }

  // ---- Text.

  std::string row_text(int row) const {
    std::string text;
    int empty = 0;
    const auto write_empty = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (int column = 1; column <= columns_; ++column) {
      const Cell cell = {column, row};
      if (is_empty(cell)) {
        ++empty;
      } else {
        write_empty();
        text += is_stone_of(Player::kWhite, cell) ? 'w' : 'b';
      }
    }
    write_empty();
    return text;
  }

  void read_row(int row, const std::string& text) {
    int column = 1;
    int empty = 0;
    for (const char letter : text) {
      if (std::isdigit(static_cast<unsigned char>(letter))) {
        empty = 10 * empty + (letter - '0');
      } else {
        column += empty;
        empty = 0;
        board_[{column, row}] = letter == 'w' ? Player::kWhite : Player::kBlack;
        ++column;
      }
    }
  }

  void read_position(const std::string& position) {
    std::istringstream fields(position);
    std::string rows, player;
    fields >> rows >> player;
    std::istringstream row_texts(rows);
    std::string text;
    for (int row = rows_; std::getline(row_texts, text, '/'); --row) read_row(row, text);
    player_ = player == "w" ? Player::kWhite : Player::kBlack;
  }

  Rules rules_;
  int columns_;
  int rows_;
  Board board_;
  Player player_ = Player::kWhite;
};

Rules rules_from_options(const ReferenceOptions& options) {
  const auto found = options.find("rules");
  if (found == options.end() || found->second == "standard") return Rules::kStandard;
  return found->second == "abbott" ? Rules::kAbbott : Rules::kCrossings;
}

}  // namespace

std::unique_ptr<Reference> make_reference(const ReferenceOptions& options,
                                          const std::string& position) {
  return std::make_unique<Epaminondas>(rules_from_options(options), position);
}

}  // namespace games::epaminondas

// Plain rules of Yavalath. Rule numbers are those of the rules page.
#include "games/yavalath/reference.h"

#include <algorithm>
#include <cctype>
#include <compare>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace games::yavalath {
namespace {

constexpr char kSwap[] = "swap";
constexpr int kWinningLine = 4;  // Four or more (rule 3).
constexpr int kLosingLine = 3;   // Exactly three (rule 3).

// Rows from 1 (`a`, the bottom), columns from 1 at the left end of their row (rule 1).
struct Cell {
  int row = 1;
  int column = 1;

  auto operator<=>(const Cell&) const = default;
};

std::string cell_text(const Cell& cell) {
  return std::string(1, static_cast<char>('a' + cell.row - 1)) + std::to_string(cell.column);
}

Cell parse_cell(const std::string& text) {
  return {.row = text.at(0) - 'a' + 1, .column = std::stoi(text.substr(1))};
}

// The shape of the board (rule 1). Rows are centred over each other, so in units of half a cell
// every row begins at its own indent, and the cell above to the right is one unit to the right.
class Shape {
 public:
  explicit Shape(int size) : size_(size) {}

  int rows() const { return 2 * size_ - 1; }

  int row_length(int row) const { return rows() - indent(row); }

  bool contains(const Cell& cell) const {
    return cell.row >= 1 && cell.row <= rows() && cell.column >= 1 &&
           cell.column <= row_length(cell.row);
  }

  std::vector<Cell> cells() const {
    std::vector<Cell> all;
    for (int row = 1; row <= rows(); ++row) {
      for (int column = 1; column <= row_length(row); ++column) {
        all.push_back({.row = row, .column = column});
      }
    }
    return all;
  }

  // The cell `half_cells` to the right in the row `rows_up` above. May be off the board.
  Cell step(const Cell& cell, int rows_up, int half_cells) const {
    const int row = cell.row + rows_up;
    const int place = indent(cell.row) + 2 * cell.column + half_cells;
    return {.row = row, .column = (place - indent(row)) / 2};
  }

 private:
  // Half cells between the left end of the longest row and that of `row`. Also the number of cells
  // that `row` is shorter than the longest.
  int indent(int row) const { return std::abs(row - size_); }

  int size_;
};

// One of the three line directions (rule 1), as the arguments of Shape::step.
struct Direction {
  int rows_up;
  int half_cells;

  Direction opposite() const { return {.rows_up = -rows_up, .half_cells = -half_cells}; }
};

constexpr Direction kDirections[] = {
    {.rows_up = 0, .half_cells = 2},   // Along the row.
    {.rows_up = 1, .half_cells = 1},   // Up to the right.
    {.rows_up = 1, .half_cells = -1},  // Up to the left.
};

// Player 1 is white, 2 black, 3 red (rule 2).
char player_letter(int player) { return "wbr"[player - 1]; }

int parse_player(char letter) { return letter == 'w' ? 1 : letter == 'b' ? 2 : 3; }

std::string win_text(int player) { return "p" + std::to_string(player) + "win"; }

// The player on every occupied cell.
using Stones = std::map<Cell, int>;

class YavalathReference : public Reference {
 public:
  YavalathReference(int size, int players, bool swap_allowed, const std::string& position)
      : shape_(size), players_(players), swap_allowed_(swap_allowed) {
    // An empty text leaves the start: no stones, white to move, nobody out.
    if (position.empty()) return;
    std::istringstream text(position);
    std::string rows, player, out;
    text >> rows >> player >> out;
    parse_rows(rows);
    player_ = parse_player(player.at(0));
    if (out != "-") {
      for (char letter : out) out_.insert(parse_player(letter));
    }
  }

  std::unique_ptr<Reference> clone() const override {
    return std::make_unique<YavalathReference>(*this);
  }

  std::string position() const override {
    return rows_text() + ' ' + player_letter(player_) + ' ' + out_text();
  }

  int to_move() const override { return player_; }

  std::vector<std::string> legal_actions() const override {
    if (result() != "none") return {};
    std::vector<std::string> actions;
    for (const Cell& cell : allowed_cells()) actions.push_back(cell_text(cell));
    if (can_swap()) actions.push_back(kSwap);
    std::sort(actions.begin(), actions.end());
    return actions;
  }

  void apply(const std::string& action) override {
    if (action == kSwap) {
      swap_first_stone();
    } else {
      place_stone(parse_cell(action));
    }
  }

  // Everything that ends a game can be seen on the board and in the list of players who are out.
  std::string result() const override {
    // Rule 3: a four wins, also if the same stone made a three.
    for (int player = 1; player <= players_; ++player) {
      if (has_four(player)) return win_text(player);
    }
    if (players_ == 2) {
      // Rule 3: a three without a four loses.
      for (int player : {1, 2}) {
        if (has_three(player)) return win_text(3 - player);
      }
    } else {
      // Rule 6: the last player left wins. Before the full board: elimination is settled first.
      const std::vector<int> left = players_in();
      if (left.size() == 1) return win_text(left.front());
    }
    // Rules 4 and 6.
    if (empty_cells().empty()) return "draw";
    return "none";
  }

 private:
  // --- Text ---

  // The top row comes first.
  std::string rows_text() const {
    std::string text;
    for (int row = shape_.rows(); row >= 1; --row) {
      if (!text.empty()) text += '/';
      text += row_text(row);
    }
    return text;
  }

  std::string row_text(int row) const {
    std::string text;
    int empty = 0;
    for (int column = 1; column <= shape_.row_length(row); ++column) {
      const int owner = stone_at({.row = row, .column = column});
      if (owner == 0) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      text += player_letter(owner);
    }
    if (empty > 0) text += std::to_string(empty);
    return text;
  }

  void parse_rows(const std::string& text) {
    std::istringstream rows(text);
    std::string row_text;
    for (int row = shape_.rows(); std::getline(rows, row_text, '/'); --row) {
      parse_row(row_text, row);
    }
  }

  void parse_row(const std::string& text, int row) {
    int column = 1;
    int number = 0;  // The number read so far; on size 6 it can have two digits.
    for (char letter : text) {
      if (std::isdigit(static_cast<unsigned char>(letter))) {
        number = 10 * number + (letter - '0');
        continue;
      }
      column += number;
      number = 0;
      stones_[{.row = row, .column = column}] = parse_player(letter);
      ++column;
    }
  }

  std::string out_text() const {
    if (out_.empty()) return "-";
    std::string text;
    for (int player : out_) text += player_letter(player);
    return text;
  }

  // --- Board ---

  // The player whose stone is on `cell`, 0 where there is none, also off the board.
  int stone_at(const Cell& cell) const {
    const auto stone = stones_.find(cell);
    return stone == stones_.end() ? 0 : stone->second;
  }

  std::vector<Cell> empty_cells() const {
    std::vector<Cell> cells;
    for (const Cell& cell : shape_.cells()) {
      if (stone_at(cell) == 0) cells.push_back(cell);
    }
    return cells;
  }

  // How many stones of `player` follow each other in `direction`, beginning beside `cell`.
  int stones_beside(const Cell& cell, int player, const Direction& direction) const {
    int count = 0;
    Cell next = shape_.step(cell, direction.rows_up, direction.half_cells);
    while (shape_.contains(next) && stone_at(next) == player) {
      ++count;
      next = shape_.step(next, direction.rows_up, direction.half_cells);
    }
    return count;
  }

  // The lengths of the three whole lines through `cell`, taking the stone on it to be the player's.
  std::set<int> line_lengths_through(const Cell& cell, int player) const {
    std::set<int> lengths;
    for (const Direction& direction : kDirections) {
      lengths.insert(stones_beside(cell, player, direction) + 1 +
                     stones_beside(cell, player, direction.opposite()));
    }
    return lengths;
  }

  // The lengths of all lines of the player's stones.
  std::set<int> line_lengths(int player) const {
    std::set<int> lengths;
    for (const auto& [cell, owner] : stones_) {
      if (owner == player) lengths.merge(line_lengths_through(cell, player));
    }
    return lengths;
  }

  bool has_four(int player) const {
    const std::set<int> lengths = line_lengths(player);
    return !lengths.empty() && *lengths.rbegin() >= kWinningLine;
  }

  bool has_three(int player) const { return line_lengths(player).contains(kLosingLine); }

  // Whether `player` would make a four with a stone on `cell`.
  bool would_make_four(int player, const Cell& cell) const {
    return *line_lengths_through(cell, player).rbegin() >= kWinningLine;
  }

  // --- Turns ---

  std::vector<int> players_in() const {
    std::vector<int> players;
    for (int player = 1; player <= players_; ++player) {
      if (!out_.contains(player)) players.push_back(player);
    }
    return players;
  }

  // The player after the one to move; players who are out are skipped (rule 6).
  int next_player() const {
    int next = player_;
    do {
      next = next % players_ + 1;
    } while (out_.contains(next));
    return next;
  }

  // The empty cells on which `player` would make a four.
  std::vector<Cell> four_cells(int player) const {
    std::vector<Cell> cells;
    for (const Cell& cell : empty_cells()) {
      if (would_make_four(player, cell)) cells.push_back(cell);
    }
    return cells;
  }

  // Rule 6: there is a duty to block only while all three are in, and only towards the next player.
  bool must_block() const {
    return players_ == 3 && out_.empty() && !four_cells(next_player()).empty();
  }

  // The cells that may take a stone in a game that is not over. Rule 6: who must block may also
  // make a four himself, and has to block even if that makes his own three.
  std::vector<Cell> allowed_cells() const {
    if (!must_block()) return empty_cells();
    std::set<Cell> cells;
    for (int player : {player_, next_player()}) {
      for (const Cell& cell : four_cells(player)) cells.insert(cell);
    }
    return {cells.begin(), cells.end()};
  }

  // Rule 5. The one stone on the board is white: only then was it a first placement, and not one
  // that has been swapped already.
  bool can_swap() const {
    return swap_allowed_ && player_ == 2 && stones_.size() == 1 && stones_.begin()->second == 1;
  }

  // Rule 5: the stone changes its colour, not its cell.
  void swap_first_stone() {
    stones_.begin()->second = 2;
    player_ = 1;
  }

  void place_stone(const Cell& cell) {
    const int mover = player_;
    stones_[cell] = mover;
    // Rule 6. With two players a three ends the game and nobody is ever listed as out.
    if (players_ == 3 && !has_four(mover) && has_three(mover)) out_.insert(mover);
    player_ = next_player();
  }

  Shape shape_;
  int players_;
  bool swap_allowed_;
  Stones stones_;
  int player_ = 1;
  std::set<int> out_;  // In the order of the letters w, b, r.
};

std::string option(const ReferenceOptions& options, const std::string& key,
                   const std::string& default_value) {
  const auto found = options.find(key);
  return found == options.end() ? default_value : found->second;
}

}  // namespace

std::unique_ptr<Reference> make_reference(const ReferenceOptions& options,
                                          const std::string& position) {
  const int size = std::stoi(option(options, "size", "5"));
  const int players = std::stoi(option(options, "players", "2"));
  const bool swap_allowed = option(options, "swap", players == 2 ? "on" : "off") == "on";
  return std::make_unique<YavalathReference>(size, players, swap_allowed, position);
}

}  // namespace games::yavalath

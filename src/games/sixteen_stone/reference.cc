// Plain rules of Sixteen Stone, from the rules page alone. Numbers in comments ("rule 4") are those
// of that page.
#include "games/sixteen_stone/reference.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <compare>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace games::sixteen_stone {
namespace {

enum class Player { kRed, kBlue };

Player opponent_of(Player player) { return player == Player::kRed ? Player::kBlue : Player::kRed; }

// A cell of the board, both counted from 1. Cells are ordered by row before column, which is the
// order in which captured cells are written.
struct Cell {
  int row;
  int column;

  auto operator<=>(const Cell&) const = default;
};

struct Direction {
  const char* name;
  int columns;
  int rows;
};

constexpr std::array<Direction, 8> kDirections = {{{"n", 0, 1},
                                                   {"ne", 1, 1},
                                                   {"e", 1, 0},
                                                   {"se", 1, -1},
                                                   {"s", 0, -1},
                                                   {"sw", -1, -1},
                                                   {"w", -1, 0},
                                                   {"nw", -1, 1}}};

Cell step(const Cell& cell, const Direction& direction) {
  return {cell.row + direction.rows, cell.column + direction.columns};
}

const Direction& direction_named(const std::string& name) {
  return *std::find_if(kDirections.begin(), kDirections.end(),
                       [&](const Direction& direction) { return direction.name == name; });
}

std::string cell_text(const Cell& cell) {
  return static_cast<char>('a' + cell.column - 1) + std::to_string(cell.row);
}

Cell cell_from_text(const std::string& text) {
  return {std::stoi(text.substr(1)), text[0] - 'a' + 1};
}

// What the player still has this turn: the STATE of the position text.
struct Rights {
  bool move = false;
  bool push = false;
  bool sacrifice = false;
  bool extra = false;

  bool operator==(const Rights&) const = default;
};

constexpr Rights kNoRights = {};

// Rule 3: each player's first turn (turns 1 and 2) knows no sacrifice.
Rights rights_at_start_of(int turn) {
  return {.move = true, .push = true, .sacrifice = turn > 2, .extra = false};
}

std::string rights_text(const Rights& rights) {
  std::string text;
  if (rights.move) text += 'm';
  if (rights.push) text += 'p';
  if (rights.sacrifice) text += 's';
  if (rights.extra) text += 'x';
  return text.empty() ? "-" : text;
}

Rights rights_from_text(const std::string& text) {
  const auto has = [&](char letter) { return text.find(letter) != std::string::npos; };
  return {.move = has('m'), .push = has('p'), .sacrifice = has('s'), .extra = has('x')};
}

// The stones that take part in a push, from the rearmost own stone to the last enemy stone.
using PushedLine = std::vector<Cell>;

class SixteenStone : public Reference {
 public:
  SixteenStone(int size, bool capture_is_forced, const std::string& position)
      : size_(size), capture_is_forced_(capture_is_forced) {
    if (position.empty()) {
      const int stones_each = size == 5 ? 8 : 32;
      pools_ = {{Player::kRed, stones_each}, {Player::kBlue, stones_each}};
    } else {
      read_position(position);
    }
    settle();
  }

  std::unique_ptr<Reference> clone() const override {
    return std::make_unique<SixteenStone>(*this);
  }

  std::string position() const override {
    std::string text;
    for (int row = size_; row >= 1; --row) {
      text += row_text(row);
      text += row > 1 ? '/' : ' ';
    }
    text += player_ == Player::kRed ? "r " : "b ";
    text += std::to_string(pools_.at(Player::kRed)) + ' ';
    text += std::to_string(pools_.at(Player::kBlue)) + ' ';
    text += std::to_string(turn_) + ' ';
    return text + rights_text(rights_);
  }

  int to_move() const override { return player_ == Player::kRed ? 1 : 2; }

  std::vector<std::string> legal_actions() const override {
    std::vector<std::string> actions;
    if (result() != "none") return actions;
    if (in_placement()) {
      actions = placements();
    } else {
      if (may_push_now()) append(actions, pushes(player_));
      if (may_move_now()) append(actions, moves(player_));
      if (may_sacrifice_now()) actions.push_back("sacrifice");
      if (may_end_now()) actions.push_back("end");
    }
    std::sort(actions.begin(), actions.end());
    return actions;
  }

  void apply(const std::string& action) override {
    if (in_placement()) {
      place(cell_from_text(action));
    } else if (action == "end") {
      rights_ = kNoRights;
    } else if (action == "sacrifice") {
      sacrifice();
    } else if (const std::size_t sign = action.find('>'); sign != std::string::npos) {
      push(cell_from_text(action.substr(0, sign)), direction_named(action.substr(sign + 1)));
    } else {
      move(action);
    }
    settle();
  }

  std::string result() const override {
    if (in_placement()) return "none";
    // Rule 7. In play both players start with more than one stone and the game stops at the first
    // who falls to one, so that never both of these lines apply.
    if (stones_on_board(Player::kBlue) <= 1) return "p1win";
    if (stones_on_board(Player::kRed) <= 1) return "p2win";
    // Rule 3: neither player could start a turn.
    if (!can_act_on_board(Player::kRed) && !can_act_on_board(Player::kBlue)) return "draw";
    return "none";
  }

 private:
  // ---- The board.

  bool on_board(const Cell& cell) const {
    return cell.row >= 1 && cell.row <= size_ && cell.column >= 1 && cell.column <= size_;
  }

  bool is_empty(const Cell& cell) const { return on_board(cell) && !board_.contains(cell); }

  bool is_stone_of(Player player, const Cell& cell) const {
    const auto found = board_.find(cell);
    return found != board_.end() && found->second == player;
  }

  std::vector<Cell> stones_of(Player player) const {
    std::vector<Cell> cells;
    for (const auto& [cell, owner] : board_) {
      if (owner == player) cells.push_back(cell);
    }
    return cells;
  }

  std::size_t stones_on_board(Player player) const { return stones_of(player).size(); }

  // ---- Placement (rule 2).

  bool in_placement() const { return turn_ == 0; }

  std::vector<std::string> placements() const {
    std::vector<std::string> actions;
    for (int row = 1; row <= size_; ++row) {
      for (int column = 1; column <= size_; ++column) {
        const Cell cell = {row, column};
        if (is_empty(cell)) actions.push_back(cell_text(cell));
      }
    }
    return actions;
  }

  void place(const Cell& cell) {
    board_[cell] = player_;
    --pools_[player_];
    player_ = opponent_of(player_);
  }

  // ---- Push (rule 4).

  // The line that `player` would push with `rear` as the rearmost stone, if that push is allowed.
  std::optional<PushedLine> pushed_line(Player player, const Cell& rear,
                                        const Direction& direction) const {
    PushedLine line;
    Cell cell = rear;
    int own = 0;
    for (; is_stone_of(player, cell); cell = step(cell, direction)) {
      line.push_back(cell);
      ++own;
    }
    int enemies = 0;
    for (; is_stone_of(opponent_of(player), cell); cell = step(cell, direction)) {
      line.push_back(cell);
      ++enemies;
    }
    const bool has_room = !on_board(cell) || is_empty(cell);
    if (enemies >= 1 && enemies < own && has_room) return line;
    return std::nullopt;
  }

  std::vector<std::string> pushes(Player player) const {
    std::vector<std::string> actions;
    for (const Cell& rear : stones_of(player)) {
      for (const Direction& direction : kDirections) {
        if (pushed_line(player, rear, direction)) {
          actions.push_back(cell_text(rear) + '>' + direction.name);
        }
      }
    }
    return actions;
  }

  void push(const Cell& rear, const Direction& direction) {
    PushedLine line = *pushed_line(player_, rear, direction);
    // The front goes first, so that every stone shifts onto a free cell.
    std::reverse(line.begin(), line.end());
    for (const Cell& cell : line) {
      const Player owner = board_.at(cell);
      board_.erase(cell);
      const Cell target = step(cell, direction);
      if (on_board(target)) {
        board_[target] = owner;
      } else {
        ++pools_[owner];
      }
    }
    use_right(rights_.push);
  }

  // ---- Move (rule 5).

  // The enemy stones that a stone of `player` surrounds after it moved, in ascending order.
  std::vector<Cell> surrounded(Player player, const Cell& from, const Cell& to) const {
    std::vector<Cell> cells;
    for (const Direction& direction : kDirections) {
      const Cell enemy = step(to, direction);
      const Cell partner = step(enemy, direction);
      // The stone that moved has left `from`; it cannot be its own partner.
      if (is_stone_of(opponent_of(player), enemy) && is_stone_of(player, partner) &&
          partner != from) {
        cells.push_back(enemy);
      }
    }
    std::sort(cells.begin(), cells.end());
    return cells;
  }

  // Every choice of captures among the surrounded stones that the rules allow, each written as the
  // tail of a move text ("xd3xd4").
  std::vector<std::string> capture_choices(Player player, const std::vector<Cell>& cells) const {
    // Each capture needs a stone of the pool.
    const int most = std::min(static_cast<int>(cells.size()), pools_.at(player));
    const int fewest = capture_is_forced_ ? most : 0;
    std::vector<std::string> choices;
    for (unsigned chosen = 0; chosen < (1u << cells.size()); ++chosen) {
      const int count = std::popcount(chosen);
      if (count < fewest || count > most) continue;
      std::string text;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (chosen & (1u << i)) text += 'x' + cell_text(cells[i]);
      }
      choices.push_back(text);
    }
    return choices;
  }

  std::vector<std::string> moves(Player player) const {
    std::vector<std::string> actions;
    for (const Cell& from : stones_of(player)) {
      for (const Direction& direction : kDirections) {
        const Cell to = step(from, direction);
        if (!is_empty(to)) continue;
        for (const std::string& captures : capture_choices(player, surrounded(player, from, to))) {
          actions.push_back(cell_text(from) + '-' + cell_text(to) + captures);
        }
      }
    }
    return actions;
  }

  // The text names all that happens: "b2-c3xd3xd4".
  void move(const std::string& action) {
    const std::size_t dash = action.find('-');
    std::istringstream cells(action.substr(dash + 1));
    std::string text;

    board_.erase(cell_from_text(action.substr(0, dash)));
    std::getline(cells, text, 'x');
    board_[cell_from_text(text)] = player_;
    while (std::getline(cells, text, 'x')) capture(cell_from_text(text));
    use_right(rights_.move);
  }

  // The captured stone goes to its owner's pool, one of the capturer's pool replaces it.
  void capture(const Cell& cell) {
    ++pools_[opponent_of(player_)];
    --pools_[player_];
    board_[cell] = player_;
  }

  // ---- What a turn allows (rules 3 and 6).

  // Whether the board has a push or a move for `player`, whatever the turn allows.
  bool can_act_on_board(Player player) const {
    return !pushes(player).empty() || !moves(player).empty();
  }

  bool may_push_now() const { return rights_.push || rights_.extra; }

  bool may_move_now() const { return rights_.move || rights_.extra; }

  bool may_sacrifice_now() const {
    return rights_.sacrifice && pools_.at(player_) > 0 && can_act_on_board(player_);
  }

  // `end` needs a push or a move made before. The first of them always takes the turn's own push or
  // move, never the extra action, so one of those two is then missing.
  bool may_end_now() const { return !(rights_.move && rights_.push); }

  // Whether anything but `end` can be done.
  bool turn_can_go_on() const {
    return (may_push_now() && !pushes(player_).empty()) ||
           (may_move_now() && !moves(player_).empty()) || may_sacrifice_now();
  }

  // Rule 6: an action takes the turn's own right (`own`: move or push) if it is still there and the
  // extra action otherwise. Rule 3: in a player's first turn one action is all.
  void use_right(bool& own) {
    if (turn_ <= 2) {
      rights_ = kNoRights;
    } else if (own) {
      own = false;
    } else {
      rights_.extra = false;
    }
  }

  // Rule 6: the stone leaves the game for good, so no pool gains it.
  void sacrifice() {
    --pools_[player_];
    rights_.sacrifice = false;
    rights_.extra = true;
  }

  void start_turn(int turn, Player player) {
    turn_ = turn;
    player_ = player;
    rights_ = rights_at_start_of(turn);
  }

  void start_next_turn() { start_turn(turn_ + 1, opponent_of(player_)); }

  // Does what happens by itself (rules 2 and 3): placement ends when all stones stand, a turn ends
  // when nothing further can be done, a turn that cannot start passes. A won game is carried on in
  // the same way, for its text shows what would follow.
  void settle() {
    if (in_placement()) {
      const bool all_stand = pools_[Player::kRed] == 0 && pools_[Player::kBlue] == 0;
      if (!all_stand) return;
      start_turn(1, Player::kRed);
    }
    if (rights_ != rights_at_start_of(turn_)) {
      if (turn_can_go_on()) return;
      start_next_turn();
    }
    // A turn starts. It passes only to a player who can act: when neither can, the game is drawn
    // here and the text keeps the turn that was about to start.
    if (!can_act_on_board(player_) && can_act_on_board(opponent_of(player_))) start_next_turn();
  }

  // ---- Text.

  std::string row_text(int row) const {
    std::string text;
    int empty = 0;
    const auto write_empty = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (int column = 1; column <= size_; ++column) {
      const Cell cell = {row, column};
      if (is_empty(cell)) {
        ++empty;
      } else {
        write_empty();
        text += is_stone_of(Player::kRed, cell) ? 'r' : 'b';
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
        board_[{row, column}] = letter == 'r' ? Player::kRed : Player::kBlue;
        ++column;
      }
    }
  }

  void read_position(const std::string& position) {
    std::istringstream fields(position);
    std::string rows, player, rights;
    fields >> rows >> player >> pools_[Player::kRed] >> pools_[Player::kBlue] >> turn_ >> rights;
    std::istringstream row_texts(rows);
    std::string text;
    for (int row = size_; std::getline(row_texts, text, '/'); --row) read_row(row, text);
    player_ = player == "r" ? Player::kRed : Player::kBlue;
    rights_ = rights_from_text(rights);
  }

  static void append(std::vector<std::string>& to, const std::vector<std::string>& more) {
    to.insert(to.end(), more.begin(), more.end());
  }

  int size_;
  bool capture_is_forced_;
  std::map<Cell, Player> board_;  // Empty cells have no entry.
  std::map<Player, int> pools_;
  Player player_ = Player::kRed;
  int turn_ = 0;  // 0 during placement.
  Rights rights_ = kNoRights;
};

std::string option(const ReferenceOptions& options, const std::string& key,
                   const std::string& otherwise) {
  const auto found = options.find(key);
  return found == options.end() ? otherwise : found->second;
}

}  // namespace

std::unique_ptr<Reference> make_reference(const ReferenceOptions& options,
                                          const std::string& position) {
  return std::make_unique<SixteenStone>(std::stoi(option(options, "size", "5")),
                                        option(options, "capture", "forced") == "forced", position);
}

}  // namespace games::sixteen_stone

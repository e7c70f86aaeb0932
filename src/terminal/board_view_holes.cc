// The board view: pieces with holes, on the board and large.
#include <array>
#include <bit>

#include "games/scene_text.h"
#include "terminal/board_view.h"

namespace terminal {

bool BoardView::has_peg(const games::ScenePiece& piece, int column, int row) const {
  const int turn = flipped_ ? -1 : 1;
  for (std::size_t i = 0; i < scene_.holes.size(); ++i) {
    const auto& hole = scene_.holes[i];
    if (hole.column == turn * column && hole.row == turn * row) return piece.pegs >> i & 1;
  }
  return false;
}

// The body of a piece is its owner's colour, so that holes and pegs lie on it as on wood.
CellStyle BoardView::body_style(int player, int ground) const {
  const int colour = stone_colour(player);
  if (!theme_.has_ground()) return {.foreground = colour, .background = ground, .bold = true};
  return {.foreground = ink_on(colour), .background = colour, .bold = true};
}

CellStyle BoardView::legend_style(int player) const {
  return scene_.holes.empty() ? player_style(player) : body_style(player, kNoColour);
}

void BoardView::draw_pegs(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                          int ground) const {
  const CellStyle style = body_style(piece.player, ground);
  if (cell_rows_ > 5) return draw_all_holes(canvas, row, column, piece, style);
  if (cell_rows_ > 2) return draw_paired_holes(canvas, row, column, piece, style);
  draw_small_piece(canvas, row, column, piece, style);
}

// Room for every hole: five rows of five, the owner's number in the centre.
void BoardView::draw_all_holes(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                               const CellStyle& style) const {
  const std::string peg = look_.ascii ? std::string(1, games::kPegSign) : "●";
  const std::string free = look_.ascii ? std::string(1, games::kFreeHole) : "·";
  for (int y = 2; y >= -2; --y) {
    canvas.put(row + 2 - y, column + 1, std::string(11, ' '), style);
    for (int x = -2; x <= 2; ++x) {
      canvas.put(row + 2 - y, column + middle_column() + 2 * x,
                 x == 0 && y == 0       ? symbol(piece.player)
                 : has_peg(piece, x, y) ? peg
                                        : free,
                 style);
    }
  }
}

// Five rows of holes in three lines: the outer lines hold two rows each.
void BoardView::draw_paired_holes(Canvas& canvas, int row, int column,
                                  const games::ScenePiece& piece, const CellStyle& style) const {
  // None, the upper one, the lower one, both.
  static constexpr std::array<const char*, 4> kLetters = {" ", "'", ".", ":"};
  static constexpr std::array<const char*, 4> kSquares = {" ", "▝", "▗", "▐"};
  const auto& pairs = look_.ascii ? kLetters : kSquares;
  for (int x = -2; x <= 2; ++x) {
    const auto pair = [&](int upper) {
      const std::size_t high = has_peg(piece, x, upper), low = has_peg(piece, x, upper - 1);
      return pairs[high + 2 * low];
    };
    const int at_column = column + middle_column() + x;
    canvas.put(row, at_column, pair(2), style);
    canvas.put(row + 1, at_column,
               x == 0                  ? symbol(piece.player)
               : !has_peg(piece, x, 0) ? " "
               : look_.ascii           ? std::string(1, games::kPegSign)
                                       : "▪",
               style);
    canvas.put(row + 2, at_column, pair(-1), style);
  }
}

// Two lines: the holes as the dots of Braille letters beside the owner's number, or as ASCII the
// owner's number above the number of pegs.
void BoardView::draw_small_piece(Canvas& canvas, int row, int column,
                                 const games::ScenePiece& piece, const CellStyle& style) const {
  // A column of ground lies between it and the next piece.
  canvas.put(row, column, "    ", style);
  canvas.put(row + 1, column, "    ", style);
  if (look_.ascii) {
    const std::string pegs = std::to_string(std::popcount(piece.pegs));
    canvas.put(row, column + middle_column(), symbol(piece.player), style);
    canvas.put(row + 1, column + 3 - static_cast<int>(pegs.size()), pegs, style);
    return;
  }
  // The dots of a letter are numbered by columns, but for the fourth row, which came later.
  static constexpr int kDots[4][2] = {{0, 3}, {1, 4}, {2, 5}, {6, 7}};
  canvas.put(row + 1, column, symbol(piece.player), style);
  for (int letter = 0; letter < 6; ++letter) {
    unsigned dots = 0;
    for (int dot = 0; dot < 8; ++dot) {
      // A row of dots above the first hole keeps the piece in the middle.
      const int x = letter % 3 * 2 + dot % 2, y = letter / 3 * 4 + dot / 2 - 1;
      if (has_peg(piece, x - 2, 2 - y)) dots |= 1u << kDots[dot / 2][dot % 2];
    }
    const char bytes[] = {'\xE2', static_cast<char>(0xA0 | dots >> 6),
                          static_cast<char>(0x80 | (dots & 0x3F))};
    canvas.put(row + letter / 3, column + 1 + letter % 3, std::string(bytes, 3), style);
  }
}

// --- The piece, large ---

namespace {

// Two columns a hole, behind the names of the rows.
constexpr int kHoleColumns = 2, kHoleLeft = 2;

std::size_t hole_index(int hole) { return static_cast<std::size_t>(hole); }

}  // namespace

void BoardView::draw_piece(Canvas& canvas, int row, int column, int cell,
                           std::optional<int> chosen) const {
  const auto* piece = piece_on(cell);
  if (piece == nullptr) return;
  const CellStyle body = body_style(piece->player, kNoColour);
  for (int y = 0; y < 5; ++y) {
    canvas.put(row + y, column + kHoleLeft, std::string(5 * kHoleColumns + 1, ' '), body);
  }
  for (std::size_t i = 0; i < scene_.holes.size(); ++i) {
    const auto& hole = scene_.holes[i];
    const int turn = flipped_ ? -1 : 1;
    const int y = row + 2 - turn * hole.row;
    const int x = column + kHoleLeft + (turn * hole.column + 2) * kHoleColumns + 1;
    canvas.put(y, x, std::string(1, games::hole_sign(scene_, *piece, i)), body);
    if (turn * hole.column == -2) canvas.put(y, column, hole.name.substr(1), {.bold = true});
    if (turn * hole.row == -2) canvas.put(row + 5, x, hole.name.substr(0, 1), {.bold = true});
    if (chosen != static_cast<int>(i)) continue;
    canvas.put(y, x - 1, "[", body);
    canvas.put(y, x + 1, "]", body);
    for (int place = x - 1; place <= x + 1; ++place) canvas.style_at(y, place).reverse = true;
  }
}

std::optional<int> BoardView::hole_at(int row, int column) const {
  const int turn = flipped_ ? -1 : 1;
  for (int i = 0; i < static_cast<int>(scene_.holes.size()); ++i) {
    const auto& hole = scene_.holes[hole_index(i)];
    const int x = turn * hole.column + 2, y = 2 - turn * hole.row;
    const int left = kHoleLeft + x * kHoleColumns;
    if (row == y && column >= left && column < left + kHoleColumns) return i;
  }
  return std::nullopt;
}

int BoardView::next_hole(int hole, Direction direction) const {
  const int turn = flipped_ ? -1 : 1;
  const int column =
      scene_.holes[hole_index(hole)].column + turn * (direction == Direction::kRight  ? 1
                                                      : direction == Direction::kLeft ? -1
                                                                                      : 0);
  const int row = scene_.holes[hole_index(hole)].row + turn * (direction == Direction::kUp     ? 1
                                                               : direction == Direction::kDown ? -1
                                                                                               : 0);
  for (int i = 0; i < static_cast<int>(scene_.holes.size()); ++i) {
    if (scene_.holes[hole_index(i)].column == column && scene_.holes[hole_index(i)].row == row)
      return i;
  }
  return hole;
}

}  // namespace terminal

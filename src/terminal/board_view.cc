#include "terminal/board_view.h"

#include <algorithm>
#include <cmath>

namespace terminal {

namespace {

// The board's own ground, on which every colour of the theme can be seen, and what stands out.
constexpr int kGround = 137, kLastGround = 180, kTargetGround = 108, kChosenGround = 214;
// Room for the names of rows at the left, and of a hexagon at the right.
constexpr int kLabelColumns = 3;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool contains(const std::vector<int>& cells, int cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

}  // namespace

BoardView::BoardView(games::Scene scene, bool flipped, int rows, int columns,
                     const std::array<std::string, 3>& colours)
    : scene_(std::move(scene)), flipped_(flipped), colours_(colours) {
  choose_size(rows, columns);
  lay_out();
}

void BoardView::choose_size(int rows, int columns) {
  int high = 0, wide = 0;
  for (const auto& cell : scene_.cells) {
    high = std::max(high, cell.row + 1);
    wide = std::max(wide, cell.column + 1);
  }
  const bool hexagon = scene_.shape == games::CellShape::kHexagon;
  const int labels = kLabelColumns + (hexagon ? kLabelColumns + 1 : 0);
  struct Size {
    int rows, columns;
  };
  const std::vector<Size> sizes = !scene_.holes.empty() ? std::vector<Size>{{3, 7}}
                                  : hexagon             ? std::vector<Size>{{2, 4}, {1, 4}}
                                                        : std::vector<Size>{{3, 6}, {2, 4}, {1, 3}};
  for (const Size& size : sizes) {
    cell_rows_ = size.rows;
    cell_columns_ = size.columns;
    // Rows of a hexagon need no room below the last one.
    rows_ = hexagon ? high * cell_rows_ - (cell_rows_ - 1) : high * cell_rows_ + 1;
    columns_ = wide * cell_columns_ + labels;
    if (rows_ <= rows && columns_ <= columns) return;
  }
}

void BoardView::lay_out() {
  double left = 0, right = 0;
  int top = 0;
  for (const auto& cell : scene_.cells) {
    left = std::min(left, cell.x);
    right = std::max(right, cell.x);
    top = std::max(top, cell.row);
  }
  for (const auto& cell : scene_.cells) {
    const double across = flipped_ ? right - cell.x : cell.x - left;
    const int down = flipped_ ? cell.row : top - cell.row;
    places_.push_back(
        {down * cell_rows_, kLabelColumns + static_cast<int>(std::lround(across * cell_columns_))});
  }
}

const games::ScenePiece* BoardView::piece_on(int cell) const {
  for (const auto& piece : scene_.pieces) {
    if (piece.cell == cell) return &piece;
  }
  return nullptr;
}

const Colour& BoardView::colour_of(int player) const {
  const Colour* chosen = find_colour(colours_[at(player)]);
  if (chosen == nullptr) chosen = find_colour(scene_.colours[at(player)]);
  return chosen != nullptr ? *chosen : all_colours()[0];
}

Style BoardView::player_style(int player) const {
  return {.foreground = colour_of(player).on_board, .background = kGround, .bold = true};
}

Style BoardView::text_style(int player) const {
  return {.foreground = colour_of(player).in_text, .bold = true};
}

void BoardView::draw(Canvas& canvas, int row, int column, const Marks& marks) const {
  draw_labels(canvas, row, column);
  for (int cell = 0; cell < static_cast<int>(scene_.cells.size()); ++cell) {
    const auto* piece = piece_on(cell);
    Style style =
        piece ? player_style(piece->player) : Style{.foreground = 236, .background = kGround};
    if (contains(marks.last, cell)) style.background = kLastGround;
    if (contains(marks.targets, cell)) style.background = kTargetGround;
    if (marks.chosen == cell) style.background = kChosenGround;
    if (piece && piece->locked) style.underline = true;
    draw_cell(canvas, row, column, cell, style);
    // Brackets tell the same without colours.
    const char* brackets = marks.cursor == cell            ? "[]"
                           : marks.chosen == cell          ? "{}"
                           : contains(marks.targets, cell) ? "<>"
                           : contains(marks.last, cell)    ? "()"
                                                           : nullptr;
    if (brackets == nullptr) continue;
    const Place place = place_of(cell);
    const int middle =
        row + place.row + (scene_.shape == games::CellShape::kHexagon ? 0 : (cell_rows_ - 1) / 2);
    const int reach = scene_.holes.empty() ? 1 : 3;
    const int centre = column + place.column + cell_columns_ / 2;
    style.reverse = marks.cursor == cell;
    style.bold = true;
    style.foreground = marks.cursor == cell ? style.foreground : 16;
    canvas.put(middle, centre - reach, std::string(1, brackets[0]), style);
    canvas.put(middle, centre + reach, std::string(1, brackets[1]), style);
    if (marks.cursor == cell) canvas.style_at(middle, centre).reverse = true;
  }
}

void BoardView::draw_cell(Canvas& canvas, int row, int column, int cell, const Style& style) const {
  const Place place = place_of(cell);
  const bool hexagon = scene_.shape == games::CellShape::kHexagon;
  const Style ground{.background = style.background};
  // The last row of a hexagon has nothing below it.
  const int high = hexagon && place.row + cell_rows_ > rows_ ? 1 : cell_rows_;
  for (int i = 0; i < high; ++i) {
    // Between the rows of a hexagon lies plain ground.
    canvas.put(row + place.row + i, column + place.column,
               std::string(static_cast<std::size_t>(cell_columns_), ' '),
               hexagon && i > 0 ? Style{.background = kGround} : ground);
  }
  const auto* piece = piece_on(cell);
  if (piece != nullptr && !scene_.holes.empty()) {
    draw_pegs(canvas, row + place.row, column + place.column + 1, *piece, style);
    return;
  }
  const char symbol = piece ? scene_.symbols[at(piece->player)] : scene_.empty_symbol;
  canvas.put(row + place.row + (hexagon ? 0 : (cell_rows_ - 1) / 2),
             column + place.column + cell_columns_ / 2, std::string(1, symbol), style);
}

bool BoardView::has_peg(const games::ScenePiece& piece, int column, int row) const {
  const int turn = flipped_ ? -1 : 1;
  for (std::size_t i = 0; i < scene_.holes.size(); ++i) {
    const auto& hole = scene_.holes[i];
    if (hole.column == turn * column && hole.row == turn * row) return piece.pegs >> i & 1;
  }
  return false;
}

// Five rows of holes in three lines: the outer lines hold two rows each.
void BoardView::draw_pegs(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                          const Style& style) const {
  for (int x = -2; x <= 2; ++x) {
    const auto pair = [&](int upper) {
      const bool high = has_peg(piece, x, upper), low = has_peg(piece, x, upper - 1);
      return high && low ? ":" : high ? "'" : low ? "." : " ";
    };
    const int at_column = column + x + 2;
    canvas.put(row, at_column, pair(2), style);
    canvas.put(row + 1, at_column,
               x == 0                 ? std::string(1, scene_.symbols[at(piece.player)])
               : has_peg(piece, x, 0) ? "*"
                                      : " ",
               style);
    canvas.put(row + 2, at_column, pair(-1), style);
  }
}

void BoardView::draw_labels(Canvas& canvas, int row, int column) const {
  const Style style{.bold = true};
  const bool hexagon = scene_.shape == games::CellShape::kHexagon;
  const int middle = hexagon ? 0 : (cell_rows_ - 1) / 2;
  int last_row = 0;
  for (const auto& cell : scene_.cells) last_row = std::max(last_row, cell.row);
  for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
    const auto& cell = scene_.cells[i];
    const Place place = places_[i];
    if (hexagon) {
      // A row begins and ends with the names of its first and last cells.
      const bool ends = i + 1 == scene_.cells.size() || scene_.cells[i + 1].row != cell.row;
      const bool at_left = flipped_ ? ends : cell.column == 0;
      const bool at_right = flipped_ ? cell.column == 0 : ends;
      if (at_left) canvas.put(row + place.row, column + place.column - 3, cell.name, style);
      if (at_right) {
        canvas.put(row + place.row, column + place.column + cell_columns_ + 1, cell.name, style);
      }
      continue;
    }
    if (place.column == kLabelColumns) {
      const std::string name = cell.name.substr(1);
      canvas.put(row + place.row + middle, column + 2 - static_cast<int>(name.size()), name, style);
    }
    if (cell.row == (flipped_ ? last_row : 0)) {
      canvas.put(row + rows_ - 1, column + place.column + cell_columns_ / 2, cell.name.substr(0, 1),
                 style);
    }
  }
}

std::optional<int> BoardView::cell_at(int row, int column) const {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place place = places_[i];
    if (row >= place.row && row < place.row + cell_rows_ && column >= place.column &&
        column < place.column + cell_columns_) {
      return static_cast<int>(i);
    }
  }
  return std::nullopt;
}

int BoardView::next_cell(int cell, Direction direction) const {
  const Place from = place_of(cell);
  int best = cell;
  long best_cost = 0;
  for (int other = 0; other < static_cast<int>(places_.size()); ++other) {
    const Place to = place_of(other);
    const long across = to.column - from.column, down = to.row - from.row;
    const bool vertical = direction == Direction::kUp || direction == Direction::kDown;
    const long ahead = direction == Direction::kUp     ? -down
                       : direction == Direction::kDown ? down
                       : direction == Direction::kLeft ? -across
                                                       : across;
    const long aside = vertical ? across : down;
    if (ahead <= 0 || (!vertical && aside != 0)) continue;
    // Up goes to the upper right where a hexagon offers two, down to the lower left: one diagonal.
    const long tilt = direction == Direction::kUp ? -aside : aside;
    const long cost = ahead * 1000 + std::labs(aside) * 2 + (tilt > 0 ? 1 : 0);
    if (best == cell || cost < best_cost) {
      best = other;
      best_cost = cost;
    }
  }
  return best;
}

// --- The piece, large ---

namespace {

// Two columns a hole, behind the names of the rows.
constexpr int kHoleColumns = 2, kHoleLeft = 2;

}  // namespace

void BoardView::draw_piece(Canvas& canvas, int row, int column, int cell,
                           std::optional<int> chosen) const {
  const auto* piece = piece_on(cell);
  if (piece == nullptr) return;
  const int turn = flipped_ ? -1 : 1;
  for (int i = 0; i < static_cast<int>(scene_.holes.size()); ++i) {
    const auto& hole = scene_.holes[at(i)];
    const int x = turn * hole.column + 2, y = 2 - turn * hole.row;
    const bool centre = hole.column == 0 && hole.row == 0;
    const bool peg = piece->pegs >> i & 1;
    Style style = player_style(piece->player);
    if (chosen == i) style.background = kChosenGround;
    style.reverse = chosen == i;
    canvas.put(row + y, column + kHoleLeft + x * kHoleColumns, chosen == i ? "[" : " ", style);
    canvas.put(row + y, column + kHoleLeft + x * kHoleColumns + 1,
               centre ? "@"
               : peg  ? "*"
                      : "o",
               style);
    canvas.put(row + y, column + kHoleLeft + x * kHoleColumns + 2, chosen == i ? "]" : " ",
               player_style(piece->player));
    if (x == 0) canvas.put(row + y, column, hole.name.substr(1), {.bold = true});
    if (y == 4) {
      canvas.put(row + 5, column + kHoleLeft + x * kHoleColumns + 1, hole.name.substr(0, 1),
                 {.bold = true});
    }
  }
  if (!chosen) return;
  // Later holes were drawn over the right bracket.
  const auto& hole = scene_.holes[at(*chosen)];
  const int x = turn * hole.column + 2, y = 2 - turn * hole.row;
  Style style = player_style(piece->player);
  style.background = kChosenGround;
  style.reverse = true;
  canvas.put(row + y, column + kHoleLeft + x * kHoleColumns + 2, "]", style);
}

std::optional<int> BoardView::hole_at(int row, int column) const {
  const int turn = flipped_ ? -1 : 1;
  for (int i = 0; i < static_cast<int>(scene_.holes.size()); ++i) {
    const auto& hole = scene_.holes[at(i)];
    const int x = turn * hole.column + 2, y = 2 - turn * hole.row;
    const int left = kHoleLeft + x * kHoleColumns;
    if (row == y && column >= left && column < left + kHoleColumns) return i;
  }
  return std::nullopt;
}

int BoardView::next_hole(int hole, Direction direction) const {
  const int turn = flipped_ ? -1 : 1;
  const int column = scene_.holes[at(hole)].column + turn * (direction == Direction::kRight  ? 1
                                                             : direction == Direction::kLeft ? -1
                                                                                             : 0);
  const int row = scene_.holes[at(hole)].row + turn * (direction == Direction::kUp     ? 1
                                                       : direction == Direction::kDown ? -1
                                                                                       : 0);
  for (int i = 0; i < static_cast<int>(scene_.holes.size()); ++i) {
    if (scene_.holes[at(i)].column == column && scene_.holes[at(i)].row == row) return i;
  }
  return hole;
}

}  // namespace terminal

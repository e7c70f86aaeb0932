// The board view: where cells lie and how they are drawn. board_view_holes.cc has pieces with
// holes.
#include "terminal/board_view.h"

#include <algorithm>
#include <cmath>

namespace terminal {

namespace {

// Room for the names of rows at the left, and of a hexagon at the right.
constexpr int kLabelColumns = 3;
// From so many rows a cell a stone is a disc of several characters.
constexpr int kDiscRows = 3;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

bool contains(const std::vector<int>& cells, int cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

// Rows and columns of a cell, the roomiest first. The columns of a hexagon are even, since a row
// is half a cell beside the next.
struct CellSize {
  int rows, columns;
};

const std::vector<CellSize>& sizes_of(const games::Scene& scene) {
  static const std::vector<CellSize> holes = {{6, 13}, {3, 7}, {2, 5}};
  static const std::vector<CellSize> hexagons = {{5, 10}, {4, 8}, {3, 8}, {2, 4}, {1, 4}};
  static const std::vector<CellSize> squares = {{7, 15}, {5, 11}, {3, 7}, {2, 4}, {1, 3}};
  if (!scene.holes.empty()) return holes;
  return scene.shape == games::CellShape::kHexagon ? hexagons : squares;
}

const Theme& theme_named(const std::string& name) {
  const Theme* theme = find_theme(name);
  return theme != nullptr ? *theme : all_themes()[0];
}

}  // namespace

BoardView::BoardView(games::Scene scene, bool flipped, int rows, int columns, BoardLook look)
    : scene_(std::move(scene)),
      flipped_(flipped),
      look_(std::move(look)),
      theme_(theme_named(look_.theme)) {
  choose_size(rows, columns);
  lay_out();
}

void BoardView::choose_size(int rows, int columns) {
  int high = 0, wide = 0;
  for (const auto& cell : scene_.cells) {
    high = std::max(high, cell.row + 1);
    wide = std::max(wide, cell.column + 1);
  }
  const int labels = kLabelColumns + (hexagon() ? kLabelColumns + 1 : 0);
  for (const CellSize& size : sizes_of(scene_)) {
    cell_rows_ = size.rows;
    cell_columns_ = size.columns;
    // Squares have their letters below them.
    rows_ = high * cell_rows_ + (hexagon() ? 0 : 1);
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

int BoardView::middle_row() const {
  // All holes of a piece are five rows, with one between it and the next piece.
  return !scene_.holes.empty() && cell_rows_ > 5 ? 2 : (cell_rows_ - 1) / 2;
}

const games::ScenePiece* BoardView::piece_on(int cell) const {
  for (const auto& piece : scene_.pieces) {
    if (piece.cell == cell) return &piece;
  }
  return nullptr;
}

const games::Colour& BoardView::colour_of(int player) const {
  const games::Colour* chosen = games::find_colour(look_.colours[at(player)]);
  return chosen != nullptr ? *chosen : games::colour_of_game(scene_.colours[at(player)]);
}

int BoardView::stone_colour(int player) const {
  return theme_.has_ground() ? colour_of(player).on_board : colour_of(player).in_text;
}

CellStyle BoardView::player_style(int player) const {
  return {.foreground = stone_colour(player), .background = theme_.ground[0], .bold = true};
}

CellStyle BoardView::text_style(int player) const {
  return {.foreground = colour_of(player).in_text, .bold = true};
}

std::string BoardView::stone_sign(int player) const {
  static constexpr std::array<const char*, 3> kSigns = {"○", "●", "◆"};
  return look_.ascii || !scene_.holes.empty() ? symbol(player) : kSigns[at(player)];
}

// What is pointed out has its own ground; the rest alternates.
int BoardView::ground_of(int cell, const Marks& marks) const {
  if (marks.chosen == cell) return theme_.chosen;
  if (contains(marks.targets, cell)) return theme_.target;
  if (contains(marks.line, cell)) return theme_.line;
  if (contains(marks.reasons, cell)) return theme_.reason;
  if (contains(marks.last, cell)) return theme_.last;
  const auto& here = scene_.cells[at(cell)];
  // Half a cell to the right and a row up, or a whole one to the right: always another of three.
  if (hexagon()) return theme_.ground[at(static_cast<int>(std::lround(here.x * 2)) + 300) % 3];
  return theme_.ground[at((here.row + here.column) % 2)];
}

void BoardView::draw(Canvas& canvas, int row, int column, const Marks& marks) const {
  if (hexagon()) {
    draw_row_ends(canvas, row, column);
  } else {
    draw_labels(canvas, row, column);
  }
  for (int cell = 0; cell < static_cast<int>(scene_.cells.size()); ++cell) {
    const int ground = ground_of(cell, marks);
    draw_cell(canvas, row, column, cell, ground);
    draw_brackets(canvas, row, column, cell, ground, marks);
  }
}

void BoardView::draw_cell(Canvas& canvas, int row, int column, int cell, int ground) const {
  const Place place = place_of(cell);
  row += place.row;
  column += place.column;
  const std::string blank(at(cell_columns_), ' ');
  for (int i = 0; i < cell_rows_; ++i) canvas.put(row + i, column, blank, {.background = ground});
  const auto* piece = piece_on(cell);
  if (piece == nullptr) {
    // A dot is quieter than a letter where many cells are empty.
    const std::string empty = look_.ascii ? std::string(1, scene_.empty_symbol) : "·";
    canvas.put(row + middle_row(), column + middle_column(), empty,
               {.foreground = theme_.mark, .background = ground});
  } else if (!scene_.holes.empty()) {
    draw_pegs(canvas, row, column, *piece, ground);
  } else if (cell_rows_ >= kDiscRows && !look_.ascii) {
    draw_disc(canvas, row, column, *piece, ground);
  } else {
    draw_stone(canvas, row, column, *piece, ground);
  }
}

// Brackets tell the same without colours.
void BoardView::draw_brackets(Canvas& canvas, int row, int column, int cell, int ground,
                              const Marks& marks) const {
  const char* brackets = marks.cursor == cell            ? "[]"
                         : marks.chosen == cell          ? "{}"
                         : contains(marks.targets, cell) ? "<>"
                         : contains(marks.line, cell)    ? "=="
                         : contains(marks.reasons, cell) ? "!!"
                         : contains(marks.last, cell)    ? "()"
                                                         : nullptr;
  if (brackets == nullptr) return;
  const Place place = place_of(cell);
  const int middle = row + place.row + middle_row();
  const int centre = column + place.column + middle_column();
  const CellStyle style{.foreground = theme_.has_ground() ? 16 : kNoColour,
                        .background = ground,
                        .bold = true,
                        .reverse = marks.cursor == cell};
  canvas.put(middle, centre - reach(), std::string(1, brackets[0]), style);
  canvas.put(middle, centre + reach(), std::string(1, brackets[1]), style);
  // The cursor is seen from far away.
  CellStyle& inside = canvas.style_at(middle, centre);
  if (marks.cursor == cell) inside.reverse = !inside.reverse;
}

void BoardView::draw_stone(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                           int ground) const {
  CellStyle style = player_style(piece.player);
  style.background = ground;
  style.underline = piece.locked;
  canvas.put(row + middle_row(), column + middle_column(), stone_sign(piece.player), style);
}

// A round stone made of quarters of characters, with its owner's letter in the middle. Where
// colours cannot tell players apart the first one's are rings.
void BoardView::draw_disc(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                          int ground) const {
  static constexpr std::array<const char*, 16> kQuarters = {" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛",
                                                            "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"};
  const int colour = stone_colour(piece.player);
  const bool ring = piece.player == 0 && (look_.colourless || colour == kNoColour);
  const CellStyle style{.foreground = colour, .background = ground};
  // A character is twice as high as wide: its width is the unit.
  const double radius = std::min(reach(), cell_rows_) - 0.55;
  const double middle_x = middle_column() + 0.5, middle_y = 2 * middle_row() + 1.0;
  for (int y = 0; y < cell_rows_; ++y) {
    for (int x = 0; x < cell_columns_; ++x) {
      int quarters = 0;
      for (int part = 0; part < 4; ++part) {
        const double far =
            std::hypot(x + 0.25 + 0.5 * (part % 2) - middle_x, 2 * y + 0.5 + part / 2 - middle_y);
        if (far <= radius && (!ring || far > radius - 1)) quarters |= 1 << part;
      }
      if (quarters != 0) canvas.put(row + y, column + x, kQuarters[at(quarters)], style);
    }
  }
  CellStyle letter = style;
  letter.bold = true;
  letter.underline = piece.locked;
  if (!ring && colour != kNoColour && !look_.colourless) {
    letter.foreground = ink_on(colour);
    letter.background = colour;
  } else if (!ring) {
    letter.reverse = true;
  }
  canvas.put(row + middle_row(), column + middle_column(), symbol(piece.player), letter);
}

// Numbers at the left of rows of squares, letters below their columns.
void BoardView::draw_labels(Canvas& canvas, int row, int column) const {
  const CellStyle style{.bold = true};
  int last_row = 0;
  for (const auto& cell : scene_.cells) last_row = std::max(last_row, cell.row);
  for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
    const auto& cell = scene_.cells[i];
    const Place place = places_[i];
    if (place.column == kLabelColumns) {
      const std::string name = cell.name.substr(1);
      canvas.put(row + place.row + middle_row(), column + 2 - static_cast<int>(name.size()), name,
                 style);
    }
    if (cell.row == (flipped_ ? last_row : 0)) {
      canvas.put(row + rows_ - 1, column + place.column + middle_column(), cell.name.substr(0, 1),
                 style);
    }
  }
}

// A row of a hexagon begins and ends with the names of its first and last cells.
void BoardView::draw_row_ends(Canvas& canvas, int row, int column) const {
  const CellStyle style{.bold = true};
  for (std::size_t i = 0; i < scene_.cells.size(); ++i) {
    const auto& cell = scene_.cells[i];
    const Place place = places_[i];
    const bool ends = i + 1 == scene_.cells.size() || scene_.cells[i + 1].row != cell.row;
    const bool at_left = flipped_ ? ends : cell.column == 0;
    const bool at_right = flipped_ ? cell.column == 0 : ends;
    const int y = row + place.row + middle_row();
    if (at_left) canvas.put(y, column + place.column - 3, cell.name, style);
    if (at_right) canvas.put(y, column + place.column + cell_columns_ + 1, cell.name, style);
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

}  // namespace terminal

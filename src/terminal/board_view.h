// A scene on a canvas: the board of any game, drawn from its cells, pieces and holes alone.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "games/colours.h"
#include "games/scene.h"
#include "terminal/canvas.h"
#include "terminal/theme.h"

namespace terminal {

// What is pointed out on the board; cells are indices into Scene::cells.
struct Marks {
  std::optional<int> cursor;
  std::optional<int> chosen;
  std::vector<int> targets;
  std::vector<int> last;     // where the last turn changed something
  std::vector<int> line;     // what decided the game
  std::vector<int> reasons;  // where it is to be seen why a turn was bad
};

// What a board is drawn with.
struct BoardLook {
  std::array<std::string, 3> colours = {};  // names, one for each player; "" is the game's own
  std::string theme = {};                   // a name, or "" for the first one
  bool ascii = false;
  bool colourless = false;  // shapes alone tell players apart
};

enum class Direction { kUp, kDown, kLeft, kRight };

class BoardView {
 public:
  // As roomy as the space allows; the smallest form there is where none fits.
  BoardView(games::Scene scene, bool flipped, int rows, int columns, BoardLook look);

  int rows() const { return rows_; }
  int columns() const { return columns_; }

  void draw(Canvas& canvas, int row, int column, const Marks& marks) const;

  // The cell under a place of the drawing.
  std::optional<int> cell_at(int row, int column) const;
  // The next cell in a direction as it is seen; the same one at the edge.
  int next_cell(int cell, Direction direction) const;

  // A piece with holes, large: `@` its centre, `*` a peg, `o` a free hole; the chosen hole marked.
  // Takes kPieceRows rows and kPieceColumns columns.
  void draw_piece(Canvas& canvas, int row, int column, int cell, std::optional<int> hole) const;
  static constexpr int kPieceRows = 6, kPieceColumns = 13;
  // The hole under a place of that drawing.
  std::optional<int> hole_at(int row, int column) const;
  // The next hole in a direction; holes are indices into Scene::holes, the centre included.
  int next_hole(int hole, Direction direction) const;

  const games::ScenePiece* piece_on(int cell) const;
  // The sign of a player's stones in one place: `○`, or the letter of text boards.
  std::string stone_sign(int player) const;
  CellStyle player_style(int player) const;
  // Of that sign beside the board.
  CellStyle legend_style(int player) const;
  CellStyle text_style(int player) const;

 private:
  // The upper left corner of a cell in the drawing.
  struct Place {
    int row;
    int column;
  };
  Place place_of(int cell) const { return places_[static_cast<std::size_t>(cell)]; }
  bool hexagon() const { return scene_.shape == games::CellShape::kHexagon; }
  // Where the middle of a cell is, from its corner; and how far from there brackets stand.
  int middle_row() const;
  int middle_column() const { return cell_columns_ / 2; }
  int reach() const { return (cell_columns_ - 1) / 2; }
  void choose_size(int rows, int columns);
  void lay_out();
  int ground_of(int cell, const Marks& marks) const;
  void draw_cell(Canvas& canvas, int row, int column, int cell, int ground) const;
  void draw_brackets(Canvas& canvas, int row, int column, int cell, int ground,
                     const Marks& marks) const;
  void draw_stone(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                  int ground) const;
  void draw_disc(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                 int ground) const;
  // Pieces with holes, by how much room a cell has.
  CellStyle body_style(int player, int ground) const;
  void draw_pegs(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                 int ground) const;
  void draw_all_holes(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                      const CellStyle& style) const;
  void draw_paired_holes(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                         const CellStyle& style) const;
  void draw_small_piece(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                        const CellStyle& style) const;
  void draw_labels(Canvas& canvas, int row, int column) const;
  void draw_row_ends(Canvas& canvas, int row, int column) const;
  bool has_peg(const games::ScenePiece& piece, int column, int row) const;
  const games::Colour& colour_of(int player) const;
  // Of a stone on the board; kNoColour where it has that of text.
  int stone_colour(int player) const;
  std::string symbol(int player) const {
    return std::string(1, scene_.symbols[static_cast<std::size_t>(player)]);
  }

  games::Scene scene_;
  bool flipped_;
  BoardLook look_;
  const Theme& theme_;
  int cell_rows_ = 1;     // of a cell
  int cell_columns_ = 3;  // from one cell to the next
  int rows_ = 0;
  int columns_ = 0;
  std::vector<Place> places_;
};

}  // namespace terminal

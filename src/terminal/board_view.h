// A scene on a canvas: the board of any game, drawn from its cells, pieces and holes alone.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "games/scene.h"
#include "terminal/canvas.h"

namespace terminal {

// What is pointed out on the board; cells are indices into Scene::cells.
struct Marks {
  std::optional<int> cursor;
  std::optional<int> chosen;
  std::vector<int> targets;
  std::vector<int> last;  // where the last turn changed something
};

enum class Direction { kUp, kDown, kLeft, kRight };

class BoardView {
 public:
  // As roomy as the space allows. `colours` are names of the theme, one for each player.
  BoardView(games::Scene scene, bool flipped, int rows, int columns,
            const std::array<std::string, 3>& colours);

  int rows() const { return rows_; }
  int columns() const { return columns_; }

  void draw(Canvas& canvas, int row, int column, const Marks& marks) const;

  // The cell under a place of the drawing.
  std::optional<int> cell_at(int row, int column) const;
  // The next cell in a direction as it is seen; the same one at the edge.
  int next_cell(int cell, Direction direction) const;

  // A piece with holes, large: `@` its centre, `*` a peg, `o` a free hole; the chosen hole marked.
  // Takes kPieceRows rows.
  void draw_piece(Canvas& canvas, int row, int column, int cell, std::optional<int> hole) const;
  static constexpr int kPieceRows = 6;
  // The hole under a place of that drawing.
  std::optional<int> hole_at(int row, int column) const;
  // The next hole in a direction; holes are indices into Scene::holes, the centre included.
  int next_hole(int hole, Direction direction) const;

  const games::ScenePiece* piece_on(int cell) const;
  Style player_style(int player) const;
  Style text_style(int player) const;

 private:
  // The upper left corner of a cell in the drawing.
  struct Place {
    int row;
    int column;
  };
  Place place_of(int cell) const { return places_[static_cast<std::size_t>(cell)]; }
  void choose_size(int rows, int columns);
  void lay_out();
  void draw_cell(Canvas& canvas, int row, int column, int cell, const Style& style) const;
  void draw_pegs(Canvas& canvas, int row, int column, const games::ScenePiece& piece,
                 const Style& style) const;
  void draw_labels(Canvas& canvas, int row, int column) const;
  bool has_peg(const games::ScenePiece& piece, int column, int row) const;
  const Colour& colour_of(int player) const;

  games::Scene scene_;
  bool flipped_;
  std::array<std::string, 3> colours_;
  int cell_rows_ = 1;     // of a cell
  int cell_columns_ = 3;  // from one cell to the next
  int rows_ = 0;
  int columns_ = 0;
  std::vector<Place> places_;
};

}  // namespace terminal

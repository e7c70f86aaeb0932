#include "games/scene.h"

#include "core/square.h"

namespace games {

std::vector<SceneCell> square_cells(int columns, int rows) {
  std::vector<SceneCell> cells;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      SceneCell cell;
      cell.name = core::cell_name({column, row});
      cell.x = column;
      cell.y = row;
      cell.row = row;
      cell.column = column;
      for (const auto& d : core::kDirections) {
        const int c = column + d.column, r = row + d.row;
        if (c >= 0 && c < columns && r >= 0 && r < rows) cell.neighbours.push_back(r * columns + c);
      }
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

}  // namespace games

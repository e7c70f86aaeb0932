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

Step step_of(const std::vector<Trace>& traces) {
  Step step;
  if (traces.empty()) return step;
  // The last trace moves the rearmost of the mover's stones, if anything moves.
  const int mover = traces.back().player;
  for (const Trace& trace : traces) {
    switch (trace.kind) {
      case TraceKind::kPlace: return {.from = {}, .to = trace.to, .hole = {}};
      case TraceKind::kPeg: return {.from = trace.to, .to = {}, .hole = trace.hole};
      case TraceKind::kMove:
        if (trace.player != mover) break;
        step.from = trace.from;
        if (step.to.empty()) step.to = trace.to;
        break;
      default: break;
    }
  }
  return step;
}

}  // namespace games

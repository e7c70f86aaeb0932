#include "games/scene_text.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace games {

namespace {

std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

// What stands on each cell, in the order of Scene::cells.
std::vector<std::string> cell_texts(const Scene& scene) {
  std::vector<std::string> texts(scene.cells.size(), std::string(1, scene.empty_symbol));
  for (const ScenePiece& piece : scene.pieces) {
    std::string& text = texts[static_cast<std::size_t>(piece.cell)];
    text = scene.symbols[static_cast<std::size_t>(piece.player)];
    if (!scene.holes.empty()) text += ':' + std::to_string(std::popcount(piece.pegs));
  }
  return texts;
}

// The letter that names a row of a hexagon, or the number of a row of squares.
std::string row_label(const Scene& scene, const SceneCell& cell) {
  return scene.shape == CellShape::kHexagon ? cell.name.substr(0, 1) : cell.name.substr(1);
}

}  // namespace

std::string draw_text(const Scene& scene, text::Language language) {
  const auto texts = cell_texts(scene);
  const std::size_t width = scene.holes.empty() ? 1 : 4;
  int rows = 0;
  double left = 0;
  for (const SceneCell& cell : scene.cells) {
    rows = std::max(rows, cell.row + 1);
    left = std::min(left, cell.x);
  }
  std::string out, columns;
  for (int row = rows - 1; row >= 0; --row) {
    std::string line;
    for (std::size_t i = 0; i < scene.cells.size(); ++i) {
      const SceneCell& cell = scene.cells[i];
      if (cell.row != row) continue;
      if (line.empty()) {
        line = padded(row_label(scene, cell), 2);
        // Rows of a hexagon are centred: half a cell is one character.
        line += std::string(static_cast<std::size_t>(std::lround((cell.x - left) * 2)), ' ');
      }
      line += ' ' + padded(texts[i], width);
      if (row == 0 && scene.shape == CellShape::kSquare) {
        columns += ' ' + padded(cell.name.substr(0, 1), width);
      }
    }
    out += line + '\n';
  }
  if (!columns.empty()) out += "  " + columns + '\n';
  for (const SceneCounter& counter : scene.counters) {
    out += scene.symbols[static_cast<std::size_t>(counter.player)];
    out += ": " + text::render(label_of(counter.kind), language) + ' ' +
           std::to_string(counter.value) + '\n';
  }
  return out;
}

}  // namespace games

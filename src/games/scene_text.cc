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

// The board with the names of its rows and columns and on each cell a text of at most so many
// characters.
std::string draw_cells(const Scene& scene, const std::vector<std::string>& texts, std::size_t width,
                       bool framed) {
  int rows = 0;
  double left = 0;
  for (const SceneCell& cell : scene.cells) {
    rows = std::max(rows, cell.row + 1);
    left = std::min(left, cell.x);
  }
  const std::string bar = framed ? " |" : "";
  const std::size_t label_width = framed && rows < 10 ? 1 : 2;
  std::string out, columns;
  for (int row = rows - 1; row >= 0; --row) {
    std::string line;
    for (std::size_t i = 0; i < scene.cells.size(); ++i) {
      const SceneCell& cell = scene.cells[i];
      if (cell.row != row) continue;
      if (line.empty()) {
        line = padded(row_label(scene, cell), label_width) + bar;
        // Rows of a hexagon are centred.
        const double indent = (cell.x - left) * static_cast<double>(width + 1);
        line += std::string(static_cast<std::size_t>(std::lround(indent)), ' ');
      }
      line += ' ' + padded(texts[i], width);
      if (row == 0 && scene.shape == CellShape::kSquare) {
        columns += ' ' + padded(cell.name.substr(0, 1), width);
      }
    }
    out += line + '\n';
  }
  if (columns.empty()) return out;
  const std::string margin(label_width + bar.size(), ' ');
  if (framed) {
    out += std::string(label_width + 1, ' ') + '+' + std::string(columns.size(), '-') + '\n';
  }
  return out + margin + columns + '\n';
}

}  // namespace

std::string draw_text(const Scene& scene, text::Language language) {
  std::string out =
      draw_cells(scene, cell_texts(scene), scene.holes.empty() ? 1 : 4, /*framed=*/false);
  for (const SceneCounter& counter : scene.counters) {
    out += scene.symbols[static_cast<std::size_t>(counter.player)];
    out += ": " + text::render(label_of(counter.kind), language) + ' ' +
           std::to_string(counter.value) + '\n';
  }
  return out;
}

std::string draw_numbers(const Scene& scene, const std::vector<int>& numbers) {
  std::vector<std::string> texts;
  std::size_t width = 1;
  for (const int number : numbers) {
    texts.push_back(std::to_string(number));
    width = std::max(width, texts.back().size());
  }
  return draw_cells(scene, texts, width, /*framed=*/true);
}

char hole_sign(const Scene& scene, const ScenePiece& piece, std::size_t hole) {
  const SceneHole& at = scene.holes[hole];
  if (at.column == 0 && at.row == 0) return kCentreSign;
  return (piece.pegs >> hole & 1) != 0 ? kPegSign : kFreeHole;
}

namespace {

// A row of holes of a piece: `o o * o o`. Holes stand row by row from the bottom.
std::string hole_row(const Scene& scene, const ScenePiece& piece, int row) {
  std::string line;
  for (std::size_t i = 0; i < scene.holes.size(); ++i) {
    if (scene.holes[i].row != row) continue;
    if (!line.empty()) line += ' ';
    line += hole_sign(scene, piece, i);
  }
  return line;
}

int top_hole_row(const Scene& scene) {
  int top = 0;
  for (const SceneHole& hole : scene.holes) top = std::max(top, hole.row);
  return top;
}

// A cell from above: its name and owner, then the rows of holes of what stands on it.
std::vector<std::string> holes_lines(const Scene& scene, std::size_t cell, int top) {
  std::vector<std::string> lines = {scene.cells[cell].name};
  for (const ScenePiece& piece : scene.pieces) {
    if (piece.cell != static_cast<int>(cell)) continue;
    lines[0] += std::string(" ") + scene.symbols[static_cast<std::size_t>(piece.player)];
    for (int row = top; row >= -top; --row) lines.push_back(hole_row(scene, piece, row));
  }
  lines.resize(2 * static_cast<std::size_t>(top) + 2);
  return lines;
}

}  // namespace

std::string draw_piece(const Scene& scene, const ScenePiece& piece) {
  const int top = top_hole_row(scene);
  std::string out, columns;
  for (const SceneHole& hole : scene.holes) {
    if (hole.row == -top) columns += ' ' + hole.name.substr(0, 1);
  }
  for (int row = top; row >= -top; --row) {
    const auto first = std::find_if(scene.holes.begin(), scene.holes.end(),
                                    [&](const SceneHole& hole) { return hole.row == row; });
    out += first->name.substr(1) + " | " + hole_row(scene, piece, row) + '\n';
  }
  return out + "  +" + std::string(columns.size(), '-') + "\n   " + columns + '\n';
}

std::string draw_holes(const Scene& scene) {
  const int top = top_hole_row(scene);
  const auto width = 4 * static_cast<std::size_t>(top) + 1;
  int rows = 0;
  for (const SceneCell& cell : scene.cells) rows = std::max(rows, cell.row + 1);
  std::string out;
  for (int row = rows - 1; row >= 0; --row) {
    std::vector<std::string> lines(static_cast<std::size_t>(2 * top + 2));
    for (std::size_t cell = 0; cell < scene.cells.size(); ++cell) {
      if (scene.cells[cell].row != row) continue;
      const auto parts = holes_lines(scene, cell, top);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!lines[i].empty()) lines[i] += '|';
        lines[i] += parts[i] + std::string(width - parts[i].size(), ' ');
      }
    }
    for (std::string& line : lines) {
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + '\n';
    }
  }
  return out;
}

}  // namespace games

#include "games/scene_svg.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "core/scan.h"
#include "core/utf8.h"

namespace games {

namespace {

// Lengths are in hundredths of a cell; whole numbers are exact enough.
constexpr double kCell = 100;
constexpr double kHoleStep = 17;   // between the holes of a piece
constexpr double kMargin = 60;     // around the board, for its labels
constexpr double kPieceHalf = 46;  // of a piece with holes

std::string number(double value) { return std::to_string(std::lround(value)); }

std::string at(double x, double y) { return " x=\"" + number(x) + "\" y=\"" + number(y) + "\""; }

std::string circle(double x, double y, double radius, std::string_view kind) {
  return "<circle cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"" + number(radius) +
         "\" class=\"" + std::string(kind) + "\"/>";
}

// SVG's y grows downwards.
double left_of(const SceneCell& cell) { return cell.x * kCell; }
double top_of(const SceneCell& cell) { return -cell.y * kCell; }

struct Box {
  double left = 0, right = 0, top = 0, bottom = 0;
};

Box box_of(const Scene& scene) {
  Box box{1e9, -1e9, 1e9, -1e9};
  for (const SceneCell& cell : scene.cells) {
    box.left = std::min(box.left, left_of(cell));
    box.right = std::max(box.right, left_of(cell));
    box.top = std::min(box.top, top_of(cell));
    box.bottom = std::max(box.bottom, top_of(cell));
  }
  const double half = kCell * (scene.shape == CellShape::kHexagon ? 0.6 : 0.5);
  return {box.left - half - kMargin, box.right + half + kMargin, box.top - half - kMargin / 2,
          box.bottom + half + kMargin};
}

// A corner points upwards, so that rows interlock.
std::string hexagon(double x, double y) {
  const double r = kCell / std::sqrt(3.0), half = kCell / 2;
  std::string points;
  for (const auto& [dx, dy] : {std::pair{0.0, -r},
                               {half, -r / 2},
                               {half, r / 2},
                               {0.0, r},
                               {-half, r / 2},
                               {-half, -r / 2}}) {
    points += number(x + dx) + ',' + number(y + dy) + ' ';
  }
  points.pop_back();
  return "<polygon points=\"" + points + "\"";
}

std::string cell_shape(const Scene& scene, const SceneCell& cell) {
  if (scene.shape == CellShape::kHexagon) return hexagon(left_of(cell), top_of(cell));
  return "<rect" + at(left_of(cell) - kCell / 2, top_of(cell) - kCell / 2) +
         " width=\"100\" height=\"100\"";
}

std::string label(double x, double y, const std::string& text) {
  return "<text class=\"label\"" + at(x, y) + ">" + html_escaped(text) + "</text>";
}

// Columns and rows of squares; the first and the last cell of each row of a hexagon.
std::string labels(const Scene& scene) {
  std::string out;
  const Box box = box_of(scene);
  std::map<int, std::pair<const SceneCell*, const SceneCell*>> rows;  // row: first and last cell
  for (const SceneCell& cell : scene.cells) {
    auto& [first, last] = rows[cell.row];
    if (first == nullptr) first = &cell;
    last = &cell;
    if (scene.shape == CellShape::kSquare && cell.row == 0) {
      out += label(left_of(cell), box.bottom - kMargin / 2 + 10, cell.name.substr(0, 1));
    }
  }
  for (const auto& [row, ends] : rows) {
    const auto& [first, last] = ends;
    const double y = top_of(*first) + 10;
    if (scene.shape == CellShape::kSquare) {
      out += label(box.left + kMargin / 2, y, first->name.substr(1));
    } else {
      out +=
          label(left_of(*first) - 84, y, first->name) + label(left_of(*last) + 84, y, last->name);
    }
  }
  return out;
}

std::string board(const Scene& scene) {
  std::string out = "<g id=\"board\">";
  for (const SceneCell& cell : scene.cells) {
    const bool dark = scene.shape == CellShape::kSquare && (cell.row + cell.column) % 2 == 1;
    std::string kind = dark ? "cell odd" : "cell";
    if (cell.far_row_of >= 0) kind += " far" + std::to_string(cell.far_row_of);
    out += cell_shape(scene, cell) + " class=\"" + kind + "\"/>";
  }
  return out + labels(scene) + "</g>";
}

// What marks the owner inside a piece, so that colour is never needed: a disc has nothing, a ring,
// a cross.
std::string owner_glyph(int player, double radius) {
  if (player == 0) return "";
  if (player == 1) return circle(0, 0, radius, "glyph");
  const std::string r = number(radius * 0.8);
  return "<path class=\"glyph\" d=\"M-" + r + " -" + r + "L" + r + " " + r + "M-" + r + " " + r +
         "L" + r + " -" + r + "\"/>";
}

// A piece with holes is a square; the second player's has its corners cut off.
std::string holed_piece(const Scene& scene, int player) {
  const std::string h = number(kPieceHalf), c = number(kPieceHalf - 14);
  std::string out =
      player == 0 ? "<rect x=\"-" + h + "\" y=\"-" + h + "\" width=\"92\" height=\"92\" rx=\"10\"/>"
                  : "<path d=\"M-" + c + " -" + h + "H" + c + "L" + h + " -" + c + "V" + c + "L" +
                        c + " " + h + "H-" + c + "L-" + h + " " + c + "V-" + c + "Z\"/>";
  for (const SceneHole& hole : scene.holes) {
    const bool centre = hole.column == 0 && hole.row == 0;
    if (!centre) out += circle(hole.column * kHoleStep, -hole.row * kHoleStep, 4, "hole");
  }
  return out + (player == 0 ? circle(0, 0, 6, "centre") : owner_glyph(player, 6));
}

std::string piece(const Scene& scene, int player) {
  const std::string name = "p" + std::to_string(player);
  return "<g id=\"piece" + std::to_string(player) + "\" class=\"piece " + name + "\">" +
         (scene.holes.empty() ? "<circle r=\"38\"/>" + owner_glyph(player, 20)
                              : holed_piece(scene, player)) +
         "</g>";
}

const SceneCell* find_cell(const Scene& scene, const std::string& name) {
  for (const SceneCell& cell : scene.cells) {
    if (cell.name == name) return &cell;
  }
  return nullptr;
}

// Where stones left from and came to in the last turn, under the pieces.
std::string traces_below(const Scene& scene) {
  std::string out;
  for (const Trace& trace : scene.last_turn) {
    if (trace.kind == TraceKind::kPeg) continue;
    for (const auto& [name, kind] : {std::pair{&trace.from, "from"}, {&trace.to, "to"}}) {
      if (const SceneCell* cell = find_cell(scene, *name)) {
        out += cell_shape(scene, *cell) + " class=\"" + kind + "\"/>";
      }
    }
  }
  return out;
}

// New pegs are ringed; a cross stands where a stone left the board and nothing came.
std::string traces_above(const Scene& scene) {
  std::string out;
  for (const Trace& trace : scene.last_turn) {
    const SceneCell* cell = find_cell(scene, trace.kind == TraceKind::kPeg ? trace.to : trace.from);
    if (cell == nullptr) continue;
    const double x = left_of(*cell), y = top_of(*cell);
    if (trace.kind == TraceKind::kPeg) {
      for (const SceneHole& hole : scene.holes) {
        if (hole.name != trace.hole) continue;
        out += circle(x + hole.column * kHoleStep, y - hole.row * kHoleStep, 10, "new");
      }
    }
    const bool taken = trace.kind == TraceKind::kCapture || trace.kind == TraceKind::kPushOff;
    const bool empty = std::none_of(scene.pieces.begin(), scene.pieces.end(), [&](const auto& p) {
      return &scene.cells[static_cast<std::size_t>(p.cell)] == cell;
    });
    if (taken && empty) {
      out += "<path class=\"gone\" d=\"M" + number(x - 18) + " " + number(y - 18) +
             "l36 36m0 -36l-36 36\"/>";
    }
  }
  return out;
}

std::string piece_at(const Scene& scene, const ScenePiece& stone) {
  const SceneCell& cell = scene.cells[static_cast<std::size_t>(stone.cell)];
  const double x = left_of(cell), y = top_of(cell);
  std::string out = "<use href=\"#piece" + std::to_string(stone.player) + "\"" + at(x, y) + "/>";
  for (std::size_t i = 0; i < scene.holes.size(); ++i) {
    if ((stone.pegs >> i & 1) == 0) continue;
    const SceneHole& hole = scene.holes[i];
    out += circle(x + hole.column * kHoleStep, y - hole.row * kHoleStep, 7, "peg");
  }
  if (stone.locked)
    out += "<rect class=\"lock\"" + at(x - 10, y - 10) + " width=\"20\" height=\"20\"/>";
  return out;
}

// The bytes of the character that a text starts with; 0 where it is none that a page may hold.
std::size_t utf8_length(std::string_view text) {
  const auto letter = core::first_letter(text);
  if (!letter) return 0;
  const auto code = letter->code;
  const bool control =
      (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0);
  return control || (code & 0xfffe) == 0xfffe ? 0 : letter->bytes;
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text[0];
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '"') {
      out += "&quot;";
    } else if (c == '\'') {
      out += "&#39;";
    } else if (length == 0) {
      out += core::kNoLetter;
    } else {
      out += text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(1, length));
  }
  return out;
}

std::string svg_shapes(const Scene& scene) {
  std::string out = "<defs>" + board(scene);
  for (int player = 0; player < static_cast<int>(scene.symbols.size()); ++player) {
    out += piece(scene, player);
  }
  return out + "</defs>";
}

std::string draw_svg(const Scene& scene, std::string_view label) {
  const Box box = box_of(scene);
  std::string out = "<svg class=\"board\" role=\"img\" viewBox=\"" + number(box.left) + ' ' +
                    number(box.top) + ' ' + number(box.right - box.left) + ' ' +
                    number(box.bottom - box.top) + "\" aria-label=\"" + html_escaped(label) +
                    "\"><use href=\"#board\"/>" + traces_below(scene);
  for (const ScenePiece& stone : scene.pieces) out += piece_at(scene, stone);
  return out + traces_above(scene) + "</svg>";
}

std::string draw_heat(const Scene& scene, const std::vector<double>& shares,
                      const std::function<std::string(double)>& say, std::string_view label) {
  const Box box = box_of(scene);
  const double most = shares.empty() ? 0 : *std::max_element(shares.begin(), shares.end());
  std::string out = "<svg class=\"board\" role=\"img\" viewBox=\"" + number(box.left) + ' ' +
                    number(box.top) + ' ' + number(box.right - box.left) + ' ' +
                    number(box.bottom - box.top) + "\" aria-label=\"" + html_escaped(label) + "\">";
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    const auto& cell = scene.cells[i];
    out += cell_shape(scene, cell) + " class=\"cell\"/>";
    if (shares[i] <= 0) continue;
    // Hundredths: a share that is too small to be seen still has its title.
    const auto hundredths = std::lround(100 * shares[i] / most);
    out += cell_shape(scene, cell) + " class=\"heat\" fill-opacity=\"" +
           core::fixed(static_cast<double>(hundredths) / 100, 2) + "\"><title>" +
           html_escaped(cell.name + ": " + say(shares[i])) + "</title></" +
           (scene.shape == CellShape::kHexagon ? "polygon>" : "rect>");
  }
  return out + labels(scene) + "</svg>";
}

}  // namespace games

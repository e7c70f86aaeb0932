#include "api/board_picture.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "games/colours.h"

namespace api {

using games::CellShape;
using games::Scene;
using games::SceneCell;
using games::ScenePiece;

namespace {

// The colours of the page's wooden board.
constexpr Rgb kTable{0xf7, 0xf5, 0xef}, kFrame{0x7d, 0x55, 0x30}, kField{0xec, 0xd9, 0xb5},
    kOdd{0xe2, 0xca, 0xa0}, kFar{0xc9, 0xa3, 0x5f}, kRule{0xb0, 0x8d, 0x57},
    kLast{0xd8, 0x94, 0x1c}, kPeg{0xff, 0xd5, 0x4a}, kEdge{0x2a, 0x20, 0x14};
constexpr double kHexCorner = 0.57735;  // from its middle, in cells
constexpr double kFrameWidth = 0.28;
constexpr double kHole = 0.17;  // between holes

Rgb darker(Rgb colour, double by) {
  const auto part = [by](std::uint8_t value) { return static_cast<std::uint8_t>(value * by); };
  return {part(colour.red), part(colour.green), part(colour.blue)};
}

class BoardPainter {
 public:
  BoardPainter(const Scene& scene, int width, int height)
      : scene_(scene),
        hexagonal_(scene.shape == CellShape::kHexagon),
        bitmap_(width, height, kTable) {
    for (const SceneCell& cell : scene.cells) {
      low_ = {std::min(low_.x, cell.x), std::min(low_.y, cell.y)};
      high_ = {std::max(high_.x, cell.x), std::max(high_.y, cell.y)};
    }
    const double around = 1 + 2 * kFrameWidth + 0.2;
    const double wide = high_.x - low_.x + around + (hexagonal_ ? 0.6 : 0);
    const double tall = high_.y - low_.y + around + (hexagonal_ ? 0.2 : 0);
    unit_ = std::min(width / wide, height / tall);
  }

  Bitmap paint() && {
    frame();
    for (const SceneCell& cell : scene_.cells) field(cell);
    last_turn();
    for (const ScenePiece& piece : scene_.pieces) {
      if (scene_.holes.empty()) {
        stone(piece);
      } else {
        plate(piece);
      }
    }
    decisive();
    return std::move(bitmap_);
  }

 private:
  Spot place(double x, double y) const {
    return {bitmap_.width() / 2.0 + (x - (low_.x + high_.x) / 2) * unit_,
            bitmap_.height() / 2.0 - (y - (low_.y + high_.y) / 2) * unit_};
  }
  Spot middle_of(const SceneCell& cell) const { return place(cell.x, cell.y); }
  Spot middle_of(const ScenePiece& piece) const {
    return middle_of(scene_.cells[static_cast<std::size_t>(piece.cell)]);
  }

  // In cells from a middle.
  void shape(Spot middle, std::span<const Spot> corners, Rgb colour) {
    std::vector<Spot> placed;
    for (const Spot corner : corners) {
      placed.push_back({middle.x + corner.x * unit_, middle.y + corner.y * unit_});
    }
    bitmap_.polygon(placed, colour);
  }

  void square(Spot middle, double half, double cut, Rgb colour) {
    const double c = half - cut;
    const std::array<Spot, 8> corners = {{{-c, -half},
                                          {c, -half},
                                          {half, -c},
                                          {half, c},
                                          {c, half},
                                          {-c, half},
                                          {-half, c},
                                          {-half, -c}}};
    shape(middle, corners, colour);
  }

  void hexagon(Spot middle, double radius, bool pointed, Rgb colour) {
    std::array<Spot, 6> corners;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const double angle = (static_cast<double>(i) + (pointed ? 0.5 : 0)) * std::acos(-1) / 3;
      corners[i] = {radius * std::cos(angle), radius * std::sin(angle)};
    }
    shape(middle, corners, colour);
  }

  void frame() {
    const Spot middle = place((low_.x + high_.x) / 2, (low_.y + high_.y) / 2);
    if (hexagonal_) {
      const double radius =
          ((high_.y - low_.y) / 2 + 0.5 + kFrameWidth) / std::cos(std::acos(-1) / 6);
      return hexagon(middle, radius, false, kFrame);
    }
    const double wide = (high_.x - low_.x) / 2 + 0.5 + kFrameWidth;
    const double tall = (high_.y - low_.y) / 2 + 0.5 + kFrameWidth;
    const std::array<Spot, 4> corners = {
        {{-wide, -tall}, {wide, -tall}, {wide, tall}, {-wide, tall}}};
    shape(middle, corners, kFrame);
  }

  void cell_shape(const SceneCell& cell, double size, Rgb colour) {
    if (hexagonal_) return hexagon(middle_of(cell), kHexCorner * size, true, colour);
    square(middle_of(cell), 0.5 * size, 0, colour);
  }

  void field(const SceneCell& cell) {
    const bool odd = !hexagonal_ && (cell.row + cell.column) % 2 == 1;
    cell_shape(cell, 1, kRule);
    cell_shape(cell, 0.96, cell.far_row_of >= 0 ? kFar : odd ? kOdd : kField);
  }

  void last_turn() {
    for (const games::Trace& trace : scene_.last_turn) {
      for (const std::string& name : {trace.from, trace.to}) {
        const auto cell = std::find_if(scene_.cells.begin(), scene_.cells.end(),
                                       [&](const SceneCell& each) { return each.name == name; });
        if (cell == scene_.cells.end()) continue;
        cell_shape(*cell, 0.98, kLast);
        cell_shape(*cell, 0.82, kField);
      }
    }
  }

  // Owners are told apart by their signs as well: a dot, a ring, a cross.
  void sign(Spot middle, int player, double size, Rgb colour) {
    if (player == 0) return bitmap_.disc(middle, size * 0.45 * unit_, colour);
    if (player == 1) return bitmap_.ring(middle, size * 0.7 * unit_, size * 0.32 * unit_, colour);
    const double by = size * 0.7 * unit_;
    for (const double lean : {-1.0, 1.0}) {
      bitmap_.line({middle.x - by, middle.y - lean * by}, {middle.x + by, middle.y + lean * by},
                   size * 0.32 * unit_, colour);
    }
  }

  const games::Colour& colour_of(int player) const {
    return games::colour_of_game(scene_.colours[static_cast<std::size_t>(player)]);
  }
  static Rgb ink_of(const games::Colour& colour) {
    return colour.ink.size() == 7 ? parse_rgb(colour.ink) : Rgb{255, 255, 255};  // "#fff"
  }

  void stone(const ScenePiece& piece) {
    const Spot middle = middle_of(piece);
    const auto& colour = colour_of(piece.player);
    const Rgb body = parse_rgb(colour.body);
    bitmap_.disc({middle.x + 0.02 * unit_, middle.y + 0.05 * unit_}, 0.41 * unit_, kEdge, 0.35);
    bitmap_.disc(middle, 0.39 * unit_, darker(body, 0.55));
    bitmap_.disc(middle, 0.365 * unit_, body);
    sign(middle, piece.player, 0.2, ink_of(colour));
    if (piece.locked) bitmap_.ring(middle, 0.31 * unit_, 0.05 * unit_, ink_of(colour));
  }

  void plate(const ScenePiece& piece) {
    const Spot middle = middle_of(piece);
    const auto& colour = colour_of(piece.player);
    const Rgb body = parse_rgb(colour.body);
    const double cut = piece.player == 0 ? 0.05 : 0.13;
    square(middle, 0.46, cut, darker(body, 0.55));
    square(middle, 0.435, cut, body);
    for (std::size_t i = 0; i < scene_.holes.size(); ++i) {
      const auto& hole = scene_.holes[i];
      const Spot at{middle.x + hole.column * kHole * unit_, middle.y - hole.row * kHole * unit_};
      if (hole.column == 0 && hole.row == 0) {
        sign(at, piece.player, 0.08, ink_of(colour));
      } else if (piece.pegs >> i & 1) {
        bitmap_.disc(at, 0.072 * unit_, darker(kPeg, 0.4));
        bitmap_.disc(at, 0.06 * unit_, kPeg);
      } else {
        bitmap_.disc(at, 0.045 * unit_, darker(body, 0.45));
      }
    }
  }

  // The line that decided the game.
  void decisive() {
    for (const int cell : scene_.decisive) {
      bitmap_.ring(middle_of(scene_.cells[static_cast<std::size_t>(cell)]), 0.43 * unit_,
                   0.06 * unit_, kLast);
    }
  }

  const Scene& scene_;
  const bool hexagonal_;
  Bitmap bitmap_;
  Spot low_{1e9, 1e9}, high_{-1e9, -1e9};
  double unit_ = 1;
};

constexpr int kGifWidth = 480;
constexpr int kGifHeight = 440;
constexpr std::size_t kMostPictures = 240;
constexpr int kTurnTime = 80, kEndTime = 300;  // hundredths of a second

// The scenes after each turn, the first one before all of them.
std::vector<Scene> scenes_of(const games::History& history) {
  games::History again(history.initial());
  std::vector<Scene> scenes = {again.scene()};
  for (const games::Action action : history.actions()) {
    again.apply(action);
    if (again.position().at_turn_start() || again.actions().size() == history.actions().size()) {
      scenes.push_back(again.scene());
    }
  }
  return scenes;
}

}  // namespace

Bitmap board_picture(const Scene& scene, int width, int height) {
  return BoardPainter(scene, width, height).paint();
}

std::string preview_png(const Scene& scene) {
  return png_of(board_picture(scene, kPreviewWidth, kPreviewHeight));
}

std::string game_gif(const games::History& history) {
  const auto scenes = scenes_of(history);
  const auto draw = [](const Scene& scene) { return board_picture(scene, kGifWidth, kGifHeight); };
  const std::array<Bitmap, 3> samples = {draw(scenes.front()), draw(scenes[scenes.size() / 2]),
                                         draw(scenes.back())};
  GifWriter gif(samples);
  const std::size_t step = (scenes.size() + kMostPictures - 1) / kMostPictures;
  for (std::size_t i = 0; i + 1 < scenes.size(); i += step) gif.add(draw(scenes[i]), kTurnTime);
  gif.add(samples.back(), kEndTime);
  return std::move(gif).finish();
}

}  // namespace api

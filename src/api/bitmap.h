// Pictures of a few plain shapes, drawn with smooth edges, and written as PNG or as an animated
// GIF.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace api {

struct Rgb {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

// "#d55e00". REQUIRES: it is one.
Rgb parse_rgb(std::string_view text);

struct Spot {
  double x = 0, y = 0;  // pixels, y downwards
};

class Bitmap {
 public:
  Bitmap(int width, int height, Rgb background);

  int width() const { return width_; }
  int height() const { return height_; }
  Rgb at(int x, int y) const { return pixels_[index(x, y)]; }

  void disc(Spot middle, double radius, Rgb colour, double opacity = 1);
  void ring(Spot middle, double radius, double thickness, Rgb colour);
  void line(Spot from, Spot to, double thickness, Rgb colour);
  // Convex, corners in either order.
  void polygon(std::span<const Spot> corners, Rgb colour);

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
           static_cast<std::size_t>(x);
  }
  // Blends the colour wherever `distance`, which is negative inside the shape, allows.
  template <class Distance>
  void fill(Spot low, Spot high, Rgb colour, double opacity, const Distance& distance);

  int width_, height_;
  std::vector<Rgb> pixels_;
};

// A whole PNG file.
std::string png_of(const Bitmap& bitmap);

// A GIF that shows one picture after the other, for ever, written as they come: all are of one
// size.
class GifWriter {
 public:
  // The samples have about the colours that will come; at least one.
  explicit GifWriter(std::span<const Bitmap> samples);
  void add(const Bitmap& picture, int hundredths);  // of a second
  std::string finish() &&;

 private:
  std::uint8_t nearest(Rgb colour);

  std::string out_;
  std::vector<Rgb> palette_;
  std::vector<std::int16_t> known_;  // the nearest, by the first five bits of each part; or -1
  std::optional<Bitmap> last_;
};

}  // namespace api

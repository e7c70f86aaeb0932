#include "api/bitmap.h"

#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>

namespace api {

namespace {

double segment_distance(Spot at, Spot from, Spot to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double length = dx * dx + dy * dy;
  const double along =
      length == 0 ? 0
                  : std::clamp(((at.x - from.x) * dx + (at.y - from.y) * dy) / length, 0.0, 1.0);
  return std::hypot(at.x - from.x - along * dx, at.y - from.y - along * dy);
}

std::uint8_t mixed(std::uint8_t under, std::uint8_t over, double part) {
  return static_cast<std::uint8_t>(std::lround(under + (over - under) * part));
}

void put_big_endian(std::string& out, std::uint32_t number) {
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(number >> shift & 0xff);
}

void put_chunk(std::string& out, std::string_view name, std::string_view content) {
  put_big_endian(out, static_cast<std::uint32_t>(content.size()));
  std::string checked(name);
  checked += content;
  out += checked;
  put_big_endian(out,
                 static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(checked.data()),
                                                  static_cast<uInt>(checked.size()))));
}

std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string out(size, '\0');
  [[maybe_unused]] const int result =
      compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), 6);
  assert(result == Z_OK);
  out.resize(size);
  return out;
}

void put_little_endian(std::string& out, int number) {
  out += static_cast<char>(number & 0xff);
  out += static_cast<char>(number >> 8 & 0xff);
}

// --- GIF ---

constexpr int kColours = 256;
constexpr int kBuckets = 1 << 15;

int bucket_of(Rgb colour) {
  return colour.red >> 3 << 10 | colour.green >> 3 << 5 | colour.blue >> 3;
}

int apart(Rgb a, Rgb b) {
  const int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;
  return red * red * 2 + green * green * 4 + blue * blue * 3;
}

// Codes of growing width, lowest bit first, in blocks of at most 255 bytes.
class CodeWriter {
 public:
  explicit CodeWriter(std::string& out) : out_(out) {}

  void put(int code, int bits) {
    held_ |= static_cast<std::uint32_t>(code) << count_;
    count_ += bits;
    while (count_ >= 8) take();
  }

  void finish() {
    if (count_ > 0) take();
    flush();
    out_ += '\0';
  }

 private:
  void take() {
    block_ += static_cast<char>(held_ & 0xff);
    held_ >>= 8;
    count_ = std::max(0, count_ - 8);
    if (block_.size() == 255) flush();
  }
  void flush() {
    if (block_.empty()) return;
    out_ += static_cast<char>(block_.size());
    out_ += block_;
    block_.clear();
  }

  std::string& out_;
  std::string block_;
  std::uint32_t held_ = 0;
  int count_ = 0;
};

// LZW as GIF has it: a code for each byte, one to begin anew, one for the end; then a new one for
// every sequence met.
void put_lzw(std::string& out, const std::vector<std::uint8_t>& bytes) {
  constexpr int kClear = 256, kEnd = 257, kMost = 4096;
  out += static_cast<char>(8);
  CodeWriter codes(out);
  std::vector<std::int16_t> next;  // of code and byte: the code of both, or -1
  int count = 0, bits = 0;
  const auto begin = [&] {
    next.assign(static_cast<std::size_t>(kMost) * 256, -1);
    count = kEnd + 1;
    bits = 9;
  };
  begin();
  codes.put(kClear, bits);
  int code = bytes.front();
  for (const std::uint8_t byte : std::span(bytes).subspan(1)) {
    auto& known = next[static_cast<std::size_t>(code) * 256 + byte];
    if (known >= 0) {
      code = known;
      continue;
    }
    codes.put(code, bits);
    if (count < kMost) {
      known = static_cast<std::int16_t>(count);
      if (count == 1 << bits) ++bits;
      ++count;
    } else {
      codes.put(kClear, bits);
      begin();
    }
    code = byte;
  }
  codes.put(code, bits);
  if (count == 1 << bits && bits < 12) ++bits;
  codes.put(kEnd, bits);
  codes.finish();
}

struct ChangedArea {
  int left = 0, top = 0, right = 1, bottom = 1;  // beyond the last
};

// What differs from the picture before; one pixel where nothing does.
ChangedArea changed_area(const Bitmap& before, const Bitmap& now) {
  ChangedArea area{now.width(), now.height(), 0, 0};
  for (int y = 0; y < now.height(); ++y) {
    for (int x = 0; x < now.width(); ++x) {
      if (before.at(x, y) == now.at(x, y)) continue;
      area = {std::min(area.left, x), std::min(area.top, y), std::max(area.right, x + 1),
              std::max(area.bottom, y + 1)};
    }
  }
  return area.right == 0 ? ChangedArea{} : area;
}

}  // namespace

Rgb parse_rgb(std::string_view text) {
  unsigned value = 0;
  assert(text.size() == 7 && text[0] == '#');
  std::from_chars(text.data() + 1, text.data() + text.size(), value, 16);
  return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8 & 0xff),
          static_cast<std::uint8_t>(value & 0xff)};
}

Bitmap::Bitmap(int width, int height, Rgb background)
    : width_(width),
      height_(height),
      pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), background) {}

template <class Distance>
void Bitmap::fill(Spot low, Spot high, Rgb colour, double opacity, const Distance& distance) {
  const auto first = [](double at) { return std::max(0, static_cast<int>(std::floor(at - 1))); };
  const auto last = [](double at, int size) {
    return std::min(size, static_cast<int>(std::ceil(at + 1)));
  };
  for (int y = first(low.y); y < last(high.y, height_); ++y) {
    for (int x = first(low.x); x < last(high.x, width_); ++x) {
      const double part = opacity * std::clamp(0.5 - distance(Spot{x + 0.5, y + 0.5}), 0.0, 1.0);
      if (part <= 0) continue;
      Rgb& pixel = pixels_[index(x, y)];
      pixel = {mixed(pixel.red, colour.red, part), mixed(pixel.green, colour.green, part),
               mixed(pixel.blue, colour.blue, part)};
    }
  }
}

void Bitmap::disc(Spot middle, double radius, Rgb colour, double opacity) {
  fill({middle.x - radius, middle.y - radius}, {middle.x + radius, middle.y + radius}, colour,
       opacity, [&](Spot at) { return std::hypot(at.x - middle.x, at.y - middle.y) - radius; });
}

void Bitmap::ring(Spot middle, double radius, double thickness, Rgb colour) {
  const double out = radius + thickness / 2;
  fill({middle.x - out, middle.y - out}, {middle.x + out, middle.y + out}, colour, 1, [&](Spot at) {
    return std::abs(std::hypot(at.x - middle.x, at.y - middle.y) - radius) - thickness / 2;
  });
}

void Bitmap::line(Spot from, Spot to, double thickness, Rgb colour) {
  const double half = thickness / 2;
  fill({std::min(from.x, to.x) - half, std::min(from.y, to.y) - half},
       {std::max(from.x, to.x) + half, std::max(from.y, to.y) + half}, colour, 1,
       [&](Spot at) { return segment_distance(at, from, to) - half; });
}

void Bitmap::polygon(std::span<const Spot> corners, Rgb colour) {
  Spot low = corners[0], high = corners[0];
  double area = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Spot a = corners[i], b = corners[(i + 1) % corners.size()];
    low = {std::min(low.x, a.x), std::min(low.y, a.y)};
    high = {std::max(high.x, a.x), std::max(high.y, a.y)};
    area += a.x * b.y - b.x * a.y;
  }
  const double sign = area > 0 ? 1 : -1;
  fill(low, high, colour, 1, [&](Spot at) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Spot a = corners[i], b = corners[(i + 1) % corners.size()];
      const double dx = b.x - a.x, dy = b.y - a.y, length = std::hypot(dx, dy);
      most = std::max(most, sign * ((at.x - a.x) * dy - (at.y - a.y) * dx) / length);
    }
    return most;
  });
}

std::string png_of(const Bitmap& bitmap) {
  std::string out("\x89PNG\r\n\x1a\n", 8);
  std::string head;
  put_big_endian(head, static_cast<std::uint32_t>(bitmap.width()));
  put_big_endian(head, static_cast<std::uint32_t>(bitmap.height()));
  head += std::string("\x08\x02\x00\x00\x00", 5);  // eight bits, red, green and blue
  put_chunk(out, "IHDR", head);
  std::string rows;
  for (int y = 0; y < bitmap.height(); ++y) {
    rows += '\0';  // as it is
    for (int x = 0; x < bitmap.width(); ++x) {
      const Rgb pixel = bitmap.at(x, y);
      for (const auto part : {pixel.red, pixel.green, pixel.blue}) rows += static_cast<char>(part);
    }
  }
  put_chunk(out, "IDAT", deflated(rows));
  put_chunk(out, "IEND", "");
  return out;
}

// The commonest colours, so that plain surfaces have exactly theirs; edges get the nearest ones.
GifWriter::GifWriter(std::span<const Bitmap> samples) : known_(kBuckets, -1) {
  struct Bucket {
    int count = 0;
    int votes = 0;
    Rgb colour;  // most of them, where there is such a one
  };
  std::vector<Bucket> buckets(kBuckets);
  for (const Bitmap& picture : samples) {
    for (int y = 0; y < picture.height(); ++y) {
      for (int x = 0; x < picture.width(); ++x) {
        const Rgb colour = picture.at(x, y);
        Bucket& bucket = buckets[static_cast<std::size_t>(bucket_of(colour))];
        ++bucket.count;
        if (bucket.votes == 0) bucket.colour = colour;
        bucket.votes += bucket.colour == colour ? 1 : -1;
      }
    }
  }
  std::sort(buckets.begin(), buckets.end(),
            [](const Bucket& a, const Bucket& b) { return a.count > b.count; });
  for (const Bucket& bucket : std::span(buckets).first(kColours)) palette_.push_back(bucket.colour);
  out_ = "GIF89a";
  put_little_endian(out_, samples.front().width());
  put_little_endian(out_, samples.front().height());
  out_ += std::string("\xf7\x00\x00", 3);  // one palette of 256 for all
  for (const Rgb colour : palette_) {
    for (const auto part : {colour.red, colour.green, colour.blue}) out_ += static_cast<char>(part);
  }
  out_ += std::string("!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00", 19);  // again and again
}

std::uint8_t GifWriter::nearest(Rgb colour) {
  auto& known = known_[static_cast<std::size_t>(bucket_of(colour))];
  if (known < 0) {
    const auto best = std::min_element(palette_.begin(), palette_.end(), [&](Rgb a, Rgb b) {
      return apart(a, colour) < apart(b, colour);
    });
    known = static_cast<std::int16_t>(best - palette_.begin());
  }
  return static_cast<std::uint8_t>(known);
}

void GifWriter::add(const Bitmap& picture, int hundredths) {
  const ChangedArea area =
      last_ ? changed_area(*last_, picture) : ChangedArea{0, 0, picture.width(), picture.height()};
  out_ += std::string("!\xf9\x04\x04", 4);  // what was there stays
  put_little_endian(out_, hundredths);
  out_ += std::string("\x00\x00,", 3);
  put_little_endian(out_, area.left);
  put_little_endian(out_, area.top);
  put_little_endian(out_, area.right - area.left);
  put_little_endian(out_, area.bottom - area.top);
  out_ += '\0';
  std::vector<std::uint8_t> bytes;
  for (int y = area.top; y < area.bottom; ++y) {
    for (int x = area.left; x < area.right; ++x) bytes.push_back(nearest(picture.at(x, y)));
  }
  put_lzw(out_, bytes);
  last_ = picture;
}

std::string GifWriter::finish() && { return std::move(out_) + ';'; }

}  // namespace api

// Boards as pictures: what is written is read back by a reader of its own.
#include <gtest/gtest.h>
#include <zlib.h>

#include "api/board_picture.h"
#include "games/colours.h"
#include "games/list.h"
#include "service_fixture.h"

namespace tests {
namespace {

using api::Rgb;

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return number;
}

struct Decoded {
  int width = 0, height = 0;
  std::vector<Rgb> pixels;
  Rgb at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};

Decoded decoded_png(const std::string& png) {
  Decoded out;
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  std::string packed;
  std::size_t at = 8;
  while (at + 12 <= png.size()) {
    const auto size = big_endian(png, at);
    const auto name = png.substr(at + 4, 4);
    const auto checked = png.substr(at + 4, size + 4);
    EXPECT_EQ(
        big_endian(png, at + 8 + size),
        crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size())))
        << name;
    if (name == "IHDR") {
      out.width = static_cast<int>(big_endian(png, at + 8));
      out.height = static_cast<int>(big_endian(png, at + 12));
    }
    if (name == "IDAT") packed += png.substr(at + 8, size);
    at += size + 12;
  }
  EXPECT_EQ(at, png.size());
  const auto row = static_cast<std::size_t>(out.width) * 3 + 1;
  uLongf size = row * static_cast<std::size_t>(out.height);
  std::string rows(size, '\0');
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(rows.data()), &size,
                       reinterpret_cast<const Bytef*>(packed.data()), packed.size()),
            Z_OK);
  EXPECT_EQ(size, rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % row == 0) {
      EXPECT_EQ(rows[i], 0);
      continue;
    }
    if (i % row % 3 != 1) continue;
    out.pixels.push_back({static_cast<std::uint8_t>(rows[i]),
                          static_cast<std::uint8_t>(rows[i + 1]),
                          static_cast<std::uint8_t>(rows[i + 2])});
  }
  return out;
}

// A reader of GIF files: whole frames, as they are seen one after the other.
class GifReader {
 public:
  explicit GifReader(const std::string& bytes) : bytes_(bytes) { read(); }
  std::vector<Decoded> frames;
  std::vector<int> times;

 private:
  int byte() { return at_ < bytes_.size() ? static_cast<unsigned char>(bytes_[at_++]) : -1; }
  int word() {
    const int low = byte();
    return low | byte() << 8;
  }

  std::string blocks() {
    std::string out;
    for (int size = byte(); size > 0; size = byte()) {
      out += bytes_.substr(at_, static_cast<std::size_t>(size));
      at_ += static_cast<std::size_t>(size);
    }
    return out;
  }

  void read() {
    ASSERT_EQ(bytes_.substr(0, 6), "GIF89a");
    at_ = 6;
    seen_.width = word();
    seen_.height = word();
    ASSERT_EQ(byte(), 0xf7);
    at_ += 2;
    for (int i = 0; i < 256; ++i) {
      const int red = byte(), green = byte(), blue = byte();
      palette_.push_back({static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green),
                          static_cast<std::uint8_t>(blue)});
    }
    seen_.pixels.resize(static_cast<std::size_t>(seen_.width * seen_.height));
    for (int kind = byte(); kind != ';'; kind = byte()) {
      ASSERT_TRUE(kind == '!' || kind == ',') << kind;
      if (kind == '!') {
        const int label = byte();
        const auto content = blocks();
        if (label == 0xf9) {
          times.push_back(static_cast<unsigned char>(content[1]) |
                          static_cast<unsigned char>(content[2]) << 8);
        }
        continue;
      }
      frame();
    }
    EXPECT_EQ(at_, bytes_.size());
  }

  void frame() {
    const int left = word(), top = word(), width = word(), height = word();
    ASSERT_EQ(byte(), 0);
    ASSERT_EQ(byte(), 8);
    const auto indices = unpacked(blocks());
    ASSERT_EQ(indices.size(), static_cast<std::size_t>(width * height));
    for (int i = 0; i < width * height; ++i) {
      const int x = left + i % width, y = top + i / width;
      seen_.pixels[static_cast<std::size_t>(y * seen_.width + x)] =
          palette_[static_cast<unsigned char>(indices[static_cast<std::size_t>(i)])];
    }
    frames.push_back(seen_);
  }

  static std::string unpacked(const std::string& packed) {
    std::vector<std::string> table;
    std::string out, last;
    int bits = 9;
    const auto clear = [&] {
      table.clear();
      for (int i = 0; i < 256; ++i) table.emplace_back(1, static_cast<char>(i));
      table.emplace_back();
      table.emplace_back();
      bits = 9;
      last.clear();
    };
    clear();
    std::size_t at = 0;
    while (true) {
      unsigned code = 0;
      for (int i = 0; i < bits; ++i, ++at) {
        if (at / 8 >= packed.size()) {
          ADD_FAILURE() << "no end";
          return out;
        }
        code |= (static_cast<unsigned char>(packed[at / 8]) >> at % 8 & 1u) << i;
      }
      if (code == 256) {
        clear();
        continue;
      }
      if (code == 257) return out;
      if (code > table.size() || (code == table.size() && last.empty())) {
        ADD_FAILURE() << "no such code: " << code;
        return out;
      }
      const std::string entry = code < table.size() ? table[code] : last + last[0];
      if (!last.empty() && table.size() < 4096) table.push_back(last + entry[0]);
      if (table.size() == std::size_t{1} << bits && bits < 12) ++bits;
      out += entry;
      last = entry;
    }
  }

  const std::string& bytes_;
  std::size_t at_ = 0;
  std::vector<Rgb> palette_;
  Decoded seen_;
};

int count_of(const Decoded& picture, Rgb colour) {
  return static_cast<int>(std::count(picture.pixels.begin(), picture.pixels.end(), colour));
}

Rgb body_of(const games::Scene& scene, int player) {
  return api::parse_rgb(
      games::colour_of_game(scene.colours[static_cast<std::size_t>(player)]).body);
}

TEST(Pictures, ABitmapComesBackFromItsPng) {
  api::Bitmap bitmap(31, 17, {1, 2, 3});
  bitmap.disc({10, 8}, 5, {200, 100, 50});
  bitmap.ring({22, 8}, 4, 2, {0, 255, 0});
  bitmap.line({0, 0}, {30, 16}, 1.5, {9, 9, 200});
  const auto read = decoded_png(api::png_of(bitmap));
  ASSERT_EQ(read.width, 31);
  ASSERT_EQ(read.height, 17);
  for (int y = 0; y < 17; ++y) {
    for (int x = 0; x < 31; ++x) EXPECT_EQ(read.at(x, y), bitmap.at(x, y)) << x << ' ' << y;
  }
  EXPECT_EQ(read.at(7, 8), (Rgb{200, 100, 50}));
  EXPECT_EQ(read.at(0, 16), (Rgb{1, 2, 3}));
}

TEST(Pictures, EveryGameHasOneWithItsPieces) {
  for (const auto& game : games::all_games()) {
    const auto position = games::Position::start(game, {});
    ASSERT_TRUE(position) << game.name;
    const auto scene = position->scene();
    const auto read = decoded_png(api::preview_png(scene));
    EXPECT_EQ(read.width, api::kPreviewWidth);
    EXPECT_EQ(read.height, api::kPreviewHeight);
    for (const auto& piece : scene.pieces) {
      EXPECT_GT(count_of(read, body_of(scene, piece.player)), 500) << game.name;
    }
    EXPECT_GT(count_of(read, {0xec, 0xd9, 0xb5}), 5000) << game.name;
  }
}

TEST(Pictures, AGifShowsWhatWasAdded) {
  std::vector<api::Bitmap> pictures;
  for (int i = 0; i < 4; ++i) {
    pictures.emplace_back(60, 40, Rgb{240, 230, 200});
    for (int k = 0; k <= i; ++k) pictures.back().disc({10.0 + 12 * k, 20}, 5, {0, 120, 80});
  }
  api::GifWriter writer(pictures);
  for (const auto& picture : pictures) writer.add(picture, 50);
  writer.add(pictures.back(), 200);  // nothing changes
  const auto bytes = std::move(writer).finish();
  const GifReader read(bytes);
  ASSERT_EQ(read.frames.size(), 5u);
  EXPECT_EQ(read.times, (std::vector{50, 50, 50, 50, 200}));
  for (std::size_t i = 0; i < 5; ++i) {
    const auto& wanted = pictures[std::min<std::size_t>(i, 3)];
    for (int k = 0; k < 4; ++k) {
      EXPECT_EQ(read.frames[i].at(10 + 12 * k, 20), wanted.at(10 + 12 * k, 20)) << i << ' ' << k;
    }
  }
}

// So much that codes are given out of twelve bits and begun anew.
TEST(Pictures, AGifOfNoiseComesBack) {
  api::Bitmap noise(300, 300, {0, 0, 0});
  std::uint32_t state = 1;
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 300; ++x) {
      state = state * 1664525 + 1013904223;
      const auto grey = static_cast<std::uint8_t>(state >> 27 << 3);
      const std::array<api::Spot, 4> dot = {
          {{x + 0.0, y + 0.0}, {x + 1.0, y + 0.0}, {x + 1.0, y + 1.0}, {x + 0.0, y + 1.0}}};
      noise.polygon(dot, {grey, grey, grey});
    }
  }
  api::GifWriter writer(std::span(&noise, 1));
  writer.add(noise, 10);
  const auto bytes = std::move(writer).finish();
  const GifReader read(bytes);
  ASSERT_EQ(read.frames.size(), 1u);
  int wrong = 0;
  for (int y = 0; y < 300; ++y) {
    for (int x = 0; x < 300; ++x) {
      wrong += std::abs(read.frames[0].at(x, y).red - noise.at(x, y).red) > 16;
    }
  }
  EXPECT_EQ(wrong, 0);
}

TEST(ServerPictures, OfATableShowWhatSpectatorsSee) {
  Server server;
  const auto made = server.table("yavalath", {"me", "me"}, {{"options", {{"swap", "off"}}}}).json;
  const std::string id = made["id"], path = "/api/tables/" + id + "/picture.png";
  const auto start = server.get(path);
  EXPECT_EQ(start.status, 200);
  EXPECT_EQ(start.type, "image/png");
  EXPECT_EQ(start.body, server.get("/api/picture.png", "game=yavalath").body);
  ASSERT_EQ(server.turn(id, "e5", 0, made["token"]).status, 200);
  const auto after = server.get(path);
  EXPECT_GT(count_of(decoded_png(after.body), {0xfb, 0xfa, 0xf5}), 200) << "a white stone";
  EXPECT_EQ(server.get("/api/tables/nobody/picture.png").code(), "no_such_table");
  EXPECT_EQ(server.get("/api/picture.png", "game=chess").code(), "unknown_game");
  EXPECT_EQ(server.get("/api/picture.png", "game=yavalath&options=size=99").code(), "bad_options");
}

TEST(ServerPictures, AFinishedGameMoves) {
  Server server;
  const auto made = server.table("yavalath", {"me", "me"}, {{"options", {{"swap", "off"}}}}).json;
  const std::string id = made["id"], path = "/api/tables/" + id + "/picture.gif";
  EXPECT_EQ(server.get(path).code(), "not_over");
  int after = 0;
  for (const char* turn : {"e5", "a1", "e6", "a2", "e8", "i5", "e7"}) {
    ASSERT_EQ(server.turn(id, turn, after++, made["token"]).status, 200) << turn;
  }
  const auto got = server.get(path);
  EXPECT_EQ(got.type, "image/gif");
  const GifReader read(got.body);
  EXPECT_EQ(read.frames.size(), 8u) << "the start, and a picture a turn";
  const Rgb white{0xfb, 0xfa, 0xf5};
  EXPECT_GT(count_of(read.frames[7], white), count_of(read.frames[1], white));
  const auto record =
      nlohmann::json::parse(server.get("/api/tables/" + id + "/record", "format=json").body);
  EXPECT_EQ(server.post("/api/record/picture.gif", {{"record", record}}).body, got.body);
  EXPECT_EQ(server.get("/api/tables/nobody/picture.gif").code(), "no_such_table");
  EXPECT_EQ(server
                .post("/api/record/picture.gif",
                      {{"record", {{"game", "chess"}, {"turns", nlohmann::json::array()}}}})
                .code(),
            "bad_record");
}

std::string preview(Server& server, const std::string& path) {
  auto request = server.request("GET", path);
  request.origin = "https://example.org";
  std::promise<std::string> head;
  server.service().preview(request, [&](std::string told) { head.set_value(std::move(told)); });
  return head.get_future().get();
}

TEST(ServerPreviews, TellTheGameAndItsBoard) {
  Server server;
  const auto made =
      server
          .post("/api/tables",
                {{"game", "sixteen-stone"},
                 {"seats", {{{"who", "me"}, {"name", "Secretive"}}, {{"who", "open"}}}}})
          .json;
  const std::string id = made["id"];
  const auto head = preview(server, "/g/" + id);
  EXPECT_NE(head.find("content=\"Sixteen Stone\""), std::string::npos) << head;
  EXPECT_NE(head.find("content=\"https://example.org/api/tables/" + id + "/picture.png?after=0\""),
            std::string::npos)
      << head;
  EXPECT_EQ(head.find("Secretive"), std::string::npos) << "who plays is nobody's business";
  EXPECT_EQ(head.find(made["token"].get<std::string>()), std::string::npos);
  EXPECT_EQ(head.find(made["invites"][0]["token"].get<std::string>()), std::string::npos);
  EXPECT_NE(preview(server, "/analyse/yavalath").find("/api/picture.png?game=yavalath"),
            std::string::npos);
  EXPECT_NE(preview(server, "/embed/g/" + id).find(id + "/picture.png"), std::string::npos);
  for (const char* path : {"/", "/help", "/g/nobody", "/analyse/chess", "/embed/g/nobody"}) {
    EXPECT_EQ(preview(server, path), "") << path;
  }
}

}  // namespace
}  // namespace tests

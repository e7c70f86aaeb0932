// How proofs name positions of two-player Yavalath: exactly, in the order of their texts.
//
// Cells are numbered in reading order, as the position text has them: from the top row down, each
// row from the left. Nothing here knows the rules or the symmetries, so that the checker may use
// it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/options.h"

namespace solve::proof {

using games::Parsed;

inline constexpr int kSmallestSize = 3;
inline constexpr int kLargestSize = 6;
inline constexpr int kMaxCells = 91;
inline constexpr int kMaxKeyBytes = 19;

constexpr int cell_count(int size) { return 3 * size * (size - 1) + 1; }
constexpr int row_count(int size) { return 2 * size - 1; }
// Rows are counted from the top here; the board is as long upside down.
constexpr int row_length(int row, int size) {
  return row_count(size) - (row < size ? size - 1 - row : row - (size - 1));
}

enum Stone : std::uint8_t { kEmpty, kWhite, kBlack };
constexpr Stone stone_of(int player) { return player == 0 ? kWhite : kBlack; }

// What lies on each cell, in reading order.
using Stones = std::array<Stone, kMaxCells>;

// "c3" for a number in reading order.
std::string cell_text(int cell, int size);
// `5/6/7/8/4w4/8/7/6/5 b -`; `player` is 0 or 1.
std::string position_text(const Stones& stones, int player, int size);

struct Placement {
  Stones stones{};
  int to_move = 0;
  friend bool operator==(const Placement&, const Placement&) = default;
};
// The stones and the player of a position text. Lines of three are no concern here.
Parsed<Placement> parse_placement(std::string_view text, int size);

// A position as bytes, of which the first key_bytes(size) count. Keys of one size compare as the
// texts of their positions do.
struct Key {
  std::array<std::uint8_t, kMaxKeyBytes> bytes{};
  friend auto operator<=>(const Key&, const Key&) = default;
};
int key_bytes(int size);
Key key_of(const Stones& stones, int size);
// The stones of a key; nothing where the bytes are no key.
std::optional<Stones> stones_of(const Key& key, int size);

// One symmetry: cell i of the image has what lies on cell image[i] of the original.
using CellMap = std::array<std::uint8_t, kMaxCells>;

struct SmallestImage {
  Key key;
  int symmetry = 0;  // which of the maps leads to it
};
// The image with the smallest text among those that the maps give. REQUIRES: at least one map, at
// most 16.
SmallestImage smallest_image(const Stones& stones, std::span<const CellMap> maps, int size);

}  // namespace solve::proof

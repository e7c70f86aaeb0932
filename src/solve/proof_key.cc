#include "solve/proof_key.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <memory>
#include <numeric>

#include "games/position_text.h"

namespace solve::proof {

namespace {

constexpr std::string_view kLetters = "wb";
constexpr int kLongestRow = 2 * kLargestSize - 1;

games::RowsLayout layout(int size) {
  games::RowsLayout layout{{}, kLetters};
  for (int row = 0; row < row_count(size); ++row) layout.lengths.push_back(row_length(row, size));
  return layout;
}

constexpr int power_of_3(int exponent) {
  int power = 1;
  for (int i = 0; i < exponent; ++i) power *= 3;
  return power;
}

constexpr int row_bits(int length) {
  return std::bit_width(static_cast<unsigned>(power_of_3(length) - 1));
}

// A row as a number in base 3, the leftmost cell being the highest digit.
int row_number(const Stone* cells, int length) {
  int number = 0;
  for (int i = 0; i < length; ++i) number = 3 * number + cells[i];
  return number;
}

// The same where an image takes its cells from elsewhere.
int row_number(const Stones& stones, const std::uint8_t* from, int length) {
  int number = 0;
  for (int i = 0; i < length; ++i) number = 3 * number + stones[from[i]];
  return number;
}

void set_row(int number, Stone* cells, int length) {
  for (int i = length - 1; i >= 0; --i, number /= 3) cells[i] = static_cast<Stone>(number % 3);
}

// All rows of one length: where each stands among them when their texts are sorted, and back.
struct RowOrder {
  std::vector<std::int32_t> rank;
  std::vector<std::int32_t> number;

  explicit RowOrder(int length) : rank(power_of_3(length)) {
    number.reserve(rank.size());
    add_rows(0, length, true);
    for (std::size_t i = 0; i < number.size(); ++i) rank[number[i]] = static_cast<int>(i);
  }

 private:
  // Every row that begins like this, in the order of their texts: sorting 177,147 texts would take
  // longer than most games of the board that needs them. Two numbers never follow each other.
  void add_rows(int begin, int left, bool may_be_empty) {
    if (left == 0) {
      number.push_back(begin);
      return;
    }
    if (may_be_empty) {
      for (const int run : runs_in_order(left)) {
        add_rows(begin * power_of_3(run), left - run, false);
      }
    }
    for (const Stone stone : {kBlack, kWhite}) add_rows(3 * begin + stone, left - 1, true);
  }

  // The numbers of empty cells that may come next, as their texts and what follows them sort: 10
  // comes before 1 and a letter.
  static std::vector<int> runs_in_order(int left) {
    std::vector<std::pair<std::string, int>> texts;
    for (int run = 1; run <= left; ++run) {
      texts.emplace_back(std::to_string(run) + (run < left ? "b" : ""), run);
    }
    std::sort(texts.begin(), texts.end());
    std::vector<int> runs;
    for (const auto& [text, run] : texts) runs.push_back(run);
    return runs;
  }
};

template <int Length>
const RowOrder& order_of_length() {
  static const RowOrder order(Length);
  return order;
}

// Made when a length is first asked for.
const RowOrder& order_of(int length) {
  switch (length) {
    case 3: return order_of_length<3>();
    case 4: return order_of_length<4>();
    case 5: return order_of_length<5>();
    case 6: return order_of_length<6>();
    case 7: return order_of_length<7>();
    case 8: return order_of_length<8>();
    case 9: return order_of_length<9>();
    case 10: return order_of_length<10>();
    default: assert(length == kLongestRow); return order_of_length<kLongestRow>();
  }
}

// Writes the ranks of rows one behind the other, the highest bit first.
class BitWriter {
 public:
  explicit BitWriter(Key& key) : key_(key) {}

  void write(int value, int bits) {
    for (int i = bits - 1; i >= 0; --i, ++at_) {
      key_.bytes[at_ / 8] |= static_cast<std::uint8_t>(((value >> i) & 1) << (7 - at_ % 8));
    }
  }

 private:
  Key& key_;
  int at_ = 0;
};

int bits_at(const Key& key, int at, int bits) {
  int value = 0;
  for (int i = at; i < at + bits; ++i) value = 2 * value + ((key.bytes[i / 8] >> (7 - i % 8)) & 1);
  return value;
}

}  // namespace

std::string cell_text(int cell, int size) {
  int row = 0;
  while (cell >= row_length(row, size)) cell -= row_length(row++, size);
  return static_cast<char>('a' + row_count(size) - 1 - row) + std::to_string(cell + 1);
}

std::string position_text(const Stones& stones, int player, int size) {
  // games::rows_text asks for the cells in reading order, each once.
  int cell = 0;
  std::string text = games::rows_text(layout(size), [&](int, int) { return stones[cell++] - 1; });
  return text + ' ' + kLetters[player] + " -";
}

Parsed<Placement> parse_placement(std::string_view text, int size) {
  auto fields = games::split_fields(text, {"ROWS", "PLAYER", "OUT"});
  if (!fields) return fields.error();
  const games::Field &rows = (*fields)[0], &player = (*fields)[1], &out = (*fields)[2];
  const games::RowsLayout rows_layout = layout(size);
  Placement placement;
  const auto problem = games::read_rows(rows, rows_layout, [&](int row, int column, int owner) {
    const auto first =
        std::accumulate(rows_layout.lengths.begin(), rows_layout.lengths.begin() + row, column);
    placement.stones[first] = stone_of(owner);
  });
  if (problem) return *problem;
  if (player.text != "w" && player.text != "b") return player.expected("w, b");
  if (out.text != "-") return out.expected("-");
  placement.to_move = player.text == "w" ? 0 : 1;
  return placement;
}

int key_bytes(int size) {
  int bits = 0;
  for (int row = 0; row < row_count(size); ++row) bits += row_bits(row_length(row, size));
  return (bits + 7) / 8;
}

Key key_of(const Stones& stones, int size) {
  Key key;
  BitWriter writer(key);
  const Stone* cells = stones.data();
  for (int row = 0; row < row_count(size); ++row) {
    const int length = row_length(row, size);
    writer.write(order_of(length).rank[row_number(cells, length)], row_bits(length));
    cells += length;
  }
  return key;
}

std::optional<Stones> stones_of(const Key& key, int size) {
  Stones stones{};
  Stone* cells = stones.data();
  int at = 0;
  for (int row = 0; row < row_count(size); ++row) {
    const int length = row_length(row, size);
    const int rank = bits_at(key, at, row_bits(length));
    if (rank >= power_of_3(length)) return std::nullopt;
    set_row(order_of(length).number[rank], cells, length);
    cells += length;
    at += row_bits(length);
  }
  // Bits without a meaning are zero, so that no two keys are one position.
  for (; at < kMaxKeyBytes * 8; ++at) {
    if (bits_at(key, at, 1) != 0) return std::nullopt;
  }
  return stones;
}

// Row by row from the top: whoever has a larger row than another is out.
SmallestImage smallest_image(const Stones& stones, std::span<const CellMap> maps, int size) {
  std::array<int, 16> left{};
  assert(!maps.empty() && maps.size() <= left.size());
  auto count = maps.size();
  std::iota(left.begin(), left.end(), 0);
  SmallestImage result;
  BitWriter writer(result.key);
  int cell = 0;
  for (int row = 0; row < row_count(size); ++row) {
    const int length = row_length(row, size);
    const auto& rank = order_of(length).rank;
    int smallest = power_of_3(length);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const int here = rank[row_number(stones, maps[left[i]].data() + cell, length)];
      if (here > smallest) continue;
      if (here < smallest) kept = 0;
      smallest = here;
      left[kept++] = left[i];
    }
    count = kept;
    writer.write(smallest, row_bits(length));
    cell += length;
  }
  result.symmetry = left[0];
  return result;
}

}  // namespace solve::proof

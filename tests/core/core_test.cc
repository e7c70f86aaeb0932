// Bitboards, scanning and random numbers against the plain way of doing the same.
#include <gtest/gtest.h>

#include <bitset>
#include <set>

#include "core/bits.h"
#include "core/random.h"
#include "core/scan.h"
#include "core/square.h"
#include "core/utf8.h"

namespace tests {
namespace {

template <int Words, int Distance>
void expect_shift_matches(core::Rng& rng) {
  core::Bits<Words> bits;
  std::bitset<Words * 64> plain;
  for (auto& word : bits.word) word = rng.next() & rng.next();
  for (int i = 0; i < Words * 64; ++i) plain[static_cast<std::size_t>(i)] = bits.test(i);
  const auto shifted = bits.template shifted<Distance>();
  const auto expected = Distance >= 0 ? plain << static_cast<std::size_t>(Distance)
                                      : plain >> static_cast<std::size_t>(-Distance);
  for (int i = 0; i < Words * 64; ++i) {
    ASSERT_EQ(shifted.test(i), expected[static_cast<std::size_t>(i)]) << Words << ' ' << Distance;
  }
}

TEST(Bits, ShiftsMatchBitset) {
  core::Rng rng(1);
  for (int i = 0; i < 50; ++i) {
    expect_shift_matches<2, 1>(rng);
    expect_shift_matches<2, -12>(rng);
    expect_shift_matches<2, 63>(rng);
    expect_shift_matches<3, 16>(rng);
    expect_shift_matches<3, -16>(rng);
    expect_shift_matches<3, 0>(rng);
  }
}

TEST(Bits, NthFirstAndForEachAgree) {
  core::Rng rng(2);
  for (int round = 0; round < 200; ++round) {
    core::Bits<3> bits;
    const int count = 1 + static_cast<int>(rng.below(40));
    for (int i = 0; i < count; ++i) bits.set(static_cast<int>(rng.below(192)));
    int n = 0;
    bits.for_each([&](int index) {
      EXPECT_TRUE(bits.test(index));
      EXPECT_EQ(bits.nth(n), index);
      if (n == 0) {
        EXPECT_EQ(bits.first(), index);
      }
      ++n;
    });
    EXPECT_EQ(n, bits.count());
    bits.clear(bits.first());
    EXPECT_EQ(bits.count(), n - 1);
  }
}

TEST(Rng, BelowIsUniformAndRepeatable) {
  core::Rng a(7), b(7);
  std::array<int, 10> seen{};
  for (int i = 0; i < 100'000; ++i) {
    const auto value = a.below(10);
    ASSERT_EQ(value, b.below(10));
    ++seen[value];
  }
  // Ten standard deviations: 10,000 ± 950.
  for (const int count : seen) EXPECT_NEAR(count, 10'000, 950);
}

TEST(Scan, SplitsAndTrims) {
  EXPECT_EQ(core::split("a,,b", ',').size(), 3u);
  EXPECT_EQ(core::split("", ',').size(), 1u);
  EXPECT_EQ(core::words("  a \t b\r\n").size(), 2u);
  EXPECT_EQ(core::trim(" \n x y \t"), "x y");
  EXPECT_EQ(core::trim("  "), "");
}

TEST(Scan, WholeNumbersAreStrict) {
  EXPECT_EQ(core::whole_number("0", 5), 0);
  EXPECT_EQ(core::whole_number("5", 5), 5);
  EXPECT_EQ(core::whole_number("1000000000000000000", 1'000'000'000'000'000'000),
            1'000'000'000'000'000'000);
  for (const char* bad : {"", "6", "05", "-1", "+1", "1 ", "1e1", "99999999999999999999999"}) {
    EXPECT_FALSE(core::whole_number(bad, 5)) << bad;
  }
}

TEST(Utf8, FoldedWordsHaveNeitherCapitalsNorAccents) {
  EXPECT_EQ(core::folded("NÍVEL 3"), "nivel 3");
  EXPECT_EQ(core::folded("Não"), "nao");
  EXPECT_EQ(core::folded("\xff€"), "\xff€");
}

TEST(Scan, QuotesAreShortAndPrintable) {
  EXPECT_EQ(core::quoted("e5"), "'e5'");
  EXPECT_EQ(core::quoted(std::string_view("\n\0\xff", 3)), "'\\x0a\\x00\\xff'");
  EXPECT_LT(core::quoted(std::string(100'000, 'x')).size(), 60u);
  // Typed accents come back as letters, whole ones only; what cannot be seen is spelt out.
  EXPECT_EQ(core::quoted("nível"), "'nível'");
  EXPECT_EQ(core::quoted("aéé", 4), "'aé...'");
  EXPECT_EQ(core::quoted("a\xc3"), "'a\\xc3'");
  EXPECT_EQ(core::quoted("\u202e\u200b"), "'\\xe2\\x80\\xae\\xe2\\x80\\x8b'");
  EXPECT_EQ(core::quoted("\u0085"), "'\\xc2\\x85'");
}

TEST(Square, CellsAndDirections) {
  EXPECT_EQ(core::cell_name({13, 11}), "n12");
  EXPECT_EQ(core::parse_cell("n12", 14, 12), (core::Cell{13, 11}));
  for (const char* bad : {"", "a", "a0", "a13", "o1", "A1", "a01", "a1 ", "1a", "a123"}) {
    EXPECT_FALSE(core::parse_cell(bad, 14, 12)) << bad;
  }
  for (int d = 0; d < 8; ++d) {
    EXPECT_EQ(core::step(d, 11), -core::step((d + 4) % 8, 11));
    std::set<int> images;
    for (int s = 0; s < core::kSquareSymmetries; ++s) {
      images.insert(core::transform_direction(d, s));
    }
    EXPECT_EQ(images.size(), 4u);
  }
  EXPECT_EQ(core::direction_between({2, 2}, {5, 5}), 1);
  EXPECT_EQ(core::direction_between({2, 2}, {2, 0}), 4);
  EXPECT_EQ(core::direction_between({2, 2}, {3, 4}), -1);
  EXPECT_EQ(core::direction_between({2, 2}, {2, 2}), -1);
}

}  // namespace
}  // namespace tests

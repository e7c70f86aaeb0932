// The hash table and its memory.
#include "search/transposition_table.h"

#include <unistd.h>

#include <array>
#include <fstream>
#include <memory>
#include <vector>

#include "support.h"

namespace tests {
namespace {

using search::Bound;
using search::Entry;
using search::TranspositionTable;

long resident_megabytes() {
  std::ifstream file("/proc/self/statm");
  long all = 0, resident = 0;
  file >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE) / (1 << 20);
}

// What a search had is the system's again when it ends, also where others allocated meanwhile.
TEST(TranspositionTable, MemoryGoesBackWhenASearchEnds) {
  constexpr int kSearches = 40;
  constexpr long kEach = 8;
  const auto before = resident_megabytes();
  std::vector<std::unique_ptr<std::array<char, 3000>>> kept;  // as a table keeps its turns
  for (int i = 0; i < kSearches; ++i) {
    {
      TranspositionTable table(kEach);
      Entry entry;
      entry.bound = Bound::kExact;
      for (std::uint64_t key = 1; key < 400'000; ++key) {
        table.store(key * 0x9e3779b97f4a7c15u, entry);
      }
      for (int k = 0; k < 8; ++k) kept.push_back(std::make_unique<std::array<char, 3000>>());
    }
    EXPECT_LT(resident_megabytes() - before, 3 * kEach) << "after search " << i;
  }
}

TEST(TranspositionTable, IsEmptyAfterClearing) {
  TranspositionTable table(1);
  Entry entry;
  entry.bound = Bound::kExact;
  entry.depth = 3;
  table.store(42, entry);
  ASSERT_TRUE(table.find(42));
  table.clear();
  EXPECT_FALSE(table.find(42));
  table.store(42, entry);
  EXPECT_EQ(table.find(42)->depth, 3);
}

}  // namespace
}  // namespace tests

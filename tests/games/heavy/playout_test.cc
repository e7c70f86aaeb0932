// Playouts: no heap, the same numbers on every build, the shares that others measured.
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <new>
#include <sstream>

#include "core/file.h"
#include "core/scan.h"
#include "engine/bench.h"
#include "games/perft.h"
#include "games/playouts.h"
#include "support.h"

// The thread sanitiser brings its own operator new, which cannot be replaced; the other builds
// count.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TABULEIRO_CANNOT_COUNT_ALLOCATIONS
#endif
#endif

#ifndef TABULEIRO_CANNOT_COUNT_ALLOCATIONS
namespace {
// Counts every allocation of this program.
std::atomic<long> allocations{0};
}  // namespace

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace tests {
namespace {

TEST(Playouts, AllocateNothing) {
  for (const auto& variant : all_variants()) {
    const auto position = start(variant.game, variant.options);
    core::Rng rng(1);
    games::PlayoutTotals totals;
    const long before = allocations;
    games::play_out_many(position, rng, 5, totals);
    EXPECT_EQ(allocations - before, 0) << variant.game << ' ' << variant.options;
    const long listing = allocations;
    EXPECT_GT(position.perft(2), 0u);
    EXPECT_EQ(allocations - listing, 0) << variant.game << ' ' << variant.options;
  }
  // The counter itself works.
  const long before = allocations;
  ::operator delete(::operator new(8));
  EXPECT_EQ(allocations - before, 1);
}

}  // namespace
}  // namespace tests

#endif

namespace tests {
namespace {

std::string hex(std::uint64_t number) {
  std::ostringstream text;
  text << std::hex << std::setw(16) << std::setfill('0') << number;
  return text.str();
}

TEST(Playouts, SignatureIsTheOneInForce) {
  std::istringstream file(signatures());
  int checked = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto words = core::words(line);
    ASSERT_GE(words.size(), 3u) << line;
    // A game without options has none between its name and the number.
    const auto options = words.size() > 3 ? words[2] : std::string_view();
    const std::string now = words[0] == "search"
                                ? hex(engine::bench_search(*games::find_game(words[1])).signature)
                                : games::playout_signature(start(words[1], options));
    EXPECT_EQ(now, words.back())
        << line << ": the rules, the order of actions or the search changed; if on purpose, run\n"
        << "./tabuleiro bench --signature >bench/signature.txt";
    ++checked;
  }
  EXPECT_EQ(checked, static_cast<int>(all_variants().size() + games::all_games().size()))
      << "every game and every combination of its options has a line: ./tabuleiro bench "
         "--signature";
}

TEST(Playouts, YavalathSharesAreThoseOthersMeasured) {
  // Ludii measured 47.2 % first-player wins and a mean length of 19.6 without swap.
  const auto position = start("yavalath", "swap=off");
  core::Rng rng(1);
  games::PlayoutTotals totals;
  const int playouts = by_tier(100'000, 2'000'000, 10'000'000);
  games::play_out_many(position, rng, playouts, totals);
  const double share = static_cast<double>(totals.wins[0]) / playouts;
  const double length = static_cast<double>(totals.actions) / playouts;
  // 0.2 points, and four standard errors of this sample on top.
  EXPECT_NEAR(share, 0.472, 0.002 + 4 * 0.5 / std::sqrt(playouts));
  EXPECT_NEAR(length, 19.6, 0.1);
}

}  // namespace
}  // namespace tests

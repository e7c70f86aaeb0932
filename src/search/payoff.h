// What each player gets from a game, for two or three players, and what of it is proven.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace search {

inline constexpr int kMaxPlayers = 3;

// The shares of a finished game add up to a whole: the winner's is the whole, a draw is divided
// among those who take part in it. Twelve parts divide by two and three, and halves of such shares
// are whole numbers too, so that nothing is rounded.
using Payoff = std::array<std::uint8_t, kMaxPlayers>;
inline constexpr int kWhole = 12;

// The limits within which each player's share lies when every player plays for the largest share of
// his own.
//
// With three players this leaves a question that two never ask: a player who can no longer improve
// his own share may still decide which of the others wins. Nothing is assumed about that choice:
// the bounds of the others span every such action. A proven win therefore holds whatever the others
// do, for a player without anything better than nothing may do anything; a proven loss or draw
// relies on the others not giving their own share away.
struct Bounds {
  Payoff low{};
  Payoff high{};

  static Bounds exactly(const Payoff& shares) { return {shares, shares}; }
  static Bounds unknown(int players) {
    Bounds bounds;
    std::fill_n(bounds.high.begin(), players, static_cast<std::uint8_t>(kWhole));
    return bounds;
  }

  bool exact() const { return low == high; }
  bool wins(int player) const { return low[index(player)] == kWhole; }
  bool loses(int player) const { return high[index(player)] == 0; }

  // The middle of the bounds, for averages.
  Payoff middle() const {
    Payoff shares{};
    for (int p = 0; p < kMaxPlayers; ++p) {
      shares[index(p)] = static_cast<std::uint8_t>((low[index(p)] + high[index(p)]) / 2);
    }
    return shares;
  }

  friend bool operator==(const Bounds&, const Bounds&) = default;

  static constexpr std::size_t index(int player) { return static_cast<std::size_t>(player); }
};

// Uses that shares add up to a whole: what is sure for some is out of reach for the others.
inline void tighten(Bounds& bounds) {
  int lows = 0, highs = 0;
  for (const auto share : bounds.low) lows += share;
  for (const auto share : bounds.high) highs += share;
  const Bounds before = bounds;
  for (std::size_t p = 0; p < kMaxPlayers; ++p) {
    const int reach = kWhole - (lows - before.low[p]), rest = kWhole - (highs - before.high[p]);
    bounds.high[p] = static_cast<std::uint8_t>(std::min<int>(before.high[p], reach));
    bounds.low[p] = static_cast<std::uint8_t>(std::max<int>(before.low[p], rest));
  }
}

// The bounds where `mover` chooses among children, anything with a `bounds` member. REQUIRES: there
// are children.
template <class Children>
Bounds bounds_of_choice(const Children& children, int mover) {
  const std::size_t m = Bounds::index(mover);
  Bounds result{{}, {}};
  for (const auto& child : children) {
    result.low[m] = std::max(result.low[m], child.bounds.low[m]);
    result.high[m] = std::max(result.high[m], child.bounds.high[m]);
  }
  for (std::size_t p = 0; p < kMaxPlayers; ++p) {
    if (p == m) continue;
    result.low[p] = kWhole;
    for (const auto& child : children) {
      if (child.bounds.high[m] < result.low[m]) continue;  // the mover has something better
      result.low[p] = std::min(result.low[p], child.bounds.low[p]);
      result.high[p] = std::max(result.high[p], child.bounds.high[p]);
    }
  }
  tighten(result);
  return result;
}

}  // namespace search

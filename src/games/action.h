// Actions and outcomes: the two small values that every game speaks in.
#pragma once

#include <compare>
#include <cstdint>

#include "text/text.h"

namespace games {

// One atomic step of a turn. What the bits mean is the game's own affair.
struct Action {
  std::uint32_t code = 0;
  friend constexpr auto operator<=>(const Action&, const Action&) = default;
};

// Running, won by a player (from 0), or drawn; a finished game says why.
class Outcome {
 public:
  static constexpr Outcome running() { return Outcome(kRunning, 0); }
  static constexpr Outcome won_by(int player, text::Message reason) {
    return Outcome(player, static_cast<std::int16_t>(reason));
  }
  static constexpr Outcome drawn(text::Message reason) {
    return Outcome(kDrawn, static_cast<std::int16_t>(reason));
  }

  constexpr bool over() const { return winner_ != kRunning; }
  constexpr bool is_draw() const { return winner_ == kDrawn; }
  // The winning player, or -1 in a draw and while the game runs.
  constexpr int winner() const { return winner_ >= 0 ? winner_ : -1; }
  // REQUIRES: over().
  constexpr text::Message reason() const { return static_cast<text::Message>(reason_); }

  friend constexpr bool operator==(const Outcome&, const Outcome&) = default;

 private:
  static constexpr std::int8_t kRunning = -2;
  static constexpr std::int8_t kDrawn = -1;

  constexpr Outcome(int winner, std::int16_t reason)
      : winner_(static_cast<std::int8_t>(winner)), reason_(reason) {}

  std::int8_t winner_;
  std::int16_t reason_;
};

// "none", "p1win", "p2win", "p3win" or "draw": the code that protocols and records use.
const char* result_code(Outcome outcome);

}  // namespace games

#include "games/action.h"

namespace games {

const char* result_code(Outcome outcome) {
  static constexpr const char* kWins[] = {"p1win", "p2win", "p3win"};
  if (!outcome.over()) return "none";
  return outcome.is_draw() ? "draw" : kWins[outcome.winner()];
}

}  // namespace games

#include "games/action.h"

#include <cassert>

namespace games {

const char* result_code(Outcome outcome) {
  static constexpr const char* kWins[] = {"p1win", "p2win", "p3win"};
  if (!outcome.over()) return "none";
  if (outcome.is_draw()) return "draw";
  assert(outcome.winner() >= 0 && outcome.winner() < 3);
  return kWins[outcome.winner()];
}

}  // namespace games

// Reasons of single turns, for tests: a position, what was played and what was better, as texts.
#pragma once

#include <string>
#include <vector>

#include "study/reasons.h"

namespace tests {

struct ReasonCase {
  std::string game;
  std::string options = "";
  std::string position = "";           // "" is the start
  std::vector<std::string> opening{};  // turns played from there before the one in question
  std::string played;                  // a whole turn
  std::vector<std::string> answers{};  // the turns expected behind it
  std::vector<std::string> better{};   // the better turn and those expected behind it
  int winner = -1;  // proven behind the turn played, 0 or 1, and in so many turns
  int turns = 0;
  int better_winner = -1;  // the same before it: of the better turn
  int better_turns = 0;
};

// Everything that can be said, what weighs most first.
registry::Reasons reasons(const ReasonCase& turn);

// Is a reason of this kind among them? Where it is, its arguments and its cells.
struct Said {
  bool said = false;
  std::vector<std::string> arguments, cells;
  explicit operator bool() const { return said; }
};
Said said(const ReasonCase& turn, text::Message kind);

}  // namespace tests

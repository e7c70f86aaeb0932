// What one game tells, read off by playing it once more.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "arena/selfplay.h"

namespace lab {

// What is on the board: how many pieces each of two players has, and how many pegs there are.
using Material = std::array<int, 3>;

// Points of a game at which the terms of the evaluation are counted: parts of its turns.
inline constexpr std::array<double, 3> kCountedAt = {0.25, 0.5, 0.75};

struct Facts {
  int number = 0;
  int turns = 0;
  int actions = 0;
  int winner = arena::SelfplayGame::kDraw;
  bool ended = true;                   // by the rules, not for its length
  double points = 0.5;                 // of whoever moved first
  double branching = 0;                // legal actions, on average of all actions
  double decisions = 0;                // part of the actions where there was a choice
  double tree = 0;                     // log10 of the product of all numbers of legal actions
  double coverage = 0;                 // part of the cells on which a piece stood at some time
  bool swapped = false;                // was the swap taken?
  std::vector<double> chances;         // of whoever moved first, at the start of each turn searched
  std::vector<games::Action> opening;  // the first turn
  std::vector<int> occupied;           // positions with a piece on each cell
  std::map<Material, int> material;    // positions with so much
  std::array<std::vector<int>, kCountedAt.size()> terms;  // first player's count less the second's
};

// REQUIRES: the game was played by these settings, between two players.
Facts facts_of(const arena::SelfplaySettings& settings, const arena::SelfplayGame& game);

}  // namespace lab

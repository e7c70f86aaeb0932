// One table of strengths over everybody who met: the model of Bradley and Terry, for games of three
// the choice model of Luce, of which it is a case.
#pragma once

#include <vector>

namespace arena {

// Games of the same players: how many, and what each scored in them.
struct Contest {
  std::vector<int> players;
  std::vector<double> points;  // their sum is the number of games
  double games = 0;
};

struct Strength {
  double elo = 0;    // the mean of all who played is 0
  double error = 0;  // half of the 95 % interval; infinity where nothing links the players
};

struct Strengths {
  std::vector<Strength> players;
  // Somebody won or lost everything, so that the likeliest difference is infinite: one drawn game
  // was added to every contest.
  bool with_prior = false;
};

// The likeliest strengths. Players without a game have 0 and an infinite error.
Strengths strengths_of(int players, std::vector<Contest> contests);

}  // namespace arena

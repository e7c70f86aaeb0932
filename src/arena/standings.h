// What the games of a tournament say so far.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "arena/rating.h"
#include "arena/result.h"

namespace arena {

struct Standing {
  std::string name;
  int games = 0, won = 0, drawn = 0, lost = 0;
  double points = 0;
  Score score;               // share of the points, by complete groups of games
  double superiority = 0.5;  // likelihood of being better than a fair share of the field
  double elo = 0;            // two players: the difference; more: by strengths_of(), mean 0
  double elo_low = 0, elo_high = 0;
  ThinkingTotals effort;  // of all games
};

// What one player scored in games with another.
struct CrossCell {
  int games = 0;
  double points = 0;
};

// Faults of one kind by one player.
struct FaultCount {
  int player = 0;
  std::string kind;
  int count = 0;
  int first_game = 0;  // its number, and what happened there
  std::string words;
};

struct Standings {
  std::vector<Standing> players;              // in the order of the entrants
  std::vector<int> ranking;                   // best first
  std::vector<std::vector<CrossCell>> cross;  // [player][other]
  bool with_prior = false;                    // see Strengths
  Pentanomial pairs{};                        // of the first player; two players in two seats only
  int games = 0, drawn = 0, adjudicated = 0;
  double turns = 0;        // a game
  double first_share = 0;  // of the points, for the first seat
  std::vector<FaultCount> faults;
};

// Only two players in two seats make pairs of games, which the sequential test needs.
bool makes_pairs(std::size_t players, const Schedule& schedule);

// Counts pairs as games come in, in any order.
class PairCounter {
 public:
  explicit PairCounter(const Schedule& schedule) : schedule_(&schedule) {}
  void add(const GameResult& game);
  const Pentanomial& pairs() const { return pairs_; }

 private:
  const Schedule* schedule_;
  std::map<int, double> half_;  // group: points of its first game
  Pentanomial pairs_{};
};

Standings standings_of(const std::vector<GameResult>& games, const Schedule& schedule,
                       const std::vector<std::string>& names);

}  // namespace arena

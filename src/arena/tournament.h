// Plays a schedule: several games at once, those already done left out, until everything is played,
// a sequential test has decided, or somebody says stop.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "arena/game.h"
#include "arena/openings.h"
#include "arena/rating.h"

namespace arena {

struct Entrant {
  std::string name;
  // A new match_player for one thread; an error costs the game it was needed for.
  std::function<games::Parsed<std::unique_ptr<protocol::MatchPlayer>>()> make;
};

// What players are called in a tournament and its records: who is there twice becomes "WHO #2".
std::vector<std::string> unique_names(const std::vector<std::string>& players);

inline constexpr int kMaxGames = 1'000'000;  // of each pairing

struct Tournament {
  std::vector<Entrant> entrants;
  Schedule schedule;
  Openings* openings = nullptr;
  Conditions conditions;
  int concurrency = 1;
  std::uint64_t seed = 0;

  std::vector<std::string> names() const;
};

// What the threads did with their time.
struct WorkTime {
  double busy_ms = 0;          // from the first game of each thread to its last
  double thinking_ms = 0;      // players thought
  bool out_of_memory = false;  // which ended the tournament: games under way were given up
  // What was spent besides thinking, as a share of the thinking.
  double overhead() const { return thinking_ms > 0 ? busy_ms / thinking_ms - 1 : 0; }
};

// Called after each game, by one thread at a time. False ends the tournament: games under way are
// given up.
using OnGame = std::function<bool(const GameResult&, games::Record&)>;

// Plays the games whose numbers are not in `done`. `stop`, where it is given, may become true at
// any time: games under way are given up.
WorkTime play(const Tournament& tournament, const std::set<int>& done, const OnGame& on_game,
              const std::atomic<bool>* stop = nullptr);

// The points of one player in each group of games (same opening, same players) that is complete and
// in which he plays, as shares of what there was to win.
std::vector<double> group_scores(const std::vector<GameResult>& games, const Schedule& schedule,
                                 int player);

}  // namespace arena

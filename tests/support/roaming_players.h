// Many people who play each other over WebSockets at any of several servers, on one thread, and
// some who watch. When a connection fails they come back elsewhere, see by watching the table what
// became of their turn, and go on. What they asked for and were told is written down.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "history_check.h"

namespace tests {

struct RoamingSettings {
  std::vector<int> ports;  // of the servers
  int tables = 10;         // at the same time
  int spectators = 0;      // at each of them
  std::vector<std::string> games = {"yavalath"};
  // Between two turns of one player, on average.
  std::chrono::milliseconds pace{1'000};
  std::uint64_t seed = 1;
  // They leave a server that says nothing for so long, and one that leaves a turn unanswered for
  // twice as long.
  std::chrono::milliseconds patience{2'000};
  // Each player has so much for the whole game; 0: there is no clock.
  std::chrono::milliseconds clock{0};
  // Everything about an event, to see what differs, instead of a number made of it.
  bool keep_whole_events = false;
};

// From when a turn could have been played, had everything gone well, to its being known as stored.
struct TurnWait {
  std::chrono::steady_clock::time_point begin, end;
  std::string table;
};

struct RoamingCounts {
  long turns = 0;                       // acknowledged
  std::vector<double> acknowledged_ms;  // of those that needed no second try
  std::vector<double> delivered_ms;     // to the other player
  // What servers in trouble do: codes of refusals, and how connections ended.
  std::map<std::string, long> refusals;
  double longest_wait_ms = 0;
  std::vector<TurnWait> long_waits;  // those of more than a second
  // What servers never do.
  long errors = 0;
  std::vector<std::string> first_errors;
};

class RoamingPlayers {
 public:
  using Clock = std::chrono::steady_clock;

  explicit RoamingPlayers(RoamingSettings settings);
  ~RoamingPlayers();

  // Plays as long as this says so, which is asked some times a second.
  void play(const std::function<bool()>& goes_on);
  // Has every player had a turn acknowledged since then? May be asked while they play.
  bool everybody_played_since(Clock::time_point time) const;
  // Nobody begins a turn any more; true when everybody has seen the same of each table.
  bool settle(std::chrono::milliseconds within);
  // Who waits for what at tables that do not go on, for people.
  std::string standing() const;

  const RoamingCounts& counts() const;
  // Of all tables; what is stored is for others to fill in. The players are of no use afterwards.
  std::vector<TableHistory> take_histories();

 private:
  class Crowd;
  std::unique_ptr<Crowd> crowd_;
};

}  // namespace tests

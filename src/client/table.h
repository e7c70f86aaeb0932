// What a client knows of a table: the game rebuilt from the turns that the server tells, seats,
// clocks, offers. The server decides; the rules here only draw and help to type.
//
// A value. Players are counted from 0.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "client/json.h"
#include "games/game_in_progress.h"

namespace client {

using TimePoint = std::chrono::steady_clock::time_point;

struct Seat {
  std::string who;   // "human", or a computer
  std::string name;  // as the person wrote it: show it through core::printable
  bool taken = false;
  bool online = false;
  bool yours = false;
};

struct TakebackOffer {
  int player = 0;
  int turns = 0;  // how many would be left
  std::vector<int> agreed;
};

struct Offers {
  std::vector<int> draw;
  std::vector<int> rematch;
  std::optional<TakebackOffer> takeback;
};

struct Clocks {
  std::vector<std::int64_t> left;  // milliseconds of each player; none without a clock
  std::optional<int> running;
  std::vector<int> waits_for;  // people who have not said that they see the board
  TimePoint at{};              // when that was so, by our own clock
};

struct Table {
  std::string id;
  std::int64_t event = -1;  // number of the last one; -1: nothing is known yet
  std::vector<Seat> seats;
  Clocks clocks;
  Offers offers;
  std::optional<games::GameInProgress> game;
  std::string result = "none";
  std::string reason;   // as the server says it
  std::string rematch;  // the next table
  std::optional<int> thinking;
  int spectators = 0;

  bool known() const { return game.has_value(); }
  bool over() const { return result != "none"; }
  bool waiting() const;  // is a seat still open?
  bool plays() const;    // is a seat one's own?
  bool is_own(int player) const;
  // What a clock shows now; nothing without one.
  std::optional<std::int64_t> left(int player, TimePoint now) const;
};

// TABLE of docs/api.md. Nothing where it cannot be understood.
std::optional<Table> read_table(const Json& json, TimePoint now);

// NOW: what changes without events.
void read_presence(Table& table, const Json& json, TimePoint now);

// An EVENT whose number is the next one. False where it cannot be understood: then the whole table
// has to be asked for.
bool read_event(Table& table, const Json& json, TimePoint now);

}  // namespace client

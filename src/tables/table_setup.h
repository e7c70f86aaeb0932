// What a table was set up as: the game, its start, the clock, and who sits where.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/history.h"

namespace tables {

inline constexpr std::string_view kHuman = "human";

struct ClockSetup {
  enum class Kind { kNone, kGame, kTurn };
  Kind kind = Kind::kNone;
  std::int64_t initial = 0;  // milliseconds, for the whole game or for each turn
  std::int64_t increment = 0;
};

struct TableSetup {
  games::History start;            // where the game begins, with the turns played before
  std::vector<std::string> turns;  // their texts
  std::string position;            // its text; "" is the game's start
  ClockSetup clock;
  bool exploration = true;
  bool aids = false;
  // It stands in the list of live games, and whoever comes may take an open seat.
  bool is_public = false;
  std::int64_t level_time = 1000;  // of computers without an effort of their own
  std::uint64_t seed = 0;
};

// Who is to sit where, before tokens are given out.
struct SeatWish {
  enum class Kind { kMe, kOpen, kComputer };
  Kind kind = Kind::kMe;
  std::string who;  // of a computer
  std::string name;
  bool show = false;  // whoever sits there agrees to show the finished game to everybody
};

struct NewTable {
  TableSetup setup;
  std::vector<SeatWish> seats;
};

}  // namespace tables

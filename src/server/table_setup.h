// What a table was set up as: the game, its start, the clock, and who sits where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "games/history.h"
#include "server/json.h"
#include "store/store.h"

namespace server {

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
  std::int64_t level_time = 1000;  // of computers without an effort of their own
  std::uint64_t seed = 0;
};

// Who sits where, before tokens are given out.
struct SeatWish {
  enum class Kind { kMe, kOpen, kComputer };
  Kind kind = Kind::kMe;
  std::string who;  // of a computer
  std::string name;
};

struct NewTable {
  TableSetup setup;
  std::vector<SeatWish> seats;
};

// The body of `POST /api/tables`.
Answer<NewTable> read_new_table(const Json& body);

// What is stored, and back.
std::string setup_text(const TableSetup& setup);
games::Parsed<TableSetup> parse_setup(const std::string& text);
Json clock_json(const ClockSetup& clock);

// What a person calls himself: one line of at most 40 characters without control characters.
std::string clean_name(std::string_view name);
inline constexpr std::size_t kMaxNameBytes = 400;

}  // namespace server

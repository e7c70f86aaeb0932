// Many people who play Yavalath over WebSockets, on one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench {

// What a table's players know for certain.
struct PlayedTable {
  std::string id;
  std::vector<std::string> acknowledged;  // turns
  std::string sent;                       // one more that was sent and not acknowledged
};

struct LoadResult {
  std::vector<PlayedTable> tables;
  std::vector<double> acknowledged_ms;  // from sending a turn to its acknowledgement
  std::vector<double> delivered_ms;     // from sending a turn to its arrival at the other player
  long turns = 0;
  long errors = 0;
  std::string first_error;
  bool lost = false;  // the server went away
};

struct LoadSettings {
  int port = 0;
  int players = 2000;
  std::chrono::milliseconds time{60'000};
  // Between two turns of one player, on average.
  std::chrono::milliseconds pace{1'000};
  std::uint64_t seed = 1;
  // Called some times a second with what happened so far.
  std::function<void(const LoadResult&)> look = [](const LoadResult&) {};
};

LoadResult play(const LoadSettings& settings);

}  // namespace bench

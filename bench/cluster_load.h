// Many players at several servers that share a PostgreSQL and a NATS of their own.
#pragma once

#include <chrono>
#include <string>

namespace bench {

struct ClusterLoadSettings {
  std::string program;
  int nodes = 3;  // one alone runs without NATS
  int players = 1000;
  std::chrono::milliseconds time{120'000};
  // Between two turns of one player, on average.
  std::chrono::milliseconds pace{1'000};
  // One server is killed and started again so often; 0: none.
  std::chrono::seconds kill_every{0};
  // Each server has so much of one processor, in per cent; 0: as much as there is.
  int share = 0;
};

// False where there was an error, an acknowledged turn is not stored as it was told, or, where
// servers are killed, somebody waited for more than five seconds; without kills also where a turn
// was refused.
bool play_on_nodes(const ClusterLoadSettings& settings);

}  // namespace bench

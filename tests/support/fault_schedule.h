// What goes wrong in a cluster, and when: made from a seed, so that it can be made again.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "cluster.h"

namespace tests {

enum class ClusterFault {
  kKill,         // SIGKILL, and started again
  kStop,         // SIGSTOP, and SIGCONT
  kCutNats,      // from NATS, in one of several ways
  kCutPostgres,  // from PostgreSQL
  kDelayNats,    // bytes take longer
  kDelayPostgres,
  kRestartNats,      // for all servers
  kRestartPostgres,  // for all servers
};
inline constexpr int kClusterFaults = 8;
std::string name_of(ClusterFault fault);

// Ways to cut a connection.
inline constexpr int kWaysToCut = 7;

struct PlannedFault {
  ClusterFault fault{};
  std::size_t node = 0;  // of no meaning where all are concerned
  int way = 0;           // which of several ways to cut, or how long a delay in milliseconds
  std::chrono::milliseconds begin{0}, length{0};
};

// Six to ten seconds. Two of three servers at most have a fault of their own at the same time. A
// server alone has no NATS.
std::vector<PlannedFault> plan_faults(std::uint64_t seed, std::size_t nodes);
std::string to_text(const PlannedFault& planned);
std::string to_text(const std::vector<PlannedFault>& plan);

void begin_fault(const PlannedFault& planned, Cluster& cluster);
void end_fault(const PlannedFault& planned, Cluster& cluster);

// What was done, and when.
struct DoneFault {
  ClusterFault fault{};
  std::chrono::steady_clock::time_point begin, end;
};
// Does it to the cluster; at the end everything is well again.
std::vector<DoneFault> carry_out(const std::vector<PlannedFault>& plan, Cluster& cluster);

}  // namespace tests

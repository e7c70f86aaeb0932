#include "fault_schedule.h"

#include <algorithm>
#include <thread>
#include <tuple>
#include <utility>

#include "core/random.h"

namespace tests {

namespace {

using std::chrono::milliseconds;
using FaultClock = std::chrono::steady_clock;
using Way = FaultProxy::Way;
using Fault = FaultProxy::Fault;

constexpr const char* kCuts[kWaysToCut] = {"refused",
                                           "nothing passes",
                                           "bytes to it vanish",
                                           "bytes from it vanish",
                                           "bytes to it wait",
                                           "bytes from it wait",
                                           "cut once"};

milliseconds between(core::Rng& rng, int least, int most) {
  return milliseconds(least +
                      static_cast<int>(rng.below(static_cast<std::uint32_t>(most - least))));
}

bool concerns_all(ClusterFault fault) {
  return fault == ClusterFault::kRestartNats || fault == ClusterFault::kRestartPostgres;
}
bool needs_nats(ClusterFault fault) {
  return fault == ClusterFault::kCutNats || fault == ClusterFault::kDelayNats ||
         fault == ClusterFault::kRestartNats;
}
bool is_delay(ClusterFault fault) {
  return fault == ClusterFault::kDelayNats || fault == ClusterFault::kDelayPostgres;
}

PlannedFault some_fault(core::Rng& rng, std::size_t node, bool nats, milliseconds begin) {
  PlannedFault planned;
  do {
    planned.fault = static_cast<ClusterFault>(rng.below(kClusterFaults));
  } while (needs_nats(planned.fault) && !nats);
  planned.node = node;
  planned.begin = begin;
  planned.length = concerns_all(planned.fault) ? between(rng, 50, 1000) : between(rng, 500, 5500);
  planned.way = is_delay(planned.fault) ? 5 + static_cast<int>(rng.below(300))
                                        : static_cast<int>(rng.below(kWaysToCut));
  return planned;
}

void cut(FaultProxy& proxy, int way) {
  switch (way) {
    case 0: return proxy.refuse();
    case 1: return proxy.black_hole();
    case 2: return proxy.set(Way::kToServer, Fault::kSwallow);
    case 3: return proxy.set(Way::kToClient, Fault::kSwallow);
    case 4: return proxy.set(Way::kToServer, Fault::kHold);
    case 5: return proxy.set(Way::kToClient, Fault::kHold);
    default: return proxy.cut();
  }
}

void delay(FaultProxy& proxy, int time) {
  proxy.delay(Way::kToServer, milliseconds(time));
  proxy.delay(Way::kToClient, milliseconds(time));
}

}  // namespace

std::string name_of(ClusterFault fault) {
  constexpr const char* kNames[kClusterFaults] = {"killed",
                                                  "stopped",
                                                  "cut off from NATS",
                                                  "cut off from PostgreSQL",
                                                  "delays to NATS",
                                                  "delays to PostgreSQL",
                                                  "NATS restarted",
                                                  "PostgreSQL restarted"};
  return kNames[static_cast<std::size_t>(fault)];
}

std::vector<PlannedFault> plan_faults(std::uint64_t seed, std::size_t nodes) {
  core::Rng rng(seed);
  const auto end = between(rng, 6000, 10'000);
  const bool nats = nodes > 1;
  std::vector<PlannedFault> plan;
  bool all_concerned = false;
  // One row of faults after the other, for a server of its own at a time; a second row, for the
  // next server, in half of the plans.
  const auto rows = nodes > 2 && rng.below(2) == 0 ? 2 : 1;
  auto node = static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(nodes)));
  for (int row = 0; row < rows; ++row, ++node) {
    auto begin = between(rng, 0, 1000);
    while (begin < end) {
      const auto fault = some_fault(rng, node % nodes, nats, begin);
      // Those that concern all come once: they would meet themselves in the other row.
      if (concerns_all(fault.fault) && std::exchange(all_concerned, true)) continue;
      plan.push_back(fault);
      begin += fault.length + between(rng, 300, 1500);
    }
  }
  return plan;
}

std::string to_text(const PlannedFault& planned) {
  std::string text;
  if (!concerns_all(planned.fault)) text = "node " + std::to_string(planned.node + 1) + ' ';
  text += name_of(planned.fault);
  const bool cut_off =
      planned.fault == ClusterFault::kCutNats || planned.fault == ClusterFault::kCutPostgres;
  if (cut_off) text += std::string(", ") + kCuts[planned.way];
  if (is_delay(planned.fault)) text += ' ' + std::to_string(planned.way) + " ms";
  return text;
}

std::string to_text(const std::vector<PlannedFault>& plan) {
  std::string text;
  for (const auto& planned : plan) {
    text += "  from " + std::to_string(planned.begin.count()) + " ms, for " +
            std::to_string(planned.length.count()) + " ms: " + to_text(planned) + '\n';
  }
  return text;
}

void begin_fault(const PlannedFault& planned, Cluster& cluster) {
  auto& node = cluster.node(planned.node);
  switch (planned.fault) {
    case ClusterFault::kKill: return node.kill();
    case ClusterFault::kStop: return node.freeze();
    case ClusterFault::kCutNats: return cut(node.to_nats(), planned.way);
    case ClusterFault::kCutPostgres: return cut(node.to_postgres(), planned.way);
    case ClusterFault::kDelayNats: return delay(node.to_nats(), planned.way);
    case ClusterFault::kDelayPostgres: return delay(node.to_postgres(), planned.way);
    case ClusterFault::kRestartNats: return cluster.nats().kill();
    case ClusterFault::kRestartPostgres: return cluster.postgres().stop();
  }
}

void end_fault(const PlannedFault& planned, Cluster& cluster) {
  auto& node = cluster.node(planned.node);
  switch (planned.fault) {
    case ClusterFault::kKill: return node.start();
    case ClusterFault::kStop: return node.thaw();
    case ClusterFault::kCutNats:
    case ClusterFault::kDelayNats: return node.to_nats().heal();
    case ClusterFault::kCutPostgres:
    case ClusterFault::kDelayPostgres: return node.to_postgres().heal();
    case ClusterFault::kRestartNats: return cluster.nats().start();
    case ClusterFault::kRestartPostgres: return cluster.postgres().start();
  }
}

std::vector<DoneFault> carry_out(const std::vector<PlannedFault>& plan, Cluster& cluster) {
  struct Step {
    milliseconds at;
    std::size_t which;
    bool begins;
  };
  std::vector<Step> steps;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    steps.push_back({plan[i].begin, i, true});
    steps.push_back({plan[i].begin + plan[i].length, i, false});
  }
  // At the same moment in the order of the plan.
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    return std::tuple(a.at, a.which, !a.begins) < std::tuple(b.at, b.which, !b.begins);
  });
  std::vector<DoneFault> done(plan.size());
  const auto start = FaultClock::now();
  for (const auto& step : steps) {
    while (FaultClock::now() < start + step.at) {
      cluster.look();
      std::this_thread::sleep_for(milliseconds(10));
    }
    auto& fault = done[step.which];
    fault.fault = plan[step.which].fault;
    (step.begins ? fault.begin : fault.end) = FaultClock::now();
    (step.begins ? begin_fault : end_fault)(plan[step.which], cluster);
    if (!step.begins) fault.end = FaultClock::now();
  }
  return done;
}

}  // namespace tests

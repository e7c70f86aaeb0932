// How long a search may go on, and how it is told to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace search {

using Clock = std::chrono::steady_clock;

struct Limits {
  std::optional<std::uint64_t> nodes;
  std::optional<Clock::time_point> deadline;
};

// Shared by the threads of one search. Another thread may call stop() at any time.
class Stopper {
 public:
  explicit Stopper(const Limits& limits) : limits_(limits) {}

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  // Called at every node with the nodes of the calling thread so far. The clock is looked at only
  // now and then, more often where a node takes long; nodes are counted exactly, so that a search
  // by nodes is the same on every machine.
  bool should_stop(std::uint64_t nodes, std::uint64_t nodes_per_look = 512) {
    if (limits_.nodes && nodes >= *limits_.nodes) stop();
    if (limits_.deadline && nodes % nodes_per_look == 0 && Clock::now() >= *limits_.deadline) {
      stop();
    }
    return stopped();
  }

 private:
  Limits limits_;
  std::atomic<bool> stopped_{false};
};

}  // namespace search

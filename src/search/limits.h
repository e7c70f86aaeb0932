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
  // An only action needs no more than a look: whoever plays by the clock answers it early.
  bool short_if_forced = false;
};

// Shared by the threads of one search. Another thread may call stop() at any time.
class Stopper {
 public:
  explicit Stopper(const Limits& limits)
      : limits_(limits),
        deadline_(limits.deadline.value_or(Clock::time_point::max()).time_since_epoch().count()) {}

  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  // Called at every node with the nodes of the calling thread so far. The clock is looked at only
  // now and then, more often where a node takes long; nodes are counted exactly, so that a search
  // by nodes is the same on every machine.
  bool should_stop(std::uint64_t nodes, std::uint64_t nodes_per_look = 256) {
    if (limits_.nodes && nodes >= *limits_.nodes) stop();
    if (nodes % nodes_per_look == 0) look(nodes_per_look);
    return stopped();
  }

  // A deadline that was not known at the start (a pondered turn that came true).
  void set_deadline(Clock::time_point deadline) {
    deadline_.store(deadline.time_since_epoch().count(), std::memory_order_relaxed);
  }

  bool short_if_forced() const { return limits_.short_if_forced; }

  // The nodes of all threads, to the last look of each.
  std::uint64_t nodes_of_all() const { return nodes_of_all_.load(std::memory_order_relaxed); }

 private:
  void look(std::uint64_t nodes) {
    nodes_of_all_.fetch_add(nodes, std::memory_order_relaxed);
    if (Clock::now().time_since_epoch().count() >= deadline_.load(std::memory_order_relaxed)) {
      stop();
    }
  }

  Limits limits_;
  std::atomic<Clock::rep> deadline_;
  std::atomic<std::uint64_t> nodes_of_all_{0};
  std::atomic<bool> stopped_{false};
};

}  // namespace search

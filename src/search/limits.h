// How long a search may go on, and how it is told to stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "core/time_source.h"

namespace search {

using Clock = std::chrono::steady_clock;

struct Limits {
  std::optional<std::uint64_t> nodes;  // of all threads together
  std::optional<Clock::time_point> deadline;
  // An only action needs no more than a look: whoever plays by the clock answers it early.
  bool short_if_forced = false;
  int threads = 1;  // that share the stopper
  core::TimeSource* time = &core::steady_time();
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
  // now and then, more often where a node takes long. The nodes of one thread are counted exactly,
  // so that its search by nodes is the same on every machine; each of several threads may know of
  // a few nodes less.
  bool should_stop(std::uint64_t nodes, std::uint64_t nodes_per_look = 256) {
    const std::uint64_t all = limits_.threads == 1 ? nodes : with_other_threads(nodes);
    if (limits_.nodes && all >= *limits_.nodes) stop();
    if (nodes % nodes_per_look == 0) look();
    return stopped();
  }

  // A deadline that was not known at the start (a pondered turn that came true).
  void set_deadline(Clock::time_point deadline) {
    deadline_.store(deadline.time_since_epoch().count(), std::memory_order_relaxed);
  }

  bool short_if_forced() const { return limits_.short_if_forced; }

  // The nodes of several threads, but for the last few of each.
  std::uint64_t nodes_of_threads() const { return shared_nodes_.load(std::memory_order_relaxed); }

 private:
  // Threads tell each other of their nodes this many at a time: each one by itself would cost time.
  static constexpr std::uint64_t kNodesTold = 16;

  std::uint64_t with_other_threads(std::uint64_t nodes) {
    const std::uint64_t untold = nodes % kNodesTold;
    if (untold == 0 && nodes > 0) shared_nodes_.fetch_add(kNodesTold, std::memory_order_relaxed);
    return nodes_of_threads() + untold;
  }

  void look() {
    if (limits_.time->now().time_since_epoch().count() >=
        deadline_.load(std::memory_order_relaxed)) {
      stop();
    }
  }

  Limits limits_;
  std::atomic<Clock::rep> deadline_;
  std::atomic<std::uint64_t> shared_nodes_{0};
  std::atomic<bool> stopped_{false};
};

}  // namespace search

// How much each address may do: connections at a time, requests and messages in time. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "server/limits.h"

namespace server {

struct AddressLimits {
  int connections = 100;
  double a_second = 50;                        // requests and messages, on average
  double burst = 300;                          // at once
  std::size_t waiting = std::size_t{8} << 20;  // bytes to WebSockets that do not read
};

struct VisitorLimits {
  AddressLimits others;
  // This machine itself: tests, bots, and everybody who comes through a proxy.
  AddressLimits loopback{10'000, 200'000, 200'000, std::size_t{256} << 20};
  std::size_t addresses = 10'000;  // remembered at a time
};

// For load tests, and behind a proxy that has limits of its own.
inline VisitorLimits no_limits() {
  constexpr AddressLimits kNone{1'000'000'000, 1e12, 1e12, ~std::size_t{0}};
  return {kNone, kNone, 10'000};
}

// One address. Kept by its connections.
class Visitor {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Visitor(const AddressLimits& limits, Clock::time_point now)
      : limits_(limits), budget_({limits.a_second, limits.burst}, ms_of(now)) {}

  // Takes a request of so many bytes off the budget, if it allows for it. Long ones count as
  // several: reading them takes longer.
  bool may_ask(Clock::time_point now, std::size_t bytes = 0);

  // So many more bytes wait for the address to read, or fewer. Do too many?
  bool add_waiting(std::size_t bytes) { return (waiting_ += bytes) > limits_.waiting; }
  void take_waiting(std::size_t bytes) { waiting_ -= bytes; }

  static std::int64_t ms_of(Clock::time_point time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
  }

 private:
  friend class Visitors;

  const AddressLimits limits_;
  std::atomic<std::size_t> waiting_ = 0;
  std::mutex mutex_;  // guards what follows
  Bucket budget_;
  int connections_ = 0;
};

class Visitors {
 public:
  explicit Visitors(const VisitorLimits& limits) : limits_(limits) {}

  // One more connection of an address; nothing where it has too many. Each is left once.
  std::shared_ptr<Visitor> enter(const std::string& address, bool loopback,
                                 Visitor::Clock::time_point now);
  void leave(Visitor& visitor);

 private:
  void forget_idle(Visitor::Clock::time_point now);

  const VisitorLimits limits_;
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Visitor>> visitors_;
};

}  // namespace server

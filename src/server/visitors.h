// How much each address may do: connections at a time, requests and messages in time. Thread-safe.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace server {

struct AddressLimits {
  int connections = 100;
  double a_second = 50;  // requests and messages, on average
  double burst = 300;    // at once
};

struct VisitorLimits {
  AddressLimits others;
  // This machine itself: tests, bots, and everybody who comes through a proxy.
  AddressLimits loopback{10'000, 200'000, 200'000};
  std::size_t addresses = 10'000;  // remembered at a time
};

// For load tests, and behind a proxy that has limits of its own.
inline VisitorLimits no_limits() {
  constexpr AddressLimits kNone{1'000'000'000, 1e12, 1e12};
  return {kNone, kNone, 10'000};
}

// One address. Kept by its connections.
class Visitor {
 public:
  using Clock = std::chrono::steady_clock;
  explicit Visitor(const AddressLimits& limits, Clock::time_point now)
      : limits_(limits), left_(limits.burst), at_(now) {}

  // Takes one request off the budget, if there is one.
  bool may_ask(Clock::time_point now);

 private:
  friend class Visitors;
  void refill(Clock::time_point now);

  const AddressLimits limits_;
  std::mutex mutex_;
  double left_;
  Clock::time_point at_;
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

// How much each address may do: connections at a time, requests and messages in time (of which
// people there may have budgets of their own, Service::account_of), bytes of what it sends and does
// not finish, and of what it asks for and does not read. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "net/limits.h"
#include "text/http_error.h"

namespace net {

struct AddressLimits {
  int connections = 100;
  double a_second = 50;                           // requests and messages, on average
  double burst = 300;                             // at once
  std::size_t waiting = std::size_t{8} << 20;     // bytes to those who do not read
  std::size_t unfinished = std::size_t{8} << 20;  // bytes of requests and messages not yet whole
};

struct VisitorLimits {
  AddressLimits others;
  // This machine itself: tests, bots, and everybody who comes through a proxy that is not trusted.
  AddressLimits loopback{10'000, 200'000, 200'000, std::size_t{256} << 20, std::size_t{64} << 20};
  // Remembered at a time. Each takes some 300 bytes: 60 MB in all.
  std::size_t addresses = 200'000;
  std::size_t unfinished = std::size_t{128} << 20;  // bytes, of everybody together
};

// For load tests, and behind a proxy that has limits of its own. What protects the memory stays.
inline VisitorLimits no_limits() {
  constexpr AddressLimits kNone{1'000'000'000, 1e12, 1e12, ~std::size_t{0}, ~std::size_t{0}};
  VisitorLimits limits;
  limits.others = limits.loopback = kNone;
  return limits;
}

// Bytes that are held, against a limit.
class Held {
 public:
  explicit Held(std::size_t limit) : limit_(limit) {}
  // So many more, or fewer. Are that too many?
  bool add(std::size_t bytes) { return (bytes_ += bytes) > limit_; }
  void take(std::size_t bytes) { bytes_ -= bytes; }
  std::size_t bytes() const { return bytes_; }

 private:
  const std::size_t limit_;
  std::atomic<std::size_t> bytes_ = 0;
};

// One address, or one person there. Kept by its connections.
class Visitor {
 public:
  using Clock = std::chrono::steady_clock;
  Visitor(const AddressLimits& limits, Clock::time_point now)
      : waiting(limits.waiting),
        unfinished(limits.unfinished),
        limits_(limits),
        budget_({limits.a_second, limits.burst}, ms_of(now)) {}

  // Takes a request of so many bytes off the budget, if it allows for it. Long ones count as
  // several: reading them takes longer.
  bool may_ask(Clock::time_point now, std::size_t bytes = 0);
  // The same for a handshake of TLS, which counts as two.
  bool may_shake_hands(Clock::time_point now);

  static std::int64_t ms_of(Clock::time_point time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
  }

  Held waiting;     // for the address to read
  Held unfinished;  // sent by it

 private:
  friend class Visitors;

  const AddressLimits limits_;
  std::mutex mutex_;  // guards what follows
  Bucket budget_;
  double spent_ = 0;  // since Visitors::take_spent()
  int connections_ = 0;
};

class Visitors {
 public:
  explicit Visitors(const VisitorLimits& limits) : unfinished(limits.unfinished), limits_(limits) {}

  // One more connection of an address; why not, where it has too many or too many addresses are
  // here. Each is left once.
  text::Expected<std::shared_ptr<Visitor>> enter(const std::string& address, bool loopback,
                                                 Visitor::Clock::time_point now);
  void leave(Visitor& visitor);
  // The account of a person behind an address, with a budget of requests and messages like that of
  // the address and nothing else; nullptr where nobody else can be remembered. Each is left once.
  std::shared_ptr<Visitor> account(const std::string& name, const Visitor& address,
                                   Visitor::Clock::time_point now);
  // Takes a handshake of TLS off the budget of an address, if it allows for it. Nobody knows that
  // of somebody who is not here.
  bool may_shake_hands(const std::string& address, Visitor::Clock::time_point now);
  std::size_t remembered() const;

  // --- Other servers ---
  // From now on it is noted what is asked for.
  void note_spent() { notes_ = true; }
  // What addresses have asked for since the last call.
  Spent take_spent();
  // The same addresses have asked others for that. Those who are not here are not charged.
  void charge(const Spent& spent, Visitor::Clock::time_point now = Visitor::Clock::now());
  // Addresses with so many connections that those to others matter.
  Spent many_connections() const;
  // The connections to another server; replaces what it said before.
  void connected_elsewhere(const std::string& server, const Spent& connections,
                           Visitor::Clock::time_point now = Visitor::Clock::now());

  Held unfinished;  // sent by anybody

 private:
  // Makes room for one more where there is some to be made.
  bool has_room(Visitor::Clock::time_point now);
  void forget_idle(Visitor::Clock::time_point now);
  int connections_to_others(const std::string& address) const;

  const VisitorLimits limits_;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Visitor>> visitors_;
  std::atomic<bool> notes_ = false;
  // By the name of the server, and when it said so: one that has died says nothing.
  struct Elsewhere {
    Spent connections;
    Visitor::Clock::time_point at;
  };
  std::unordered_map<std::string, Elsewhere> elsewhere_;
  std::size_t tidy_at_ = 1000;  // how many visitors make it worth to look who is idle
  Visitor::Clock::time_point tidied_ = Visitor::Clock::time_point::min();
};

// Why somebody may not connect: so many are here that nobody else can be remembered.
text::HttpError server_is_full();

// The bytes of one request or message that is not whole yet, charged to whoever sends them.
class Unfinished {
 public:
  explicit Unfinished(Visitors& all) : all_(&all) {}
  Unfinished(Unfinished&&) = delete;
  Unfinished& operator=(Unfinished&&) = delete;
  ~Unfinished() { clear(); }

  // So many now. False where those are too many for the visitor, or for everybody.
  bool grow(const std::shared_ptr<Visitor>& visitor, std::size_t bytes);
  void clear();

 private:
  Visitors* all_;
  std::shared_ptr<Visitor> visitor_;
  std::size_t bytes_ = 0;
};

// The bytes of an answer that is on its way, charged to whoever asked for it.
class Unread {
 public:
  Unread() = default;
  Unread(Unread&&) = delete;
  Unread& operator=(Unread&&) = delete;
  ~Unread() { clear(); }

  // False where the visitor reads too little of what he has got already.
  bool hold(const std::shared_ptr<Visitor>& visitor, std::size_t bytes);
  void clear();

 private:
  std::shared_ptr<Visitor> visitor_;
  std::size_t bytes_ = 0;
};

}  // namespace net

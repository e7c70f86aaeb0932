// The visitors of a long mixed load. Each kind is a function that comes once, does what such a
// visitor does, and leaves; a thread calls it again and again.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/random.h"
#include "socket_client.h"

namespace bench {

using SteadyClock = std::chrono::steady_clock;

// What all visitors know and report. Thread-safe.
class SoakWorld {
 public:
  explicit SoakWorld(int port) : port_(port) {}

  int port() const { return port_; }
  bool ending() const { return ending_; }
  void end() { ending_ = true; }

  // The server is being restarted: for a while connections may break.
  void begin_restart();
  void end_restart();
  bool restarted_since(SteadyClock::time_point time) const;

  void count(const std::string& what);
  void time(const std::string& what, double ms);
  void error(const std::string& what);

  // Tables that somebody plays at, for those who watch.
  void add_table(const std::string& id);
  std::optional<std::string> some_table(core::Rng& rng) const;

  long errors() const;
  // Everything that was counted and timed, a line each.
  std::string report() const;

 private:
  const int port_;
  std::atomic<bool> ending_ = false;
  mutable std::mutex mutex_;  // guards everything below
  bool restarting_ = false;
  SteadyClock::time_point restarted_{};
  std::map<std::string, long> counts_;
  struct Times {
    long number = 0;
    double sum = 0, longest = 0;
  };
  std::map<std::string, Times> times_;
  struct ErrorsOfOneKind {
    long number = 0;
    std::vector<std::string> first;
  };
  std::map<std::string, ErrorsOfOneKind> errors_by_kind_;  // by the words before a colon
  long errors_ = 0;
  std::vector<std::string> tables_;
};

// The server went away while somebody waited for it.
struct ServerAway {
  SteadyClock::time_point noticed;
};

// Longest time without an answer that a connected player may see over a restart.
inline constexpr std::chrono::milliseconds kLongestGap{5000};

using Visit = void (*)(SoakWorld& world, core::Rng& rng);

void visit_as_pair(SoakWorld& world, core::Rng& rng);           // two people play each other
void visit_against_computer(SoakWorld& world, core::Rng& rng);  // one plays a level
void visit_as_analyst(SoakWorld& world, core::Rng& rng);        // analyses
void visit_as_reviewer(SoakWorld& world, core::Rng& rng);       // reviews a game
void visit_as_spectator(SoakWorld& world, core::Rng& rng);      // watches tables
void visit_computers_alone(SoakWorld& world, core::Rng& rng);   // leaves a table of computers alone
void visit_slowly(SoakWorld& world, core::Rng& rng);            // sends and reads a byte at a time
void visit_with_nonsense(SoakWorld& world, core::Rng& rng);     // broken requests and frames

}  // namespace bench

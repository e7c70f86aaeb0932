// Which server decides about which game, where several servers share a PostgreSQL database.
//
// A server is alive as long as it renews its lease, by PostgreSQL's clock alone. A game belongs to
// the server that claimed it until that server's lease is over and another one claims the game,
// which raises the game's epoch. Every event is stored with the epoch of whoever decided it
// (Change::tenure), so a server that has lost a game cannot add to it, whatever it believes.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace store {

// How long a server that is not heard of counts as alive.
inline constexpr std::chrono::milliseconds kLeaseTime{3000};

struct Claim {
  Tenure tenure;  // of this server, or of the living one that has it
  // Where it was taken over now: how long ago the server before was heard of last.
  std::optional<std::int64_t> deserted_ms;
};

// A game as it is stored now.
struct Standing {
  std::string game;
  int events = 0;
  Tenure tenure;
  bool alive = false;  // the server that has it
};

// Thread-safe: calls wait for each other and for the database.
class Leases {
 public:
  virtual ~Leases() = default;

  // This server, named anew at every start.
  virtual const std::string& node() const = 0;
  // What time it is by PostgreSQL's clock, in milliseconds since 1970.
  virtual Stored<std::int64_t> now() = 0;
  // Alive from now on for kLeaseTime.
  virtual std::optional<text::Error> renew() = 0;
  // Takes the game where no living server has it. Nothing where there is no such game.
  virtual Stored<std::optional<Claim>> claim(const std::string& game) = 0;
  // Those of the games that there are.
  virtual Stored<std::vector<Standing>> look(const std::vector<std::string>& games) = 0;
  // This server ends: its games are free at once.
  virtual std::optional<text::Error> leave() = 0;
  // As Store::begin_shutdown().
  virtual void begin_shutdown() = 0;
};

// REQUIRES: the database has the tables of a store. The name is random.
Stored<std::unique_ptr<Leases>> open_leases(std::string_view url);

}  // namespace store

// Where games are kept: SQLite by default, PostgreSQL by URL. Both behave the same, and the same
// tests say so.
//
// A game is what it was set up as, its seats, and a list of numbered events; everything else
// follows from these. The store knows nothing of rules or of what events mean.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "text/text.h"

namespace store {

template <class T>
using Stored = core::Result<T, text::Error>;

struct Seat {
  int player = 0;           // from 0
  std::string who;          // "human" or whoever plays there
  std::string name;         // what a person calls himself
  std::string token_hash;   // of whoever holds the seat; "" where nobody does
  std::string invite_hash;  // of the open invitation; "" where there is none
  friend bool operator==(const Seat&, const Seat&) = default;
};

struct Event {
  int number = 0;          // from 1, without gaps
  std::int64_t at_ms = 0;  // since 1970
  std::string kind;
  std::string body;  // JSON
  friend bool operator==(const Event&, const Event&) = default;
};

struct Game {
  std::string id;
  std::int64_t created_ms = 0;
  std::string setup;  // JSON: game, options, clock …
  bool finished = false;
  std::vector<Seat> seats;
  std::vector<Event> events;
  friend bool operator==(const Game&, const Game&) = default;
};

// One change; what is missing stays as it is.
struct Change {
  std::string game;             // its id
  std::optional<Game> created;  // a new game, with all it has
  std::vector<Seat> seats;      // these seats are now so
  std::vector<Event> events;    // added behind those there are
  std::optional<bool> finished;
  std::optional<std::string> review;  // JSON; replaces an earlier one
};

// Thread-safe: calls wait for each other.
class Store {
 public:
  virtual ~Store() = default;

  // All changes or, where it fails, none. When it returns without an error they survive a crash of
  // the program and of the machine. An event whose number is not the next one fails the whole.
  // Strings may hold any bytes.
  virtual std::optional<text::Error> commit(const std::vector<Change>& changes) = 0;

  virtual Stored<std::optional<Game>> load(const std::string& id) = 0;
  virtual Stored<std::optional<std::string>> review(const std::string& id) = 0;

  // The program is about to end: from now on no call waits long for a database that does not
  // answer. Does not wait for other calls.
  virtual void hurry() {}
};

// Of an error: was the change itself at fault? Otherwise the database is in trouble, and the same
// change may get through later.
bool refused(const text::Error& error);

// A path of an SQLite file, made where there is none, or postgresql://…. Brings an older schema up
// to date; refuses a newer one. One program at a time: a second one is refused.
Stored<std::unique_ptr<Store>> open(std::string_view where);

}  // namespace store

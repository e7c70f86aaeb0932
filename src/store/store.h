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
  bool show = false;        // whoever sits there agrees to show the finished game to everybody
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

// A turn of a game in the explorer: positions are told by numbers that are the same for all that
// are symmetric to each other.
struct Play {
  std::int64_t position = 0;
  std::int64_t next = 0;  // what the turn led to; 0 where the game ended at the position
  std::string turn;       // the first one that was kept tells it for all that led there
};

// A finished game as everybody may find it (archive.h).
struct Shown {
  std::int64_t ended_ms = 0;
  std::string kind;  // of the game, with its options in force
  std::string options;
  std::string result;  // p1win, p2win, p3win, draw
  std::string why;
  int turns = 0;
  std::string summary;             // JSON: what else lists tell
  std::vector<std::string> names;  // of the players, as they are searched for; each once
  std::vector<Play> plays;         // each position once
};

// Which server decides about a game, where several share a database (leases.h): with every server
// that takes it over the epoch grows.
struct Tenure {
  std::string node;
  std::int64_t epoch = 0;
  friend bool operator==(const Tenure&, const Tenure&) = default;
};

// One change; what is missing stays as it is.
struct Change {
  std::string game;             // its id
  std::optional<Game> created;  // a new game, with all it has
  std::vector<Seat> seats;      // these seats are now so
  std::vector<Event> events;    // added behind those there are
  std::optional<bool> finished;
  std::optional<std::string> review;  // JSON; replaces an earlier one
  std::optional<Shown> shown;         // in the archive and the explorer from now on, ...
  bool hidden = false;                // ... or not any more
  bool removed = false;               // the game goes with all it has, this change too
  // Events are added only while this holds; a new game begins with it.
  std::optional<Tenure> tenure;
};

class Administration;
class Archive;

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
  virtual void begin_shutdown() {}

  // For whoever runs the server; nothing where there is none.
  virtual Administration* administration() { return nullptr; }
  // For everybody; nothing where none is kept.
  virtual Archive* archive() { return nullptr; }
};

// Of an error: was the change itself at fault? Otherwise the database is in trouble, and the same
// change may get through later.
bool refused(const text::Error& error);

struct OpenOptions {
  // Look at every page of an SQLite file before anything else, which takes time in proportion to
  // it. Done in any case where the last program did not end in order, or the file is another.
  bool check = false;
  // Several servers share a PostgreSQL database, each by its leases.
  bool shared = false;
};

// A path of an SQLite file, made where there is none, or postgresql://…. Brings an older schema up
// to date; refuses a newer one. One program at a time, unless all of them share.
Stored<std::unique_ptr<Store>> open(std::string_view where, OpenOptions options = {});

}  // namespace store

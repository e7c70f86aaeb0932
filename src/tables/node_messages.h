// What servers that share a database say to each other about tables.
//
// One server decides about a table, its owner; others follow it because somebody watches there.
// They tell the owner who that is, and the owner tells them everything that happens. Whoever
// follows finds out by the numbers of events that something is missing, and looks it up in the
// store.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/store.h"
#include "tables/act.h"
#include "tables/exploration.h"
#include "tables/snapshot.h"
#include "text/http_error.h"

namespace tables {

// To the owner: somebody wants something. The answer is that of every act, an Expected<int>.
struct ActRequest {
  std::string table;
  Act act;
  std::string visitor;  // in whose queue its computers think
  std::string request;  // that asked for it, as the log names it
};

// The code of the error of a server that does not decide about the table.
inline constexpr const char* kElsewhere = "elsewhere";

// How a table stands at its owner.
struct TableState {
  std::int64_t epoch = 0;  // of the owner
  int event = 0;           // the last one
  std::int64_t since = 0;  // Table::since()
  Presence presence;
};

// A phrase of a player, which is not stored.
struct Said {
  int player = 0;
  std::string phrase;
};

// To whoever follows: what happened, and how the table stands now.
struct News {
  std::string table;
  std::vector<store::Event> events;
  std::vector<store::Seat> seats;  // these are now so
  TableState state;
  std::vector<Said> said = {};
};

// To the owner: a server follows a table.
struct Following {
  std::string table;
  bool leaves = false;       // not any more
  bool watched = false;      // by somebody there
  std::vector<bool> online;  // players who are there
  int spectators = 0;
};
// Sent when something changes, and again and again while it holds.
struct FollowRequest {
  std::string node;
  std::vector<Following> tables;
};
// For each of the tables how it stands; nothing where this server does not decide about it.
using FollowAnswer = std::vector<std::pair<std::string, std::optional<TableState>>>;

// How these are written down; the interface (api/) has the one implementation. Reading gives
// nothing where the bytes make no sense. Thread-safe.
class NodeFormat {
 public:
  virtual ~NodeFormat() = default;

  virtual std::string write(const ActRequest& request) const = 0;
  virtual std::optional<ActRequest> read_act(std::string_view bytes) const = 0;
  virtual std::string write(const text::Expected<int>& answer) const = 0;
  virtual std::optional<text::Expected<int>> read_answer(std::string_view bytes) const = 0;
  virtual std::string write(const News& news) const = 0;
  virtual std::optional<News> read_news(std::string_view bytes) const = 0;
  virtual std::string write(const FollowRequest& request) const = 0;
  virtual std::optional<FollowRequest> read_follow(std::string_view bytes) const = 0;
  virtual std::string write(const FollowAnswer& answer) const = 0;
  virtual std::optional<FollowAnswer> read_states(std::string_view bytes) const = 0;
  virtual std::string write(const Sightings& sightings) const = 0;
  virtual std::optional<Sightings> read_sightings(std::string_view bytes) const = 0;
};

}  // namespace tables

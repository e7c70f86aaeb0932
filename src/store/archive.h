// What everybody may find: finished games that all persons at them agreed to show, and how they
// went on from each position.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/store.h"

namespace store {

// Where a game stands among all of them, which are told newest first.
struct ArchivePlace {
  std::int64_t ended_ms = 0;
  std::string id;
};

// What games are looked for; what is empty does not matter.
struct ArchiveQuery {
  std::string kind = {}, options = {}, player = {}, result = {}, why = {};
  std::optional<std::int64_t> from_ms = {}, to_ms = {};  // ended from then on, and before then
  std::optional<ArchivePlace> before = {};               // those behind this one
  int limit = 20;
};

struct ArchiveEntry {
  std::string id;
  std::int64_t ended_ms = 0;
  std::string kind, options, result, why;
  int turns = 0;
  std::string summary;
};

// How some games ended.
struct Tally {
  std::array<std::int64_t, 3> wins = {};  // of each player
  std::int64_t draws = 0;
};

// How games went on from a position by one turn.
struct Continuation {
  std::int64_t next = 0;
  std::string turn;
  Tally tally;
};

struct Explored {
  Tally tally;                              // of all games in which it came up
  std::vector<Continuation> continuations;  // those played most often, most often first
};

// Thread-safe, beside the store that it belongs to.
class Archive {
 public:
  virtual ~Archive() = default;

  // Newest first. A game that is there from the first page to the last comes once, whatever comes
  // and goes meanwhile.
  virtual Stored<std::vector<ArchiveEntry>> find(const ArchiveQuery& query) = 0;
  // With so many continuations at most.
  virtual Stored<Explored> explore(std::int64_t position, int limit) = 0;
  // The newest games in which a position came up.
  virtual Stored<std::vector<ArchiveEntry>> newest_at(std::int64_t position, int limit) = 0;
};

}  // namespace store

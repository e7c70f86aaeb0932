// Games during which nobody who plays or watches may ask an engine (TableSetup::exploration).
//
// A question names a position, not a table. So it is known which of these tables were looked at
// from which address, and what has been on their boards; a question about that is refused until the
// game is over. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tables/snapshot.h"

namespace tables {

// Who asks.
struct Explorer {
  std::string address = {};
  std::string token_hash = {};           // of the seat he says is his
  std::vector<std::string> tables = {};  // that he watches where he asks
};

// What servers that share tables tell each other: whoever plays or watches with one of them asks
// another one about the game in vain.
struct Sightings {
  struct Board {
    std::string table;
    std::string game;                   // its name
    std::vector<std::uint64_t> starts;  // what was on the board at the starts of turns
    bool over = false;                  // it may be asked about
  };
  std::vector<std::pair<std::string, std::string>> seen;  // addresses and tables
  std::vector<Board> boards;
};

class Exploration {
 public:
  // Somebody at the address plays or watches there. Of an address's tables the last ones count.
  void seen(const std::string& address, const Table& table);
  // It leaves the memory; what was on its board is kept for those who have seen it.
  void left(const Table& table);

  // Is the question about a running game that whoever asks has to do with? Of a table that is known
  // by his address alone the first turns do not count: many a game begins so, and others may share
  // the address. `in_memory` gives the table as it stands, where it is in memory.
  using InMemory = std::function<std::shared_ptr<const Snapshot>(const std::string& id)>;
  bool forbids(const Explorer& who, const games::History& asked, const InMemory& in_memory);

  // There are other servers: from now on news() says what they must know, each thing once.
  void share() { shares_ = true; }
  Sightings news(const InMemory& in_memory);
  void hear(const Sightings& sightings);

 private:
  // What was on a board at the starts of turns. Not with which options: whoever asks could choose
  // others.
  struct Played {
    std::string game;
    std::vector<std::uint64_t> starts;
  };
  static Played played(const games::History& history);
  static bool touches(const Played& game, const Played& asked, std::size_t from);
  bool note_seen(const std::string& address, const std::string& table);
  void keep(const std::string& table, Played board);
  std::deque<std::string> tables_of(const std::string& address);
  std::optional<Played> left_at(const std::string& id);

  std::mutex mutex_;
  std::unordered_map<std::string, std::deque<std::string>> tables_of_;  // of an address
  std::unordered_map<std::string, Played> left_;
  std::atomic<bool> shares_ = false;
  std::vector<std::pair<std::string, std::string>> seen_;    // not told yet
  std::unordered_map<std::string, std::size_t> told_turns_;  // of tables that others know of
};

}  // namespace tables

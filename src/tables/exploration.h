// Games during which nobody who plays or watches may ask an engine (TableSetup::exploration).
//
// A question names a position, not a table. So it is known which of these tables were looked at
// from which address, and what has been on their boards, up to the symmetries of the board; a
// question about that is refused until the game is over. Thread-safe.
//
// What is remembered is bounded. Where it is not known who has looked at a table, everybody has,
// and where it is not known what an address has looked at, it has looked at everything: what is
// forgotten allows nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
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
  // How much is remembered: of one address, of all, and of boards.
  struct Bounds {
    std::size_t tables_of_one = 1'000, addresses = 20'000, boards = 50'000;
  };
  Exploration() = default;
  explicit Exploration(Bounds bounds) : bounds_(bounds) {}

  // Somebody at the address plays or watches there.
  void seen(const std::string& address, const Table& table);
  // It comes into the memory, as the store has it: where nothing is known of it, as after a
  // restart, nobody knows any more who has seen it.
  void came(const Table& table);
  // It leaves the memory; what was on its board is kept for those who have seen it.
  void left(const Table& table);
  // It is gone for good.
  void forget(const std::string& table);

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
  using Hashes = std::vector<std::uint64_t>;
  // A game that runs, as far as it is known.
  struct Board {
    std::string game;
    // What was on the board at the starts of turns, up to symmetry. Not with which options: whoever
    // asks could choose others.
    Hashes starts = {};
    Hashes exact = {};  // the same as History has them: for these `starts` are known
    std::uint64_t number = 0;
  };
  struct Seen {
    std::set<std::string> tables;
    bool all = false;  // more than are remembered
  };
  struct Question {
    std::string game;
    Hashes starts;
  };
  // A table that whoever asks has to do with, and from which turn on.
  using Known = std::pair<std::string, std::size_t>;

  static Hashes starts_of(const games::History& history, std::size_t from = 0);
  static bool touches(const Hashes& game, const Hashes& asked, std::size_t from);
  static void look_again(Board& board, const games::History& history);
  Board& board_of(const std::string& table, const std::string& game);
  bool note_seen(const std::string& address, const std::string& table);
  bool has_room();
  void drop_over(std::set<std::string>& tables) const;
  void drop(const std::string& table);
  std::vector<Known> known_to(const Explorer& who, const std::string& game);
  bool is_kept_and_touched(const std::string& table, const Question& asked, std::size_t from);
  bool is_touched(const Table& table, const Question& asked, std::size_t from);

  const Bounds bounds_ = {};
  std::mutex mutex_;
  std::unordered_map<std::string, Seen> seen_;  // by address
  std::size_t refused_ = 0;                     // addresses for which there was no room
  std::unordered_map<std::string, Board> boards_;
  std::map<std::uint64_t, std::string> oldest_;  // of boards_, by their numbers
  std::set<std::string> seen_by_all_;            // of boards_: nobody knows by whom
  std::uint64_t numbers_ = 0;
  std::atomic<bool> shares_ = false;
  std::vector<std::pair<std::string, std::string>> untold_;
  std::unordered_map<std::string, std::size_t> told_turns_;  // of tables that others know of
  std::vector<std::string> ended_;  // of these, those that left the memory when they were over
};

}  // namespace tables

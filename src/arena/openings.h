// Openings for matches: where the games of a round begin.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/random.h"
#include "engine/proof_book.h"
#include "games/history.h"

namespace arena {

// What search says about an opening.
struct Balance {
  std::vector<double> chances;  // of each player
  bool balanced = false;
};

// Balanced: of two players each expects at least 40 %, of three 25 %. By a fresh engine with so
// many nodes. REQUIRES: not over.
Balance balance_of(const games::History& history, std::uint64_t nodes,
                   const engine::ProofBook* proofs = nullptr);

// A few random turns after which neither side stands better at a quick look. The same number always
// gives the same opening. REQUIRES: the game accepts the options.
games::History balanced_opening(const games::GameInfo& game, const games::OptionMap& options,
                                std::uint64_t number, const engine::ProofBook* proofs = nullptr);

// Different openings (symmetric ones count as the same) that are balanced at a quick and at a close
// look. Gives fewer where no more turn up.
struct BookSettings {
  int count = 100;
  std::uint64_t seed = 1;
  std::uint64_t nodes = 30'000;  // for the close look
  const engine::ProofBook* proofs = nullptr;
};
struct BookOpening {
  games::History history;
  Balance balance;  // at a close look
};
// `on_look` hears how many were found, before each look.
std::vector<BookOpening> make_book(const games::GameInfo& game, const games::OptionMap& options,
                                   const BookSettings& settings,
                                   const std::function<void(std::size_t)>& on_look = {});

// Both looks; nothing where the quick one is enough to refuse it. REQUIRES: not over.
std::optional<Balance> looked_at(const games::History& history, std::uint64_t nodes,
                                 const engine::ProofBook* proofs = nullptr);

// The same step by step, for whoever has the looks done elsewhere.
class BookMaker {
 public:
  BookMaker(const games::GameInfo& game, const games::OptionMap& options,
            const BookSettings& settings);

  struct Candidate {
    int number;  // among all that the seed brings
    games::History history;
  };
  // The next to be looked at; may be asked before earlier ones were. Nothing where no more turn up.
  std::optional<Candidate> next();
  // What came of it, one candidate after the other. False where the book is done.
  bool take(Candidate candidate, const std::optional<Balance>& balance);

  const std::vector<BookOpening>& book() const { return book_; }

 private:
  const int count_;
  const games::Position start_;
  core::Rng rng_;
  std::set<std::uint64_t> seen_;
  int drawn_ = 0, offered_ = 0, taken_ = 0;  // numbers: the next one, the last that was ...
  std::vector<BookOpening> book_;
};

// One opening: turns from the start, separated by blanks, or a position text. Both must
// leave a running game at the start of a turn.
games::Parsed<games::History> parse_opening(const games::GameInfo& game,
                                            const games::OptionMap& options, std::string_view text);

// The openings of a file's content: one a line; empty lines and lines from "#" on are left out. An
// error names the line.
games::Parsed<std::vector<games::History>> parse_openings(const games::GameInfo& game,
                                                          const games::OptionMap& options,
                                                          std::string_view content);

// An opening as a line of such a file. REQUIRES: from the start of the game, or without turns.
std::string opening_text(const games::History& history);

// Where each round of a tournament begins. Any thread may ask.
class Openings {
 public:
  enum class Kind { kStart, kBalanced, kList };

  // The start of the game, or balanced ones: those that come with the program (for the game's
  // default options), in an order of the seed's, then as many new ones as it takes.
  Openings(const games::GameInfo& game, const games::OptionMap& options, Kind kind,
           std::uint64_t seed, const engine::ProofBook* proofs = nullptr);
  // These, from the first on again when they are used up. REQUIRES: not empty.
  explicit Openings(std::vector<games::History> list);

  games::History of_round(int round);

 private:
  games::History balanced(int round);

  Kind kind_;
  const games::GameInfo* game_ = nullptr;
  games::OptionMap options_;
  std::uint64_t seed_ = 0;
  const engine::ProofBook* proofs_ = nullptr;
  std::vector<games::History> list_;
  std::mutex mutex_;  // guards made_
  std::unordered_map<int, games::History> made_;
};

// The openings that come with the program, as the content of a file; "" where a game has none.
std::string_view built_in_openings(std::string_view game);

}  // namespace arena

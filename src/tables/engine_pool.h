// The memory of all engines: those that remember, and what a search has while it lasts. However
// many think at once, together they have no more than the budget.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "engine/engine.h"

namespace tables {

// Lends memory for hash tables, and keeps the engines of analyses that were used last, each for its
// key: whoever asks about a game again, deeper or a turn further on, goes on from what was found
// before. Whoever comes when much is lent gets less, and a much smaller table only makes his search
// slower. Thread-safe; outlives what is lent.
class EnginePool {
  struct Kept {
    std::string key;
    std::unique_ptr<engine::Engine> engine;
    std::size_t megabytes;  // with its look for a proof
  };

 public:
  // What an analysis wishes for its hash table; its look for a proof may take as much again.
  static constexpr std::size_t kAnalysisMegabytes = 16;
  static constexpr std::size_t kBudgetMegabytes = 160;

  explicit EnginePool(std::size_t megabytes = kBudgetMegabytes) : budget_(megabytes) {}

  // Memory for one search. Comes back by itself.
  class Loan {
   public:
    Loan(EnginePool& home, std::size_t megabytes) : home_(home), megabytes_(megabytes) {}
    ~Loan() { home_.give_back(megabytes_); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;

    std::size_t megabytes() const { return megabytes_; }

   private:
    EnginePool& home_;
    std::size_t megabytes_;
  };
  // At most what is wished; 0 where nothing is left.
  Loan lend(std::size_t wish);

  // An engine that remembers. An engine that is taken is nobody else's until it comes back, so that
  // none ever searches twice at once. Comes back by itself.
  class Taken {
   public:
    Taken(EnginePool& home, Kept kept) : home_(home), kept_(std::move(kept)) {}
    ~Taken() { home_.give_back(std::move(kept_)); }
    Taken(const Taken&) = delete;
    Taken& operator=(const Taken&) = delete;

    engine::Engine& get() const { return *kept_.engine; }

   private:
    EnginePool& home_;
    Kept kept_;
  };
  // The engine of a key, ready to think, or a new one where none is kept.
  Taken take(const std::string& key);

  std::size_t kept() const;  // engines
  // What is lent and kept, never more than the budget.
  std::size_t megabytes() const;

 private:
  std::size_t megabytes_kept() const;
  // REQUIRES: locked. What does not fit any more goes to `dropped`, to be freed without the lock.
  std::size_t reserve(std::size_t wish, std::list<Kept>& dropped);
  void give_back(std::size_t megabytes);
  void give_back(Kept kept);

  const std::size_t budget_;
  mutable std::mutex mutex_;  // guards what follows
  std::size_t lent_ = 0;      // megabytes
  std::list<Kept> kept_;      // the one used last goes first
};

// One visitor's engine for one game: its table serves every position of that game.
std::string engines_key(const std::string& visitor, const games::Position& position);

}  // namespace tables

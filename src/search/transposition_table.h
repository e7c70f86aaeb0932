// The transposition table: what earlier visits found out about positions.
//
// Buckets of four entries share a cache line. A new result replaces the entry of the same position,
// or else the one that is worth least: its depth, less four for every search since it was written.
// Threads share a table without locks: an entry's check is its key xor its data, so that a torn
// write is seen as a miss.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "core/pages.h"
#include "games/action.h"
#include "search/value.h"

namespace search {

enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

struct Entry {
  games::Action action;  // the best one known
  Value value = 0;       // proven results count turns from this position
  int depth = 0;
  Bound bound = Bound::kNone;
};

class TranspositionTable {
 public:
  explicit TranspositionTable(std::size_t megabytes);

  std::optional<Entry> find(std::uint64_t key) const;
  void store(std::uint64_t key, const Entry& entry);

  // Entries of earlier searches become worth less.
  void new_search() { age_ = (age_ + 1) % kAges; }
  void clear();

  // Starts loading a position's bucket before it is asked for.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

 private:
  static constexpr int kAges = 64;
  static constexpr int kEntries = 4;

  struct Slot {
    std::atomic<std::uint64_t> check;
    std::atomic<std::uint64_t> data;
  };
  struct alignas(64) Bucket {
    Slot slots[kEntries];
  };

  std::size_t index(std::uint64_t key) const {
    return static_cast<std::size_t>((static_cast<unsigned __int128>(key) * buckets_) >> 64);
  }

  Bucket& bucket(std::uint64_t key) const {
    return static_cast<Bucket*>(memory_.data())[index(key)];
  }

  std::size_t buckets_;
  core::Pages memory_;  // an empty slot is all zero
  int age_ = 0;
};

}  // namespace search

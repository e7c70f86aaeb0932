// The table of proof-number search: proof and disproof numbers of positions seen before.
//
// Entries of 16 bytes lie in buckets of four, one cache line. A result replaces what is known of
// the same position, or else the entry with the least work below it: what was cheap to find is
// cheap to find again. One search owns a table; memory is taken as it fills.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/pages.h"

namespace search {

// How hard it still looks to prove or disprove a position. 0 proves or disproves, kNever excludes.
struct ProofNumbers {
  static constexpr std::uint32_t kNever = (1u << 24) - 1;

  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;

  static constexpr ProofNumbers proven() { return {0, kNever}; }
  static constexpr ProofNumbers disproven() { return {kNever, 0}; }
  constexpr bool solved() const { return proof == 0 || disproof == 0; }

  friend constexpr bool operator==(const ProofNumbers&, const ProofNumbers&) = default;
};

class ProofTable {
 public:
  explicit ProofTable(std::size_t bytes);
  ProofTable(const ProofTable&) = delete;
  ProofTable& operator=(const ProofTable&) = delete;

  std::optional<ProofNumbers> find(std::uint64_t key) const;
  // `work` is what was spent on the position this time; it adds up while the entry lives.
  void store(std::uint64_t key, ProofNumbers numbers, std::uint64_t work);

  void forget(std::uint64_t key);

  // The entries with the most work below them, at most so many, as bytes of this machine; and back
  // again into an empty table. False where the bytes are no entries.
  std::string entries(std::size_t at_most) const;
  bool take_entries(std::string_view bytes);

  std::uint64_t used() const { return used_; }
  std::uint64_t capacity() const { return buckets_ * kEntries; }

 private:
  static constexpr int kEntries = 4;

  struct Entry {
    std::uint64_t key;
    std::uint64_t data;  // proof number, disproof number (24 bits each), work; 0 where unused
  };
  struct Bucket {
    Entry entries[kEntries];
  };

  Bucket& bucket(std::uint64_t key) const {
    return memory_[static_cast<std::uint64_t>(
        (static_cast<unsigned __int128>(key * kSpread) * buckets_) >> 64)];
  }
  // Keys are the smallest of several hashes, so that their high bits are seldom set.
  static constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15u;

  std::uint64_t buckets_;
  core::Pages pages_;
  Bucket* memory_;
  std::uint64_t used_ = 0;
};

}  // namespace search

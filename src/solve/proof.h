// Proof files of two-player Yavalath: one claim, and what the player it speaks of has to do.
// docs/proofs.md describes the bytes.
//
// A Proof is read in place: from a mapped file or from bytes inside the program. What is damaged is
// refused when it is opened; whether the claim is true only check() says.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "core/mapped_file.h"
#include "solve/proof_key.h"

namespace solve::proof {

// From this position, without the swap rule, this player wins (or at least draws), whatever the
// other one does.
struct Claim {
  int size = 5;
  Placement position;
  int player = 0;     // 0 or 1
  bool draw = false;  // at least a draw is claimed, not a win
  friend bool operator==(const Claim&, const Claim&) = default;
};

// "p1win", "p2win", "p1draw" or "p2draw".
std::string claim_code(const Claim& claim);

// What the player of the claim does in one position. The game is over after at most `turns` more
// turns of both players, this action included.
struct Record {
  Key key;
  std::uint8_t action = 0;  // a cell of the key's position
  std::uint8_t turns = 0;
};

class Proof {
 public:
  // Maps the file.
  static Parsed<Proof> open(const std::string& path);
  // Over bytes that stay where they are.
  static Parsed<Proof> over(std::span<const std::uint8_t> bytes);

  const Claim& claim() const { return claim_; }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return all_.size(); }
  Record record(std::size_t i) const;
  // By binary search.
  std::optional<Record> find(const Key& key) const;

 private:
  Proof() = default;

  const std::uint8_t* at(std::size_t i) const { return records_.data() + i * stride_; }

  std::shared_ptr<const core::MappedFile> file_;  // where there is one
  std::span<const std::uint8_t> all_;
  std::span<const std::uint8_t> records_;
  Claim claim_;
  std::size_t count_ = 0;
  std::size_t stride_ = 0;  // bytes a record
};

// The whole file. REQUIRES: records sorted by their keys, no key twice.
std::string file_content(const Claim& claim, std::span<const Record> records);

}  // namespace solve::proof

#include "search/proof_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace search {

namespace {

constexpr int kWorkBits = 16;
constexpr int kNumberBits = 24;
constexpr std::uint64_t kNumberMask = (std::uint64_t{1} << kNumberBits) - 1;

// Work in 16 bits: 5 of exponent, 11 of mantissa, so that larger codes mean more work.
constexpr int kMantissaBits = 11;

std::uint64_t code_of(std::uint64_t work) {
  const int shift = std::max(0, static_cast<int>(std::bit_width(work)) - kMantissaBits);
  if (shift > 30) return (std::uint64_t{1} << kWorkBits) - 1;
  return (static_cast<std::uint64_t>(shift) << kMantissaBits) |
         ((work >> shift) & ((1u << kMantissaBits) - 1));
}

std::uint64_t work_of(std::uint64_t code) {
  return (code & ((1u << kMantissaBits) - 1)) << (code >> kMantissaBits);
}

std::uint64_t pack(ProofNumbers numbers, std::uint64_t work) {
  return (std::uint64_t{numbers.proof} << (kNumberBits + kWorkBits)) |
         (std::uint64_t{numbers.disproof} << kWorkBits) | code_of(std::max<std::uint64_t>(work, 1));
}

ProofNumbers numbers_of(std::uint64_t data) {
  return {static_cast<std::uint32_t>(data >> (kNumberBits + kWorkBits)),
          static_cast<std::uint32_t>((data >> kWorkBits) & kNumberMask)};
}

constexpr std::uint64_t work_code(std::uint64_t data) { return data & ((1u << kWorkBits) - 1); }

}  // namespace

ProofTable::ProofTable(std::size_t bytes)
    : buckets_(std::max<std::size_t>(bytes / sizeof(Bucket), 1024)),
      pages_(buckets_ * sizeof(Bucket)),
      memory_(static_cast<Bucket*>(pages_.data())) {}

std::optional<ProofNumbers> ProofTable::find(std::uint64_t key) const {
  for (const Entry& entry : bucket(key).entries) {
    if (entry.key != key || entry.data == 0) continue;
    return numbers_of(entry.data);
  }
  return std::nullopt;
}

void ProofTable::store(std::uint64_t key, ProofNumbers numbers, std::uint64_t work) {
  Bucket& place = bucket(key);
  Entry* least = &place.entries[0];
  for (Entry& entry : place.entries) {
    if (entry.data != 0 && entry.key == key) {
      entry.data = pack(numbers, work + work_of(work_code(entry.data)));
      return;
    }
    if (work_code(entry.data) < work_code(least->data)) least = &entry;
  }
  if (least->data == 0) ++used_;
  *least = {key, pack(numbers, work)};
}

void ProofTable::forget(std::uint64_t key) {
  for (Entry& entry : bucket(key).entries) {
    if (entry.key != key || entry.data == 0) continue;
    entry = {};
    --used_;
  }
}

std::string ProofTable::entries(std::size_t at_most) const {
  std::vector<std::size_t> counts(std::size_t{1} << kWorkBits);
  const auto for_each = [&](auto visit) {
    for (std::uint64_t i = 0; i < buckets_; ++i) {
      for (const Entry& entry : memory_[i].entries) {
        if (entry.data != 0) visit(entry);
      }
    }
  };
  for_each([&](const Entry& entry) { ++counts[work_code(entry.data)]; });
  std::size_t least = counts.size(), sum = 0;
  while (least > 0 && sum + counts[least - 1] <= at_most) sum += counts[--least];
  std::string bytes;
  bytes.reserve(sum * sizeof(Entry));
  for_each([&](const Entry& entry) {
    if (work_code(entry.data) < least) return;
    bytes.append(reinterpret_cast<const char*>(&entry), sizeof entry);
  });
  return bytes;
}

bool ProofTable::take_entries(std::string_view bytes) {
  if (bytes.size() % sizeof(Entry) != 0) return false;
  for (; !bytes.empty(); bytes.remove_prefix(sizeof(Entry))) {
    Entry entry;
    std::memcpy(&entry, bytes.data(), sizeof entry);
    store(entry.key, numbers_of(entry.data), work_of(work_code(entry.data)));
  }
  return true;
}

}  // namespace search

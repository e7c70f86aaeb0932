#include "search/transposition_table.h"

#include <algorithm>

namespace search {

namespace {

// value 16 bits, action 24, depth 8, bound 2, age 6; an empty slot has no bound.
std::uint64_t pack(const Entry& entry, int age) {
  return static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.value)) |
         static_cast<std::uint64_t>(entry.action.code & 0xffffff) << 16 |
         static_cast<std::uint64_t>(std::clamp(entry.depth, 0, 255)) << 40 |
         static_cast<std::uint64_t>(entry.bound) << 48 | static_cast<std::uint64_t>(age) << 50;
}

Entry unpack(std::uint64_t data) {
  Entry entry;
  entry.value = static_cast<std::int16_t>(data & 0xffff);
  entry.action.code = static_cast<std::uint32_t>(data >> 16 & 0xffffff);
  entry.depth = static_cast<int>(data >> 40 & 0xff);
  entry.bound = static_cast<Bound>(data >> 48 & 3);
  return entry;
}

int age_of(std::uint64_t data) { return static_cast<int>(data >> 50 & 63); }

}  // namespace

TranspositionTable::TranspositionTable(std::size_t megabytes)
    : buckets_(std::max<std::size_t>(1, megabytes * 1024 * 1024 / sizeof(Bucket))),
      memory_(buckets_ * sizeof(Bucket)) {}

void TranspositionTable::clear() {
  memory_.clear();
  age_ = 0;
}

std::optional<Entry> TranspositionTable::find(std::uint64_t key) const {
  for (const Slot& slot : bucket(key).slots) {
    const auto data = slot.data.load(std::memory_order_relaxed);
    if ((slot.check.load(std::memory_order_relaxed) ^ data) != key) continue;
    const Entry entry = unpack(data);
    if (entry.bound != Bound::kNone) return entry;
  }
  return std::nullopt;
}

void TranspositionTable::store(std::uint64_t key, const Entry& entry) {
  Slot* worst = nullptr;
  int worst_worth = 0;
  for (Slot& slot : bucket(key).slots) {
    const auto data = slot.data.load(std::memory_order_relaxed);
    const bool same = (slot.check.load(std::memory_order_relaxed) ^ data) == key;
    const bool empty = unpack(data).bound == Bound::kNone;
    const int age = (age_ - age_of(data) + kAges) % kAges;
    const int worth = same || empty ? -1000 : unpack(data).depth - 4 * age;
    if (worst == nullptr || worth < worst_worth) {
      worst = &slot;
      worst_worth = worth;
    }
    if (same) break;
  }
  const auto data = pack(entry, age_);
  worst->data.store(data, std::memory_order_relaxed);
  worst->check.store(key ^ data, std::memory_order_relaxed);
}

}  // namespace search

// Fixed-width bitboards of one or more 64-bit words.
//
// A board lays its cells out on a padded grid: cell (column, row) is bit row * stride + column, and
// the unused columns between rows keep a shifted line from running into the next row. Shifts that
// leave the width drop bits, so a caller only has to mask with the cells it means.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace core {

// The index of the n-th set bit (n counts from 0). REQUIRES: n < popcount(word).
inline int nth_set_bit(std::uint64_t word, int n) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, word));
#else
  for (; n > 0; --n) word &= word - 1;
  return std::countr_zero(word);
#endif
}

// Calls visit(index) for every set bit of one word in ascending order.
template <class Visit>
constexpr void for_each_bit(std::uint64_t word, Visit visit) {
  for (; word != 0; word &= word - 1) visit(std::countr_zero(word));
}

template <int Words>
struct Bits {
  std::array<std::uint64_t, Words> word{};

  static constexpr int kBits = Words * 64;

  // All words are written at once: a later read of the whole board would stall behind a store of
  // one word (store forwarding), which costs more than the extra words.
  static constexpr Bits single(int index) {
    Bits b;
    for (int i = 0; i < Words; ++i) {
      b.word[i] = static_cast<std::uint64_t>((index >> 6) == i) << (index & 63);
    }
    return b;
  }

  constexpr void set(int index) { *this |= single(index); }
  constexpr void clear(int index) { *this &= ~single(index); }
  constexpr void flip(int index) { *this ^= single(index); }
  constexpr bool test(int index) const { return (word[index >> 6] >> (index & 63)) & 1; }

  constexpr bool any() const {
    std::uint64_t all = 0;
    for (auto w : word) all |= w;
    return all != 0;
  }
  constexpr bool none() const { return !any(); }

  constexpr int count() const {
    int n = 0;
    for (auto w : word) n += std::popcount(w);
    return n;
  }

  // The lowest set bit. REQUIRES: any().
  constexpr int first() const {
    int i = 0;
    while (i + 1 < Words && word[i] == 0) ++i;
    return i * 64 + std::countr_zero(word[i]);
  }

  // The n-th set bit, from 0. REQUIRES: n < count(). Free of branches that chance decides.
  int nth(int n) const {
    std::uint64_t chosen = word[0];
    int base = 0;
    for (int i = 0; i + 1 < Words; ++i) {
      const int here = std::popcount(word[i]);
      const bool beyond = base == i * 64 && n >= here;
      n -= beyond ? here : 0;
      base = beyond ? (i + 1) * 64 : base;
      chosen = beyond ? word[i + 1] : chosen;
    }
    return base + nth_set_bit(chosen, n);
  }

  // Calls visit(index) for every set bit in ascending order.
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (int i = 0; i < Words; ++i) {
      for_each_bit(word[i], [&](int index) { visit(i * 64 + index); });
    }
  }

  // Every bit moved up by Distance (down where it is negative), a compile-time distance below 64.
  template <int Distance>
  constexpr Bits shifted() const {
    static_assert(Distance > -64 && Distance < 64);
    Bits r;
    if constexpr (Distance == 0) {
      r = *this;
    } else if constexpr (Distance > 0) {
      for (int i = Words - 1; i >= 0; --i) {
        r.word[i] = word[i] << Distance;
        if (i > 0) r.word[i] |= word[i - 1] >> (64 - Distance);
      }
    } else {
      for (int i = 0; i < Words; ++i) {
        r.word[i] = word[i] >> -Distance;
        if (i + 1 < Words) r.word[i] |= word[i + 1] << (64 + Distance);
      }
    }
    return r;
  }

  constexpr Bits& operator|=(const Bits& o) {
    for (int i = 0; i < Words; ++i) word[i] |= o.word[i];
    return *this;
  }
  constexpr Bits& operator&=(const Bits& o) {
    for (int i = 0; i < Words; ++i) word[i] &= o.word[i];
    return *this;
  }
  constexpr Bits& operator^=(const Bits& o) {
    for (int i = 0; i < Words; ++i) word[i] ^= o.word[i];
    return *this;
  }
  friend constexpr Bits operator|(Bits a, const Bits& b) { return a |= b; }
  friend constexpr Bits operator&(Bits a, const Bits& b) { return a &= b; }
  friend constexpr Bits operator^(Bits a, const Bits& b) { return a ^= b; }
  friend constexpr Bits operator~(Bits a) {
    for (auto& w : a.word) w = ~w;
    return a;
  }
  friend constexpr bool operator==(const Bits&, const Bits&) = default;
};

}  // namespace core

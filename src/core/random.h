// Random numbers and hash keys. The same seed gives the same numbers on every machine and build.
#pragma once

#include <array>
#include <cstdint>

namespace core {

// A bijective mixer of 64 bits (the finaliser of SplitMix64).
constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// A small, fast generator: one multiplication a number. Not for secrets.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) : state_(mix(seed)) {}

  constexpr std::uint64_t next() {
    state_ += 0xa0761d6478bd642fu;
    return fold(state_, state_ ^ 0xe7037ed1a0b428dbu);
  }

  // Uniform in [0, n); the bias is below n / 2^64. REQUIRES: n > 0.
  constexpr std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>((static_cast<unsigned __int128>(next()) * n) >> 64);
  }

 private:
  static constexpr std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }

  std::uint64_t state_;
};

// Zobrist keys: one random number for each of Count facts about a position.
template <int Count>
constexpr std::array<std::uint64_t, Count> make_keys(std::uint64_t seed) {
  std::array<std::uint64_t, Count> keys{};
  for (int i = 0; i < Count; ++i) keys[i] = mix(mix(seed) + static_cast<std::uint64_t>(i));
  return keys;
}

}  // namespace core

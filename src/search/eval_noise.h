// Weaker judgement, on purpose.
#pragma once

#include <cstdint>

#include "core/random.h"
#include "search/value.h"

namespace search {

// Misjudges every position by a fixed amount of up to `amplitude` either way, as a weaker player
// does: the same position always looks the same, proven results are seen as they are.
struct EvalNoise {
  int amplitude = 0;
  std::uint64_t seed = 0;
  friend bool operator==(const EvalNoise&, const EvalNoise&) = default;

  Value of(std::uint64_t hash) const {
    if (amplitude == 0) return 0;
    const std::uint64_t bits = core::mix(hash ^ seed);
    const auto range = static_cast<std::uint64_t>(amplitude) + 1;
    // The difference of two draws: small errors are more frequent than large ones.
    return static_cast<Value>((bits & 0xffff) * range >> 16) -
           static_cast<Value>((bits >> 16 & 0xffff) * range >> 16);
  }
};

}  // namespace search

// When to try again after a connection was lost: a server that restarts is back soon, and not all
// clients should come at the same moment, so for a while the next try comes by chance between two
// bounds; then ever more seldom.
#pragma once

#include <algorithm>
#include <chrono>

#include "core/random.h"

namespace client {

class Reconnecting {
 public:
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kSoonest{200}, kSoon{2'000}, kLast{30'000}, kSoonFor{180'000};

  explicit Reconnecting(std::uint64_t seed) : random_(seed) {}

  void connected() { delay_ = kSoon; }
  // How long to wait, `lost` after the connection was.
  Milliseconds next(Milliseconds lost) {
    if (lost < kSoonFor) {
      const auto range = static_cast<std::uint32_t>((kSoon - kSoonest).count()) + 1;
      return kSoonest + Milliseconds(random_.below(range));
    }
    delay_ = std::min(delay_ * 2, kLast);
    return delay_;
  }

 private:
  core::Rng random_;
  Milliseconds delay_ = kSoon;
};

}  // namespace client

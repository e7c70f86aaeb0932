// Where time comes from: the machine's steady clock, or a clock that a test drives.
#pragma once

#include <chrono>

namespace core {

class TimeSource {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  virtual ~TimeSource() = default;
  // Never earlier than before. Any thread may ask.
  virtual TimePoint now() = 0;
};

// The machine's clock.
inline TimeSource& steady_time() {
  class Steady final : public TimeSource {
    TimePoint now() override { return std::chrono::steady_clock::now(); }
  };
  static Steady steady;
  return steady;
}

}  // namespace core

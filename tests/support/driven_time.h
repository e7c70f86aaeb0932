// A clock that tests drive: it knows nothing of how busy the machine is.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "core/time_source.h"

namespace tests {

// Every look at it takes one step of time, and something may be made to happen at one of them.
class DrivenTime final : public core::TimeSource {
 public:
  explicit DrivenTime(std::chrono::nanoseconds step) : step_(step) {}

  TimePoint now() override {
    const int look = stands_ ? looks_.load() : ++looks_;
    if (look == at_) act_();
    return TimePoint() + look * step_;
  }
  // Meanwhile looking takes no time: for those who do something while others look.
  void stand() { stands_ = true; }
  void go_on() { stands_ = false; }

  int looks() const { return looks_; }
  std::chrono::nanoseconds passed() const { return looks() * step_; }

  // Acts in the thread that looks, `looks` looks from now. REQUIRES: nobody is looking.
  void act_after(int looks, std::function<void()> act) {
    act_ = std::move(act);
    at_ = looks_ + looks;
  }

 private:
  const std::chrono::nanoseconds step_;
  std::atomic<int> looks_{0};
  std::atomic<bool> stands_ = false;
  int at_ = -1;
  std::function<void()> act_;
};

// It stands until it is told to go on.
class HandTime final : public core::TimeSource {
 public:
  TimePoint now() override { return TimePoint() + std::chrono::nanoseconds(passed_); }
  void pass(std::chrono::nanoseconds time) { passed_ += time.count(); }

 private:
  // Not at the beginning of time: what is long ago is so here too.
  std::atomic<std::int64_t> passed_ = std::chrono::nanoseconds(std::chrono::hours(1000)).count();
};

}  // namespace tests

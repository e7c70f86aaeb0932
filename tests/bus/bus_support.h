// What the tests of the bus wait with: events, never a length of time.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "bus/bus.h"

namespace tests {

inline constexpr std::chrono::milliseconds kPatience{120'000};  // never reached where all is well

// Filled by one thread, emptied by another.
template <class T>
class Mailbox {
 public:
  void put(T item) {
    const std::lock_guard lock(mutex_);
    items_.push_back(std::move(item));
    filled_.notify_all();
  }
  // The next one; fails the test where none comes.
  T take() {
    std::unique_lock lock(mutex_);
    if (!filled_.wait_for(lock, kPatience, [&] { return !items_.empty(); })) {
      ADD_FAILURE() << "nothing came";
      return T();
    }
    T item = std::move(items_.front());
    items_.pop_front();
    return item;
  }
  bool empty() {
    const std::lock_guard lock(mutex_);
    return items_.empty();
  }

 private:
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<T> items_;
};

using Answer = std::optional<std::string>;

// Waits until the bus is connected, or is not.
inline void wait_connected(bus::Bus& bus, bool wanted = true) {
  const auto changes = std::make_shared<Mailbox<int>>();
  const auto watching = bus.watch([changes] { changes->put(1); });
  while (bus.connected() != wanted && !testing::Test::HasFailure()) changes->take();
}

// Waits until a generation after this one.
inline void wait_generation(bus::Bus& bus, std::uint64_t after) {
  const auto changes = std::make_shared<Mailbox<int>>();
  const auto watching = bus.watch([changes] { changes->put(1); });
  while (bus.generation() <= after && !testing::Test::HasFailure()) changes->take();
}

// Everything said to the bus has its effect.
inline void settle(bus::Bus& bus) {
  const auto settled = std::make_shared<Mailbox<bool>>();
  bus.sync(kPatience, [settled](bool good) { settled->put(good); });
  EXPECT_TRUE(settled->take());
}

inline Answer ask(bus::Bus& bus, const std::string& subject, const std::string& bytes,
                  std::chrono::milliseconds timeout = kPatience) {
  const auto answers = std::make_shared<Mailbox<Answer>>();
  bus.request(subject, bytes, timeout, [answers](Answer answer) { answers->put(answer); });
  return answers->take();
}

}  // namespace tests

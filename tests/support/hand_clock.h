// A clock that tests turn.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "support.h"
#include "tables/clock.h"

namespace tests {

// Copies are the same clock.
class HandClock {
 public:
  std::int64_t now() const { return clock_->now(); }
  // Wakes whoever waited for it.
  void pass(std::int64_t ms) { clock_->pass(ms); }
  // The same while the program does not run.
  void miss(std::int64_t ms) { clock_->miss(ms); }
  // Until when somebody sleeps, the earliest where there are several; kNever where nobody does, or
  // without an end.
  std::int64_t next_waking() const { return clock_->next_waking(); }
  std::shared_ptr<tables::Clock> shared() const { return clock_; }
  tables::Clock& get() const { return *clock_; }

 private:
  class State : public tables::Clock {
   public:
    std::int64_t now() const override { return ms_; }
    std::int64_t missed() const override { return missed_; }

    void wait_until(std::int64_t at, std::unique_lock<std::mutex>& lock,
                    std::condition_variable& changed) override {
      const auto sleeper = std::make_shared<Sleeper>(Sleeper{*lock.mutex(), changed, at});
      note(sleeper);
      // Whoever turns the clock has turned it before, or finds the sleeper and waits for the lock.
      if (ms_ < at) changed.wait(lock);
      forget(sleeper);
    }

    void miss(std::int64_t ms) {
      missed_ += ms;
      pass(ms);
    }
    void pass(std::int64_t ms) {
      ms_ += ms;
      std::vector<std::shared_ptr<Sleeper>> sleepers;
      {
        const std::lock_guard guard(mutex_);
        sleepers = sleepers_;
      }
      for (const auto& sleeper : sleepers) {
        if (sleeper->at > ms_) continue;
        {
          const std::lock_guard asleep(sleeper->mutex);
        }
        sleeper->changed.notify_all();
      }
    }

    std::int64_t next_waking() const {
      const std::lock_guard guard(mutex_);
      std::int64_t next = kNever;
      for (const auto& sleeper : sleepers_) next = std::min(next, sleeper->at);
      return next;
    }

   private:
    struct Sleeper {
      std::mutex& mutex;
      std::condition_variable& changed;
      const std::int64_t at;
    };

    void note(const std::shared_ptr<Sleeper>& sleeper) {
      const std::lock_guard guard(mutex_);
      sleepers_.push_back(sleeper);
    }
    void forget(const std::shared_ptr<Sleeper>& sleeper) {
      const std::lock_guard guard(mutex_);
      std::erase(sleepers_, sleeper);
    }

    std::atomic<std::int64_t> ms_ = 1'800'000'000'000;
    std::atomic<std::int64_t> missed_ = 0;
    mutable std::mutex mutex_;  // guards what follows
    std::vector<std::shared_ptr<Sleeper>> sleepers_;
  };

  std::shared_ptr<State> clock_ = std::make_shared<State>();
};

// Until all alarms have rung that were to ring by now. REQUIRES: others are set for later, or will
// be.
inline void await_alarms(const HandClock& clock) {
  await([&] {
    const auto next = clock.next_waking();
    return next > clock.now() && next != tables::Clock::kNever;
  });
}

}  // namespace tests

#include "jobs/in_order.h"

#include <algorithm>
#include <deque>
#include <thread>

namespace jobs {

using text::Error;

namespace {

constexpr Milliseconds kPoll{100}, kLookAround{1000}, kTryAgain{1000}, kStopLook{20};
// So many jobs wait for workers, and more where there are many.
constexpr std::size_t kAhead = 64, kAheadOfEach = 4;
// Put at once, between two looks at what came back.
constexpr std::size_t kAtOnce = 16;

class Coordinator {
 public:
  Coordinator(Queue& queue, const Orders& orders, const std::atomic<bool>& stop)
      : queue_(queue), orders_(orders), stop_(stop) {}

  void run() {
    while (!over_ && !stop_ && (more_ || !open_.empty())) {
      progressed_ = false;
      if (auto problem = step()) {
        if (!away_ && orders_.on_trouble) orders_.on_trouble(*problem);
        away_ = true;
        rest(kTryAgain);
      } else {
        away_ = false;
        if (!progressed_) rest(kPoll);
      }
    }
    // Whatever is left of it is not wanted; where this cannot be told, its owner is soon missed.
    static_cast<void>(queue_.cancel(orders_.batch.id));
  }

 private:
  using Time = std::chrono::steady_clock;

  // An error says that the queue cannot be reached.
  std::optional<Error> step() {
    make_some();
    if (auto problem = put_some()) return problem;
    if (open_.empty()) return std::nullopt;
    auto outcomes = queue_.collect(orders_.batch.id, open_.front().number);
    if (!outcomes) return outcomes.error();
    for (const auto& outcome : *outcomes) {
      if (over_ || open_.empty()) break;
      if (outcome.number == open_.front().number) take(outcome);
    }
    return look_around();
  }

  void make_some() {
    for (std::size_t made = 0; more_ && made < kAtOnce && open_.size() < ahead_ && !stop_; ++made) {
      auto job = orders_.next();
      if (job) {
        open_.push_back(*std::move(job));
      } else {
        more_ = false;
      }
    }
  }

  std::optional<Error> put_some() {
    const auto end = std::min(put_ + kAtOnce, open_.size());
    if (end == put_) return std::nullopt;
    const auto at = [&](std::size_t i) { return open_.begin() + static_cast<std::ptrdiff_t>(i); };
    if (auto problem = queue_.put(orders_.batch, {at(put_), at(end)})) return problem;
    put_ = end;
    progressed_ = true;
    return std::nullopt;
  }

  void take(const Outcome& outcome) {
    open_.pop_front();
    if (put_ > 0) --put_;
    progressed_ = true;
    over_ = !orders_.take(outcome);
  }

  std::optional<Error> look_around() {
    if (over_ || Time::now() < look_at_) return std::nullopt;
    const auto progress = queue_.progress(orders_.batch.id);
    if (!progress) return progress.error();
    const int there = progress->waiting + progress->claimed + progress->done + progress->set_aside;
    // Somebody emptied the queue: all of it once more.
    if (there < static_cast<int>(put_)) put_ = 0;
    ahead_ = kAhead + kAheadOfEach * static_cast<std::size_t>(progress->claimed);
    if (orders_.on_progress) orders_.on_progress(*progress);
    look_at_ = Time::now() + kLookAround;
    return std::nullopt;
  }

  // A signal handler may only set a flag: somebody has to look at it.
  void rest(Milliseconds time) {
    for (const auto end = Time::now() + time; Time::now() < end && !stop_;) {
      std::this_thread::sleep_for(kStopLook);
    }
  }

  Queue& queue_;
  const Orders& orders_;
  const std::atomic<bool>& stop_;
  std::deque<Job> open_;  // made and not taken
  std::size_t put_ = 0;   // so many of them
  bool more_ = true, over_ = false, away_ = false, progressed_ = false;
  std::size_t ahead_ = kAhead;
  Time::time_point look_at_;
};

}  // namespace

void have_done(Queue& queue, const Orders& orders, const std::atomic<bool>& stop) {
  Coordinator(queue, orders, stop).run();
}

}  // namespace jobs

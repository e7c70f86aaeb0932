// Engine work: fair queues.
#include "tables/work_queue.h"

#include <algorithm>
#include <atomic>
#include <future>
#include <optional>

#include "driven_time.h"
#include "support.h"

namespace tests {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<tables::Task> task(std::function<void(const std::stop_token&)> run) {
  auto made = std::make_shared<tables::Task>();
  made->run = [run = std::move(run)](const std::stop_token& stop, tables::WorkTime&) { run(stop); };
  return made;
}

// Thinks for so long, of the time it is given; without an end until it is stopped.
std::shared_ptr<tables::Task> thinker(std::optional<std::chrono::milliseconds> time,
                                      std::function<void()> done = {}) {
  auto made = std::make_shared<tables::Task>();
  made->effort = time.value_or(1h);
  made->run = [time, done = std::move(done)](const std::stop_token& stop, tables::WorkTime& by) {
    const auto begin = by.now();
    auto now = begin;
    while (!stop.stop_requested() && (!time || now - begin < *time)) now = by.now();
    if (done) done();
  };
  return made;
}

TEST(WorkQueue, AVisitorWithFiftyRequestsDoesNotDelayAnother) {
  std::mutex mutex;
  std::vector<std::string> order;
  std::promise<void> begun, begin, end;
  tables::WorkQueue work(1);
  auto may_begin = begin.get_future().share();
  work.submit(tables::Lane::kAnalyses, "greedy", task([&](const std::stop_token&) {
                begun.set_value();
                may_begin.wait();
              }));
  begun.get_future().wait();
  const auto note = [&](const std::string& name) {
    return task([&, name](const std::stop_token&) {
      const std::lock_guard lock(mutex);
      order.push_back(name);
      if (order.size() == 51) end.set_value();
    });
  };
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(work.submit(tables::Lane::kAnalyses, "greedy", note("greedy")));
  }
  EXPECT_FALSE(work.submit(tables::Lane::kAnalyses, "greedy", note("greedy")));
  ASSERT_TRUE(work.submit(tables::Lane::kAnalyses, "modest", note("modest")));
  begin.set_value();
  ASSERT_EQ(end.get_future().wait_for(60s), std::future_status::ready);
  const auto at = std::find(order.begin(), order.end(), "modest") - order.begin();
  EXPECT_LE(at, 1);
}

TEST(WorkQueue, OneVisitorHasOneAnalysisAtWork) {
  std::atomic<int> now = 0, most = 0, done = 0;
  tables::WorkQueue work(4);
  for (int i = 0; i < 12; ++i) {
    work.submit(tables::Lane::kAnalyses, "a", task([&](const std::stop_token&) {
                  most = std::max(most.load(), ++now);
                  std::this_thread::sleep_for(2ms);
                  --now;
                  ++done;
                }));
  }
  while (done < 12) std::this_thread::sleep_for(1ms);
  EXPECT_EQ(most, 1);
}

TEST(WorkQueue, ATurnInterruptsAReview) {
  std::promise<void> begun, over, turn;
  tables::WorkQueue work(1);
  auto review = std::make_shared<tables::Task>();
  review->run = [&](const std::stop_token& stop, tables::WorkTime& time) {
    begun.set_value();
    while (!stop.stop_requested()) time.now();
    over.set_value();
  };
  work.submit(tables::Lane::kReviews, "a", review);
  work.submit(tables::Lane::kTurns, "a", task([&](const std::stop_token&) { turn.set_value(); }));
  EXPECT_EQ(turn.get_future().wait_for(60s), std::future_status::ready);
  begun.get_future().wait();  // what has not begun is forgotten
  work.stop();                // ends the review too
  EXPECT_EQ(over.get_future().wait_for(0s), std::future_status::ready);
  EXPECT_FALSE(work.submit(tables::Lane::kTurns, "a", task([](const std::stop_token&) {})));
}

// The work of somebody who left ends; it says so to nobody.
TEST(WorkQueue, EndsWithWhoeverWantedIt) {
  std::promise<void> begun, over;
  tables::WorkQueue work(1);
  std::stop_source gone;
  auto made = task([&](const std::stop_token& stop) {
    begun.set_value();
    while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
    over.set_value();
  });
  made->gone = gone.get_token();
  work.submit(tables::Lane::kAnalyses, "a", made);
  begun.get_future().wait();
  gone.request_stop();
  EXPECT_EQ(over.get_future().wait_for(60s), std::future_status::ready);
}

// How long somebody waits, by a clock that goes on only while somebody thinks.
class Busy {
 public:
  ~Busy() { work_.stop(); }

  void add(tables::Lane lane, const std::string& visitor, bool attended = true) {
    auto endless = thinker(std::nullopt);
    endless->attended = attended;
    ASSERT_TRUE(work_.submit(lane, visitor, endless));
  }
  std::chrono::nanoseconds time_of(tables::Lane lane, const std::string& visitor,
                                   std::chrono::milliseconds effort) {
    std::promise<std::chrono::nanoseconds> done;
    // Whoever thinks while this thread is about to ask thinks for nothing.
    time_.stand();
    const auto begin = time_.passed();
    EXPECT_TRUE(work_.submit(lane, visitor,
                             thinker(effort, [&] { done.set_value(time_.passed() - begin); })));
    time_.go_on();
    return done.get_future().get();
  }

 private:
  DrivenTime time_{100us};
  tables::WorkQueue work_{1, time_};
};

// 50 tables of computers that nobody watches, 20 analyses and 5 reviews without an end.
TEST(WorkQueue, AShortReplyComesAtOnceWhateverOthersWant) {
  Busy busy;
  for (int i = 0; i < 50; ++i) {
    busy.add(tables::Lane::kTurns, "computers " + std::to_string(i % 3), false);
  }
  for (int i = 0; i < 20; ++i) busy.add(tables::Lane::kAnalyses, "analyst " + std::to_string(i));
  for (int i = 0; i < 5; ++i) busy.add(tables::Lane::kReviews, "reviewer " + std::to_string(i));
  // At most a slice for each of those who have waited to begin.
  for (int i = 0; i < 10; ++i) {
    EXPECT_LT(busy.time_of(tables::Lane::kTurns, "stranger", 6ms), 500ms) << i;
    // Also for those who want something else at the same time.
    EXPECT_LT(busy.time_of(tables::Lane::kTurns, "analyst 3", 6ms), 1s) << i;
    EXPECT_LT(busy.time_of(tables::Lane::kTurns, "computers 1", 6ms), 1s) << i;
  }
}

// The same where somebody watches them all: each of three visitors has his share.
TEST(WorkQueue, LongTurnsOfSomeLeaveTheOthersTheirShare) {
  Busy busy;
  for (int i = 0; i < 24; ++i) busy.add(tables::Lane::kTurns, "visitor " + std::to_string(i % 3));
  for (int i = 0; i < 10; ++i) {
    EXPECT_LT(busy.time_of(tables::Lane::kTurns, "stranger", 6ms), 100ms) << i;
    EXPECT_LT(busy.time_of(tables::Lane::kTurns, "visitor 1", 6ms), 500ms) << i;
  }
  // A quarter of the core, for turns as for reviews.
  EXPECT_LT(busy.time_of(tables::Lane::kTurns, "stranger", 2000ms), 9s);
  EXPECT_LT(busy.time_of(tables::Lane::kReviews, "stranger", 2000ms), 9s);
}

// Those who may not begin yet, because too many have, hold nobody back.
TEST(WorkQueue, SharesAreFairWhereMoreWaitThanMayBegin) {
  Busy busy;
  for (int i = 0; i < 24; ++i) busy.add(tables::Lane::kTurns, "visitor " + std::to_string(i % 3));
  for (int i = 0; i < 20; ++i) busy.add(tables::Lane::kAnalyses, "analyst " + std::to_string(i));
  EXPECT_LT(busy.time_of(tables::Lane::kReviews, "stranger", 1000ms), 24s);
}

TEST(WorkQueue, AQuickReviewDoesNotWaitForDeepOnes) {
  Busy busy;
  for (const auto* name : {"a", "b"}) busy.add(tables::Lane::kReviews, name);
  EXPECT_LT(busy.time_of(tables::Lane::kReviews, "quick", 1000ms), 3500ms);
}

// However many there are.
TEST(WorkQueue, DeepReviewsLeaveAPlaceForQuickOnes) {
  Busy busy;
  for (const auto* name : {"a", "b", "c", "d", "e", "f"}) busy.add(tables::Lane::kReviews, name);
  EXPECT_LT(busy.time_of(tables::Lane::kReviews, "quick", 1000ms), 8s);
}

TEST(WorkQueue, WhatWaitsHoldsOnlySoMuch) {
  tables::WorkQueue work(1);
  const auto holding = [&](std::size_t megabytes) {
    auto made = thinker(std::nullopt);
    made->bytes = megabytes << 20;
    return work.submit(tables::Lane::kReviews, std::to_string(megabytes), made);
  };
  EXPECT_FALSE(holding(65));
  EXPECT_TRUE(holding(40));
  EXPECT_FALSE(holding(30));
  EXPECT_TRUE(holding(20));
}

// One visitor's own tables have equal shares too.
TEST(WorkQueue, OnesOwnShortReplyDoesNotWaitForOnesLongOnes) {
  Busy busy;
  for (int i = 0; i < 10; ++i) busy.add(tables::Lane::kTurns, "a");
  EXPECT_LT(busy.time_of(tables::Lane::kTurns, "a", 6ms), 300ms);
}

// It gets what is left over, and goes on at once when somebody comes to watch.
TEST(WorkQueue, WhatNobodyWatchesWaits) {
  DrivenTime time(100us);
  tables::WorkQueue work(1, time);
  std::promise<void> alone, watched;
  auto table = thinker(5ms, [&] { watched.set_value(); });
  table->attended = false;
  auto analysis = thinker(2000ms, [&] { alone.set_value(); });
  auto still = watched.get_future();
  std::promise<bool> waited;
  auto look = thinker(1000ms, [&] {
    waited.set_value(still.wait_for(0s) == std::future_status::timeout);
    work.attend(*table, true);
  });
  // Behind something that keeps the core until all three are there.
  std::promise<void> begun, begin;
  work.submit(tables::Lane::kTurns, "first", task([&](const std::stop_token&) {
                begun.set_value();
                begin.get_future().wait();
              }));
  begun.get_future().wait();
  work.submit(tables::Lane::kTurns, "a", table);
  work.submit(tables::Lane::kAnalyses, "b", analysis);
  work.submit(tables::Lane::kAnalyses, "c", look);
  begin.set_value();
  EXPECT_TRUE(waited.get_future().get());
  EXPECT_EQ(still.wait_for(60s), std::future_status::ready);
  alone.get_future().wait();
  // And where nothing else is wanted.
  std::promise<void> over;
  auto last = thinker(5ms, [&] { over.set_value(); });
  last->attended = false;
  work.submit(tables::Lane::kTurns, "a", last);
  EXPECT_EQ(over.get_future().wait_for(60s), std::future_status::ready);
}

// The time of a review stands still meanwhile; that of what somebody waits for does not.
TEST(WorkQueue, WhatWaitsInMidThoughtLosesNoTime) {
  for (const auto lane : {tables::Lane::kReviews, tables::Lane::kAnalyses}) {
    HandTime time;
    tables::WorkQueue work(1, time);
    std::promise<std::chrono::nanoseconds> taken;
    std::promise<void> begun;
    std::atomic<bool> over = false;
    auto first = std::make_shared<tables::Task>();
    first->run = [&](const std::stop_token&, tables::WorkTime& by) {
      const auto begin = by.now();
      time.pass(50ms);
      while (by.now() - begin < 50ms) {
      }
      begun.set_value();
      while (!over) by.now();
      taken.set_value(by.now() - begin);
    };
    work.submit(lane, "a", first);
    begun.get_future().wait();
    work.submit(tables::Lane::kTurns, "b", task([&](const std::stop_token&) {
                  time.pass(10s);
                  over = true;
                }));
    const auto spent = taken.get_future().get();
    EXPECT_EQ(spent, lane == tables::Lane::kAnalyses ? 10'050ms : 50ms);
  }
}

// Nor does what nobody watched when it began to wait, or nobody watches when it goes on.
TEST(WorkQueue, WhoComesOrLeavesInMidWaitCostsNoTime) {
  for (const bool comes : {true, false}) {
    HandTime time;
    tables::WorkQueue work(1, time);
    std::promise<std::chrono::nanoseconds> taken;
    std::promise<void> begun;
    std::atomic<bool> over = false;
    auto first = std::make_shared<tables::Task>();
    first->attended = !comes;
    first->run = [&](const std::stop_token&, tables::WorkTime& by) {
      const auto begin = by.now();
      time.pass(50ms);  // has had more than whoever comes
      while (by.now() - begin < 50ms) {
      }
      begun.set_value();
      while (!over) by.now();
      taken.set_value(by.now() - begin);
    };
    work.submit(tables::Lane::kTurns, "a", first);
    begun.get_future().wait();
    work.submit(tables::Lane::kTurns, "b", task([&](const std::stop_token&) {
                  time.pass(10s);
                  work.attend(*first, comes);
                  over = true;
                }));
    EXPECT_EQ(taken.get_future().get(), 50ms) << comes;
  }
}

TEST(WorkQueue, SaysWhenAReviewIsDone) {
  HandTime time;
  tables::WorkQueue work(1, time);
  const auto wanted = [&](const std::string& visitor, std::chrono::seconds effort) {
    auto made = thinker(std::nullopt);
    made->effort = effort;
    EXPECT_TRUE(work.submit(tables::Lane::kReviews, visitor, made));
    return made;
  };
  const auto first = wanted("a", 100s);
  EXPECT_EQ(work.left_s(*first), 100);
  const auto other = wanted("b", 150s), quick = wanted("c", 5s), second = wanted("a", 10s);
  EXPECT_EQ(work.left_s(*first), 205);
  EXPECT_EQ(work.left_s(*quick), 15);
  EXPECT_EQ(work.left_s(*other), 150 + 110 + 5);
  EXPECT_EQ(work.left_s(*second), 110 + 110 + 5);
  // An analysis that has begun ends on time.
  auto analysis = thinker(std::nullopt);
  analysis->effort = 4s;
  auto next = thinker(std::nullopt);
  next->effort = 3s;
  work.submit(tables::Lane::kAnalyses, "d", analysis);
  work.submit(tables::Lane::kAnalyses, "d", next);
  await([&] { return work.waiting(tables::Lane::kAnalyses, "d") == 1; });
  EXPECT_EQ(work.left_s(*analysis), 4);
  EXPECT_EQ(work.left_s(*next), 7);
}

// Where no place is free for it the shares of the others are not all that it waits for.
TEST(WorkQueue, SaysWhenAReviewIsDoneThatMayNotBeginYet) {
  HandTime time;
  tables::WorkQueue work(1, time);
  const auto wanted = [&](const std::string& visitor, std::chrono::seconds effort) {
    auto made = thinker(std::nullopt);
    made->effort = effort;
    EXPECT_TRUE(work.submit(tables::Lane::kReviews, visitor, made));
    return made;
  };
  for (const char* visitor : {"a", "b", "c"}) wanted(visitor, 100s);
  const auto fourth = wanted("d", 110s);
  EXPECT_EQ(work.left_s(*fourth), 3 * 100 + 110);
  // Four deep ones may have begun: the fifth waits for the first of them to end, which takes 100
  // seconds of each.
  const auto fifth = wanted("e", 30s);
  EXPECT_EQ(work.left_s(*fifth), 3 * 100 + 110 + 30);
  // Two quick ones have a place; the next waits for the first of them to end.
  const auto quick = wanted("f", 5s);
  EXPECT_EQ(work.left_s(*quick), 6 * 5);
  wanted("g", 5s);
  const auto next = wanted("h", 5s);
  EXPECT_EQ(work.left_s(*next), 5 * 10 + 2 * 5 + 5);
}

// Whoever is told to answer does so, though others go first.
TEST(WorkQueue, WhatIsStoppedWhileItWaitsAnswersSoon) {
  HandTime time;  // no slice ends
  tables::WorkQueue work(1, time);
  std::promise<void> begun, over;
  auto review = std::make_shared<tables::Task>();
  review->run = [&](const std::stop_token& stop, tables::WorkTime& by) {
    begun.set_value();
    while (!stop.stop_requested()) by.now();
    over.set_value();
  };
  work.submit(tables::Lane::kReviews, "a", review);
  begun.get_future().wait();
  work.submit(tables::Lane::kTurns, "b", thinker(std::nullopt));
  review->stop.request_stop();
  EXPECT_EQ(over.get_future().wait_for(60s), std::future_status::ready);
}

}  // namespace
}  // namespace tests

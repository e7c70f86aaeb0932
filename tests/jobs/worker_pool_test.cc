// Workers: threads that claim, do and report.
#include "jobs/worker_pool.h"

#include <atomic>
#include <condition_variable>
#include <stdexcept>

#include "driven_time.h"
#include "jobs/memory_queue.h"
#include "support.h"

namespace tests {
namespace {

using jobs::Claim;
using jobs::JobContext;
using Result = jobs::Stored<std::string>;

class WorkerPoolAtWork : public ::testing::Test {
 protected:
  void put(int count, const std::string& kind = "kind",
           const std::vector<std::string>& needs = {}) {
    std::vector<jobs::Job> list;
    for (int number = 0; number < count; ++number) {
      list.push_back({number, std::to_string(number), needs});
    }
    ASSERT_FALSE(queue_->put({"b", kind, jobs::Priority::kBatch, "ana", ""}, list));
  }
  static jobs::Kinds kind(const jobs::Work& work) {
    return {{"kind", [work] { return work; }}};
  }
  static jobs::WorkerPoolSettings settings(int threads = 1) {
    jobs::WorkerPoolSettings settings;
    settings.name = "w";
    settings.threads = threads;
    settings.pause = std::chrono::milliseconds(5);
    return settings;
  }
  jobs::Progress progress() { return *queue_->progress("b"); }

  std::unique_ptr<jobs::Queue> queue_ = jobs::make_memory_queue();
};

// Until it is stopped.
Result blocked(const JobContext& context) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any changed;
  changed.wait(lock, context.stop, [] { return false; });
  return std::string("stopped");
}

TEST_F(WorkerPoolAtWork, DoesEveryJobOnce) {
  std::atomic<int> done = 0;
  const jobs::WorkerPool workers(*queue_,
                                 kind([&](const Claim& claim, const JobContext&) -> Result {
                                   ++done;
                                   return claim.job.payload + '!';
                                 }),
                                 settings(3));
  put(50);
  await([&] { return progress().done == 50; });
  EXPECT_EQ(done, 50);
  const auto outcomes = *queue_->collect("b", 0);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(outcomes[static_cast<std::size_t>(i)].result, std::to_string(i) + '!');
  }
}

TEST_F(WorkerPoolAtWork, WhatFailsOrThrowsIsTriedAgainAndThenSetAside) {
  const jobs::WorkerPool workers(*queue_,
                                 kind([&](const Claim& claim, const JobContext&) -> Result {
                                   if (claim.job.number == 0)
                                     return text::Error(text::Message::kNoMemory);
                                   if (claim.job.number == 1) throw std::runtime_error("oops");
                                   return std::string("fine");
                                 }),
                                 settings());
  put(3);
  await([&] { return progress().done == 1 && progress().set_aside == 2; });
  const auto outcomes = *queue_->collect("b", 0);
  ASSERT_EQ(outcomes.size(), 3u);
  EXPECT_FALSE(outcomes[0].trouble.empty());
  EXPECT_FALSE(outcomes[1].trouble.empty());
  EXPECT_EQ(outcomes[2].result, "fine");
}

TEST_F(WorkerPoolAtWork, GivesBackWhatItHoldsAtTheEnd) {
  put(1);
  {
    const jobs::WorkerPool workers(
        *queue_, kind([](const Claim&, const JobContext& around) { return blocked(around); }),
        settings());
    await([&] { return progress().claimed == 1; });
  }
  EXPECT_EQ(progress().waiting, 1);
}

TEST_F(WorkerPoolAtWork, StopsAJobThatNobodyWantsAnyMore) {
  put(1);
  std::atomic<bool> stopped = false;
  auto quick = settings();
  quick.lease = std::chrono::milliseconds(30);
  const jobs::WorkerPool workers(*queue_, kind([&](const Claim&, const JobContext& around) {
    const auto result = blocked(around);
    stopped = true;
    return result;
  }),
                                 quick);
  await([&] { return progress().claimed == 1; });
  EXPECT_FALSE(queue_->cancel("b"));
  await([&] { return stopped.load(); });
}

// Time that stands until it is told to go on, and counts who looks at it.
class WatchedTime final : public core::TimeSource {
 public:
  TimePoint now() override {
    ++looks_;
    return time_.now();
  }
  void pass(jobs::Milliseconds time) { time_.pass(time); }
  int looks() const { return looks_; }

 private:
  HandTime time_;
  std::atomic<int> looks_ = 0;
};

TEST_F(WorkerPoolAtWork, KeepsItsLeasesWhileItWorks) {
  WatchedTime time;
  queue_ = jobs::make_memory_queue(time);
  put(1);
  auto quick = settings();
  quick.lease = std::chrono::milliseconds(90);
  const jobs::WorkerPool workers(
      *queue_, kind([](const Claim&, const JobContext& around) { return blocked(around); }), quick);
  await([&] { return progress().claimed == 1; });
  for (int i = 0; i < 5; ++i) {
    time.pass(quick.lease * 2 / 3);
    // Its only thread is at work: whoever looks extends the lease.
    const int before = time.looks();
    await([&] { return time.looks() >= before + 2; });
    EXPECT_FALSE(*queue_->claim({"another", {"kind"}, quick.lease})) << i;
  }
}

TEST_F(WorkerPoolAtWork, WhatDoesNotWorkHereIsNotOfferedAnyMore) {
  put(3, "kind", {"engine:x"});
  auto offering = settings();
  offering.offers = {"engine:x"};
  std::atomic<int> tried = 0;
  const auto unable = [&](const Claim&, const JobContext& around) -> Result {
    ++tried;
    around.withdraw("engine:x");
    return text::Error(text::Message::kNoMemory);
  };
  const jobs::WorkerPool workers(*queue_, kind(unable), offering);
  await([&] { return tried == 1 && progress().waiting == 3; });
  // Somebody who can gets all of them, the first included.
  const jobs::WorkerPool other(
      *queue_, kind([](const Claim&, const JobContext&) -> Result { return std::string("r"); }),
      offering);
  await([&] { return progress().done == 3; });
  EXPECT_EQ(tried, 1);
}

TEST_F(WorkerPoolAtWork, TellsNewsAndHearsThatNobodyWantsThem) {
  put(1);
  const jobs::WorkerPool workers(*queue_,
                                 kind([](const Claim&, const JobContext& around) -> Result {
                                   for (int i = 0; !around.stop.stop_requested(); ++i) {
                                     around.tell(std::to_string(i));
                                     std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                   }
                                   return std::string("stopped");
                                 }),
                                 settings());
  await([&] { return (*queue_->look({"b"})).at(0).news.size() > 1; });
  EXPECT_FALSE(queue_->cancel("b"));
  // Its only thread is free again.
  ASSERT_FALSE(queue_->put({"c", "kind", jobs::Priority::kBatch, "ana", ""}, {{0, "", {}}}));
  await([&] { return (*queue_->look({"c"})).at(0).claimed; });
}

TEST_F(WorkerPoolAtWork, IsThereUntilItLeaves) {
  {
    const jobs::WorkerPool workers(
        *queue_, kind([](const Claim&, const JobContext& around) { return blocked(around); }),
        settings());
    await([&] { return *queue_->workers({"kind"}) == 1; });
  }
  EXPECT_EQ(*queue_->workers({"kind"}), 0);
}

TEST_F(WorkerPoolAtWork, LooksAtOnceWhenItIsWoken) {
  auto sleepy = settings();
  sleepy.pause = std::chrono::hours(1);
  jobs::WorkerPool workers(
      *queue_, kind([](const Claim&, const JobContext&) -> Result { return std::string("r"); }),
      sleepy);
  put(1);
  await([&] {
    workers.wake();
    return progress().done == 1;
  });
}

}  // namespace
}  // namespace tests

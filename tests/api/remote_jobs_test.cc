// Work for visitors that workers do, and what brings it back.
#include "api/remote_jobs.h"

#include <atomic>

#include "driven_time.h"
#include "jobs/memory_queue.h"
#include "jobs/names.h"
#include "support.h"

namespace tests {
namespace {

using namespace std::chrono_literals;
using api::RemoteJobs;
using tables::Lane;
using SendResult = RemoteJobs::SendResult;

// Passes everything on, while it can be reached.
class FaultyQueue final : public jobs::Queue {
 public:
  std::atomic<bool> away = false;
  std::atomic<int> looks = 0;

  std::optional<text::Error> put(const jobs::Batch& batch,
                                 const std::vector<jobs::Job>& list) override {
    return away ? std::optional(trouble()) : inner_->put(batch, list);
  }
  jobs::Stored<std::vector<jobs::Outcome>> collect(const std::string& batch, int from) override {
    if (away) return trouble();
    return inner_->collect(batch, from);
  }
  jobs::Stored<jobs::Progress> progress(const std::string& batch) override {
    if (away) return trouble();
    return inner_->progress(batch);
  }
  jobs::Stored<std::vector<jobs::Sight>> look(const std::vector<std::string>& batches) override {
    if (away) return trouble();
    ++looks;
    return inner_->look(batches);
  }
  std::optional<text::Error> cancel(const std::string& batch) override {
    return away ? std::optional(trouble()) : inner_->cancel(batch);
  }
  jobs::Stored<int> workers(const std::vector<std::string>& offers) override {
    if (away) return trouble();
    return inner_->workers(offers);
  }
  jobs::Stored<std::optional<jobs::Claim>> claim(const jobs::Worker& worker) override {
    return inner_->claim(worker);
  }
  jobs::Stored<bool> extend(const jobs::Claim& claim, jobs::Milliseconds lease) override {
    return inner_->extend(claim, lease);
  }
  jobs::Stored<bool> tell(const jobs::Claim& claim, const std::string& news) override {
    return inner_->tell(claim, news);
  }
  jobs::Stored<bool> report(const jobs::Claim& claim, const std::string& result) override {
    return inner_->report(claim, result);
  }
  std::optional<text::Error> fail(const jobs::Claim& claim, const std::string& why) override {
    return inner_->fail(claim, why);
  }
  std::optional<text::Error> give_back(const jobs::Claim& claim) override {
    return inner_->give_back(claim);
  }

 private:
  static text::Error trouble() { return text::Error(text::Message::kDiskFull); }

  std::unique_ptr<jobs::Queue> inner_ = jobs::make_memory_queue();
};

class RemoteJobsSent : public ::testing::Test {
 protected:
  // What became of a remote job.
  struct RemoteJob {
    std::shared_ptr<tables::Task> task = std::make_shared<tables::Task>();
    std::atomic<int> ends = 0;
    std::mutex mutex;
    std::vector<std::string> news;
    std::optional<std::string> result;
  };
  using RemoteJobPtr = std::shared_ptr<RemoteJob>;

  static api::RemoteJobSettings settings() { return {{"kind"}, 1ms, 1h, 1ms}; }

  std::optional<jobs::Claim> claim() {
    return *queue_->claim({"w", {"kind", jobs::version_offer()}, 1h});
  }
  // Once there is one.
  jobs::Claim claimed() {
    std::optional<jobs::Claim> next;
    await([&] { return (next = claim()).has_value(); });
    return *next;
  }
  void worker_comes() {
    claim();
    await([&] { return remote_jobs_->offered("kind"); });
  }

  SendResult send(const RemoteJobPtr& remote, const std::string& visitor = "ana",
                  std::chrono::milliseconds silence = 1h) {
    return remote_jobs_->send(Lane::kAnalyses, visitor,
                              {"kind", "payload", remote->task, silence,
                               [remote](const std::string& news) {
                                 const std::lock_guard lock(remote->mutex);
                                 remote->news.push_back(news);
                               },
                               [remote](const std::optional<std::string>& result) {
                                 remote->result = result;
                                 ++remote->ends;
                               }});
  }
  RemoteJobPtr sent(const std::string& visitor = "ana", std::chrono::milliseconds silence = 1h) {
    const auto remote = std::make_shared<RemoteJob>();
    EXPECT_EQ(send(remote, visitor, silence), SendResult::kSent);
    return remote;
  }
  static void await_end(const RemoteJobPtr& remote) {
    await([&] { return remote->ends > 0; });
  }

  std::shared_ptr<FaultyQueue> queue_ = std::make_shared<FaultyQueue>();
  std::unique_ptr<RemoteJobs> remote_jobs_ = std::make_unique<RemoteJobs>(queue_, settings());
};

TEST_F(RemoteJobsSent, NothingIsSentWhereThereIsNoWorker) {
  EXPECT_FALSE(remote_jobs_->offered("kind"));
  EXPECT_EQ(send(std::make_shared<RemoteJob>()), SendResult::kNobody);
  worker_comes();
  EXPECT_EQ(remote_jobs_->send(Lane::kAnalyses, "ana", {"another kind"}), SendResult::kNobody);
  static_cast<void>(queue_->claim({"w", {}, 1h}));
  await([&] { return !remote_jobs_->offered("kind"); });
}

TEST_F(RemoteJobsSent, NewsAndResultsComeBack) {
  worker_comes();
  const auto remote = sent();
  const auto job = claimed();
  EXPECT_EQ(job.job.payload, "payload");
  EXPECT_EQ(job.batch.priority, jobs::Priority::kInteractive);
  EXPECT_NE(job.batch.person, "ana") << "nobody else is told who asked";
  EXPECT_TRUE(*queue_->tell(job, "half"));
  await([&] {
    const std::lock_guard lock(remote->mutex);
    return remote->news == std::vector<std::string>{"half"};
  });
  EXPECT_TRUE(*queue_->report(job, "all"));
  await_end(remote);
  EXPECT_EQ(remote->result, "all");
  EXPECT_TRUE((*queue_->look({job.batch.id})).empty()) << "it is forgotten";
}

TEST_F(RemoteJobsSent, WhatNobodyTakesComesBack) {
  auto hasty = settings();
  hasty.patience = 5ms;
  remote_jobs_ = std::make_unique<RemoteJobs>(queue_, hasty);
  worker_comes();
  const auto remote = sent();
  await_end(remote);
  EXPECT_FALSE(remote->result);
  EXPECT_FALSE(claim());
}

TEST_F(RemoteJobsSent, WhatWaitsForAnotherOfTheSameVisitorIsNotLate) {
  HandTime time;
  auto hasty = settings();
  hasty.patience = 1s;
  hasty.time = &time;
  // Its thread looks at them some times more, a minute apart.
  const auto minutes_pass = [&] {
    for (int i = 0; i < 3; ++i) {
      time.pass(1min);
      await([&, before = queue_->looks.load()] { return queue_->looks > before + 1; });
    }
  };
  remote_jobs_ = std::make_unique<RemoteJobs>(queue_, hasty);
  // Whether there are workers is looked for by that time, too.
  claim();
  await([&] {
    time.pass(1s);
    return remote_jobs_->offered("kind");
  });
  const auto first = sent();
  const auto job = claimed();
  const auto second = sent();
  EXPECT_EQ(remote_jobs_->waiting(Lane::kAnalyses, "ana"), 1u);
  EXPECT_EQ(remote_jobs_->waiting(Lane::kReviews, "ana"), 0u);
  minutes_pass();
  EXPECT_EQ(second->ends, 0);
  EXPECT_FALSE(claim());
  EXPECT_TRUE(*queue_->report(job, "r"));
  await_end(first);
  // The only worker is a slow one.
  await([&] {
    time.pass(1min);
    return second->ends > 0;
  });
  EXPECT_FALSE(second->result);
  remote_jobs_.reset();  // before its clock
}

TEST_F(RemoteJobsSent, WhatASilentWorkerHasComesBack) {
  worker_comes();
  const auto remote = sent("ana", 20ms);
  const auto job = claimed();
  await_end(remote);
  EXPECT_FALSE(remote->result);
  EXPECT_FALSE(*queue_->report(job, "too late"));
}

TEST_F(RemoteJobsSent, WhatThreeWorkersDidNotFinishComesBack) {
  worker_comes();
  const auto remote = sent();
  for (int i = 0; i < jobs::kMostAttempts; ++i) EXPECT_FALSE(queue_->fail(claimed(), "no"));
  await_end(remote);
  EXPECT_FALSE(remote->result);
}

TEST_F(RemoteJobsSent, WhoStopsItCallsItBack) {
  worker_comes();
  const auto stopped = sent();
  const auto job = claimed();
  stopped->task->stop.request_stop();
  await_end(stopped);
  EXPECT_FALSE(*queue_->tell(job, "nobody listens"));
  std::stop_source gone;
  const auto left = std::make_shared<RemoteJob>();
  left->task->gone = gone.get_token();
  EXPECT_EQ(send(left), SendResult::kSent);
  gone.request_stop();
  await_end(left);
}

TEST_F(RemoteJobsSent, AllComesBackWhereTheQueueIsAway) {
  worker_comes();
  const auto remote = sent();
  claimed();
  queue_->away = true;
  await_end(remote);
  EXPECT_FALSE(remote->result);
  await([&] { return !remote_jobs_->offered("kind"); });
  EXPECT_EQ(send(std::make_shared<RemoteJob>()), SendResult::kNobody);
  queue_->away = false;
  await([&] { return remote_jobs_->offered("kind"); });
}

TEST_F(RemoteJobsSent, OneVisitorHasOnlySoMany) {
  worker_comes();
  std::vector<RemoteJobPtr> list;
  for (std::size_t i = 0; i < tables::most_waiting(Lane::kAnalyses); ++i) list.push_back(sent());
  EXPECT_EQ(send(std::make_shared<RemoteJob>()), SendResult::kFull);
  sent("rui");
  list.front()->task->effort = 1s;
  list.back()->task->effort = 2s;
  EXPECT_EQ(remote_jobs_->left_s(*list.back()->task), 3);
  const tables::Task stranger;
  EXPECT_EQ(remote_jobs_->left_s(stranger), 0);
}

TEST_F(RemoteJobsSent, AtTheEndNothingIsLeftInTheQueue) {
  worker_comes();
  const auto remote = sent();
  const auto job = claimed();
  remote_jobs_->stop();
  EXPECT_FALSE(*queue_->report(job, "r"));
  EXPECT_EQ(remote->ends, 0);
  EXPECT_EQ(send(std::make_shared<RemoteJob>()), SendResult::kNobody);
}

}  // namespace
}  // namespace tests

// The queue of jobs: the same in memory and in PostgreSQL.
#include "jobs/queue.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "driven_time.h"
#include "jobs/memory_queue.h"
#include "jobs/postgres_queue.h"
#include "postgres.h"
#include "support.h"

namespace tests {
namespace {

using jobs::Batch;
using jobs::Claim;
using jobs::Job;
using jobs::Priority;
using Names = std::vector<std::string>;

constexpr jobs::Milliseconds kLease{10'000};
// By PostgreSQL's own clock, which goes on while the machine does something else.
constexpr jobs::Milliseconds kLongLease = std::chrono::hours(1);

std::string english(const text::Error& error) {
  return text::render(error, text::Language::kEnglish);
}

class BothQueues : public ::testing::TestWithParam<const char*> {
 protected:
  BothQueues() {
    if (shared()) url_ = Postgres::instance().new_database_url();
    queue_ = shared() ? open() : jobs::make_memory_queue(time_);
  }
  bool shared() const { return GetParam() == std::string("postgresql"); }
  jobs::Milliseconds lease() const { return shared() ? kLongLease : kLease; }
  std::unique_ptr<jobs::Queue> open() const {
    auto opened = jobs::open_postgres_queue(url_);
    if (opened) return *std::move(opened);
    throw std::runtime_error(english(opened.error()));
  }

  // All leases that are held now end.
  void end_leases() {
    if (!shared()) return time_.pass(kLease + std::chrono::seconds(1));
    Postgres::run(url_,
                  "UPDATE tabuleiro_jobs.jobs SET until = clock_timestamp() "
                  "WHERE until IS NOT NULL");
  }
  // Nobody has heard of the owners of the batches for so long.
  void owners_silent(std::chrono::seconds time) {
    if (!shared()) return time_.pass(time);
    Postgres::run(url_, "UPDATE tabuleiro_jobs.batches SET until = until - interval '" +
                            std::to_string(time.count()) + " seconds'");
  }

  // No worker has asked for work lately.
  void workers_silent() {
    if (!shared()) return time_.pass(jobs::kWorkerSeen);
    Postgres::run(url_, "UPDATE tabuleiro_jobs.workers SET seen = seen - interval '" +
                            std::to_string(jobs::kWorkerSeen.count()) + " seconds'");
  }

  void put(const Batch& batch, const std::vector<Job>& list) {
    const auto problem = queue_->put(batch, list);
    ASSERT_FALSE(problem) << english(*problem);
  }
  std::optional<Claim> claim(const std::string& name = "w", const Names& offers = {"kind"}) {
    auto claimed = queue_->claim({name, offers, lease()});
    if (!claimed) throw std::runtime_error(english(claimed.error()));
    return *claimed;
  }
  // "b3": the batch and the number of the job that is claimed next; "" where there is none.
  std::string next(const Names& offers = {"kind"}) {
    const auto claimed = claim("w", offers);
    return claimed ? claimed->batch.id + std::to_string(claimed->job.number) : "";
  }
  bool report(const Claim& claimed, const std::string& result) {
    return *queue_->report(claimed, result);
  }
  // "0:a 1:b"; of one that is set aside "2!trouble".
  std::string collected(const std::string& batch, int from = 0) {
    std::string text;
    for (const auto& outcome : *queue_->collect(batch, from)) {
      text += (text.empty() ? "" : " ") + std::to_string(outcome.number) +
              (outcome.result ? ':' + *outcome.result : '!' + outcome.trouble);
    }
    return text;
  }

  // The only job of a batch.
  jobs::Sight sight(const std::string& batch) {
    const auto seen = queue_->look({batch});
    if (!seen || seen->size() != 1) throw std::runtime_error("no such job");
    return seen->front();
  }

  HandTime time_;
  std::string url_;
  std::unique_ptr<jobs::Queue> queue_;
};

INSTANTIATE_TEST_SUITE_P(Queues, BothQueues, ::testing::Values("memory", "postgresql"),
                         [](const auto& kind) { return std::string(kind.param); });

Batch batch(const std::string& id, const std::string& person = "ana",
            Priority priority = Priority::kBatch) {
  return {id, "kind", priority, person, "shared of " + id};
}
std::vector<Job> numbers(int begin, int end) {
  std::vector<Job> list;
  for (int number = begin; number < end; ++number) list.push_back({number, "p", {}});
  return list;
}

TEST_P(BothQueues, AJobGoesToAWorkerAndItsResultComesBack) {
  EXPECT_FALSE(claim());
  put(batch("b", "ana", Priority::kInteractive), {{7, std::string("any\0bytes\xff", 10), {}}});
  const auto claimed = claim("worker 1");
  ASSERT_TRUE(claimed);
  EXPECT_EQ(claimed->batch.id, "b");
  EXPECT_EQ(claimed->batch.kind, "kind");
  EXPECT_EQ(claimed->batch.priority, Priority::kInteractive);
  EXPECT_EQ(claimed->batch.person, "ana");
  EXPECT_EQ(claimed->batch.payload, "shared of b");
  EXPECT_EQ(claimed->job.number, 7);
  EXPECT_EQ(claimed->job.payload, std::string("any\0bytes\xff", 10));
  EXPECT_FALSE(claim("worker 2"));
  EXPECT_EQ(collected("b"), "");
  EXPECT_TRUE(report(*claimed, ""));
  const auto outcomes = *queue_->collect("b", 0);
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].number, 7);
  EXPECT_EQ(outcomes[0].result, "");
  EXPECT_EQ(outcomes[0].worker, "worker 1");
  EXPECT_FALSE(claim());
}

TEST_P(BothQueues, ALostLeaseGivesTheJobToTheNextAndResultsCountOnce) {
  put(batch("b"), numbers(0, 1));
  const auto first = claim("first");
  end_leases();
  const auto second = claim("second");
  ASSERT_TRUE(second);
  EXPECT_FALSE(*queue_->extend(*first, lease()));
  EXPECT_FALSE(report(*first, "late"));
  EXPECT_EQ(collected("b"), "");
  EXPECT_TRUE(*queue_->extend(*second, lease()));
  EXPECT_TRUE(report(*second, "in time"));
  EXPECT_FALSE(report(*second, "twice"));
  EXPECT_FALSE(report(*first, "much later"));
  EXPECT_FALSE(*queue_->extend(*second, lease()));
  EXPECT_EQ(collected("b"), "0:in time");
}

TEST_P(BothQueues, ALeaseThatIsExtendedLasts) {
  put(batch("b"), numbers(0, 1));
  const auto held = claim();
  end_leases();
  EXPECT_TRUE(*queue_->extend(*held, lease()));
  EXPECT_FALSE(claim());
}

TEST_P(BothQueues, ALateResultCountsWhereNobodyElseHasTheJob) {
  put(batch("b"), numbers(0, 1));
  const auto slow = claim();
  end_leases();
  EXPECT_TRUE(report(*slow, "slow"));
  EXPECT_FALSE(claim());
  EXPECT_EQ(collected("b"), "0:slow");
}

TEST_P(BothQueues, AJobThatThreeWorkersDidNotFinishIsSetAside) {
  put(batch("b"), numbers(0, 2));
  for (int attempt = 0; attempt < jobs::kMostAttempts; ++attempt) {
    EXPECT_EQ(next(), "b0");
    EXPECT_EQ(collected("b"), "");
    end_leases();
  }
  EXPECT_EQ(collected("b"), "0!");
  EXPECT_EQ(next(), "b1");
  EXPECT_EQ(next(), "");
  const auto progress = *queue_->progress("b");
  EXPECT_EQ(progress.set_aside, 1);
  EXPECT_EQ(progress.claimed, 1);
}

TEST_P(BothQueues, FailedJobsAreTriedAgainAndThenNamed) {
  put(batch("b"), numbers(0, 1));
  for (int attempt = 0; attempt < jobs::kMostAttempts; ++attempt) {
    const auto claimed = claim();
    ASSERT_TRUE(claimed) << attempt;
    EXPECT_FALSE(queue_->fail(*claimed, "trouble " + std::to_string(attempt)));
  }
  EXPECT_FALSE(claim());
  EXPECT_EQ(collected("b"), "0!trouble 2");
}

TEST_P(BothQueues, WhatIsGivenBackIsNoAttempt) {
  put(batch("b"), numbers(0, 1));
  for (int time = 0; time < 2 * jobs::kMostAttempts; ++time) {
    const auto claimed = claim();
    ASSERT_TRUE(claimed) << time;
    EXPECT_FALSE(queue_->give_back(*claimed));
    EXPECT_FALSE(queue_->give_back(*claimed));  // once is enough
  }
  // Nor can somebody give back what is another's.
  const auto lost = claim();
  end_leases();
  const auto held = claim();
  ASSERT_TRUE(held);
  EXPECT_FALSE(queue_->give_back(*lost));
  EXPECT_FALSE(queue_->fail(*lost, "not mine"));
  EXPECT_FALSE(claim());
  EXPECT_TRUE(report(*held, "r"));
}

TEST_P(BothQueues, PuttingAgainChangesNothing) {
  put(batch("b"), {{0, "first", {}}});
  const auto claimed = claim();
  put(batch("b"), {{0, "second", {}}, {1, "new", {}}});
  EXPECT_EQ(next(), "b1");
  EXPECT_TRUE(report(*claimed, "r"));
  put(batch("b"), {{0, "third", {}}});
  EXPECT_EQ(collected("b"), "0:r");
  EXPECT_EQ(next(), "");
}

TEST_P(BothQueues, OutcomesComeInOrderAndAreForgottenOnceTaken) {
  put(batch("b"), numbers(0, 4));
  std::vector<Claim> claims;
  for (int i = 0; i < 4; ++i) claims.push_back(*claim());
  EXPECT_TRUE(report(claims[3], "d"));
  EXPECT_TRUE(report(claims[1], "b"));
  EXPECT_EQ(collected("b"), "");
  EXPECT_TRUE(report(claims[0], "a"));
  EXPECT_EQ(collected("b"), "0:a 1:b");
  EXPECT_EQ(collected("b"), "0:a 1:b");
  EXPECT_EQ(collected("b", 2), "");
  EXPECT_EQ((*queue_->progress("b")).done, 1);
  EXPECT_TRUE(report(claims[2], "c"));
  EXPECT_EQ(collected("b", 2), "2:c 3:d");
  EXPECT_EQ(collected("b", 4), "");
  EXPECT_EQ(collected("nowhere"), "");
}

TEST_P(BothQueues, InteractiveWorkGoesFirst) {
  put(batch("b"), numbers(0, 1));
  put(batch("i", "rui", Priority::kInteractive), numbers(0, 2));
  EXPECT_EQ(next(), "i0");
  EXPECT_EQ(next(), "i1");
  EXPECT_EQ(next(), "b0");
}

TEST_P(BothQueues, PeopleTakeTurnsAndSoDoTheirBatches) {
  put(batch("a", "ana"), numbers(0, 4));
  put(batch("b", "ana"), numbers(0, 4));
  put(batch("c", "rui"), numbers(0, 4));
  Names order;
  for (int i = 0; i < 8; ++i) order.push_back(next());
  EXPECT_EQ(order, (Names{"a0", "c0", "b0", "c1", "a1", "c2", "b1", "c3"}));
}

TEST_P(BothQueues, WorkersGetOnlyWhatTheyCanDo) {
  put(batch("b"), {{0, "", {"engine:x"}}, {1, "", {"engine:x", "engine:y"}}, {2, "", {}}});
  EXPECT_EQ(next({"another kind", "engine:x", "engine:y"}), "");
  EXPECT_EQ(next({"kind"}), "b2");
  EXPECT_EQ(next({"kind", "engine:y"}), "");
  EXPECT_EQ(next({"kind", "engine:y", "engine:x", "engine:z"}), "b0");
  EXPECT_EQ(next({"engine:x", "kind"}), "");
  EXPECT_EQ(next({"engine:x", "kind", "engine:y"}), "b1");
}

TEST_P(BothQueues, ACancelledBatchIsGone) {
  put(batch("b"), numbers(0, 2));
  const auto held = claim();
  EXPECT_FALSE(queue_->cancel("b"));
  EXPECT_FALSE(*queue_->extend(*held, lease()));
  EXPECT_FALSE(report(*held, "r"));
  EXPECT_FALSE(claim());
  EXPECT_EQ(collected("b"), "");
  EXPECT_EQ((*queue_->progress("b")).waiting, 0);
}

TEST_P(BothQueues, ProgressCountsJobsAndWorkers) {
  put(batch("b"), numbers(0, 5));
  const auto first = claim("one");
  claim("one");
  claim("two");
  EXPECT_TRUE(report(*first, "r"));
  const auto progress = *queue_->progress("b");
  EXPECT_EQ(progress.waiting, 2);
  EXPECT_EQ(progress.claimed, 2);
  EXPECT_EQ(progress.done, 1);
  EXPECT_EQ(progress.set_aside, 0);
  EXPECT_EQ(progress.workers, 2);
}

TEST_P(BothQueues, OneBatchOfAKindIsWorkedOnForAPersonWhoWaits) {
  const auto waited_for = [](const std::string& id, const std::string& person = "ana") {
    return batch(id, person, Priority::kInteractive);
  };
  const Names both = {"kind", "other kind"};
  put(waited_for("a"), numbers(0, 1));
  put(waited_for("b"), numbers(0, 1));
  put(waited_for("c", "rui"), numbers(0, 1));
  put({"d", "other kind", Priority::kInteractive, "ana", ""}, numbers(0, 1));
  const auto first = claim("w", both);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->batch.id, "a");
  EXPECT_EQ(next(both), "c0");
  EXPECT_EQ(next(both), "d0");
  EXPECT_EQ(next(both), "");
  EXPECT_TRUE(sight("b").held_up);
  EXPECT_FALSE(sight("a").held_up);
  // A lost lease leaves her place to the first.
  end_leases();
  EXPECT_TRUE(sight("b").held_up);
  EXPECT_EQ(next({"kind"}), "c0");
  const auto again = claim("w", {"kind"});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->batch.id, "a");
  EXPECT_TRUE(report(*again, "r"));
  EXPECT_FALSE(sight("b").held_up);
  EXPECT_EQ(next({"kind"}), "b0");
  // Whoever does not look for his own any more holds up nobody.
  put(waited_for("e"), numbers(0, 1));
  EXPECT_EQ(next({"kind"}), "");
  owners_silent(jobs::kOwnerLease);
  EXPECT_EQ(sight("e").batch, "e");
  EXPECT_EQ(next({"kind"}), "e0");
}

// From different workers too, at the same moment.
TEST_P(BothQueues, NobodyIsWorkedForTwiceAtOnceHoweverManyClaim) {
  const int count = by_tier(30, 100, 500), workers = 4;
  for (int i = 0; i < count; ++i) {
    put(batch("b" + std::to_string(i), i % 2 == 0 ? "ana" : "rui", Priority::kInteractive),
        numbers(0, 1));
  }
  std::vector<std::unique_ptr<jobs::Queue>> queues;
  for (int i = 0; i < workers && shared(); ++i) queues.push_back(open());
  std::atomic<int> done = 0, of_each[2] = {};
  std::vector<std::thread> threads;
  for (int i = 0; i < workers; ++i) {
    threads.emplace_back([&, i] {
      auto& queue = shared() ? *queues[static_cast<std::size_t>(i)] : *queue_;
      const jobs::Worker worker = {"w" + std::to_string(i), {"kind"}, kLease * 100};
      while (done < count) {
        const auto claimed = queue.claim(worker);
        if (!claimed || !*claimed) continue;
        auto& his = of_each[(*claimed)->batch.person == "ana" ? 0 : 1];
        EXPECT_EQ(++his, 1);
        --his;
        EXPECT_TRUE(*queue.report(**claimed, "r"));
        ++done;
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST_P(BothQueues, WhoeverWaitsSeesHowFarItIs) {
  put(batch("a", "ana", Priority::kInteractive), numbers(0, 1));
  put(batch("b", "rui", Priority::kInteractive), {{3, "", {}}});
  EXPECT_FALSE(sight("a").claimed);
  const auto first = claim("first");
  EXPECT_TRUE(sight("a").claimed);
  EXPECT_TRUE(*queue_->tell(*first, "half of it"));
  EXPECT_EQ(sight("a").news, "half of it");
  EXPECT_FALSE(sight("a").outcome);
  EXPECT_TRUE(report(*first, "all"));
  EXPECT_FALSE(*queue_->tell(*first, "too late"));
  ASSERT_TRUE(sight("a").outcome);
  EXPECT_EQ(sight("a").outcome->result, "all");
  EXPECT_EQ(sight("a").outcome->worker, "first");
  const auto second = claim();
  EXPECT_FALSE(queue_->cancel("b"));
  EXPECT_FALSE(*queue_->tell(*second, "nobody"));
  EXPECT_EQ((*queue_->look({"a", "b", "nowhere"})).size(), 1u);
  EXPECT_TRUE((*queue_->look({})).empty());
}

TEST_P(BothQueues, LookingKeepsABatchAlive) {
  put(batch("b"), numbers(0, 1));
  owners_silent(jobs::kOwnerLease * 3 / 4);
  EXPECT_FALSE(sight("b").claimed);
  owners_silent(jobs::kOwnerLease * 3 / 4);
  EXPECT_EQ(next(), "b0");
}

TEST_P(BothQueues, WorkersThatAskedLatelyAreThere) {
  const auto there = [&](const Names& offers) { return *queue_->workers(offers); };
  EXPECT_EQ(there({"kind"}), 0);
  claim("first", {"kind", "engine:x"});
  claim("second", {"kind"});
  claim("second", {"kind"});
  EXPECT_EQ(there({"kind"}), 2);
  EXPECT_EQ(there({"engine:x", "kind"}), 1);
  EXPECT_EQ(there({"another kind"}), 0);
  claim("first", {});  // it leaves
  EXPECT_EQ(there({"kind"}), 1);
  workers_silent();
  EXPECT_EQ(there({"kind"}), 0);
}

TEST_P(BothQueues, NobodyWorksForAnOwnerWhoIsGone) {
  put(batch("b"), numbers(0, 1));
  owners_silent(jobs::kOwnerLease);
  EXPECT_FALSE(claim());
  EXPECT_EQ(collected("b"), "");  // there he is again
  EXPECT_EQ(next(), "b0");
  // After a day without him nothing is left.
  owners_silent(jobs::kOwnerLease + jobs::kForgotten + std::chrono::seconds(1));
  put(batch("c"), {});
  EXPECT_EQ((*queue_->progress("b")).claimed + (*queue_->progress("b")).waiting, 0);
}

// Several at once: every job goes to exactly one of them.
TEST_P(BothQueues, WorkersAtTheSameTimeGetDifferentJobs) {
  const int count = by_tier(200, 1000, 10'000), workers = 4;
  put(batch("b"), numbers(0, count));
  std::vector<std::vector<int>> got(workers);
  std::vector<std::unique_ptr<jobs::Queue>> queues;
  for (int i = 0; i < workers && shared(); ++i) queues.push_back(open());
  std::vector<std::thread> threads;
  for (int i = 0; i < workers; ++i) {
    threads.emplace_back([&, i] {
      auto& queue = shared() ? *queues[static_cast<std::size_t>(i)] : *queue_;
      const jobs::Worker worker = {"w" + std::to_string(i), {"kind"}, kLease * 100};
      while (true) {
        const auto claimed = queue.claim(worker);
        if (!claimed || !*claimed) return;
        got[static_cast<std::size_t>(i)].push_back((*claimed)->job.number);
        EXPECT_TRUE(*queue.report(**claimed, "r"));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  std::multiset<int> all;
  for (const auto& list : got) all.insert(list.begin(), list.end());
  EXPECT_EQ(static_cast<int>(all.size()), count);
  EXPECT_EQ(static_cast<int>(std::set<int>(all.begin(), all.end()).size()), count);
  EXPECT_EQ((*queue_->progress("b")).done, count);
}

TEST(PostgresQueue, SeveralProgramsOpenANewDatabaseAtOnce) {
  const auto url = Postgres::instance().new_database_url();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto opened = jobs::open_postgres_queue(url);
      EXPECT_TRUE(opened) << english(opened.error());
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST(PostgresQueue, ALostConnectionIsAnErrorOnceAndThenMadeAnew) {
  const auto url = Postgres::instance().new_database_url();
  const auto queue = jobs::open_postgres_queue(url);
  ASSERT_TRUE(queue);
  ASSERT_FALSE((*queue)->put(batch("b"), numbers(0, 1)));
  Postgres::run(url,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()");
  EXPECT_FALSE((*queue)->progress("b"));
  const auto progress = (*queue)->progress("b");
  ASSERT_TRUE(progress) << english(progress.error());
  EXPECT_EQ(progress->waiting, 1);
}

// Those of the first version, with a job in them.
TEST(PostgresQueue, OlderTablesAreBroughtUpToDate) {
  const auto url = Postgres::instance().new_database_url();
  {
    const auto queue = jobs::open_postgres_queue(url);
    ASSERT_TRUE(queue);
    ASSERT_FALSE((*queue)->put(batch("b"), numbers(0, 1)));
  }
  for (const auto* statement :
       {"DROP VIEW tabuleiro_jobs.held_up", "DROP TABLE tabuleiro_jobs.workers",
        "DROP VIEW tabuleiro_jobs.states", "ALTER TABLE tabuleiro_jobs.jobs DROP COLUMN news",
        "CREATE VIEW tabuleiro_jobs.states AS SELECT *, '' AS state FROM tabuleiro_jobs.jobs",
        "UPDATE tabuleiro_jobs.schema SET version = 1"}) {
    Postgres::run(url, statement);
  }
  const auto queue = jobs::open_postgres_queue(url);
  ASSERT_TRUE(queue) << english(queue.error());
  const auto claimed = (*queue)->claim({"w", {"kind"}, kLease});
  ASSERT_TRUE(claimed && *claimed);
  EXPECT_TRUE(*(*queue)->tell(**claimed, "news"));
  EXPECT_EQ((*queue)->look({"b"})->at(0).news, "news");
  EXPECT_EQ(*(*queue)->workers({"kind"}), 1);
}

TEST(PostgresQueue, NewerTablesAreRefusedAndPasswordsNotTold) {
  const auto url = Postgres::instance().new_database_url();
  ASSERT_TRUE(jobs::open_postgres_queue(url));
  ASSERT_TRUE(jobs::open_postgres_queue(url));
  Postgres::run(url, "UPDATE tabuleiro_jobs.schema SET version = 99");
  const auto newer = jobs::open_postgres_queue(url);
  ASSERT_FALSE(newer);
  EXPECT_TRUE(has(english(newer.error()), "version 99")) << english(newer.error());
  const auto nobody = jobs::open_postgres_queue("postgresql://ana:tr0ub4dor@127.0.0.1:1/x");
  ASSERT_FALSE(nobody);
  EXPECT_TRUE(has(english(nobody.error()), "postgresql://ana@127.0.0.1:1/x"));
  EXPECT_FALSE(has(english(nobody.error()), "tr0ub4dor"));
}

}  // namespace
}  // namespace tests

// A server whose analyses and reviews workers do, all as programs of their own.
#include <signal.h>

#include <functional>

#include "postgres.h"
#include "process.h"
#include "served.h"
#include "support.h"

namespace tests {
namespace {

class ServeOnWorkers : public ::testing::Test {
 protected:
  ~ServeOnWorkers() override { end_worker(); }

  void start_worker() {
    worker_ = start_program(
        {"worker", "--db", url_, "--log-level", "off", "--only", "analysis", "--only", "review"});
  }
  void end_worker() {
    if (worker_ <= 0) return;
    kill(worker_, SIGKILL);
    wait_for(worker_);
    worker_ = 0;
  }
  // So many jobs were ever put: batches are numbered.
  int jobs_put() const {
    return std::stoi(Postgres::run(url_,
                                   "SELECT last_value * is_called::int FROM "
                                   "tabuleiro_jobs.batches_created_seq"));
  }
  static nlohmann::json question(int time) {
    return {{"game", "yavalath"}, {"turns", {"e5", "c3"}}, {"time", time}, {"lines", 2}};
  }
  static void expect_analysed(const Served& server) {
    const auto told = server.post("/api/analysis", question(20));
    EXPECT_EQ(told.status, 200);
    EXPECT_EQ(told.json["lines"].size(), 2u);
  }

  const std::string url_ = Postgres::instance().new_database_url();
  int worker_ = 0;
};

TEST_F(ServeOnWorkers, WorkersDoItWhereThereAreSomeAndTheServerElse) {
  const Served first(url_, {"--workers"});
  expect_analysed(first);
  EXPECT_EQ(jobs_put(), 0) << "nobody was there";
  start_worker();
  await([&] {
    expect_analysed(first);
    return jobs_put() > 0;
  });
  // Each is one job, but where the server has not heard of the worker for a while.
  const auto expect_put = [&](const std::function<void()>& ask) {
    const int before = jobs_put();
    int asked = 0;
    await([&] {
      ask();
      ++asked;
      return jobs_put() > before;
    });
    EXPECT_EQ(jobs_put(), before + 1) << "asked " << asked << " times";
  };
  expect_put([&] { expect_analysed(first); });
  const auto record = nlohmann::json::parse(R"({"game":"yavalath","turns":["e5","c3","e4"]})");
  expect_put([&] {
    EXPECT_EQ(first.post("/api/review", {{"record", record}, {"effort", "quick"}}).status, 200);
  });
  await([&] { return Postgres::run(url_, "SELECT count(*) FROM tabuleiro_jobs.batches") == "0"; });
  // It is gone, which nobody knows yet, and what it should do is done all the same.
  end_worker();
  expect_analysed(first);
}

TEST_F(ServeOnWorkers, ItNeedsADatabaseThatWorkersReach) {
  const TempFolder folder;
  const auto file = folder.path() + "/games.db";
  expect_refused({"serve", "--db", file, "--workers"}, "--workers needs --db postgresql://");
  const auto checked =
      run_program({"serve", "--check", "--db", file}, "", {"TABULEIRO_WORKERS=yes"});
  EXPECT_EQ(checked.status, 1);
  EXPECT_TRUE(has(checked.err, "TABULEIRO_WORKERS")) << checked.err;
  EXPECT_EQ(run_program({"serve", "--check", "--db", url_, "--workers"}).status, 0);
}

}  // namespace
}  // namespace tests

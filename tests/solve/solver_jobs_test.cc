// Solving with workers: the same answers and files as with one thread.
#include "solve/solver_jobs.h"

#include <filesystem>

#include "core/file.h"
#include "jobs/memory_queue.h"
#include "jobs/names.h"
#include "jobs/worker_pool.h"
#include "solve/solver_files.h"
#include "support.h"

namespace tests {
namespace {

class SolvedByWorkers : public ::testing::Test {
 protected:
  void start_worker() {
    jobs::WorkerPoolSettings settings;
    settings.name = "w";
    settings.offers = {jobs::version_offer()};
    settings.threads = 3;
    settings.pause = std::chrono::milliseconds(5);
    workers_ = std::make_unique<jobs::WorkerPool>(
        *queue_, jobs::Kinds{{solve::kSolveKind, solve::solve_work()}}, settings);
  }
  std::string path(const std::string& name) const { return folder_.path() + '/' + name; }
  solve::SolverSettings settings_in(const std::string& folder) const {
    solve::SolverSettings settings;
    settings.folder = folder;
    settings.memory = std::size_t{64} << 20;
    return settings;
  }
  static solve::Work centre_of_size_3() {
    return solve::new_work(
        3, games::Action{static_cast<std::uint32_t>(*games::yavalath::parse_cell("c3", 3))});
  }
  std::optional<text::Error> solve_elsewhere(solve::Work& work,
                                             const solve::SolverSettings& settings) {
    return solve::solve_on_workers(*queue_, work, settings, [](const auto&) {}, [](const auto&) {});
  }
  // The files of a folder and what is in them.
  static std::map<std::string, std::string> files(const std::string& folder) {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      all[entry.path().filename()] = core::read_file(entry.path().string()).value_or("");
    }
    return all;
  }

  const TempFolder folder_;
  std::unique_ptr<jobs::Queue> queue_ = jobs::make_memory_queue();
  std::unique_ptr<jobs::WorkerPool> workers_;
};

TEST_F(SolvedByWorkers, AnswersAndFilesAreThoseOfOneThread) {
  auto here = centre_of_size_3(), there = centre_of_size_3();
  const auto settings_here = settings_in(path("here")), settings_there = settings_in(path("there"));
  ASSERT_FALSE(solve::solve(here, settings_here, [](const auto&) {}));
  start_worker();
  ASSERT_FALSE(solve_elsewhere(there, settings_there));
  EXPECT_EQ(there, here);
  EXPECT_EQ(there.value(), here.value());
  EXPECT_EQ(files(path("there")), files(path("here")));
  // What got lost is made again.
  for (const auto& [name, content] : files(path("there"))) {
    if (name != "pairs") std::filesystem::remove(path("there") + '/' + name);
  }
  ASSERT_FALSE(solve_elsewhere(there, settings_there));
  EXPECT_EQ(files(path("there")), files(path("here")));
}

TEST_F(SolvedByWorkers, WithoutAFolderToo) {
  auto here = centre_of_size_3(), there = centre_of_size_3();
  const auto settings = settings_in("");
  ASSERT_FALSE(solve::solve(here, settings, [](const auto&) {}));
  start_worker();
  ASSERT_FALSE(solve_elsewhere(there, settings));
  EXPECT_EQ(there, here);
}

TEST_F(SolvedByWorkers, WithoutWorkersTimeEndsIt) {
  auto work = centre_of_size_3();
  auto settings = settings_in("");
  settings.deadline = search::Clock::now() + std::chrono::milliseconds(50);
  EXPECT_FALSE(solve_elsewhere(work, settings));
  EXPECT_EQ(work, centre_of_size_3());
}

TEST_F(SolvedByWorkers, WhatIsNoAttemptIsAnError) {
  const auto work = solve::solve_work()();
  for (const auto* payload :
       {"", "5 1 2", "5 999 2 0 0 0 0 0 1000000", "9 1 2 0 0 0 0 0 1000000"}) {
    jobs::Claim claim;
    claim.job.payload = payload;
    EXPECT_FALSE(work(claim, {})) << payload;
  }
}

}  // namespace
}  // namespace tests

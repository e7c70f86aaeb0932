// Tournaments on workers: the archive is that of a local run, whatever dies meanwhile.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <thread>
#include <utility>

#include "arena/archive.h"
#include "arena/on_workers.h"
#include "core/file.h"
#include "jobs/memory_queue.h"
#include "jobs/postgres_queue.h"
#include "postgres.h"
#include "process.h"
#include "support.h"

namespace tests {
namespace {

using Words = std::vector<std::string>;

// The games of a file in their order, without times and workers.
Words plain_games(const std::string& content) {
  Words texts;
  auto read = arena::read_records(content);
  EXPECT_TRUE(read) << text::render(read.error(), text::Language::kEnglish);
  for (auto& record : read->records) {
    record.tags.erase("Thinking");
    record.tags.erase("Worker");
    texts.push_back(games::to_pgn(record));
  }
  return texts;
}

class ArenaOnWorkers : public testing::Test {
 protected:
  ~ArenaOnWorkers() override {
    for (const int worker : workers_) end(worker);
  }

  std::string path(const std::string& name) const { return folder_.path() + '/' + name; }
  std::string content(const std::string& folder) const {
    return core::read_file(path(folder) + "/games.pgn").value_or("");
  }
  Words games_of(const std::string& folder) const { return plain_games(content(folder)); }
  std::size_t records_in(const std::string& folder) const {
    const auto read = arena::read_records(content(folder));
    return read ? read->records.size() : 0;
  }

  int start_worker(const Words& more = {}) {
    Words words = {"worker", "--db", url_, "--log-level", "off"};
    words.insert(words.end(), more.begin(), more.end());
    workers_.push_back(start_program(words));
    return workers_.back();
  }
  void end(int worker) {
    kill(worker, SIGKILL);
    wait_for(worker);
  }
  // Dead for good, and out of the list.
  void forget(int worker) {
    end(worker);
    std::erase(workers_, worker);
  }
  static std::string name_of(int worker) {
    std::array<char, 256> host{};
    gethostname(host.data(), host.size() - 1);
    return std::string(host.data()) + '-' + std::to_string(worker);
  }
  std::string ask(const std::string& statement) const { return Postgres::run(url_, statement); }
  bool holds_a_game(int worker) const {
    return ask("SELECT count(*) FROM tabuleiro_jobs.states WHERE state = 'claimed' AND worker = '" +
               name_of(worker) + "'") != "0";
  }
  // Killed while it plays: it is stopped first, so that nothing can be reported in between. Its
  // leases end at once instead of some time later. False where the tournament was over before.
  bool kill_in_mid_game(int worker, int coordinator) {
    bool held = false;
    await([&] {
      kill(worker, SIGSTOP);
      held = has_tables() && holds_a_game(worker);
      if (!held) kill(worker, SIGCONT);
      return held || !is_running(coordinator);
    });
    forget(worker);
    if (held) end_leases_of(worker);
    return held;
  }
  void end_leases_of(int worker) const {
    ask("UPDATE tabuleiro_jobs.jobs SET until = clock_timestamp() WHERE result IS NULL AND "
        "worker = '" +
        name_of(worker) + "'");
  }
  bool has_tables() const {
    return ask("SELECT (to_regclass('tabuleiro_jobs.states') IS NOT NULL)::int") == "1";
  }

  TempFolder folder_;
  const std::string url_ = Postgres::instance().new_database_url();
  std::vector<int> workers_;
};

Words tournament(const Words& more) {
  Words words = {"arena",   "--game", "yavalath", "--player", "level:4", "--player",
                 "level:3", "--seed", "7",        "--nodes",  "400"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST_F(ArenaOnWorkers, TheArchiveIsThatOfALocalRunWhateverDies) {
  const auto count = std::to_string(by_tier(24, 100, 1000));
  const int kills = by_tier(2, 4, 20);
  const auto words = [&](const std::string& folder) {
    return tournament({"--games", count, "--out", path(folder)});
  };
  ASSERT_EQ(wait_for(start_program(words("local"))), 0);
  auto remote = words("remote");
  remote.insert(remote.end(), {"--workers", url_});
  const int coordinator = start_program(remote);
  EXPECT_TRUE(kill_in_mid_game(start_worker({"--threads", "2"}), coordinator));
  start_worker({"--threads", "1"});
  start_worker({"--threads", "2"});
  for (int killed = 1; killed < kills; ++killed) {
    // Some games further on.
    const auto before = records_in("remote");
    await([&] { return records_in("remote") > before || !is_running(coordinator); });
    kill_in_mid_game(workers_.front(), coordinator);
    start_worker({"--threads", "1"});
  }
  EXPECT_EQ(wait_for(coordinator), 0);
  EXPECT_EQ(games_of("remote"), games_of("local"));
  EXPECT_EQ(ask("SELECT count(*) FROM tabuleiro_jobs.batches"), "0");
}

// Four workers, two of them killed again and again at any moment, with others in their places. Both
// play well enough that games are adjudicated.
TEST_F(ArenaOnWorkers, RandomDeathsChangeNothing) {
  const auto count = std::to_string(by_tier(60, 200, 1000));
  // In the long tier games take so long that many workers die.
  const bool slowly = by_tier(false, false, true);
  const std::string strong = slowly ? "level:10" : "level:7", weak = slowly ? "level:9" : "level:6",
                    nodes = slowly ? "1500" : "600";
  const auto pause = std::chrono::milliseconds(by_tier(500, 1500, 2000));
  const Words elsewhere = {"--workers", url_};
  // Nobody loses a lease because the machine is busy: those of the dead are ended below.
  const Words once = {"--threads", "1", "--lease", "600"};
  const auto words = [&](const std::string& folder, const Words& more = {}) {
    Words list = {"arena",    "--game",  "yavalath", "--player", strong,      "--player",
                  weak,       "--seed",  "11",       "--nodes",  nodes,       "--openings",
                  "balanced", "--games", count,      "--out",    path(folder)};
    list.insert(list.end(), more.begin(), more.end());
    return list;
  };
  for (int i = 0; i < 4; ++i) start_worker(once);
  const int coordinator = start_program(words("remote", elsewhere));
  await([&] { return records_in("remote") > 0 || !is_running(coordinator); });
  std::minstd_rand random(5);
  int killed = 0, in_mid_game = 0;
  while (is_running(coordinator) && killed < by_tier(6, 20, 400)) {
    for (int i = 0; i < 2; ++i, ++killed) {
      const int victim = workers_[random() % workers_.size()];
      forget(victim);
      in_mid_game += holds_a_game(victim) ? 1 : 0;
      end_leases_of(victim);
      start_worker(once);
    }
    std::this_thread::sleep_for(pause);
  }
  // By bad luck a game may lose three workers, which sets it aside until somebody tries again.
  const int status = wait_for(coordinator);
  EXPECT_TRUE(status == 0 || status == 1) << status;
  if (status == 1) {
    const Words resume = {"arena", "--resume", "--out", path("remote"), "--workers", url_};
    EXPECT_EQ(wait_for(start_program(resume)), 0);
  }
  ASSERT_EQ(wait_for(start_program(words("local", {"--concurrency", "2"}))), 0);
  EXPECT_GE(killed, 2);
  auto there = games_of("remote"), here = games_of("local");
  std::sort(there.begin(), there.end());
  std::sort(here.begin(), here.end());
  EXPECT_EQ(there, here);
  const auto adjudicated = std::count_if(
      here.begin(), here.end(), [](const std::string& game) { return has(game, "adjudicated"); });
  EXPECT_GT(adjudicated, 0);
  std::printf("  %zu games, %td adjudicated; %d workers killed, %d of them with a game%s\n",
              here.size(), adjudicated, killed, in_mid_game,
              status == 0 ? "" : "; some games were set aside and resumed");
}

// What else workers do for programs of ours says what it says without them.
TEST_F(ArenaOnWorkers, OpeningsAndProofsAreThoseOfALocalRun) {
  start_worker({"--threads", "2"});
  const auto with_workers = [&](Words words) {
    words.insert(words.end(), {"--workers", url_});
    return run_program(words);
  };
  const Words book = {"openings", "sixteen-stone", "--count", "3", "--nodes", "3000"};
  const auto made = with_workers(book);
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(made.out, run_program(book).out);
  std::ofstream(path("book.txt")) << made.out;
  const Words check = {"openings", "sixteen-stone", "--check", path("book.txt"), "--nodes", "900"};
  EXPECT_EQ(with_workers(check).out, run_program(check).out);
  const auto centre = [&](const std::string& file) {
    return Words{"solve",     "yavalath", "--options", "size=3,swap=off",
                 "--opening", "c3",       "--out",     path(file)};
  };
  const auto solved = with_workers(centre("there"));
  EXPECT_EQ(solved.status, 0) << solved.err;
  EXPECT_EQ(solved.out, run_program(centre("here")).out);
  EXPECT_EQ(core::read_file(path("there")), core::read_file(path("here")));
  EXPECT_EQ(ask("SELECT count(*) FROM tabuleiro_jobs.batches"), "0");
}

TEST_F(ArenaOnWorkers, AdjudicationAndASequentialTestEndWhereALocalRunEnds) {
  const auto words = [&](const std::string& folder) {
    return Words{"arena",    "--game", "yavalath", "--player", "level:5",   "--player",
                 "random",   "--seed", "3",        "--nodes",  "200",       "--openings",
                 "balanced", "--sprt", "0,200",    "--out",    path(folder)};
  };
  ASSERT_EQ(wait_for(start_program(words("local"))), 0);
  start_worker({"--threads", "3"});
  auto remote = words("remote");
  remote.insert(remote.end(), {"--workers", url_});
  ASSERT_EQ(wait_for(start_program(remote)), 0);
  EXPECT_GT(games_of("local").size(), 4u);
  EXPECT_EQ(games_of("remote"), games_of("local"));
}

TEST_F(ArenaOnWorkers, OpeningsOfAFileTravelWithTheGames) {
  std::ofstream(path("openings.txt")) << "e5 e4 d4\nc3 g5 e6\n"
                                      << after(start("yavalath"), {"e5", "c3"}).to_text() << '\n';
  const auto words = [&](const std::string& folder) {
    return tournament({"--games", "6", "--openings", path("openings.txt"), "--out", path(folder)});
  };
  ASSERT_EQ(wait_for(start_program(words("local"))), 0);
  start_worker();
  auto remote = words("remote");
  remote.insert(remote.end(), {"--workers", url_});
  const auto ran = run_program(remote);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_TRUE(has(ran.err, "workers: ")) << ran.err;
  EXPECT_EQ(games_of("remote"), games_of("local"));
}

TEST_F(ArenaOnWorkers, EnginesPlayWhereTheyAreOffered) {
  const std::string command = std::string(TABULEIRO_PROGRAM) + " ugi yavalath";
  start_worker({"--threads", "1"});
  const int offering = start_worker({"--threads", "1", "--engine", "mine=" + command});
  const int coordinator =
      start_program({"arena", "--game", "yavalath", "--player", "engine:mine", "--player", "random",
                     "--nodes", "50", "--games", "4", "--out", path("remote"), "--workers", url_});
  EXPECT_EQ(wait_for(coordinator), 0);
  const auto read = arena::read_records(content("remote"));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->records.size(), 4u);
  for (const auto& record : read->records) {
    EXPECT_EQ(record.tags.at("Worker"), name_of(offering));
    EXPECT_FALSE(record.tags.contains("Fault")) << record.tags.at("FaultText");
  }
}

// A worker whose engine does not start says so and leaves the games to others.
TEST_F(ArenaOnWorkers, AnEngineThatDoesNotStartCostsNoGame) {
  const std::string command = std::string(TABULEIRO_PROGRAM) + " ugi yavalath";
  start_worker({"--threads", "1", "--engine", "mine=/nowhere/engine"});
  const int coordinator =
      start_program({"arena", "--game", "yavalath", "--player", "engine:mine", "--player", "random",
                     "--nodes", "50", "--games", "4", "--out", path("remote"), "--workers", url_});
  await([&] {
    return has_tables() &&
           ask("SELECT count(*) FROM tabuleiro_jobs.jobs WHERE epoch > 0 AND attempts = 0") != "0";
  });
  start_worker({"--threads", "1", "--engine", "mine=" + command});
  EXPECT_EQ(wait_for(coordinator), 0);
  for (const auto& game : games_of("remote")) EXPECT_FALSE(has(game, "Fault")) << game;
}

TEST_F(ArenaOnWorkers, InterruptedAndKilledTournamentsGoOn) {
  const auto words = [&](const std::string& folder) {
    return tournament({"--games", "40", "--out", path(folder)});
  };
  ASSERT_EQ(wait_for(start_program(words("local"))), 0);
  start_worker({"--threads", "2"});
  auto remote = words("remote");
  remote.insert(remote.end(), {"--workers", url_});
  const Words resume = {"arena", "--resume", "--out", path("remote"), "--workers", url_};
  for (const int signal : {SIGKILL, SIGTERM}) {
    const auto before = records_in("remote");
    const int coordinator = start_program(before == 0 ? remote : resume);
    await([&] { return records_in("remote") > before || !is_running(coordinator); });
    kill(coordinator, signal);
    const int status = wait_for(coordinator);
    EXPECT_TRUE(status == 128 + signal || status == 0) << status;
  }
  EXPECT_EQ(wait_for(start_program(resume)), 0);
  EXPECT_EQ(games_of("remote"), games_of("local"));
}

TEST_F(ArenaOnWorkers, AWorkerThatIsToldToEndGivesItsGamesBack) {
  const int worker = start_worker({"--threads", "1"});
  const int coordinator =
      start_program({"arena", "--game", "epaminondas", "--player", "level:10", "--player",
                     "level:10", "--time", "60000", "--games", "2", "--workers", url_});
  await([&] { return has_tables() && holds_a_game(worker); });
  std::erase(workers_, worker);
  kill(worker, SIGTERM);
  EXPECT_EQ(wait_for(worker), 0);
  EXPECT_EQ(ask("SELECT max(attempts) FROM tabuleiro_jobs.jobs"), "0");
  kill(coordinator, SIGTERM);
  EXPECT_EQ(wait_for(coordinator), 128 + SIGTERM);
}

TEST_F(ArenaOnWorkers, WhatCannotBeIsRefused) {
  expect_refused(tournament({"--workers", "games.db"}), "expected a URL postgresql://");
  expect_refused(tournament({"--workers", url_, "--concurrency", "2"}), "--workers");
  expect_refused({"worker"}, "--db");
  expect_refused({"worker", "--db", "games.db"}, "expected a URL postgresql://");
  expect_refused({"worker", "--db", url_, "--engine", "mine"}, "expected NAME=COMMAND");
  expect_refused({"worker", "--db", url_, "--threads", "0"}, "--threads");
  expect_refused({"worker", "--db", url_, "--only", "cooking"}, "no kind of work 'cooking'");
  expect_refused({"openings", "yavalath", "--workers", "games.db"}, "expected a URL postgresql://");
  expect_refused({"solve", "yavalath", "--workers", "games.db"}, "expected a URL postgresql://");
  expect_refused({"solve", "yavalath", "--workers", url_, "--threads", "2"}, "--threads");
}

// --- Without processes: a queue in memory, and a worker that the test plays ---

class Coordinated : public testing::Test {
 protected:
  arena::OnWorkers work() {
    arena::OnWorkers work;
    work.batch = {"b", "arena", jobs::Priority::kBatch, "ana", ""};
    work.needs = [](const auto&) { return Words(); };
    work.on_game = [](const auto&, auto&) { return true; };
    work.on_set_aside = [this](const auto& outcome) { aside_.push_back(outcome.number); };
    work.on_progress = [](const auto&) {};
    work.on_trouble = [](const auto&) {};
    return work;
  }
  // The next game, once there is one.
  jobs::Claim claimed() {
    std::optional<jobs::Claim> next;
    await([&] {
      next = *queue_->claim({"w", {"arena"}, std::chrono::hours(1)});
      return next.has_value();
    });
    return *next;
  }
  // As workers do who cannot finish a game.
  void fail_all_games() {
    for (int i = 0; i < 2 * jobs::kMostAttempts; ++i) EXPECT_FALSE(queue_->fail(claimed(), "no"));
  }

  arena::Openings openings_{*games::find_game("yavalath"), {}, arena::Openings::Kind::kStart, 1};
  arena::Tournament tournament_{{{"a", {}}, {"b", {}}},
                                arena::Schedule(2, 2, arena::Format::kRoundRobin, 2),
                                &openings_,
                                {},
                                1,
                                1};
  std::unique_ptr<jobs::Queue> queue_ = jobs::make_memory_queue();
  std::vector<int> aside_;
  std::atomic<bool> stop_ = false;
};

TEST_F(Coordinated, GamesThatNobodyCanFinishAreNamedAndLeftOut) {
  std::thread worker([&] { fail_all_games(); });
  EXPECT_FALSE(arena::play_on_workers(*queue_, tournament_, {}, work(), stop_));
  worker.join();
  EXPECT_EQ(aside_, (std::vector<int>{0, 1}));
}

TEST_F(Coordinated, AResultThatCannotBeReadEndsIt) {
  std::thread worker([&] { EXPECT_TRUE(*queue_->report(claimed(), "[Event \"nonsense")); });
  const auto problem = arena::play_on_workers(*queue_, tournament_, {}, work(), stop_);
  worker.join();
  ASSERT_TRUE(problem);
  EXPECT_TRUE(has(text::render(*problem, text::Language::kEnglish), "worker w"));
}

// Somebody emptied the database: what was in it is put again.
TEST_F(Coordinated, WhatWasLostFromTheQueueIsPutAgain) {
  std::thread worker([&] {
    claimed();
    EXPECT_FALSE(queue_->cancel("b"));
    fail_all_games();
  });
  EXPECT_FALSE(arena::play_on_workers(*queue_, tournament_, {}, work(), stop_));
  worker.join();
  EXPECT_EQ(aside_, (std::vector<int>{0, 1}));
}

}  // namespace
}  // namespace tests

// Several servers at once, while parts of them die, stop and lose each other: what was acknowledged
// stays, once and in order, and the games go on.
#include "cluster.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "fault_schedule.h"
#include "roaming_players.h"
#include "served.h"
#include "socket_client.h"
#include "stored_histories.h"
#include "support.h"
#include "table_maker.h"

namespace tests {
namespace {

using namespace std::chrono_literals;
using SteadyClock = std::chrono::steady_clock;

// How long tables that are well have to go on: never reached, however busy the machine is.
constexpr auto kPatienceWithGames = 2min;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size() && i < 20; ++i) text += "  " + lines[i] + '\n';
  return text;
}

std::string counted(const RoamingCounts& counts) {
  std::string text = std::to_string(counts.turns) + " turns";
  for (const auto& [how, times] : counts.refusals) {
    text += ", " + how + ' ' + std::to_string(times);
  }
  return text;
}

// People who play on a thread of their own while the test does something to the servers.
class Evening {
 public:
  explicit Evening(Cluster& cluster, std::uint64_t seed)
      : cluster_(cluster),
        players_({.ports = cluster.ports(),
                  .tables = 6,
                  .spectators = 1,
                  .games = {"eigenstate", "sixteen-stone", "yavalath", "epaminondas"},
                  .pace = 200ms,
                  .seed = seed,
                  .clock = 10min,
                  .keep_whole_events = true}),
        thread_([this] { play(); }) {}
  ~Evening() {
    ending_ = true;
    if (thread_.joinable()) thread_.join();
  }

  // Until everybody has played a turn from now on.
  void expect_everybody_plays() {
    since_ = SteadyClock::now();
    played_ = false;
    const auto end = SteadyClock::now() + kPatienceWithGames;
    while (!played_ && SteadyClock::now() < end) {
      cluster_.look();
      std::this_thread::sleep_for(10ms);
    }
    if (!played_) stop();
    EXPECT_TRUE(played_) << "tables that do not go on:\n" << players_.standing();
  }

  // They finish their turns; then everything they were told is compared with what is stored.
  void expect_all_true() {
    stop();
    // Where they do not go on, waiting once was enough.
    const auto patience = played_ ? kPatienceWithGames : 0min;
    EXPECT_TRUE(players_.settle(patience)) << players_.standing();
    auto histories = players_.take_histories();
    read_stored(cluster_.database(), histories);
    const auto unheard = load_from_servers(cluster_.ports(), histories, 1min);
    EXPECT_TRUE(unheard.empty()) << joined(unheard);
    std::vector<std::string> problems;
    for (const auto& history : histories) {
      const auto found = history_problems(history);
      problems.insert(problems.end(), found.begin(), found.end());
    }
    EXPECT_TRUE(problems.empty()) << problems.size() << " problems:\n" << joined(problems);
    EXPECT_EQ(counts().errors, 0) << joined(counts().first_errors);
    EXPECT_GT(counts().turns, 0);
  }

  // REQUIRES: they have stopped.
  const RoamingCounts& counts() const { return players_.counts(); }

 private:
  void play() {
    players_.play([this] {
      if (!played_ && players_.everybody_played_since(since_)) played_ = true;
      return !ending_;
    });
  }
  void stop() {
    ending_ = true;
    if (thread_.joinable()) thread_.join();
  }

  Cluster& cluster_;
  RoamingPlayers players_;
  std::atomic<bool> ending_ = false, played_ = true;
  std::atomic<SteadyClock::time_point> since_{};
  std::thread thread_;
};

// The logs of the servers, kept where something failed.
class Logs {
 public:
  explicit Logs(const std::string& name)
      : kept_(std::filesystem::temp_directory_path() / ("tabuleiro-cluster-" + name)) {}
  ~Logs() {
    if (!testing::Test::HasFailure()) return;
    std::error_code ignored;
    std::filesystem::remove_all(kept_, ignored);
    std::filesystem::copy(folder_.path(), kept_, ignored);
    std::printf("the logs of the servers are in %s\n", kept_.c_str());
  }
  const std::string& path() const { return folder_.path(); }

 private:
  TempFolder folder_;
  const std::filesystem::path kept_;
};

void expect_ends_in_order(Cluster& cluster) {
  for (std::size_t i = 0; i < cluster.size(); ++i) {
    EXPECT_EQ(cluster.node(i).stop(), 0) << "node " << i + 1;
  }
  EXPECT_TRUE(cluster.problems().empty()) << joined(cluster.problems());
}

constexpr int kNodes = 3;

// Of two people, at this server.
NewTable new_table(int port) {
  TableMaker maker({.ports = {port}, .threads = 1});
  maker.ask(0);
  std::optional<NewTable> made;
  await([&] { return (made = maker.take()).has_value(); });
  EXPECT_EQ(made->error, "");
  return *made;
}

TEST(Cluster, AnyServerTakesAnyTurn) {
  const Logs logs("calm");
  Cluster cluster(kNodes, logs.path());
  ASSERT_TRUE(cluster.wait_ready());
  Evening evening(cluster, 1);
  for (int i = 0; i < 3; ++i) evening.expect_everybody_plays();
  evening.expect_all_true();
  std::printf("  %s\n", counted(evening.counts()).c_str());
  expect_ends_in_order(cluster);
}

// As long as a server is away all tables are played at the others.
TEST(Cluster, GoesOnWithoutAServer) {
  std::vector<PlannedFault> faults = {{ClusterFault::kKill}, {ClusterFault::kStop}};
  for (const auto cut : {ClusterFault::kCutNats, ClusterFault::kCutPostgres}) {
    // Of the ways to cut one that is noticed at once and one that is not; then all that last.
    const int ways = by_tier(2, kWaysToCut - 1, kWaysToCut - 1);
    for (int way = 0; way < ways; ++way) faults.push_back({cut, 0, way});
  }
  const Logs logs("without");
  Cluster cluster(kNodes, logs.path());
  ASSERT_TRUE(cluster.wait_ready());
  Evening evening(cluster, 1);
  evening.expect_everybody_plays();
  for (std::size_t i = 0; i < faults.size() && !HasFailure(); ++i) {
    faults[i].node = i % cluster.size();
    SCOPED_TRACE(to_text(faults[i]));
    const auto begin = SteadyClock::now();
    begin_fault(faults[i], cluster);
    evening.expect_everybody_plays();
    const auto end = SteadyClock::now();
    end_fault(faults[i], cluster);
    std::printf("  %s: everybody has played after %.1f s\n", to_text(faults[i]).c_str(),
                std::chrono::duration<double>(end - begin).count());
    evening.expect_everybody_plays();
  }
  evening.expect_all_true();
  std::printf("  %s; longest wait %.1f s\n", counted(evening.counts()).c_str(),
              evening.counts().longest_wait_ms / 1000);
  expect_ends_in_order(cluster);
}

std::string first_turn(const NewTable& table) {
  return Served::posted("/api/tables/" + table.id + "/turns", {{"turn", "e5"}, {"after", 0}},
                        table.tokens[0]);
}

// A sequence counts also what is rolled back.
void note_locks(const Cluster& cluster) {
  for (const auto* statement :
       {"CREATE SEQUENCE tabuleiro.locked",
        "CREATE FUNCTION tabuleiro.note_lock() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM nextval('tabuleiro.locked'); RETURN NEW; END $$",
        "CREATE TRIGGER note_lock BEFORE UPDATE ON tabuleiro.games "
        "FOR EACH ROW EXECUTE FUNCTION tabuleiro.note_lock()"}) {
    Postgres::run(cluster.database(), statement);
  }
}

// The server is about to store the first turn of a table: PostgreSQL has locked the row of the
// game. Without an answer to that it does not commit. Nothing where the machine was so busy that
// the server had cut itself off before.
std::optional<NewTable> begin_to_store(Cluster& cluster, ClusterNode& node) {
  const auto table = new_table(node.port());
  Postgres::run(cluster.database(), "ALTER SEQUENCE tabuleiro.locked RESTART");
  node.to_postgres().set(FaultProxy::Way::kToClient, FaultProxy::Fault::kHold);
  SocketClient client(node.port());
  client.set_patience(20ms);
  client.send(first_turn(table));
  bool locked = false, answered = false;
  await([&] {
    answered = client.answer().status != 0;
    locked =
        Postgres::run(cluster.database(), "SELECT is_called::int FROM tabuleiro.locked") == "1";
    return locked || answered;
  });
  if (locked && !answered) return table;
  node.to_postgres().heal();
  EXPECT_TRUE(cluster.wait_ready());
  return std::nullopt;
}

// Stopped inside the transaction that stores a turn. Another server has the table while it still
// stands still.
TEST(Cluster, AStoppedServerGivesItsLocksBack) {
  const Logs logs("locks");
  Cluster cluster(kNodes, logs.path());
  ASSERT_TRUE(cluster.wait_ready());
  note_locks(cluster);
  auto& stopped = cluster.node(0);
  std::optional<NewTable> table;
  while (!table && !HasFailure()) table = begin_to_store(cluster, stopped);
  ASSERT_TRUE(table);
  stopped.freeze();
  HttpAnswer answer;
  for (const auto end = SteadyClock::now() + kPatienceWithGames; SteadyClock::now() < end;) {
    SocketClient client(cluster.node(1).port());
    client.send(first_turn(*table));
    answer = client.answer();
    if (answer.status != 503) break;
    std::this_thread::sleep_for(20ms);
  }
  EXPECT_EQ(answer.status, 200) << answer.body;
  // It comes back, and what it had begun is not done a second time.
  stopped.thaw();
  stopped.to_postgres().heal();
  for (const int port : cluster.ports()) {
    HttpAnswer told;
    await([&] {
      told = SocketClient(port).get("/api/tables/" + table->id);
      return told.status == 200;
    });
    EXPECT_EQ(nlohmann::json::parse(told.body)["turns"], nlohmann::json({"e5"})) << told.body;
  }
  expect_ends_in_order(cluster);
}

class ClusterFaults : public testing::TestWithParam<int> {
 protected:
  // What people waited for longest, by what was wrong meanwhile. A figure: how long it takes
  // depends on what else the machine does.
  static void note_waits(const std::vector<TurnWait>& waits, const std::vector<DoneFault>& faults) {
    for (const auto& wait : waits) {
      std::set<ClusterFault> met;
      int number = 0;
      for (const auto& fault : faults) {
        if (fault.begin > wait.end || fault.end < wait.begin) continue;
        met.insert(fault.fault);
        ++number;
      }
      const auto name = number == 0 ? "nothing" : number == 1 ? name_of(*met.begin()) : "several";
      auto& longest = longest_[name];
      longest = std::max(longest, std::chrono::duration<double>(wait.end - wait.begin).count());
    }
  }
  static void TearDownTestSuite() {
    for (const auto& [what, seconds] : longest_) {
      std::printf("  longest wait for a turn, %s: %.1f s\n", what.c_str(), seconds);
    }
  }

 private:
  static inline std::map<std::string, double> longest_;
};

TEST_P(ClusterFaults, NothingIsLostDoubledOrReordered) {
  const auto seed = static_cast<std::uint64_t>(GetParam());
  const Logs logs(std::to_string(seed));
  Cluster cluster(kNodes, logs.path());
  ASSERT_TRUE(cluster.wait_ready());
  const auto plan = plan_faults(seed, cluster.size());
  SCOPED_TRACE("seed " + std::to_string(seed) + ":\n" + to_text(plan));
  Evening evening(cluster, seed);
  evening.expect_everybody_plays();
  const auto done = carry_out(plan, cluster);
  evening.expect_everybody_plays();
  evening.expect_all_true();
  note_waits(evening.counts().long_waits, done);
  std::printf("  seed %d: %s; longest wait %.1f s\n", GetParam(), counted(evening.counts()).c_str(),
              evening.counts().longest_wait_ms / 1000);
  expect_ends_in_order(cluster);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ClusterFaults, testing::Range(1, 1 + by_tier(2, 10, 200)),
                         [](const auto& seed) { return "Seed" + std::to_string(seed.param); });

}  // namespace
}  // namespace tests

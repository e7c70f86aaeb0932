#include "cluster_load.h"

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <ctime>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "nats_server.h"
#include "postgres.h"
#include "processor_share.h"
#include "roaming_players.h"
#include "server_process.h"
#include "stored_histories.h"
#include "times.h"

namespace bench {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr double kLongestWaitMs = 5000;

// The servers, and what they share.
class Nodes {
 public:
  explicit Nodes(const ClusterLoadSettings& settings)
      : settings_(settings), postgres_({"shared_buffers=128MB"}) {
    url_ = postgres_.new_database_url();
    if (settings.nodes > 1) nats_.emplace();
    if (settings.share > 0) share_.emplace(settings.share / 100.0);
    for (int i = 0; i < settings.nodes; ++i) {
      nodes_.push_back(start(0));
      ports_.push_back(nodes_.back()->port());
    }
    if (settings.kill_every > 0s) killer_ = std::thread([this] { kill_some(); });
  }
  ~Nodes() {
    stop_killing();
    share_.reset();
  }

  const std::vector<int>& ports() const { return ports_; }
  const std::string& url() const { return url_; }
  int kills() const { return kills_; }

  // No more of them are killed, and all run.
  void stop_killing() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    wake_.notify_all();
    if (killer_.joinable()) killer_.join();
  }

  // Of all servers together.
  long memory_kb() {
    const std::lock_guard lock(mutex_);
    long sum = 0;
    for (const auto& node : nodes_) sum += node->memory_kb();
    return sum;
  }
  void print_cpu() {
    const std::lock_guard lock(mutex_);
    double servers = cpu_of_killed_;
    for (const auto& node : nodes_) servers += node->cpu_seconds();
    std::printf("CPU           servers %.1f s, PostgreSQL %.1f s, NATS %.1f s, players %.1f s\n",
                servers, family_cpu_seconds(postgres_.process()),
                nats_ ? bench::cpu_seconds(nats_->process()) : 0,
                static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
    if (share_) {
      std::printf("held to %d %% of a processor each by pauses of at most %.0f ms\n",
                  settings_.share, static_cast<double>(share_->longest_pause().count()) / 1000);
    }
  }
  // All of them in order; false where one ends badly.
  bool stop() {
    share_.reset();
    bool fine = true;
    for (auto& node : nodes_) {
      const int status = node->stop();
      if (status != 0) std::printf("a server ended with status %d\n", status);
      fine = fine && status == 0;
    }
    return fine;
  }

 private:
  std::unique_ptr<ServerProcess> start(int port) {
    std::vector<std::string> more;
    if (nats_) more = {"--nats", nats_->url()};
    auto node = std::make_unique<ServerProcess>(settings_.program, url_, port, more);
    if (share_) share_->hold(node->process());
    return node;
  }

  // One after the other.
  void kill_some() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, settings_.kill_every, [this] { return ending_; })) {
      const auto which = static_cast<std::size_t>(kills_++) % nodes_.size();
      auto& node = nodes_[which];
      if (share_) share_->let_go(node->process());
      cpu_of_killed_ += node->cpu_seconds();
      node->kill();
      lock.unlock();
      auto started = start(ports_[which]);
      lock.lock();
      node = std::move(started);
    }
  }

  const ClusterLoadSettings settings_;
  tests::Postgres postgres_;
  std::optional<tests::NatsServer> nats_;
  std::optional<ProcessorShare> share_;
  std::string url_;
  std::vector<int> ports_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable wake_;
  std::vector<std::unique_ptr<ServerProcess>> nodes_;
  double cpu_of_killed_ = 0;
  std::atomic<int> kills_ = 0;
  bool ending_ = false;
  std::thread killer_;
};

void print_counts(const ClusterLoadSettings& settings, const tests::RoamingCounts& counts) {
  const double seconds = std::chrono::duration<double>(settings.time).count();
  std::printf("%d nodes, %d players, %ld turns in %.0f s: %.0f a second\n", settings.nodes,
              settings.players, counts.turns, seconds, static_cast<double>(counts.turns) / seconds);
  print_times("acknowledged", counts.acknowledged_ms);
  print_times("delivered", counts.delivered_ms);
  std::printf("longest wait  %.0f ms\n", counts.longest_wait_ms);
  std::printf("refusals     ");
  for (const auto& [how, times] : counts.refusals) std::printf(" %s %ld", how.c_str(), times);
  std::printf("%s\n", counts.refusals.empty() ? " none" : "");
  std::printf("errors        %ld\n", counts.errors);
  for (const auto& error : counts.first_errors) std::printf("  %s\n", error.c_str());
}

// What was told is what is stored. One server tells each table: all of them would take as long as
// the load did.
bool check_histories(const Nodes& nodes, std::vector<tests::TableHistory> histories) {
  tests::read_stored(nodes.url(), histories);
  auto problems = tests::load_from_servers({nodes.ports().back()}, histories, 1min);
  std::size_t turns = 0;
  for (const auto& history : histories) {
    const auto found = tests::history_problems(history);
    problems.insert(problems.end(), found.begin(), found.end());
    turns += history.stored.size();
  }
  std::printf("histories     %zu tables, %zu stored events, %zu problems\n", histories.size(),
              turns, problems.size());
  for (std::size_t i = 0; i < problems.size() && i < 10; ++i) {
    std::printf("  %s\n", problems[i].c_str());
  }
  return problems.empty();
}

}  // namespace

bool play_on_nodes(const ClusterLoadSettings& settings) {
  Nodes nodes(settings);
  const bool kills = settings.kill_every > 0s;
  tests::RoamingSettings roaming;
  roaming.ports = nodes.ports();
  roaming.tables = settings.players / 2;
  roaming.pace = settings.pace;
  // Where nobody dies a slow answer is an answer.
  if (!kills) roaming.patience = 20s;
  tests::RoamingPlayers players(roaming);
  const auto begin = std::chrono::steady_clock::now();
  long early = 0;
  players.play([&] {
    const auto passed = std::chrono::steady_clock::now() - begin;
    if (early == 0 && passed > settings.time / 4) early = nodes.memory_kb();
    return passed < settings.time;
  });
  const auto counts = players.counts();
  nodes.stop_killing();
  const bool settled = players.settle(2min);
  print_counts(settings, counts);
  nodes.print_cpu();
  std::printf("memory        %ld kB after a quarter of the time, %ld kB at the end, all servers\n",
              early, nodes.memory_kb());
  if (kills) std::printf("kills         %d\n", nodes.kills());
  if (!settled) std::printf("tables that do not go on:\n%s", players.standing().c_str());
  const bool true_to_store = check_histories(nodes, players.take_histories());
  const bool in_order = nodes.stop();
  const bool in_time = kills ? counts.longest_wait_ms <= kLongestWaitMs : counts.refusals.empty();
  return counts.errors == 0 && counts.turns > 0 && settled && true_to_store && in_order && in_time;
}

}  // namespace bench

#include "cluster.h"

#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "process.h"
#include "socket_client.h"
#include "support.h"

namespace tests {

namespace {

std::string with_port(std::string url, int before, int after) {
  const auto old = ':' + std::to_string(before) + '/';
  return url.replace(url.find(old), old.size(), ':' + std::to_string(after) + '/');
}

std::string how_it_ended(int status) {
  return WIFEXITED(status) ? "status " + std::to_string(WEXITSTATUS(status))
                           : "signal " + std::to_string(WTERMSIG(status));
}

}  // namespace

ClusterNode::ClusterNode(int number, const std::string& database, int postgres, int nats,
                         const std::string& logs)
    : number_(number),
      port_(free_port()),
      to_postgres_(postgres),
      to_nats_(nats),
      command_({TABULEIRO_PROGRAM, "serve", "--no-limits", "--port", std::to_string(port_), "--db",
                with_port(database, postgres, to_postgres_.port()), "--log-level", "info"}),
      log_(logs + "/node" + std::to_string(number) + ".log") {
  if (nats != 0) {
    command_.insert(command_.end(),
                    {"--nats", "nats://127.0.0.1:" + std::to_string(to_nats_.port())});
  }
}

ClusterNode::~ClusterNode() { kill(); }

void ClusterNode::start() {
  served_ = false;
  process_ = start_server(command_, log_, SIGKILL);
}

void ClusterNode::kill() {
  if (process_ == 0) return;
  ::kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = 0;
}

void ClusterNode::freeze() const {
  if (process_ != 0) ::kill(process_, SIGSTOP);
}
void ClusterNode::thaw() const {
  if (process_ != 0) ::kill(process_, SIGCONT);
}

void ClusterNode::look() {
  if (process_ == 0) return;
  served_ = served_ || ready();
  int status = 0;
  if (waitpid(process_, &status, WNOHANG) == process_) ended(status);
}

void ClusterNode::ended(int status) {
  if (served_ || !WIFEXITED(status)) {
    problems_.push_back("node " + std::to_string(number_) + " ended by itself with " +
                        how_it_ended(status));
  }
  start();
}

bool ClusterNode::ready(std::chrono::milliseconds patience) const {
  if (process_ == 0) return false;
  try {
    SocketClient client(port_);
    client.set_patience(patience);
    return client.get("/readyz").status == 200;
  } catch (const std::runtime_error&) {
    return false;
  }
}

int ClusterNode::stop() {
  thaw();
  ::kill(process_, SIGTERM);
  const int status = wait_for(process_);
  process_ = 0;
  return status;
}

Cluster::Cluster(int nodes, const std::string& logs) : database_(postgres().new_database_url()) {
  if (nodes > 1) nats_ = std::make_unique<NatsServer>();
  for (int i = 1; i <= nodes; ++i) {
    nodes_.push_back(std::make_unique<ClusterNode>(i, database_, postgres().port(),
                                                   nats_ ? nats_->port() : 0, logs));
    nodes_.back()->start();
  }
}

std::vector<int> Cluster::ports() const {
  std::vector<int> ports;
  for (const auto& node : nodes_) ports.push_back(node->port());
  return ports;
}

void Cluster::look() {
  for (auto& node : nodes_) node->look();
}

bool Cluster::wait_ready() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (std::chrono::steady_clock::now() < end) {
    look();
    // Nobody is stopped now: whoever answers late on a busy machine is ready all the same.
    const auto is_ready = [](auto& node) { return node->ready(std::chrono::seconds(10)); };
    if (std::all_of(nodes_.begin(), nodes_.end(), is_ready)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

std::vector<std::string> Cluster::problems() const {
  std::vector<std::string> all;
  for (const auto& node : nodes_) {
    all.insert(all.end(), node->problems().begin(), node->problems().end());
  }
  return all;
}

}  // namespace tests

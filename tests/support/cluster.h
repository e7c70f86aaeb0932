// Several servers on one PostgreSQL and one NATS, as processes, each with a network of its own to
// both that tests can disturb.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "fault_proxy.h"
#include "nats_server.h"
#include "postgres.h"

namespace tests {

// One server. It is started again where it gives up before it has served, as a service manager
// would do it: it may begin while its database is away.
class ClusterNode {
 public:
  // `nats` is 0 where there is none.
  ClusterNode(int number, const std::string& database, int postgres, int nats,
              const std::string& logs);
  ~ClusterNode();  // by SIGKILL
  ClusterNode(const ClusterNode&) = delete;
  ClusterNode& operator=(const ClusterNode&) = delete;

  int port() const { return port_; }
  FaultProxy& to_postgres() { return to_postgres_; }
  FaultProxy& to_nats() { return to_nats_; }

  // Starts it; does not wait. From the test's own thread only, with which the server ends.
  void start();
  void kill();
  void freeze() const;
  void thaw() const;
  // Looks whether it still runs. What it should not have done is in problems().
  void look();
  // Does it take visitors? One that does not answer for so long does not.
  bool ready(std::chrono::milliseconds patience = std::chrono::milliseconds(200)) const;
  // SIGTERM; the exit status.
  int stop();
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  void ended(int status);

  const int number_, port_;
  FaultProxy to_postgres_, to_nats_;
  std::vector<std::string> command_;
  const std::string log_;
  int process_ = 0;      // 0 where it is not to run
  bool served_ = false;  // since it was started last
  std::vector<std::string> problems_;
};

class Cluster {
 public:
  // What the servers log goes into this folder.
  Cluster(int nodes, const std::string& logs);

  ClusterNode& node(std::size_t number) { return *nodes_[number]; }
  std::size_t size() const { return nodes_.size(); }
  std::vector<int> ports() const;
  Postgres& postgres() { return Postgres::instance(); }
  NatsServer& nats() { return *nats_; }
  const std::string& database() const { return database_; }  // without a proxy

  void look();
  // Until all servers take visitors; false where they do not for two minutes.
  bool wait_ready();
  std::vector<std::string> problems() const;

 private:
  std::string database_;
  std::unique_ptr<NatsServer> nats_;
  std::vector<std::unique_ptr<ClusterNode>> nodes_;
};

}  // namespace tests

// Stands between programs and a server on loopback, and does to their connections what networks do:
// delays, holds and swallows bytes, cuts and refuses connections. What the test says holds when the
// call has returned.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <mutex>
#include <string>
#include <thread>

namespace tests {

class FaultProxy {
 public:
  enum class Way { kToServer, kToClient };
  enum class Fault {
    kNone,
    kHold,     // bytes wait, and so does the end of a connection: a network without an answer
    kSwallow,  // bytes are taken and are gone
  };

  // Where the server is; it need not run yet.
  explicit FaultProxy(int server_port);
  ~FaultProxy();
  FaultProxy(const FaultProxy&) = delete;
  FaultProxy& operator=(const FaultProxy&) = delete;

  // To connect to instead of the server's.
  int port() const { return port_; }

  void set(Way way, Fault fault);
  // Nothing passes any more, either way, also on new connections.
  void black_hole();
  // Bytes arrive so much later, in their order.
  void delay(Way way, std::chrono::milliseconds time);
  // All connections end now, with a reset; new ones may come.
  void cut();
  // All end, and new ones are ended at once until heal().
  void refuse();
  // From now on everything passes as it comes, what was held too. Connections that lost bytes are
  // cut: their ends would misunderstand each other.
  void heal();

  int connections() const { return connections_; }  // all that ever were
  std::size_t passed(Way way) const;                // bytes

 private:
  using Clock = std::chrono::steady_clock;
  struct Chunk {
    Clock::time_point due;
    std::string bytes;
  };
  // One direction of a connection.
  struct Flow {
    int from, to;
    Way way;
    std::deque<Chunk> waiting = {};
    bool lost = false;   // bytes were swallowed
    bool ended = false;  // `from` says no more
  };
  struct Connection {
    int client, server;
    Flow flows[2];
  };
  struct Rule {
    Fault fault = Fault::kNone;
    std::chrono::milliseconds delay{0};
  };

  void work();
  int poll_all();
  void accept_one();
  bool move(Connection& connection);
  bool read_some(Flow& flow);
  bool write_due(Flow& flow);
  void close_all();
  static void reset(const Connection& connection);
  void wake() const;
  Rule& rule(Way way) { return rules_[static_cast<int>(way)]; }

  const int server_port_;
  int listener_ = -1, waker_ = -1, port_ = 0;
  std::atomic<int> connections_ = 0;
  std::atomic<std::size_t> passed_[2] = {};
  mutable std::mutex mutex_;
  std::list<Connection> open_;
  Rule rules_[2];
  bool refusing_ = false, ending_ = false;
  std::thread thread_;
};

}  // namespace tests

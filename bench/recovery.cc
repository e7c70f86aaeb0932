#include "recovery.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "fault_proxy.h"
#include "nats_server.h"
#include "postgres.h"
#include "server_process.h"
#include "socket_client.h"
#include "table_maker.h"

namespace bench {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using nlohmann::json;
using tests::FaultProxy;

constexpr std::size_t kServers = 3;
constexpr double kLongest = 5;
// For what comes sooner or later.
constexpr auto kPatience = 60s;
// Some players ask so late.
constexpr auto kLatest = 3s;
// Between two tries of somebody who was told to come again.
constexpr auto kPause = 50ms;

// A server with a network of its own to what all share.
class Node {
 public:
  Node(std::string program, const std::string& database, int postgres, int nats)
      : program_(std::move(program)), to_postgres(postgres), to_nats(nats) {
    const auto old = ':' + std::to_string(postgres) + '/';
    database_ = database;
    database_.replace(database_.find(old), old.size(),
                      ':' + std::to_string(to_postgres.port()) + '/');
    start();
    port_ = server_->port();
  }

  int port() const { return port_; }
  void start() {
    const auto nats = "nats://127.0.0.1:" + std::to_string(to_nats.port());
    server_.emplace(program_, database_, port_,
                    std::vector<std::string>{"--nats", nats, "--log-level", "off"});
  }
  void kill() { server_->kill(); }
  void freeze() const { ::kill(server_->process(), SIGSTOP); }
  void thaw() const { ::kill(server_->process(), SIGCONT); }

 private:
  const std::string program_;
  std::string database_;
  int port_ = 0;

 public:
  FaultProxy to_postgres, to_nats;

 private:
  std::optional<ServerProcess> server_;
};

struct Shared {
  tests::Postgres postgres{{"shared_buffers=128MB"}};
  tests::NatsServer nats;
  std::string url = postgres.new_database_url();
  std::vector<std::unique_ptr<Node>> nodes;

  explicit Shared(const std::string& program) {
    for (std::size_t i = 0; i < kServers; ++i) {
      nodes.push_back(std::make_unique<Node>(program, url, postgres.port(), nats.port()));
    }
  }
};

// What happens to a server, or, where there is no need of one, to all.
struct Trouble {
  const char* name;
  bool meets_one;
  std::function<void(Shared&, Node&)> begin, end;
};

std::vector<Trouble> troubles() {
  const auto heal = [](Shared&, Node& node) {
    node.to_nats.heal();
    node.to_postgres.heal();
  };
  return {
      {"killed", true, [](Shared&, Node& node) { node.kill(); },
       [](Shared&, Node& node) { node.start(); }},
      {"stopped", true, [](Shared&, Node& node) { node.freeze(); },
       [](Shared&, Node& node) { node.thaw(); }},
      {"NATS refuses it", true, [](Shared&, Node& node) { node.to_nats.refuse(); }, heal},
      {"NATS is silent to it", true, [](Shared&, Node& node) { node.to_nats.black_hole(); }, heal},
      {"PostgreSQL refuses it", true, [](Shared&, Node& node) { node.to_postgres.refuse(); }, heal},
      {"PostgreSQL is silent to it", true,
       [](Shared&, Node& node) { node.to_postgres.black_hole(); }, heal},
      {"NATS restarted", false, [](Shared& shared, Node&) { shared.nats.kill(); },
       [](Shared& shared, Node&) { shared.nats.start(); }},
      {"PostgreSQL restarted", false, [](Shared& shared, Node&) { shared.postgres.stop(); },
       [](Shared& shared, Node&) { shared.postgres.start(); }},
  };
}

tests::HttpAnswer ask(int port, const std::string& text) {
  try {
    tests::SocketClient client(port);
    client.set_patience(kPatience);
    client.send(text);
    return client.answer();
  } catch (const std::runtime_error&) {
    return {};
  }
}

std::string turn_text(const tests::NewTable& table, int player, const char* turn, int after) {
  const auto body = json{{"turn", turn}, {"after", after}}.dump();
  return "POST /api/tables/" + table.id + "/turns HTTP/1.1\r\nHost: localhost\r\n" +
         "Content-Type: application/json\r\nAuthorization: Seat " +
         table.tokens[static_cast<std::size_t>(player)] +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::vector<std::string> turns_of(int port, const tests::NewTable& table) {
  const auto answer =
      ask(port, "GET /api/tables/" + table.id + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  if (answer.status != 200) return {};
  return json::parse(answer.body).at("turns");
}

// Until it is known to be stored, whatever happens. False where that never came.
bool play(int port, const tests::NewTable& table, int player, const char* turn, int after) {
  const auto text = turn_text(table, player, turn, after);
  for (const auto end = Clock::now() + kPatience; Clock::now() < end;) {
    const auto answer = ask(port, text);
    if (answer.status == 200) return true;
    // One that was not answered may have been stored all the same.
    const auto stored = answer.status == 409 ? turns_of(port, table) : std::vector<std::string>();
    if (stored.size() == static_cast<std::size_t>(after) + 1 && stored.back() == turn) return true;
    if (answer.status != 0 && answer.status != 503) {
      std::printf("%s\n", answer.body.c_str());
      return false;
    }
    std::this_thread::sleep_for(kPause);
  }
  return false;
}

std::vector<tests::NewTable> tables_at(int port, int count) {
  tests::TableMaker maker({.ports = {port}, .threads = 2, .tries_again = true});
  for (int i = 0; i < count; ++i) maker.ask(i);
  std::vector<tests::NewTable> tables;
  while (tables.size() < static_cast<std::size_t>(count)) {
    if (auto made = maker.take()) {
      if (made->id.empty()) give_up(made->error);
      tables.push_back(*std::move(made));
    }
    std::this_thread::sleep_for(1ms);
  }
  return tables;
}

// From the begin of the trouble to a turn that was asked for at once, and to those of players who
// asked at any moment of what follows.
struct Seconds {
  std::vector<double> at_once, all;

  void add(const Seconds& more) {
    at_once.insert(at_once.end(), more.at_once.begin(), more.at_once.end());
    all.insert(all.end(), more.all.begin(), more.all.end());
  }
};

// Once; nothing where something was lost or doubled.
std::optional<Seconds> meet(Shared& shared, const Trouble& trouble, std::size_t which, int count) {
  auto& victim = *shared.nodes[which];
  const auto tables = tables_at(victim.port(), count);
  const auto elsewhere = [&](std::size_t table) {
    return shared.nodes[(which + 1 + table % (kServers - 1)) % kServers]->port();
  };
  // Half of them are known elsewhere already.
  std::size_t number = 0;
  for (const auto& table : tables) {
    const int port = number % 4 < 2 ? elsewhere(number) : victim.port();
    if (!play(port, table, 0, "e5", 0)) return std::nullopt;
    ++number;
  }
  const auto begin = Clock::now();
  trouble.begin(shared, victim);
  const auto asks_later = [&](std::size_t i) { return trouble.meets_one && i % 4 % 3 == 0; };
  std::vector<double> seconds(tables.size());
  std::vector<char> played(tables.size());
  std::vector<std::thread> players;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const bool anywhere = !trouble.meets_one && i % 3 == 0;
    players.emplace_back([&, i, port = anywhere ? victim.port() : elsewhere(i)] {
      if (asks_later(i)) std::this_thread::sleep_until(begin + kLatest * i / tables.size());
      played[i] = play(port, tables[i], 1, "e4", 1);
      seconds[i] = std::chrono::duration<double>(Clock::now() - begin).count();
    });
  }
  if (!trouble.meets_one) trouble.end(shared, victim);
  for (auto& player : players) player.join();
  if (trouble.meets_one) trouble.end(shared, victim);
  bool fine = std::all_of(played.begin(), played.end(), [](char yes) { return yes != 0; });
  for (const auto& node : shared.nodes) {
    for (const auto& table : tables) {
      std::vector<std::string> turns;
      for (const auto end = Clock::now() + kPatience; turns.empty() && Clock::now() < end;) {
        turns = turns_of(node->port(), table);
        if (turns.empty()) std::this_thread::sleep_for(kPause);
      }
      if (turns == std::vector<std::string>{"e5", "e4"}) continue;
      fine = false;
      std::printf("table %s: %s\n", table.id.c_str(), json(turns).dump().c_str());
    }
  }
  if (!fine) return std::nullopt;
  Seconds taken{{}, seconds};
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    if (!asks_later(i)) taken.at_once.push_back(seconds[i]);
  }
  return taken;
}

}  // namespace

bool measure_recovery(const RecoverySettings& settings) {
  Shared shared(settings.program);
  bool fine = true;
  std::printf("seconds until a turn is stored, %d times %d tables: median, longest\n",
              settings.times, settings.tables);
  for (const auto& trouble : troubles()) {
    Seconds all;
    for (int i = 0; i < settings.times; ++i) {
      const auto seconds =
          meet(shared, trouble, static_cast<std::size_t>(i) % kServers, settings.tables);
      fine = fine && seconds;
      if (seconds) all.add(*seconds);
    }
    if (all.at_once.empty()) continue;
    std::sort(all.at_once.begin(), all.at_once.end());
    const double longest = *std::max_element(all.all.begin(), all.all.end());
    std::printf("%-28s %.2f  %.2f\n", trouble.name, all.at_once[all.at_once.size() / 2], longest);
    std::fflush(stdout);
    fine = fine && (!trouble.meets_one || longest <= kLongest);
  }
  return fine;
}

}  // namespace bench

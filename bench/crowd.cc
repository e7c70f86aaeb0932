#include "crowd.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "core/random.h"
#include "server_process.h"
#include "socket_client.h"
#include "times.h"

namespace bench {

namespace {

using namespace std::chrono_literals;
using nlohmann::json;
using SteadyClock = std::chrono::steady_clock;

constexpr double kLongestReply = 1000;  // ms
constexpr long kMostMemory = 300;       // MB

std::string address(int number) {
  return "127.0." + std::to_string(1 + number / 250) + '.' + std::to_string(1 + number % 250);
}

double ms_since(SteadyClock::time_point begin) {
  return std::chrono::duration<double, std::milli>(SteadyClock::now() - begin).count();
}

json request(tests::SocketClient& client, const std::string& path, const json& body,
             const std::string& token = "") {
  const auto text = body.dump();
  client.send("POST " + path +
              " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
              (token.empty() ? "" : "Authorization: Seat " + token + "\r\n") +
              "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text);
  const auto answer = client.answer();
  if (answer.status / 100 != 2) {
    throw std::runtime_error(path + ": " + std::to_string(answer.status) + ' ' + answer.body);
  }
  return json::parse(answer.body);
}

json new_table(const std::string& game, const std::string& first, const std::string& second) {
  return {{"game", game},
          {"seats", {{{"who", first}}, {{"who", second}}}},
          {"clock", nullptr},
          {"level_time", 10'000}};
}

// One who plays a computer over a WebSocket.
class ProbePlayer {
 public:
  ProbePlayer(int port, const std::string& from) : port_(port), from_(from) {}

  // From sending a turn to the computer's.
  double time_of_reply(core::Rng& rng) {
    if (!socket_ || legal_.empty()) sit_down();
    const std::string turn = legal_[rng.below(static_cast<unsigned>(legal_.size()))]["action"];
    const auto begin = SteadyClock::now();
    say({{"type", "turn"}, {"table", id_}, {"turn", turn}, {"after", turns_}});
    for (const int before = turns_; turns_ < before + 2 && !over_;) take(hear());
    return ms_since(begin);
  }

 private:
  void sit_down() {
    tests::SocketClient caller(port_, from_);
    const auto made = request(caller, "/api/tables", new_table("yavalath", "me", "level:3"));
    id_ = made.at("id");
    socket_.emplace(port_, from_);
    if (socket_->upgrade() != 101) throw std::runtime_error("no socket");
    say({{"type", "watch"}, {"table", id_}, {"token", made.at("token")}});
    json message = hear();
    while (!message.contains("table") || !message["table"].is_object()) message = hear();
    turns_ = 0;
    over_ = false;
    legal_ = message["table"]["view"]["legal"];
  }

  void say(json message) {
    message["request"] = ++request_;
    socket_->send_text(message.dump());
  }

  json hear() {
    while (true) {
      const auto frame = socket_->frame();
      if (frame.opcode == 9) {
        socket_->send(tests::frame_bytes({10, frame.payload}));
      } else if (frame.opcode == 1) {
        return json::parse(frame.payload);
      } else {
        throw std::runtime_error("the socket ended");
      }
    }
  }

  void take(const json& message) {
    if (message.at("type") == "error") throw std::runtime_error(message.dump());
    if (message.value("kind", "") != "turn") return;
    turns_ = message.at("turns");
    legal_ = message.at("view").at("legal");
    over_ = message.contains("result");
    if (over_) legal_ = json::array();
  }

  const int port_;
  const std::string from_;
  std::optional<tests::SocketClient> socket_;
  std::string id_;
  json legal_ = json::array();
  int turns_ = 0, request_ = 0;
  bool over_ = false;
};

std::vector<double> replies(int port, SteadyClock::duration time) {
  core::Rng rng(1);
  ProbePlayer probe(port, address(900));
  std::vector<double> times;
  for (const auto end = SteadyClock::now() + time; SteadyClock::now() < end;) {
    times.push_back(probe.time_of_reply(rng));
    std::this_thread::sleep_for(100ms);
  }
  return times;
}

// Tables of computers with ten seconds a turn, of three visitors; every second one is watched.
void begin_computers(int port, int tables, std::vector<tests::SocketClient>& watching) {
  for (int i = 0; i < tables; ++i) {
    const auto from = address(i % 3);
    tests::SocketClient caller(port, from);
    const json made =
        request(caller, "/api/tables", new_table("epaminondas", "level:10", "level:10"));
    if (i % 2 == 0) continue;
    watching.emplace_back(port, from);
    if (watching.back().upgrade() != 101) throw std::runtime_error("no socket");
    watching.back().send_text(
        json{{"type", "watch"}, {"request", 1}, {"table", made.at("id")}}.dump());
  }
}

json long_record() {
  json record = {{"game", "epaminondas"}, {"turns", json::array()}};
  for (const std::string column : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}) {
    record["turns"].push_back(column + "1-" + column + "3");
    record["turns"].push_back(column + "12-" + column + "10");
  }
  return record;
}

// Asks for the same again and again until the server goes away.
void ask_on(int port, const std::string& from, const std::string& path, const json& body,
            const std::atomic<bool>& ending, std::atomic<long>& answers) {
  while (!ending) {
    try {
      tests::SocketClient caller(port, from);
      request(caller, path, body);
      ++answers;
    } catch (const std::exception&) {
      // Too late for one who waits a minute: he asks again.
    }
  }
}

}  // namespace

bool play_in_crowd(const CrowdSettings& settings) {
  ServerProcess server(settings.program, settings.database);
  const int port = server.port();
  print_times("alone", replies(port, 10s));
  std::vector<tests::SocketClient> watching;
  begin_computers(port, settings.computers, watching);
  std::atomic<bool> ending = false;
  std::atomic<long> analyses = 0, reviews = 0;
  std::vector<std::thread> crowd;
  for (int i = 0; i < settings.analyses; ++i) {
    crowd.emplace_back([&, i] {
      ask_on(port, address(100 + i), "/api/analysis", {{"game", "epaminondas"}, {"time", 10'000}},
             ending, analyses);
    });
  }
  for (int i = 0; i < settings.reviews; ++i) {
    crowd.emplace_back([&, i] {
      ask_on(port, address(200 + i), "/api/review", {{"record", long_record()}, {"effort", "deep"}},
             ending, reviews);
    });
  }
  std::this_thread::sleep_for(3s);
  const auto times = replies(port, std::chrono::seconds(settings.seconds));
  std::printf("%d tables of computers, %d analyses, %d reviews: %zu replies of level 3\n",
              settings.computers, settings.analyses, settings.reviews, times.size());
  print_times("in the crowd", times);
  std::printf("meanwhile %ld analyses and %ld reviews were done; server: %ld MB\n", analyses.load(),
              reviews.load(), server.memory_kb() / 1024);
  ending = true;
  server.kill();
  for (auto& thread : crowd) thread.join();
  return !times.empty() && *std::max_element(times.begin(), times.end()) < kLongestReply;
}

bool play_computers(const std::string& program, const std::string& database, int tables) {
  ServerProcess server(program, database);
  constexpr int kThreads = 8, kRounds = 3;
  std::atomic<int> next = 0;
  std::atomic<long> most = 0, failed = 0;
  const auto look = [&] { most = std::max(most.load(), server.memory_kb() / 1024); };
  const auto play = [&](int thread) {
    tests::SocketClient caller(server.port(), address(thread));
    struct Seat {
      std::string id, token;
    };
    std::vector<Seat> seats;
    while (next++ < tables) {
      const auto* game = seats.size() % 2 == 0 ? "epaminondas" : "yavalath";
      const json made = request(caller, "/api/tables", new_table(game, "me", "level:5"));
      seats.push_back({made.at("id"), made.at("token")});
    }
    for (int round = 0; round < kRounds; ++round) {
      for (const auto& seat : seats) {
        const auto path = "/api/tables/" + seat.id;
        auto table = json::parse(caller.get(path).body);
        for (; static_cast<int>(table["turns"].size()) < 2 * round;) {
          std::this_thread::sleep_for(1ms);
          table = json::parse(caller.get(path).body);
        }
        request(caller, path + "/turns",
                {{"turn", table["view"]["legal"][0]["action"]}, {"after", 2 * round}}, seat.token);
        look();
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      try {
        play(i);
      } catch (const std::exception& error) {
        if (failed++ == 0) std::printf("%s\n", error.what());
      }
    });
  }
  for (auto& thread : threads) thread.join();
  std::this_thread::sleep_for(5s);
  look();
  std::printf("%d tables against computers: %ld MB at most, %ld MB at the end\n", tables,
              most.load(), server.memory_kb() / 1024);
  return failed == 0 && most < kMostMemory;
}

}  // namespace bench

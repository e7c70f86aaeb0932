// Whatever is asked of a server about any table is answered as if it were the only one.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "cluster.h"
#include "served.h"
#include "socket_client.h"
#include "support.h"

namespace tests {
namespace {

using nlohmann::json;

// Asks one server after the other. One that was not heard of for a moment, on a busy machine, says
// "later": then the next one is asked, as people and pages do.
class Anywhere {
 public:
  explicit Anywhere(Cluster& cluster) : ports_(cluster.ports()) {}

  // `happened`: what was asked for is known to have happened, though the answer was lost.
  json post(const std::string& path, const json& body, const std::string& token,
            const std::function<bool()>& happened = {}) {
    json told = json::object();
    bool doubtful = false;
    await([&] {
      if (doubtful && happened && happened()) return true;
      SocketClient client(next_port());
      client.send(Served::posted(path, body, token));
      const auto answer = client.answer();
      // Of two tries the second may be one too many.
      const bool later = is_later(answer) || (doubtful && answer.status == 409);
      if (!later) told = good(path, answer);
      doubtful = doubtful || later;
      return !later;
    });
    return told;
  }
  json get(std::size_t node, const std::string& path) const {
    json told = json::object();
    await([&] {
      const auto answer = SocketClient(ports_[node]).get(path);
      if (is_later(answer)) return false;
      told = good(path, answer);
      return true;
    });
    return told;
  }
  std::size_t size() const { return ports_.size(); }

 private:
  int next_port() { return ports_[asked_++ % ports_.size()]; }
  static bool is_later(const HttpAnswer& answer) {
    return answer.status == 0 || answer.status == 503;
  }
  static json good(const std::string& path, const HttpAnswer& answer) {
    EXPECT_TRUE(answer.status == 200 || answer.status == 201)
        << path << ": " << answer.status << ' ' << answer.body;
    const auto read = json::parse(answer.body, nullptr, false);
    return read.is_object() ? read : json::object();
  }

  const std::vector<int> ports_;
  std::size_t asked_ = 0;
};

// A socket that watches a table at one server, and does so again where it ends.
class Spectator {
 public:
  Spectator(int port, std::string table) : port_(port), table_(std::move(table)) {
    watch();
    while (!watching_) hear();
    known_ = seen_;
  }

  // The event of the next number. Only that, where it was missed and the whole table was told.
  json event() {
    ++known_;
    while (!events_.contains(known_) && seen_ < known_) hear();
    return events_.contains(known_) ? events_.at(known_) : json{{"event", known_}};
  }

 private:
  void watch() {
    await([&] {
      client_.emplace(port_);
      return client_->upgrade() == 101;
    });
    ask();
  }
  void ask() {
    watching_ = false;
    json message = {{"type", "watch"}, {"request", ++requests_}, {"table", table_}};
    if (known_ > 0) message["after"] = known_ - 1;
    client_->send_text(message.dump());
  }

  void hear() {
    const auto frame = client_->frame();
    if (frame.opcode == 9) {
      client_->send(frame_bytes({10, frame.payload}));
    } else if (frame.opcode == 1) {
      hear(json::parse(frame.payload));
    } else {
      if (++ends_ > kMostEnds) throw std::runtime_error("the socket ends again and again");
      watch();
    }
  }
  void hear(const json& message) {
    const auto type = message.value("type", "");
    if (type == "event") return note(message);
    if (type == "resync") return ask();
    if (message.value("request", 0) != requests_) return;
    if (type == "error") {
      const std::set<std::string> later = {"busy", "cut_off", "moving", "store"};
      if (!later.contains(message["error"].value("code", "")))
        throw std::runtime_error(message.dump());
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      return ask();
    }
    if (message.contains("table")) seen_ = message["table"].value("event", -1);
    for (const auto& one : message.value("events", json::array())) note(one);
    watching_ = true;
  }
  void note(const json& event) {
    const int number = event.at("event");
    // Each comes once and in its order, but for those that were asked for again.
    EXPECT_TRUE(!watching_ || number == seen_ + 1) << event << " after " << seen_;
    events_.emplace(number, event);
    seen_ = std::max(seen_, number);
  }

  static constexpr int kMostEnds = 100;
  const int port_;
  const std::string table_;
  std::optional<SocketClient> client_;
  std::map<int, json> events_;
  int requests_ = 0, ends_ = 0;
  bool watching_ = false;
  int known_ = 0, seen_ = 0;  // by whoever asks here; by the socket
};

// A game of two people, with those who watch it at every server.
class EverywhereTest : public testing::Test {
 protected:
  EverywhereTest() : cluster_(3, logs_.path()) {
    EXPECT_TRUE(cluster_.wait_ready());
    const auto made =
        ask_.post("/api/tables",
                  {{"game", "yavalath"},
                   {"options", {{"swap", "off"}}},
                   {"public", true},
                   {"seats", {{{"who", "me"}, {"name", "Ana"}}, {{"who", "open"}}}},
                   {"clock", {{"kind", "game"}, {"initial", 600'000}, {"increment", 0}}}},
                  "");
    id_ = made.value("id", "");
    tokens_[0] = made.value("token", "");
    for (const int port : cluster_.ports()) spectators_.emplace_back(port, id_);
    // With a token of his own he may ask twice.
    const auto joined = ask_.post("/api/tables/" + id_ + "/join",
                                  {{"name", "Rui"}, {"token", std::string(22, 'r')}},
                                  made.at("invites").at(0).at("token"));
    tokens_[1] = joined.value("token", "");
    expect_everywhere(++event_, "seated");
  }

  // Does something at a server of its own; it is known at all of them.
  void act(int player, const std::string& what, const json& body, const std::string& kind) {
    SCOPED_TRACE(what + ' ' + body.dump());
    ++event_;
    const auto done = ask_.post("/api/tables/" + id_ + '/' + what, body, token(player),
                                [&] { return table_at(0).value("event", 0) >= event_; });
    EXPECT_EQ(done.value("event", event_), event_);
    expect_everywhere(event_, kind);
  }
  void play(int player, const std::string& turn) {
    act(player, "turns", {{"turn", turn}, {"after", turns_}}, "turn");
    ++turns_;
    for (std::size_t i = 0; i < ask_.size(); ++i) {
      EXPECT_EQ(table_at(i)["turns"].size(), turns_) << "node " << i + 1;
    }
  }

  void expect_everywhere(int event, const std::string& kind) {
    for (std::size_t i = 0; i < ask_.size(); ++i) {
      // Other servers hear of it a moment later.
      await([&] { return table_at(i)["event"] == event; });
      const auto told = spectators_[i].event();
      EXPECT_EQ(told["event"], event) << "node " << i + 1;
      EXPECT_EQ(told.value("kind", kind), kind) << "node " << i + 1;
    }
  }
  json table_at(std::size_t node) const { return ask_.get(node, "/api/tables/" + id_); }
  const std::string& token(int player) const { return tokens_[player - 1]; }

  TempFolder logs_;
  Cluster cluster_;
  Anywhere ask_{cluster_};
  std::string id_, tokens_[2];
  std::vector<Spectator> spectators_;
  std::size_t turns_ = 0;
  int event_ = 0;
};

TEST_F(EverywhereTest, AWholeGame) {
  play(1, "e5");
  play(2, "a1");
  play(1, "i5");
  play(2, "b1");
  act(2, "takeback", {{"answer", "ask"}}, "takeback");
  act(1, "takeback", {{"answer", "accept"}}, "takeback");
  --turns_;
  play(2, "a5");
  act(1, "draw", {{"answer", "ask"}}, "draw");
  act(2, "draw", {{"answer", "decline"}}, "draw");
  play(1, "e9");
  act(2, "resign", json::object(), "end");
  for (std::size_t i = 0; i < ask_.size(); ++i) {
    EXPECT_EQ(table_at(i)["result"], "p1win");
  }
}

TEST_F(EverywhereTest, APublicGameIsInEveryLiveList) {
  const auto listed = [&](std::size_t node) { return ask_.get(node, "/api/live")["games"]; };
  for (std::size_t i = 0; i < ask_.size(); ++i) {
    await([&] { return listed(i).size() == 1 && listed(i)[0]["spectators"] == 3; });
    EXPECT_EQ(listed(i)[0]["id"], id_);
    EXPECT_EQ(listed(i)[0]["players"][1]["name"], "Rui");
  }
  act(2, "resign", json::object(), "end");
  for (std::size_t i = 0; i < ask_.size(); ++i) {
    await([&] { return listed(i).empty(); });
  }
}

TEST_F(EverywhereTest, TheNextGame) {
  act(2, "resign", json::object(), "end");
  act(1, "rematch", {{"answer", "ask"}}, "rematch");
  act(2, "rematch", {{"answer", "accept"}}, "rematch");
  const auto next = ask_.get(0, "/api/tables/" + id_)["rematch"].get<std::string>();
  // Everyone one seat on, with the tokens they have.
  for (int turn = 0; turn < 6; ++turn) {
    const std::string cells[] = {"e5", "a1", "i5", "c1", "a5", "e9"};
    const auto played = [&] { return ask_.get(0, "/api/tables/" + next)["turns"].size(); };
    const auto wanted = static_cast<std::size_t>(turn) + 1;
    ask_.post("/api/tables/" + next + "/turns", {{"turn", cells[turn]}, {"after", turn}},
              token(turn % 2 == 0 ? 2 : 1), [&] { return played() == wanted; });
    // Other servers hear of it a moment later.
    await([&] { return played() == wanted; });
  }
}

}  // namespace
}  // namespace tests

// Whatever is asked of a server about any table is answered as if it were the only one.
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cluster.h"
#include "served.h"
#include "socket_client.h"
#include "support.h"

namespace tests {
namespace {

using nlohmann::json;

// Asks one server after the other.
class Anywhere {
 public:
  explicit Anywhere(Cluster& cluster) : ports_(cluster.ports()) {}

  json post(const std::string& path, const json& body, const std::string& token) {
    SocketClient client(next_port());
    client.send(Served::posted(path, body, token));
    return good(path, client.answer());
  }
  json get(std::size_t node, const std::string& path) const {
    return good(path, SocketClient(ports_[node]).get(path));
  }
  std::size_t size() const { return ports_.size(); }

 private:
  int next_port() { return ports_[asked_++ % ports_.size()]; }
  static json good(const std::string& path, const HttpAnswer& answer) {
    EXPECT_TRUE(answer.status == 200 || answer.status == 201)
        << path << ": " << answer.status << ' ' << answer.body;
    const auto read = json::parse(answer.body, nullptr, false);
    return read.is_object() ? read : json::object();
  }

  const std::vector<int> ports_;
  std::size_t asked_ = 0;
};

// A socket that watches a table at one server.
class Spectator {
 public:
  Spectator(int port, const std::string& table) : client_(port) {
    EXPECT_EQ(client_.upgrade(), 101);
    client_.send_text(json{{"type", "watch"}, {"request", 1}, {"table", table}}.dump());
    json answer = json::object();
    while (answer.value("request", 0) != 1) answer = next();
    EXPECT_EQ(answer.value("type", ""), "ok") << answer;
    known_ = answer.value("/table/event"_json_pointer, -1);
  }

  // The event of the next number, which must come now.
  json event() {
    json message = json::object();
    while (message.value("type", "") != "event") message = next();
    EXPECT_EQ(message["event"], ++known_) << message;
    return message;
  }

 private:
  json next() {
    const auto frame = client_.frame();
    if (frame.opcode == 9) client_.send(frame_bytes({10, frame.payload}));
    if (frame.opcode == 9) return json::object();
    if (frame.opcode != 1) throw std::runtime_error("the socket ended");
    return json::parse(frame.payload);
  }

  SocketClient client_;
  int known_ = 0;
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
    const auto joined = ask_.post("/api/tables/" + id_ + "/join", {{"name", "Rui"}},
                                  made.at("invites").at(0).at("token"));
    tokens_[1] = joined.value("token", "");
    expect_everywhere(1, "seated");
  }

  // Does something at a server of its own; it is known at all of them.
  void act(int player, const std::string& what, const json& body, const std::string& kind) {
    SCOPED_TRACE(what + ' ' + body.dump());
    const auto done = ask_.post("/api/tables/" + id_ + '/' + what, body, token(player));
    expect_everywhere(done.value("event", -1), kind);
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
      EXPECT_EQ(told["kind"], kind) << "node " << i + 1;
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
    const auto done =
        ask_.post("/api/tables/" + next + "/turns", {{"turn", cells[turn]}, {"after", turn}},
                  token(turn % 2 == 0 ? 2 : 1));
    EXPECT_GT(done.value("event", 0), 0);
  }
}

}  // namespace
}  // namespace tests

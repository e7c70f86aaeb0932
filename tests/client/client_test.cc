// A table of a server as a client sees it: links, seats that are kept, and a connection that is
// lost and comes back, by a wire and a clock that the test has in its hands.
#include <sys/stat.h>

#include <deque>
#include <fstream>

#include "client/kept_seats.h"
#include "client/remote_table.h"
#include "support.h"
#include "temp_folder.h"

namespace tests {
namespace {

using client::Json;
using client::News;
using std::chrono::milliseconds;

// --- Links ---

TEST(Link, AsThePageGivesThem) {
  const auto link = client::parse_link("http://localhost:8080/g/k3v9#seat=abc-_1&player=2");
  ASSERT_TRUE(link);
  EXPECT_EQ(link->server, (net::ServerAddress{false, "localhost", 8080}));
  EXPECT_EQ(link->table, "k3v9");
  EXPECT_EQ(link->token, "abc-_1");
  EXPECT_EQ(link->address(), "http://localhost:8080/g/k3v9");
  const auto secure = client::parse_link(" https://play.example.org/g/k3v9/?x=1 ");
  ASSERT_TRUE(secure);
  EXPECT_EQ(secure->server, (net::ServerAddress{true, "play.example.org", 443}));
  EXPECT_EQ(secure->token, "");
  EXPECT_EQ(secure->address(), "https://play.example.org/g/k3v9");
  const auto six = client::parse_link("http://[::1]:81/g/a#player=1&seat=b");
  ASSERT_TRUE(six);
  EXPECT_EQ(six->server, (net::ServerAddress{false, "::1", 81}));
  EXPECT_EQ(six->address(), "http://[::1]:81/g/a");
  EXPECT_EQ(six->token, "b");
}

TEST(Link, OthersAreRefused) {
  for (const std::string text : {"",
                                 "yavalath",
                                 "localhost/g/a",
                                 "ftp://localhost/g/a",
                                 "http://",
                                 "http:///g/a",
                                 "http://localhost",
                                 "http://localhost/",
                                 "http://localhost/g/",
                                 "http://localhost/h/a",
                                 "http://localhost/g/a/b",
                                 "http://localhost/g/a b",
                                 "http://localhost/g/..",
                                 "http://localhost:0/g/a",
                                 "http://localhost:99999/g/a",
                                 "http://localhost:x/g/a",
                                 "http://[::1/g/a",
                                 "http://me@localhost/g/a",
                                 "http://localhost/g/a#seat=x y",
                                 "http://localhost/g/a#seat=x%0d%0a",
                                 "http://lo\ncal/g/a"}) {
    const auto link = client::parse_link(text);
    ASSERT_FALSE(link) << text;
    EXPECT_TRUE(has(text::render(link.error(), text::Language::kEnglish), "link of a table"));
  }
  EXPECT_FALSE(client::parse_link("http://a/g/" + std::string(100, 'x')));
}

// --- Seats that are kept ---

TEST(KeptSeats, AreFoundAgainAndReadableByTheirOwnerAlone) {
  const TempFolder folder;
  const client::KeptSeats seats(folder.path() + "/state");
  auto link = *client::parse_link("http://localhost:1/g/one#seat=invitation");
  EXPECT_EQ(seats.find(link), std::nullopt);
  ASSERT_EQ(seats.keep(link, "token"), std::nullopt);
  EXPECT_EQ(seats.find(link), "token");
  for (const auto& file : std::filesystem::directory_iterator(folder.path() + "/state")) {
    struct stat status{};
    ASSERT_EQ(stat(file.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
  }
  // The address alone is enough, another invitation or server is another seat.
  link.token.clear();
  EXPECT_EQ(seats.find(link), "token");
  link.token = "other";
  EXPECT_EQ(seats.find(link), std::nullopt);
  link.token.clear();
  link.server.port = 2;
  EXPECT_EQ(seats.find(link), std::nullopt);
  link = *client::parse_link("http://localhost:1/g/one#seat=invitation");
  seats.forget(link);
  EXPECT_EQ(seats.find(link), std::nullopt);
}

TEST(KeptSeats, DamageIsNoSeatAndNoFolderKeepsNothing) {
  const TempFolder folder;
  const client::KeptSeats seats(folder.path());
  const auto link = *client::parse_link("http://localhost:1/g/one#seat=invitation");
  ASSERT_EQ(seats.keep(link, "token"), std::nullopt);
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
    std::ofstream(file.path()) << "{\"server\":7";
  }
  EXPECT_EQ(seats.find(link), std::nullopt);
  const client::KeptSeats nowhere("");
  EXPECT_EQ(nowhere.keep(link, "token"), std::nullopt);
  EXPECT_EQ(nowhere.find(link), std::nullopt);
}

// --- A live table ---

class HandTime final : public core::TimeSource {
 public:
  TimePoint now() override { return now_; }
  void pass(milliseconds time) { now_ += time; }

 private:
  TimePoint now_ = TimePoint() + std::chrono::hours(1);
};

// The server's side of all connections.
struct Line {
  int opened = 0;
  bool open = false;
  std::function<void(client::WireEvent)> take;
  std::deque<Json> sent;

  Json next() {
    if (sent.empty()) return Json();
    Json first = sent.front();
    sent.pop_front();
    return first;
  }
};

class LineWire final : public client::Wire {
 public:
  explicit LineWire(Line& line) : line_(line) { line_.open = true; }
  ~LineWire() override { line_.open = false; }
  void send(std::string message) override { line_.sent.push_back(Json::parse(message)); }

 private:
  Line& line_;
};

Json table_json(int event, const std::vector<std::string>& turns) {
  return {{"id", "t"},
          {"event", event},
          {"game", "yavalath"},
          {"options", {{"size", "5"}, {"swap", "off"}, {"players", "2"}}},
          {"position", ""},
          {"seats",
           {{{"player", 1}, {"who", "human"}, {"name", "Ana"}, {"taken", true}, {"yours", true}},
            {{"player", 2}, {"who", "human"}, {"name", "Rui"}, {"taken", true}, {"yours", false}}}},
          {"clocks", Json::array()},
          {"running", nullptr},
          {"turns", turns},
          {"result", "none"},
          {"offers", {{"draw", Json::array()}, {"rematch", Json::array()}, {"takeback", nullptr}}}};
}

class RemoteTableTest : public testing::Test {
 protected:
  RemoteTableTest()
      : remote_({.link = *client::parse_link("http://localhost/g/t#seat=token"),
                 .open =
                     [this](std::function<void(client::WireEvent)> take) {
                       ++line_.opened;
                       line_.take = std::move(take);
                       return std::make_unique<LineWire>(line_);
                     },
                 .wake = [this] { ++woken_; },
                 .moved = [this](const std::string& table) { moved_ = table; },
                 .time = &time_,
                 .seed = 5}) {}

  void say(const Json& json) {
    line_.take(json.dump());
    remote_.work();
  }
  // Connects and answers the watch with a table.
  void greet(int event, const std::vector<std::string>& turns) {
    remote_.work();
    line_.take(client::WireOpened{});
    remote_.work();
    const Json asked = line_.next();
    ASSERT_EQ(asked["type"], "watch");
    say({{"type", "ok"}, {"request", asked["request"]}, {"table", table_json(event, turns)}});
    ASSERT_TRUE(remote_.online());
  }
  Json turn_event(int number, const std::string& turn, int turns, int player) {
    return {{"type", "event"},  {"table", "t"}, {"event", number}, {"kind", "turn"},
            {"player", player}, {"turn", turn}, {"turns", turns}};
  }
  void play(const std::string& turn) {
    const auto steps = games::parse_turn(remote_.shown().position(), turn);
    ASSERT_TRUE(steps);
    ASSERT_TRUE(remote_.may_act());
    remote_.play(*steps);
  }
  void lose() {
    line_.take(client::WireClosed{text::Error(text::Message::kOnlineLost)});
    remote_.work();
    ASSERT_FALSE(remote_.online());
  }
  // Until the next try.
  milliseconds wait_for_next_try() {
    const int before = line_.opened;
    const auto wait = remote_.patience();
    time_.pass(wait - milliseconds(1));
    remote_.work();
    EXPECT_EQ(line_.opened, before);
    time_.pass(milliseconds(1));
    remote_.work();
    EXPECT_EQ(line_.opened, before + 1);
    return wait;
  }
  std::vector<News::Kind> kinds() {
    std::vector<News::Kind> list;
    for (const auto& news : remote_.take_news()) list.push_back(news.kind);
    return list;
  }

  HandTime time_;
  Line line_;
  int woken_ = 0;
  std::string moved_;
  client::RemoteTable remote_;
};

TEST_F(RemoteTableTest, PlaysATurnAndFollowsTheOther) {
  greet(3, {});
  EXPECT_EQ(kinds(), std::vector{News::Kind::kTable});
  play("e5");
  const Json sent = line_.next();
  EXPECT_EQ(sent["type"], "turn");
  EXPECT_EQ(sent["turn"], "e5");
  EXPECT_EQ(sent["after"], 0);
  EXPECT_FALSE(remote_.may_act());
  EXPECT_EQ(remote_.sending(), "e5");
  say(turn_event(4, "e5", 1, 1));
  EXPECT_EQ(remote_.sending(), "");
  say(turn_event(5, "d4", 2, 2));
  EXPECT_TRUE(remote_.may_act());
  EXPECT_EQ(remote_.table().game->turn_texts(), (std::vector<std::string>{"e5", "d4"}));
  EXPECT_EQ(kinds(), (std::vector{News::Kind::kTurn, News::Kind::kTurn}));
  EXPECT_GT(woken_, 0);
}

TEST_F(RemoteTableTest, ARefusedTurnIsTakenOffTheBoard) {
  greet(3, {});
  play("e5");
  const Json sent = line_.next();
  say({{"type", "error"},
       {"request", sent["request"]},
       {"error", {{"code", "moved_on"}, {"message", "the game moved on"}}}});
  EXPECT_EQ(kinds(), (std::vector{News::Kind::kTable, News::Kind::kRefused}));
  EXPECT_EQ(remote_.shown().turn_count(), 0);
  EXPECT_TRUE(remote_.may_act());
}

TEST_F(RemoteTableTest, ComesBackWithWhatItMissed) {
  greet(3, {});
  line_.sent.clear();
  lose();
  EXPECT_EQ(kinds(), (std::vector{News::Kind::kTable, News::Kind::kLost}));
  const auto wait = wait_for_next_try();
  EXPECT_GE(wait, milliseconds(200));
  EXPECT_LE(wait, milliseconds(2000));
  line_.take(client::WireOpened{});
  remote_.work();
  const Json asked = line_.next();
  EXPECT_EQ(asked["after"], 3);
  EXPECT_EQ(asked["token"], "token");
  say({{"type", "ok"},
       {"request", asked["request"]},
       {"events", {turn_event(4, "e5", 1, 1), turn_event(5, "d4", 2, 2)}},
       {"now", {{"online", {1}}, {"clocks", Json::array()}, {"spectators", 2}}}});
  EXPECT_EQ(kinds(), (std::vector{News::Kind::kBack, News::Kind::kTurn, News::Kind::kTurn}));
  EXPECT_EQ(remote_.table().spectators, 2);
  EXPECT_TRUE(remote_.table().seats[0].online);
  EXPECT_FALSE(remote_.table().seats[1].online);
}

// The turn was sent, and nobody knows whether it arrived.
TEST_F(RemoteTableTest, ATurnOnItsWayIsSentAgainOnlyWhereItDidNotArrive) {
  for (const bool arrived : {false, true}) {
    SetUp();
    Line fresh;
    std::swap(line_, fresh);
    client::RemoteTable remote({.link = *client::parse_link("http://localhost/g/t#seat=token"),
                                .open =
                                    [this](std::function<void(client::WireEvent)> take) {
                                      line_.take = std::move(take);
                                      return std::make_unique<LineWire>(line_);
                                    },
                                .wake = [] {},
                                .time = &time_});
    const auto greet_it = [&](const std::vector<std::string>& turns) {
      remote.work();
      line_.take(client::WireOpened{});
      remote.work();
      const Json asked = line_.next();
      line_.take(Json{{"type", "ok"},
                      {"request", asked["request"]},
                      {"table", table_json(3 + static_cast<int>(turns.size()), turns)}}
                     .dump());
      remote.work();
    };
    greet_it({});
    line_.take(client::WireClosed{text::Error(text::Message::kOnlineLost)});
    remote.work();
    remote.play(*games::parse_turn(remote.shown().position(), "e5"));
    EXPECT_TRUE(line_.sent.empty());
    EXPECT_EQ(remote.sending(), "e5");
    time_.pass(milliseconds(2000));
    greet_it(arrived ? std::vector<std::string>{"e5"} : std::vector<std::string>{});
    if (arrived) {
      EXPECT_TRUE(line_.sent.empty());
      EXPECT_EQ(remote.sending(), "");
      EXPECT_EQ(remote.shown().turn_count(), 1);
    } else {
      EXPECT_EQ(line_.next()["turn"], "e5");
      EXPECT_EQ(remote.sending(), "e5");
    }
  }
}

TEST_F(RemoteTableTest, TriesEverMoreSeldom) {
  greet(3, {});
  lose();
  milliseconds away{0};
  while (away < client::Reconnecting::kSoonFor) {
    const auto wait = wait_for_next_try();
    EXPECT_GE(wait, milliseconds(200));
    EXPECT_LE(wait, milliseconds(2000));
    away += wait;
    lose();
  }
  milliseconds last{0};
  for (int i = 0; i < 6; ++i) {
    const auto wait = wait_for_next_try();
    EXPECT_GE(wait, last);
    EXPECT_LE(wait, milliseconds(30'000));
    last = wait;
    lose();
  }
  EXPECT_EQ(last, milliseconds(30'000));
}

TEST_F(RemoteTableTest, AGapAndAResyncAreAskedFor) {
  greet(3, {});
  say(turn_event(5, "d4", 2, 2));
  const Json gap = line_.next();
  EXPECT_EQ(gap["type"], "watch");
  EXPECT_EQ(gap["after"], 3);
  say({{"type", "ok"},
       {"request", gap["request"]},
       {"events", {turn_event(4, "e5", 1, 1), turn_event(5, "d4", 2, 2)}},
       {"now", {{"online", {1, 2}}}}});
  EXPECT_EQ(remote_.table().game->turn_count(), 2);
  say({{"type", "resync"}, {"table", "t"}});
  const Json resync = line_.next();
  EXPECT_EQ(resync["type"], "watch");
  EXPECT_FALSE(resync.contains("after"));
  // What was told may not hold: a turn is gone.
  kinds();
  say({{"type", "ok"}, {"request", resync["request"]}, {"table", table_json(4, {"e5"})}});
  EXPECT_EQ(remote_.table().game->turn_count(), 1);
  EXPECT_EQ(kinds(), std::vector{News::Kind::kTable});
}

TEST_F(RemoteTableTest, SilenceIsAskedAboutAndThenALoss) {
  greet(3, {});
  line_.sent.clear();
  time_.pass(remote_.patience());
  remote_.work();
  const Json ping = line_.next();
  EXPECT_EQ(ping["type"], "ping");
  say({{"type", "ok"}, {"request", ping["request"]}, {"at", 1}});
  EXPECT_TRUE(remote_.online());
  time_.pass(remote_.patience());
  remote_.work();
  time_.pass(remote_.patience());
  remote_.work();
  EXPECT_FALSE(remote_.online());
  EXPECT_FALSE(line_.open);
}

TEST_F(RemoteTableTest, WhatCannotBeFollowedEnds) {
  remote_.work();
  line_.take(client::WireOpened{});
  remote_.work();
  const Json asked = line_.next();
  say({{"type", "error"},
       {"request", asked["request"]},
       {"error", {{"code", "wrong_token"}, {"message", "the token fits no seat"}}}});
  ASSERT_TRUE(remote_.failure());
  EXPECT_EQ(text::render(*remote_.failure(), text::Language::kEnglish),
            "the server refuses: the token fits no seat");
}

TEST_F(RemoteTableTest, NonsenseEndsToo) {
  remote_.work();
  line_.take(client::WireOpened{});
  remote_.work();
  const Json asked = line_.next();
  auto strange = table_json(3, {"e5", "e5"});  // not legal
  say({{"type", "ok"}, {"request", asked["request"]}, {"table", strange}});
  EXPECT_TRUE(remote_.failure());
}

TEST_F(RemoteTableTest, ClocksRunMeanwhileAndTheFirstOneHearsThatOneSees) {
  remote_.work();
  line_.take(client::WireOpened{});
  remote_.work();
  const Json asked = line_.next();
  auto table = table_json(3, {});
  table["clocks"] = {{{"player", 1}, {"left", 60'000}}, {{"player", 2}, {"left", 50'000}}};
  table["running"] = 1;
  table["waits"] = {{"players", {1}}, {"until", 1}};
  say({{"type", "ok"}, {"request", asked["request"]}, {"table", table}});
  EXPECT_EQ(line_.next()["type"], "seen");
  EXPECT_EQ(remote_.table().left(0, time_.now() + milliseconds(5000)), 60'000);
  say({{"type", "event"},
       {"table", "t"},
       {"event", 4},
       {"kind", "seen"},
       {"player", 1},
       {"clocks", table["clocks"]},
       {"running", 1},
       {"waits", nullptr}});
  EXPECT_EQ(remote_.table().left(0, time_.now() + milliseconds(5000)), 55'000);
  EXPECT_EQ(remote_.table().left(1, time_.now() + milliseconds(5000)), 50'000);
  EXPECT_EQ(remote_.table().left(0, time_.now() + milliseconds(99'000)), 0);
  EXPECT_TRUE(line_.sent.empty());
}

TEST_F(RemoteTableTest, TakebacksOffersAndTheEnd) {
  greet(3, {"e5", "d4"});
  kinds();
  const Json offers = {{"draw", {2}}, {"rematch", Json::array()}, {"takeback", nullptr}};
  say({{"type", "event"},
       {"table", "t"},
       {"event", 4},
       {"kind", "draw"},
       {"player", 2},
       {"answer", "ask"},
       {"offers", offers}});
  EXPECT_EQ(remote_.table().offers.draw, std::vector{1});
  say({{"type", "event"},
       {"table", "t"},
       {"event", 5},
       {"kind", "takeback"},
       {"player", 1},
       {"answer", "accept"},
       {"turns", 1},
       {"view", Json::object()}});
  EXPECT_EQ(remote_.table().game->turn_count(), 1);
  say({{"type", "event"},
       {"table", "t"},
       {"event", 6},
       {"kind", "end"},
       {"player", 2},
       {"result", "p1win"},
       {"reason", "resignation"}});
  EXPECT_EQ(kinds(), (std::vector{News::Kind::kDraw, News::Kind::kTakenBack, News::Kind::kOver}));
  EXPECT_TRUE(remote_.table().over());
  EXPECT_EQ(remote_.table().game->result(), "p1win");
  EXPECT_FALSE(remote_.may_act());
}

TEST_F(RemoteTableTest, ARematchIsFollowed) {
  greet(3, {});
  line_.sent.clear();
  say({{"type", "event"},
       {"table", "t"},
       {"event", 4},
       {"kind", "rematch"},
       {"player", 2},
       {"answer", "accept"},
       {"rematch", "next"}});
  EXPECT_EQ(moved_, "next");
  EXPECT_EQ(line_.next()["type"], "unwatch");
  const Json asked = line_.next();
  EXPECT_EQ(asked["table"], "next");
  EXPECT_EQ(asked["token"], "token");
  EXPECT_FALSE(asked.contains("after"));
  EXPECT_EQ(remote_.address(), "http://localhost/g/next");
}

TEST(AskServer, NobodyThere) {
  const auto answer = net::ask_server({false, "127.0.0.1", 1}, {"GET", "/api/games", "", "", ""});
  ASSERT_FALSE(answer);
  EXPECT_EQ(text::render(answer.error(), text::Language::kEnglish),
            "no server answers at http://127.0.0.1:1");
}

}  // namespace
}  // namespace tests

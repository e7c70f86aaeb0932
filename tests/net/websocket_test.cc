// WebSockets on a real port, with clients that behave and clients that do not.
#include "listener_support.h"

namespace tests {
namespace {

TEST(WebSocket, SpeaksBothWays) {
  Running running;
  auto client = running.client();
  ASSERT_EQ(client.upgrade("/api/socket?hello"), 101);
  EXPECT_EQ(client.frame().payload, "hello");
  client.send_text("one");
  client.send_text("two");
  EXPECT_EQ(client.frame().payload, "echo one");
  EXPECT_EQ(client.frame().payload, "echo two");
  client.send_text("count");
  for (int i = 0; i < 500; ++i) ASSERT_EQ(client.frame().payload, std::to_string(i));
  client.send_text("close");
  EXPECT_EQ(client.frame().payload, "bye");
  const auto close = client.frame();
  EXPECT_EQ(close.opcode, 8);
  EXPECT_EQ(close.payload.substr(0, 2), "\x03\xe8");  // 1000
  client.send(frame_bytes({8, close.payload}));
  EXPECT_TRUE(client.closes());
}

TEST(WebSocket, PutsFragmentsTogether) {
  Running running;
  auto client = running.client();
  ASSERT_EQ(client.upgrade(), 101);
  const std::string bytes = frame_bytes({1, "a", false}) + frame_bytes({9, "ping"}) +
                            frame_bytes({0, "b", false}) + frame_bytes({0, "c"});
  for (const char c : bytes) client.send({&c, 1});
  const auto pong = client.frame();
  EXPECT_EQ(pong.opcode, 10);
  EXPECT_EQ(pong.payload, "ping");
  EXPECT_EQ(client.frame().payload, "echo abc");
  client.send_text(std::string(60'000, 'x'));
  EXPECT_EQ(client.frame().payload, "echo 60000");
}

TEST(WebSocket, ClosesOnWhatIsBroken) {
  Running running;
  const std::pair<std::string, int> cases[] = {
      {frame_bytes({1, "not masked"}, false), 1002},
      {frame_bytes({3, "reserved"}), 1002},
      {frame_bytes({0, "no beginning"}), 1002},
      {frame_bytes({9, std::string(126, 'x')}), 1002},
      {frame_bytes({9, "in pieces", false}), 1002},
      {frame_bytes({1, "\xff\xfe"}), 1007},
      {frame_bytes({2, "binary"}), 1003},
      {frame_bytes({1, std::string(1'100'000, 'x')}).substr(0, 1000), 1009},
      {std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14), 1009},
      {frame_bytes({8, "\x03\xe8"}), 1000},
      {frame_bytes({8, "x"}), 1002}};
  for (const auto& [bytes, code] : cases) {
    auto client = running.client();
    ASSERT_EQ(client.upgrade(), 101);
    client.send(bytes);
    const auto close = client.frame();
    EXPECT_EQ(close.opcode, 8) << code;
    ASSERT_GE(close.payload.size(), 2u) << code;
    EXPECT_EQ(static_cast<unsigned char>(close.payload[0]) << 8 |
                  static_cast<unsigned char>(close.payload[1]),
              code);
    client.send(frame_bytes({8, close.payload.substr(0, 2)}));
    EXPECT_TRUE(client.closes()) << code;
  }
  running.expect_alive();
}

TEST(WebSocket, RefusesWrongHandshakes) {
  Running running;
  auto other_path = running.client();
  EXPECT_EQ(other_path.upgrade("/api/other"), 200);
  auto bad_host = running.client();
  bad_host.send(upgrade_text("/api/socket", "", "evil.example"));
  EXPECT_EQ(bad_host.answer().status, 421);
  auto no_key = running.client();
  no_key.send(
      "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n");
  EXPECT_EQ(no_key.answer().status, 400);
  EXPECT_TRUE(no_key.closes());
  auto early = running.client();
  early.send(upgrade_text() + frame_bytes({1, "too early"}));
  EXPECT_EQ(early.answer().status, 426);
}

// Some ticks of the listener, so that whatever it would do has been done.
void let_it_look(Running& running) {
  for (int i = 0; i < 5; ++i) {
    running.expect_alive();
    std::this_thread::sleep_for(110ms);
  }
}

TEST(WebSocket, AsksTheSilentOnceAndDropsTheDead) {
  HandTime time;
  Running running({}, time);
  auto lives = running.client(), dead = running.client();
  for (auto* client : {&lives, &dead}) {
    ASSERT_EQ(client->upgrade(), 101);
    client->send_text("here");  // answered, it is open for the server too
    ASSERT_EQ(client->frame().payload, "echo here");
  }
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(running.listener->counts().sockets, 2) << i;
    time.pass(21s);
    if (i < 2) {
      EXPECT_EQ(dead.frame().opcode, 9) << i;
    }
    const auto frame = lives.frame();
    EXPECT_EQ(frame.opcode, 9);
    lives.send(frame_bytes({10, frame.payload}));
    lives.send_text("still here");
    EXPECT_EQ(lives.frame().payload, "echo still here") << "asked twice";
  }
  EXPECT_TRUE(dead.closes());
  EXPECT_FALSE(dead.has_frame());
  EXPECT_EQ(running.listener->counts().sockets, 1);
}

// Silent for 20 s, then stopped for another 9: what it has to answer is one ping.
TEST(WebSocket, WhoStandsStillForAWhileIsNotDropped) {
  HandTime time;
  Running running({}, time);
  auto client = running.client();
  ASSERT_EQ(client.upgrade(), 101);
  client.send_text("here");
  ASSERT_EQ(client.frame().payload, "echo here");
  for (int second = 0; second < 29; ++second) {
    time.pass(1s);
    std::this_thread::sleep_for(20ms);
  }
  let_it_look(running);
  EXPECT_EQ(client.frame().opcode, 9);
  client.send(frame_bytes({10, ""}));
  client.send_text("again");
  EXPECT_EQ(client.frame().payload, "echo again") << "asked twice";
}

// The server itself stood still for an hour: nobody was asked, so nobody is dropped.
TEST(WebSocket, AStandstillOfTheServerCostsNobodyHisSocket) {
  HandTime time;
  Running running({}, time);
  auto client = running.client();
  ASSERT_EQ(client.upgrade(), 101);
  client.send_text("here");
  ASSERT_EQ(client.frame().payload, "echo here");
  time.pass(1h);
  EXPECT_EQ(client.frame().opcode, 9);
  client.send_text("again");
  EXPECT_EQ(client.frame().payload, "echo again");
}

TEST(WebSocket, WhoDoesNotReadIsDropped) {
  ListenerSettings settings;
  settings.max_waiting = 1'000'000;
  Running running(settings);
  running.expect_flood_ends();
  running.expect_alive();
}

// However patient the limits on waiting bytes are.
TEST(WebSocket, AMessageThatNobodyTakesEndsIt) {
  ListenerSettings settings;
  settings.max_waiting = 100'000'000;
  settings.ping_time = 1000h;  // that is not what it is dropped for
  HandTime time;
  Running running(settings, time);
  auto client = running.client();
  client.receive_little();
  ASSERT_EQ(client.upgrade(), 101);
  client.send_text("flood");
  await([&] {
    time.pass(1s);
    return running.service.closings == 1;
  });
  EXPECT_EQ(running.service.open, 0);
}

TEST(WebSocket, WhatWaitsForAnAddressHasALimitToo) {
  ListenerSettings settings;
  settings.max_waiting = 100'000'000;
  settings.limits.loopback.waiting = 1'000'000;
  Running running(settings);
  running.expect_flood_ends();
  // What waited is forgotten: the next one may have as much.
  auto next = running.client();
  ASSERT_EQ(next.upgrade(), 101);
  next.send_text("count");
  for (int i = 0; i < 500; ++i) ASSERT_EQ(next.frame().payload, std::to_string(i));
}

TEST(WebSocket, ReadsAMegabyteAtOnce) {
  Running running;
  auto client = running.client();
  ASSERT_EQ(client.upgrade(), 101);
  client.send_text(std::string(1'000'000, 'x'));
  EXPECT_EQ(client.frame().payload, "echo 1000000");
}

// A long message costs as much as several short ones.
TEST(WebSocket, LongMessagesCountAsSeveral) {
  ListenerSettings settings;
  settings.limits.loopback = {10, 20, 100};
  Running running(settings);
  auto client = running.client();
  ASSERT_EQ(client.upgrade(), 101);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) client.send_text(std::string(1'000'000, 'x'));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(client.frame().payload, "echo 1000000");
  EXPECT_GT(std::chrono::steady_clock::now() - begin, 2s);
}

TEST(WebSocket, WhoFloodsItWithPingsIsDropped) {
  HandTime time;  // stands still: a slow flood would be none
  Running running({}, time);
  auto client = running.client();
  ASSERT_EQ(client.upgrade(), 101);
  for (int i = 0; i < 20; ++i) {
    client.send(frame_bytes({9, "ping"}));
    EXPECT_EQ(client.frame().opcode, 10);
  }
  for (int i = 0; i < 1000 && client.send(frame_bytes({9, "ping"})); ++i) {
  }
  EXPECT_TRUE(client.closes());
  running.expect_alive();
}

// Also when the server stops while much is on its way.
TEST(WebSocket, WhatWasSaidBeforeTheEndArrives) {
  ListenerSettings settings;
  settings.max_waiting = 10'000'000;
  settings.stop_time = 60s;
  Running running(settings);
  auto client = running.client();
  ASSERT_EQ(client.upgrade(), 101);
  client.send_text("parting");
  std::thread reads_late([client = std::move(client)]() mutable {
    std::this_thread::sleep_for(200ms);
    EXPECT_EQ(client.frame().payload.size(), 5'000'000u);
    EXPECT_EQ(client.frame().payload, "last words");
    EXPECT_EQ(client.frame().opcode, 8);
    const SocketClient ends = std::move(client);
  });
  await([&] { return running.service.parted.load(); });
  running.stop();
  reads_late.join();
}

// Beast's read then waits for its close and its close for the read: closing the socket wakes
// neither, so nobody may wait for them.
TEST(WebSocket, StopsAlsoWhenGoodbyeIsAnsweredWithNonsense) {
  Running running;
  auto client = running.client();
  ASSERT_EQ(client.upgrade(), 101);
  std::thread answers([&] {
    EXPECT_EQ(client.frame().opcode, 8);
    client.send(frame_bytes({3, "reserved"}));
  });
  running.stop();
  answers.join();
  EXPECT_TRUE(client.closes());
}

}  // namespace
}  // namespace tests

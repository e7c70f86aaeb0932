// Those who are one too many, and requests that a proxy would read otherwise: told, and then ended
// in order.
#include "core/file.h"
#include "core/scan.h"
#include "listener_support.h"
#include "logs/logs.h"

namespace tests {
namespace {

void expect_refused(SocketClient client, int status, const std::string& code) {
  const auto answer = client.get("/api/x", "Accept-Language: pt\r\n");
  EXPECT_EQ(answer.status, status);
  EXPECT_NE(answer.body.find('"' + code + '"'), std::string::npos) << answer.body;
  EXPECT_NE(answer.body.find("dentro de"), std::string::npos) << answer.body;
  EXPECT_GE(std::stoi(answer.headers.at("retry-after")), 1);
  EXPECT_EQ(answer.headers.at("connection"), "close");
  client.shut_writing();
  EXPECT_TRUE(client.ends_in_order());
}

TEST(Refusals, WhoFindsTheServerFullIsTold) {
  for (auto limits : {net::VisitorLimits(), net::no_limits()}) {
    ListenerSettings settings;
    settings.limits = limits;
    settings.limits.addresses = 2;
    HandTime time;
    Running running(settings, time);
    auto first = running.client();
    EXPECT_EQ(first.get("/api/x").status, 200);
    {
      auto second = running.client("127.0.0.2");
      EXPECT_EQ(second.get("/api/x").status, 200);
      expect_refused(running.client("127.0.0.3"), 503, "full");
      EXPECT_EQ(first.get("/api/x").status, 200);
    }
    await([&] { return running.listener->counts().connections == 1; });
    time.pass(10s);
    EXPECT_EQ(running.client("127.0.0.3").get("/api/x").status, 200);
  }
}

TEST(Refusals, SoIsWhoIsOneConnectionTooMany) {
  ListenerSettings settings;
  settings.max_connections = 2;
  HandTime time;  // who is one too many has only so much to ask
  Running running(settings, time);
  auto one = running.client(), two = running.client();
  EXPECT_EQ(one.get("/api/x").status, 200);
  EXPECT_EQ(two.get("/api/x").status, 200);
  expect_refused(running.client(), 503, "full");
  // Also whoever wants to send much, and whoever wants a WebSocket.
  auto long_one = running.client();
  EXPECT_EQ(long_one.post("/api/x", std::string(900'000, 'x')).status, 503);
  EXPECT_TRUE(long_one.ends_in_order());
  EXPECT_EQ(running.client().upgrade(), 503);
}

// A thousand wait to be refused; that is not for ever.
TEST(Refusals, WhoAsksNothingIsNotWaitedFor) {
  ListenerSettings settings;
  settings.max_connections = 1;
  HandTime time;
  Running running(settings, time);
  auto served = running.client();
  EXPECT_EQ(served.get("/api/x").status, 200);
  auto silent = running.client(), half = running.client();
  half.send("GET /api/x HTT");
  for (auto* client : {&silent, &half}) {
    await([&] {
      time.pass(1s);
      return client->closes(1ms);
    });
  }
}

TEST(Refusals, WhereARequestEndsIsNeverInDoubt) {
  Running running;
  const std::string post = "POST /api/x HTTP/1.1\r\n", host = "Host: localhost\r\n";
  const std::string next = "GET /api/smuggled HTTP/1.1\r\n" + host + "\r\n";
  const std::string chunks = "0\r\n\r\n" + next;
  const std::pair<std::string, int> cases[] = {
      {post + host + "Transfer-Encoding: gzip\r\n\r\n" + next, 501},
      {post + host + "Transfer-Encoding: xchunked\r\n\r\n" + chunks, 501},
      {post + host + "Transfer-Encoding: gzip, chunked\r\n\r\n" + chunks, 501},
      {post + host + "Transfer-Encoding: chunked, identity\r\n\r\n" + chunks, 501},
      {post + host + "Transfer-Encoding: identity\r\nContent-Length: 3\r\n\r\nabc", 400},
      {post + host + "Content-Length: 3\r\nTransfer-Encoding: identity\r\n\r\nabc", 400},
      {post + host + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 400},
      {post + host + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n" + chunks, 400},
      {post + host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n" + chunks, 400},
      {post + host + "Transfer-Encoding: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 400},
      {"POST /api/x HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n" + chunks, 400},
      {post + host + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400},
      {post + host + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400},
      {post + host + "Content-Length: 3, 3\r\n\r\nabc", 400},
      {post + host + "Content-Length : 3\r\n\r\nabc", 400},
      {post + host + "Content-Length: +3\r\n\r\nabc", 400},
      {post + host + host + "\r\n", 400},
      {post + host + "Host: evil.example\r\n\r\n", 400},
      {post + host + "Origin: http://localhost\r\nOrigin: http://evil.example\r\n\r\n", 400}};
  for (const auto& [request, status] : cases) {
    auto client = running.client();
    client.send(request);
    EXPECT_EQ(client.answer().status, status) << request;
    client.shut_writing();
    EXPECT_TRUE(client.ends_in_order()) << request;
    EXPECT_EQ(client.answer().status, 0) << "what followed was answered: " << request;
  }
  auto client = running.client();
  client.send(post + host + "transfer-encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n" + next);
  EXPECT_EQ(client.answer().body, "POST /api/x?  127.0.0.1 abc");
  EXPECT_EQ(client.answer().body, "GET /api/smuggled?  127.0.0.1 ");
}

// Bodies and messages that do not end are charged to whoever sends them.
TEST(Refusals, WhatNeverEndsHasABudget) {
  ListenerSettings settings;
  settings.limits.loopback.unfinished = 1'000'000;
  Running running(settings);
  const auto unfinished = [&] { return running.listener->visitors().unfinished.bytes(); };
  const std::string half(400'000, 'x');
  std::vector<SocketClient> holders;
  for (int i = 0; i < 2; ++i) {
    holders.push_back(running.client());
    ASSERT_EQ(holders.back().upgrade(), 101);
    holders.back().send(frame_bytes({1, half, false}));
    await([&] { return unfinished() >= half.size() * static_cast<std::size_t>(i + 1); });
  }
  auto socket = running.client();
  ASSERT_EQ(socket.upgrade(), 101);
  socket.send(frame_bytes({1, half + half, false}));
  const auto close = socket.frame();
  EXPECT_EQ(close.opcode, 8);
  EXPECT_EQ(close.payload.substr(0, 2), "\x03\xf5");  // 1013: try again later
  auto body = running.client();
  body.send("POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n" + half);
  EXPECT_EQ(body.answer().status, 429);
  // Somebody else has a budget of his own, and what is given up is free again.
  EXPECT_EQ(running.client("127.0.0.2").post("/api/x", half).status, 200);
  for (auto& holder : holders) holder.send(frame_bytes({0, "x"}));
  for (auto& holder : holders) EXPECT_EQ(holder.frame().payload, "echo 400001");
  socket.send(frame_bytes({8, close.payload}));
  EXPECT_TRUE(socket.closes());
  body.shut_writing();
  EXPECT_TRUE(body.closes());
  await([&] { return unfinished() == 0; });
}

// Answers that nobody reads are charged to whoever asked for them.
TEST(Refusals, WhoReadsNothingGetsNoMore) {
  ListenerSettings settings;
  settings.limits.loopback.waiting = 6'000'000;
  Running running(settings);
  std::vector<SocketClient> holders;
  holders.push_back(running.client());
  holders.back().receive_little();
  holders.back().send("GET /api/big HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await([&] { return running.service.big == 1; });
  EXPECT_EQ(running.client().get("/api/big").status, 429);
  EXPECT_EQ(running.client().get("/api/x").status, 200) << "a short answer";
  EXPECT_EQ(running.client("127.0.0.2").get("/api/big").status, 200) << "somebody else";
  // Once it is read or given up he may ask again.
  holders.clear();
  await([&] { return running.client().get("/api/big").status == 200; });
}

// A flood of them leaves a few lines and their number.
TEST(Refusals, AreInTheLogButNotEachOfMany) {
  const TempFolder folder;
  const auto file = folder.path() + "/log";
  ASSERT_FALSE(logs::start({logs::Level::kInfo, true, file, true}));
  {
    HandTime time;
    Running running({}, time);
    const auto broken = [&] {
      auto client = running.client();
      client.send("GET /api/x HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
      EXPECT_EQ(client.answer().status, 400);
    };
    for (int i = 0; i < 50; ++i) broken();
    time.pass(1s);
    broken();
  }
  logs::stop();
  std::vector<nlohmann::json> lines;
  const auto text = core::read_file(file).value_or("");
  for (const auto line : core::split(text, '\n')) {
    if (!line.empty()) lines.push_back(nlohmann::json::parse(line));
  }
  ASSERT_EQ(lines.size(), 21u);
  EXPECT_EQ(lines[0]["event"], "refused");
  EXPECT_EQ(lines[0]["status"], 400);
  EXPECT_EQ(lines[0]["address"], "127.0.0.1");
  EXPECT_FALSE(lines[0].contains("left_out"));
  EXPECT_EQ(lines[20]["left_out"], 30);
}

TEST(Refusals, AMessageThatTakesTooLongEndsItsSocket) {
  HandTime time;
  Running running({}, time);
  auto client = running.client();
  ASSERT_EQ(client.upgrade(), 101);
  client.send(frame_bytes({1, std::string(100'000, 'x'), false}));
  await([&] { return running.listener->visitors().unfinished.bytes() > 0; });
  time.pass(31s);
  Frame frame = client.frame();
  while (frame.opcode == 9) frame = client.frame();
  EXPECT_EQ(frame.opcode, 8);
}

}  // namespace
}  // namespace tests

// HTTP on real sockets, with clients that behave and clients that do not.
#include "net/listener.h"

#include <future>

#include "core/file.h"
#include "listener_support.h"
#include "net/assets.h"
#include "net/checks.h"
#include "net/encoding.h"
#include "net/http_head.h"

namespace tests {
namespace {

TEST(Listener, AnswersAndKeepsTheConnection) {
  Running running;
  auto client = running.client();
  for (int i = 0; i < 3; ++i) {
    const auto answer = client.get("/api/a%20b?x=1&y=%20", "Authorization: Seat t\r\n");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "GET /api/a b?x=1&y=%20 Seat t 127.0.0.1 ");
    EXPECT_EQ(answer.headers.at("cache-control"), "no-store");
    EXPECT_NE(answer.headers.at("content-security-policy").find("default-src 'none'"),
              std::string::npos);
    EXPECT_EQ(answer.headers.at("x-content-type-options"), "nosniff");
    EXPECT_EQ(answer.headers.at("referrer-policy"), "no-referrer");
  }
  EXPECT_EQ(client.post("/api/x", "body").body, "POST /api/x?  127.0.0.1 body");
  EXPECT_EQ(client.get("/api/later").body, "later");
  EXPECT_EQ(client.get("/api/x", "Connection: close\r\n").headers.at("connection"), "close");
  EXPECT_TRUE(client.closes());
}

TEST(Listener, AnswersInOrderWhatCameTogether) {
  Running running;
  auto client = running.client();
  std::string all;
  for (int i = 0; i < 50; ++i) {
    const std::string body = "b" + std::to_string(i);
    all += i % 7 == 0 ? "GET /api/later HTTP/1.1\r\nHost: localhost\r\n\r\n"
                      : "POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                            std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  client.send(all);
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(client.answer().body,
              i % 7 == 0 ? "later" : "POST /api/x?  127.0.0.1 b" + std::to_string(i));
  }
}

TEST(Listener, AnswersWhatComesInPieces) {
  Running running;
  auto client = running.client();
  const std::string request =
      "POST /api/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
      "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
  for (const char c : request) {
    client.send({&c, 1});
    std::this_thread::sleep_for(200us);
  }
  EXPECT_EQ(client.answer().body, "POST /api/x?  127.0.0.1 abcde");
  client.send(
      "POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nExpect: "
      "100-continue\r\n\r\n");
  EXPECT_EQ(client.answer().status, 100);
  client.send("last");
  EXPECT_EQ(client.answer().body, "POST /api/x?  127.0.0.1 last");
}

TEST(Listener, KnowsItsMethods) {
  Running running;
  auto client = running.client();
  const std::string host = " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.send("HEAD /api/x" + host);
  const auto head = client.answer(true);
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.headers.at("content-length"), std::to_string(client.get("/api/x").body.size()));
  client.send("OPTIONS /api/x" + host);
  const auto options = client.answer();
  EXPECT_EQ(options.status, 204);
  EXPECT_FALSE(options.headers.contains("access-control-allow-origin"));
  for (const char* method : {"PUT", "DELETE", "TRACE", "BREW", "CONNECT"}) {
    client.send(std::string(method) + " /api/x" + host);
    const auto answer = client.answer();
    EXPECT_EQ(answer.status, 405) << method;
    EXPECT_TRUE(answer.headers.contains("allow"));
  }
  EXPECT_EQ(client.post("/", "x").status, 405);
  EXPECT_EQ(client.get("/api/socket").status, 426);
}

TEST(Listener, RefusesWhatIsBroken) {
  Running running;
  const std::string head = "GET /api/x HTTP/1.1\r\n", endless(100'000, 'x');
  const std::string chunked = head + "Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
  const std::pair<std::string, int> cases[] = {
      {"hello\r\n\r\n", 400},
      {"GET / HTTP/9.9\r\n\r\n", 400},
      {head + "Host: localhost\r\nContent-Length: -1\r\n\r\n", 400},
      {head + "Host: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
      {head + "Host: localhost\r\nbad header\r\n\r\n", 400},
      {chunked + "xyz\r\n", 400},
      {chunked + "5;" + endless, 431},
      {chunked + "0\r\nX: " + endless, 431},
      {head + "Host: localhost\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n", 431},
      {"POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n", 413},
      {std::string(100, '\0'), 400}};
  for (const auto& [request, status] : cases) {
    auto client = running.client();
    client.send(request);
    EXPECT_EQ(client.answer().status, status) << request.substr(0, 100);
    EXPECT_TRUE(client.closes());
  }
  auto client = running.client();
  client.send("POST /api/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
  for (int i = 0; i < 20; ++i) client.send(chunk);
  EXPECT_EQ(client.answer().status, 413);
  EXPECT_EQ(running.client().post("/api/x", std::string(1'000'000, 'x')).body,
            "POST /api/x?  127.0.0.1 1000000");
  running.expect_alive();
}

TEST(Listener, PathsCannotLeaveTheirFolder) {
  Running running;
  auto client = running.client();
  for (const char* path : {"/../etc/passwd", "/a/../b", "/%2e%2e/x", "/a//b", "/%2fetc", "/%00",
                           "/%zz", "/%4", "/a\\b", "/.", "/api/./x", "*", "http://x/", "/%0d%0a"}) {
    EXPECT_EQ(client.get(path).status, 400) << path;
  }
  for (const char* path : {"/nothing.js", "/nothing", "/g", "/g/k3v9/x", "/wp-admin/setup"}) {
    EXPECT_EQ(client.get(path).status, 404) << path;
  }
  EXPECT_EQ(client.get("/etc/passwd.txt").status, 404);
  for (const char* path : {"/", "/g/k3v9", "/analyse/", "/learn/yavalath?x=1"}) {
    const auto answer = client.get(path);
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(answer.headers.at("content-type"), "text/html; charset=utf-8") << path;
  }
}

TEST(Assets, AreServedByNamePackedAndCached) {
  const std::vector<core::EmbeddedFile> files = {
      {"index.html", "<page>"}, {"index.html.gz", "packed"}, {"app-5X3K2ABC.js", "script"}};
  const net::Assets assets(files);
  const auto get = [&](const std::string& path, const std::string& encoding = "",
                       const std::string& tag = "") {
    Request request;
    request.method = "GET";
    request.path = path;
    request.accept_encoding = encoding;
    request.if_none_match = tag;
    auto response = assets.answer(request);
    std::map<std::string, std::string> headers(response.headers.begin(), response.headers.end());
    return std::pair(std::move(response), std::move(headers));
  };
  for (const char* path : {"/", "/index.html", "/g/k3v9", "/analyse/yavalath"}) {
    const auto [page, headers] = get(path);
    EXPECT_EQ(page.body, "<page>") << path;
    EXPECT_EQ(headers.at("Cache-Control"), "no-cache");
    const auto [again, ignored] = get(path, "", "\"other\", " + headers.at("ETag"));
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, "");
  }
  EXPECT_EQ(get("/", "br, gzip").first.body, "packed");
  EXPECT_EQ(get("/", "br, gzip").second.at("Content-Encoding"), "gzip");
  EXPECT_EQ(get("/", "gzip;q=0.5").first.body, "packed");
  EXPECT_EQ(get("/", "gzip;q=0").first.body, "<page>");
  const auto [script, headers] = get("/app-5X3K2ABC.js", "gzip");
  EXPECT_EQ(script.body, "script");
  EXPECT_EQ(script.type, "text/javascript; charset=utf-8");
  EXPECT_NE(headers.at("Cache-Control").find("immutable"), std::string::npos);
  EXPECT_EQ(get("/g/index.html").first.status, 404);
  // A person who came to a wrong address sees the page, which says so.
  const auto [lost, none] = get("/nothing", "", get("/").second.at("ETag"));
  EXPECT_EQ(lost.status, 404);
  EXPECT_EQ(lost.body, "<page>");
  EXPECT_FALSE(none.contains("ETag"));
}

TEST(Assets, TheHeadOfThePageTakesMore) {
  const std::vector<core::EmbeddedFile> files = {{"index.html", "<head></head><body>"},
                                                 {"index.html.gz", "packed"}};
  const net::Assets assets(files);
  Request request;
  request.method = "GET";
  request.path = "/g/k3v9";
  request.accept_encoding = "gzip";
  const auto page = assets.answer(request, "<meta>");
  EXPECT_EQ(page.body, "<head><meta></head><body>");
  request.if_none_match = page.headers[0].second;
  EXPECT_EQ(assets.answer(request, "<meta>").status, 304);
  EXPECT_EQ(assets.answer(request, "<meta x>").status, 200) << "another turn, another preview";
  EXPECT_EQ(assets.answer(request).body, "packed");
}

TEST(Assets, AFolderHasItsOwnIndexAndNothingPacked) {
  const std::vector<core::EmbeddedFile> files = {{"index.html", "<page>"},
                                                 {"folder.html", "<page of a folder>"},
                                                 {"folder.html.gz", "packed"},
                                                 {"engine-5X3K2ABC.wasm", "program"},
                                                 {"engine-5X3K2ABC.wasm.gz", "packed"}};
  const auto page = net::folder_page(files);
  ASSERT_EQ(page.size(), 2u);
  EXPECT_EQ(page[0].name, "engine-5X3K2ABC.wasm");
  EXPECT_EQ(page[0].content, "program");
  EXPECT_EQ(page[1].name, "index.html");
  EXPECT_EQ(page[1].content, "<page of a folder>");
  EXPECT_TRUE(net::folder_page(std::span(files).first(1)).empty()) << "no engine, no such page";
  const net::Assets assets(files);
  Request request;
  request.method = "GET";
  request.path = "/folder.html";
  EXPECT_EQ(assets.answer(request).status, 404) << "a server has its own";
  request.path = "/engine-5X3K2ABC.wasm";
  EXPECT_EQ(assets.answer(request).type, "application/wasm");
}

TEST(Assets, WhatIsCarriedPackedIsUnpackedForThoseWhoNeedThat) {
  const std::string program(100000, 'p');
  const std::string packed = net::gzipped(program).value();
  const std::vector<core::EmbeddedFile> files = {{"folder.html", "<page of a folder>"},
                                                 {"engine-5X3K2ABC.wasm.gz", packed}};
  const net::Assets assets(files);
  Request request;
  request.method = "GET";
  request.path = "/engine-5X3K2ABC.wasm";
  EXPECT_EQ(assets.answer(request).body, program);
  request.accept_encoding = "gzip";
  EXPECT_EQ(assets.answer(request).body, packed);
  request.path = "/engine-5X3K2ABC.wasm.gz";
  EXPECT_EQ(assets.answer(request).status, 404);
  const auto page = net::folder_page(files);
  ASSERT_EQ(page.size(), 2u);
  EXPECT_EQ(page[0].content, program);
  EXPECT_FALSE(net::gunzipped(packed.substr(0, packed.size() / 2)));
  EXPECT_FALSE(net::gunzipped("no gzip"));
  EXPECT_FALSE(net::gunzipped(""));
}

TEST(Assets, OnlyEmbeddedBoardsCanBeFramed) {
  const std::vector<core::EmbeddedFile> files = {{"index.html", "<page>"}};
  const net::Assets assets(files);
  const auto head = [&](const std::string& path) {
    Request request;
    request.method = "GET";
    request.path = path;
    const auto answer = assets.answer(request);
    return std::pair(answer.status, net::head_text(answer, true, "now"));
  };
  for (const char* path : {"/embed/g/k3v9", "/embed/yavalath"}) {
    const auto [status, text] = head(path);
    EXPECT_EQ(status, 200) << path;
    EXPECT_NE(text.find("frame-ancestors *\r\n"), std::string::npos) << text;
    EXPECT_EQ(text.find("X-Frame-Options"), std::string::npos) << text;
    EXPECT_NE(text.find("X-Content-Type-Options: nosniff\r\n"), std::string::npos) << text;
  }
  for (const char* path : {"/", "/g/k3v9", "/analyse/yavalath", "/embed", "/embed/", "/embed/x/y",
                           "/embed/g/k3v9/x", "/g/embed", "/index.html", "/nothing"}) {
    const auto [status, text] = head(path);
    EXPECT_NE(text.find("frame-ancestors 'none'\r\n"), std::string::npos) << path << text;
    EXPECT_NE(text.find("X-Frame-Options: DENY\r\n"), std::string::npos) << path << text;
  }
}

// The program and the page have the same list of screens.
TEST(Assets, EveryScreenOfThePageIsServed) {
  const std::vector<core::EmbeddedFile> files = {{"index.html", "<page>"}};
  const net::Assets assets(files);
  const auto router = *core::read_file(source_path("web/src/router.ts"));
  const auto begin = router.find("kScreens"), end = router.find("]);", begin);
  ASSERT_NE(end, std::string::npos);
  int screens = 0;
  for (auto at = router.find("\n  ['", begin); at < end; at = router.find("\n  ['", at + 1)) {
    Request request;
    request.method = "GET";
    request.path = '/' + router.substr(at + 5, router.find('\'', at + 5) - at - 5) + "/x";
    EXPECT_EQ(assets.answer(request).status, 200) << request.path;
    ++screens;
  }
  EXPECT_GE(screens, 7);
}

TEST(Listener, SaysWhetherItLivesAndWhetherItIsReady) {
  Running running;
  auto client = running.client();
  EXPECT_EQ(client.get("/healthz").status, 200);
  const auto ready = client.get("/readyz");
  EXPECT_EQ(ready.status, 200);
  EXPECT_EQ(ready.headers.at("cache-control"), "no-store");
  running.service.ready = false;
  const auto refused = client.get("/readyz");
  EXPECT_EQ(refused.status, 503);
  EXPECT_NE(refused.body.find("\"stopping\""), std::string::npos) << refused.body;
  EXPECT_EQ(client.get("/healthz").status, 200);
  client.send("POST /readyz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  EXPECT_EQ(client.answer().status, 405);
}

TEST(Listener, MetricsAreForThisMachine) {
  Running running;
  auto client = running.client();
  const auto told = client.get("/metrics");
  EXPECT_EQ(told.status, 200);
  EXPECT_EQ(told.headers.at("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_NE(told.body.find("\ntabuleiro_connections 1\n"), std::string::npos) << told.body;
  const std::string passed_on =
      "GET /metrics HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n";
  client.send(passed_on);
  EXPECT_EQ(client.answer().status, 404);
  ListenerSettings open;
  open.metrics_public = true;
  Running public_one(open);
  auto visitor = public_one.client();
  visitor.send(passed_on);
  EXPECT_EQ(visitor.answer().status, 200);
}

TEST(Listener, TargetsAreDecodedOnce) {
  EXPECT_EQ(net::parse_target("/a%2541")->path, "/a%41");
  EXPECT_EQ(net::parse_target("/a?b?c")->query, "b?c");
  EXPECT_EQ(net::parse_target("/a/")->path, "/a/");
  EXPECT_FALSE(net::parse_target(""));
  EXPECT_FALSE(net::parse_target("/a?b\x01"));
}

TEST(Listener, AnswersToItsOwnNamesOnly) {
  ListenerSettings settings;
  settings.names = {"Play.Example.org"};
  Running running(settings);
  const std::pair<const char*, int> cases[] = {
      {"localhost", 200},      {"localhost:8080", 200},       {"127.0.0.1:1", 200},
      {"[::1]:8080", 200},     {"192.168.1.7", 200},          {"LocalHost.", 200},
      {"x.localhost", 200},    {"play.example.ORG:443", 200}, {"evil.example", 421},
      {"127.0.0.1.evil", 421}, {"localhost:x", 421},          {"", 421},
      {"[::1", 421},           {"localhost@evil", 421}};
  for (const auto& [host, status] : cases) {
    auto client = running.client();
    client.send(std::string("GET /api/x HTTP/1.1\r\nHost: ") + host + "\r\n\r\n");
    EXPECT_EQ(client.answer().status, status) << host;
  }
  auto client = running.client();
  client.send("GET /api/x HTTP/1.1\r\n\r\n");
  EXPECT_EQ(client.answer().status, 421);
}

TEST(Listener, OtherPagesMayNotAsk) {
  Running running;
  const std::pair<const char*, int> cases[] = {
      {"http://localhost", 200},    {"https://localhost", 200},
      {"http://LOCALHOST", 200},    {"http://localhost:8080", 403},
      {"http://evil.example", 403}, {"http://localhost.evil", 403},
      {"file://localhost", 403},    {"null", 403}};
  for (const auto& [origin, status] : cases) {
    const std::string header = std::string("Origin: ") + origin + "\r\n";
    auto client = running.client();
    EXPECT_EQ(client.get("/api/x", header).status, status) << origin;
    EXPECT_EQ(running.client().upgrade("/api/socket", header), status == 200 ? 101 : 403) << origin;
  }
}

TEST(Listener, RefusalsSpeakTheVisitorsLanguage) {
  Running running;
  auto client = running.client();
  EXPECT_NE(client.get("/x.js").body.find("there is nothing at"), std::string::npos);
  EXPECT_NE(client.get("/x.js", "Accept-Language: fr, pt-PT;q=0.9, en;q=0.8\r\n")
                .body.find("não há nada"),
            std::string::npos);
}

TEST(Listener, WhoIsSlowIsDropped) {
  HandTime time;
  Running running({}, time);
  auto silent = running.client(), half = running.client(), body = running.client(),
       idle = running.client(), trickle = running.client();
  half.send("GET /api/x HTT");
  body.send("POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc");
  EXPECT_EQ(idle.get("/api/x").status, 200);
  // Their time begins when they are let in.
  await([&] { return running.listener->counts().connections == 5; });
  // One byte a second is not enough; then nothing comes from anybody.
  for (int i = 0; i < 100 && trickle.send("G"); ++i) {
    time.pass(1s);
    std::this_thread::sleep_for(10ms);
  }
  EXPECT_TRUE(trickle.closes());
  for (auto* client : {&silent, &half, &body, &idle}) {
    await([&] {
      time.pass(1s);
      return client->closes(1ms);
    });
  }
  running.expect_alive();
}

TEST(Listener, WhoDoesNotReadIsDropped) {
  ListenerSettings settings;
  settings.idle_time = settings.header_time = 1000h;  // that is not what it is dropped for
  HandTime time;
  Running running(settings, time);
  auto client = running.client();
  client.receive_little();
  client.send("GET /api/big HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await([&] { return running.service.big == 1; });
  await([&] {
    time.pass(1s);
    return running.listener->counts().connections == 0;
  });
  running.expect_alive();
}

TEST(Listener, LargeAnswersArriveWhole) {
  Running running;
  EXPECT_EQ(running.client().get("/api/big").body, std::string(5'000'000, 'x'));
}

TEST(Listener, AMistakeOfTheServiceIsOneAnswer) {
  Running running;
  auto client = running.client();
  EXPECT_EQ(client.get("/api/throw").status, 500);
  EXPECT_EQ(client.get("/api/x").status, 200);
  auto socket = running.client();
  EXPECT_EQ(socket.upgrade(), 101);
  socket.send_text("throw");
  EXPECT_TRUE(socket.closes());
  running.expect_alive();
}

TEST(Listener, AddressesHaveLimits) {
  ListenerSettings settings;
  settings.limits.loopback = {5, 4, 10};
  HandTime time;
  Running running(settings, time);
  {
    std::vector<SocketClient> clients;
    for (int i = 0; i < 5; ++i) clients.push_back(running.client());
    EXPECT_EQ(clients[4].get("/api/x").status, 200);
    auto sixth = running.client();
    const auto refused = sixth.get("/api/x");
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.headers.at("retry-after"), "1");
    EXPECT_TRUE(sixth.ends_in_order());
  }
  await([&] { return running.listener->counts().connections == 0; });
  auto client = running.client();
  int refused = 0;
  for (int i = 0; i < 40; ++i) {
    const auto answer = client.get("/api/x");
    if (answer.status == 429) {
      ++refused;
      EXPECT_EQ(answer.headers.at("retry-after"), "1");
    }
  }
  EXPECT_EQ(refused, 31) << "ten at once, and one was asked before";
  // A WebSocket waits instead, and loses nothing.
  time.pass(1s);
  auto socket = running.client();
  ASSERT_EQ(socket.upgrade(), 101);
  for (int i = 0; i < 5; ++i) socket.send_text(std::to_string(i));
  for (int i = 0; i < 5; ++i) {
    if (i == 3) {
      EXPECT_EQ(client.get("/api/x").status, 429);
      EXPECT_FALSE(socket.closes(10ms));
      EXPECT_FALSE(socket.has_frame());
      time.pass(1s);
    }
    EXPECT_EQ(socket.frame().payload, "echo " + std::to_string(i));
  }
}

// Nobody works for someone who has left; who only waits, or asks for more meanwhile, has not.
TEST(Listener, NoticesWhoHangsUpBeforeTheAnswer) {
  Running running;
  const std::string never = "GET /api/never HTTP/1.1\r\nHost: localhost\r\n\r\n";
  auto waits = running.client(), eager = running.client();
  waits.send(never);
  eager.send(never + never);
  {
    auto leaves = running.client();
    leaves.send("GET /api/never?mine HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await([&] { return running.service.asked == 3; });
    EXPECT_FALSE(running.service.left.stop_requested());
  }
  await([&] { return running.service.left.stop_requested(); });
  await([&] { return running.listener->counts().connections == 2; });
}

TEST(Listener, StopsWithEverybodyStillThere) {
  HandTime time;
  Running running({}, time);
  auto idle = running.client(), half = running.client(), waiting = running.client(),
       silent = running.client(), polite = running.client(), reading = running.client();
  EXPECT_EQ(idle.get("/api/x").status, 200);
  half.send("GET /api/x HTT");
  waiting.send("GET /api/never HTTP/1.1\r\nHost: localhost\r\n\r\n");
  reading.receive_little();
  reading.send("GET /api/big HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_EQ(silent.upgrade(), 101);
  ASSERT_EQ(polite.upgrade(), 101);
  auto stopping = std::async(std::launch::async, [&] { running.stop(); });
  const auto close = polite.frame();
  EXPECT_EQ(close.opcode, 8);
  EXPECT_EQ(close.payload.substr(0, 2), "\x03\xe9");  // 1001: going away
  polite.send(frame_bytes({8, close.payload}));
  // Those who may go at once do; the others have their time for good-byes.
  for (auto* client : {&idle, &polite}) EXPECT_TRUE(client->closes());
  EXPECT_EQ(stopping.wait_for(0s), std::future_status::timeout);
  await([&] {
    time.pass(1s);
    return stopping.wait_for(0s) == std::future_status::ready;
  });
  for (auto* client : {&half, &waiting, &silent}) EXPECT_TRUE(client->closes());
}

TEST(Listener, SaysWhyItCannotListen) {
  Running running;
  EchoService service;
  ListenerSettings settings;
  settings.port = running.listener->port();
  const auto taken = net::Listener::open(settings, service);
  ASSERT_FALSE(taken);
  EXPECT_NE(text::render(taken.error(), text::Language::kEnglish).find("another program uses it"),
            std::string::npos);
  settings.host = "no such host";
  EXPECT_FALSE(net::Listener::open(settings, service));
  settings.host = "192.0.2.1";  // nobody's
  EXPECT_FALSE(net::Listener::open(settings, service));
}

// Anything at all comes in, in the middle of anything at all; the server goes on.
TEST(Listener, SurvivesNoise) {
  Running running;
  core::Rng rng(7);
  const auto number = [&](std::size_t below) {
    return static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(below)));
  };
  const std::vector<std::string> seeds = {
      "GET /api/x HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "POST /api/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello",
      "POST /api/x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: "
      "chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
      upgrade_text(),
      frame_bytes({1, "hello"}) + frame_bytes({1, "a", false}) + frame_bytes({0, "b"}),
      frame_bytes({9, "ping"}) + frame_bytes({2, "binary"}) + frame_bytes({8, "\x03\xe8"})};
  for (int round = 0; round < by_tier(500, 2'000, 40'000); ++round) {
    auto client = running.client();
    if (number(2) == 0) client.upgrade();
    for (std::size_t part = 0; part < 1 + number(4); ++part) {
      std::string bytes = seeds[number(seeds.size())];
      for (std::size_t change = number(6); change > 0; --change) {
        const auto at = number(bytes.size());
        if (number(3) == 0)
          bytes.erase(at, number(8));
        else if (number(2) == 0)
          bytes.insert(at, bytes.substr(number(bytes.size()), number(20)));
        else
          bytes[at] = static_cast<char>(number(256));
        if (bytes.empty()) bytes = "x";
      }
      client.send(bytes);
    }
    if (number(4) == 0) client.closes(1ms);
  }
  running.expect_alive();
}

}  // namespace
}  // namespace tests

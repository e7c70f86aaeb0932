// Who stands behind a proxy.
#include "net/forwarded.h"

#include "listener_support.h"

namespace tests {
namespace {

const std::vector<net::Network> kTrusted = {*net::parse_network("127.0.0.0/8"),
                                            *net::parse_network("2001:db8:9::/48")};

std::string behind(const std::string& forwarded_for, const std::string& forwarded = "") {
  return net::sender_behind({forwarded, forwarded_for, ""}, kTrusted).name;
}

TEST(Forwarded, TheLastAddressThatIsNotTrustedCounts) {
  EXPECT_EQ(behind("192.0.2.1"), "192.0.2.1");
  EXPECT_EQ(behind("198.51.100.9, 192.0.2.1"), "192.0.2.1") << "what a visitor claims himself";
  EXPECT_EQ(behind("198.51.100.9, 192.0.2.1, 127.0.0.5"), "192.0.2.1");
  EXPECT_EQ(behind("192.0.2.1, 2001:db8:9::7,127.0.0.5"), "192.0.2.1");
  EXPECT_EQ(behind("127.0.0.4, 127.0.0.5"), "127.0.0.4") << "nobody but proxies";
  EXPECT_EQ(behind("2001:db8:1:2:3::4"), "2001:db8:1:2::/64");
  EXPECT_EQ(behind("192.0.2.1:4711"), "192.0.2.1");
  EXPECT_EQ(behind("[2001:db8:1::1]:4711"), "2001:db8:1::/64");
  EXPECT_EQ(behind("nonsense, 127.0.0.5"), "127.0.0.5");
  EXPECT_EQ(behind("192.0.2.1, nonsense"), "") << "nothing before it can be believed";
  EXPECT_EQ(behind(""), "");
  EXPECT_EQ(behind(",,,"), "");
}

TEST(Forwarded, TheHeaderOfTheStandardIsReadToo) {
  EXPECT_EQ(behind("", "for=192.0.2.60;proto=http;by=203.0.113.43"), "192.0.2.60");
  EXPECT_EQ(behind("", "For=\"[2001:db8:cafe::17]:4711\""), "2001:db8:cafe::/64");
  EXPECT_EQ(behind("", "for=198.51.100.1, FOR=192.0.2.43;proto=https, for=\"127.0.0.1:80\""),
            "192.0.2.43");
  EXPECT_EQ(behind("", "for=_hidden, for=127.0.0.1"), "_hidden");
  EXPECT_EQ(behind("", "for=unknown"), "");
  EXPECT_EQ(behind("", "for=\"192.0.2.1, for=198.51.100.1"), "") << "a quote without an end";
  EXPECT_EQ(behind("", "proto=https"), "");
  EXPECT_EQ(behind("192.0.2.1", "for=198.51.100.1"), "192.0.2.1") << "a visitor may have sent it";
  const auto scheme = [](const net::ProxyHeaders& headers) {
    return net::sender_behind(headers, kTrusted).scheme;
  };
  EXPECT_EQ(scheme({"for=192.0.2.43;proto=HTTPS, for=127.0.0.1;proto=http", "", ""}), "https");
  EXPECT_EQ(scheme({"", "192.0.2.43", "http, https"}), "https");
  EXPECT_EQ(scheme({"", "192.0.2.43", "gopher"}), "");
  EXPECT_EQ(scheme({"", "", "https"}), "https");
}

ListenerSettings behind_a_proxy() {
  ListenerSettings settings;
  settings.trusted_proxies = {*net::parse_network("127.0.0.1")};
  return settings;
}

std::string from(const std::string& address) { return "X-Forwarded-For: " + address + "\r\n"; }

TEST(Proxy, RequestsAreOfWhoeverStandsBehindIt) {
  Running running(behind_a_proxy());
  auto proxy = running.client(), stranger = running.client("127.0.0.2");
  EXPECT_EQ(proxy.get("/api/x", from("192.0.2.1")).body, "GET /api/x?  192.0.2.1 ");
  EXPECT_EQ(proxy.get("/api/x", from("192.0.2.9") + from("192.0.2.2")).body,
            "GET /api/x?  192.0.2.2 ");
  EXPECT_EQ(proxy.get("/api/x", "Forwarded: for=192.0.2.3\r\n").body, "GET /api/x?  192.0.2.3 ");
  EXPECT_EQ(proxy.get("/api/x").body, "GET /api/x?  127.0.0.1 ");
  EXPECT_EQ(stranger.get("/api/x", from("192.0.2.1")).body, "GET /api/x?  127.0.0.2 ")
      << "anybody can write such a header";
}

// Which has no limits worth the name.
TEST(Proxy, NobodyBehindItIsThisMachine) {
  Running running(behind_a_proxy());
  auto proxy = running.client();
  for (const std::string header :
       {"Forwarded: for=\"x\r\n", "Forwarded: for=unknown\r\n", "X-Forwarded-For: unix:\r\n",
        "X-Forwarded-For: 127.0.0.1\r\n"}) {
    EXPECT_EQ(proxy.get("/api/x", header).body, "GET /api/x?  via 127.0.0.1 ") << header;
  }
}

TEST(Proxy, EverybodyBehindItHasABudgetOfHisOwn) {
  auto settings = behind_a_proxy();
  settings.limits.others = {2, 1, 10};
  HandTime time;
  Running running(settings, time);
  auto proxy = running.client();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(proxy.get("/api/x", from("192.0.2.1")).status, 200);
  EXPECT_EQ(proxy.get("/api/x", from("192.0.2.1")).status, 429);
  EXPECT_EQ(proxy.get("/api/x", from("192.0.2.2")).status, 200);
  EXPECT_EQ(proxy.get("/api/x", from("2001:db8::1")).status, 200);
  // Also of connections: WebSockets, and requests that are under way.
  std::vector<SocketClient> sockets;
  for (int i = 0; i < 2; ++i) {
    sockets.push_back(running.client());
    EXPECT_EQ(sockets.back().upgrade("/api/socket", from("192.0.2.3")), 101);
  }
  EXPECT_EQ(running.client().upgrade("/api/socket", from("192.0.2.3")), 429);
  EXPECT_EQ(running.client().upgrade("/api/socket", from("192.0.2.4")), 101);
}

// Of those who share an address, whoever has proven a seat; a word on it alone is worth nothing.
TEST(Proxy, PeopleOfOneAddressHaveBudgetsOfTheirOwn) {
  auto settings = behind_a_proxy();
  settings.limits.others = {3, 1, 10};  // all three connections may count at a time
  HandTime time;
  Running running(settings, time);
  running.service.socket_account = "192.0.2.1 Seat known three";
  auto socket = running.client();
  ASSERT_EQ(socket.upgrade("/api/socket", from("192.0.2.1")), 101);
  auto proxy = running.client(), other = running.client();
  const auto ask = [&](SocketClient& by, const std::string& address, const std::string& seat) {
    return by.get("/api/x", from(address) + "Authorization: Seat " + seat + "\r\n").status;
  };
  for (int i = 0; i < 9; ++i) EXPECT_EQ(proxy.get("/api/x", from("192.0.2.1")).status, 200);
  EXPECT_EQ(ask(proxy, "192.0.2.1", "of nobody"), 429);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(ask(i % 2 == 0 ? proxy : other, "192.0.2.1", "known one"), 200);
  }
  EXPECT_EQ(ask(proxy, "192.0.2.1", "known one"), 429);
  EXPECT_EQ(ask(other, "192.0.2.1", "known one"), 429);
  EXPECT_EQ(ask(proxy, "192.0.2.1", "known two"), 200);
  EXPECT_EQ(ask(proxy, "192.0.2.2", "known one"), 200);
  EXPECT_EQ(ask(proxy, "192.0.2.1", "known one"), 429) << "kept while others asked";
  for (int i = 0; i < 10; ++i) {
    socket.send_text("x");
    EXPECT_EQ(socket.frame().payload, "echo x");
  }
  socket.send_text("y");
  EXPECT_FALSE(socket.closes(10ms));
  EXPECT_FALSE(socket.has_frame());
  time.pass(1s);
  EXPECT_EQ(socket.frame().payload, "echo y");
}

TEST(Proxy, SaysByWhichSchemeAPageWasLoaded) {
  Running running(behind_a_proxy());
  auto proxy = running.client();
  const auto status = [&](const std::string& origin, const std::string& scheme) {
    return proxy
        .get("/api/x",
             from("192.0.2.1") + "Origin: " + origin + "\r\nX-Forwarded-Proto: " + scheme + "\r\n")
        .status;
  };
  EXPECT_EQ(status("https://localhost", "https"), 200);
  EXPECT_EQ(status("http://localhost", "https"), 403);
  EXPECT_EQ(status("http://localhost", "http"), 200);
}

}  // namespace
}  // namespace tests

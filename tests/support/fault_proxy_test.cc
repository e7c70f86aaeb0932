// The tests' own network: it does what it is told, and nothing else.
#include "fault_proxy.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>

#include "process.h"
#include "support.h"

namespace tests {
namespace {

using Way = FaultProxy::Way;
using Fault = FaultProxy::Fault;
using std::chrono::milliseconds;

constexpr int kLongWait = 120'000;  // milliseconds; never reached where all is well

sockaddr_in at_port(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<in_port_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

// One end of a connection.
class End {
 public:
  explicit End(int socket) : socket_(socket) {}
  ~End() { close(socket_); }
  End(const End&) = delete;
  End& operator=(const End&) = delete;

  static int connected(int port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    auto address = at_port(port);
    EXPECT_EQ(connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return socket;
  }
  void say(const std::string& bytes) const {
    EXPECT_EQ(send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  void say_no_more() const { shutdown(socket_, SHUT_WR); }
  // So many bytes, fewer where the connection ends.
  std::string hear(std::size_t size) const {
    std::string heard;
    while (heard.size() < size && wait(kLongWait)) {
      char buffer[65536];
      const auto n = recv(socket_, buffer, std::min(sizeof buffer, size - heard.size()), 0);
      if (n <= 0) break;
      heard.append(buffer, static_cast<std::size_t>(n));
    }
    return heard;
  }
  bool has_something() const { return wait(0); }
  bool ended() const { return hear(1).empty(); }

 private:
  bool wait(int timeout) const {
    pollfd end{socket_, POLLIN, 0};
    return poll(&end, 1, timeout) > 0;
  }

  const int socket_;
};

class FaultProxyTest : public testing::Test {
 protected:
  FaultProxyTest() {
    auto address = at_port(server_port_);
    const int on = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    EXPECT_EQ(bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(listen(listener_, 8), 0);
  }
  ~FaultProxyTest() override { close(listener_); }

  int accepted() const { return accept(listener_, nullptr, nullptr); }

  const int server_port_ = free_port();
  const int listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  FaultProxy proxy_{server_port_};
};

TEST_F(FaultProxyTest, PassesBothWays) {
  const End client(End::connected(proxy_.port())), server(accepted());
  client.say("question");
  EXPECT_EQ(server.hear(8), "question");
  const std::string much(1 << 20, 'x');
  std::thread saying([&] { server.say(much); });
  EXPECT_EQ(client.hear(much.size()), much);
  saying.join();
  client.say_no_more();
  EXPECT_TRUE(server.ended());
  server.say("!");
  EXPECT_EQ(client.hear(1), "!");
  EXPECT_EQ(proxy_.passed(Way::kToServer), 8u);
  EXPECT_EQ(proxy_.connections(), 1);
}

TEST_F(FaultProxyTest, HoldsUntilItIsHealed) {
  const End client(End::connected(proxy_.port())), server(accepted());
  proxy_.set(Way::kToServer, Fault::kHold);
  client.say("held");
  server.say("passes");
  EXPECT_EQ(client.hear(6), "passes");
  EXPECT_FALSE(server.has_something());
  proxy_.heal();
  EXPECT_EQ(server.hear(4), "held");
}

TEST_F(FaultProxyTest, ABlackHoleSaysNothingOfAnEnd) {
  const End server_side = [&] {
    const End client(End::connected(proxy_.port()));
    client.say("1");
    const int server = accepted();
    await([&] { return proxy_.passed(Way::kToServer) == 1; });
    proxy_.black_hole();
    return End(server);
  }();
  EXPECT_EQ(server_side.hear(1), "1");
  const End late(End::connected(proxy_.port())), late_server(accepted());
  late.say("2");
  EXPECT_FALSE(late_server.has_something());
  EXPECT_FALSE(server_side.has_something());
  proxy_.heal();
  EXPECT_EQ(late_server.hear(1), "2");
  EXPECT_TRUE(server_side.ended());
}

TEST_F(FaultProxyTest, WhatWasSwallowedIsGoneAndTheConnectionWithIt) {
  const End client(End::connected(proxy_.port())), server(accepted());
  proxy_.set(Way::kToServer, Fault::kSwallow);
  client.say("gone");
  // It is read before what comes later the other way, if not before the first such byte, then
  // before the next.
  for (const std::string answer : {"passes", "passes too"}) {
    server.say(answer);
    EXPECT_EQ(client.hear(answer.size()), answer);
  }
  proxy_.heal();
  EXPECT_TRUE(server.ended());
  EXPECT_TRUE(client.ended());
}

TEST_F(FaultProxyTest, DelaysWithoutChangingTheOrder) {
  const End client(End::connected(proxy_.port())), server(accepted());
  proxy_.delay(Way::kToServer, milliseconds(30));
  const auto start = std::chrono::steady_clock::now();
  client.say("a");
  client.say("b");
  EXPECT_EQ(server.hear(2), "ab");
  EXPECT_GE(std::chrono::steady_clock::now() - start, milliseconds(30));
}

TEST_F(FaultProxyTest, CutsAndRefuses) {
  const End client(End::connected(proxy_.port())), server(accepted());
  client.say("1");
  EXPECT_EQ(server.hear(1), "1");
  proxy_.cut();
  EXPECT_TRUE(client.ended());
  EXPECT_TRUE(server.ended());
  proxy_.refuse();
  const End refused(End::connected(proxy_.port()));
  EXPECT_TRUE(refused.ended());
  proxy_.heal();
  const End again(End::connected(proxy_.port())), again_server(accepted());
  again.say("2");
  EXPECT_EQ(again_server.hear(1), "2");
}

TEST_F(FaultProxyTest, AServerThatIsNotThereRefuses) {
  FaultProxy nowhere(free_port());
  const End client(End::connected(nowhere.port()));
  EXPECT_TRUE(client.ended());
}

}  // namespace
}  // namespace tests

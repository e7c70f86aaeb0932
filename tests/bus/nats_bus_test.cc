// The bus over NATS in trouble: servers that are late, strict, silent or far away.
#include "bus/nats_bus.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "bus_support.h"
#include "fault_proxy.h"
#include "nats_server.h"
#include "process.h"

namespace tests {
namespace {

// It notices silence.
std::unique_ptr<bus::Bus> bus_at(const std::string& url) {
  bus::NatsSettings settings;
  settings.url = *bus::parse_nats_url(url);
  return bus::make_nats_bus(settings);
}
// It takes no silence for the end, such as that of a busy machine.
std::unique_ptr<bus::Bus> patient_bus_at(const std::string& url) {
  bus::NatsSettings settings;
  settings.url = *bus::parse_nats_url(url);
  settings.ping = kPatience;
  return bus::make_nats_bus(settings);
}

std::string local_url(int port) { return "nats://127.0.0.1:" + std::to_string(port); }

TEST(NatsBus, WaitsForAServerThatComesLater) {
  NatsServer server;
  server.kill();
  const auto bus = patient_bus_at(server.url());
  EXPECT_EQ(ask(*bus, "x", ""), std::nullopt);
  Mailbox<int> heard;
  const auto listening = bus->subscribe("x", [&](const bus::Message&) { heard.put(1); });
  const auto forgotten = std::make_unique<bus::Subscription>(
      bus->subscribe("x", [](const bus::Message&) { FAIL() << "it has ended"; }));
  forgotten->reset();
  bus->publish("x", "lost");
  EXPECT_FALSE(bus->connected());
  EXPECT_EQ(bus->generation(), 0u);
  server.start();
  wait_connected(*bus);
  bus->publish("x", "heard");
  EXPECT_EQ(heard.take(), 1);
}

TEST(NatsBus, EndsWithoutAServer) {
  const auto url = local_url(free_port());
  for (int i = 0; i < 3; ++i) {
    const auto bus = bus_at(url);
    bus->publish("x", "");
    EXPECT_FALSE(bus->connected());
  }
}

TEST(NatsBus, ShowsItsCredentials) {
  NatsServer token({"--auth", "s3:cr@t"}), user({"--user", "ana", "--pass", "p/w"});
  for (const auto& url : {token.url("s3%3Acr%40t@"), user.url("ana:p%2Fw@")}) {
    const auto bus = patient_bus_at(url);
    wait_connected(*bus);
    settle(*bus);
  }
}

// libnats itself gives up when the same server has refused it twice.
TEST(NatsBus, KeepsTryingWhereItIsRefused) {
  NatsServer strict({"--auth", "right"});
  FaultProxy proxy(strict.port());
  const auto bus = bus_at("nats://wrong@127.0.0.1:" + std::to_string(proxy.port()));
  while (proxy.connections() < 4) std::this_thread::yield();
  EXPECT_FALSE(bus->connected());
}

TEST(NatsBus, ASilentNetworkIsNoticedAndNobodyWaitsForIt) {
  NatsServer server;
  FaultProxy proxy(server.port());
  const auto bus = bus_at(local_url(proxy.port())), other = patient_bus_at(server.url());
  Mailbox<int> heard;
  const auto listening = bus->subscribe("x", [&](const bus::Message&) { heard.put(1); });
  wait_connected(*bus);
  wait_connected(*other);
  settle(*bus);
  proxy.black_hole();
  // More than sockets and proxies hold: publishing does not wait, sending does.
  const std::string large(bus::kMaxMessage, 'x');
  for (int i = 0; i < 64; ++i) bus->publish("x", large);
  Mailbox<Answer> answers;
  bus->request("x", "", kPatience, [&](Answer answer) { answers.put(answer); });
  EXPECT_EQ(answers.take(), std::nullopt);
  wait_connected(*bus, false);
  proxy.heal();
  wait_connected(*bus);
  other->publish("x", "");
  heard.take();
}

TEST(NatsBus, AFrozenServerIsLostUntilItGoesOn) {
  NatsServer server;
  const auto bus = bus_at(server.url());
  wait_connected(*bus);
  const auto before = bus->generation();
  server.freeze();
  wait_connected(*bus, false);
  server.thaw();
  wait_generation(*bus, before);
  settle(*bus);
}

TEST(NatsBus, ConnectionsThatAreCutAgainAndAgainComeBack) {
  NatsServer server;
  FaultProxy proxy(server.port());
  const auto bus = patient_bus_at(local_url(proxy.port()));
  std::vector<bus::Subscription> listening;
  std::atomic<int> heard = 0;
  Mailbox<int> all;
  constexpr int kListeners = 200;
  for (int i = 0; i < kListeners; ++i) {
    listening.push_back(bus->subscribe("table." + std::to_string(i), [&](const bus::Message&) {
      if (++heard % kListeners == 0) all.put(1);
    }));
  }
  wait_connected(*bus);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < kListeners; ++i) bus->publish("table." + std::to_string(i), "x");
    all.take();
    const auto before = bus->generation();
    proxy.cut();
    wait_generation(*bus, before);
    wait_connected(*bus);
  }
}

}  // namespace
}  // namespace tests

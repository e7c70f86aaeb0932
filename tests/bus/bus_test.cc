// What every bus promises, in process and over NATS.
#include "bus/bus.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bus/local_bus.h"
#include "bus/nats_bus.h"
#include "bus_support.h"
#include "nats_server.h"

namespace tests {
namespace {

// What buses have in common, and how they are cut off.
class Wires {
 public:
  virtual ~Wires() = default;
  virtual std::unique_ptr<bus::Bus> join() = 0;
  virtual void cut() = 0;
  virtual void restore() = 0;
};

class LocalWires final : public Wires {
 public:
  std::unique_ptr<bus::Bus> join() override { return network_.join("node"); }
  void cut() override { network_.cut("node"); }
  void restore() override { network_.restore("node"); }

 private:
  bus::LocalNetwork network_{bus::LocalNetwork::Delivery::kThreads};
};

class NatsWires final : public Wires {
 public:
  std::unique_ptr<bus::Bus> join() override {
    bus::NatsSettings settings;
    settings.url = *bus::parse_nats_url(server_.url());
    settings.ping = kPatience;  // a machine that stands still for a moment loses nothing
    auto bus = bus::make_nats_bus(settings);
    wait_connected(*bus);
    return bus;
  }
  void cut() override { server_.kill(); }
  void restore() override { server_.start(); }

 private:
  NatsServer server_;
};

class BusTest : public testing::TestWithParam<const char*> {
 protected:
  BusTest() {
    if (GetParam() == std::string("nats")) {
      wires_ = std::make_unique<NatsWires>();
    } else {
      wires_ = std::make_unique<LocalWires>();
    }
  }
  std::unique_ptr<bus::Bus> join() { return wires_->join(); }

  std::unique_ptr<Wires> wires_;
};

INSTANTIATE_TEST_SUITE_P(All, BusTest, testing::Values("local", "nats"),
                         [](const auto& tested) { return std::string(tested.param); });

TEST_P(BusTest, MessagesReachEverybodyWhoSubscribed) {
  const auto a = join(), b = join();
  Mailbox<std::string> got_a, got_b, got_star;
  const auto put_into = [](Mailbox<std::string>& box) {
    return [&box](const bus::Message& message) {
      box.put(std::string(message.subject) + '=' + std::string(message.bytes));
    };
  };
  const auto one = a->subscribe("table.k3.events", put_into(got_a));
  const auto two = b->subscribe("table.k3.events", put_into(got_b));
  const auto star = b->subscribe("table.*.events", put_into(got_star));
  settle(*a);
  settle(*b);
  a->publish("table.k3.events", std::string("zero\0byte", 9));
  a->publish("table.x9.events", "");
  for (auto* const got : {&got_a, &got_b, &got_star}) {
    EXPECT_EQ(got->take(), std::string("table.k3.events=zero\0byte", 25));
  }
  EXPECT_EQ(got_star.take(), "table.x9.events=");
  settle(*a);
  EXPECT_TRUE(got_a.empty());
}

TEST_P(BusTest, ManyMessagesComeInOrder) {
  constexpr int kMessages = 20'000;
  const auto from = join(), to = join();
  std::atomic<int> next = 0;
  std::atomic<bool> in_order = true;
  Mailbox<bool> done;
  const auto listening = to->subscribe("count", [&](const bus::Message& message) {
    if (message.bytes != std::to_string(next)) in_order = false;
    if (++next == kMessages) done.put(true);
  });
  settle(*to);
  for (int i = 0; i < kMessages; ++i) from->publish("count", std::to_string(i));
  EXPECT_TRUE(done.take());
  EXPECT_TRUE(in_order);
  EXPECT_EQ(to->generation(), 1u);
}

TEST_P(BusTest, ARequestIsAnsweredAlsoLaterAndFromElsewhere) {
  const auto client = join(), server = join();
  Mailbox<std::shared_ptr<bus::Reply>> later;
  const auto now = server->serve("echo.*", [](const bus::Message& message, bus::Reply reply) {
    reply(std::string(message.subject) + ':' + std::string(message.bytes));
  });
  const auto slow = server->serve("slow", [&](const bus::Message&, bus::Reply reply) {
    later.put(std::make_shared<bus::Reply>(std::move(reply)));
  });
  settle(*server);
  EXPECT_EQ(ask(*client, "echo.k3", "hello"), "echo.k3:hello");
  EXPECT_EQ(ask(*client, "echo.k3", ""), "echo.k3:");
  Mailbox<Answer> answers;
  client->request("slow", "", kPatience, [&](Answer answer) { answers.put(answer); });
  const auto reply = later.take();
  std::thread([&] {
    (*reply)("at last");
    (*reply)("once only");
  }).join();
  EXPECT_EQ(answers.take(), "at last");
  settle(*server);
  settle(*client);
  EXPECT_TRUE(answers.empty());
}

TEST_P(BusTest, NobodyWhoServesIsNoticedAtOnce) {
  const auto client = join(), other = join();
  EXPECT_EQ(ask(*client, "nobody", "?"), std::nullopt);
  // Whoever only listens does not serve... and whoever has stopped does not any more.
  {
    const auto serving = other->serve("once", [](const auto&, bus::Reply reply) { reply("yes"); });
    settle(*other);
    EXPECT_EQ(ask(*client, "once", "?"), "yes");
  }
  settle(*other);
  EXPECT_EQ(ask(*client, "once", "?"), std::nullopt);
}

TEST_P(BusTest, AReplyThatIsDroppedLetsTimeRunOut) {
  const auto client = join(), server = join();
  const auto serving = server->serve("silent", [](const auto&, const bus::Reply&) {});
  settle(*server);
  EXPECT_EQ(ask(*client, "silent", "?", std::chrono::milliseconds(5)), std::nullopt);
}

TEST_P(BusTest, ServersOfOneSubjectShareItsRequests) {
  const auto client = join(), a = join(), b = join();
  std::atomic<int> served = 0;
  const auto count = [&](const bus::Message&, bus::Reply reply) {
    ++served;
    reply("");
  };
  const auto one = a->serve("work", count), two = b->serve("work", count);
  settle(*a);
  settle(*b);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(ask(*client, "work", ""), "");
  settle(*a);
  settle(*b);
  EXPECT_EQ(served, 20);
}

TEST_P(BusTest, ASlowHandlerDelaysNoOther) {
  const auto from = join(), to = join();
  Mailbox<int> entered, quick;
  Mailbox<int> go_on;
  const auto slow = to->subscribe("slow", [&](const bus::Message&) {
    entered.put(1);
    go_on.take();
  });
  const auto fast = to->subscribe("fast", [&](const bus::Message&) { quick.put(1); });
  settle(*to);
  from->publish("slow", "");
  entered.take();
  from->publish("fast", "");
  EXPECT_EQ(quick.take(), 1);
  go_on.put(1);
}

TEST_P(BusTest, WhatPilesUpBeforeASlowHandlerIsDroppedAndTold) {
  const auto from = join(), to = join();
  Mailbox<int> entered, go_on;
  std::atomic<int> handled = 0;
  const auto slow = to->subscribe("flood", [&](const bus::Message&) {
    if (++handled == 1) {
      entered.put(1);
      go_on.take();
    }
  });
  settle(*to);
  const auto before = to->generation();
  const std::string large(1 << 19, 'x');
  from->publish("flood", "");
  entered.take();
  for (int i = 0; i < 48; ++i) {
    from->publish("flood", large);
    if (i % 8 == 7) settle(*from);
  }
  wait_generation(*to, before);
  go_on.put(1);
  EXPECT_TRUE(to->connected());
}

TEST_P(BusTest, AfterItsEndAHandlerIsNotCalled) {
  const auto from = join(), to = join();
  for (int round = 0; round < 50; ++round) {
    auto alive = std::make_unique<std::atomic<bool>>(true);
    Mailbox<int> entered;
    auto listening = to->subscribe("round", [&, life = alive.get()](const bus::Message&) {
      EXPECT_TRUE(*life);
      entered.put(1);
    });
    settle(*to);
    for (int i = 0; i < 20; ++i) from->publish("round", "");
    entered.take();
    listening.reset();
    *alive = false;
    alive.reset();
  }
  settle(*from);
}

TEST_P(BusTest, TheEndOfASubscriptionWaitsForItsHandler) {
  const auto from = join(), to = join();
  Mailbox<int> entered, go_on;
  std::atomic<bool> left = false;
  auto listening = to->subscribe("wait", [&](const bus::Message&) {
    entered.put(1);
    go_on.take();
    left = true;
  });
  settle(*to);
  from->publish("wait", "");
  entered.take();
  std::thread ending([&] {
    listening.reset();
    EXPECT_TRUE(left);
  });
  go_on.put(1);
  ending.join();
}

TEST_P(BusTest, EndsWhileMessagesCome) {
  const auto from = join();
  std::atomic<bool> going = true;
  std::thread sender([&] {
    while (going) {
      from->publish("storm", "x");
      from->request("asked", "x", kPatience, [](const Answer&) {});
      std::this_thread::yield();
    }
  });
  for (int round = 0; round < 8; ++round) {
    auto to = join();
    Mailbox<int> some;
    auto outlives = to->subscribe("storm", [&](const bus::Message&) { some.put(1); });
    auto serving = to->serve("asked", [](const auto&, bus::Reply reply) { reply("y"); });
    settle(*to);
    some.take();
    to.reset();
  }
  going = false;
  sender.join();
}

TEST_P(BusTest, WhatNobodyAnsweredIsToldAtTheEnd) {
  auto client = join();
  const auto server = join();
  Mailbox<std::shared_ptr<bus::Reply>> kept;
  const auto serving = server->serve("never", [&](const bus::Message&, bus::Reply reply) {
    kept.put(std::make_shared<bus::Reply>(std::move(reply)));
  });
  settle(*server);
  std::atomic<int> told = 0;
  client->request("never", "", kPatience, [&](const Answer& answer) {
    EXPECT_EQ(answer, std::nullopt);
    ++told;
  });
  const auto reply = kept.take();
  client.reset();
  EXPECT_EQ(told, 1);
  (*reply)("too late");
}

TEST_P(BusTest, ALostConnectionIsToldAndComesBack) {
  const auto client = join(), server = join();
  Mailbox<std::string> heard;
  const auto listening = server->subscribe(
      "news", [&](const bus::Message& message) { heard.put(std::string(message.bytes)); });
  Mailbox<std::shared_ptr<bus::Reply>> kept;
  const auto serving = server->serve("kept", [&](const bus::Message&, bus::Reply reply) {
    kept.put(std::make_shared<bus::Reply>(std::move(reply)));
  });
  settle(*server);
  Mailbox<Answer> answers;
  client->request("kept", "", kPatience, [&](Answer answer) { answers.put(answer); });
  const auto reply = kept.take();
  const auto client_generation = client->generation(), server_generation = server->generation();

  wires_->cut();
  EXPECT_EQ(answers.take(), std::nullopt);  // now, not when time has run out
  wait_connected(*client, false);
  wait_connected(*server, false);
  client->publish("news", "lost");
  EXPECT_EQ(ask(*client, "kept", ""), std::nullopt);
  (*reply)("lost");

  wires_->restore();
  wait_generation(*client, client_generation);
  wait_generation(*server, server_generation);
  wait_connected(*client);
  // Subscriptions are in force when the connection is told.
  client->publish("news", "back");
  EXPECT_EQ(heard.take(), "back");
  client->request("kept", "", kPatience, [&](Answer answer) { answers.put(answer); });
  (*kept.take())("again");
  EXPECT_EQ(answers.take(), "again");
}

TEST_P(BusTest, TooLongAMessageIsNotSent) {
  const auto from = join(), to = join();
  Mailbox<std::size_t> heard;
  const auto listening =
      to->subscribe("size", [&](const bus::Message& message) { heard.put(message.bytes.size()); });
  const auto serving = to->serve("size-served", [](const auto&, bus::Reply reply) { reply("y"); });
  settle(*to);
  from->publish("size", std::string(bus::kMaxMessage + 1, 'x'));
  from->publish("size", std::string(bus::kMaxMessage, 'x'));
  EXPECT_EQ(heard.take(), bus::kMaxMessage);
  EXPECT_EQ(ask(*from, "size-served", std::string(bus::kMaxMessage + 1, 'x')), std::nullopt);
  EXPECT_EQ(ask(*from, "size-served", std::string(bus::kMaxMessage, 'x')), "y");
}

TEST_P(BusTest, AHandlerThatThrowsHarmsNobody) {
  const auto from = join(), to = join();
  Mailbox<std::string> heard;
  const auto listening = to->subscribe("throws", [&](const bus::Message& message) {
    heard.put(std::string(message.bytes));
    throw std::runtime_error("a handler's own mistake");
  });
  settle(*to);
  from->publish("throws", "1");
  from->publish("throws", "2");
  EXPECT_EQ(heard.take(), "1");
  EXPECT_EQ(heard.take(), "2");
}

}  // namespace
}  // namespace tests

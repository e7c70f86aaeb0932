// What an address may ask for, on all servers together.
#include "api/budgets.h"

#include <gtest/gtest.h>

#include "bus/local_bus.h"
#include "hand_clock.h"

namespace tests {
namespace {

TEST(Budgets, HoldOnAllServersTogether) {
  bus::LocalNetwork network(bus::LocalNetwork::Delivery::kByHand);
  const auto first_bus = network.join("one"), second_bus = network.join("two");
  HandClock clock;
  api::Budgets one(true, clock.get()), two(true, clock.get());
  const auto admit_one = one.budget("tables", {0.1, 4}), admit_two = two.budget("tables", {0.1, 4});
  one.join(*first_bus, "one");
  two.join(*second_bus, "two");
  const auto tell = [&] {
    one.tell();
    two.tell();
    network.run();
  };
  tell();
  EXPECT_FALSE(admit_one("192.0.2.1"));
  EXPECT_FALSE(admit_one("192.0.2.1"));
  EXPECT_FALSE(admit_two("192.0.2.1"));
  tell();
  EXPECT_FALSE(admit_two("192.0.2.1"));
  const auto refused = admit_two("192.0.2.1");
  ASSERT_TRUE(refused) << "two and two are four";
  EXPECT_EQ(refused->status, 429);
  tell();
  EXPECT_TRUE(admit_one("192.0.2.1"));
  EXPECT_FALSE(admit_one("192.0.2.2")) << "somebody else";
  clock.pass(10'000);
  EXPECT_FALSE(admit_one("192.0.2.1"));
}

TEST(Budgets, NonsenseOnTheBusIsNothing) {
  bus::LocalNetwork network(bus::LocalNetwork::Delivery::kByHand);
  const auto own = network.join("one"), strange = network.join("stranger");
  HandClock clock;
  api::Budgets one(true, clock.get());
  const auto admit = one.budget("tables", {0.1, 1});
  one.join(*own, "one");
  for (const auto* bytes : {"", "{", "[]", R"({"node":7,"spent":{}})", R"({"node":"x","spent":[]})",
                            R"({"node":"x","spent":{"tables":7}})",
                            R"({"node":"x","spent":{"tables":{"192.0.2.1":-5}}})",
                            R"({"node":"x","spent":{"tables":{"192.0.2.1":"all"}}})"}) {
    strange->publish("tabuleiro.all.spent", bytes);
  }
  network.run();
  EXPECT_FALSE(admit("192.0.2.1"));
}

TEST(Budgets, NobodyIsLimitedInALoadTest) {
  HandClock clock;
  api::Budgets free(false, clock.get());
  EXPECT_FALSE(free.budget("tables", {0.1, 1}));
}

}  // namespace
}  // namespace tests

// Who is here, how much he may do, and that the memory of it has bounds.
#include "net/visitors.h"

#include "net/address.h"
#include "support.h"

namespace tests {
namespace {

using namespace std::chrono_literals;
using Moment = net::Visitor::Clock::time_point;

TEST(Visitors, ABoundedNumberIsRemembered) {
  net::VisitorLimits limits;
  limits.addresses = 3;
  limits.others = {1, 0.1, 2};
  net::Visitors visitors(limits);
  Moment now{};
  std::vector<std::shared_ptr<net::Visitor>> here;
  for (const char* name : {"a", "b", "c"}) here.push_back(*visitors.enter(name, false, now));
  EXPECT_EQ(visitors.enter("a", false, now).error().status, 429);
  const auto full = visitors.enter("d", false, now);
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().status, 503);
  EXPECT_GT(full.error().retry_after, 0);
  EXPECT_TRUE(here[0]->may_ask(now));
  visitors.leave(*here[0]);
  visitors.leave(*here[1]);
  EXPECT_FALSE(visitors.enter("d", false, now)) << "it was looked a moment ago";
  now += 1s;
  EXPECT_TRUE(visitors.enter("d", false, now)) << "b is forgotten";
  now += 1s;
  EXPECT_FALSE(visitors.enter("e", false, now)) << "a is not: its budget is not full yet";
  now += 10s;
  EXPECT_TRUE(visitors.enter("e", false, now));
}

// A person who is known has a budget of his own beside that of the address, the same on every
// connection; it is not forgotten while one of them is there.
TEST(Visitors, PeopleBehindAnAddressHaveAccounts) {
  net::VisitorLimits limits;
  limits.addresses = 2;
  limits.others = {1, 0.1, 2};
  net::Visitors visitors(limits);
  Moment now{};
  const auto address = *visitors.enter("a", false, now);
  while (address->may_ask(now)) {
  }
  const auto person = visitors.account("a one", *address, now);
  ASSERT_NE(person, nullptr);
  EXPECT_EQ(visitors.account("a one", *address, now), person) << "another connection of his";
  EXPECT_TRUE(person->may_ask(now));
  EXPECT_TRUE(person->may_ask(now));
  EXPECT_FALSE(person->may_ask(now));
  EXPECT_EQ(visitors.account("a two", *address, now), nullptr) << "no room";
  visitors.leave(*person);
  now += 1min;
  EXPECT_EQ(visitors.account("a two", *address, now), nullptr) << "a connection is still there";
  visitors.leave(*person);
  now += 1min;
  EXPECT_NE(visitors.account("a two", *address, now), nullptr);
}

// Whoever came once and left takes no memory for ever.
TEST(Visitors, TheIdleAreForgottenLongBeforeItIsFull) {
  for (const auto& limits : {net::VisitorLimits(), net::no_limits()}) {
    net::Visitors visitors(limits);
    Moment now{};
    for (int i = 0; i < 100'000; ++i) {
      const auto visitor = visitors.enter(std::to_string(i), false, now += 10ms);
      ASSERT_TRUE(visitor);
      (*visitor)->may_ask(now);
      visitors.leave(**visitor);
    }
    EXPECT_LT(visitors.remembered(), 2'000u);
  }
}

TEST(Visitors, WhatIsNotFinishedIsCharged) {
  net::VisitorLimits limits;
  limits.others.unfinished = 100'000;
  limits.unfinished = 250'000;
  net::Visitors visitors(limits);
  const auto visitor = [&](const char* name) { return *visitors.enter(name, false, {}); };
  const auto a = visitor("a"), b = visitor("b"), c = visitor("c");
  {
    net::Unfinished one(visitors), two(visitors), small(visitors);
    EXPECT_TRUE(one.grow(a, 60'000));
    EXPECT_TRUE(one.grow(a, 90'000));
    EXPECT_TRUE(small.grow(a, 1'000));
    EXPECT_FALSE(two.grow(a, 20'000)) << "too much of one visitor";
    two.clear();
    EXPECT_TRUE(two.grow(b, 95'000));
    net::Unfinished three(visitors);
    EXPECT_FALSE(three.grow(c, 70'000)) << "too much of all";
  }
  EXPECT_EQ(visitors.unfinished.bytes(), 0u);
  EXPECT_EQ(a->unfinished.bytes(), 0u);
}

TEST(Visitors, WhatIsNotReadIsCharged) {
  net::VisitorLimits limits;
  limits.others.waiting = 1'000'000;
  net::Visitors visitors(limits);
  const auto a = *visitors.enter("a", false, {}), b = *visitors.enter("b", false, {});
  {
    net::Unread one, two, three, small, other;
    EXPECT_TRUE(one.hold(a, 2'000'000)) << "a single one may be long";
    EXPECT_FALSE(two.hold(a, 100'000));
    EXPECT_TRUE(small.hold(a, 10'000));
    EXPECT_TRUE(other.hold(b, 900'000));
    one.clear();
    EXPECT_TRUE(two.hold(a, 600'000));
    EXPECT_FALSE(three.hold(a, 600'000));
  }
  EXPECT_EQ(a->waiting.bytes(), 0u);
  EXPECT_EQ(b->waiting.bytes(), 0u);
}

// Also those who have too many connections already.
TEST(Visitors, AHandshakeCountsAsTwoRequests) {
  net::VisitorLimits limits;
  limits.others = {1, 2, 5};
  net::Visitors visitors(limits);
  Moment now{};
  const auto a = *visitors.enter("a", false, now);
  EXPECT_FALSE(visitors.enter("a", false, now));
  EXPECT_TRUE(visitors.may_shake_hands("a", now));
  EXPECT_TRUE(visitors.may_shake_hands("a", now));
  EXPECT_FALSE(visitors.may_shake_hands("a", now));
  EXPECT_TRUE(a->may_ask(now));
  EXPECT_TRUE(visitors.may_shake_hands("a", now + 1s));
  EXPECT_TRUE(visitors.may_shake_hands("nobody", now));
}

std::string name_of(const char* address) {
  const auto parsed = net::parse_address(address);
  return parsed ? net::visitor_name(*parsed) : "none";
}

TEST(Addresses, ANetworkOfIpv6IsOneVisitor) {
  EXPECT_EQ(name_of("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(name_of("::ffff:192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(name_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(name_of("2001:db8:1:2::1"), name_of("2001:db8:1:2:ffff::9"));
  EXPECT_NE(name_of("2001:db8:1:2::1"), name_of("2001:db8:1:3::1"));
  EXPECT_EQ(name_of("fe80::1%eth0"), "fe80::/64");
  EXPECT_EQ(name_of("::1"), "::1");
  for (const char* wrong : {"", "1.2.3", "1.2.3.4.5", "1.2.3.4%x", "x", "::1::", "1.2.3.4:80"}) {
    EXPECT_EQ(name_of(wrong), "none") << wrong;
  }
  for (const char* here : {"127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"}) {
    EXPECT_TRUE(net::is_loopback(*net::parse_address(here))) << here;
  }
  EXPECT_FALSE(net::is_loopback(*net::parse_address("128.0.0.1")));
}

TEST(Addresses, NetworksContainWhatBeginsLikeThem) {
  const auto within = [](const char* network, const char* address) {
    return net::parse_network(network)->contains(*net::parse_address(address));
  };
  EXPECT_TRUE(within("10.0.0.0/8", "10.255.0.1"));
  EXPECT_FALSE(within("10.0.0.0/8", "11.0.0.1"));
  EXPECT_TRUE(within("192.0.2.4/31", "192.0.2.5"));
  EXPECT_FALSE(within("192.0.2.4/31", "192.0.2.6"));
  EXPECT_TRUE(within("127.0.0.1", "::ffff:127.0.0.1"));
  EXPECT_FALSE(within("127.0.0.1", "127.0.0.2"));
  EXPECT_TRUE(within("2001:db8::/33", "2001:db8:7fff::1"));
  EXPECT_FALSE(within("2001:db8::/33", "2001:db8:8000::1"));
  EXPECT_TRUE(within("0.0.0.0/0", "9.9.9.9"));
  EXPECT_FALSE(within("0.0.0.0/0", "2001:db8::1"));
  for (const char* wrong : {"", "10.0.0.0/33", "10.0.0.0/", "::/129", "/8", "x/8", "1.2.3.4/-1"}) {
    EXPECT_FALSE(net::parse_network(wrong)) << wrong;
  }
}

// What an address does at other servers counts here too.
TEST(Visitors, BudgetsAndConnectionsHoldOnAllServersTogether) {
  net::VisitorLimits limits;
  limits.others = {20, 1, 10};
  net::Visitors here(limits), there(limits);
  here.note_spent();
  there.note_spent();
  const Moment now{};
  const auto a = *here.enter("a", false, now), b = *there.enter("a", false, now);
  for (int i = 0; i < 6; ++i) EXPECT_TRUE(a->may_ask(now));
  there.charge(here.take_spent(), now);
  EXPECT_TRUE(here.take_spent().empty()) << "each thing is told once";
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(b->may_ask(now));
  EXPECT_FALSE(b->may_ask(now)) << "six and four are ten";
  EXPECT_TRUE(b->may_ask(now + 1s)) << "it fills up again";

  for (int i = 1; i < 12; ++i) EXPECT_TRUE(here.enter("a", false, now));
  there.connected_elsewhere("here", here.many_connections(), now);
  for (int i = 1; i < 8; ++i) EXPECT_TRUE(there.enter("a", false, now));
  EXPECT_FALSE(there.enter("a", false, now)) << "twelve and eight are twenty";
  EXPECT_TRUE(there.enter("b", false, now));
  // A server that says nothing any more has died, and its connections with it.
  there.connected_elsewhere("third", {}, now + 10s);
  EXPECT_TRUE(there.enter("a", false, now));
}

}  // namespace
}  // namespace tests

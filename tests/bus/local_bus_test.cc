// The bus of tests and simulations: nothing happens but by the test's hand.
#include "bus/local_bus.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tests {
namespace {

using bus::Envelope;
using bus::Fate;
using std::chrono::milliseconds;

class LocalBusTest : public testing::Test {
 protected:
  bus::Handler note(const std::string& who) {
    return [this, who](const bus::Message& message) {
      notes_.push_back(who + ' ' + std::string(message.bytes));
    };
  }
  bus::Answered note_answer() {
    return [this](const std::optional<std::string>& answer) {
      notes_.push_back("answer " + answer.value_or("none"));
    };
  }
  std::vector<std::string> taken() { return std::exchange(notes_, {}); }
  using Notes = std::vector<std::string>;

  Notes notes_;
  bus::LocalNetwork network_{bus::LocalNetwork::Delivery::kByHand};
  std::unique_ptr<bus::Bus> a_ = network_.join("a"), b_ = network_.join("b");
};

TEST_F(LocalBusTest, DeliversOneByOneInTheOrderOfSending) {
  const auto at_a = a_->subscribe("x", note("a")), at_b = b_->subscribe("x", note("b"));
  a_->publish("x", "1");
  b_->publish("x", "2");
  EXPECT_EQ(taken(), Notes{});
  EXPECT_TRUE(network_.step());
  EXPECT_EQ(taken(), Notes{"a 1"});
  EXPECT_EQ(network_.run(), 3u);
  EXPECT_EQ(taken(), (Notes{"b 1", "a 2", "b 2"}));
  EXPECT_FALSE(network_.step());
}

TEST_F(LocalBusTest, DropsAndHoldsWhatTheTestSays) {
  const auto at_a = a_->subscribe("x", note("a")), at_b = b_->subscribe("x", note("b"));
  network_.filter([](const Envelope& envelope) {
    if (envelope.bytes == "drop") return Fate::kDrop;
    return envelope.to == "b" ? Fate::kHold : Fate::kPass;
  });
  for (const char* bytes : {"1", "drop", "2"}) a_->publish("x", bytes);
  network_.run();
  EXPECT_EQ(taken(), (Notes{"a 1", "a 2"}));
  EXPECT_EQ(network_.held(), 2u);
  EXPECT_EQ(network_.let_go(), 2u);
  network_.run();
  EXPECT_EQ(taken(), (Notes{"b 1", "b 2"}));
}

TEST_F(LocalBusTest, TimeoutsAreByTheTestsTime) {
  const auto serving = b_->serve("ask", [](const bus::Message&, bus::Reply reply) { reply("y"); });
  network_.filter([](const Envelope& envelope) {
    return envelope.kind == Envelope::Kind::kAnswer ? Fate::kHold : Fate::kPass;
  });
  a_->request("ask", "", milliseconds(100), note_answer());
  network_.advance(milliseconds(99));
  EXPECT_EQ(taken(), Notes{});
  network_.advance(milliseconds(1));
  EXPECT_EQ(taken(), Notes{"answer none"});
  network_.let_go();  // too late
  network_.run();
  EXPECT_EQ(taken(), Notes{});
}

TEST_F(LocalBusTest, ACutNodeHearsNothingUntilItIsRestored) {
  const auto at_b = b_->subscribe("x", note("b"));
  const auto watching =
      b_->watch([this] { notes_.push_back(b_->connected() ? "connected" : "not connected"); });
  const auto serving = b_->serve("ask", [](const bus::Message&, bus::Reply reply) { reply("y"); });
  b_->request("ask", "", milliseconds(100), note_answer());
  network_.cut("b");
  a_->publish("x", "lost");
  b_->publish("x", "lost too");
  a_->request("ask", "", milliseconds(100), note_answer());  // nobody serves it there
  network_.run();
  EXPECT_EQ(taken().size(), 3u);
  EXPECT_FALSE(b_->connected());
  EXPECT_EQ(b_->generation(), 1u);
  network_.restore("b");
  EXPECT_EQ(b_->generation(), 2u);
  a_->publish("x", "heard");
  network_.run();
  EXPECT_EQ(taken(), (Notes{"connected", "b heard"}));
  EXPECT_EQ(a_->generation(), 1u);
}

TEST_F(LocalBusTest, ANodeMayEndAndComeAgain) {
  auto at_b = b_->subscribe("x", note("b"));
  a_->publish("x", "never handled");
  a_->request("nobody", "", milliseconds(100), note_answer());
  b_->request("x", "", milliseconds(100), note_answer());
  b_.reset();
  EXPECT_EQ(taken(), Notes{"answer none"});  // its own, at its end
  network_.run();
  EXPECT_EQ(taken(), Notes{"answer none"});
  b_ = network_.join("b");
  at_b = b_->subscribe("x", note("b again"));
  a_->publish("x", "1");
  network_.run();
  EXPECT_EQ(taken(), Notes{"b again 1"});
}

TEST_F(LocalBusTest, OneHandlerMayEndAnother) {
  std::optional<bus::Subscription> second;
  const auto first = a_->subscribe("x", [&](const bus::Message&) { second.reset(); });
  second = b_->subscribe("x", note("b"));
  a_->publish("x", "1");
  network_.run();
  EXPECT_EQ(taken(), Notes{});
}

}  // namespace
}  // namespace tests

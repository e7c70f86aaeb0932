// Alarms, by a clock turned by hand.
#include "tables/alarms.h"

#include "hand_clock.h"
#include "registry_fixture.h"

namespace tests {
namespace {

struct Rung {
  std::mutex mutex;
  std::vector<std::string> names;
  std::vector<std::string> all() {
    const std::lock_guard lock(mutex);
    return names;
  }
};

TEST(Alarms, RingOnceInTheirOrder) {
  HandClock clock;
  Rung rung;
  tables::Alarms alarms(clock.get(), [&](const std::string& name) {
    const std::lock_guard lock(rung.mutex);
    rung.names.push_back(name);
  });
  const auto now = clock.now();
  alarms.set("late", now + 3'000);
  alarms.set("early", now + 1'000);
  alarms.set("cancelled", now + 2'000);
  alarms.cancel("cancelled");
  alarms.set("early", now + 9'000);  // the earlier one counts
  clock.pass(5'000);
  await([&] { return rung.all().size() == 2; });
  EXPECT_EQ(rung.all(), (std::vector<std::string>{"early", "late"}));
  await([&] { return clock.next_waking() == tables::Clock::kNever; });
}

// Whoever waits for an alarm sleeps until then, and is woken by nothing else but an earlier one.
TEST(Alarms, SleepUntilTheNextOne) {
  HandClock clock;
  tables::Alarms alarms(clock.get(), [](const std::string&) {});
  const auto now = clock.now();
  alarms.set("a", now + kHour);
  await([&] { return clock.next_waking() == now + kHour; });
  alarms.set("b", now + kHour / 2);
  await([&] { return clock.next_waking() == now + kHour / 2; });
  alarms.cancel("b");
  clock.pass(kHour / 2);
  await([&] { return clock.next_waking() == now + kHour; });
}

// A clock that runs does not keep the server awake: it sleeps until the clock has run out, or until
// it next looks for tables that nobody needs.
TEST(Alarms, AServerWithClocksSleeps) {
  RegistryFixture fixture;
  const auto begin = fixture.clock.now();
  const auto live = fixture.make({"me", "me"}, turn_clock(3'000));
  await([&] { return fixture.clock.next_waking() == begin + 3'001; });
  fixture.clock.pass(3'001);
  await([&] { return live->snapshot()->table().over(); });
  await([&] { return fixture.clock.next_waking() == begin + 5'000; });
}

}  // namespace
}  // namespace tests

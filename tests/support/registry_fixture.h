// Tables without the service's routes, for tests.
#pragma once

#include "api/json_format.h"
#include "faulty_store.h"
#include "service_fixture.h"
#include "tables/table_registry.h"
#include "tables/tokens.h"

namespace tests {

// Says how often what the store has was read.
struct CountingFormat : api::JsonFormat {
  std::optional<tables::Event> read_event(const store::Event& event,
                                          const games::Position& before) const override {
    ++events_read;
    return JsonFormat::read_event(event, before);
  }
  mutable std::atomic<int> events_read = 0;
};

// All that a service has below its routes; the one thread that thinks can be kept busy.
struct RegistryFixture {
  explicit RegistryFixture(std::size_t max_waiting = 20'000) : writer(*store, max_waiting) {}
  ~RegistryFixture() {
    let_think();
    registry.stop_clocks();
    work.stop();
    writer.stop();
    registry.stop();
  }

  tables::LiveTablePtr make(const std::vector<std::string>& seats, tables::ClockSetup time = {},
                            bool exploration = true) {
    tables::NewTable wish{{games::History(start("yavalath")), {}, "", time}, {}};
    wish.setup.exploration = exploration;
    for (const auto& who : seats) {
      const bool me = who == "me";
      using Wish = tables::SeatWish::Kind;
      wish.seats.push_back({me ? Wish::kMe : Wish::kComputer, me ? "" : who, ""});
    }
    std::promise<tables::TableRegistry::Created> made;
    registry.create(wish, "192.0.2.1", [&](const auto& created) { made.set_value(*created); });
    const auto created = made.get_future().get();
    token_hash = tables::hash_of(created.token);
    return created.live;
  }
  tables::LiveTablePtr find(const std::string& id, const std::string& visitor = "192.0.2.1") {
    std::promise<tables::LiveTablePtr> found;
    registry.find(id, visitor, [&](const auto& live) { found.set_value(live ? *live : nullptr); });
    return found.get_future().get();
  }
  text::Expected<int> run(const tables::LiveTablePtr& live,
                          const tables::LiveTable::Operation& operation) {
    std::promise<text::Expected<int>> done;
    live->run(operation, [&](const auto& answer) { done.set_value(answer); }, "192.0.2.1");
    return done.get_future().get();
  }
  text::Expected<int> turn(const tables::LiveTablePtr& live, const std::string& text, int after) {
    return run(live, [=, this](const tables::Table& table, std::int64_t now) {
      return table.turn(table.actor(token_hash), text, after, now);
    });
  }

  // Keeps the thread that thinks from it.
  void hold_thinking() {
    auto task = std::make_shared<tables::Task>();
    std::promise<void> begun;
    task->run = [this, &begun](const std::stop_token&, tables::WorkTime&) {
      begun.set_value();
      may_think.get_future().wait();
    };
    ASSERT_TRUE(work.submit(tables::Lane::kTurns, "holder", task));
    begun.get_future().wait();
    holding = true;
  }
  void let_think() {
    if (std::exchange(holding, false)) may_think.set_value();
  }

  HandClock clock;
  std::shared_ptr<FaultyStore> store = std::make_shared<FaultyStore>();
  store::Writer writer;
  tables::WorkQueue work{1};
  CountingFormat format;
  tables::TableRegistry registry{*store, writer, work, clock.get(), format};
  std::promise<void> may_think;
  bool holding = false;
  std::string token_hash;
};

// Time passes until nobody has the table any more: whoever made or found it may still hold it when
// the registry looks.
inline void await_gone(RegistryFixture& fixture, const std::weak_ptr<tables::LiveTable>& live) {
  // Half an hour of the table's time, and more than a minute of the machine's.
  for (int i = 0; i < 300 && !live.expired(); ++i) {
    fixture.clock.pass(5'001);
    for (int j = 0; j < 50 && !live.expired(); ++j)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(live.expired());
}

inline constexpr std::int64_t kHour = 3'600'000;  // milliseconds

inline tables::ClockSetup turn_clock(std::int64_t initial) {
  return {tables::ClockSetup::Kind::kTurn, initial, 0};
}

inline std::string id_of(const tables::LiveTablePtr& live) {
  return live->snapshot()->table().id();
}

}  // namespace tests

// Tables in and out of memory, their alarms, and the computers that think at them.
#include "registry_fixture.h"
#include "tables/thinking.h"

namespace tests {
namespace {

using namespace std::chrono_literals;
using tables::LiveTable;

struct Inbox : tables::Subscriber {
  void send(tables::SharedText) override { ++messages; }
  std::atomic<int> messages = 0;
};

TEST(LiveTables, WhoeverHasFoundATableHasTheOnlyOne) {
  RegistryFixture fixture;
  const auto id = id_of(fixture.make({"me", "me"}));
  const auto timed = fixture.make({"me", "me"}, turn_clock(3'600'000));
  const std::weak_ptr<LiveTable> unneeded = fixture.make({"me", "me"});
  fixture.registry.find(id, "", [&](const auto& found) {
    fixture.clock.pass(15'000);
    await_gone(fixture, unneeded);
    EXPECT_EQ(fixture.find(id), *found);
  });
}

TEST(LiveTables, ALongClockRunsOnOutOfMemory) {
  RegistryFixture fixture;
  std::weak_ptr<LiveTable> live = fixture.make({"me", "me"}, turn_clock(kHour));
  const auto id = id_of(live.lock());
  const auto begin = fixture.clock.now();
  fixture.clock.pass(kHour / 2);
  await_gone(fixture, live);
  const auto passed = fixture.clock.now() - begin;
  EXPECT_EQ(fixture.find(id)->snapshot()->table().left(0, fixture.clock.now()), kHour - passed);
  live = fixture.find(id);
  fixture.clock.pass(15'000);
  await_gone(fixture, live);
  // Nobody asks for it, and still it ends.
  fixture.clock.pass(kHour);
  await([&] { return (*fixture.store->load(id))->finished; });
  // The store has it a moment before the table hears so.
  await([&] { return fixture.find(id)->snapshot()->table().result() == "p2win"; });
}

TEST(LiveTables, AShortClockStaysInMemory) {
  RegistryFixture fixture;
  const std::weak_ptr<LiveTable> live = fixture.make({"me", "me"}, turn_clock(60'000));
  const std::weak_ptr<LiveTable> other = fixture.make({"me", "me"});
  fixture.clock.pass(15'000);
  await_gone(fixture, other);
  EXPECT_FALSE(live.expired());
}

TEST(LiveTables, AWriterWithoutRoomRefusesATimeOutAndGoesOn) {
  RegistryFixture full(0);
  std::string id;
  {
    RegistryFixture fixture;
    id = id_of(fixture.make({"me", "me"}, turn_clock(10'000)));
    full.store->commit({[&] {
      store::Change change;
      change.game = id;
      change.created = **fixture.store->load(id);
      return change;
    }()});
  }
  const auto live = full.find(id);
  full.clock.pass(11'000);
  for (int i = 0; i < 3; ++i) {
    const auto answer = full.turn(live, "e5", 0);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().status, 503);
    EXPECT_EQ(answer.error().error.notes.back().message, text::Message::kStoreBusy);
  }
}

TEST(LiveTables, ATableLeavesWithItsClockWhenNobodyNeedsIt) {
  RegistryFixture fixture;
  const auto plain = fixture.make({"me", "me"});
  const auto timed = fixture.make({"me", "me"}, turn_clock(3'600'000));
  const auto begin = fixture.clock.now();
  const auto leave = [&](const tables::LiveTablePtr& live) {
    return live->try_leave(fixture.clock.now());
  };
  EXPECT_FALSE(leave(plain));
  fixture.clock.pass(15'001);
  ASSERT_TRUE(leave(plain));
  EXPECT_FALSE(leave(plain)->clock);
  ASSERT_TRUE(leave(timed));
  ASSERT_TRUE(leave(timed)->clock);
  EXPECT_EQ(leave(timed)->clock->since, begin);
  // It does not wait for a live that is at work.
  plain->run(
      [&](const tables::Table&, std::int64_t) -> text::Expected<tables::Decision> {
        auto asked = std::async(std::launch::async, [&] { return leave(plain).has_value(); });
        EXPECT_FALSE(asked.get());
        return tables::Decision{};
      },
      [](const auto&) {});
}

// Whoever is refused may ask for tables at once.
TEST(LiveTables, ARefusedRematchHoldsNobodyUp) {
  RegistryFixture fixture;
  const auto live = fixture.make({"me", "me"});
  ASSERT_TRUE(fixture.run(
      live, [](const tables::Table& table, std::int64_t now) { return table.resign({0}, now); }));
  const auto ask = [&](const LiveTable::Done& done) {
    fixture.registry.act(live, tables::OfferRematch{fixture.token_hash, tables::OfferReply::kAsk},
                         "", done);
  };
  std::unique_lock hold(fixture.store->committing);
  std::promise<bool> made;
  ask([&](const auto& answer) { made.set_value(bool(answer)); });
  std::promise<std::string> refused;
  ask([&](const auto& answer) {
    auto asking =
        std::async(std::launch::async, [&] { return fixture.registry.load_later([] {}); });
    EXPECT_EQ(asking.wait_for(60s), std::future_status::ready);
    refused.set_value(answer ? "" : answer.error().code);
  });
  hold.unlock();
  EXPECT_TRUE(made.get_future().get());
  EXPECT_EQ(refused.get_future().get(), "offered_already");
}

// The new table and the event that names it are stored together or not at all.
TEST(LiveTables, ARematchThatIsNotStoredLeavesNoTable) {
  RegistryFixture fixture;
  const auto live = fixture.make({"me", "me"});
  ASSERT_TRUE(fixture.run(
      live, [](const tables::Table& table, std::int64_t now) { return table.resign({0}, now); }));
  const auto ask = [&] {
    std::promise<text::Expected<int>> answer;
    fixture.registry.act(live, tables::OfferRematch{fixture.token_hash, tables::OfferReply::kAsk},
                         "", [&](const auto& event) { answer.set_value(event); });
    return answer.get_future().get();
  };
  const int made = fixture.store->made;
  fixture.store->commits_fail = true;
  EXPECT_FALSE(ask());
  EXPECT_EQ(fixture.store->made, made);
  // One commit is enough for all of it.
  fixture.store->commits_fail = false;
  fixture.store->commits_left = 1;
  EXPECT_TRUE(ask());
  EXPECT_EQ(fixture.store->made, made + 1);
  EXPECT_NE(fixture.find(live->snapshot()->table().rematch_id()), nullptr);
}

// On its way from a person to the store and to those who watch a turn is read once: nothing that
// was written is read again.
TEST(LiveTables, WhatWasWrittenIsNotReadAgain) {
  RegistryFixture fixture;
  const auto live = fixture.make({"me", "random"});
  const auto box = std::make_shared<Inbox>();
  live->watch({box, text::Language::kEnglish, {0}}, std::nullopt,
              [](const LiveTable::Greeting&) {});
  ASSERT_TRUE(fixture.turn(live, "e5", 0));
  await([&] { return live->snapshot()->table().turn_count() == 2; });
  await([&] { return box->messages >= 2; });
  EXPECT_EQ(fixture.format.events_read, 0);
}

TEST(LiveTables, WhatWaitsToBeLoadedWhenItStopsIsNotLoaded) {
  RegistryFixture fixture;
  std::atomic<int> refused = 0;
  {
    const std::lock_guard hold(fixture.store->loading);
    for (int i = 0; i < 20; ++i) {
      fixture.registry.find(tables::new_id(), "", [&](const auto& found) { refused += !found; });
    }
    await([&] { return fixture.store->loads == 1; });
    fixture.registry.stop_clocks();
  }
  fixture.registry.stop();
  EXPECT_EQ(refused, 20);
  EXPECT_EQ(fixture.store->loads, 1);
}

TEST(LiveTables, AComputerWithoutAPlaceInTheQueueThinksLater) {
  RegistryFixture fixture;
  fixture.hold_thinking();
  const auto nothing = [] {
    auto task = std::make_shared<tables::Task>();
    task->run = [](const std::stop_token&, tables::WorkTime&) {};
    return task;
  };
  while (fixture.work.submit(tables::Lane::kTurns, "192.0.2.1", nothing())) {
  }
  const auto live = fixture.make({"random", "me"});
  fixture.let_think();
  await([&] {
    fixture.clock.pass(100);
    return live->snapshot()->table().turn_count() == 1;
  });
}

// Where a person plays the computer goes first, however late it comes.
TEST(LiveTables, ComputersThatNobodyWatchesThinkLast) {
  std::promise<int> turns;
  RegistryFixture fixture;
  fixture.hold_thinking();
  const auto alone = fixture.make({"random", "random"});
  const auto watched = fixture.make({"random", "random"});
  const auto box = std::make_shared<Inbox>();
  watched->watch({box, text::Language::kEnglish, {}}, std::nullopt,
                 [](const LiveTable::Greeting&) {});
  auto probe = std::make_shared<tables::Task>();
  probe->run = [&](const std::stop_token&, tables::WorkTime&) {
    turns.set_value(alone->snapshot()->table().turn_count());
  };
  ASSERT_TRUE(fixture.work.submit(tables::Lane::kTurns, "192.0.2.9", probe));
  fixture.let_think();
  EXPECT_EQ(turns.get_future().get(), 0);
  await([&] {
    return alone->snapshot()->table().turn_count() > 0 &&
           watched->snapshot()->table().turn_count() > 0;
  });
}

// The first thought is about a position that was taken back; as many turns were played since.
TEST(LiveTables, ALateThoughtIsNotPlayedInAnotherPosition) {
  std::string old_turn, new_turn, played;
  // Now and then both thoughts are the same.
  while (old_turn == new_turn) {
    RegistryFixture fixture;
    fixture.hold_thinking();
    const auto live = fixture.make({"me", "random"});
    const auto thought = [&] {
      const auto snapshot = live->snapshot();
      return games::turn_text(snapshot->table().history().position(),
                              tables::computer_turn(snapshot->table(), 0, std::stop_token()));
    };
    ASSERT_TRUE(fixture.turn(live, "e5", 0));
    old_turn = thought();
    ASSERT_TRUE(fixture.run(live, [&](const tables::Table& table, std::int64_t now) {
      return table.takeback({0}, tables::OfferReply::kAsk, now);
    }));
    ASSERT_TRUE(fixture.turn(live, "d4", 0));
    new_turn = thought();
    fixture.let_think();
    await([&] { return live->snapshot()->table().turn_count() == 2; });
    played = live->snapshot()->table().turns()[1];
  }
  EXPECT_EQ(played, new_turn);
}

TEST(LiveTables, ALoadedTableThinksInTheQueueOfWhoAsked) {
  RegistryFixture fixture;
  fixture.hold_thinking();
  const auto other = std::make_unique<RegistryFixture>();
  other->hold_thinking();
  const auto id = id_of(other->make({"random", "me"}));
  store::Change change;
  change.game = id;
  change.created = **other->store->load(id);
  ASSERT_FALSE(fixture.store->commit({change}));
  fixture.find(id, "192.0.2.77");
  EXPECT_EQ(fixture.work.waiting(tables::Lane::kTurns, "192.0.2.77"), 1u);
}

TEST(LiveTables, TooManyLoadsAreCalledSo) {
  std::promise<void> held, release;
  RegistryFixture fixture;
  ASSERT_TRUE(fixture.registry.load_later([&] {
    held.set_value();
    release.get_future().wait();
  }));
  held.get_future().wait();
  while (fixture.registry.load_later([] {})) {
  }
  fixture.registry.find(tables::new_id(), "", [](const auto& found) {
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, "busy");
  });
  release.set_value();
}

// While the store stands still what is wanted at a table waits, but not without end.
TEST(LiveTables, TooMuchThatWaitsAtATableIsRefused) {
  RegistryFixture fixture;
  const auto live = fixture.make({"me", "me"});
  std::unique_lock hold(fixture.store->committing);
  std::promise<bool> stored;
  live->run(
      [&](const tables::Table& table, std::int64_t now) {
        return table.turn(table.actor(fixture.token_hash), "e5", 0, now);
      },
      [&](const auto& answer) { stored.set_value(bool(answer)); }, "192.0.2.1");
  const auto nothing = [](const tables::Table&, std::int64_t) -> text::Expected<tables::Decision> {
    return tables::Decision{};
  };
  std::atomic<int> taken = 0;
  std::optional<text::HttpError> refused;
  int asked = 0;
  for (; asked < 100'000 && !refused; ++asked) {
    live->run(
        nothing,
        [&](const auto& answer) {
          if (answer) {
            ++taken;
          } else {
            refused = answer.error();
          }
        },
        "192.0.2.1");
  }
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 503);
  EXPECT_EQ(refused->code, "busy");
  EXPECT_EQ(refused->retry_after, 1);
  // What the server wants by itself still waits.
  std::promise<bool> own;
  live->run(nothing, [&](const auto& answer) { own.set_value(bool(answer)); });
  hold.unlock();
  EXPECT_TRUE(stored.get_future().get());
  EXPECT_TRUE(own.get_future().get());
  EXPECT_EQ(taken, asked - 1) << "the others were served in their turn";
}

TEST(LiveTables, MistakesEndNothingButThemselves) {
  std::promise<void> failed, next;
  RegistryFixture fixture;
  auto task = std::make_shared<tables::Task>();
  task->run = [](const std::stop_token&, tables::WorkTime&) { throw std::bad_alloc(); };
  task->failed = [&] { failed.set_value(); };
  ASSERT_TRUE(fixture.work.submit(tables::Lane::kTurns, "a", task));
  EXPECT_EQ(failed.get_future().wait_for(60s), std::future_status::ready);
  ASSERT_TRUE(fixture.registry.load_later([] { throw std::bad_alloc(); }));
  ASSERT_TRUE(fixture.registry.load_later([&] { next.set_value(); }));
  EXPECT_EQ(next.get_future().wait_for(60s), std::future_status::ready);
  // At a table: whoever asked is told, and the next one is served.
  const auto live = fixture.make({"me", "me"});
  const auto answer =
      fixture.run(live, [](const tables::Table&, std::int64_t) -> text::Expected<tables::Decision> {
        throw std::bad_alloc();
      });
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().status, 500);
  EXPECT_TRUE(fixture.turn(live, "e5", 0));
}

}  // namespace
}  // namespace tests

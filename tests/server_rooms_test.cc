// Tables in and out of memory, their alarms, and the computers that think at them.
#include "server/thinking.h"
#include "server_house.h"

namespace tests {
namespace {

using namespace std::chrono_literals;
using server::Room;

TEST(ServerRooms, WhoeverHasFoundATableHasTheOnlyOne) {
  House house;
  const auto id = id_of(house.make({"me", "me"}));
  // A clock makes the house look often.
  const auto timed = house.make({"me", "me"}, turn_clock(3'600'000));
  const std::weak_ptr<Room> unneeded = house.make({"me", "me"});
  house.tables.find(id, "", [&](const auto& found) {
    house.clock.pass(15'000);
    await_gone(house, unneeded);
    EXPECT_EQ(house.find(id), *found);
  });
}

TEST(ServerRooms, ALongClockRunsOnOutOfMemory) {
  House house;
  std::weak_ptr<Room> room = house.make({"me", "me"}, turn_clock(kHour));
  const auto id = id_of(room.lock());
  const auto begin = house.clock.now();
  house.clock.pass(kHour / 2);
  await_gone(house, room);
  const auto passed = house.clock.now() - begin;
  EXPECT_EQ(house.find(id)->snapshot()->table().left(0, house.clock.now()), kHour - passed);
  room = house.find(id);
  house.clock.pass(15'000);
  await_gone(house, room);
  // Nobody asks for it, and still it ends.
  house.clock.pass(kHour);
  await([&] { return (*house.store->load(id))->finished; });
  EXPECT_EQ(house.find(id)->snapshot()->table().result(), "p2win");
}

TEST(ServerRooms, AShortClockStaysInMemory) {
  House house;
  const std::weak_ptr<Room> room = house.make({"me", "me"}, turn_clock(60'000));
  const std::weak_ptr<Room> other = house.make({"me", "me"});
  house.clock.pass(15'000);
  await_gone(house, other);
  EXPECT_FALSE(room.expired());
}

TEST(ServerRooms, AWriterWithoutRoomRefusesATimeOutAndGoesOn) {
  House full(0);
  std::string id;
  {
    House house;
    id = id_of(house.make({"me", "me"}, turn_clock(10'000)));
    full.store->commit({[&] {
      store::Change change;
      change.game = id;
      change.created = **house.store->load(id);
      return change;
    }()});
  }
  const auto room = full.find(id);
  full.clock.pass(11'000);
  for (int i = 0; i < 3; ++i) {
    const auto answer = full.turn(room, "e5", 0);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().status, 503);
    EXPECT_EQ(answer.error().error.notes.back().message, text::Message::kStoreBusy);
  }
}

TEST(ServerRooms, ARoomLeavesWithItsClockWhenNobodyNeedsIt) {
  House house;
  const auto plain = house.make({"me", "me"});
  const auto timed = house.make({"me", "me"}, turn_clock(3'600'000));
  const auto begin = house.clock.now();
  const auto leave = [&](const std::shared_ptr<Room>& room) {
    return room->try_leave(house.clock.now());
  };
  EXPECT_FALSE(leave(plain));
  house.clock.pass(15'001);
  ASSERT_TRUE(leave(plain));
  EXPECT_FALSE(leave(plain)->clock);
  ASSERT_TRUE(leave(timed));
  ASSERT_TRUE(leave(timed)->clock);
  EXPECT_EQ(leave(timed)->clock->since, begin);
  // It does not wait for a room that is at work.
  plain->run(
      [&](const server::Table&, std::int64_t) -> server::Answer<server::Decision> {
        auto asked = std::async(std::launch::async, [&] { return leave(plain).has_value(); });
        EXPECT_FALSE(asked.get());
        return server::Decision{};
      },
      [](const auto&) {});
}

// Whoever is refused may ask for tables at once.
TEST(ServerRooms, ARefusedRematchHoldsNobodyUp) {
  House house;
  const auto room = house.make({"me", "me"});
  ASSERT_TRUE(house.run(
      room, [](const server::Table& table, std::int64_t now) { return table.resign({0}, now); }));
  std::unique_lock hold(house.store->committing);
  const auto ask = [&](const Room::Done& done) {
    house.tables.rematch(room, {0, 1}, server::OfferReply::kAsk, "", done);
  };
  std::promise<void> made;
  ask([&](const auto& answer) {
    EXPECT_TRUE(answer);
    made.set_value();
  });
  std::future<bool> asking;
  std::string code;
  ask([&](const auto& answer) {
    code = answer ? "" : answer.error().code;
    asking = std::async(std::launch::async, [&] { return house.tables.later([] {}); });
    EXPECT_EQ(asking.wait_for(5s), std::future_status::ready);
  });
  EXPECT_EQ(code, "offered_already");
  hold.unlock();
  made.get_future().wait();
}

TEST(ServerRooms, WhatWaitsToBeLoadedWhenItStopsIsNotLoaded) {
  House house;
  std::atomic<int> refused = 0;
  {
    const std::lock_guard hold(house.store->loading);
    for (int i = 0; i < 20; ++i) {
      house.tables.find(server::new_id(), "", [&](const auto& found) { refused += !found; });
    }
    await([&] { return house.store->loads == 1; });
    house.tables.stop_clocks();
  }
  house.tables.stop();
  EXPECT_EQ(refused, 20);
  EXPECT_EQ(house.store->loads, 1);
}

TEST(ServerRooms, AComputerWithoutAPlaceInTheQueueThinksLater) {
  House house;
  house.hold_thinking();
  const auto nothing = [] {
    auto job = std::make_shared<server::Job>();
    job->run = [](const std::stop_token&) {};
    return job;
  };
  while (house.work.submit(server::Lane::kTurns, "192.0.2.1", nothing())) {
  }
  const auto room = house.make({"random", "me"});
  house.let_think();
  await([&] {
    house.clock.pass(100);
    return room->snapshot()->table().turn_count() == 1;
  });
}

// The first thought is about a position that was taken back; as many turns were played since.
TEST(ServerRooms, ALateThoughtIsNotPlayedInAnotherPosition) {
  std::string old_turn, new_turn, played;
  // Now and then both thoughts are the same.
  while (old_turn == new_turn) {
    House house;
    house.hold_thinking();
    const auto room = house.make({"me", "random"});
    const auto thought = [&] {
      return server::computer_turn(room->snapshot()->table(), 0, std::stop_token());
    };
    ASSERT_TRUE(house.turn(room, "e5", 0));
    old_turn = thought();
    ASSERT_TRUE(house.run(room, [&](const server::Table& table, std::int64_t now) {
      return table.takeback({0}, server::OfferReply::kAsk, now);
    }));
    ASSERT_TRUE(house.turn(room, "d4", 0));
    new_turn = thought();
    house.let_think();
    await([&] { return room->snapshot()->table().turn_count() == 2; });
    played = room->snapshot()->table().turns()[1];
  }
  EXPECT_EQ(played, new_turn);
}

TEST(ServerRooms, ALoadedTableThinksInTheQueueOfWhoAsked) {
  House house;
  house.hold_thinking();
  const auto other = std::make_unique<House>();
  other->hold_thinking();
  const auto id = id_of(other->make({"random", "me"}));
  store::Change change;
  change.game = id;
  change.created = **other->store->load(id);
  ASSERT_FALSE(house.store->commit({change}));
  house.find(id, "192.0.2.77");
  EXPECT_EQ(house.work.waiting(server::Lane::kTurns, "192.0.2.77"), 1u);
}

TEST(ServerRooms, TooManyLoadsAreCalledSo) {
  std::promise<void> held, release;
  House house;
  ASSERT_TRUE(house.tables.later([&] {
    held.set_value();
    release.get_future().wait();
  }));
  held.get_future().wait();
  while (house.tables.later([] {})) {
  }
  house.tables.find(server::new_id(), "", [](const auto& found) {
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, "busy");
  });
  release.set_value();
}

TEST(ServerRooms, MistakesEndNothingButThemselves) {
  std::promise<void> failed, next;
  House house;
  auto job = std::make_shared<server::Job>();
  job->run = [](const std::stop_token&) { throw std::bad_alloc(); };
  job->failed = [&] { failed.set_value(); };
  ASSERT_TRUE(house.work.submit(server::Lane::kTurns, "a", job));
  EXPECT_EQ(failed.get_future().wait_for(20s), std::future_status::ready);
  ASSERT_TRUE(house.tables.later([] { throw std::bad_alloc(); }));
  ASSERT_TRUE(house.tables.later([&] { next.set_value(); }));
  EXPECT_EQ(next.get_future().wait_for(20s), std::future_status::ready);
  // At a table: whoever asked is told, and the next one is served.
  const auto room = house.make({"me", "me"});
  const auto answer =
      house.run(room, [](const server::Table&, std::int64_t) -> server::Answer<server::Decision> {
        throw std::bad_alloc();
      });
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().status, 500);
  EXPECT_TRUE(house.turn(room, "e5", 0));
}

}  // namespace
}  // namespace tests

// Tables in and out of memory, their alarms, and the computers that think at them.
#include "server/tables.h"
#include "server/thinking.h"
#include "server/tokens.h"
#include "server_support.h"

namespace tests {
namespace {

using namespace std::chrono_literals;
using server::Room;

// All that a service has below its routes; the one thread that thinks can be kept busy.
struct House {
  explicit House(std::size_t max_waiting = 20'000) : writer(*store, max_waiting) {}
  ~House() {
    let_think();
    tables.stop_clocks();
    work.stop();
    writer.stop();
    tables.stop();
  }

  std::shared_ptr<Room> make(const std::vector<std::string>& seats, server::ClockSetup time = {}) {
    server::NewTable wish{{games::History(start("yavalath")), {}, "", time}, {}};
    for (const auto& who : seats) {
      const bool me = who == "me";
      using Wish = server::SeatWish::Kind;
      wish.seats.push_back({me ? Wish::kMe : Wish::kComputer, me ? "" : who, ""});
    }
    std::promise<server::Tables::Created> made;
    tables.create(wish, "192.0.2.1", [&](const auto& created) { made.set_value(*created); });
    const auto created = made.get_future().get();
    token_hash = server::hash_of(created.token);
    return created.room;
  }
  std::shared_ptr<Room> find(const std::string& id, const std::string& visitor = "192.0.2.1") {
    std::promise<std::shared_ptr<Room>> found;
    tables.find(id, visitor, [&](const auto& room) { found.set_value(room ? *room : nullptr); });
    return found.get_future().get();
  }
  server::Answer<int> run(const std::shared_ptr<Room>& room, const Room::Operation& operation) {
    std::promise<server::Answer<int>> done;
    room->run(operation, [&](const auto& answer) { done.set_value(answer); }, "192.0.2.1");
    return done.get_future().get();
  }
  server::Answer<int> turn(const std::shared_ptr<Room>& room, const std::string& text, int after) {
    return run(room, [=, this](const server::Table& table, std::int64_t now) {
      return table.turn(table.actor(token_hash), text, after, now);
    });
  }

  // Keeps the thread that thinks from it.
  void hold_thinking() {
    auto job = std::make_shared<server::Job>();
    std::promise<void> begun;
    job->run = [this, &begun](const std::stop_token&) {
      begun.set_value();
      may_think.get_future().wait();
    };
    ASSERT_TRUE(work.submit(server::Lane::kTurns, "holder", job));
    begun.get_future().wait();
    holding = true;
  }
  void let_think() {
    if (std::exchange(holding, false)) may_think.set_value();
  }

  HandClock clock;
  std::shared_ptr<MemoryStore> store = std::make_shared<MemoryStore>();
  store::Writer writer;
  server::Work work{1};
  server::Tables tables{writer, work, *store, nullptr, clock.function()};
  std::promise<void> may_think;
  bool holding = false;
  std::string token_hash;
};

// Time passes until nobody has the room any more: whoever made or found it may still hold it when
// the house looks.
void await_gone(House& house, const std::weak_ptr<Room>& room) {
  for (int i = 0; i < 8 && !room.expired(); ++i) {
    house.clock.pass(5'001);
    for (int j = 0; j < 50 && !room.expired(); ++j) std::this_thread::sleep_for(5ms);
  }
  EXPECT_TRUE(room.expired());
}

server::ClockSetup turn_clock(std::int64_t initial) {
  return {server::ClockSetup::Kind::kTurn, initial, 0};
}

std::string id_of(const std::shared_ptr<Room>& room) { return room->snapshot()->table().id(); }

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
  constexpr std::int64_t kHour = 3'600'000;
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
  House house;
  std::promise<void> held, release;
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
  House house;
  std::promise<void> failed, next;
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

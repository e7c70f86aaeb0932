// Tables without the service's routes, for tests.
#pragma once

#include "moody_store.h"
#include "server/tables.h"
#include "server/tokens.h"
#include "server_support.h"

namespace tests {

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

  std::shared_ptr<server::Room> make(const std::vector<std::string>& seats,
                                     server::ClockSetup time = {}) {
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
  std::shared_ptr<server::Room> find(const std::string& id,
                                     const std::string& visitor = "192.0.2.1") {
    std::promise<std::shared_ptr<server::Room>> found;
    tables.find(id, visitor, [&](const auto& room) { found.set_value(room ? *room : nullptr); });
    return found.get_future().get();
  }
  server::Answer<int> run(const std::shared_ptr<server::Room>& room,
                          const server::Room::Operation& operation) {
    std::promise<server::Answer<int>> done;
    room->run(operation, [&](const auto& answer) { done.set_value(answer); }, "192.0.2.1");
    return done.get_future().get();
  }
  server::Answer<int> turn(const std::shared_ptr<server::Room>& room, const std::string& text,
                           int after) {
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
  std::shared_ptr<MoodyStore> store = std::make_shared<MoodyStore>();
  store::Writer writer;
  server::Work work{1};
  server::Tables tables{writer, work, *store, nullptr, clock.function()};
  std::promise<void> may_think;
  bool holding = false;
  std::string token_hash;
};

// Time passes until nobody has the room any more: whoever made or found it may still hold it when
// the house looks.
inline void await_gone(House& house, const std::weak_ptr<server::Room>& room) {
  for (int i = 0; i < 8 && !room.expired(); ++i) {
    house.clock.pass(5'001);
    for (int j = 0; j < 50 && !room.expired(); ++j)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(room.expired());
}

inline constexpr std::int64_t kHour = 3'600'000;  // milliseconds

inline server::ClockSetup turn_clock(std::int64_t initial) {
  return {server::ClockSetup::Kind::kTurn, initial, 0};
}

inline std::string id_of(const std::shared_ptr<server::Room>& room) {
  return room->snapshot()->table().id();
}

}  // namespace tests

// What follows from a new state of a table: computers think, clocks run.
#include <algorithm>

#include "engine/player.h"
#include "server/room.h"
#include "server/thinking.h"

namespace server {

// REQUIRES: locked.
void Room::consider(Calls& calls) {
  if (stale_ || gone_) return;  // once it is known what is stored
  const Table& table = snapshot_->table();
  const auto computer = table.computer_to_move();
  // Turns may have been taken back and others played: their number alone says nothing.
  if (thought_ &&
      (computer != thought_->shown.player || thought_->about->table().turns() != table.turns())) {
    thought_->job->stop.request_stop();
    thought_.reset();
  }
  if (computer && !thought_) think(*computer, calls);
  if (const auto asked = table.computers_to_ask();
      !asked.empty() && draw_asked_ != table.last_event()) {
    draw_asked_ = table.last_event();
    ask_computers(asked, calls);
  }
  const auto player = table.running();
  if (player && table.is_human(*player)) {
    const auto at = table.runs_out_at();
    calls.push_back([hall = hall_, id = table.id(), at] { hall.wake_at(id, at + 1); });
  }
}

void Room::wake() {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    consider(calls);
  }
  call(calls);
}

// REQUIRES: locked.
void Room::think(int player, Calls& calls) {
  const auto snapshot = snapshot_;
  const auto limit = thinking_limit(snapshot->table(), player, hall_.now());
  const int number = ++thoughts_;
  auto job = std::make_shared<Job>();
  job->run = [self = weak_from_this(), snapshot, player, limit, number,
              hall = hall_](const std::stop_token& stop) {
    const auto begin = hall.now();
    const auto turn = computer_turn(snapshot->table(), limit, stop);
    const auto spent = std::max<std::int64_t>(0, hall.now() - begin);
    const auto room = self.lock();
    if (room == nullptr || hall.stopping()) return;
    const int after = snapshot->table().turn_count();
    room->run(
        [=](const Table& table, std::int64_t at) -> Answer<Decision> {
          // The table may have moved on while this one thought, and another one thinks now.
          if (!room->thought_ || room->thought_->number != number) return Decision{};
          return table.turn({player}, turn, after, at, spent);
        },
        [room, number](const Answer<int>& answer) {
          if (!answer) room->thought_failed(number, answer.error().status >= 500);
        });
  };
  job->failed = [self = weak_from_this(), number] {
    if (const auto room = self.lock()) room->thought_failed(number, true);
  };
  thought_ = Thought{number, job, snapshot, {player, hall_.now(), limit}};
  if (!hall_.work.submit(Lane::kTurns, visitor_, job)) {
    thought_.reset();
    return look_again_soon(calls);
  }
  tell(shared_text(thinking_text(snapshot->table().id(), thought_->shown)));
}

// Its turn could not be played; `again`: not its own fault, it may try again.
void Room::thought_failed(int number, bool again) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    if (!thought_ || thought_->number != number) return;
    thought_.reset();
    if (again) look_again_soon(calls);
  }
  call(calls);
}

// REQUIRES: locked.
void Room::ask_computers(const std::vector<int>& computers, Calls& calls) {
  auto job = std::make_shared<Job>();
  job->run = [self = weak_from_this(), snapshot = snapshot_, computers](const std::stop_token&) {
    for (const int player : computers) {
      const bool takes = engine::takes_draw(snapshot->table().history(), player);
      const auto room = self.lock();
      if (room == nullptr) return;
      const auto reply = takes ? OfferReply::kAccept : OfferReply::kDecline;
      room->run(
          [=](const Table& table, std::int64_t at) -> Answer<Decision> {
            if (table.turns() != snapshot->table().turns()) return Decision{};
            return table.draw({player}, reply, at);
          },
          [room](const Answer<int>& answer) {
            if (!answer && answer.error().status >= 500) room->ask_again();
          });
      if (!takes) return;
    }
  };
  if (hall_.work.submit(Lane::kTurns, visitor_, job)) return;
  draw_asked_ = -1;
  look_again_soon(calls);
}

// The computers' answer to a draw could not be stored.
void Room::ask_again() {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    draw_asked_ = -1;
    look_again_soon(calls);
  }
  call(calls);
}

bool Room::move_now() {
  const std::lock_guard lock(mutex_);
  if (!thought_) return false;
  thought_->job->stop.request_stop();
  return true;
}

}  // namespace server

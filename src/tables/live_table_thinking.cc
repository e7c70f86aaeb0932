// What follows from a new state of a table: computers think, clocks run.
#include <algorithm>
#include <chrono>
#include <cstdint>

#include "engine/player.h"
#include "logs/logs.h"
#include "solve/proofs.h"
#include "tables/live_table.h"
#include "tables/thinking.h"

namespace tables {

namespace {

// When computers that nobody watches try again to get a place: there may be very many of them.
constexpr std::int64_t kRetryAloneMs = 15'000;

}  // namespace

// REQUIRES: locked.
void LiveTable::consider(Calls& calls) {
  if (stale_ || gone_) return;  // once it is known what is stored
  if (!decides_now()) {
    if (thought_) thought_->task->stop.request_stop();
    thought_.reset();
    return;
  }
  // What computers do, and what follows from it, no request asked for.
  static const std::string no_request;
  const logs::RequestScope nobody(no_request);
  const Table& table = snapshot_->table();
  const auto computer = table.computer_to_move();
  // Turns may have been taken back and others played: their number alone says nothing.
  if (thought_ &&
      (computer != thought_->shown.player || thought_->about->table().turns() != table.turns())) {
    thought_->task->stop.request_stop();
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
    calls.push_back([context = context_, id = table.id(), at] { context->wake_at(id, at + 1); });
  }
}

void LiveTable::wake() {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    consider(calls);
  }
  call(calls);
}

// REQUIRES: locked.
void LiveTable::think(int player, Calls& calls) {
  const auto snapshot = snapshot_;
  const auto limit = thinking_limit(snapshot->table(), player, context_->clock.now());
  const int number = ++thoughts_;
  auto task = std::make_shared<Task>();
  task->run = [self = weak_from_this(), snapshot, player, limit, number, context = context_](
                  const std::stop_token& stop, WorkTime& time) {
    const auto begin = context->clock.now() - context->clock.missed();
    const auto memory = context->work.engines().lend(kTurnMegabytes);
    const auto turn = computer_turn(snapshot->table(), limit, stop, time, memory.megabytes());
    // What it had to wait for others is not its own time.
    const auto stood = std::chrono::duration_cast<std::chrono::milliseconds>(time.stood()).count();
    const auto end = context->clock.now() - context->clock.missed();
    const auto spent = std::max<std::int64_t>(0, end - begin - stood);
    const auto live = self.lock();
    if (live == nullptr || context->stopping()) return;
    const int after = snapshot->table().turn_count();
    live->run(
        [=, live = live.get()](const Table& table, std::int64_t at) -> Expected<Decision> {
          // The table may have moved on while this one thought, and another one thinks now.
          if (!live->thought_ || live->thought_->number != number) return Decision{};
          return table.computer_turn(player, turn, after, at, spent);
        },
        [live, number](const Expected<int>& answer) {
          if (!answer) live->thought_failed(number, answer.error().status >= 500);
        });
  };
  task->effort = std::chrono::milliseconds(limit);
  task->attended = is_attended();
  task->failed = [self = weak_from_this(), number] {
    if (const auto live = self.lock()) live->thought_failed(number, true);
  };
  thought_ = Thought{number, task, snapshot, {player, context_->clock.now(), limit}};
  if (!context_->work.submit(Lane::kTurns, visitor_, task)) {
    const bool attended = task->attended;
    thought_.reset();
    if (attended) return look_again_soon(calls);
    calls.push_back([context = context_, id = snapshot->table().id()] {
      context->wake_at(id, context->clock.now() + kRetryAloneMs);
    });
    return;
  }
  tell(shared_text(context_->format.thinking_message(snapshot->table().id(), thought_->shown)));
  tell_followers();
}

// Does a person play here, or watch? REQUIRES: locked.
bool LiveTable::is_attended() const {
  const auto& table = snapshot_->table();
  for (int player = 0; player < table.players(); ++player) {
    if (table.is_human(player)) return true;
  }
  const auto watched = [](const auto& follower) { return follower.second.watched; };
  return !watchers_.empty() || std::any_of(followers_.begin(), followers_.end(), watched);
}

// Somebody came or left. REQUIRES: locked.
void LiveTable::note_attention() {
  if (thought_) context_->work.attend(*thought_->task, is_attended());
}

// Its turn could not be played; `again`: not its own fault, it may try again.
void LiveTable::thought_failed(int number, bool again) {
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
void LiveTable::ask_computers(const std::vector<int>& computers, Calls& calls) {
  auto task = std::make_shared<Task>();
  task->run = [self = weak_from_this(), snapshot = snapshot_, computers](const std::stop_token&,
                                                                         WorkTime&) {
    for (const int player : computers) {
      const bool takes =
          engine::takes_draw(snapshot->table().history(), player, &solve::shared_proof_book());
      const auto live = self.lock();
      if (live == nullptr) return;
      const auto reply = takes ? OfferReply::kAccept : OfferReply::kDecline;
      live->run(
          [=](const Table& table, std::int64_t at) -> Expected<Decision> {
            if (table.turns() != snapshot->table().turns()) return Decision{};
            return table.draw({player}, reply, at);
          },
          [live](const Expected<int>& answer) {
            if (!answer && answer.error().status >= 500) live->ask_again();
          });
      if (!takes) return;
    }
  };
  if (context_->work.submit(Lane::kTurns, visitor_, task)) return;
  draw_asked_ = -1;
  look_again_soon(calls);
}

// The computers' answer to a draw could not be stored.
void LiveTable::ask_again() {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    draw_asked_ = -1;
    look_again_soon(calls);
  }
  call(calls);
}

bool LiveTable::move_now() {
  const std::lock_guard lock(mutex_);
  if (!thought_) return false;
  thought_->task->stop.request_stop();
  return true;
}

}  // namespace tables

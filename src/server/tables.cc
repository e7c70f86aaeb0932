#include "server/tables.h"

#include <chrono>

#include "core/guarded.h"
#include "core/scan.h"
#include "server/tokens.h"

namespace server {

using text::Error;
using text::Message;

namespace {

constexpr std::int64_t kSweepEveryMs = 5'000;
// Alarms are looked at this often: a player has so much of a second more at most.
constexpr std::chrono::milliseconds kTick{25}, kLongTick{5'000};
constexpr std::size_t kMaxTasks = 10'000;

Refusal no_such_table(const std::string& id) {
  return {404, "no_such_table", Error(Message::kNoSuchTable, {core::quoted(id)})};
}

}  // namespace

Tables::Tables(store::Writer& writer, Work& work, store::Store& store, Buckets* made,
               std::function<std::int64_t()> now)
    : writer_(writer), work_(work), store_(store), made_(made), now_(std::move(now)) {
  clock_thread_ = std::thread([this] { keep_time(); });
  load_thread_ = std::thread([this] { load(); });
}

Tables::~Tables() { stop(); }

void Tables::stop_clocks() {
  stopping_ = true;
  {
    const std::lock_guard lock(mutex_);
    clocks_stopped_ = true;
  }
  timed_.notify_all();
  if (clock_thread_.joinable()) clock_thread_.join();
}

void Tables::stop() {
  stop_clocks();
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  asked_.notify_all();
  if (load_thread_.joinable()) load_thread_.join();
  const std::lock_guard lock(mutex_);
  rooms_.clear();
}

Hall Tables::hall() {
  return {writer_,
          work_,
          store_,
          now_,
          [this](const std::string& id, std::int64_t at) { wake_at(id, at); },
          [this](std::function<void()> task) { return later(std::move(task)); },
          [this](const std::string& id) { forget(id); },
          [this] { return stopping_.load(); }};
}

// --- Finding ---

bool Tables::later(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    if (stopped_ || tasks_.size() >= kMaxTasks) return false;
    tasks_.push_back(std::move(task));
  }
  asked_.notify_one();
  return true;
}

Refusal Tables::cannot_load() const {
  if (stopping_) return {503, "stopping", Error(Message::kServerStops), 5};
  return {503, "busy", Error(Message::kTooMany, {"1"}), 1};
}

void Tables::find(const std::string& id, const std::string& visitor, const Found& found) {
  if (!is_id(id)) return found(no_such_table(id));
  std::shared_ptr<Room> room;
  {
    const std::lock_guard lock(mutex_);
    const auto at = rooms_.find(id);
    if (at != rooms_.end()) room = at->second;
  }
  if (room != nullptr) return found(room);
  const bool begun = later([this, id, visitor, found, asked = now_()] {
    if (stopping_) return found(cannot_load());
    if (core::guarded([&] { load_one(id, visitor, asked, found); })) return;
    load_again_soon(id, asked);
    found(internal_refusal());
  });
  if (begun) return;
  load_again_soon(id, now_());
  found(cannot_load());
}

void Tables::load() {
  std::unique_lock lock(mutex_);
  while (true) {
    asked_.wait(lock, [this] { return stopped_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const auto task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    core::guarded(task);
    lock.lock();
  }
}

void Tables::load_one(const std::string& id, const std::string& visitor, std::int64_t asked,
                      const Found& found) {
  std::optional<Room::Parked> parked;
  {
    std::unique_lock lock(mutex_);
    // Somebody else may have asked for it before.
    if (const auto at = rooms_.find(id); at != rooms_.end()) {
      const auto room = at->second;
      lock.unlock();
      return found(room);
    }
    if (const auto at = parked_.find(id); at != parked_.end()) parked = at->second;
  }
  const auto game = store_.load(id);
  if (game && !*game) {
    forget(id);
    return found(no_such_table(id));
  }
  const auto now = now_();
  auto table =
      game ? Table::load(**game, parked ? parked->since : now) : games::Parsed<Table>(game.error());
  if (!table) {
    const auto refusal = load_refusal(table.error());
    if (refusal.code == "store") {
      load_again_soon(id, asked);
    } else {
      forget(id);
    }
    return found(refusal);
  }
  // Whoever wanted to move could not meanwhile.
  const auto still_since = parked ? parked->still_since.value_or(asked) : now;
  if (now - still_since > kSlowMs) table->stand_still(still_since, now);
  const auto room = enter(*std::move(table), visitor.empty() && parked ? parked->visitor : visitor);
  if (room->snapshot()->table().over()) {
    const auto review = store_.review(id);
    if (review && *review) room->set_review("done");
  }
  room->wake();
  found(room);
}

// A table whose clock runs could not be loaded: the clock stands still until it can.
void Tables::load_again_soon(const std::string& id, std::int64_t asked) {
  {
    const std::lock_guard lock(mutex_);
    const auto at = parked_.find(id);
    if (at == parked_.end()) return;
    if (!at->second.still_since) at->second.still_since = asked;
  }
  wake_at(id, now_() + kRetryMs);
}

// The store does not have it any more.
void Tables::forget(const std::string& id) {
  const std::lock_guard lock(mutex_);
  rooms_.erase(id);
  parked_.erase(id);
  forget_alarm(id);
}

std::shared_ptr<Room> Tables::enter(Table table, const std::string& visitor) {
  const auto id = table.id();
  auto room = std::make_shared<Room>(hall(), std::move(table), visitor);
  const std::lock_guard lock(mutex_);
  parked_.erase(id);
  return rooms_.try_emplace(id, std::move(room)).first->second;
}

// --- Time ---

// The earlier of two alarms counts: whoever looks at a table too early sets the next one.
void Tables::wake_at(const std::string& id, std::int64_t at) {
  {
    const std::lock_guard lock(mutex_);
    const auto [alarm, fresh] = alarms_.try_emplace(id, at);
    if (!fresh && alarm->second <= at) return;
    by_time_.erase({alarm->second, id});
    alarm->second = at;
    by_time_.emplace(at, id);
  }
  timed_.notify_one();
}

// REQUIRES: locked.
void Tables::forget_alarm(const std::string& id) {
  const auto alarm = alarms_.find(id);
  if (alarm == alarms_.end()) return;
  by_time_.erase({alarm->second, id});
  alarms_.erase(alarm);
}

// REQUIRES: locked.
std::vector<std::string> Tables::take_due(std::int64_t now) {
  std::vector<std::string> due;
  while (!by_time_.empty() && by_time_.begin()->first <= now) {
    due.push_back(by_time_.begin()->second);
    forget_alarm(due.back());
  }
  return due;
}

void Tables::keep_time() {
  auto swept = now_();
  std::unique_lock lock(mutex_);
  while (!clocks_stopped_) {
    timed_.wait_for(lock, by_time_.empty() ? kLongTick : kTick);
    const auto now = now_();
    const auto due = take_due(now);
    lock.unlock();
    for (const auto& id : due) core::guarded([&] { look_at(id); });
    lock.lock();
    if (now - swept < kSweepEveryMs) continue;
    sweep(now);
    swept = now;
  }
}

// An alarm went off.
void Tables::look_at(const std::string& id) {
  std::shared_ptr<Room> room;
  {
    const std::lock_guard lock(mutex_);
    const auto at = rooms_.find(id);
    if (at != rooms_.end()) room = at->second;
    if (room == nullptr && !parked_.contains(id)) return;
  }
  if (room != nullptr) return room->check();
  find(id, "", [](const Answer<std::shared_ptr<Room>>& found) {
    if (found) (*found)->check();
  });
}

// Tables that nobody needs leave the memory; the store has them. REQUIRES: locked.
void Tables::sweep(std::int64_t now) {
  std::erase_if(rooms_, [&](const auto& entry) {
    const auto& [id, room] = entry;
    // Whoever has found it may be about to use it; then there must be no second one.
    if (room.use_count() > 1) return false;
    auto leave = room->try_leave(now);
    if (!leave) return false;
    if (leave->clock) {
      parked_[id] = *std::move(leave->clock);
    } else {
      forget_alarm(id);
    }
    return true;
  });
}

}  // namespace server

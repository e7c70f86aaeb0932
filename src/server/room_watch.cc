// A room as others see it: watching, and who is there.
#include <algorithm>

#include "server/room.h"

namespace server {

using text::Language;

namespace {

constexpr std::int64_t kIdleMs = 15'000;
// A table whose clock runs out much later can wait in the store meanwhile.
constexpr std::int64_t kFarMs = 60'000;

}  // namespace

std::shared_ptr<const Snapshot> Room::snapshot() const {
  const std::lock_guard lock(mutex_);
  return snapshot_;
}

// REQUIRES: locked.
Presence Room::presence() const {
  Presence presence;
  presence.online.resize(snapshot_->table().seats().size());
  for (const auto& watcher : watchers_) {
    for (const int player : watcher.actor) presence.online[static_cast<std::size_t>(player)] = true;
  }
  if (thought_) presence.thinking = thought_->shown;
  presence.review = review_;
  return presence;
}

std::string Room::text(const Actor& actor, Language language) const {
  std::shared_ptr<const Snapshot> snapshot;
  Presence presence;
  {
    const std::lock_guard lock(mutex_);
    snapshot = snapshot_;
    presence = this->presence();
  }
  return table_text(*snapshot, presence, actor, hall_.now(), language);
}

void Room::watch(const Watcher& watcher, const std::string& request, std::optional<int> after) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    used_ms_ = hall_.now();
    // He may have watched before, with another token.
    const auto before = presence().online;
    std::erase_if(watchers_, [&](const Watcher& w) { return w.connection == watcher.connection; });
    watchers_.push_back(watcher);
    const Table& table = snapshot_->table();
    const int last = table.last_event();
    // All that is missing is still here, in his language?
    std::string events;
    bool whole = after && *after <= last && *after >= last - static_cast<int>(told_.size());
    for (const auto& one : told_) {
      if (!whole || one.event.number <= *after) continue;
      const auto& text = one.texts[static_cast<std::size_t>(watcher.language)];
      if (text == nullptr) whole = false;
      if (text != nullptr) events += (events.empty() ? "" : ",") + *text;
    }
    const std::string head = "{\"type\":\"ok\",\"request\":" + request;
    watcher.connection->send(shared_text(
        whole
            ? head + ",\"events\":[" + events +
                  "],\"now\":" + now_text(*snapshot_, presence(), hall_.now()) + '}'
            : head + ",\"table\":" +
                  table_text(*snapshot_, presence(), watcher.actor, hall_.now(), watcher.language) +
                  '}'));
    tell_who_came(before);
    consider(calls);
  }
  call(calls);
}

void Room::unwatch(const Connection* connection) {
  const std::lock_guard lock(mutex_);
  const auto before = presence().online;
  std::erase_if(watchers_, [&](const Watcher& w) { return w.connection.get() == connection; });
  tell_who_came(before);
  used_ms_ = hall_.now();
}

// And who left; `before`: who was there. REQUIRES: locked.
void Room::tell_who_came(const std::vector<bool>& before) {
  const auto now = presence().online;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (before[i] == now[i]) continue;
    tell(shared_text(dumped({{"type", "online"},
                             {"table", snapshot_->table().id()},
                             {"player", i + 1},
                             {"online", bool(now[i])}})));
  }
}

// REQUIRES: locked.
void Room::tell(const std::shared_ptr<const std::string>& message) {
  for (const auto& watcher : watchers_) watcher.connection->send(message);
}

void Room::set_review(const std::string& state) {
  const std::lock_guard lock(mutex_);
  review_ = state;
  if (state != "done") return;
  tell(shared_text(dumped({{"type", "review_ready"}, {"table", snapshot_->table().id()}})));
}

std::string Room::review() const {
  const std::lock_guard lock(mutex_);
  return review_;
}

std::optional<Room::Leave> Room::try_leave(std::int64_t now) const {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return std::nullopt;
  const Table& table = snapshot_->table();
  const bool waits_for_store = busy_ || stale_ || still_since_ || !waiting_.empty();
  const bool at_work = thought_ || table.computer_to_move() || review_ == "running";
  const bool runs = table.running().has_value();
  const bool runs_out_soon = runs && table.runs_out_at() - now < kFarMs;
  const bool needed = !watchers_.empty() || waits_for_store || at_work || runs_out_soon ||
                      now - used_ms_ <= kIdleMs;
  if (needed) return std::nullopt;
  return runs ? Leave{Parked{table.since(), visitor_}} : Leave{};
}

}  // namespace server

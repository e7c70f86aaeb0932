// A live table as others see it: watching, and who is there.
#include <algorithm>

#include "tables/live_table.h"

namespace tables {

namespace {

constexpr std::int64_t kIdleMs = 15'000;
// A table whose clock runs out much later can wait in the store meanwhile.
constexpr std::int64_t kFarMs = 60'000;
// More spectators than this are a crowd, whose number is told once a second at most.
constexpr int kCrowd = 20;
constexpr std::int64_t kCrowdToldMs = 1000;
// So many phrases a player may say in so long.
constexpr std::size_t kMostPhrases = 3;
constexpr std::int64_t kPhrasesMs = 10'000;

}  // namespace

std::shared_ptr<const Snapshot> LiveTable::snapshot() const {
  const std::lock_guard lock(mutex_);
  return snapshot_;
}

// REQUIRES: locked.
Presence LiveTable::presence() const {
  const auto players = snapshot_->table().seats().size();
  Presence presence;
  if (!decides_now()) presence = elsewhere_;
  presence.online.resize(players);
  for (const auto& watcher : watchers_) {
    for (const int player : watcher.actor) presence.online[static_cast<std::size_t>(player)] = true;
    // Of one that follows the owner has counted them.
    if (watcher.actor.empty() && decides_now()) ++presence.spectators;
  }
  for (const auto& [node, following] : followers_) {
    for (std::size_t i = 0; i < std::min(players, following.online.size()); ++i) {
      if (following.online[i]) presence.online[i] = true;
    }
    presence.spectators += following.spectators;
  }
  if (thought_) presence.thinking = thought_->shown;
  presence.review = std::max(presence.review, review_);
  return presence;
}

LiveTable::State LiveTable::state() const {
  const std::lock_guard lock(mutex_);
  return {snapshot_, presence()};
}

void LiveTable::watch(const Watcher& watcher, std::optional<int> after, const Greet& greet) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    used_ms_ = context_->clock.now();
    // He may have watched before, with another token.
    const auto before = presence().online;
    std::erase_if(watchers_, [&](const Watcher& w) { return w.subscriber == watcher.subscriber; });
    watchers_.push_back(watcher);
    greet({*snapshot_, presence(), used_ms_, missed(after, watcher.language)});
    tell_who_came(before);
    tell_spectators();
    consider(calls);
    note_attention();
    follow_again(calls);
  }
  call(calls);
}

// All messages after that event in this language, where they are still kept. REQUIRES: locked.
std::optional<std::vector<SharedText>> LiveTable::missed(std::optional<int> after,
                                                         text::Language language) const {
  const int last = snapshot_->table().last_event();
  if (!after || *after > last || *after < last - static_cast<int>(told_.size())) {
    return std::nullopt;
  }
  std::vector<SharedText> messages;
  for (const auto& one : told_) {
    if (one.event.number <= *after) continue;
    messages.push_back(one.texts[static_cast<std::size_t>(language)]);
    if (messages.back() == nullptr) return std::nullopt;
  }
  return messages;
}

void LiveTable::unwatch(const Subscriber* subscriber) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    const auto before = presence().online;
    std::erase_if(watchers_, [&](const Watcher& w) { return w.subscriber.get() == subscriber; });
    tell_who_came(before);
    tell_spectators();
    note_attention();
    used_ms_ = context_->clock.now();
    follow_again(calls);
  }
  call(calls);
}

// And who left; `before`: who was there. REQUIRES: locked.
void LiveTable::tell_who_came(const std::vector<bool>& before) {
  const auto now = presence().online;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (before[i] == now[i]) continue;
    tell(shared_text(
        context_->format.online_message(snapshot_->table().id(), static_cast<int>(i), now[i])));
  }
  if (before != now) tell_followers();
}

// How many watch, where that has changed; of a crowd that comes and goes not at every step.
// REQUIRES: locked.
void LiveTable::tell_spectators() {
  const int now = presence().spectators;
  if (now == spectators_told_) return;
  const auto& id = snapshot_->table().id();
  const auto next = spectators_told_ms_ + kCrowdToldMs;
  const bool crowd = std::max(now, spectators_told_) > kCrowd;
  if (crowd && context_->clock.now() < next) return context_->wake_at(id, next);
  spectators_told_ = now;
  spectators_told_ms_ = context_->clock.now();
  tell(shared_text(context_->format.spectators_message(id, now)));
  if (decides_now()) tell_followers();
}

Expected<int> LiveTable::say(const SayPhrase& words) {
  const std::lock_guard lock(mutex_);
  if (gone_) return *gone_;
  if (!decides_now()) return decided_elsewhere();
  const auto actor = snapshot_->table().actor(words.token_hash);
  if (actor.empty()) return HttpError{401, "wrong_token", text::Error(text::Message::kWrongToken)};
  used_ms_ = context_->clock.now();
  auto& times = said_[actor.front()];
  while (!times.empty() && used_ms_ - times.front() >= kPhrasesMs) times.pop_front();
  if (times.size() >= kMostPhrases) {
    return text::too_many(static_cast<int>((kPhrasesMs - (used_ms_ - times.front()) + 999) / 1000));
  }
  times.push_back(used_ms_);
  const Said said{actor.front(), words.phrase};
  tell_said(said);
  tell_followers({}, {said});
  return snapshot_->table().last_event();
}

// REQUIRES: locked.
void LiveTable::tell_said(const Said& said) {
  tell(shared_text(
      context_->format.phrase_message(snapshot_->table().id(), said.player, said.phrase)));
}

// REQUIRES: locked.
void LiveTable::tell(const SharedText& message) {
  for (const auto& watcher : watchers_) watcher.subscriber->send(message);
}

void LiveTable::set_review(ReviewState state) {
  const std::lock_guard lock(mutex_);
  review_ = state;
  if (state != ReviewState::kDone) return;
  tell(shared_text(context_->format.review_message(snapshot_->table().id())));
  tell_followers();
}

ReviewState LiveTable::review() const {
  const std::lock_guard lock(mutex_);
  return review_;
}

std::optional<LiveTable::Leave> LiveTable::try_leave(std::int64_t now) const {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return std::nullopt;
  const Table& table = snapshot_->table();
  const bool waits_for_store = busy_ || stale_ || still_since_ || !waiting_.empty();
  const bool decides = decides_now();
  const bool at_work =
      thought_ || (decides && table.computer_to_move()) || review_ == ReviewState::kRunning;
  const bool runs = decides && table.running().has_value();
  const bool runs_out_soon = runs && table.runs_out_at() - now < kFarMs;
  const bool needed = !watchers_.empty() || !followers_.empty() || waits_for_store || at_work ||
                      runs_out_soon || now - used_ms_ <= kIdleMs;
  if (needed) return std::nullopt;
  return runs ? Leave{Parked{table.since(), missed_ms_, visitor_}} : Leave{};
}

}  // namespace tables

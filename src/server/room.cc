#include "server/room.h"

#include <algorithm>

#include "core/guarded.h"

namespace server {

using text::Language;

namespace {

constexpr std::size_t kKeptEvents = 20;

Refusal store_refusal(const text::Error& error) { return {503, "store", error, 1}; }

}  // namespace

Room::Room(const Hall& hall, Table table, const std::string& visitor)
    : hall_(hall),
      snapshot_(std::make_shared<Snapshot>(std::move(table))),
      visitor_(visitor.empty() ? snapshot_->table().id() : visitor),
      used_ms_(hall.now()) {}

void Room::call(const Calls& calls) {
  for (const auto& one : calls) core::guarded(one);
}

// --- Operations ---

void Room::run(Operation operation, Done done, const std::string& visitor) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    const auto now = hall_.now();
    if (!visitor.empty()) {
      visitor_ = visitor;
      used_ms_ = now;
    }
    waiting_.push_back({std::move(operation), std::move(done), now});
    next(calls);
  }
  call(calls);
}

void Room::check() {
  // Whatever comes next ends what ran out; an operation that does nothing will do.
  run([](const Table&, std::int64_t) -> Answer<Decision> { return Decision{}; },
      [self = shared_from_this()](const Answer<int>& answer) {
        if (answer) self->wake();
      });
}

// Takes up what waits until something is to be stored. REQUIRES: locked.
void Room::next(Calls& calls) {
  while (!busy_ && !waiting_.empty()) {
    if (stale_since_) return begin_reload(calls);
    const Table& table = snapshot_->table();
    const auto at = waiting_.front().arrived;
    const auto late = table.time_out(at);
    const auto no_room = late ? store(*late, [](const Answer<int>&) {}) : std::nullopt;
    if (late && !no_room) return;
    if (no_room) look_again_soon(calls);
    auto waiting = std::move(waiting_.front());
    waiting_.pop_front();
    // Before the end of what ran out nothing else may be decided.
    Answer<Decision> decision = no_room ? store_refusal(*no_room) : internal_refusal();
    if (!no_room) core::guarded([&] { decision = waiting.operation(table, at); });
    if (decision && !decision->events.empty()) {
      const auto problem = store(*decision, waiting.done);
      if (!problem) return;
      decision = store_refusal(*problem);
    }
    const Answer<int> answer =
        decision ? Answer<int>(table.last_event()) : Answer<int>(decision.error());
    calls.push_back([done = std::move(waiting.done), answer] { done(answer); });
  }
}

// REQUIRES: locked.
std::optional<text::Error> Room::store(Decision decision, const Done& done) {
  Table after_table = snapshot_->table();
  after_table.apply(decision);
  auto after = std::make_shared<const Snapshot>(std::move(after_table));
  std::vector<Told> told;
  for (const auto& event : decision.events) {
    Told one{event, {}};
    for (int i = 0; i < text::kLanguages; ++i) {
      const auto language = static_cast<Language>(i);
      const bool read = std::any_of(watchers_.begin(), watchers_.end(),
                                    [&](const Watcher& w) { return w.language == language; });
      if (read)
        one.texts[static_cast<std::size_t>(i)] = shared_text(event_text(*after, event, language));
    }
    told.push_back(std::move(one));
  }
  store::Change change;
  change.game = after->table().id();
  change.events = std::move(decision.events);
  change.seats = std::move(decision.seats);
  change.finished = decision.finished;
  auto refused = hall_.writer.submit(
      std::move(change),
      [self = shared_from_this(), after, told = std::move(told), done](
          const std::optional<text::Error>& problem) { self->stored(after, told, problem, done); });
  busy_ = !refused;
  return refused;
}

void Room::stored(const std::shared_ptr<const Snapshot>& after, const std::vector<Told>& told,
                  const std::optional<text::Error>& problem, const Done& done) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    busy_ = false;
    if (problem) {
      // Nobody knows whether it got through.
      stale_since_ = hall_.now();
      calls.push_back([done, problem] { done(store_refusal(*problem)); });
      look_again_soon(calls);
    } else {
      snapshot_ = after;
      if (!after->table().over()) review_ = "none";
      for (const auto& one : told) {
        told_.push_back(one);
        for (const auto& watcher : watchers_) {
          auto& text = told_.back().texts[static_cast<std::size_t>(watcher.language)];
          // Somebody who reads the other language may have come while it was stored.
          if (text == nullptr) text = shared_text(event_text(*after, one.event, watcher.language));
          watcher.connection->send(text);
        }
        if (told_.size() > kKeptEvents) told_.pop_front();
      }
      calls.push_back([done, event = after->table().last_event()] { done(event); });
      consider(calls);
    }
    next(calls);
  }
  call(calls);
}

// --- A store in trouble ---

// REQUIRES: locked.
void Room::refuse_waiting(const Refusal& refusal, Calls& calls) {
  for (auto& waiting : waiting_) {
    calls.push_back([done = std::move(waiting.done), refusal] { done(refusal); });
  }
  waiting_.clear();
}

void Room::look_again_soon(Calls& calls) const {
  calls.push_back(
      [hall = hall_, id = snapshot_->table().id()] { hall.wake_at(id, hall.now() + kRetryMs); });
}

// Looks up what the store has, on the thread that loads: meanwhile operations wait. REQUIRES:
// locked.
void Room::begin_reload(Calls& calls) {
  busy_ = hall_.later([self = shared_from_this()] { self->reload(); });
  if (busy_) return;
  refuse_waiting(store_refusal(text::Error(text::Message::kTooMany, {"1"})), calls);
  look_again_soon(calls);
}

games::Parsed<Table> Room::load_again() const {
  const auto before = snapshot();
  const auto& id = before->table().id();
  const auto game = hall_.store.load(id);
  if (!game) return game.error();
  if (!*game) return text::Error(text::Message::kNoSuchTable, {id});
  return Table::load(**game, before->table().since());
}

void Room::reload() {
  games::Parsed<Table> table = internal_refusal().error;
  core::guarded([&] { table = load_again(); });
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    busy_ = false;
    if (table) {
      // While nothing could be stored nobody could move.
      const auto now = hall_.now();
      table->stand_still(now - *stale_since_, now);
      snapshot_ = std::make_shared<Snapshot>(*std::move(table));
      told_.clear();
      stale_since_.reset();
      tell(shared_text("{\"type\":\"resync\",\"table\":\"" + snapshot_->table().id() + "\"}"));
      consider(calls);
      next(calls);
    } else {
      refuse_waiting(store_refusal(table.error()), calls);
      look_again_soon(calls);
    }
  }
  call(calls);
}

}  // namespace server

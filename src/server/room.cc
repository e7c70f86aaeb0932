#include "server/room.h"

#include <algorithm>

#include "core/guarded.h"
#include "core/scan.h"

namespace server {

using text::Language;

namespace {

constexpr std::size_t kKeptEvents = 20;

Refusal store_refusal(const text::Error& error) { return {503, "store", error, 1}; }

}  // namespace

Refusal load_refusal(const text::Error& error) {
  switch (error.notes.back().message) {
    case text::Message::kNoSuchTable: return {404, "no_such_table", error};
    case text::Message::kTableDamaged:
    case text::Message::kStoreDamaged: return {503, "damaged", error};
    default: return store_refusal(error);
  }
}

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
    if (gone_) return refuse_waiting(*gone_, calls);
    if (stale_) return begin_reload(calls);
    if (still_since_ && !go_on(calls)) return;
    const Table& table = snapshot_->table();
    const auto at = waiting_.front().arrived;
    // Before the end of what ran out nothing else may be decided.
    if (const auto late = table.time_out(at)) {
      if (!store(*late, [](const Answer<int>&) {})) return;
      still_since_ = at;
      continue;
    }
    auto waiting = std::move(waiting_.front());
    waiting_.pop_front();
    Answer<Decision> decision = internal_refusal();
    core::guarded([&] { decision = waiting.operation(table, at); });
    if (decision && !decision->events.empty()) {
      const auto problem = store(*decision, waiting.done);
      if (!problem) return;
      still_since_ = at;
      look_again_soon(calls);
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
  auto refused =
      hall_.writer.submit(std::move(change), [self = shared_from_this(), after,
                                              told = std::move(told), submitted = hall_.now(),
                                              done](const std::optional<text::Error>& problem) {
        self->stored(after, told, submitted, problem, done);
      });
  busy_ = !refused;
  return refused;
}

void Room::stored(std::shared_ptr<const Snapshot> after, std::vector<Told> told,
                  std::int64_t submitted, const std::optional<text::Error>& problem,
                  const Done& done) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    busy_ = false;
    if (problem) {
      // Nobody knows whether it got through.
      stale_ = true;
      still_since_ = submitted;
      calls.push_back([done, problem] { done(store_refusal(*problem)); });
      look_again_soon(calls);
    } else {
      // Of a clock that an event started it tells itself.
      const bool started = after->table().since() > snapshot_->table().since();
      const auto late = stood_still(after->table(), submitted);
      if (late) {
        after = std::make_shared<const Snapshot>(*late);
        for (auto& one : told) one.texts = {};
      }
      snapshot_ = std::move(after);
      if (!snapshot_->table().over()) review_ = "none";
      tell_events(told);
      if (late && !started) tell_resync();
      calls.push_back([done, event = snapshot_->table().last_event()] { done(event); });
      consider(calls);
    }
    next(calls);
  }
  call(calls);
}

// REQUIRES: locked.
void Room::tell_events(const std::vector<Told>& told) {
  for (const auto& one : told) {
    told_.push_back(one);
    for (const auto& watcher : watchers_) {
      auto& text = told_.back().texts[static_cast<std::size_t>(watcher.language)];
      // Somebody who reads the other language may have come while it was stored.
      if (text == nullptr) {
        text = shared_text(event_text(*snapshot_, one.event, watcher.language));
      }
      watcher.connection->send(text);
    }
    if (told_.size() > kKeptEvents) told_.pop_front();
  }
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

// The store took its time with what led to `table`, at least from then to now: where that was long,
// the clocks do not count it, and one that was started by it starts now, when it is told. Nothing
// where nothing changes. REQUIRES: locked.
std::optional<Table> Room::stood_still(const Table& table, std::int64_t from) const {
  const auto now = hall_.now();
  const bool started = table.since() > snapshot_->table().since();
  const auto begin = started ? std::min(from, table.since()) : from;
  if (now - begin <= kSlowMs || !table.running()) return std::nullopt;
  Table stood = table;
  stood.stand_still(begin, now);
  return stood;
}

// The writer had no room. Does it have some again? REQUIRES: locked.
bool Room::go_on(Calls& calls) {
  if (const auto problem = hall_.writer.problem()) {
    refuse_waiting(store_refusal(*problem), calls);
    look_again_soon(calls);
    return false;
  }
  auto stood = stood_still(snapshot_->table(), *still_since_);
  still_since_.reset();
  if (!stood) return true;
  snapshot_ = std::make_shared<Snapshot>(*std::move(stood));
  tell_resync();
  consider(calls);
  return true;
}

// What clients were told does not hold any more. REQUIRES: locked.
void Room::tell_resync() {
  tell(shared_text("{\"type\":\"resync\",\"table\":\"" + snapshot_->table().id() + "\"}"));
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
  if (!*game) return text::Error(text::Message::kNoSuchTable, {core::quoted(id)});
  return Table::load(**game, before->table().since(), before->table().last_event());
}

void Room::reload() {
  games::Parsed<Table> table = internal_refusal().error;
  if (hall_.stopping()) {
    table = text::Error(text::Message::kServerStops);
  } else {
    core::guarded([&] { table = load_again(); });
  }
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    busy_ = false;
    if (table) {
      auto stood = stood_still(*table, *still_since_);
      snapshot_ = std::make_shared<Snapshot>(stood ? *std::move(stood) : *std::move(table));
      told_.clear();
      stale_ = false;
      still_since_.reset();
      tell_resync();
      consider(calls);
      next(calls);
    } else if (const auto refusal = load_refusal(table.error()); refusal.code != "store") {
      gone_ = refusal;
      refuse_waiting(refusal, calls);
      tell_resync();
      calls.push_back([hall = hall_, id = snapshot_->table().id()] { hall.forget(id); });
    } else {
      refuse_waiting(refusal, calls);
      look_again_soon(calls);
    }
  }
  call(calls);
}

}  // namespace server

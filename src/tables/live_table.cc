#include "tables/live_table.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/guarded.h"
#include "core/scan.h"
#include "logs/logs.h"
#include "metrics/metrics.h"
#include "tables/archiving.h"

namespace tables {

namespace {

// Of each table, with their messages, for whoever comes back. A message has the whole view, so more
// than a few of them are longer than the table itself, which he gets instead.
constexpr std::size_t kKeptEvents = 8;
// Beyond that visitors are refused: whatever waits is kept in memory, and the store may stand
// still.
constexpr std::size_t kMostWaiting = 1000;
const std::string kNobody;  // asked for a time-out

// Of a table that this server makes.
store::Tenure first_tenure(const Peers& peers) { return {peers.node(), 1}; }

}  // namespace

// What a database says of itself, its host or its files is for whoever runs the server; he hears it
// through store::WatchedStore. Only these say nothing of that kind.
HttpError store_error(const text::Error& error) {
  const auto& note = error.notes.back();
  switch (note.message) {
    case text::Message::kStoreOtherServer: return table_moves();
    case text::Message::kDiskFull:
    case text::Message::kStoreBusy:
    case text::Message::kStoreLocked:
    case text::Message::kStoreStopped:
    case text::Message::kStoreTooLarge:
    case text::Message::kTooMany:
      return {503, "store", text::Error(note.message, note.arguments), 1};
    default: return {503, "store", text::Error(text::Message::kStoreAway), 1};
  }
}

HttpError load_error(const text::Error& error) {
  switch (error.notes.back().message) {
    case text::Message::kNoSuchTable: return {404, "no_such_table", error};
    case text::Message::kTableDamaged:
    case text::Message::kStoreDamaged: return {503, "damaged", error};
    default: return store_error(error);
  }
}

HttpError server_is_busy() { return {503, "busy", text::Error(text::Message::kTooMany, {"1"}), 1}; }

HttpError decided_elsewhere() {
  return {503, kElsewhere, text::Error(text::Message::kTableMoves), 1};
}

HttpError table_moves() { return {503, "moving", text::Error(text::Message::kTableMoves), 1}; }

store::Change creation_of(const Table& table, const TableContext& context) {
  store::Game game;
  game.id = table.id();
  game.created_ms = table.created();
  game.setup = context.format.write_setup(table.setup());
  game.seats = table.seats();
  store::Change change;
  change.game = table.id();
  change.created = std::move(game);
  if (context.peers != nullptr) change.tenure = first_tenure(*context.peers);
  return change;
}

games::Parsed<Stored> load_stored(const TableContext& context, const std::string& id,
                                  std::int64_t since, int known) {
  const text::Error missing(text::Message::kNoSuchTable, {core::quoted(id)});
  std::optional<store::Claim> claim;
  if (context.peers != nullptr) {
    // First who decides, then what is stored: nobody else adds to what is read after a claim.
    auto claimed = context.peers->claim(id);
    if (!claimed) return claimed.error();
    if (!*claimed) return missing;
    claim = **claimed;
  }
  const auto game = context.store.load(id);
  if (!game) return game.error();
  if (!*game) return missing;
  const bool taken_over = claim && claim->deserted_ms;
  const bool follows = claim && claim->tenure.node != context.peers->node();
  auto table = taken_over || follows ? Table::load(**game, context.format, (*game)->created_ms, 0)
                                     : Table::load(**game, context.format, since, known);
  if (!table) return table.error();
  // Since the server before was heard of last nobody could move.
  const auto now = context.clock.now();
  if (taken_over) table->stand_still(now - *claim->deserted_ms, now);
  return Stored{*std::move(table), claim ? std::optional(claim->tenure) : std::nullopt,
                taken_over || follows};
}

LiveTable::LiveTable(std::shared_ptr<const TableContext> context, Table table,
                     const std::string& visitor, std::optional<store::Tenure> tenure)
    : context_(std::move(context)),
      snapshot_(std::make_shared<Snapshot>(std::move(table))),
      tenure_(std::move(tenure)),
      visitor_(visitor.empty() ? snapshot_->table().id() : visitor),
      used_ms_(context_->clock.now()),
      missed_ms_(context_->clock.missed()) {
  if (context_->peers != nullptr && !tenure_) tenure_ = first_tenure(*context_->peers);
  confirmed_ms_ = used_ms_;
}

void LiveTable::call(const Calls& calls) {
  for (const auto& one : calls) core::guarded(one);
}

// --- Operations ---

void LiveTable::run(Operation operation, Done done, const std::string& visitor) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    const auto now = context_->clock.now();
    if (!visitor.empty()) {
      visitor_ = visitor;
      used_ms_ = now;
    }
    // What the server itself wants is little, and must happen.
    if (!visitor.empty() && waiting_.size() >= kMostWaiting) {
      calls.push_back([done = std::move(done)] { done(server_is_busy()); });
    } else {
      waiting_.push_back({std::move(operation), std::move(done), now, logs::current_request()});
      decide_waiting(calls);
    }
  }
  call(calls);
}

bool LiveTable::has_room() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size() < kMostWaiting;
}

void LiveTable::check() {
  if (is_news_late()) return refresh();
  {
    const std::lock_guard lock(mutex_);
    tell_spectators();
  }
  // Whatever comes next ends what ran out; an operation that does nothing will do.
  run([](const Table&, std::int64_t) -> Expected<Decision> { return Decision{}; },
      [self = shared_from_this()](const Expected<int>& answer) {
        if (answer) self->wake();
      });
}

void LiveTable::decide_waiting() {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    decide_waiting(calls);
  }
  call(calls);
}

// Takes up what waits until something is to be stored. REQUIRES: locked.
void LiveTable::decide_waiting(Calls& calls) {
  while (!busy_ && !waiting_.empty()) {
    if (gone_) return refuse_waiting(*gone_, calls);
    if (stale_) return begin_reload(calls);
    if (!decides_now()) return refuse_waiting(decided_elsewhere(), calls);
    if (still_since_ && !go_on(calls)) return;
    skip_missed(calls);
    const Table& table = snapshot_->table();
    const auto at = waiting_.front().arrived;
    // Before the end of what ran out nothing else may be decided.
    if (const auto late = table.time_out(at)) {
      const logs::RequestScope nobody(kNobody);
      if (!store(*late, [](const Expected<int>&) {})) return;
      still_since_ = at;
      continue;
    }
    auto waiting = std::move(waiting_.front());
    waiting_.pop_front();
    const logs::RequestScope scope(waiting.request);
    Expected<Decision> decision = text::internal_error();
    core::guarded([&] { decision = waiting.operation(table, at); });
    if (decision && !decision->events.empty()) {
      const auto problem = store(*decision, waiting.done);
      if (!problem) return;
      still_since_ = at;
      look_again_soon(calls);
      decision = store_error(*problem);
    }
    const Expected<int> answer =
        decision ? Expected<int>(table.last_event()) : Expected<int>(decision.error());
    calls.emplace_back(logs::carried([done = std::move(waiting.done), answer] { done(answer); }));
  }
}

// The messages about some events, in the languages that somebody reads. REQUIRES: locked.
std::vector<LiveTable::Told> LiveTable::messages_of(const std::vector<Event>& events,
                                                    const Snapshot& after) const {
  std::vector<Told> told;
  for (const auto& event : events) {
    Told one{event, {}};
    for (const auto& watcher : watchers_) {
      auto& text = one.texts[static_cast<std::size_t>(watcher.language)];
      if (text != nullptr) continue;
      text = shared_text(context_->format.event_message(after, event, watcher.language));
    }
    told.push_back(std::move(one));
  }
  return told;
}

// REQUIRES: locked.
std::optional<text::Error> LiveTable::store(Decision decision, const Done& done) {
  Table after_table = snapshot_->table();
  after_table.apply(decision);
  auto after = std::make_shared<const Snapshot>(std::move(after_table));
  std::vector<store::Change> changes;
  if (decision.next) changes.push_back(creation_of(*decision.next, *context_));
  store::Change& change = changes.emplace_back();
  change.game = after->table().id();
  for (const auto& event : decision.events) {
    change.events.push_back(context_->format.write_event(event));
  }
  change.seats = std::move(decision.seats);
  change.finished = decision.finished;
  const bool was_shown = snapshot_->table().is_shown(), is_shown = after->table().is_shown();
  if (is_shown && !was_shown) change.shown = shown_of(after->table(), context_->format);
  change.hidden = was_shown && !is_shown;
  change.removed = decision.removed;
  change.tenure = tenure_;
  ForFollowers news;
  if (context_->peers != nullptr) news = {change.events, change.seats};
  auto refused = context_->writer.submit_together(
      std::move(changes),
      logs::carried([self = shared_from_this(), after, told = messages_of(decision.events, *after),
                     news = std::move(news), removed = decision.removed,
                     submitted = context_->clock.now(),
                     done](const std::optional<text::Error>& problem) {
        self->stored(after, told, news, removed, submitted, problem, done);
      }));
  busy_ = !refused;
  return refused;
}

// On the writer's thread, for which everybody else waits: what the table decides next is decided on
// another one.
void LiveTable::stored(std::shared_ptr<const Snapshot> after, std::vector<Told> told,
                       const ForFollowers& news, bool removed, std::int64_t submitted,
                       const std::optional<text::Error>& problem, const Done& done) {
  Calls calls;
  bool more = false;
  {
    const std::lock_guard lock(mutex_);
    busy_ = false;
    if (problem) {
      // Nobody knows whether it got through.
      stale_ = true;
      still_since_ = submitted;
      logs::write(logs::Level::kError, "not_stored",
                  {{"table", snapshot_->table().id()},
                   {"why", text::render(*problem, text::Language::kEnglish)}});
      calls.push_back([done, problem] { done(store_error(*problem)); });
      look_again_soon(calls);
    } else {
      accept(std::move(after), std::move(told), submitted);
      tell_followers(news);
      // Whoever hears that it is deleted finds it nowhere any more.
      if (removed) be_gone(calls);
      calls.push_back([done, event = snapshot_->table().last_event()] { done(event); });
      consider(calls);
    }
    more = !waiting_.empty();
  }
  call(calls);
  if (!more) return;
  const bool begun =
      context_->decide_later([self = shared_from_this()] { self->decide_waiting(); });
  if (!begun) decide_waiting();
}

// The store does not have it any more. REQUIRES: locked.
void LiveTable::be_gone(Calls& calls) {
  const auto& id = snapshot_->table().id();
  gone_ = load_error(text::Error(text::Message::kNoSuchTable, {core::quoted(id)}));
  tell_resync();
  calls.push_back([context = context_, id] { context->forget(id); });
}

// What was decided is stored: now it counts. REQUIRES: locked.
void LiveTable::accept(std::shared_ptr<const Snapshot> after, std::vector<Told> told,
                       std::int64_t submitted) {
  // Of a clock that an event started it tells itself.
  const bool started = after->table().since() > snapshot_->table().since();
  const auto late = stood_still(after->table(), submitted);
  if (late) {
    after = std::make_shared<const Snapshot>(*late);
    for (auto& one : told) one.texts = {};
  }
  snapshot_ = std::move(after);
  if (!snapshot_->table().over()) review_ = ReviewState::kNone;
  note_events(told);
  tell_events(told);
  if (late && !started) tell_resync();
  static auto& seconds = metrics::histogram(metrics::kTurnSeconds);
  seconds.observe(std::chrono::milliseconds(context_->clock.now() - submitted));
}

// In the log and the metrics. REQUIRES: locked.
void LiveTable::note_events(const std::vector<Told>& told) const {
  for (const auto& one : told) {
    const auto* const turn = std::get_if<TurnPlayed>(&one.event.what);
    if (turn != nullptr) {
      const bool human = snapshot_->table().is_human(turn->player);
      metrics::counter(metrics::kTurns, human ? "human" : "computer").add();
    }
    logs::write(logs::Level::kInfo, turn != nullptr ? "turn" : "event",
                {{"table", snapshot_->table().id()}, logs::number("number", one.event.number)});
  }
}

// REQUIRES: locked.
void LiveTable::tell_events(const std::vector<Told>& told) {
  for (const auto& one : told) {
    told_.push_back(one);
    for (const auto& watcher : watchers_) {
      auto& text = told_.back().texts[static_cast<std::size_t>(watcher.language)];
      // Somebody who reads the other language may have come while it was stored.
      if (text == nullptr) {
        text = shared_text(context_->format.event_message(*snapshot_, one.event, watcher.language));
      }
      watcher.subscriber->send(text);
    }
    if (told_.size() > kKeptEvents) told_.pop_front();
  }
}

// --- A store in trouble ---

// REQUIRES: locked.
void LiveTable::refuse_waiting(const HttpError& error, Calls& calls) {
  for (auto& waiting : waiting_) {
    const logs::RequestScope scope(waiting.request);
    calls.emplace_back(logs::carried([done = std::move(waiting.done), error] { done(error); }));
  }
  waiting_.clear();
}

void LiveTable::look_again_soon(Calls& calls) const {
  calls.push_back([context = context_, id = snapshot_->table().id()] {
    context->wake_at(id, context->clock.now() + kRetryMs);
  });
}

// The store took its time with what led to `table`, at least from then to now: where that was long,
// the clocks do not count it, and one that was started by it starts now, when it is told. Nothing
// where nothing changes. REQUIRES: locked.
std::optional<Table> LiveTable::stood_still(const Table& table, std::int64_t from) {
  const auto now = context_->clock.now();
  const bool started = table.since() > snapshot_->table().since();
  const auto begin = started ? std::min(from, table.since()) : from;
  if (now - begin <= kSlowMs || !table.running()) return std::nullopt;
  Table stood = table;
  stood.stand_still(begin, now);
  came_later(begin, now);
  missed_ms_ = context_->clock.missed();
  return stood;
}

// Nothing counts from then to now, so whoever came before it did so later by as much.
// REQUIRES: locked.
void LiveTable::came_later(std::int64_t from, std::int64_t now) {
  for (auto& waiting : waiting_) {
    waiting.arrived += std::max<std::int64_t>(0, now - std::max(from, waiting.arrived));
  }
}

// The server did not run for a while: that counts for nobody. REQUIRES: locked.
void LiveTable::skip_missed(Calls& calls) {
  const auto missed = context_->clock.missed();
  const auto pause = missed - std::exchange(missed_ms_, missed);
  if (pause <= 0 || !snapshot_->table().running()) return;
  Table table = snapshot_->table();
  const auto now = context_->clock.now();
  table.stand_still(now - pause, now);
  came_later(now - pause, now);
  snapshot_ = std::make_shared<Snapshot>(std::move(table));
  tell_resync();
  consider(calls);
}

// The writer had no room. Does it have some again? REQUIRES: locked.
bool LiveTable::go_on(Calls& calls) {
  if (const auto problem = context_->writer.problem()) {
    refuse_waiting(store_error(*problem), calls);
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
void LiveTable::tell_resync() {
  tell(shared_text(context_->format.resync_message(snapshot_->table().id())));
  tell_followers();
}

// Looks up what the store has, on the thread that loads: meanwhile operations wait. REQUIRES:
// locked.
void LiveTable::begin_reload(Calls& calls) {
  busy_ = context_->load_later([self = shared_from_this()] { self->reload(); });
  if (busy_) return;
  refuse_waiting(store_error(text::Error(text::Message::kTooMany, {"1"})), calls);
  look_again_soon(calls);
}

games::Parsed<Stored> LiveTable::load_again() const {
  const auto before = snapshot();
  const Table& table = before->table();
  return load_stored(*context_, table.id(), table.since(), table.last_event());
}

void LiveTable::reload() {
  games::Parsed<Stored> stored = text::internal_error().error;
  if (context_->stopping()) {
    stored = text::Error(text::Message::kServerStops);
  } else {
    core::guarded([&] { stored = load_again(); });
  }
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    busy_ = false;
    const bool known = bool(stored);
    if (stored) {
      reloaded(*std::move(stored), calls);
    } else if (const auto error = load_error(stored.error()); error.code != "store") {
      gone_ = error;
      refuse_waiting(error, calls);
      tell_resync();
      calls.push_back([context = context_, id = snapshot_->table().id()] { context->forget(id); });
    } else {
      refuse_waiting(error, calls);
      look_again_soon(calls);
    }
    answer_all(calls, known);
  }
  call(calls);
}

// REQUIRES: locked.
void LiveTable::reloaded(Stored stored, Calls& calls) {
  const bool had = decides_now();
  tenure_ = std::move(stored.tenure);
  if (had != decides_now()) {
    logs::write(logs::Level::kInfo, had ? "table_lost" : "table_taken",
                {{"table", snapshot_->table().id()}});
    followers_.clear();
    elsewhere_ = {};
  }
  std::optional<Table> stood;
  if (still_since_ && !stored.clock_known) stood = stood_still(stored.table, *still_since_);
  snapshot_ = std::make_shared<Snapshot>(stood ? *std::move(stood) : std::move(stored.table));
  told_.clear();
  stale_ = false;
  still_since_.reset();
  confirmed_ms_ = context_->clock.now();
  tell_resync();
  if (!decides_now()) {
    calls.push_back(
        [context = context_, id = snapshot_->table().id()] { context->peers->follow_soon(id); });
    // News of more came while it was read.
    if (std::exchange(heard_, 0) > snapshot_->table().last_event()) {
      calls.push_back([self = shared_from_this()] { self->refresh(); });
    }
  }
  consider(calls);
  decide_waiting(calls);
}

}  // namespace tables

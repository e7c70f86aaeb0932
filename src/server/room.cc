#include "server/room.h"

#include <algorithm>

#include "engine/player.h"
#include "server/thinking.h"

namespace server {

using text::Language;

namespace {

constexpr std::size_t kKeptEvents = 20;

Refusal store_refusal(const text::Error& error) { return {503, "store", error, 1}; }

}  // namespace

Room::Room(const Hall& hall, Table table, std::string visitor)
    : hall_(hall),
      snapshot_(std::make_shared<Snapshot>(std::move(table))),
      visitor_(visitor.empty() ? snapshot_->table().id() : std::move(visitor)),
      used_ms_(hall.now()) {}

void Room::call(const Calls& calls) {
  for (const auto& one : calls) one();
}

// --- Operations ---

void Room::run(Operation operation, Done done, const std::string& visitor) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    used_ms_ = hall_.now();
    if (!visitor.empty()) visitor_ = visitor;
    waiting_.push_back({std::move(operation), std::move(done), used_ms_});
    next(calls);
  }
  call(calls);
}

void Room::check_clock() {
  // Whatever comes next ends what ran out; an operation that does nothing will do.
  run([](const Table&, std::int64_t) -> Answer<Decision> { return Decision{}; },
      [](const Answer<int>&) {});
}

// Takes up what waits until something is to be stored. REQUIRES: locked.
void Room::next(Calls& calls) {
  while (!storing_ && !waiting_.empty()) {
    const auto problem = stale_ ? reload() : std::nullopt;
    if (problem) {
      auto waiting = std::move(waiting_.front());
      waiting_.pop_front();
      calls.push_back(
          [done = std::move(waiting.done), refusal = store_refusal(*problem)] { done(refusal); });
      continue;
    }
    const Table& table = snapshot_->table();
    const auto at = waiting_.front().arrived;
    if (auto late = table.time_out(at)) {
      store(*std::move(late), [](const Answer<int>&) {}, calls);
      continue;
    }
    auto waiting = std::move(waiting_.front());
    waiting_.pop_front();
    auto decision = waiting.operation(table, at);
    if (!decision || decision->events.empty()) {
      const Answer<int> answer =
          decision ? Answer<int>(table.last_event()) : Answer<int>(decision.error());
      calls.push_back([done = std::move(waiting.done), answer] { done(answer); });
      continue;
    }
    store(*std::move(decision), std::move(waiting.done), calls);
  }
}

// REQUIRES: locked.
void Room::store(Decision decision, Done done, Calls& calls) {
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
  storing_ = true;
  const auto refused = hall_.writer.submit(
      std::move(change),
      [self = shared_from_this(), after, told = std::move(told), done](
          const std::optional<text::Error>& problem) { self->stored(after, told, problem, done); });
  if (!refused) return;
  storing_ = false;
  calls.push_back([done, refusal = store_refusal(*refused)] { done(refusal); });
}

void Room::stored(const std::shared_ptr<const Snapshot>& after, const std::vector<Told>& told,
                  const std::optional<text::Error>& problem, const Done& done) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    storing_ = false;
    if (problem) {
      // Nobody knows whether it got through.
      stale_ = true;
      calls.push_back([done, problem] { done(store_refusal(*problem)); });
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

// What the store has, after a commit whose fate is unknown. REQUIRES: locked.
std::optional<text::Error> Room::reload() {
  const auto& id = snapshot_->table().id();
  const auto game = hall_.store.load(id);
  if (!game) return game.error();
  if (!*game) return text::Error(text::Message::kNoSuchTable, {id});
  auto table = Table::load(**game, hall_.now());
  if (!table) return table.error();
  snapshot_ = std::make_shared<Snapshot>(*std::move(table));
  told_.clear();
  stale_ = false;
  for (const auto& watcher : watchers_) {
    watcher.connection->send(
        shared_text("{\"type\":\"resync\",\"table\":\"" + snapshot_->table().id() + "\"}"));
  }
  return std::nullopt;
}

// --- What follows from a new state ---

// REQUIRES: locked.
void Room::consider(Calls& calls) {
  const Table& table = snapshot_->table();
  const auto computer = table.computer_to_move();
  if (thought_ && (computer != thought_->shown.player || thought_->turns != table.turn_count())) {
    thought_->job->stop.request_stop();
    thought_.reset();
  }
  if (computer && !thought_) think(*computer);
  if (const auto asked = table.computers_to_ask();
      !asked.empty() && draw_asked_ != table.last_event()) {
    draw_asked_ = table.last_event();
    ask_computers(asked);
  }
  if (table.running()) {
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
void Room::think(int player) {
  const auto snapshot = snapshot_;
  const auto limit = thinking_limit(snapshot->table(), player, hall_.now());
  auto job = std::make_shared<Job>();
  job->run = [self = weak_from_this(), snapshot, player, limit,
              hall = hall_](const std::stop_token& stop) {
    const auto begin = hall.now();
    const auto turn = computer_turn(snapshot->table(), limit, stop);
    const auto spent = std::max<std::int64_t>(0, hall.now() - begin);
    const auto room = self.lock();
    if (room == nullptr || hall.stopping()) return;
    const int after = snapshot->table().turn_count();
    room->run([=](const Table& table,
                  std::int64_t at) { return table.turn({player}, turn, after, at, spent); },
              [room](const Answer<int>& answer) {
                // A store in trouble: the computer thinks again when somebody comes to the table.
                if (!answer) room->stop_thinking();
              });
  };
  thought_ = Thought{job, snapshot->table().turn_count(), {player, hall_.now(), limit}};
  if (!hall_.work.submit(Lane::kTurns, visitor_, job)) {
    thought_.reset();
    return;
  }
  tell(shared_text(thinking_text(snapshot->table().id(), thought_->shown)));
}

// REQUIRES: locked.
void Room::ask_computers(const std::vector<int>& computers) {
  auto job = std::make_shared<Job>();
  job->run = [self = weak_from_this(), snapshot = snapshot_, computers](const std::stop_token&) {
    for (const int player : computers) {
      const bool takes = engine::takes_draw(snapshot->table().history(), player);
      const auto room = self.lock();
      if (room == nullptr) return;
      const auto reply = takes ? OfferReply::kAccept : OfferReply::kDecline;
      const int turns = snapshot->table().turn_count();
      room->run(
          [=](const Table& table, std::int64_t at) -> Answer<Decision> {
            if (table.turn_count() != turns) return Decision{};
            return table.draw({player}, reply, at);
          },
          [](const Answer<int>&) {});
      if (!takes) return;
    }
  };
  hall_.work.submit(Lane::kTurns, visitor_, job);
}

bool Room::move_now() {
  const std::lock_guard lock(mutex_);
  if (!thought_) return false;
  thought_->job->stop.request_stop();
  return true;
}

void Room::stop_thinking() {
  const std::lock_guard lock(mutex_);
  if (thought_) thought_->job->stop.request_stop();
  thought_.reset();
}

}  // namespace server

#include "server/tables.h"

#include <sys/random.h>

#include <chrono>

#include "core/scan.h"
#include "server/tokens.h"

namespace server {

using text::Error;
using text::Message;

namespace {

constexpr std::int64_t kSweepEveryMs = 5'000;
// Alarms are looked at this often: a player has so much of a second more at most.
constexpr std::chrono::milliseconds kTick{25};
constexpr std::size_t kMaxTasks = 10'000;

Refusal no_such_table(const std::string& id) {
  return {404, "no_such_table", Error(Message::kNoSuchTable, {core::quoted(id)})};
}

Refusal stopping() { return {503, "stopping", Error(Message::kServerStops), 5}; }

}  // namespace

Tables::Tables(store::Writer& writer, Work& work, store::Store& store,
               std::function<std::int64_t()> now)
    : writer_(writer), work_(work), store_(store), now_(std::move(now)), swept_ms_(now_()) {
  clock_thread_ = std::thread([this] { keep_time(); });
  load_thread_ = std::thread([this] { load(); });
}

Tables::~Tables() { stop(); }

void Tables::stop() {
  stopping_ = true;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  timed_.notify_all();
  asked_.notify_all();
  if (clock_thread_.joinable()) clock_thread_.join();
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
          [this] { return stopping_.load(); }};
}

std::size_t Tables::in_memory() const {
  const std::lock_guard lock(mutex_);
  return rooms_.size();
}

// --- Finding ---

void Tables::later(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  asked_.notify_one();
}

void Tables::find(const std::string& id, Found found) {
  if (!is_id(id)) return found(no_such_table(id));
  std::shared_ptr<Room> room;
  bool full = false;
  {
    const std::lock_guard lock(mutex_);
    const auto at = rooms_.find(id);
    if (at != rooms_.end()) room = at->second;
    full = stopped_ || tasks_.size() >= kMaxTasks;
  }
  if (room != nullptr) return found(room);
  if (full) return found(stopping());
  later([this, id, found = std::move(found)] { load_one(id, found); });
}

void Tables::load() {
  std::unique_lock lock(mutex_);
  while (true) {
    asked_.wait(lock, [this] { return stopped_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const auto task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
}

void Tables::load_one(const std::string& id, const Found& found) {
  {
    // Somebody else may have asked for it before.
    std::unique_lock lock(mutex_);
    if (const auto at = rooms_.find(id); at != rooms_.end()) {
      const auto room = at->second;
      lock.unlock();
      return found(room);
    }
  }
  const auto game = store_.load(id);
  if (!game) return found(Refusal{503, "store", game.error(), 1});
  if (!*game) return found(no_such_table(id));
  auto table = Table::load(**game, now_());
  if (!table) return found(Refusal{503, "damaged", table.error()});
  const auto room = enter(*std::move(table), "");
  if (room->snapshot()->table().over()) {
    const auto review = store_.review(id);
    if (review && *review) room->set_review("done");
  }
  room->wake();
  found(room);
}

std::shared_ptr<Room> Tables::enter(Table table, const std::string& visitor) {
  const auto id = table.id();
  auto room = std::make_shared<Room>(hall(), std::move(table), visitor);
  const std::lock_guard lock(mutex_);
  return rooms_.try_emplace(id, std::move(room)).first->second;
}

// --- Making ---

void Tables::save_new(const std::string& id, const TableSetup& setup,
                      std::vector<store::Seat> seats, const std::string& visitor,
                      std::function<void(const Answer<std::shared_ptr<Room>>&)> done) {
  store::Game game;
  game.id = id;
  game.created_ms = now_();
  game.setup = setup_text(setup);
  game.seats = std::move(seats);
  Table table(id, game.created_ms, std::make_shared<TableSetup>(setup), game.seats);
  store::Change change;
  change.game = id;
  change.created = std::move(game);
  const auto refused =
      writer_.submit(std::move(change), [this, table = std::move(table), visitor,
                                         done](const std::optional<text::Error>& problem) mutable {
        if (problem) return done(Refusal{503, "store", *problem, 1});
        const auto room = enter(std::move(table), visitor);
        done(room);
        room->wake();
      });
  if (refused) done(Refusal{503, "store", *refused, 1});
}

void Tables::create(NewTable wish, const std::string& visitor, Made made) {
  Created created;
  std::vector<store::Seat> seats;
  const auto token = new_token();
  for (std::size_t i = 0; i < wish.seats.size(); ++i) {
    const auto& seat = wish.seats[i];
    const int player = static_cast<int>(i);
    store::Seat stored{player, std::string(kHuman), seat.name, "", ""};
    if (seat.kind == SeatWish::Kind::kComputer) stored.who = seat.who;
    if (seat.kind == SeatWish::Kind::kMe) {
      stored.token_hash = hash_of(token);
      created.token = token;
      created.seats.push_back(player);
    }
    if (seat.kind == SeatWish::Kind::kOpen) {
      created.invitations.emplace_back(player, new_token());
      stored.invite_hash = hash_of(created.invitations.back().second);
      stored.name.clear();
    }
    seats.push_back(std::move(stored));
  }
  // Computers differ from game to game; the top bits stay free for JSON's numbers.
  getrandom(&wish.setup.seed, sizeof wish.setup.seed, 0);
  wish.setup.seed >>= 12;
  save_new(new_id(), wish.setup, std::move(seats), visitor,
           [created, made = std::move(made)](const Answer<std::shared_ptr<Room>>& room) mutable {
             if (!room) return made(room.error());
             created.room = *room;
             made(created);
           });
}

void Tables::rematch(const std::shared_ptr<Room>& room, const Actor& actor, OfferReply reply,
                     const std::string& visitor, Room::Done done) {
  const auto ask = [actor, reply](const std::string& id) {
    return
        [=](const Table& table, std::int64_t now) { return table.rematch(actor, reply, id, now); };
  };
  const auto snapshot = room->snapshot();
  const Table& table = snapshot->table();
  const bool fits = bool(table.rematch(actor, reply, "", now_()));
  if (!fits || !table.rematch_follows(actor, reply)) {
    return room->run(ask(""), std::move(done), visitor);
  }
  TableSetup setup = table.setup();
  ++setup.seed;
  const auto id = new_id();
  save_new(id, setup, table.next_seats(), visitor, [=](const Answer<std::shared_ptr<Room>>& made) {
    if (!made) return done(made.error());
    room->run(ask(id), done, visitor);
  });
}

// --- Time ---

void Tables::wake_at(const std::string& id, std::int64_t at) {
  {
    const std::lock_guard lock(mutex_);
    alarms_[id] = at;
  }
  timed_.notify_one();
}

void Tables::keep_time() {
  std::unique_lock lock(mutex_);
  while (!stopped_) {
    if (alarms_.empty()) {
      timed_.wait_for(lock, std::chrono::seconds(5));
    } else {
      timed_.wait_for(lock, kTick);
    }
    const auto now = now_();
    std::vector<std::shared_ptr<Room>> due;
    std::erase_if(alarms_, [&](const auto& alarm) {
      if (alarm.second > now) return false;
      if (const auto at = rooms_.find(alarm.first); at != rooms_.end()) due.push_back(at->second);
      return true;
    });
    lock.unlock();
    for (const auto& room : due) room->check_clock();
    if (now - swept_ms_ >= kSweepEveryMs) sweep(now);
    lock.lock();
  }
}

// Tables that nobody needs leave the memory; the store has them.
void Tables::sweep(std::int64_t now) {
  swept_ms_ = now;
  const std::lock_guard lock(mutex_);
  std::erase_if(rooms_, [&](const auto& entry) { return entry.second->idle(now); });
}

}  // namespace server

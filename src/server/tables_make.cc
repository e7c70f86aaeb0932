// New tables, and the next one after a game.
#include <sys/random.h>

#include "server/tables.h"
#include "server/tokens.h"

namespace server {

using text::Error;
using text::Message;

std::optional<Refusal> Tables::may_make(const std::string& visitor) const {
  if (made_ == nullptr || made_->take(visitor, now_())) return std::nullopt;
  const int wait = made_->wait_s();
  return too_many(wait);
}

void Tables::save_new(const std::string& id, const TableSetup& setup,
                      std::vector<store::Seat> seats, const std::string& visitor,
                      const std::function<void(const Answer<std::shared_ptr<Room>>&)>& done) {
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
        // Its clock starts when it is told.
        if (now_() - table.since() > kSlowMs) table.stand_still(table.since(), now_());
        const auto room = enter(std::move(table), visitor);
        done(room);
        room->wake();
      });
  if (refused) done(Refusal{503, "store", *refused, 1});
}

void Tables::create(NewTable wish, const std::string& visitor, Made made) {
  if (const auto refusal = may_make(visitor)) return made(*refusal);
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
  // Whoever asks twice at once still gets one table.
  bool first = false;
  {
    const std::lock_guard lock(mutex_);
    first = rematching_.insert(table.id()).second;
  }
  if (!first) return done(Refusal{409, "offered_already", Error(Message::kOfferedAlready)});
  const Room::Done made = [this, old = table.id(), done](const Answer<int>& answer) {
    {
      const std::lock_guard lock(mutex_);
      rematching_.erase(old);
    }
    done(answer);
  };
  if (const auto refusal = may_make(visitor)) return made(*refusal);
  TableSetup setup = table.setup();
  ++setup.seed;
  const auto id = new_id();
  save_new(id, setup, table.next_seats(), visitor, [=](const Answer<std::shared_ptr<Room>>& next) {
    if (!next) return made(next.error());
    room->run(ask(id), made, visitor);
  });
}

}  // namespace server

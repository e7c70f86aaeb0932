// New tables, and the next one after a game.
#include "logs/logs.h"
#include "tables/cluster_tables.h"
#include "tables/table_registry.h"
#include "tables/tokens.h"

namespace tables {

namespace {

// Gives out tokens: the seats as they are stored, and who has which of them.
std::vector<store::Seat> seats_of(const std::vector<SeatWish>& wishes,
                                  TableRegistry::Created& created) {
  std::vector<store::Seat> seats;
  const auto token = new_token();
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    const auto& wish = wishes[i];
    const int player = static_cast<int>(i);
    store::Seat seat{player, std::string(kHuman), wish.name, "", "", wish.show};
    if (wish.kind == SeatWish::Kind::kComputer) seat.who = wish.who;
    if (wish.kind == SeatWish::Kind::kMe) {
      seat.token_hash = hash_of(token);
      created.token = token;
      created.seats.push_back(player);
    }
    if (wish.kind == SeatWish::Kind::kOpen) {
      created.invitations.emplace_back(player, new_token());
      seat.invite_hash = hash_of(created.invitations.back().second);
      seat.name.clear();
    }
    seats.push_back(std::move(seat));
  }
  return seats;
}

}  // namespace

// A new table is stored. Its clock starts when it is told.
LiveTablePtr TableRegistry::enter_stored(Table table, const std::string& visitor) {
  const auto now = clock_.now();
  if (now - table.since() > kSlowMs) table.stand_still(table.since(), now);
  logs::write(logs::Level::kInfo, "created",
              {{"table", table.id()}, {"game", table.setup().start.position().game().name}});
  return enter(std::move(table), visitor);
}

void TableRegistry::create(NewTable wish, const std::string& visitor, const Made& made) {
  if (cluster_ && cluster_->is_cut_off()) return made(server_cut_off());
  if (admit_) {
    if (const auto error = admit_(visitor)) return made(*error);
  }
  Created created;
  auto seats = seats_of(wish.seats, created);
  wish.setup.seed = new_seed();  // computers differ from game to game
  const Table table(new_id(), clock_.now(), std::make_shared<TableSetup>(std::move(wish.setup)),
                    std::move(seats));
  const auto refused = context_->writer.submit(
      creation_of(table, *context_),
      [this, table, visitor, created, made,
       request = logs::current_request()](const std::optional<text::Error>& problem) mutable {
        const logs::RequestScope scope(request);
        if (problem) return made(store_error(*problem));
        created.live = enter_stored(table, visitor);
        exploration_.seen(visitor, table);
        made(created);
        created.live->wake();
      });
  if (refused) made(store_error(*refused));
}

// --- Acts ---

void TableRegistry::act(const LiveTablePtr& live, const Act& act, const std::string& visitor,
                        LiveTable::Done done) {
  if (!cluster_) return decide(live, act, visitor, std::move(done));
  if (!live->decides()) return cluster_->forward(live, act, visitor, std::move(done));
  decide(live, act, visitor, [=, this, done = std::move(done)](const Expected<int>& answer) {
    // Another server may have taken it over meanwhile.
    const bool lost = !answer && answer.error().code == kElsewhere;
    if (lost) return cluster_->forward(live, act, visitor, done);
    done(answer);
  });
}

namespace {

// What the table says to an act. Seats may have changed hands while it waited.
struct Decide {
  const Table& table;
  std::int64_t now;

  Expected<Decision> operator()(const Join& act) const {
    return table.join(act.invite_hash, act.token_hash, act.name, act.show, now);
  }
  Expected<Decision> operator()(const PlayTurn& act) const {
    return table.turn(table.actor(act.token_hash), act.text, act.after, now);
  }
  Expected<Decision> operator()(const Resign& act) const {
    return of_seats(act, [&](const Actor& own) { return table.resign(own, now); });
  }
  Expected<Decision> operator()(const AgreeToShow& act) const {
    return of_seats(act, [&](const Actor& own) { return table.agree_to_show(own, act.show, now); });
  }
  Expected<Decision> operator()(const DeleteGame& act) const {
    return of_seats(act, [&](const Actor& own) { return table.remove(own, now); });
  }
  Expected<Decision> operator()(const SeeBoard& act) const {
    return of_seats(act, [&](const Actor& own) { return table.see(own, now); });
  }
  Expected<Decision> operator()(const OfferDraw& act) const {
    return of_seats(act, [&](const Actor& own) { return table.draw(own, act.reply, now); });
  }
  Expected<Decision> operator()(const OfferTakeback& act) const {
    return of_seats(act, [&](const Actor& own) { return table.takeback(own, act.reply, now); });
  }
  Expected<Decision> operator()(const OfferRematch& act) const {
    return of_seats(act,
                    [&](const Actor& own) { return table.rematch(own, act.reply, new_id(), now); });
  }
  Expected<Decision> operator()(const SeatComputer& act) const {
    return table.seat_computer(act.token_hash, act.player, act.who, now);
  }
  Expected<Decision> operator()(const CloseGame& /*act*/) const { return table.close(now); }
  // These change nothing that is stored.
  Expected<Decision> operator()(const MoveNow& /*act*/) const { return Decision{}; }
  Expected<Decision> operator()(const ReviewStored& /*act*/) const { return Decision{}; }
  Expected<Decision> operator()(const SayPhrase& /*act*/) const { return Decision{}; }

  template <class Offer, class Then>
  Expected<Decision> of_seats(const Offer& act, const Then& then) const {
    const auto own = table.actor(act.token_hash);
    if (own.empty()) return HttpError{401, "wrong_token", text::Error(text::Message::kWrongToken)};
    return then(own);
  }
};

}  // namespace

void TableRegistry::decide(const LiveTablePtr& live, const Act& act, const std::string& visitor,
                           LiveTable::Done done) {
  if (const auto* const offer = std::get_if<OfferRematch>(&act)) {
    return rematch(live, *offer, visitor, std::move(done));
  }
  if (std::holds_alternative<MoveNow>(act) && !live->move_now()) {
    return done(HttpError{409, "nobody_thinks", text::Error(text::Message::kNobodyThinks)});
  }
  if (const auto* const words = std::get_if<SayPhrase>(&act)) return done(live->say(*words));
  if (std::holds_alternative<ReviewStored>(act)) live->set_review(ReviewState::kDone);
  live->run(
      [act](const Table& table, std::int64_t now) { return std::visit(Decide{table, now}, act); },
      std::move(done), visitor);
}

void TableRegistry::rematch(const LiveTablePtr& live, const OfferRematch& offer,
                            const std::string& visitor, LiveTable::Done done) {
  const auto next = std::make_shared<std::shared_ptr<const Table>>();
  const auto decide = [this, offer, visitor, next](const Table& table,
                                                   std::int64_t now) -> Expected<Decision> {
    auto decision = Decide{table, now}(offer);
    if (!decision || !decision->next) return decision;
    if (admit_) {
      if (const auto error = admit_(visitor)) return *error;
    }
    *next = decision->next;
    return decision;
  };
  live->run(
      decide,
      [this, next, visitor, done = std::move(done)](const Expected<int>& event) {
        const auto made = event && *next ? enter_stored(**next, visitor) : nullptr;
        if (made != nullptr) exploration_.seen(visitor, **next);
        done(event);
        if (made != nullptr) made->wake();
      },
      visitor);
}

}  // namespace tables

#include "tables/table.h"

#include <algorithm>

#include "core/scan.h"
#include "tables/table_format.h"
#include "tables/tokens.h"

namespace tables {

using text::Error;
using text::Message;
using text::Note;

namespace {

std::size_t index(int player) { return static_cast<std::size_t>(player); }

}  // namespace

Table::Table(std::string id, std::int64_t created_ms, std::shared_ptr<const TableSetup> setup,
             std::vector<store::Seat> seats)
    : id_(std::move(id)),
      created_ms_(created_ms),
      setup_(std::move(setup)),
      seats_(std::move(seats)),
      game_(setup_->start),
      since_ms_(created_ms) {
  left_.fill(setup_->clock.initial);
  // Of a rematch nobody has seen anything yet; whoever sits alone has made the table himself.
  begin_waiting(created_ms);
}

games::Parsed<Table> Table::load(const store::Game& game, const TableFormat& format,
                                 std::int64_t since, int known) {
  const Error damaged(Message::kTableDamaged, {core::quoted(game.id)});
  auto setup = format.read_setup(game.setup);
  if (!setup) return damaged;
  const auto players = static_cast<std::size_t>(setup->start.position().player_count());
  if (game.seats.size() != players) return damaged;
  for (std::size_t i = 0; i < players; ++i) {
    if (game.seats[i].player != static_cast<int>(i)) return damaged;
  }
  Table table(game.id, game.created_ms, std::make_shared<TableSetup>(*std::move(setup)),
              game.seats);
  table.since_ms_ = since;
  for (const auto& stored : game.events) {
    const auto event = format.read_event(stored, table.game_.position());
    if (!event || !table.apply(*event)) return damaged;
    // Not the later of the two: the wall clock may have been set back since.
    if (event->number <= known) table.since_ms_ = since;
  }
  // A first clock that waits goes on waiting, and never longer than from now on.
  const auto latest = table.since_ms_ + kLongestLookMs;
  table.since_ms_ = std::min(table.start_at(table.since_ms_), latest);
  return table;
}

bool Table::all_taken() const {
  for (int player = 0; player < players(); ++player) {
    if (!is_taken(player)) return false;
  }
  return true;
}

bool Table::agrees_to_show(int player) const {
  return seat(player).show || (!is_human(player) && !left_by_person_.contains(player));
}

bool Table::is_shown() const {
  if (!over()) return false;
  bool said = false;  // by somebody: where computers play alone nobody may have
  for (int player = 0; player < players(); ++player) {
    if (!agrees_to_show(player)) return false;
    said = said || seat(player).show;
  }
  return said;
}

std::optional<int> Table::running() const {
  if (!has_clock() || over() || !all_taken()) return std::nullopt;
  return to_move();
}

std::vector<int> Table::waits_for(std::int64_t now) const {
  if (!running() || now >= since_ms_) return {};
  return {unseen_.begin(), unseen_.end()};
}

std::int64_t Table::left(int player, std::int64_t now) const {
  const auto left = left_[index(player)];
  if (running() != player) return left;
  return std::max<std::int64_t>(0, left - std::max<std::int64_t>(0, now - since_ms_));
}

std::optional<int> Table::computer_to_move() const {
  if (over() || full() || !all_taken() || is_human(to_move())) return std::nullopt;
  return to_move();
}

std::vector<int> Table::computers_to_ask() const {
  std::vector<int> computers;
  if (over() || full() || draw_.empty() || !all_agree(draw_, {}, /*people_only=*/true))
    return computers;
  for (int player = 0; player < players(); ++player) {
    const bool plays = !game_.position().is_out(player);
    if (!is_human(player) && plays && !draw_.contains(player)) computers.push_back(player);
  }
  return computers;
}

Actor Table::actor(std::string_view token_hash) const {
  Actor actor;
  for (const auto& seat : seats_) {
    if (same_hash(seat.token_hash, token_hash)) actor.push_back(seat.player);
  }
  return actor;
}

games::Record Table::record() const {
  std::vector<std::string> names;
  for (const auto& seat : seats_) names.push_back(seat.who == kHuman ? seat.name : seat.who);
  return game_.record(std::move(names));
}

// --- Replaying ---

void Table::apply(const Decision& decision) {
  for (const auto& seat : decision.seats) seats_[index(seat.player)] = seat;
  for (const auto& event : decision.events) apply(event);
}

bool Table::apply(const Event& event) {
  if (event.number != last_event_ + 1) return false;
  last_event_ = event.number;
  const bool was_over = over();
  const bool fine =
      std::visit([&](const auto& what) { return happened(what, event.at_ms); }, event.what);
  if (over() && !was_over) ended_ms_ = event.at_ms;
  return fine;
}

// With the last seat the game begins: for those who came before and may look elsewhere the first
// clock waits a little.
void Table::begin_waiting(std::int64_t at) {
  unseen_.clear();
  std::set<std::string_view> persons;
  for (const auto& seat : seats_) {
    if (!is_human(seat.player) || !is_taken(seat.player)) continue;
    persons.insert(seat.token_hash);
    unseen_.insert(seat.player);
  }
  if (persons.size() < 2) unseen_.clear();
  waits_until_ms_ = at + kLongestLookMs;
  since_ms_ = start_at(at);
}

std::int64_t Table::start_at(std::int64_t at) const {
  return unseen_.empty() ? at : std::max(at, waits_until_ms_);
}

// Whoever does anything at the table sees it, with all of his seats.
void Table::note_seen(int player, std::int64_t at) {
  if (unseen_.empty()) return;
  for (const auto& seat : seats_) {
    const bool his = seat.player == player || seat.token_hash == this->seat(player).token_hash;
    if (his) unseen_.erase(seat.player);
  }
  if (unseen_.empty()) since_ms_ = std::min(since_ms_, at);
}

bool Table::happened(const Seated& event, std::int64_t at) {
  begin_waiting(at);
  note_seen(event.player, at);
  return true;
}

bool Table::happened(const Seen& event, std::int64_t at) {
  note_seen(event.player, at);
  for (const int player : event.also) note_seen(player, at);
  return true;
}

// The seats themselves say who agrees, and who has left.
bool Table::happened(const ShowReply& /*event*/, std::int64_t /*at*/) {
  ++show_replies_;
  return true;
}

bool Table::happened(const Deleted& /*event*/, std::int64_t /*at*/) { return true; }

// Whoever takes over a seat starts with a clock that shows something. The clocks of the others go
// on as if nothing had happened.
bool Table::happened(const SeatTaken& event, std::int64_t at) {
  auto& left = left_[index(event.player)];
  left = std::max<std::int64_t>(left, 1000);
  unseen_.erase(event.player);
  if (!event.open) left_by_person_.insert(event.player);
  if (event.open) {
    begin_waiting(at);
  } else if (event.player == to_move()) {
    since_ms_ = start_at(at);
  }
  return true;
}

bool Table::happened(const TurnPlayed& event, std::int64_t at) {
  if (over()) return false;
  const int mover = to_move();
  game_.apply(event.actions);
  if (game_.in_turn()) return false;
  if (setup_->clock.kind == ClockSetup::Kind::kGame) {
    auto& left = left_[index(mover)];
    left = std::max<std::int64_t>(0, left - event.spent.value_or(0)) + setup_->clock.increment;
    game_.annotate({left, {}});
  }
  note_seen(mover, at);
  since_ms_ = start_at(at);
  takeback_.reset();
  // Whoever plays on without an answer declines; one's own offer stays for the others.
  const bool own = draw_.contains(mover);
  if (!own || over()) draw_.clear();
  return true;
}

namespace {

// An offer of this player and his other seats, or an end to what was offered.
template <class Reply>
void note_offer(const Reply& event, std::set<int>& offers) {
  if (event.reply == OfferReply::kAsk || event.reply == OfferReply::kAccept) {
    offers.insert(event.player);
    offers.insert(event.also.begin(), event.also.end());
  } else {
    offers.clear();
  }
}

Note reason_of(const Ended& event) {
  if (event.cause == Ended::Cause::kAgreement) return {Message::kDrawAgreed, {}};
  if (event.cause == Ended::Cause::kClosed) return {Message::kReasonClosed, {}};
  return {event.cause == Ended::Cause::kTime ? Message::kReasonTime : Message::kResigned,
          {std::to_string(event.player + 1)}};
}

}  // namespace

bool Table::happened(const DrawReply& event, std::int64_t /*at*/) {
  if (event.reply == OfferReply::kDecline) {
    for (const int asker : draw_) draw_declined_[index(asker)] = turn_count();
  }
  note_offer(event, draw_);
  return true;
}

bool Table::happened(const RematchReply& event, std::int64_t /*at*/) {
  note_offer(event, rematch_);
  rematch_id_ = event.table;
  return true;
}

bool Table::happened(const Ended& event, std::int64_t /*at*/) {
  auto settlement = games::Settlement::of(event.result, reason_of(event));
  if (!settlement || settlement->winner >= players() || over()) return false;
  game_.settle(*std::move(settlement));
  draw_.clear();
  takeback_.reset();
  return true;
}

bool Table::happened(const TakebackReply& event, std::int64_t at) {
  const auto& turns = event.turns;
  const bool fits = !turns || (*turns >= game_.setup_turns() && *turns < game_.turn_count());
  if (!fits) return false;
  if (event.reply == OfferReply::kAsk) {
    takeback_ = Takeback{event.player, static_cast<int>(turns.value_or(0)), {}};
  } else if (event.reply == OfferReply::kAccept && turns) {
    rematch_.clear();
    draw_.clear();
    takeback_.reset();
    // Clocks stay as they are.
    game_.rewind_to_turn(static_cast<int>(*turns));
    since_ms_ = start_at(at);
  } else if (event.reply == OfferReply::kAccept) {
    if (!takeback_) return false;
    takeback_->agreed.insert(event.player);
  } else {
    if (event.reply == OfferReply::kDecline && takeback_) {
      takeback_declined_[index(takeback_->player)] = turn_count();
    }
    takeback_.reset();
  }
  return true;
}

void Table::stand_still(std::int64_t from, std::int64_t now) {
  since_ms_ += std::max<std::int64_t>(0, now - std::max(from, since_ms_));
}

}  // namespace tables

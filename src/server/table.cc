#include "server/table.h"

#include <algorithm>

#include "core/scan.h"
#include "server/tokens.h"

namespace server {

using text::Error;
using text::Message;
using text::Note;

namespace {

std::size_t index(int player) { return static_cast<std::size_t>(player); }

// A player from 1 in a stored event, counted from 0; -1 where there is none.
int player_in(const Json& body, int players) {
  const auto at = body.find("player");
  if (at == body.end() || !at->is_number_unsigned()) return -1;
  const auto player = at->get<std::uint64_t>();
  return player >= 1 && player <= static_cast<std::uint64_t>(players) ? static_cast<int>(player) - 1
                                                                      : -1;
}

std::string text_in(const Json& body, const char* key) {
  const auto at = body.find(key);
  return at != body.end() && at->is_string() ? at->get<std::string>() : "";
}

std::optional<std::int64_t> number_in(const Json& body, const char* key) {
  const auto at = body.find(key);
  if (at == body.end() || !at->is_number_unsigned()) return std::nullopt;
  return at->get<std::int64_t>();
}

}  // namespace

std::string_view reply_name(OfferReply reply) {
  static constexpr std::array<std::string_view, 4> kNames = {"ask", "accept", "decline",
                                                             "withdraw"};
  return kNames[static_cast<std::size_t>(reply)];
}

Table::Table(std::string id, std::int64_t created_ms, std::shared_ptr<const TableSetup> setup,
             std::vector<store::Seat> seats)
    : id_(std::move(id)),
      created_ms_(created_ms),
      setup_(std::move(setup)),
      seats_(std::move(seats)),
      history_(setup_->start),
      since_ms_(created_ms) {
  note_setup();
  left_.fill(setup_->clock.initial);
}

games::Parsed<Table> Table::load(const store::Game& game, std::int64_t since, int known) {
  const Error damaged(Message::kTableDamaged, {core::quoted(game.id)});
  auto setup = parse_setup(game.setup);
  if (!setup) return damaged;
  const auto players = static_cast<std::size_t>(setup->start.position().player_count());
  if (game.seats.size() != players) return damaged;
  for (std::size_t i = 0; i < players; ++i) {
    if (game.seats[i].player != static_cast<int>(i)) return damaged;
  }
  Table table(game.id, game.created_ms, std::make_shared<TableSetup>(*std::move(setup)),
              game.seats);
  table.since_ms_ = since;
  for (const auto& event : game.events) {
    if (!table.apply(event)) return damaged;
    // Not the later of the two: the wall clock may have been set back since.
    if (event.number <= known) table.since_ms_ = since;
  }
  return table;
}

bool Table::all_taken() const {
  for (int player = 0; player < players(); ++player) {
    if (!is_taken(player)) return false;
  }
  return true;
}

std::string Table::result() const {
  return settled_ ? settled_->result : games::result_code(history_.outcome());
}

Note Table::reason() const {
  if (!settled_) return {history_.outcome().reason(), {}};
  if (settled_->cause == "agreement") return {Message::kDrawAgreed, {}};
  return {settled_->cause == "time" ? Message::kReasonTime : Message::kResigned,
          {std::to_string(settled_->player + 1)}};
}

std::optional<int> Table::running() const {
  if (!has_clock() || over() || !all_taken()) return std::nullopt;
  return to_move();
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
    const bool plays = !history_.position().is_out(player);
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
  games::Record record = games::make_record(history_);
  for (std::size_t i = 0; i < record.turns.size() && i < left_after_.size(); ++i) {
    if (left_after_[i] >= 0) record.turns[i].clock_ms = left_after_[i];
  }
  record.players.clear();
  for (const auto& seat : seats_) {
    record.players.push_back(seat.who == kHuman ? seat.name : seat.who);
  }
  if (settled_) {
    record.result = settled_->result;
    record.reason = text::render(reason(), text::Language::kEnglish);
  }
  auto tidy = games::checked(record);
  return tidy ? *std::move(tidy) : record;
}

std::vector<store::Seat> Table::next_seats() const {
  std::vector<store::Seat> seats = seats_;
  std::rotate(seats.begin(), seats.end() - 1, seats.end());
  for (std::size_t i = 0; i < seats.size(); ++i) {
    seats[i].player = static_cast<int>(i);
    seats[i].invite_hash.clear();
  }
  return seats;
}

// --- Replaying ---

void Table::apply(const Decision& decision) {
  for (const auto& seat : decision.seats) seats_[index(seat.player)] = seat;
  for (const auto& event : decision.events) apply(event);
}

bool Table::apply(const store::Event& event) {
  if (event.number != last_event_ + 1) return false;
  const auto parsed = parse_object(event.body, kMaxRecordBody);
  if (!parsed) return false;
  const Json& body = *parsed;
  const int player = player_in(body, players());
  bool fine = true;
  if (event.kind == "seated") {
    since_ms_ = event.at_ms;
  } else if (event.kind == "seat") {
    fine = player >= 0;
    if (fine) hand_over(player, event.at_ms);
  } else if (event.kind == "turn") {
    fine = apply_turn(body, event.at_ms);
  } else if (event.kind == "takeback") {
    fine = apply_takeback(body, event.at_ms);
  } else if (event.kind == "draw") {
    if (text_in(body, "answer") == "decline") {
      for (const int asker : draw_) draw_declined_[index(asker)] = turn_count();
    }
    fine = apply_offer(body, draw_);
  } else if (event.kind == "rematch") {
    fine = apply_offer(body, rematch_);
    rematch_id_ = text_in(body, "rematch");
  } else if (event.kind == "end") {
    settled_ = Settled{text_in(body, "result"), text_in(body, "cause"), std::max(0, player)};
    draw_.clear();
    takeback_.reset();
  } else {
    fine = false;
  }
  last_event_ = event.number;
  return fine;
}

bool Table::apply_turn(const Json& body, std::int64_t at) {
  const int mover = to_move();
  const auto text = text_in(body, "turn");
  const auto actions = games::parse_turn(history_.position(), text);
  if (!actions || over()) return false;
  for (const auto action : *actions) history_.apply(action);
  turns_.push_back(text);
  movers_.push_back(mover);
  turn_ends_.push_back(history_.actions().size());
  const auto spent = number_in(body, "spent").value_or(0);
  auto& left = left_[index(mover)];
  if (setup_->clock.kind == ClockSetup::Kind::kGame) {
    left = std::max<std::int64_t>(0, left - spent) + setup_->clock.increment;
  }
  left_after_.push_back(setup_->clock.kind == ClockSetup::Kind::kGame ? left : -1);
  since_ms_ = at;
  takeback_.reset();
  // Whoever plays on without an answer declines; one's own offer stays for the others.
  const bool own = draw_.contains(mover);
  if (!own || history_.outcome().over()) draw_.clear();
  return true;
}

bool Table::apply_offer(const Json& body, std::set<int>& offers) {
  const int player = player_in(body, players());
  if (player < 0) return false;
  const auto answer = text_in(body, "answer");
  if (answer == "ask" || answer == "accept") {
    offers.insert(player);
    const auto also = body.find("also");
    for (const auto& other : also != body.end() && also->is_array() ? *also : Json::array()) {
      if (other.is_number_unsigned()) offers.insert(other.get<int>() - 1);
    }
  } else {
    offers.clear();
  }
  return true;
}

bool Table::apply_takeback(const Json& body, std::int64_t at) {
  const int player = player_in(body, players());
  const auto turns = number_in(body, "turns");
  const auto answer = text_in(body, "answer");
  const bool fits = !turns || (*turns >= static_cast<std::int64_t>(setup_->turns.size()) &&
                               *turns < static_cast<std::int64_t>(turns_.size()));
  if (player < 0 || !fits) return false;
  if (answer == "ask") {
    takeback_ = Takeback{player, static_cast<int>(turns.value_or(0)), {}};
  } else if (answer == "accept" && turns) {
    settled_.reset();
    rematch_.clear();
    draw_.clear();
    rewind(static_cast<int>(*turns));
    since_ms_ = at;
  } else if (answer == "accept") {
    if (!takeback_) return false;
    takeback_->agreed.insert(player);
  } else {
    if (answer == "decline" && takeback_) {
      takeback_declined_[index(takeback_->player)] = turn_count();
    }
    takeback_.reset();
  }
  return true;
}

// The turns that were played before the game began.
void Table::note_setup() {
  turns_ = setup_->turns;
  left_after_.assign(turns_.size(), -1);
  games::Position position = history_.initial();
  bool new_turn = true;
  for (const auto action : history_.actions()) {
    if (new_turn) {
      movers_.push_back(position.to_move());
      turn_ends_.push_back(turn_ends_.empty() ? 0 : turn_ends_.back());
    }
    position.apply(action);
    ++turn_ends_.back();
    new_turn = position.at_turn_start();
  }
}

// A game after fewer turns; clocks stay as they are. REQUIRES: those of the setup stay.
void Table::rewind(int count) {
  const auto kept = index(count);
  turns_.resize(kept);
  movers_.resize(kept);
  left_after_.resize(kept);
  turn_ends_.resize(kept);
  const auto actions = history_.actions();
  const auto first = setup_->start.actions().size();
  const auto last = turn_ends_.empty() ? 0 : turn_ends_.back();
  history_ = setup_->start;
  for (auto at = first; at < last; ++at) history_.apply(actions[at]);
  takeback_.reset();
}

// Whoever takes over a seat starts with a clock that shows something. The clocks of the others go
// on as if nothing had happened.
void Table::hand_over(int player, std::int64_t at) {
  left_[index(player)] = std::max<std::int64_t>(left_[index(player)], 1000);
  if (player == to_move()) since_ms_ = at;
}

void Table::stand_still(std::int64_t from, std::int64_t now) {
  since_ms_ += std::max<std::int64_t>(0, now - std::max(from, since_ms_));
}

}  // namespace server

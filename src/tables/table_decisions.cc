// What may happen at a table, and what follows from it.
#include <algorithm>
#include <iterator>

#include "core/scan.h"
#include "engine/player.h"
#include "tables/table.h"
#include "tables/tokens.h"

namespace tables {

using text::Error;
using text::Message;

namespace {

HttpError not_now(std::string code, Message message, std::vector<std::string> arguments = {}) {
  return {409, std::move(code), Error(message, std::move(arguments))};
}

bool has(const Actor& actor, int player) {
  return std::find(actor.begin(), actor.end(), player) != actor.end();
}

bool agrees(OfferReply reply) { return reply == OfferReply::kAsk || reply == OfferReply::kAccept; }

// The other seats of somebody who agrees with all of his.
std::vector<int> also_agreeing(const Actor& actor, int speaker, OfferReply reply) {
  std::vector<int> also;
  if (!agrees(reply)) return also;
  std::copy_if(actor.begin(), actor.end(), std::back_inserter(also),
               [&](int player) { return player != speaker; });
  return also;
}

// Of two players.
std::string won_by_the_other(int player) { return "p" + std::to_string(2 - player) + "win"; }

}  // namespace

template <class What>
void Table::add(Decision& decision, std::int64_t now, What what) const {
  const int number = last_event_ + static_cast<int>(decision.events.size()) + 1;
  decision.events.push_back({number, now, std::move(what)});
}

template <class What>
Decision Table::decision(std::int64_t now, What what) const {
  Decision decision;
  add(decision, now, std::move(what));
  return decision;
}

void Table::end(Decision& decision, std::int64_t now, Ended ended) const {
  add(decision, now, std::move(ended));
  decision.finished = true;
}

// A computer takes over, so that the others can play on.
void Table::substitute(Decision& decision, std::int64_t now, int player,
                       std::string_view who) const {
  store::Seat seat = this->seat(player);
  seat.who = who;
  seat.token_hash.clear();
  seat.invite_hash.clear();
  add(decision, now, SeatTaken{player, seat.who, !is_taken(player)});
  decision.seats.push_back(std::move(seat));
}

std::optional<HttpError> Table::too_long() const {
  if (!full()) return std::nullopt;
  return not_now("too_long", Message::kTableFull, {std::to_string(kMaxEvents)});
}

std::optional<HttpError> Table::not_on() const {
  if (over()) return not_now("game_over", Message::kGameOver);
  if (!all_taken()) return not_now("waiting", Message::kSeatsOpen);
  return too_long();
}

// The seat that speaks for a person with several: the one to move, or else the first.
int Table::speaker(const Actor& actor) const {
  return has(actor, to_move()) ? to_move() : actor.front();
}

bool Table::all_agree(const std::set<int>& offers, const Actor& actor, bool people_only) const {
  for (int player = 0; player < players(); ++player) {
    const bool counts = is_human(player) || !people_only;
    const bool agreed = offers.contains(player) || has(actor, player);
    if (counts && !agreed && !(game_.position().is_out(player) && !over())) return false;
  }
  return true;
}

Decision Table::seat_person(const store::Seat& seat, std::string_view token_hash,
                            const std::string& name, bool show, std::int64_t now) const {
  store::Seat taken = seat;
  taken.token_hash = token_hash;
  taken.name = name;
  taken.show = show;
  Decision decision = this->decision(now, Seated{seat.player, name, show});
  decision.seats.push_back(std::move(taken));
  return decision;
}

// At a public table, without an invitation. Whoever has a seat does not get another.
Expected<Decision> Table::take_open_seat(std::string_view token_hash, const std::string& name,
                                         bool show, std::int64_t now) const {
  const auto open = std::find_if(seats_.begin(), seats_.end(),
                                 [&](const store::Seat& seat) { return !is_taken(seat.player); });
  if (open == seats_.end() || !actor(token_hash).empty()) {
    return not_now("seat_taken", Message::kInvitationUsed);
  }
  if (over()) return not_now("game_over", Message::kGameOver);
  return seat_person(*open, token_hash, name, show, now);
}

Expected<Decision> Table::join(std::string_view invite_hash, std::string_view token_hash,
                               const std::string& name, bool show, std::int64_t now) const {
  if (invite_hash.empty() && setup_->is_public) return take_open_seat(token_hash, name, show, now);
  for (const auto& seat : seats_) {
    if (!same_hash(seat.invite_hash, invite_hash)) continue;
    if (is_taken(seat.player)) return not_now("seat_taken", Message::kInvitationUsed);
    if (over()) return not_now("game_over", Message::kGameOver);
    return seat_person(seat, token_hash, name, show, now);
  }
  return HttpError{401, "wrong_token", Error(Message::kInvitationUsed)};
}

std::optional<HttpError> Table::may_not_move(const Actor& actor, int after) const {
  if (auto refusal = not_on()) return refusal;
  if (after != turn_count()) {
    return not_now("moved_on", Message::kMovedOn,
                   {std::to_string(turn_count()), std::to_string(after)});
  }
  if (!has(actor, to_move())) return not_now("not_your_turn", Message::kNotYourTurn);
  return std::nullopt;
}

// `next`: the game with these actions played.
Decision Table::play(const std::vector<games::Action>& actions, const games::History& next,
                     std::int64_t now, std::int64_t spent) const {
  TurnPlayed turn{to_move(), actions, games::turn_text(game_.position(), actions), {}};
  if (has_clock()) turn.spent = spent;
  Decision decision = this->decision(now, std::move(turn));
  if (next.outcome().over()) decision.finished = true;
  return decision;
}

Expected<Decision> Table::turn(const Actor& actor, std::string_view text, int after,
                               std::int64_t now) const {
  if (auto refusal = may_not_move(actor, after)) return *refusal;
  const auto actions = games::parse_turn(game_.position(), text);
  if (!actions) return bad_input("bad_turn", actions.error());
  games::History next = history();
  for (const auto action : *actions) next.apply(action);
  if (!next.outcome().over() && !next.position().at_turn_start()) {
    return bad_input("turn_incomplete", Error(Message::kTurnUnfinished, {core::quoted(text)}));
  }
  return play(*actions, next, now, std::max<std::int64_t>(0, now - since_ms_));
}

Expected<Decision> Table::computer_turn(int player, const std::vector<games::Action>& actions,
                                        int after, std::int64_t now, std::int64_t spent) const {
  if (auto refusal = may_not_move({player}, after)) return *refusal;
  games::History next = history();
  for (const auto action : actions) next.apply(action);
  return play(actions, next, now, spent);
}

void Table::add_seen(Decision& decision, const Actor& actor, std::int64_t now) const {
  const auto awaited = waits_for(now);
  const auto his = [&](int player) { return has(actor, player); };
  if (!std::any_of(awaited.begin(), awaited.end(), his)) return;
  add(decision, now, Seen{actor.front(), {actor.begin() + 1, actor.end()}});
}

Expected<Decision> Table::see(const Actor& actor, std::int64_t now) const {
  Decision decision;
  if (!full()) add_seen(decision, actor, now);
  return decision;
}

Expected<Decision> Table::resign(const Actor& actor, std::int64_t now) const {
  if (over()) return not_now("game_over", Message::kGameOver);
  Actor playing = actor;
  std::erase_if(playing, [&](int player) { return game_.position().is_out(player); });
  if (playing.empty()) return not_now("game_over", Message::kGameOver);
  const int player = speaker(playing);
  Decision decision;
  if (players() == 2) {
    end(decision, now, {won_by_the_other(player), Ended::Cause::kResignation, player});
  } else {
    substitute(decision, now, player, engine::kSubstitute);
  }
  return decision;
}

Expected<Decision> Table::agree_to_show(const Actor& actor, bool show, std::int64_t now) const {
  const bool changes = std::any_of(actor.begin(), actor.end(),
                                   [&](int player) { return seat(player).show != show; });
  if (!changes) return Decision{};
  // Who does not agree any more is always heard.
  if (show && show_replies_ >= kMaxShowReplies) {
    return not_now("too_long", Message::kTableFull, {std::to_string(kMaxEvents)});
  }
  if (auto refusal = show ? too_long() : std::nullopt) return *refusal;
  Decision decision =
      this->decision(now, ShowReply{actor.front(), show, {actor.begin() + 1, actor.end()}});
  for (const int player : actor) decision.seats.emplace_back(seat(player)).show = show;
  return decision;
}

Expected<Decision> Table::remove(const Actor& actor, std::int64_t now) const {
  if (!over()) return not_now("not_over", Message::kNotOver);
  Decision decision = this->decision(now, Deleted{actor.front(), {actor.begin() + 1, actor.end()}});
  for (const int player : actor) {
    decision.seats.push_back({player, seat(player).who, "", "", "", false});
  }
  decision.removed = std::none_of(seats_.begin(), seats_.end(), [&](const store::Seat& seat) {
    return !seat.token_hash.empty() && !has(actor, seat.player);
  });
  return decision;
}

Expected<Decision> Table::close(std::int64_t now) const {
  if (over()) return not_now("game_over", Message::kGameOver);
  Decision decision;
  end(decision, now, {"draw", Ended::Cause::kClosed});
  return decision;
}

Expected<Decision> Table::seat_computer(std::string_view token_hash, int player,
                                        const std::string& who, std::int64_t now) const {
  const Actor own = actor(token_hash);
  if (own.empty()) return HttpError{401, "wrong_token", Error(Message::kWrongToken)};
  if (over()) return not_now("game_over", Message::kGameOver);
  if (player >= players() || is_taken(player)) {
    return not_now("seat_taken", Message::kInvitationUsed);
  }
  Decision decision;
  substitute(decision, now, player, who);
  // With a third at the table the first clock may wait for him, but not for whoever asked.
  if (has_clock() && players() > 2) {
    add(decision, now, Seen{own.front(), {own.begin() + 1, own.end()}});
  }
  return decision;
}

std::optional<Decision> Table::time_out(std::int64_t now) const {
  const auto player = running();
  if (!player || !is_human(*player) || now <= runs_out_at()) return std::nullopt;
  Decision decision;
  if (players() == 2) {
    end(decision, now, {won_by_the_other(*player), Ended::Cause::kTime, *player});
  } else {
    substitute(decision, now, *player, engine::kSubstitute);
  }
  return decision;
}

Expected<Decision> Table::draw(const Actor& actor, OfferReply reply, std::int64_t now) const {
  if (auto refusal = not_on()) return *refusal;
  const int player = speaker(actor);
  const bool offered = draw_.contains(player);
  const bool by_others = !draw_.empty() && !offered;
  switch (reply) {
    case OfferReply::kAsk:
      if (offered) return not_now("offered_already", Message::kOfferedAlready);
      if (draw_declined_[static_cast<std::size_t>(player)] == turn_count()) {
        return not_now("too_soon", Message::kOfferTooSoon);
      }
      break;
    case OfferReply::kAccept:
    case OfferReply::kDecline:
      if (!by_others) return not_now("no_offer", Message::kNothingOffered);
      break;
    case OfferReply::kWithdraw:
      if (!offered) return not_now("no_offer", Message::kNothingOffered);
      break;
  }
  Decision decision =
      this->decision(now, DrawReply{player, reply, also_agreeing(actor, player, reply)});
  if (agrees(reply) && all_agree(draw_, actor, /*people_only=*/false)) {
    end(decision, now, {"draw", Ended::Cause::kAgreement});
  } else {
    add_seen(decision, actor, now);
  }
  return decision;
}

Expected<Decision> Table::ask_takeback(const Actor& actor, std::int64_t now) const {
  if (takeback_) return not_now("offered_already", Message::kOfferedAlready);
  int turn = turn_count();
  while (turn > game_.setup_turns() && !has(actor, game_.mover(turn - 1))) --turn;
  if (turn == game_.setup_turns()) {
    return not_now("nothing_to_take_back", Message::kNothingToTakeBack);
  }
  const int player = game_.mover(turn - 1);
  TakebackReply asked{player, OfferReply::kAsk, turn - 1};
  if (all_agree({}, actor, /*people_only=*/true)) {
    asked.reply = OfferReply::kAccept;
    Decision decision = this->decision(now, asked);
    if (over()) decision.finished = false;
    return decision;
  }
  // A finished game between people stays as it is.
  if (over()) return not_now("game_over", Message::kGameOver);
  if (takeback_declined_[static_cast<std::size_t>(player)] == turn_count()) {
    return not_now("too_soon", Message::kOfferTooSoon);
  }
  return this->decision(now, asked);
}

Expected<Decision> Table::takeback(const Actor& actor, OfferReply reply, std::int64_t now) const {
  if (!all_taken()) return not_now("waiting", Message::kSeatsOpen);
  if (!rematch_id_.empty()) return not_now("game_over", Message::kGameOver);
  if (auto refusal = too_long()) return *refusal;
  if (reply == OfferReply::kAsk) return ask_takeback(actor, now);
  if (over()) return not_now("game_over", Message::kGameOver);
  const bool asker = takeback_ && has(actor, takeback_->player);
  if (!takeback_ || asker != (reply == OfferReply::kWithdraw)) {
    return not_now("no_offer", Message::kNothingOffered);
  }
  TakebackReply answer{speaker(actor), reply, {}};
  if (reply != OfferReply::kAccept) return this->decision(now, answer);
  // Others may have agreed before; whoever asked did so by asking, with all of his seats.
  std::set<int> agreed = takeback_->agreed;
  for (const int seat : this->actor(seat(takeback_->player).token_hash)) agreed.insert(seat);
  if (all_agree(agreed, actor, /*people_only=*/true)) answer.turns = takeback_->turns;
  return this->decision(now, answer);
}

bool Table::rematch_follows(const Actor& actor, OfferReply reply) const {
  return agrees(reply) && over() && rematch_id_.empty() &&
         all_agree(rematch_, actor, /*people_only=*/true);
}

Expected<Decision> Table::rematch(const Actor& actor, OfferReply reply, std::string_view id,
                                  std::int64_t now) const {
  if (!over()) return not_now("not_over", Message::kNotOver);
  if (!all_taken()) return not_now("waiting", Message::kSeatsOpen);
  if (auto refusal = too_long()) return *refusal;
  const int player = speaker(actor);
  const bool offered = rematch_.contains(player);
  if (!rematch_id_.empty() || (reply == OfferReply::kAsk && offered)) {
    return not_now("offered_already", Message::kOfferedAlready);
  }
  const bool answers = reply == OfferReply::kAccept || reply == OfferReply::kDecline;
  if ((answers && (rematch_.empty() || offered)) || (reply == OfferReply::kWithdraw && !offered)) {
    return not_now("no_offer", Message::kNothingOffered);
  }
  RematchReply answer{player, reply, also_agreeing(actor, player, reply), ""};
  if (!rematch_follows(actor, reply)) return this->decision(now, std::move(answer));
  answer.reply = OfferReply::kAccept;
  answer.table = id;
  Decision decision = this->decision(now, std::move(answer));
  decision.next = std::make_shared<const Table>(next_table(id, now));
  return decision;
}

// The same again, everyone one seat on.
Table Table::next_table(std::string_view id, std::int64_t now) const {
  auto setup = std::make_shared<TableSetup>(*setup_);
  ++setup->seed;
  auto seats = games::one_seat_on(seats_);
  for (std::size_t i = 0; i < seats.size(); ++i) {
    seats[i].player = static_cast<int>(i);
    seats[i].invite_hash.clear();
  }
  return {std::string(id), now, std::move(setup), std::move(seats)};
}

}  // namespace tables

// What may happen at a table, and what follows from it.
#include <algorithm>

#include "core/scan.h"
#include "engine/player.h"
#include "server/table.h"
#include "server/tokens.h"

namespace server {

using text::Error;
using text::Message;

namespace {

Refusal not_now(std::string code, Message message, std::vector<std::string> arguments = {}) {
  return {409, std::move(code), Error(message, std::move(arguments))};
}

Json also_json(const Actor& actor, int speaker) {
  Json also = Json::array();
  for (const int player : actor) {
    if (player != speaker) also.push_back(player + 1);
  }
  return also;
}

}  // namespace

void Table::add(Decision& decision, std::int64_t now, const std::string& kind,
                const Json& body) const {
  const int number = last_event_ + static_cast<int>(decision.events.size()) + 1;
  decision.events.push_back({number, now, kind, dumped(body)});
}

Decision Table::decision(std::int64_t now, const std::string& kind, const Json& body) const {
  Decision decision;
  add(decision, now, kind, body);
  return decision;
}

void Table::end(Decision& decision, std::int64_t now, const Settled& settled) const {
  Json body = {{"result", settled.result}, {"cause", settled.cause}};
  if (settled.cause != "agreement") body["player"] = settled.player + 1;
  add(decision, now, "end", body);
  decision.finished = true;
}

// A computer takes over, so that the others can play on.
void Table::substitute(Decision& decision, std::int64_t now, int player,
                       std::string_view who) const {
  store::Seat seat = this->seat(player);
  seat.who = who;
  seat.token_hash.clear();
  seat.invite_hash.clear();
  add(decision, now, "seat", {{"player", player + 1}, {"who", seat.who}});
  decision.seats.push_back(std::move(seat));
}

std::optional<Refusal> Table::too_long() const {
  if (!full()) return std::nullopt;
  return not_now("too_long", Message::kTableFull, {std::to_string(kMaxEvents)});
}

std::optional<Refusal> Table::not_on() const {
  if (over()) return not_now("game_over", Message::kGameOver);
  if (!all_taken()) return not_now("waiting", Message::kSeatsOpen);
  return too_long();
}

// The seat that speaks for a person with several: the one to move, or else the first.
int Table::speaker(const Actor& actor) const {
  const bool moves = std::find(actor.begin(), actor.end(), to_move()) != actor.end();
  return moves ? to_move() : actor.front();
}

bool Table::all_agree(const std::set<int>& offers, const Actor& actor, bool people_only) const {
  for (int player = 0; player < players(); ++player) {
    const bool counts = is_human(player) || !people_only;
    const bool agrees =
        offers.contains(player) || std::find(actor.begin(), actor.end(), player) != actor.end();
    if (counts && !agrees && !(history_.position().is_out(player) && !over())) return false;
  }
  return true;
}

Answer<Decision> Table::join(std::string_view invite_hash, std::string_view token_hash,
                             const std::string& name, std::int64_t now) const {
  for (const auto& seat : seats_) {
    if (!same_hash(seat.invite_hash, invite_hash)) continue;
    if (is_taken(seat.player)) return not_now("seat_taken", Message::kInvitationUsed);
    if (over()) return not_now("game_over", Message::kGameOver);
    store::Seat taken = seat;
    taken.token_hash = token_hash;
    taken.name = name;
    Decision decision =
        this->decision(now, "seated", {{"player", seat.player + 1}, {"name", name}});
    decision.seats.push_back(std::move(taken));
    return decision;
  }
  return Refusal{401, "wrong_token", Error(Message::kInvitationUsed)};
}

Answer<Decision> Table::turn(const Actor& actor, std::string_view text, int after, std::int64_t now,
                             std::optional<std::int64_t> spent) const {
  if (auto refusal = not_on()) return *refusal;
  if (after != turn_count()) {
    return not_now("moved_on", Message::kMovedOn,
                   {std::to_string(turn_count()), std::to_string(after)});
  }
  const int mover = to_move();
  if (std::find(actor.begin(), actor.end(), mover) == actor.end()) {
    return not_now("not_your_turn", Message::kNotYourTurn);
  }
  const auto actions = games::parse_turn(history_.position(), text);
  if (!actions) return bad_input("bad_turn", actions.error());
  games::History next = history_;
  for (const auto action : *actions) next.apply(action);
  const bool over = next.outcome().over();
  if (!over && !next.position().at_turn_start()) {
    return bad_input("turn_incomplete", Error(Message::kTurnUnfinished, {core::quoted(text)}));
  }
  Json body = {{"player", mover + 1}, {"turn", games::turn_text(history_.position(), *actions)}};
  if (has_clock()) body["spent"] = spent.value_or(std::max<std::int64_t>(0, now - since_ms_));
  Decision decision = this->decision(now, "turn", body);
  if (over) decision.finished = true;
  return decision;
}

Answer<Decision> Table::resign(const Actor& actor, std::int64_t now) const {
  if (over()) return not_now("game_over", Message::kGameOver);
  Actor playing = actor;
  std::erase_if(playing, [&](int player) { return history_.position().is_out(player); });
  if (playing.empty()) return not_now("game_over", Message::kGameOver);
  const int player = speaker(playing);
  Decision decision;
  if (players() == 2) {
    end(decision, now, {"p" + std::to_string(2 - player) + "win", "resignation", player});
  } else {
    substitute(decision, now, player, engine::kSubstitute);
  }
  return decision;
}

Answer<Decision> Table::seat_computer(std::string_view token_hash, int player,
                                      const std::string& who, std::int64_t now) const {
  if (actor(token_hash).empty()) return Refusal{401, "wrong_token", Error(Message::kWrongToken)};
  if (over()) return not_now("game_over", Message::kGameOver);
  if (player >= players() || is_taken(player)) {
    return not_now("seat_taken", Message::kInvitationUsed);
  }
  Decision decision;
  substitute(decision, now, player, who);
  return decision;
}

std::optional<Decision> Table::time_out(std::int64_t now) const {
  const auto player = running();
  if (!player || !is_human(*player) || now <= runs_out_at()) return std::nullopt;
  Decision decision;
  if (players() == 2) {
    end(decision, now, {"p" + std::to_string(2 - *player) + "win", "time", *player});
  } else {
    substitute(decision, now, *player, engine::kSubstitute);
  }
  return decision;
}

Answer<Decision> Table::draw(const Actor& actor, OfferReply reply, std::int64_t now) const {
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
  Json body = {{"player", player + 1}, {"answer", reply_name(reply)}};
  const bool agrees = reply == OfferReply::kAsk || reply == OfferReply::kAccept;
  if (agrees && actor.size() > 1) body["also"] = also_json(actor, player);
  Decision decision = this->decision(now, "draw", body);
  if (agrees && all_agree(draw_, actor, /*people_only=*/false)) {
    end(decision, now, {"draw", "agreement"});
  }
  return decision;
}

Answer<Decision> Table::ask_takeback(const Actor& actor, std::int64_t now) const {
  if (takeback_) return not_now("offered_already", Message::kOfferedAlready);
  const auto own = [&](int mover) {
    return std::find(actor.begin(), actor.end(), mover) != actor.end();
  };
  auto turn = movers_.size();
  while (turn > setup_->turns.size() && !own(movers_[turn - 1])) --turn;
  if (turn == setup_->turns.size()) {
    return not_now("nothing_to_take_back", Message::kNothingToTakeBack);
  }
  const int player = movers_[turn - 1];
  Json body = {{"player", player + 1}, {"answer", "ask"}, {"turns", turn - 1}};
  if (all_agree({}, actor, /*people_only=*/true)) {
    body["answer"] = "accept";
    Decision decision = this->decision(now, "takeback", body);
    if (over()) decision.finished = false;
    return decision;
  }
  // A finished game between people stays as it is.
  if (over()) return not_now("game_over", Message::kGameOver);
  if (takeback_declined_[static_cast<std::size_t>(player)] == turn_count()) {
    return not_now("too_soon", Message::kOfferTooSoon);
  }
  return this->decision(now, "takeback", body);
}

Answer<Decision> Table::takeback(const Actor& actor, OfferReply reply, std::int64_t now) const {
  if (!all_taken()) return not_now("waiting", Message::kSeatsOpen);
  if (!rematch_id_.empty()) return not_now("game_over", Message::kGameOver);
  if (auto refusal = too_long()) return *refusal;
  if (reply == OfferReply::kAsk) return ask_takeback(actor, now);
  if (over()) return not_now("game_over", Message::kGameOver);
  const bool asker =
      takeback_ && std::find(actor.begin(), actor.end(), takeback_->player) != actor.end();
  if (!takeback_ || asker != (reply == OfferReply::kWithdraw)) {
    return not_now("no_offer", Message::kNothingOffered);
  }
  const int player = speaker(actor);
  Json body = {{"player", player + 1}, {"answer", reply_name(reply)}};
  if (reply != OfferReply::kAccept) return this->decision(now, "takeback", body);
  // Others may have agreed before; whoever asked did so by asking, with all of his seats.
  std::set<int> agreed = takeback_->agreed;
  for (const int seat : this->actor(seat(takeback_->player).token_hash)) agreed.insert(seat);
  if (all_agree(agreed, actor, /*people_only=*/true)) body["turns"] = takeback_->turns;
  return this->decision(now, "takeback", body);
}

bool Table::rematch_follows(const Actor& actor, OfferReply reply) const {
  const bool agrees = reply == OfferReply::kAsk || reply == OfferReply::kAccept;
  return agrees && over() && rematch_id_.empty() &&
         all_agree(rematch_, actor, /*people_only=*/true);
}

Answer<Decision> Table::rematch(const Actor& actor, OfferReply reply, std::string_view id,
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
  Json body = {{"player", player + 1}, {"answer", reply_name(reply)}};
  const bool agrees = reply == OfferReply::kAsk || reply == OfferReply::kAccept;
  if (agrees && actor.size() > 1) body["also"] = also_json(actor, player);
  if (!id.empty() && rematch_follows(actor, reply)) {
    body["answer"] = "accept";
    body["rematch"] = id;
  }
  return this->decision(now, "rematch", body);
}

}  // namespace server

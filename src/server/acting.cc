#include "server/acting.h"

#include "server/positions.h"
#include "server/tokens.h"
#include "server/view_json.h"

namespace server {

using text::Error;
using text::Message;

namespace {

constexpr int kMaxTurnNumber = 1'000'000;

OfferReply read_reply(Fields& fields) {
  const auto word = fields.choice("answer", {"ask", "accept", "decline", "withdraw"});
  if (word == "accept") return OfferReply::kAccept;
  if (word == "decline") return OfferReply::kDecline;
  return word == "withdraw" ? OfferReply::kWithdraw : OfferReply::kAsk;
}

void act_turn(const std::shared_ptr<Room>& room, const std::string& token_hash, Fields& fields,
              const std::string& visitor, Room::Done done) {
  const auto turn = fields.required_text("turn", kMaxTurnBytes);
  const auto after = static_cast<int>(fields.required_number("after", 0, kMaxTurnNumber));
  if (auto problem = fields.problem()) return done(*problem);
  room->run([=](const Table& table,
                std::int64_t now) { return table.turn(table.actor(token_hash), turn, after, now); },
            std::move(done), visitor);
}

// A friend did not come: a computer takes the seat, on the word of anyone who has one.
void act_seat(const std::shared_ptr<Room>& room, const std::string& token_hash, Fields& fields,
              const std::string& visitor, Room::Done done) {
  const auto player = static_cast<int>(fields.required_number("player", 1, 3)) - 1;
  const auto who = fields.choice("who", computer_texts());
  if (auto problem = fields.problem()) return done(*problem);
  room->run([=](const Table& table,
                std::int64_t now) { return table.seat_computer(token_hash, player, who, now); },
            std::move(done), visitor);
}

}  // namespace

const std::vector<std::string>& act_names() {
  static const std::vector<std::string> names = {"turns",   "takeback", "draw", "resign",
                                                 "rematch", "move-now", "seat"};
  return names;
}

std::string seat_hash(std::string_view authorization) {
  constexpr std::string_view kScheme = "Seat ";
  if (!authorization.starts_with(kScheme)) return "";
  return hash_of(authorization.substr(kScheme.size()));
}

void act(Tables& tables, const std::shared_ptr<Room>& room, const std::string& name,
         const std::string& token_hash, Fields& fields, const std::string& visitor,
         const JsonDone& done) {
  const auto actor = room->snapshot()->table().actor(token_hash);
  if (actor.empty()) {
    const bool none = token_hash.empty();
    return done(Refusal{401, none ? "no_token" : "wrong_token",
                        Error(none ? Message::kNoToken : Message::kWrongToken)});
  }
  const Room::Done stored = [done](const Answer<int>& event) {
    if (!event) return done(event.error());
    done(Json{{"event", *event}});
  };
  if (name == "turns") return act_turn(room, token_hash, fields, visitor, stored);
  if (name == "seat") return act_seat(room, token_hash, fields, visitor, stored);
  const bool offer = name == "takeback" || name == "draw" || name == "rematch";
  const auto reply = offer ? read_reply(fields) : OfferReply::kAsk;
  if (auto problem = fields.problem()) return done(*problem);
  if (name == "rematch") return tables.rematch(room, actor, reply, visitor, stored);
  if (name == "move-now") {
    if (!room->move_now()) {
      return done(Refusal{409, "nobody_thinks", Error(Message::kNobodyThinks)});
    }
    return done(Json{{"event", room->snapshot()->table().last_event()}});
  }
  room->run(
      [=](const Table& table, std::int64_t now) -> Answer<Decision> {
        // The seat may have changed hands while this waited.
        const auto own = table.actor(token_hash);
        if (own.empty()) return Refusal{401, "wrong_token", Error(Message::kWrongToken)};
        if (name == "draw") return table.draw(own, reply, now);
        if (name == "takeback") return table.takeback(own, reply, now);
        return table.resign(own, now);
      },
      stored, visitor);
}

}  // namespace server

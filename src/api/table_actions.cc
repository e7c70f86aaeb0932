#include "api/table_actions.h"

#include "api/positions.h"
#include "api/view_json.h"
#include "tables/tokens.h"

namespace api {

using tables::Act;
using tables::LiveTablePtr;
using tables::OfferReply;
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

// What is wanted, or what is wrong with it.
Expected<Act> read_act(const std::string& name, const std::string& token_hash, Fields& fields) {
  Act act;
  if (name == "turns") {
    const auto turn = fields.required_text("turn", kMaxTurnBytes);
    const auto after = fields.required_number("after", 0, kMaxTurnNumber);
    act = tables::PlayTurn{token_hash, turn, static_cast<int>(after)};
  } else if (name == "seat") {
    // A friend did not come: a computer takes the seat, on the word of anyone who has one.
    const auto player = fields.required_number("player", 1, 3);
    act = tables::SeatComputer{token_hash, static_cast<int>(player) - 1,
                               fields.choice("who", computer_texts())};
  } else if (name == "draw") {
    act = tables::OfferDraw{token_hash, read_reply(fields)};
  } else if (name == "takeback") {
    act = tables::OfferTakeback{token_hash, read_reply(fields)};
  } else if (name == "rematch") {
    act = tables::OfferRematch{token_hash, read_reply(fields)};
  } else if (name == "move-now") {
    act = tables::MoveNow{};
  } else if (name == "seen") {
    act = tables::SeeBoard{token_hash};
  } else if (name == "show") {
    if (!fields.has("show")) fields.missing("show");
    act = tables::AgreeToShow{token_hash, fields.flag("show", false)};
  } else if (name == "phrase") {
    act = tables::SayPhrase{
        token_hash, fields.choice("phrase", {tables::kPhrases.begin(), tables::kPhrases.end()})};
  } else if (name == "delete") {
    act = tables::DeleteGame{token_hash};
  } else {
    act = tables::Resign{token_hash};
  }
  if (auto problem = fields.problem()) return *problem;
  return act;
}

}  // namespace

const std::vector<std::string>& act_names() {
  static const std::vector<std::string> names = {"turns",   "takeback", "draw",  "resign",
                                                 "rematch", "move-now", "seat",  "seen",
                                                 "show",    "phrase",   "delete"};
  return names;
}

std::string seat_hash(std::string_view authorization) {
  constexpr std::string_view kScheme = "Seat ";
  if (!authorization.starts_with(kScheme)) return "";
  return tables::hash_of(authorization.substr(kScheme.size()));
}

void act(const ActionContext& context, const LiveTablePtr& live, const std::string& name,
         const std::string& token_hash, Fields& fields, const std::string& address,
         const JsonDone& done) {
  if (token_hash.empty()) return done(HttpError{401, "no_token", Error(Message::kNoToken)});
  const auto wanted = read_act(name, token_hash, fields);
  live->recognise(token_hash, [=](const Expected<tables::Actor>& actor) {
    if (!actor) return done(actor.error());
    if (actor->empty()) return done(HttpError{401, "wrong_token", Error(Message::kWrongToken)});
    if (!wanted) return done(wanted.error());
    // New games are on the account of an address, the computers' time on that of a person.
    const auto person = context.persons.name_of(address, token_hash);
    context.registry.act(live, *wanted, name == "rematch" ? address : person,
                         [done](const Expected<int>& event) {
                           if (!event) return done(event.error());
                           done(Json{{"event", *event}});
                         });
  });
}

}  // namespace api

#include "api/node_json.h"

#include <algorithm>
#include <array>

#include "api/json.h"
#include "core/json_number.h"

namespace api {

using tables::Act;
using tables::ActRequest;
using tables::FollowAnswer;
using tables::Following;
using tables::FollowRequest;
using tables::News;
using tables::OfferReply;
using tables::ReviewState;
using tables::Sightings;
using tables::TableState;

namespace {

// In the order of the alternatives of Act.
constexpr std::array<std::string_view, 14> kActs = {
    "join",     "turn",  "resign",   "draw", "takeback", "rematch", "seat",
    "move-now", "close", "reviewed", "seen", "show",     "delete",  "phrase"};
static_assert(kActs.size() == std::variant_size_v<Act>);

// Whatever another server sends is read by functions that throw where something is missing or is of
// another type. That is no news for the log: strangers may share the bus.
template <class Read>
auto read_bytes(std::string_view bytes, const Read& read)
    -> std::optional<decltype(read(std::declval<const Json&>()))> {
  try {
    return read(Json::parse(bytes));
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const std::out_of_range&) {
    return std::nullopt;
  }
}

template <class Number>
Number number_in(const Json& json) {
  const auto number = core::whole_number<Number>(json);
  if (!number) throw std::out_of_range("number");
  return *number;
}

// Missing is 0, and so is less.
int count_in(const Json& json, const char* key) {
  return json.contains(key) ? std::max(0, number_in<int>(json.at(key))) : 0;
}

template <class Enum>
Enum enum_in(const Json& json, int values) {
  const auto value = number_in<int>(json);
  if (value < 0 || value >= values) throw std::out_of_range("enumeration");
  return static_cast<Enum>(value);
}

int player_in(const Json& json) { return enum_in<int>(json, 3); }

OfferReply reply_in(const Json& json) { return enum_in<OfferReply>(json.at("reply"), 4); }

// A list of things, each written or read by a function.
template <class List, class Write>
Json list_of(const List& list, const Write& write) {
  Json json = Json::array();
  for (const auto& one : list) json.push_back(write(one));
  return json;
}
template <class Read>
auto list_in(const Json& json, const Read& read) {
  std::vector<decltype(read(json))> list;
  for (const auto& one : json) list.push_back(read(one));
  return list;
}

// --- Acts ---

struct ActWriter {
  Json operator()(const tables::Join& act) const {
    return {{"invite", act.invite_hash},
            {"seat", act.token_hash},
            {"name", act.name},
            {"show", act.show}};
  }
  Json operator()(const tables::PlayTurn& act) const {
    return {{"seat", act.token_hash}, {"turn", act.text}, {"after", act.after}};
  }
  Json operator()(const tables::Resign& act) const { return {{"seat", act.token_hash}}; }
  Json operator()(const tables::SeeBoard& act) const { return {{"seat", act.token_hash}}; }
  Json operator()(const tables::AgreeToShow& act) const {
    return {{"seat", act.token_hash}, {"show", act.show}};
  }
  Json operator()(const tables::DeleteGame& act) const { return {{"seat", act.token_hash}}; }
  Json operator()(const tables::SayPhrase& act) const {
    return {{"seat", act.token_hash}, {"phrase", act.phrase}};
  }
  Json operator()(const tables::OfferDraw& act) const { return offer(act); }
  Json operator()(const tables::OfferTakeback& act) const { return offer(act); }
  Json operator()(const tables::OfferRematch& act) const { return offer(act); }
  Json operator()(const tables::SeatComputer& act) const {
    return {{"seat", act.token_hash}, {"player", act.player}, {"who", act.who}};
  }
  Json operator()(const tables::MoveNow& /*act*/) const { return Json::object(); }
  Json operator()(const tables::CloseGame& /*act*/) const { return Json::object(); }
  Json operator()(const tables::ReviewStored& /*act*/) const { return Json::object(); }

  template <class Offer>
  static Json offer(const Offer& act) {
    return {{"seat", act.token_hash}, {"reply", static_cast<int>(act.reply)}};
  }
};

// Nothing else is ever told to anybody.
std::string phrase_in(const Json& json) {
  auto phrase = json.at("phrase").get<std::string>();
  const auto& known = tables::kPhrases;
  if (std::find(known.begin(), known.end(), phrase) == known.end()) {
    throw std::out_of_range("phrase");
  }
  return phrase;
}

Act act_in(const Json& json) {
  const auto kind = json.at("act").get<std::string>();
  const auto& body = json.at("body");
  const auto text = [&body](const char* key) { return body.at(key).get<std::string>(); };
  if (kind == "join") {
    return tables::Join{text("invite"), text("seat"), text("name"), body.value("show", false)};
  }
  if (kind == "turn")
    return tables::PlayTurn{text("seat"), text("turn"), number_in<int>(body.at("after"))};
  if (kind == "resign") return tables::Resign{text("seat")};
  if (kind == "seen") return tables::SeeBoard{text("seat")};
  if (kind == "draw") return tables::OfferDraw{text("seat"), reply_in(body)};
  if (kind == "takeback") return tables::OfferTakeback{text("seat"), reply_in(body)};
  if (kind == "rematch") return tables::OfferRematch{text("seat"), reply_in(body)};
  if (kind == "seat") {
    return tables::SeatComputer{text("seat"), player_in(body.at("player")), text("who")};
  }
  if (kind == "show") return tables::AgreeToShow{text("seat"), body.at("show")};
  if (kind == "delete") return tables::DeleteGame{text("seat")};
  if (kind == "phrase") return tables::SayPhrase{text("seat"), phrase_in(body)};
  if (kind == "move-now") return tables::MoveNow{};
  if (kind == "close") return tables::CloseGame{};
  if (kind == "reviewed") return tables::ReviewStored{};
  throw std::out_of_range("act");
}

// --- Refusals ---

Json error_of(const HttpError& error) {
  Json notes = Json::array();
  for (const auto& note : error.error.notes) {
    notes.push_back({{"message", text::message_name(note.message)}, {"arguments", note.arguments}});
  }
  return {{"status", error.status},
          {"code", error.code},
          {"notes", std::move(notes)},
          {"retry", error.retry_after}};
}

// A message that only the other program knows says nothing here.
HttpError error_in(const Json& json) {
  std::vector<text::Note> notes;
  for (const auto& note : json.at("notes")) {
    const auto message = text::message_named(note.at("message").get<std::string>());
    if (message) notes.push_back({*message, note.at("arguments")});
  }
  text::Error error(text::Message::kHttpInternal);
  if (!notes.empty()) error.notes = std::move(notes);
  return {number_in<int>(json.at("status")), json.at("code"), std::move(error),
          number_in<int>(json.at("retry"))};
}

// --- Tables ---

Json seat_of(const store::Seat& seat) {
  return {{"player", seat.player},      {"who", seat.who},
          {"name", seat.name},          {"token", seat.token_hash},
          {"invite", seat.invite_hash}, {"show", seat.show}};
}

store::Seat seat_in(const Json& json) {
  return {player_in(json.at("player")),
          json.at("who"),
          json.at("name"),
          json.at("token"),
          json.at("invite"),
          json.value("show", false)};
}

Json event_of(const store::Event& event) {
  return {
      {"number", event.number}, {"at", event.at_ms}, {"kind", event.kind}, {"body", event.body}};
}

store::Event event_in(const Json& json) {
  return {number_in<int>(json.at("number")), number_in<std::int64_t>(json.at("at")),
          json.at("kind"), json.at("body")};
}

Json state_of(const TableState& state) {
  Json json = {{"epoch", state.epoch},
               {"event", state.event},
               {"since", state.since},
               {"online", state.presence.online},
               {"spectators", state.presence.spectators},
               {"review", static_cast<int>(state.presence.review)}};
  if (const auto& thinking = state.presence.thinking) {
    json["thinking"] = {thinking->player, thinking->since, thinking->limit};
  }
  return json;
}

TableState state_in(const Json& json) {
  TableState state;
  state.epoch = number_in<std::int64_t>(json.at("epoch"));
  state.event = number_in<int>(json.at("event"));
  state.since = number_in<std::int64_t>(json.at("since"));
  state.presence.online = json.at("online").get<std::vector<bool>>();
  state.presence.spectators = count_in(json, "spectators");
  state.presence.review = enum_in<ReviewState>(json.at("review"), 3);
  if (json.contains("thinking")) {
    const auto& thinking = json.at("thinking");
    state.presence.thinking = {player_in(thinking.at(0)), number_in<std::int64_t>(thinking.at(1)),
                               number_in<std::int64_t>(thinking.at(2))};
  }
  return state;
}

Json following_of(const Following& following) {
  return {{"table", following.table},
          {"leaves", following.leaves},
          {"watched", following.watched},
          {"online", following.online},
          {"spectators", following.spectators}};
}

Following following_in(const Json& json) {
  return {json.at("table"), json.at("leaves"), json.at("watched"),
          json.at("online").get<std::vector<bool>>(), count_in(json, "spectators")};
}

Json said_of(const tables::Said& said) {
  return {{"player", said.player}, {"phrase", said.phrase}};
}

tables::Said said_in(const Json& json) { return {player_in(json.at("player")), phrase_in(json)}; }

Json board_of(const Sightings::Board& board) {
  return {
      {"table", board.table}, {"game", board.game}, {"starts", board.starts}, {"over", board.over}};
}

Sightings::Board board_in(const Json& json) {
  return {json.at("table"), json.at("game"), list_in(json.at("starts"), number_in<std::uint64_t>),
          json.at("over")};
}

}  // namespace

std::string JsonNodeFormat::write(const ActRequest& request) const {
  return dumped({{"table", request.table},
                 {"act", kActs[request.act.index()]},
                 {"body", std::visit(ActWriter{}, request.act)},
                 {"visitor", request.visitor},
                 {"request", request.request}});
}

std::optional<ActRequest> JsonNodeFormat::read_act(std::string_view bytes) const {
  return read_bytes(bytes, [](const Json& json) {
    return ActRequest{json.at("table"), act_in(json), json.at("visitor"), json.at("request")};
  });
}

std::string JsonNodeFormat::write(const Expected<int>& answer) const {
  if (answer) return dumped({{"event", *answer}});
  return dumped({{"error", error_of(answer.error())}});
}

std::optional<Expected<int>> JsonNodeFormat::read_answer(std::string_view bytes) const {
  return read_bytes(bytes, [](const Json& json) -> Expected<int> {
    if (json.contains("error")) return error_in(json.at("error"));
    return number_in<int>(json.at("event"));
  });
}

std::string JsonNodeFormat::write(const News& news) const {
  return dumped({{"table", news.table},
                 {"events", list_of(news.events, event_of)},
                 {"seats", list_of(news.seats, seat_of)},
                 {"state", state_of(news.state)},
                 {"said", list_of(news.said, said_of)}});
}

std::optional<News> JsonNodeFormat::read_news(std::string_view bytes) const {
  return read_bytes(bytes, [](const Json& json) {
    return News{json.at("table"), list_in(json.at("events"), event_in),
                list_in(json.at("seats"), seat_in), state_in(json.at("state")),
                list_in(json.value("said", Json::array()), said_in)};
  });
}

std::string JsonNodeFormat::write(const FollowRequest& request) const {
  return dumped({{"node", request.node}, {"tables", list_of(request.tables, following_of)}});
}

std::optional<FollowRequest> JsonNodeFormat::read_follow(std::string_view bytes) const {
  return read_bytes(bytes, [](const Json& json) {
    return FollowRequest{json.at("node"), list_in(json.at("tables"), following_in)};
  });
}

std::string JsonNodeFormat::write(const FollowAnswer& answer) const {
  return dumped(list_of(answer, [](const auto& one) {
    Json json = {{"table", one.first}};
    if (one.second) json["state"] = state_of(*one.second);
    return json;
  }));
}

std::optional<FollowAnswer> JsonNodeFormat::read_states(std::string_view bytes) const {
  return read_bytes(bytes, [](const Json& json) {
    return list_in(json, [](const Json& one) -> FollowAnswer::value_type {
      std::optional<TableState> state;
      if (one.contains("state")) state = state_in(one.at("state"));
      return {one.at("table"), std::move(state)};
    });
  });
}

std::string JsonNodeFormat::write(const Sightings& sightings) const {
  return dumped({{"seen", sightings.seen}, {"boards", list_of(sightings.boards, board_of)}});
}

std::optional<Sightings> JsonNodeFormat::read_sightings(std::string_view bytes) const {
  return read_bytes(bytes, [](const Json& json) {
    return Sightings{json.at("seen").get<std::vector<std::pair<std::string, std::string>>>(),
                     list_in(json.at("boards"), board_in)};
  });
}

}  // namespace api

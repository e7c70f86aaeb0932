#include "api/event_json.h"

#include <array>

#include "core/json_number.h"

namespace api {

using tables::Deleted;
using tables::DrawReply;
using tables::Ended;
using tables::OfferReply;
using tables::RematchReply;
using tables::Seated;
using tables::SeatTaken;
using tables::Seen;
using tables::ShowReply;
using tables::TakebackReply;
using tables::TurnPlayed;

namespace {

// In the order of the event's alternatives.
constexpr std::array<std::string_view, 10> kKinds = {
    "seated", "seat", "turn", "takeback", "draw", "rematch", "end", "seen", "show", "deleted"};
// In the order of the enumerations.
constexpr std::array<std::string_view, 4> kReplies = {"ask", "accept", "decline", "withdraw"};
constexpr std::array<std::string_view, 4> kCauses = {"resignation", "agreement", "time", "closed"};

std::string_view name_of(OfferReply reply) { return kReplies[static_cast<std::size_t>(reply)]; }

// --- Writing ---

struct BodyWriter {
  Json operator()(const Seated& event) const {
    Json body = {{"player", event.player + 1}, {"name", event.name}};
    if (event.show) body["show"] = true;
    return body;
  }
  Json operator()(const SeatTaken& event) const {
    Json body = {{"player", event.player + 1}, {"who", event.who}};
    if (event.open) body["open"] = true;
    return body;
  }
  Json operator()(const TurnPlayed& event) const {
    Json body = {{"player", event.player + 1}, {"turn", event.text}};
    if (event.spent) body["spent"] = *event.spent;
    return body;
  }
  Json operator()(const TakebackReply& event) const {
    Json body = {{"player", event.player + 1}, {"answer", name_of(event.reply)}};
    if (event.turns) body["turns"] = *event.turns;
    return body;
  }
  Json operator()(const DrawReply& event) const { return offer(event); }
  Json operator()(const RematchReply& event) const {
    Json body = offer(event);
    if (!event.table.empty()) body["rematch"] = event.table;
    return body;
  }
  Json operator()(const Ended& event) const {
    Json body = {{"result", event.result},
                 {"cause", kCauses[static_cast<std::size_t>(event.cause)]}};
    const bool of_one =
        event.cause == Ended::Cause::kResignation || event.cause == Ended::Cause::kTime;
    if (of_one) body["player"] = event.player + 1;
    return body;
  }

  Json operator()(const Seen& event) const {
    return with_also({{"player", event.player + 1}}, event);
  }

  Json operator()(const ShowReply& event) const {
    return with_also({{"player", event.player + 1}, {"show", event.show}}, event);
  }
  Json operator()(const Deleted& event) const {
    return with_also({{"player", event.player + 1}}, event);
  }

  template <class Reply>
  static Json offer(const Reply& event) {
    return with_also({{"player", event.player + 1}, {"answer", name_of(event.reply)}}, event);
  }
  template <class Of>
  static Json with_also(Json body, const Of& event) {
    for (const int player : event.also) body["also"].push_back(player + 1);
    return body;
  }
};

// --- Reading ---

// The fields of a stored body; those that make no sense are as good as missing.
class Body {
 public:
  Body(const Json& json, int players) : json_(json), players_(players) {}

  std::string text(const char* key) const {
    const auto at = json_.find(key);
    return at != json_.end() && at->is_string() ? at->get<std::string>() : "";
  }
  bool flag(const char* key) const {
    const auto at = json_.find(key);
    return at != json_.end() && at->is_boolean() && at->get<bool>();
  }
  std::optional<std::int64_t> number(const char* key) const {
    const auto at = json_.find(key);
    if (at == json_.end() || !at->is_number_unsigned()) return std::nullopt;
    return core::whole_number<std::int64_t>(*at);
  }
  // From 0.
  std::optional<int> player() const {
    const auto at = json_.find("player");
    return at == json_.end() ? std::nullopt : player_in(*at);
  }
  std::optional<OfferReply> reply() const { return word_of<OfferReply>(kReplies, "answer"); }
  std::optional<Ended::Cause> cause() const { return word_of<Ended::Cause>(kCauses, "cause"); }
  std::vector<int> also() const {
    std::vector<int> players;
    const auto list = json_.find("also");
    if (list == json_.end() || !list->is_array()) return players;
    for (const auto& item : *list) {
      if (const auto player = player_in(item)) players.push_back(*player);
    }
    return players;
  }

 private:
  std::optional<int> player_in(const Json& json) const {
    const auto player = core::whole_number<int>(json);
    if (!player || *player < 1 || *player > players_) return std::nullopt;
    return *player - 1;
  }
  template <class Enum, std::size_t kWords>
  std::optional<Enum> word_of(const std::array<std::string_view, kWords>& words,
                              const char* key) const {
    const auto word = text(key);
    for (std::size_t i = 0; i < kWords; ++i) {
      if (words[i] == word) return static_cast<Enum>(i);
    }
    return std::nullopt;
  }

  const Json& json_;
  const int players_;
};

using What = decltype(tables::Event::what);

std::optional<What> read_turn(const Body& body, const games::Position& before) {
  TurnPlayed turn;
  turn.player = before.to_move();
  turn.text = body.text("turn");
  auto actions = games::parse_turn(before, turn.text);
  if (!actions) return std::nullopt;
  turn.actions = *std::move(actions);
  turn.spent = body.number("spent");
  return turn;
}

std::optional<What> read_offer(const std::string& kind, const Body& body) {
  const auto player = body.player();
  const auto reply = body.reply();
  if (!player || !reply) return std::nullopt;
  if (kind == "takeback") return TakebackReply{*player, *reply, body.number("turns")};
  if (kind == "draw") return DrawReply{*player, *reply, body.also()};
  return RematchReply{*player, *reply, body.also(), body.text("rematch")};
}

std::optional<What> read_body(const std::string& kind, const Body& body,
                              const games::Position& before) {
  if (kind == "turn") return read_turn(body, before);
  if (kind == "takeback" || kind == "draw" || kind == "rematch") return read_offer(kind, body);
  const auto player = body.player();
  if (kind == "seated") return Seated{player.value_or(0), body.text("name"), body.flag("show")};
  if (kind == "seen" && player) return Seen{*player, body.also()};
  if (kind == "show" && player) return ShowReply{*player, body.flag("show"), body.also()};
  if (kind == "deleted" && player) return Deleted{*player, body.also()};
  if (kind == "seat" && player) return SeatTaken{*player, body.text("who"), body.flag("open")};
  const auto cause = body.cause();
  if (kind == "end" && cause) return Ended{body.text("result"), *cause, player.value_or(0)};
  return std::nullopt;
}

}  // namespace

std::string_view kind_of(const tables::Event& event) { return kKinds[event.what.index()]; }

Json body_of(const tables::Event& event) { return std::visit(BodyWriter{}, event.what); }

store::Event write_event(const tables::Event& event) {
  return {event.number, event.at_ms, std::string(kind_of(event)), dumped(body_of(event))};
}

std::optional<tables::Event> read_event(const store::Event& event, const games::Position& before) {
  const auto json = parse_object(event.body, kMaxRecordBody);
  if (!json) return std::nullopt;
  auto what = read_body(event.kind, Body(*json, before.player_count()), before);
  if (!what) return std::nullopt;
  return tables::Event{event.number, event.at_ms, *std::move(what)};
}

}  // namespace api

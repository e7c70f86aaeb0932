#include "api/table_json.h"

#include <algorithm>

#include "api/event_json.h"
#include "api/setup_json.h"
#include "api/view_json.h"
#include "games/colours.h"
#include "games/words.h"

namespace api {

using tables::Actor;
using tables::Presence;
using tables::ReviewState;
using tables::Snapshot;
using tables::Table;
using text::Message;

namespace {

const char* name_of(ReviewState review) {
  switch (review) {
    case ReviewState::kNone: return "none";
    case ReviewState::kRunning: return "running";
    case ReviewState::kDone: break;
  }
  return "done";
}

Json clocks_json(const Table& table, std::int64_t now) {
  Json clocks = Json::array();
  if (!table.has_clock()) return clocks;
  for (int player = 0; player < table.players(); ++player) {
    clocks.push_back({{"player", player + 1}, {"left", table.left(player, now)}});
  }
  return clocks;
}

Json running_json(const Table& table) {
  const auto running = table.running();
  return running ? Json(*running + 1) : Json();
}

// For whom the first clock waits, and until when at the latest.
Json waits_json(const Table& table, std::int64_t now) {
  Json players = Json::array();
  for (const int player : table.waits_for(now)) players.push_back(player + 1);
  if (players.empty()) return {};
  return {{"players", std::move(players)}, {"until", table.since()}};
}

Json numbers(const std::set<int>& players) {
  Json list = Json::array();
  for (const int player : players) list.push_back(player + 1);
  return list;
}

Json offers_json(const Table& table) {
  Json takeback;
  if (const auto& offer = table.takeback_offer()) {
    takeback = {
        {"player", offer->player + 1}, {"turns", offer->turns}, {"agreed", numbers(offer->agreed)}};
  }
  return {{"draw", numbers(table.draw_offers())},
          {"takeback", std::move(takeback)},
          {"rematch", numbers(table.rematch_offers())}};
}

// An object's text without its braces.
std::string fields_of(const Json& object) {
  const auto text = dumped(object);
  return text.substr(1, text.size() - 2);
}

Json movers_json(const Table& table) {
  Json movers = Json::array();
  for (int turn = 0; turn < table.turn_count(); ++turn) movers.push_back(table.mover(turn) + 1);
  return movers;
}

Json turn_words_json(const Table& table, text::Language language) {
  const auto& history = table.history();
  Json list = Json::array();
  for (const auto& words : games::line_words(history.initial(), history.actions())) {
    list.push_back(text::render(words, language));
  }
  return list;
}

// A player by name; by colour where he has none, or another seat has the same.
std::string name_of_player(const Table& table, std::size_t player, text::Language language) {
  const auto& seats = table.seats();
  const auto& name = seats[player].name;
  const auto same = std::count_if(seats.begin(), seats.end(),
                                  [&](const auto& seat) { return seat.name == name; });
  if (!name.empty() && same == 1) return name;
  const auto scene = table.history().position().scene();
  return text::render(games::colour_of_game(scene.colours[player]).label, language);
}

// Whoever resigned or ran out of time is told by name: people do not know themselves by number.
std::string reason_text(const Table& table, text::Language language) {
  if (!table.over()) return "";
  const text::Note reason = table.reason();
  const bool time = reason.message == Message::kReasonTime;
  if (!time && reason.message != Message::kResigned) return text::render(reason, language);
  const auto player = static_cast<std::size_t>(std::stoi(reason.arguments[0]) - 1);
  const auto named = time ? Message::kNamedOutOfTime : Message::kNamedResigned;
  return text::render(text::Note{named, {name_of_player(table, player, language)}}, language);
}

void add_result(Json& json, const Table& table, text::Language language) {
  json["result"] = table.result();
  json["reason"] = reason_text(table, language);
}

bool is_online(const Table& table, const Presence& presence, int player) {
  return !table.is_human(player) || presence.online[static_cast<std::size_t>(player)];
}

// What changes without events, but for who is there.
Json moving_json(const Table& table, const Presence& presence, std::int64_t now) {
  return {{"clocks", clocks_json(table, now)},
          {"running", running_json(table)},
          {"waits", waits_json(table, now)},
          {"at", now},
          {"thinking", presence.thinking ? thinking_json(*presence.thinking) : Json()},
          {"review", name_of(presence.review)},
          {"spectators", presence.spectators}};
}

// The VIEW of the position.
const std::string& view_of(const Snapshot& snapshot, text::Language language) {
  return snapshot.text(Snapshot::Part::kView, language, [&] {
    const Table& table = snapshot.table();
    return view_text({table.history(), {}, table.turn_count() + 1}, language, table.setup().aids);
  });
}

// The fields of TABLE that only events change, without the braces.
const std::string& fixed_fields(const Snapshot& snapshot, text::Language language) {
  return snapshot.text(Snapshot::Part::kFields, language, [&] {
    const Table& table = snapshot.table();
    const auto& initial = table.setup().start.initial();
    Json json = {{"id", table.id()},
                 {"game", initial.game().name},
                 {"options", initial.options_in_force()},
                 {"position", table.setup().position},
                 {"created", table.created()},
                 {"event", table.last_event()},
                 {"clock", clock_json(table.setup().clock)},
                 {"turns", table.turns()},
                 {"turn_words", turn_words_json(table, language)},
                 {"movers", movers_json(table)},
                 {"offers", offers_json(table)}};
    add_result(json, table, language);
    json["rematch"] = table.rematch_id().empty() ? Json() : Json(table.rematch_id());
    json["exploration"] = table.setup().exploration;
    json["aids"] = table.setup().aids;
    json["public"] = table.setup().is_public;
    return fields_of(json) + ",\"view\":" + view_of(snapshot, language);
  });
}

}  // namespace

Json thinking_json(const tables::Thinking& thinking) {
  return {{"player", thinking.player + 1}, {"since", thinking.since}, {"limit", thinking.limit}};
}

std::string table_text(const Snapshot& snapshot, const Presence& presence, const Actor& actor,
                       std::int64_t now, text::Language language) {
  const Table& table = snapshot.table();
  Json seats = Json::array();
  for (const auto& seat : table.seats()) {
    const bool yours = std::find(actor.begin(), actor.end(), seat.player) != actor.end();
    seats.push_back({{"player", seat.player + 1},
                     {"who", seat.who},
                     {"name", seat.name},
                     {"taken", table.is_taken(seat.player)},
                     {"online", is_online(table, presence, seat.player)},
                     {"yours", yours},
                     {"show", table.agrees_to_show(seat.player)}});
  }
  Json moving = moving_json(table, presence, now);
  moving["seats"] = std::move(seats);
  return '{' + fixed_fields(snapshot, language) + ',' + fields_of(moving) + '}';
}

std::string summary_text(const Table& table) {
  Json players = Json::array(), reasons = Json::array();
  for (const auto& seat : table.seats()) {
    // Where a computer plays on for somebody, nobody need know for whom.
    const bool person = table.is_human(seat.player);
    players.push_back({{"name", person ? seat.name : ""}, {"who", seat.who}});
  }
  for (int language = 0; language < text::kLanguages; ++language) {
    reasons.push_back(reason_text(table, static_cast<text::Language>(language)));
  }
  return dumped({{"options", table.history().initial().options_in_force()},
                 {"players", std::move(players)},
                 {"reason", std::move(reasons)}});
}

std::string now_text(const Snapshot& snapshot, const Presence& presence, std::int64_t now) {
  const Table& table = snapshot.table();
  Json json = moving_json(table, presence, now);
  Json& online = json["online"] = Json::array();
  for (int player = 0; player < table.players(); ++player) {
    if (is_online(table, presence, player)) online.push_back(player + 1);
  }
  return dumped(json);
}

std::string event_text(const Snapshot& after, const tables::Event& event, text::Language language) {
  const Table& table = after.table();
  const auto kind = kind_of(event);
  // Where storing it took long the clocks run from later on.
  const bool runs = table.running() && table.waits_for(event.at_ms).empty();
  const auto at = runs ? std::max(event.at_ms, table.since()) : event.at_ms;
  Json json = {{"type", "event"},
               {"table", table.id()},
               {"event", event.number},
               {"at", at},
               {"kind", kind}};
  const auto body = body_of(event);
  for (const auto& [key, value] : body.items()) {
    if (key != "spent" && key != "cause") json[key] = value;
  }
  const bool turn = std::holds_alternative<tables::TurnPlayed>(event.what);
  const auto* takeback = std::get_if<tables::TakebackReply>(&event.what);
  const bool taken_back =
      takeback != nullptr && takeback->turns && takeback->reply == tables::OfferReply::kAccept;
  if (turn) json["turns"] = table.turn_count();
  json["offers"] = offers_json(table);
  const bool of_clocks = kind == "seated" || kind == "seat" || kind == "seen";
  if (turn || taken_back || of_clocks) {
    json["clocks"] = clocks_json(table, at);
    json["running"] = running_json(table);
    json["waits"] = waits_json(table, at);
  }
  if ((turn && table.over()) || kind == "end") add_result(json, table, language);
  auto text = dumped(json);
  if (turn || taken_back) {
    text.pop_back();
    text += ",\"view\":" + view_of(after, language) + '}';
  }
  return text;
}

}  // namespace api

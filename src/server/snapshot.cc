#include "server/snapshot.h"

#include <algorithm>

#include "server/view_json.h"

namespace server {

namespace {

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

void add_result(Json& json, const Table& table, text::Language language) {
  json["result"] = table.result();
  json["reason"] = table.over() ? text::render(table.reason(), language) : "";
}

Json thinking_json(const Presence::Thinking& thinking) {
  return {{"player", thinking.player + 1}, {"since", thinking.since}, {"limit", thinking.limit}};
}

bool is_online(const Table& table, const Presence& presence, int player) {
  return !table.is_human(player) || presence.online[static_cast<std::size_t>(player)];
}

// What changes without events, but for who is there.
Json moving_json(const Table& table, const Presence& presence, std::int64_t now) {
  return {{"clocks", clocks_json(table, now)},
          {"running", running_json(table)},
          {"at", now},
          {"thinking", presence.thinking ? thinking_json(*presence.thinking) : Json()},
          {"review", presence.review}};
}

}  // namespace

const std::string& Snapshot::view(text::Language language) const {
  auto& texts = texts_[static_cast<std::size_t>(language)];
  std::call_once(texts.view_once, [&] {
    texts.view =
        view_text({table_.history(), {}, table_.turn_count() + 1}, language, table_.setup().aids);
  });
  return texts.view;
}

const std::string& Snapshot::fixed_fields(text::Language language) const {
  auto& texts = texts_[static_cast<std::size_t>(language)];
  std::call_once(texts.fixed_once, [&] {
    const auto& initial = table_.setup().start.initial();
    Json json = {{"id", table_.id()},
                 {"game", initial.game().name},
                 {"options", initial.options_in_force()},
                 {"position", table_.setup().position},
                 {"created", table_.created()},
                 {"event", table_.last_event()},
                 {"clock", clock_json(table_.setup().clock)},
                 {"turns", table_.turns()},
                 {"offers", offers_json(table_)}};
    add_result(json, table_, language);
    json["rematch"] = table_.rematch_id().empty() ? Json() : Json(table_.rematch_id());
    json["exploration"] = table_.setup().exploration;
    json["aids"] = table_.setup().aids;
    texts.fixed = fields_of(json) + ",\"view\":" + view(language);
  });
  return texts.fixed;
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
                     {"yours", yours}});
  }
  Json moving = moving_json(table, presence, now);
  moving["seats"] = std::move(seats);
  return '{' + snapshot.fixed_fields(language) + ',' + fields_of(moving) + '}';
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

std::string event_text(const Snapshot& after, const store::Event& event, text::Language language) {
  const Table& table = after.table();
  // Where storing it took long the clocks run from later on.
  const auto at = table.running() ? std::max(event.at_ms, table.since()) : event.at_ms;
  Json json = {{"type", "event"},
               {"table", table.id()},
               {"event", event.number},
               {"at", at},
               {"kind", event.kind}};
  const auto body = Json::parse(event.body);
  for (const auto& [key, value] : body.items()) {
    if (key != "spent" && key != "cause") json[key] = value;
  }
  const bool turn = event.kind == "turn";
  const bool taken_back =
      event.kind == "takeback" && body.contains("turns") && body["answer"] == "accept";
  if (turn) json["turns"] = table.turn_count();
  json["offers"] = offers_json(table);
  if (turn || taken_back || event.kind == "seated" || event.kind == "seat") {
    json["clocks"] = clocks_json(table, at);
    json["running"] = running_json(table);
  }
  if ((turn && table.over()) || event.kind == "end") add_result(json, table, language);
  auto text = dumped(json);
  if (turn || taken_back) {
    text.pop_back();
    text += ",\"view\":" + after.view(language) + '}';
  }
  return text;
}

std::string thinking_text(const std::string& table, const Presence::Thinking& thinking) {
  Json json = {{"type", "thinking"}, {"table", table}};
  json.update(thinking_json(thinking));
  return dumped(json);
}

}  // namespace server

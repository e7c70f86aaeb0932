#include "client/table.h"

#include <algorithm>

namespace client {

using text::Message;
using text::Note;

namespace {

bool contains(const std::vector<int>& players, int player) {
  return std::find(players.begin(), players.end(), player) != players.end();
}

void read_clocks(Table& table, const Json& json, TimePoint now) {
  const Json& list = value_at(json, "clocks");
  if (!list.is_array()) return;
  Clocks clocks;
  for (const Json& one : list) {
    const auto player = player_at(one, "player");
    const auto left = number_at(one, "left");
    if (!player || !left) continue;
    clocks.left.resize(table.seats.size());
    if (static_cast<std::size_t>(*player) < clocks.left.size()) {
      clocks.left[static_cast<std::size_t>(*player)] = *left;
    }
  }
  clocks.running = player_at(json, "running");
  clocks.waits_for = players_at(value_at(json, "waits"), "players");
  clocks.at = now;
  table.clocks = std::move(clocks);
}

void read_offers(Table& table, const Json& json) {
  const Json& offers = value_at(json, "offers");
  if (!offers.is_object()) return;
  table.offers = {players_at(offers, "draw"), players_at(offers, "rematch"), std::nullopt};
  const Json& takeback = value_at(offers, "takeback");
  const auto player = player_at(takeback, "player");
  if (!player) return;
  table.offers.takeback = {*player, static_cast<int>(number_at(takeback, "turns").value_or(0)),
                           players_at(takeback, "agreed")};
}

void read_moving(Table& table, const Json& json, TimePoint now) {
  read_clocks(table, json, now);
  table.thinking = player_at(value_at(json, "thinking"), "player");
  table.spectators = static_cast<int>(number_at(json, "spectators").value_or(0));
}

bool play_turn(Table& table, const std::string& text) {
  if (table.game->over()) return false;
  const auto steps = games::parse_turn(table.game->position(), text);
  if (!steps) return false;
  table.game->apply(*steps);
  return true;
}

// The rules may have ended the game already; then the server says the same.
void settle(Table& table) {
  if (!table.over() || table.game->over()) return;
  auto settlement = games::Settlement::of(table.result, Note{Message::kVerbatim, {table.reason}});
  if (settlement && settlement->winner < table.game->players()) {
    table.game->settle(*std::move(settlement));
  }
}

bool start_game(Table& table, const Json& json) {
  const auto* info = games::find_game(text_at(json, "game"));
  const Json& asked = value_at(json, "options");
  if (info == nullptr || !asked.is_object()) return false;
  games::OptionMap options;
  for (const auto& [key, value] : asked.items()) {
    if (!value.is_string()) return false;
    options[key] = value.get<std::string>();
  }
  const auto text = text_at(json, "position");
  auto start = text.empty() ? games::Position::start(*info, options)
                            : games::Position::parse(*info, text, options);
  if (!start) return false;
  table.game.emplace(games::History(*std::move(start)));
  const Json& turns = value_at(json, "turns");
  if (!turns.is_array()) return false;
  return std::all_of(turns.begin(), turns.end(), [&](const Json& turn) {
    return turn.is_string() && play_turn(table, turn.get<std::string>());
  });
}

bool read_seats(Table& table, const Json& json) {
  const Json& seats = value_at(json, "seats");
  if (!seats.is_array()) return false;
  for (const Json& one : seats) {
    table.seats.push_back({text_at(one, "who"), text_at(one, "name"), flag_at(one, "taken"),
                           flag_at(one, "online"), flag_at(one, "yours")});
  }
  return true;
}

// --- Events ---

bool read_turn_event(Table& table, const Json& json) {
  // Whoever missed something must not play on from the wrong place.
  const auto turns = number_at(json, "turns");
  if (!play_turn(table, text_at(json, "turn")) || turns != table.game->turn_count()) return false;
  table.thinking.reset();
  return true;
}

bool read_takeback_event(Table& table, const Json& json) {
  if (text_at(json, "answer") != "accept" || !value_at(json, "view").is_object()) return true;
  const auto turns = number_at(json, "turns");
  if (!turns || *turns < 0 || *turns > table.game->turn_count()) return false;
  table.game->rewind_to_turn(static_cast<int>(*turns));
  table.result = "none";
  table.reason.clear();
  return true;
}

bool read_seat_event(Table& table, const Json& json, const std::string& kind) {
  const auto player = player_at(json, "player");
  if (!player || static_cast<std::size_t>(*player) >= table.seats.size()) return false;
  Seat& seat = table.seats[static_cast<std::size_t>(*player)];
  if (kind == "seated") {
    seat.taken = true;
    seat.name = text_at(json, "name");
    seat.who = "human";
  } else if (kind == "seat") {
    seat = {text_at(json, "who"), "", true, true, false};
  } else if (kind == "deleted") {
    seat.name.clear();
  }
  return true;
}

}  // namespace

bool Table::waiting() const {
  return std::any_of(seats.begin(), seats.end(), [](const Seat& seat) { return !seat.taken; });
}

bool Table::plays() const {
  return std::any_of(seats.begin(), seats.end(), [](const Seat& seat) { return seat.yours; });
}

bool Table::is_own(int player) const {
  const auto i = static_cast<std::size_t>(player);
  return i < seats.size() && seats[i].yours;
}

std::optional<std::int64_t> Table::left(int player, TimePoint now) const {
  const auto i = static_cast<std::size_t>(player);
  if (i >= clocks.left.size()) return std::nullopt;
  const bool runs = clocks.running == player && clocks.waits_for.empty() && !over();
  const auto gone = std::chrono::duration_cast<std::chrono::milliseconds>(now - clocks.at).count();
  return std::max<std::int64_t>(0, clocks.left[i] - (runs ? gone : 0));
}

std::optional<Table> read_table(const Json& json, TimePoint now) {
  Table table;
  table.id = text_at(json, "id");
  table.event = number_at(json, "event").value_or(-1);
  if (table.event < 0 || !read_seats(table, json) || !start_game(table, json)) return std::nullopt;
  if (static_cast<int>(table.seats.size()) != table.game->players()) return std::nullopt;
  read_moving(table, json, now);
  read_offers(table, json);
  const auto result = text_at(json, "result");
  table.result = result.empty() ? "none" : result;
  table.reason = text_at(json, "reason");
  table.rematch = text_at(json, "rematch");
  settle(table);
  return table;
}

void read_presence(Table& table, const Json& json, TimePoint now) {
  read_moving(table, json, now);
  const auto online = players_at(json, "online");
  for (std::size_t i = 0; i < table.seats.size(); ++i) {
    table.seats[i].online = contains(online, static_cast<int>(i));
  }
}

bool read_event(Table& table, const Json& json, TimePoint now) {
  const auto kind = text_at(json, "kind");
  const bool understood = kind == "turn"       ? read_turn_event(table, json)
                          : kind == "takeback" ? read_takeback_event(table, json)
                          : kind == "seated" || kind == "seat" || kind == "deleted"
                              ? read_seat_event(table, json, kind)
                              : true;
  if (!understood) return false;
  if (const auto result = text_at(json, "result"); !result.empty()) {
    table.result = result;
    table.reason = text_at(json, "reason");
    settle(table);
  }
  if (kind == "rematch" && !text_at(json, "rematch").empty()) {
    table.rematch = text_at(json, "rematch");
  }
  read_clocks(table, json, now);
  read_offers(table, json);
  table.event = number_at(json, "event").value_or(table.event);
  return true;
}

}  // namespace client

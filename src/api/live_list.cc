#include "api/live_list.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "api/setup_json.h"

namespace api {

namespace {

constexpr const char* kSubject = "tabuleiro.all.live";
constexpr std::size_t kMostGames = 100;
// What one server tells the others: whichever game somebody looks for, the newest of it are there.
std::size_t most_told() { return kMostGames * games::all_games().size(); }
// A server that was not heard of for so long has none.
constexpr std::int64_t kSilentMs = 3500;
constexpr std::size_t kMostServers = 100;

bool is_somebody_there(const tables::Presence& presence) {
  const auto& online = presence.online;
  return presence.spectators > 0 || std::find(online.begin(), online.end(), true) != online.end();
}

Json live_json(const tables::Table& table, const tables::Presence& presence) {
  const auto& initial = table.setup().start.initial();
  Json players = Json::array();
  for (const auto& seat : table.seats()) {
    const bool human = table.is_human(seat.player);
    players.push_back(
        {{"name", human ? seat.name : ""},
         {"who", seat.who},
         {"taken", table.is_taken(seat.player)},
         {"online", !human || presence.online[static_cast<std::size_t>(seat.player)]}});
  }
  return {{"id", table.id()},
          {"game", initial.game().name},
          {"options", initial.options_in_force()},
          {"players", std::move(players)},
          {"state", table.all_taken() ? "running" : "waiting"},
          {"turns", table.turn_count()},
          {"clock", clock_json(table.setup().clock)},
          {"spectators", presence.spectators},
          {"created", table.created()}};
}

// Each once: a table that has just moved is told by the server that had it, too.
void sort_newest_first(Json& games) {
  std::sort(games.begin(), games.end(), [](const Json& a, const Json& b) {
    return std::tie(b["created"], b["id"]) < std::tie(a["created"], a["id"]);
  });
  const auto repeated = std::unique(
      games.begin(), games.end(), [](const Json& a, const Json& b) { return a["id"] == b["id"]; });
  games.erase(repeated, games.end());
}

void keep_newest(Json& games) {
  sort_newest_first(games);
  if (games.size() > kMostGames) games.erase(games.begin() + kMostGames, games.end());
}

// The same of each game.
void keep_newest_of_each(Json& games) {
  sort_newest_first(games);
  std::map<std::string, std::size_t> kept;
  Json newest = Json::array();
  for (auto& game : games) {
    if (++kept[game["game"].get<std::string>()] <= kMostGames) newest.push_back(std::move(game));
  }
  games = std::move(newest);
}

// What other servers tell; strangers may share the bus.
bool is_sound(const Json& game) {
  const auto is = [&](const char* key, auto kind) {
    return game.contains(key) && (game[key].*kind)();
  };
  return game.is_object() && is("id", &Json::is_string) && is("game", &Json::is_string) &&
         is("created", &Json::is_number_integer) && is("players", &Json::is_array);
}

}  // namespace

// Of the tables that this server decides about: those of one game, or all.
Json LiveList::own(const std::string& game) const {
  Json games = Json::array();
  for (const auto& live : registry_.all()) {
    const auto [snapshot, presence] = live->state();
    const auto& table = snapshot->table();
    const bool wanted = game.empty() || table.history().initial().game().name == game;
    const bool listed =
        wanted && table.setup().is_public && !table.over() && is_somebody_there(presence);
    if (listed && live->decides()) games.push_back(live_json(table, presence));
  }
  return games;
}

Json LiveList::games(const std::string& game) {
  Json games = own(game);
  {
    const std::lock_guard lock(mutex_);
    const auto latest = clock_.now() - kSilentMs;
    std::erase_if(heard_, [&](const auto& entry) { return entry.second.at < latest; });
    for (const auto& [node, heard] : heard_) {
      for (const auto& one : heard.games) {
        if (game.empty() || one["game"] == game) games.push_back(one);
      }
    }
  }
  keep_newest(games);
  return games;
}

void LiveList::join(bus::Bus& bus, const std::string& node) {
  bus_ = &bus;
  node_ = node;
  others_ = bus.subscribe(kSubject, [this](const bus::Message& message) { hear(message.bytes); });
}

void LiveList::tell() {
  if (bus_ == nullptr) return;
  Json games = own("");
  keep_newest_of_each(games);
  bus_->publish(kSubject, dumped({{"node", node_}, {"games", std::move(games)}}));
}

void LiveList::leave() { others_.reset(); }

void LiveList::hear(std::string_view bytes) {
  const auto json = Json::parse(bytes, nullptr, false);
  const bool fits = json.is_object() && json.contains("node") && json["node"].is_string() &&
                    json.contains("games") && json["games"].is_array() &&
                    json["games"].size() <= most_told();
  if (!fits || json["node"] == node_) return;
  if (!std::all_of(json["games"].begin(), json["games"].end(), is_sound)) return;
  const std::lock_guard lock(mutex_);
  const auto node = json["node"].get<std::string>();
  if (!heard_.contains(node) && heard_.size() >= kMostServers) return;
  heard_[node] = {clock_.now(), json["games"]};
}

}  // namespace api

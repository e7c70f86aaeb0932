#include "terminal/settings.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/file.h"
#include "core/folders.h"
#include "games/colours.h"
#include "games/list.h"
#include "terminal/session.h"
#include "terminal/theme.h"

namespace terminal {

using nlohmann::json;

namespace {

constexpr std::size_t kMaxSettingsBytes = 1 << 18;
constexpr std::size_t kMaxDone = 4096, kMaxIdBytes = 64;

std::string string_at(const json& object, const char* key) {
  const auto at = object.find(key);
  return at != object.end() && at->is_string() ? at->get<std::string>() : "";
}

games::OptionMap read_options(const json& object, const games::GameInfo& game) {
  games::OptionMap options;
  if (!object.is_object()) return options;
  for (const auto& [key, value] : object.items()) {
    if (!value.is_string()) continue;
    auto with = games::with_option(options, key, value.get<std::string>(), game.options);
    if (with && game.start(*with)) options = *std::move(with);
  }
  return options;
}

SeatColours read_colours(const json& list) {
  SeatColours colours;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    if (!list.is_array() || i >= list.size()) break;
    if (!list[i].is_string()) continue;
    const auto name = list[i].get<std::string>();
    if (games::find_colour(name)) colours[i] = name;
  }
  return colours;
}

void read_all_colours(const json& value, Settings& settings) {
  for (const auto& game : games::all_games()) {
    SeatColours colours;
    if (value.is_array()) colours = read_colours(value);
    if (value.is_object() && value.contains(game.name)) colours = read_colours(value[game.name]);
    if (colours != SeatColours()) settings.colours[game.name] = colours;
  }
}

void read_done(const json& list, Settings& settings) {
  if (!list.is_array()) return;
  for (const auto& id : list) {
    if (settings.done.size() >= kMaxDone) return;
    if (!id.is_string() || id.get_ref<const std::string&>().size() > kMaxIdBytes) continue;
    settings.done.insert(id.get<std::string>());
  }
}

SeatColours chosen_colours(const Settings& settings, const std::string& game) {
  const auto at = settings.colours.find(game);
  return at == settings.colours.end() ? SeatColours() : at->second;
}

}  // namespace

SeatColours colours_in_force(const Settings& settings, const std::string& game,
                             const games::Scene& scene) {
  const SeatColours chosen = chosen_colours(settings, game);
  const std::size_t count = std::min(scene.colours.size(), chosen.size());
  SeatColours force;
  const auto taken = [&](std::string_view name) {
    return std::find(force.begin(), force.end(), name) != force.end();
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (games::find_colour(chosen[i]) && !taken(chosen[i])) force[i] = chosen[i];
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!force[i].empty()) continue;
    std::string_view free = scene.colours[i];
    for (const games::Colour& colour : games::all_colours()) {
      if (!taken(free)) break;
      free = colour.name;
    }
    force[i] = free;
  }
  return force;
}

bool choose_colour(Settings& settings, const std::string& game, const games::Scene& scene, int seat,
                   const std::string& colour) {
  const auto at = static_cast<std::size_t>(seat);
  const std::string wanted = colour.empty() ? std::string(scene.colours[at]) : colour;
  const SeatColours now = colours_in_force(settings, game, scene);
  for (std::size_t i = 0; i < scene.colours.size(); ++i) {
    if (i != at && now[i] == wanted) return false;
  }
  settings.colours[game][at] = colour;
  return true;
}

Settings read_settings(const std::string& text) {
  Settings settings;
  const json object = json::parse(text, nullptr, false);
  if (!object.is_object()) return settings;
  if (games::find_game(string_at(object, "game"))) settings.game = string_at(object, "game");
  const auto options = object.find("options");
  for (const auto& game : games::all_games()) {
    if (options == object.end() || !options->is_object() || !options->contains(game.name)) continue;
    auto read = read_options((*options)[game.name], game);
    if (!read.empty()) settings.options[game.name] = std::move(read);
  }
  const auto seats = object.find("seats");
  for (std::size_t i = 0; i < settings.seats.size(); ++i) {
    if (seats == object.end() || !seats->is_array() || i >= seats->size()) break;
    if (!(*seats)[i].is_string()) continue;
    const auto who = (*seats)[i].get<std::string>();
    if (!check_who(who)) settings.seats[i] = who;
  }
  if (const auto colours = object.find("colours"); colours != object.end()) {
    read_all_colours(*colours, settings);
  }
  if (const auto done = object.find("done"); done != object.end()) read_done(*done, settings);
  settings.engine = string_at(object, "engine");
  if (text::parse_language(string_at(object, "language"))) {
    settings.language = string_at(object, "language");
  }
  const auto pace = object.find("pace");
  if (pace != object.end() && pace->is_number_integer() && *pace >= 0 && *pace <= kMaxPace) {
    settings.pace_ms = pace->get<int>();
  }
  if (find_theme(string_at(object, "theme"))) settings.theme = string_at(object, "theme");
  settings.bell = object.value("bell", json()) == true;
  settings.title = object.value("title", json()) == true;
  return settings;
}

std::string settings_text(const Settings& settings) {
  json object = {
      {"game", settings.game},     {"options", settings.options}, {"seats", settings.seats},
      {"engine", settings.engine}, {"colours", settings.colours}, {"language", settings.language},
      {"pace", settings.pace_ms},  {"done", settings.done},       {"theme", settings.theme},
      {"bell", settings.bell},     {"title", settings.title}};
  // Bytes that are not UTF-8 (an odd command) must not stop the rest from being kept.
  return object.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

Settings load_settings() {
  const auto text = core::read_file(core::config_folder() + "/settings.json", kMaxSettingsBytes);
  return read_settings(text.value_or(""));
}

void save_settings(const Settings& settings) {
  const std::string to = core::config_folder();
  if (to.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(to, ignored);
  core::write_file(to + "/settings.json", settings_text(settings));
}

}  // namespace terminal

#include "terminal/settings.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/file.h"
#include "core/folders.h"
#include "games/list.h"
#include "terminal/session.h"
#include "terminal/theme.h"

namespace terminal {

using nlohmann::json;

namespace {

constexpr std::size_t kMaxSettingsBytes = 1 << 16;

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

}  // namespace

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
  const auto colours = object.find("colours");
  for (std::size_t i = 0; i < settings.colours.size(); ++i) {
    if (colours == object.end() || !colours->is_array() || i >= colours->size()) break;
    if (!(*colours)[i].is_string()) continue;
    const auto name = (*colours)[i].get<std::string>();
    if (find_colour(name)) settings.colours[i] = name;
  }
  settings.engine = string_at(object, "engine");
  if (text::parse_language(string_at(object, "language"))) {
    settings.language = string_at(object, "language");
  }
  const auto pace = object.find("pace");
  if (pace != object.end() && pace->is_number_integer() && *pace >= 0 && *pace <= kMaxPace) {
    settings.pace_ms = pace->get<int>();
  }
  return settings;
}

std::string settings_text(const Settings& settings) {
  json object = {{"game", settings.game},       {"options", settings.options},
                 {"seats", settings.seats},     {"engine", settings.engine},
                 {"colours", settings.colours}, {"language", settings.language},
                 {"pace", settings.pace_ms}};
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

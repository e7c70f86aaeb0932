// tabuleiro games: the games, their options and defaults.
#include <nlohmann/json.hpp>

#include "app/help.h"
#include "core/scan.h"
#include "terminal/text_table.h"

namespace app {

namespace {

std::string as_json(text::Language language) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& game : games::all_games()) {
    nlohmann::ordered_json options = nlohmann::ordered_json::array();
    for (const auto& option : game.options) {
      options.push_back({{"key", option.key},
                         {"values", option.values},
                         {"default", option.default_value},
                         {"description", text::render(option.description, language)}});
    }
    const auto start = *games::Position::start(game);
    list.push_back({{"name", game.name}, {"options", options}, {"start", start.to_text()}});
  }
  return nlohmann::ordered_json{{"games", list}}.dump(2) + '\n';
}

std::string as_text(text::Language language, std::size_t columns) {
  constexpr std::size_t kDescription = 6;
  std::string out;
  for (const auto& game : games::all_games()) {
    out += game.name + '\n';
    for (const auto& option : game.options) {
      out +=
          "  " + option.key + '=' + core::join(option.values, "|") + "  (" +
          text::render(text::Note{text::Message::kDefaultValue, {option.default_value}}, language) +
          ")\n" + std::string(kDescription, ' ') +
          indented(text::render(option.description, language), columns, kDescription) + '\n';
    }
  }
  return out;
}

games::Parsed<int> run_games(const Arguments& arguments) {
  print(arguments.has("--json") ? as_json(arguments.language())
                                : as_text(arguments.language(), terminal::output_columns()));
  return 0;
}

}  // namespace

const Command& games_command() {
  static const Command command = {"games",
                                  {},
                                  {{"--json", "", text::Message::kHelpJson}},
                                  text::Message::kHelpGames,
                                  run_games};
  return command;
}

}  // namespace app

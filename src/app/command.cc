#include "app/command.h"

#include <algorithm>
#include <cstdio>

#include "app/argument_reader.h"
#include "app/help.h"
#include "core/nearest.h"
#include "terminal/text_table.h"

namespace app {

using text::Error;
using text::Language;
using text::Message;

const std::vector<const Command*>& commands() {
  static const std::vector<const Command*> list = {
      &play_command(),     &join_command(),    &watch_command(),        &serve_command(),
      &page_command(),     &analyse_command(), &review_command(),       &convert_command(),
      &arena_command(),    &worker_command(),  &openings_command(),     &puzzles_command(),
      &selfplay_command(), &lab_command(),     &check_engine_command(), &ugi_command(),
      &solve_command(),    &games_command(),   &perft_command(),        &bench_command(),
      &admin_command(),    &manual_command(),  &completion_command(),   &help_command(),
      &version_command()};
  return list;
}

const std::vector<Flag>& common_flags() {
  static const std::vector<Flag> flags = {{"--lang", "en|pt", Message::kHelpLanguage},
                                          {"--help", "", Message::kHelpHelp}};
  return flags;
}

std::string Arguments::value(std::string_view flag) const {
  const auto at = flags_.find(flag);
  return at == flags_.end() ? "" : at->second[0];
}

std::vector<std::string> Arguments::values(std::string_view flag) const {
  const auto at = flags_.find(flag);
  return at == flags_.end() ? std::vector<std::string>() : at->second;
}

std::string Arguments::positional(std::size_t i) const {
  return i < positionals_.size() ? positionals_[i] : "";
}

std::string Arguments::origin(std::string_view flag) const {
  const auto at = origins_.find(flag);
  return at == origins_.end() ? "" : at->second;
}

Error Arguments::blamed(std::string_view flag, const Error& error) const {
  const auto at = origins_.find(flag);
  return at == origins_.end() ? error : error.in(Message::kVerbatim, {at->second});
}

int run(const std::vector<std::string>& words) {
  ArgumentReader reader;
  auto error = reader.read(words);
  const Language language = reader.arguments.language();
  int status = 0;
  if (!error) {
    if (reader.version) {
      print(version_line());
    } else if (reader.command == nullptr) {
      const auto menu = reader.help ? std::nullopt : run_menu(reader.arguments);
      if (menu) return *menu;
      print(program_help(language, terminal::output_columns()));
    } else if (reader.help) {
      print(command_help(*reader.command, language, terminal::output_columns()));
    } else {
      const auto result = reader.command->run(reader.arguments);
      if (result) {
        status = *result;
      } else {
        error = result.error();
      }
    }
  }
  if (error) {
    const std::string program =
        "tabuleiro" + (reader.command ? ' ' + std::string(reader.command->name) : "");
    const std::string hint = text::render(text::Note{Message::kHelpHint, {program}}, language);
    const std::string told = text::render(*error, language);
    std::fprintf(stderr, "tabuleiro: %s%s %s\n", told.c_str(), told.ends_with('?') ? "" : ";",
                 hint.c_str());
    return 2;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fprintf(stderr, "tabuleiro: %s\n", text::render(Message::kOutputFailed, language).c_str());
    return 1;
  }
  return status;
}

games::Parsed<const Command*> find_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command* command : commands()) {
    if (command->name == name) return command;
    names.emplace_back(command->name);
  }
  if (const auto near = core::nearest_word(name, names)) {
    return Error(Message::kUnknownCommandNear, {core::quoted(name), *near});
  }
  return Error(Message::kUnknownCommand, {core::quoted(name), core::join(names, ", ")});
}

games::Parsed<const games::GameInfo*> find_game(const std::string& name) {
  if (const auto* game = games::find_game(name)) return game;
  return games::unknown_game(name);
}

games::Parsed<games::OptionMap> read_options(const games::GameInfo& game,
                                             const Arguments& arguments) {
  auto options = games::parse_options(arguments.value("--options"), game.options);
  if (!options) return options.error();
  // Some values exclude each other: only a start tells.
  auto position = games::Position::start(game, *options);
  if (!position) return position.error();
  return options;
}

games::Parsed<long long> read_number(std::string_view name, const std::string& text, long long min,
                                     long long max) {
  const auto number = core::whole_number(text, max);
  if (number && *number >= min) return *number;
  return Error(Message::kBadNumber,
               {std::string(name), std::to_string(min), std::to_string(max), core::quoted(text)});
}

games::Parsed<games::Position> read_position(const games::GameInfo& game,
                                             const Arguments& arguments) {
  auto options = read_options(game, arguments);
  if (!options) return options.error();
  if (!arguments.has("--position")) return games::Position::start(game, *options);
  return games::Position::parse(game, arguments.value("--position"), *options);
}

games::Parsed<long long> number_or(const Arguments& arguments, std::string_view flag,
                                   long long otherwise, long long min, long long max) {
  if (!arguments.has(flag)) return otherwise;
  auto number = read_number(flag, arguments.value(flag), min, max);
  if (!number) return arguments.blamed(flag, number.error());
  return number;
}

std::string shell_word(const std::string& word) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./:+=,@").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + '\'';
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

}  // namespace app

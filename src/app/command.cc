#include "app/command.h"

#include <algorithm>
#include <cstdio>

namespace app {

using text::Error;
using text::Language;
using text::Message;

namespace {

const std::vector<const Command*>& commands() {
  static const std::vector<const Command*> list = {
      &play_command(),    &serve_command(), &analyse_command(),  &review_command(),
      &convert_command(), &arena_command(), &openings_command(), &check_engine_command(),
      &ugi_command(),     &solve_command(), &games_command(),    &perft_command(),
      &bench_command()};
  return list;
}

const std::vector<Flag>& common_flags() {
  static const std::vector<Flag> flags = {{"--lang", "en|pt", Message::kHelpLanguage},
                                          {"--help", "", Message::kHelpHelp}};
  return flags;
}

const Flag* find_flag(std::string_view name, const Command* command) {
  const auto find_in = [&](const std::vector<Flag>& flags) -> const Flag* {
    for (const Flag& flag : flags) {
      if (flag.name == name) return &flag;
    }
    return nullptr;
  };
  const Flag* flag = find_in(common_flags());
  return flag == nullptr && command != nullptr ? find_in(command->flags) : flag;
}

std::string flag_spelling(const Flag& flag) {
  return std::string(flag.name) + (flag.value.empty() ? "" : " " + std::string(flag.value));
}

std::string usage(const Command& command) {
  std::string text = "tabuleiro " + std::string(command.name);
  for (const auto name : command.positionals) text += ' ' + std::string(name);
  for (const Flag& flag : command.flags) text += " [" + flag_spelling(flag) + ']';
  return text;
}

std::string aligned(const std::string& left, const std::string& right) {
  constexpr std::size_t kColumn = 24;
  return "  " + left + std::string(left.size() < kColumn ? kColumn - left.size() : 1, ' ') + right +
         '\n';
}

std::string command_help(const Command& command, Language language) {
  std::string text = text::render(text::Note{Message::kUsage, {usage(command)}}, language) + '\n' +
                     text::render(command.help, language) + "\n\n" +
                     text::render(Message::kOptionsHeading, language) + '\n';
  for (const auto* flags : {&command.flags, &common_flags()}) {
    for (const Flag& flag : *flags) {
      text += aligned(flag_spelling(flag),
                      text::render(text::Note{flag.help, flag.help_arguments}, language));
    }
  }
  const auto takes_game = std::any_of(
      command.positionals.begin(), command.positionals.end(),
      [](std::string_view name) { return name.find("GAME") != std::string_view::npos; });
  if (!takes_game) return text;
  text += '\n' + text::render(Message::kGamesHeading, language) + '\n';
  for (const auto& game : games::all_games()) text += "  " + game.name + '\n';
  return text;
}

std::string program_help(Language language) {
  std::string text = "tabuleiro " TABULEIRO_VERSION ": " +
                     text::render(Message::kProgramSummary, language) + "\n\n" +
                     text::render(Message::kCommandsHeading, language) + '\n';
  for (const Command* command : commands()) {
    text += aligned(std::string(command->name), text::render(command->help, language));
  }
  text += '\n' + text::render(Message::kOptionsHeading, language) + '\n';
  for (const Flag& flag : common_flags()) {
    text += aligned(flag_spelling(flag), text::render(flag.help, language));
  }
  text += aligned("--version", text::render(Message::kHelpVersion, language));
  return text + '\n' +
         text::render(text::Note{Message::kHelpHint, {"tabuleiro COMMAND"}}, language) + '\n';
}

std::string command_names() {
  std::vector<std::string> names;
  for (const Command* command : commands()) names.emplace_back(command->name);
  return core::join(names, ", ");
}

}  // namespace

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

// Reads words into Arguments; the first word that is no flag names the command.
class ArgumentReader {
 public:
  // What was read so far counts even after an error: an error speaks the language that was asked.
  Arguments arguments;
  const Command* command = nullptr;
  bool help = false;
  bool version = false;

  std::optional<Error> read(const std::vector<std::string>& words) {
    read_language(words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (word == "--version" && command == nullptr) {
        version = true;
      } else if (word == "-h") {
        help = true;
      } else if (word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9')) {
        if (auto error = read_flag(words, i)) return error;
      } else if (command == nullptr) {
        if (auto error = find_command(word)) return error;
      } else if (arguments.positionals_.size() < command->positionals.size()) {
        arguments.positionals_.push_back(word);
      } else {
        return Error(Message::kTooManyArguments, {core::quoted(word)});
      }
    }
    return help || version ? std::nullopt : check_complete();
  }

 private:
  // Ahead of everything else, so that every error comes in the right language.
  void read_language(const std::vector<std::string>& words) {
    arguments.language_ = text::environment_language();
    for (std::size_t i = 0; i < words.size(); ++i) {
      std::string_view word = words[i];
      if (word == "--lang" && i + 1 < words.size()) word = words[i + 1];
      if (word.starts_with("--lang=")) word.remove_prefix(7);
      if (word == words[i]) continue;
      if (const auto language = text::parse_language(word)) arguments.language_ = *language;
    }
  }

  std::optional<Error> find_command(const std::string& word) {
    for (const Command* candidate : commands()) {
      if (candidate->name == word) command = candidate;
    }
    if (command != nullptr) return std::nullopt;
    return Error(Message::kUnknownCommand, {core::quoted(word), command_names()});
  }

  std::optional<Error> read_flag(const std::vector<std::string>& words, std::size_t& i) {
    const auto equals = words[i].find('=');
    const std::string name = words[i].substr(0, equals);
    const Flag* flag = find_flag(name, command);
    if (flag == nullptr) return Error(Message::kUnknownFlag, {core::quoted(name)});
    std::string value;
    if (flag->value.empty()) {
      if (equals != std::string::npos) return Error(Message::kFlagTakesNoValue, {name});
    } else if (equals != std::string::npos) {
      value = words[i].substr(equals + 1);
    } else {
      if (i + 1 == words.size()) return Error(Message::kFlagNeedsValue, {name});
      value = words[++i];
    }
    if (name == "--lang" && !text::parse_language(value)) {
      return Error(Message::kBadLanguage, {core::quoted(value)});
    }
    if (name == "--help") help = true;
    auto& values = arguments.flags_[name];
    if (!values.empty() && !flag->repeats) return Error(Message::kOptionTwice, {name});
    values.push_back(value);
    return std::nullopt;
  }

  std::optional<Error> check_complete() const {
    if (command == nullptr) return std::nullopt;
    const auto given = arguments.positionals_.size();
    if (given == command->positionals.size() || command->positionals[given].starts_with('[')) {
      return std::nullopt;
    }
    return Error(Message::kMissingArgument, {std::string(command->positionals[given])});
  }
};

int run(const std::vector<std::string>& words) {
  ArgumentReader reader;
  auto error = reader.read(words);
  const Language language = reader.arguments.language();
  int status = 0;
  if (!error) {
    if (reader.version) {
      print("tabuleiro " TABULEIRO_VERSION "\n");
    } else if (reader.command == nullptr) {
      const auto menu = reader.help ? std::nullopt : run_menu(reader.arguments);
      if (menu) return *menu;
      print(program_help(language));
    } else if (reader.help) {
      print(command_help(*reader.command, language));
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
    std::fprintf(stderr, "tabuleiro: %s; %s\n", text::render(*error, language).c_str(),
                 hint.c_str());
    return 2;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    std::fprintf(stderr, "tabuleiro: %s\n", text::render(Message::kOutputFailed, language).c_str());
    return 1;
  }
  return status;
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
  return read_number(flag, arguments.value(flag), min, max);
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

// Completion for shells.
#include <algorithm>

#include "app/help.h"
#include "app/manual.h"

namespace app {

using text::Language;

namespace {

// What may stand as a value: words to choose from, a file, or anything.
struct Values {
  std::vector<std::string> words;
  bool file = false;
};

Values values_of(std::string_view spelling) {
  Values values;
  values.file = spelling.find("FILE") != std::string_view::npos ||
                spelling.find("FOLDER") != std::string_view::npos;
  if (spelling.find("GAME") != std::string_view::npos) {
    for (const auto& game : games::all_games()) values.words.push_back(game.name);
  } else if (spelling.find('|') != std::string_view::npos) {
    // "en|pt"; what is written in capitals stands for something else.
    if (spelling.starts_with('[') && spelling.ends_with(']')) {
      spelling = spelling.substr(1, spelling.size() - 2);  // may be left out
    }
    for (const auto word : core::split(spelling, '|')) {
      const bool literal =
          std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
      if (literal) values.words.emplace_back(word);
    }
  }
  return values;
}

std::string help_of(const Flag& flag) { return flag_meaning(flag, Language::kEnglish); }

std::vector<Flag> flags_of(const Command& command) {
  auto flags = command.flags;
  flags.insert(flags.end(), common_flags().begin(), common_flags().end());
  return flags;
}

std::string command_words() {
  std::vector<std::string> names;
  for (const Command* command : commands()) names.emplace_back(command->name);
  return core::join(names, " ");
}

Values positional_values(const Command& command) {
  Values all;
  for (const auto positional : command.positionals) {
    const auto values = values_of(positional);
    all.words.insert(all.words.end(), values.words.begin(), values.words.end());
    all.file = all.file || values.file;
  }
  return all;
}

// --- bash ---

std::string bash_values(const Values& values) {
  return "words=" + shell_word(core::join(values.words, " ")) +
         (values.file ? " files=yes" : " files=");
}

std::string bash_completion() {
  std::string after_flag, after_command;
  for (const Command* command : commands()) {
    const std::string name(command->name);
    Values all = positional_values(*command);
    for (const Flag& flag : flags_of(*command)) {
      all.words.emplace_back(flag.name);
      if (flag.value.empty()) continue;
      after_flag += "    " + name + '/' + std::string(flag.name) + ") " +
                    bash_values(values_of(flag.value)) + " ;;\n";
    }
    after_command += "      " + name + ") " + bash_values(all) + " ;;\n";
  }
  return "# bash completion for tabuleiro\n"
         "_tabuleiro() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local command= word words= files=\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    if [[ $word != -* ]]; then command=$word; break; fi\n"
         "  done\n"
         "  case $command/$before in\n" +
         after_flag +
         "    *)\n"
         "      case $command in\n"
         "      '') words='" +
         command_words() + " --help --lang --version' ;;\n" + after_command +
         "      esac ;;\n"
         "  esac\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\"\n"
         "    if [[ $files ]]; then compgen -f -- \"$current\"; fi)\n"
         "}\n"
         "complete -o filenames -F _tabuleiro tabuleiro\n";
}

// --- zsh ---

// Inside '…[…]' of _arguments.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return out;
}

std::string zsh_values(const Values& values) {
  const auto words = core::join(values.words, " ");
  if (values.file && !words.empty()) return "{compadd " + words + "; _files}";
  if (!words.empty()) return '(' + words + ')';
  return values.file ? "_files" : " ";
}

std::string zsh_flag(const Flag& flag) {
  const std::string spec =
      (flag.repeats ? "*" : "") + std::string(flag.name) + '[' + zsh_text(help_of(flag)) + ']';
  if (flag.value.empty()) return '\'' + spec + '\'';
  return '\'' + spec + ':' + zsh_text(std::string(flag.value)) + ':' +
         zsh_values(values_of(flag.value)) + '\'';
}

std::string zsh_completion() {
  std::string names, cases;
  for (const Command* command : commands()) {
    const auto help = text::render(command->help, Language::kEnglish);
    names += "    '" + std::string(command->name) + ':' + zsh_text(help) + "'\n";
    cases += "    " + std::string(command->name) + ")\n      _arguments";
    for (const Flag& flag : flags_of(*command)) cases += " \\\n        " + zsh_flag(flag);
    for (const auto positional : command->positionals) {
      const bool optional = positional.starts_with('[');
      cases += " \\\n        '" + std::string(optional ? ":" : "") + ':' +
               zsh_text(std::string(positional)) + ':' + zsh_values(values_of(positional)) + '\'';
    }
    cases += " ;;\n";
  }
  return "#compdef tabuleiro\n"
         "_tabuleiro() {\n"
         "  local state line\n"
         "  local -a commands\n"
         "  commands=(\n" +
         names +
         "  )\n"
         "  _arguments -C '1:command:->command' '*::argument:->argument' && return\n"
         "  case $state in\n"
         "  command) _describe command commands ;;\n"
         "  argument)\n"
         "    case $words[1] in\n" +
         cases +
         "    esac ;;\n"
         "  esac\n"
         "}\n"
         "_tabuleiro \"$@\"\n";
}

// --- fish ---

std::string fish_word(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += (c == '\'' || c == '\\' ? "\\" : "") + std::string(1, c);
  return out + '\'';
}

std::string fish_values(const Values& values) {
  if (!values.words.empty()) return " -x -a " + fish_word(core::join(values.words, " "));
  return values.file ? " -r -F" : " -x";
}

std::string fish_completion() {
  std::string lines = "# fish completion for tabuleiro\ncomplete -c tabuleiro -f\n";
  for (const Command* command : commands()) {
    const std::string name(command->name);
    lines += "complete -c tabuleiro -n __fish_use_subcommand -a " + name + " -d " +
             fish_word(text::render(command->help, Language::kEnglish)) + '\n';
    const auto begin = "complete -c tabuleiro -n '__fish_seen_subcommand_from " + name + "'";
    for (const Flag& flag : flags_of(*command)) {
      lines += begin + " -l " + std::string(flag.name.substr(2)) +
               (flag.value.empty() ? "" : fish_values(values_of(flag.value))) + " -d " +
               fish_word(help_of(flag)) + '\n';
    }
    const auto values = positional_values(*command);
    if (!values.words.empty())
      lines += begin + " -a " + fish_word(core::join(values.words, " ")) + '\n';
    if (values.file) lines += begin + " -F\n";
  }
  return lines;
}

}  // namespace

const std::map<std::string, std::string (*)()>& completions() {
  static const std::map<std::string, std::string (*)()> all = {
      {"bash", bash_completion}, {"fish", fish_completion}, {"zsh", zsh_completion}};
  return all;
}

}  // namespace app

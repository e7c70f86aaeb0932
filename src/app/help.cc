#include "app/help.h"

#include <algorithm>
#include <utility>

namespace app {

using text::Language;
using text::Message;

bool takes_game(const Command& command) {
  return std::any_of(
      command.positionals.begin(), command.positionals.end(),
      [](std::string_view name) { return name.find("GAME") != std::string_view::npos; });
}

namespace {

// The words that stand for what a person puts in their place.
constexpr std::pair<std::string_view, Message> kPlaces[] = {
    {"FILE", Message::kArgumentFile},    {"GAME", Message::kPlaceGame},
    {"FOLDER", Message::kPlaceFolder},   {"DIR", Message::kPlaceFolder},
    {"COMMAND", Message::kPlaceCommand}, {"WHO", Message::kPlaceWho},
    {"TEXT", Message::kPlaceText},       {"TURNS", Message::kPlaceTurns},
    {"DEPTH", Message::kPlaceDepth},     {"FORMAT", Message::kPlaceFormat},
    {"KIND", Message::kPlaceKind},       {"NAME", Message::kPlaceName},
    {"NET", Message::kPlaceNet},         {"CELL", Message::kPlaceCell}};

std::string place_word(std::string_view word, Language language) {
  for (const auto& [known, message] : kPlaces) {
    if (known == word && language != Language::kEnglish) return text::render(message, language);
  }
  return std::string(word);
}

}  // namespace

std::string with_places(std::string_view text, Language language) {
  std::string out, word;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') {
      word += c;
      continue;
    }
    out += place_word(word, language) + c;
    word.clear();
  }
  return out + place_word(word, language);
}

std::string flag_spelling(const Flag& flag, Language language) {
  if (flag.value.empty()) return std::string(flag.name);
  return std::string(flag.name) + ' ' + with_places(flag.value, language);
}

std::string usage_line(const Command& command, Language language) {
  std::string text = "tabuleiro " + std::string(command.name);
  for (const auto name : command.positionals) text += ' ' + with_places(name, language);
  for (const Flag& flag : command.flags) text += " [" + flag_spelling(flag, language) + ']';
  return text;
}

namespace {

std::string aligned(const std::string& left, const std::string& right) {
  constexpr std::size_t kColumn = 24;
  return "  " + left + std::string(left.size() < kColumn ? kColumn - left.size() : 1, ' ') + right +
         '\n';
}

}  // namespace

std::string command_help(const Command& command, Language language) {
  std::string text =
      text::render(text::Note{Message::kUsage, {usage_line(command, language)}}, language) + '\n' +
      text::render(command.help, language) + "\n\n" +
      text::render(Message::kOptionsHeading, language) + '\n';
  for (const auto* flags : {&command.flags, &common_flags()}) {
    for (const Flag& flag : *flags) {
      text += aligned(flag_spelling(flag, language),
                      text::render(text::Note{flag.help, flag.help_arguments}, language));
    }
  }
  if (!takes_game(command)) return text;
  text += '\n' + text::render(Message::kGamesHeading, language) + '\n';
  for (const auto& game : games::all_games()) text += "  " + game.name + '\n';
  return text;
}

std::string version_line() { return "tabuleiro " TABULEIRO_VERSION "\n"; }

std::string program_help(Language language) {
  std::string text = "tabuleiro " TABULEIRO_VERSION ": " +
                     text::render(Message::kProgramSummary, language) + "\n\n" +
                     text::render(Message::kCommandsHeading, language) + '\n';
  for (const Command* command : commands()) {
    text += aligned(std::string(command->name), text::render(command->help, language));
  }
  text += '\n' + text::render(Message::kOptionsHeading, language) + '\n';
  for (const Flag& flag : common_flags()) {
    text += aligned(flag_spelling(flag, language), text::render(flag.help, language));
  }
  text += aligned("--version, -V", text::render(Message::kHelpVersion, language));
  return text + '\n' +
         text::render(
             text::Note{Message::kHelpHint, {"tabuleiro " + with_places("COMMAND", language)}},
             language) +
         '\n';
}

}  // namespace app

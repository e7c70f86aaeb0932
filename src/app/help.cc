#include "app/help.h"

#include <algorithm>
#include <utility>

#include "terminal/glyph.h"
#include "terminal/popup.h"
#include "terminal/text_table.h"

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

std::string flag_meaning(const Flag& flag, Language language) {
  auto meaning = text::render(text::Note{flag.help, flag.help_arguments}, language);
  if (flag.usual.empty()) return meaning;
  return meaning + " (" + text::render(text::Note{Message::kDefaultValue, {flag.usual}}, language) +
         ')';
}

std::string indented(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string out;
  const auto room = static_cast<int>(columns > indent ? columns - indent : 1);
  for (const auto& line : terminal::wrapped(text, room)) {
    out += (out.empty() ? "" : '\n' + std::string(indent, ' ')) + line;
  }
  return out;
}

namespace {

// What follows the first line of something stands under it.
constexpr std::size_t kMeaningColumn = 26, kLeastMeaning = 30, kIndented = 4;

// A name and what it means, which stands beside it or where there is no room for that below it.
std::string aligned(const std::string& left, const std::string& right, std::size_t columns) {
  const std::size_t wide = 2 + terminal::width(left);
  const bool beside = columns >= kMeaningColumn + kLeastMeaning;
  const std::size_t column = beside ? kMeaningColumn : kIndented;
  std::string line = "  " + left;
  if (wide < column) {
    line += std::string(column - wide, ' ');
  } else {
    line += '\n' + std::string(column, ' ');
  }
  return line + indented(right, columns, column) + '\n';
}

// "tabuleiro serve [--port N] …": a flag stays with its value.
std::string usage(const Command& command, Language language, std::size_t columns) {
  std::vector<std::string> parts = {"tabuleiro " + std::string(command.name)};
  for (const auto name : command.positionals) parts.push_back(with_places(name, language));
  for (const Flag& flag : command.flags) parts.push_back('[' + flag_spelling(flag, language) + ']');
  std::string text = text::render(text::Note{Message::kUsage, {parts[0]}}, language);
  std::size_t used = terminal::width(text);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto wide = terminal::width(parts[i]);
    const bool fits = used + 1 + wide <= columns;
    text += (fits ? " " : '\n' + std::string(kIndented, ' ')) + parts[i];
    used = fits ? used + 1 + wide : kIndented + wide;
  }
  return text;
}

}  // namespace

std::string command_help(const Command& command, Language language, std::size_t columns) {
  std::string text = usage(command, language, columns) + '\n' +
                     indented(text::render(command.help, language), columns, 0) + "\n\n" +
                     text::render(Message::kOptionsHeading, language) + '\n';
  for (const auto* flags : {&command.flags, &common_flags()}) {
    for (const Flag& flag : *flags) {
      text += aligned(flag_spelling(flag, language), flag_meaning(flag, language), columns);
    }
  }
  if (!takes_game(command)) return text;
  text += '\n' + text::render(Message::kGamesHeading, language) + '\n';
  for (const auto& game : games::all_games()) text += "  " + game.name + '\n';
  return text;
}

std::string version_line() { return "tabuleiro " TABULEIRO_VERSION "\n"; }

std::string program_help(Language language, std::size_t columns) {
  const std::string summary =
      "tabuleiro " TABULEIRO_VERSION ": " + text::render(Message::kProgramSummary, language);
  std::string text = indented(summary, columns, 0) + "\n\n" +
                     text::render(Message::kCommandsHeading, language) + '\n';
  for (const Command* command : commands()) {
    text += aligned(std::string(command->name), text::render(command->help, language), columns);
  }
  text += '\n' + text::render(Message::kOptionsHeading, language) + '\n';
  for (const Flag& flag : common_flags()) {
    text += aligned(flag_spelling(flag, language), text::render(flag.help, language), columns);
  }
  text += aligned("--version, -V", text::render(Message::kHelpVersion, language), columns);
  return text + '\n' +
         text::render(
             text::Note{Message::kHelpHint, {"tabuleiro " + with_places("COMMAND", language)}},
             language) +
         '\n';
}

}  // namespace app

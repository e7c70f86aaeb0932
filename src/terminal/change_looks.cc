#include "terminal/change_looks.h"

#include <optional>

#include "core/lower.h"
#include "core/scan.h"
#include "core/utf8.h"
#include "games/colours.h"
#include "terminal/canvas.h"
#include "terminal/input.h"
#include "terminal/theme.h"
#include "terminal/words.h"

namespace terminal {

using text::Error;
using text::Language;
using text::Message;
using text::Note;

namespace {

// "on", "off" or their like in either language; nothing behind the command is the other way round.
std::optional<bool> read_switch(std::string_view argument, bool now) {
  const std::string word = core::lower(core::trim(argument));
  if (word.empty()) return !now;
  if (word == "on" || word == "ligada" || word == "ligado") return true;
  if (word == "off" || word == "desligada" || word == "desligado") return false;
  return read_answer(word);
}

games::Parsed<std::string> change_switch(bool& setting, std::string_view argument, Message on,
                                         Message off, Language language) {
  const auto wanted = read_switch(argument, setting);
  if (!wanted) return Error(Message::kOnOffNeeds, {core::quoted(argument)});
  setting = *wanted;
  return text::render(setting ? on : off, language);
}

}  // namespace

games::Parsed<std::string> change_theme(Settings& settings, std::string_view argument,
                                        Language language) {
  if (const Theme* theme = find_theme(argument)) {
    settings.theme = theme->name;
    return text::render(Note{Message::kThemeIs, {text::render(theme->label, language)}}, language);
  }
  std::vector<std::string> names;
  for (const Theme& theme : all_themes()) names.push_back(text::render(theme.label, language));
  return Error(Message::kThemeNeeds, {core::join(names, ", ")});
}

games::Parsed<std::string> change_bell(Settings& settings, std::string_view argument,
                                       Language language) {
  return change_switch(settings.bell, argument, Message::kBellOn, Message::kBellOff, language);
}

games::Parsed<std::string> change_title(Settings& settings, std::string_view argument,
                                        Language language) {
  return change_switch(settings.title, argument, Message::kTitleOn, Message::kTitleOff, language);
}

games::Parsed<std::string> change_colour(Settings& settings, std::string_view argument,
                                         const std::string& game, const games::Scene& scene,
                                         Language language) {
  const int players = static_cast<int>(scene.symbols.size());
  const auto words = core::words(argument);
  const auto seat = words.empty() ? std::nullopt : core::whole_number(words[0], players);
  if (seat && *seat > 0 && words.size() >= 2) {
    // The short name, or what it is called in the language of the screen.
    const auto name = core::trim(core::trim(argument).substr(words[0].size()));
    for (const games::Colour& colour : games::all_colours()) {
      const std::string label = text::render(colour.label, language);
      if (name != colour.name && core::folded(name) != core::folded(label)) continue;
      if (choose_colour(settings, game, scene, static_cast<int>(*seat) - 1,
                        std::string(colour.name))) {
        return std::string();
      }
      return Error(Message::kColourTaken, {label});
    }
  }
  std::vector<std::string> names;
  for (const games::Colour& colour : games::all_colours()) {
    names.push_back(text::render(colour.label, language));
  }
  return Error(Message::kColourNeeds, {std::to_string(players), core::join(names, ", ")});
}

std::string window_title_of(const std::string& game, TitleTurn turn, bool ascii,
                            Language language) {
  const Message message = turn == TitleTurn::kOver       ? Message::kTitleOver
                          : turn == TitleTurn::kWatching ? Message::kVerbatim
                          : turn == TitleTurn::kYours    ? Message::kTitleYourTurn
                                                         : Message::kTitleOthersTurn;
  const std::string title = text::render(Note{message, {game_title(game)}}, language);
  return ascii ? ascii_of(title) : title;
}

}  // namespace terminal

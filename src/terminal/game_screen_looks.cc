// The game screen: how it looks and calls, by choice of the person at it.
#include <utility>

#include "core/lower.h"
#include "core/scan.h"
#include "terminal/game_screen.h"
#include "terminal/words.h"

namespace terminal {

using text::Error;
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

}  // namespace

void GameScreen::set_theme(const std::string& argument) {
  if (const Theme* theme = find_theme(argument)) {
    setup_.settings->theme = theme->name;
    return tell(say(Note{Message::kThemeIs, {say(theme->label)}}));
  }
  std::vector<std::string> names;
  for (const Theme& theme : all_themes()) names.push_back(say(theme.label));
  warn(Error(Message::kThemeNeeds, {core::join(names, ", ")}));
}

void GameScreen::set_bell(const std::string& argument) {
  const auto on = read_switch(argument, setup_.settings->bell);
  if (!on) return warn(Error(Message::kOnOffNeeds, {core::quoted(argument)}));
  setup_.settings->bell = *on;
  tell(say(*on ? Message::kBellOn : Message::kBellOff));
}

void GameScreen::set_title(const std::string& argument) {
  const auto on = read_switch(argument, setup_.settings->title);
  if (!on) return warn(Error(Message::kOnOffNeeds, {core::quoted(argument)}));
  setup_.settings->title = *on;
  tell(say(*on ? Message::kTitleOn : Message::kTitleOff));
}

void GameScreen::show_page(const std::string& title, const games::Parsed<std::string>& page) {
  if (!page) return warn(page.error());
  pager_.emplace(title, *page);
}

std::string GameScreen::window_title() const {
  if (!setup_.settings->title) return "";
  const std::string game = game_title(session_.setup().game->name);
  const bool person = session_.is_human(session_.to_move());
  const Message message = session_.over() ? Message::kTitleOver
                          : watching()    ? Message::kVerbatim
                          : person        ? Message::kTitleYourTurn
                                          : Message::kTitleOthersTurn;
  const std::string title = say(Note{message, {game}});
  return setup_.looks.ascii ? ascii_of(title) : title;
}

bool GameScreen::take_bell() { return std::exchange(bell_due_, false) && setup_.settings->bell; }

}  // namespace terminal

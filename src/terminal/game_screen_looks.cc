// The game screen: how it looks and calls, by choice of the person at it.
#include <utility>

#include "terminal/change_looks.h"
#include "terminal/game_screen.h"

namespace terminal {

void GameScreen::show_page(const std::string& title, const games::Parsed<std::string>& page) {
  if (!page) return warn(page.error());
  pager_.emplace(title, *page);
}

void GameScreen::tell_changed(const games::Parsed<std::string>& changed) {
  if (!changed) return warn(changed.error());
  tell(*changed);
}

std::string GameScreen::window_title() const {
  if (!setup_.settings->title) return "";
  const TitleTurn turn = session_.over()                         ? TitleTurn::kOver
                         : watching()                            ? TitleTurn::kWatching
                         : session_.is_human(session_.to_move()) ? TitleTurn::kYours
                                                                 : TitleTurn::kOthers;
  return window_title_of(session_.setup().game->name, turn, setup_.looks.ascii, language_);
}

bool GameScreen::take_bell() { return std::exchange(bell_due_, false) && setup_.settings->bell; }

}  // namespace terminal

// The terminal's full screen: the menu, and games played on it.
#pragma once

#include <optional>

#include "terminal/screen.h"
#include "terminal/session.h"

namespace terminal {

struct FullScreenSetup {
  text::Language language = text::Language::kEnglish;
  bool language_given = false;  // by --lang: it goes before what the menu remembers
  bool ascii = false;
  std::optional<SessionSetup> game;  // none: the menu
  // A game that is set up already, from a record or a position: it is played, and no other offered.
  std::optional<Session> session;
};

// REQUIRES: is_terminal(). Returns the exit status.
int run_full_screen(const FullScreenSetup& setup);

}  // namespace terminal

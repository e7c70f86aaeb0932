// The game as lines of text: for scripts, pipes and screen readers. No colour, no cursor control;
// every change is told in one line.
#pragma once

#include <functional>
#include <string>

#include "terminal/session.h"
#include "terminal/unfinished.h"

namespace terminal {

struct PlainSetup {
  text::Language language = text::Language::kEnglish;
  int input = 0;                                // file descriptor
  std::function<void(const std::string&)> out;  // one line, without its break
  Unfinished* unfinished = nullptr;             // none: nothing is kept, as for a script
  // Somebody sits at a terminal: what cannot be taken back is asked first, and what is typed while
  // a computer thinks is heard. A script is asked nothing, and its lines wait for their turn.
  bool person = false;
  bool offers = true;  // unfinished games, before this one begins
};

// Plays to the end. 0 for a finished game or one that was left by a command, 1 where the input
// ended early. The last line is `result CODE: REASON`.
int play_plain(Session session, const PlainSetup& setup);

}  // namespace terminal

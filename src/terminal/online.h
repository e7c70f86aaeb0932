// A seat at a server's table, or a look at one, in the terminal: by full screen or plain lines.
#pragma once

#include <functional>
#include <string>

#include "client/remote_table.h"

namespace terminal {

struct OnlineSetup {
  client::TableLink link;  // with the token of a seat, or none to look on
  text::Language language = text::Language::kEnglish;
  bool ascii = false;
  // The game goes on at another table, with the same token.
  std::function<void(const std::string& table)> moved = {};
};

// REQUIRES: is_terminal(). Returns the exit status.
int run_online_screen(const OnlineSetup& setup);

struct OnlinePlainSetup {
  int input = 0;  // file descriptor
  // Does a person type? Then a finished game may have another one after it, and nothing that is
  // typed waits. A script may write its turns ahead: each waits until it is due.
  bool person = false;
  std::function<void(const std::string&)> out;  // one line, without its break
};

// 0 for a finished game or one that was left by a command, 1 where the input ended early or the
// table cannot be followed any more. The last line is `result CODE: REASON`.
int run_online_plain(const OnlineSetup& setup, const OnlinePlainSetup& plain);

}  // namespace terminal

// The terminal itself: full screen while a Screen lives, as it was before when it is gone, whatever
// ends the program. One Screen at a time.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <variant>

#include "terminal/canvas.h"
#include "terminal/keys.h"

namespace terminal {

// What the terminal can show.
struct Looks {
  bool ascii = false;
  Depth depth = Depth::kFull;
};

// By TERM, COLORTERM, NO_COLOR, LANG and LC_*; `ascii` asks for no more than ASCII.
Looks looks_of_environment(bool ascii);

// Can standard input and output carry a full screen?
bool is_terminal();

// What woke the program: a key, another size, something to look at, or an end.
struct Woken {};    // wake() was called, or time passed
struct Resized {};  // also after a suspension: draw everything
struct Ended {};    // the terminal was closed, or a signal asks to end
using Event = std::variant<Key, Woken, Resized, Ended>;

class Screen {
 public:
  Screen();
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  int rows() const { return rows_; }
  int columns() const { return columns_; }

  void show(const Canvas& canvas, Depth depth);

  // The bell of the terminal.
  void ring();
  // The title of the window, without control characters; "" brings back the one from before.
  // Written only where it changes.
  void set_title(const std::string& title);

  // Waits for what comes next, at most so long. Ctrl-Z suspends here and comes back as Resized.
  Event wait(std::chrono::milliseconds at_most);

  // Are there keys already? Whoever draws may wait until they are pressed.
  bool pending() const { return keys_.ready(); }

  // Makes wait() return. From any thread.
  void wake();

 private:
  void enter();
  void leave();
  void suspend();
  void measure();
  std::optional<Event> of_signals();
  Event of_key(Key key);

  int rows_ = 24;
  int columns_ = 80;
  KeyReader keys_;
  Canvas shown_{0, 0};
  std::string title_;
};

}  // namespace terminal

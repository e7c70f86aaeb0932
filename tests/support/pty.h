// Running a full-screen program as a person at a terminal would.
//
// The program gets a pseudo-terminal of its own and a small shell around it: a session leader that
// starts it as the foreground job. So keys such as Ctrl-C act through the terminal's settings, the
// program can be suspended, it gets SIGHUP when the terminal goes away, and what it leaves the
// terminal like can still be seen once it has ended. (The kernel resets a terminal whose session
// leader ends, and does not suspend a job without a shell.)
//
// Nothing happens in the background: output is read while a call waits.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>
#include <termios.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vt.h"

namespace tests {

// What keys and the mouse send.
namespace keys {
inline constexpr std::string_view kUp = "\x1b[A", kDown = "\x1b[B", kRight = "\x1b[C",
                                  kLeft = "\x1b[D", kHome = "\x1b[H", kEnd = "\x1b[F",
                                  kPageUp = "\x1b[5~", kPageDown = "\x1b[6~", kDelete = "\x1b[3~",
                                  kShiftTab = "\x1b[Z", kEnter = "\r", kEscape = "\x1b",
                                  kTab = "\t", kBackspace = "\x7f";
// The byte of a letter with Ctrl.
std::string ctrl(char letter);
// Mouse reports as mode 1006 asks for. Button 0 is the left one, 64 and 65 turn the wheel.
std::string press(Place place, int button = 0);
std::string release(Place place, int button = 0);
std::string click(Place place, int button = 0);
// A pasted text as mode 2004 asks for.
std::string paste(std::string_view text);
}  // namespace keys

class PtyProgram {
 public:
  using Milliseconds = std::chrono::milliseconds;
  // Costs nothing where things work: only what never comes is given up.
  static constexpr Milliseconds kPatience{120'000};
  static constexpr Milliseconds kQuiet{60};

  struct Terminal {
    int rows = 24;
    int columns = 80;
    // "NAME=VALUE" sets a variable, "NAME" takes it away. Besides, TERM is xterm-256color and the
    // variables about language, colour and size are not set.
    std::vector<std::string> environment = {};
  };

  // Starts a command, found in PATH, with its arguments.
  explicit PtyProgram(const std::vector<std::string>& command) : PtyProgram(command, Terminal{}) {}
  PtyProgram(const std::vector<std::string>& command, const Terminal& terminal);
  // Starts tabuleiro.
  static PtyProgram tabuleiro(const std::vector<std::string>& arguments) {
    return tabuleiro(arguments, Terminal{});
  }
  static PtyProgram tabuleiro(const std::vector<std::string>& arguments, const Terminal& terminal);
  PtyProgram(const PtyProgram&) = delete;
  PtyProgram& operator=(const PtyProgram&) = delete;
  // Kills what still runs.
  ~PtyProgram();

  const Vt& screen() const { return screen_; }
  // Everything that was written so far, byte for byte.
  const std::string& output() const { return output_; }

  // Types. False where the program leaves so much unread that no more fits.
  bool send(std::string_view bytes, Milliseconds timeout = kPatience);

  // These wait, while the program writes, for something to become true; where it does not, the
  // message shows the screen. Nothing is looked at inside a synchronized update.
  testing::AssertionResult wait_until(const std::function<bool(const Vt&)>& done,
                                      Milliseconds timeout = kPatience);
  testing::AssertionResult wait_for(std::string_view text, Milliseconds timeout = kPatience);
  testing::AssertionResult wait_gone(std::string_view text, Milliseconds timeout = kPatience);
  // Until nothing has been written for a while.
  testing::AssertionResult settle(Milliseconds quiet = kQuiet, Milliseconds timeout = kPatience);

  // Another size, which the program is told of by SIGWINCH.
  void resize(int rows, int columns);
  // To the program and what it started in its own job.
  void signal(int number);
  // Stopped by Ctrl-Z, by SIGTSTP or by itself.
  testing::AssertionResult wait_stopped(Milliseconds timeout = kPatience);
  // As `fg` does.
  testing::AssertionResult resume(Milliseconds timeout = kPatience);
  // The window is closed, the line is cut.
  void hang_up();
  // The exit status, 128 + N where signal N ended it; nothing where it still runs.
  std::optional<int> wait_exit(Milliseconds timeout = kPatience);
  bool running() const { return !status_; }
  bool stopped() const { return stopped_; }

  // The settings of the terminal now, and before the program started.
  termios settings() const;
  const termios& settings_before() const { return before_; }
  // Whole lines, echo, and keys that send signals: as a shell wants it.
  bool line_mode() const;
  // Is the terminal as it was before the program: main screen, cursor, mouse, paste, colours,
  // settings? The message names all that is not.
  testing::AssertionResult left_clean();

  // The screen with a frame, the cursor, the modes and what was not understood: for messages.
  std::string dump() const;

 private:
  // Reads what is there, waiting for it until `end`; true when anything came or happened.
  bool pump(std::chrono::steady_clock::time_point end);
  // Reads what has been written already.
  void drain();
  bool read_output();
  void read_event();
  testing::AssertionResult failure(const std::string& what) const;

  Vt screen_;
  std::string output_;
  termios before_{};
  int master_ = -1;
  int events_ = -1;  // to the session leader
  pid_t leader_ = -1;
  pid_t program_ = -1;  // also the number of its job
  bool stopped_ = false;
  std::optional<int> status_;
};

}  // namespace tests

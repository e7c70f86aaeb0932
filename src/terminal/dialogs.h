// Questions that fill the screen: a list to choose from, a line to type, a page to read. Each waits
// for its answer; resizing, suspending and the end of the terminal are seen to.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "terminal/popup.h"
#include "terminal/screen.h"
#include "text/text.h"

namespace terminal {

class Dialogs {
 public:
  Dialogs(Screen& screen, const Looks& looks) : screen_(screen), looks_(looks) {}

  // One of some lines; nothing where the person goes back.
  struct List {
    std::string title;
    std::vector<std::string> lines;
    Chooser::Shortcuts shortcuts = {};
    int at = 0;  // the line where the cursor begins
  };
  std::optional<int> choose(const List& list, text::Language language);
  // Yes or no; nothing where the person goes back.
  std::optional<bool> confirm(const std::string& question, text::Language language);
  // A line that the person types. `complete` gives what it may go on as; `wrong` is told above it.
  using Complete = std::function<std::vector<std::string>(const std::string&)>;
  std::optional<std::string> ask(const std::string& title, const std::string& wrong,
                                 const std::string& begin, const Complete& complete,
                                 text::Language language);
  // A page until it is closed.
  void show(Pager page, text::Language language);
  // Something to know.
  void tell(const std::string& text, text::Language language);

  // The terminal is gone, or a signal asked to end: every question is answered with nothing.
  bool ended() const { return ended_; }
  void end() { ended_ = true; }

  // Shows what `draw` draws and waits for the next key; nothing at the end of the terminal.
  std::optional<Key> next_key(const std::function<void(Canvas&)>& draw);

 private:
  Screen& screen_;
  const Looks& looks_;
  bool ended_ = false;
};

// The files and folders that a path may go on as, folders with a slash behind. A leading `~/` is
// the home folder.
std::vector<std::string> file_completions(const std::string& path);
// The same path for the system.
std::string with_home(const std::string& path);

}  // namespace terminal

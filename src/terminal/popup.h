// What may lie over the board: pages of text to scroll, a question, a list to choose from.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "terminal/canvas.h"
#include "terminal/keys.h"

namespace terminal {

// A line of a page: parts in their styles.
struct Span {
  std::string text;
  CellStyle style = {};
};
using PageLine = std::vector<Span>;

// Text of any length, broken into lines that fit.
class Pager {
 public:
  // Makes the lines of a page for so many columns.
  using Lines = std::function<std::vector<PageLine>(int columns)>;
  Pager(std::string title, Lines lines) : title_(std::move(title)), make_lines_(std::move(lines)) {}
  Pager(std::string title, const std::string& text);

  // False: the reader is done.
  bool press(const Key& key);
  void draw(Canvas& canvas, const std::string& keys);

 private:
  bool turn_page();

  std::string title_;
  Lines make_lines_;
  std::vector<PageLine> lines_;
  int columns_ = -1;  // that the lines are made for
  int top_ = 0;
  int page_ = 1;  // rows shown at the last drawing
};

// One of several lines.
class Chooser {
 public:
  // Lines that keys choose besides: y (s) for yes, n for no, Delete.
  struct Shortcuts {
    std::optional<int> yes, no, remove;
  };
  Chooser(std::string title, std::vector<std::string> lines, Shortcuts shortcuts = {},
          std::string keys = "")
      : title_(std::move(title)),
        lines_(std::move(lines)),
        shortcuts_(shortcuts),
        keys_(std::move(keys)) {}

  enum class State { kOpen, kChosen, kLeft };
  State press(const Key& key);
  int chosen() const { return chosen_; }
  // Where the list begins: a line that was chosen before.
  void go_to(int line) { chosen_ = std::clamp(line, 0, static_cast<int>(lines_.size()) - 1); }
  void draw(Canvas& canvas);

 private:
  State choose(std::optional<int> line);

  std::string title_;
  std::vector<std::string> lines_;
  Shortcuts shortcuts_;
  std::string keys_;   // what keys do, in the last row of the screen
  int keys_row_ = -1;  // a click there goes back; -1: not drawn
  int chosen_ = 0;
  int first_row_ = 0;  // of the list, at the last drawing
  int top_ = 0;
  int page_ = 1;
};

// Lines of at most so many columns; words stay whole where they can. Breaks and blanks at the
// beginning of a line stay.
std::vector<std::string> wrapped(std::string_view text, int columns);

}  // namespace terminal

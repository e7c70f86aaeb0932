// What may lie over the board: pages of text to scroll, a question, a list to choose from.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "terminal/canvas.h"
#include "terminal/keys.h"

namespace terminal {

// Text of any length, broken into lines that fit.
class Pager {
 public:
  Pager(std::string title, const std::string& text) : title_(std::move(title)), text_(text) {}

  // False: the reader is done.
  bool press(const Key& key);
  void draw(Canvas& canvas, const std::string& keys);

 private:
  std::string title_;
  std::string text_;
  int top_ = 0;
  int page_ = 1;   // rows shown at the last drawing
  int lines_ = 0;  // of the whole text then
};

// One of several lines.
class Chooser {
 public:
  Chooser(std::string title, std::vector<std::string> lines)
      : title_(std::move(title)), lines_(std::move(lines)) {}

  enum class State { kOpen, kChosen, kLeft };
  State press(const Key& key);
  int chosen() const { return chosen_; }
  void draw(Canvas& canvas);

 private:
  std::string title_;
  std::vector<std::string> lines_;
  int chosen_ = 0;
  int first_row_ = 0;  // of the list, at the last drawing
  int top_ = 0;
  int page_ = 1;
};

// Lines of at most so many columns; words stay whole where they can. Breaks and blanks at the
// beginning of a line stay.
std::vector<std::string> wrapped(std::string_view text, int columns);

}  // namespace terminal

// The line being typed, with its history.
#pragma once

#include <string>
#include <vector>

#include "terminal/canvas.h"
#include "terminal/keys.h"

namespace terminal {

class LineEditor {
 public:
  static constexpr std::size_t kMaxBytes = 4096;

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  std::size_t cursor() const { return cursor_; }  // a byte in the text
  void set(std::string text);
  void clear() { set(""); }
  // The finished line: it goes to the history and the editor is empty again.
  std::string take();

  // Shows the line in so many columns, its cursor reversed; where it is longer, the part with the
  // cursor.
  void draw(Canvas& canvas, int row, int column, int columns) const;

  // Text, editing and history keys. False: the key means nothing to a line.
  bool press(const Key& key);

 private:
  void insert(const std::string& text);
  void erase_before();
  void erase_after();
  void browse(int step);

  std::string text_;
  std::size_t cursor_ = 0;
  std::vector<std::string> history_;
  std::size_t shown_ = 0;  // of the history; its size: the line itself
  std::string own_;        // the line itself while the history is shown
};

}  // namespace terminal

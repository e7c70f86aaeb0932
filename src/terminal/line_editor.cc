#include "terminal/line_editor.h"

#include <algorithm>

#include "terminal/glyph.h"
#include "terminal/text_table.h"

namespace terminal {

namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

void LineEditor::set(std::string text) {
  text_ = std::move(text);
  cursor_ = text_.size();
}

std::string LineEditor::take() {
  std::string line = std::move(text_);
  if (history_.empty() || history_.back() != line) history_.push_back(line);
  shown_ = history_.size();
  clear();
  return line;
}

void LineEditor::insert(const std::string& text) {
  if (text_.size() + text.size() > kMaxBytes) return;
  text_.insert(cursor_, text);
  cursor_ += text.size();
}

void LineEditor::erase_before() {
  if (cursor_ == 0) return;
  std::size_t from = cursor_ - 1;
  while (from > 0 && continues(text_[from])) --from;
  text_.erase(from, cursor_ - from);
  cursor_ = from;
}

void LineEditor::erase_after() {
  if (cursor_ == text_.size()) return;
  std::size_t to = cursor_ + 1;
  while (to < text_.size() && continues(text_[to])) ++to;
  text_.erase(cursor_, to - cursor_);
}

void LineEditor::browse(int step) {
  if (step < 0 ? shown_ == 0 : shown_ >= history_.size()) return;
  if (shown_ == history_.size()) own_ = text_;
  shown_ = step < 0 ? shown_ - 1 : shown_ + 1;
  set(shown_ == history_.size() ? own_ : history_[shown_]);
}

void LineEditor::draw(Canvas& canvas, int row, int column, int columns) const {
  std::string_view text = text_;
  const auto before = [&] { return cursor_ - (text_.size() - text.size()); };
  // Whole characters leave on the left until the cursor has its place.
  while (width(text.substr(0, before())) + 1 > static_cast<std::size_t>(std::max(columns, 1))) {
    take_character(text);
  }
  const int at = column + static_cast<int>(width(text.substr(0, before())));
  std::string shown;
  auto room = static_cast<std::size_t>(std::max(columns, 0));
  while (!text.empty()) {
    const std::string character = take_character(text);
    const std::size_t wide = width(character);
    if (wide > room) break;
    room -= wide;
    shown += character;
  }
  canvas.put(row, column, shown + std::string(room, ' '));
  canvas.style_at(row, at).reverse = true;
}

bool LineEditor::press(const Key& key) {
  switch (key.kind) {
    case Key::Kind::kText: insert(key.text); return true;
    case Key::Kind::kBackspace: erase_before(); return true;
    case Key::Kind::kDelete: erase_after(); return true;
    case Key::Kind::kHome: cursor_ = 0; return true;
    case Key::Kind::kEnd: cursor_ = text_.size(); return true;
    case Key::Kind::kLeft:
      if (cursor_ > 0) --cursor_;
      while (cursor_ > 0 && continues(text_[cursor_])) --cursor_;
      return true;
    case Key::Kind::kRight:
      if (cursor_ < text_.size()) ++cursor_;
      while (cursor_ < text_.size() && continues(text_[cursor_])) ++cursor_;
      return true;
    case Key::Kind::kUp: browse(-1); return true;
    case Key::Kind::kDown: browse(1); return true;
    case Key::Kind::kControl:
      if (key.text == "u") return clear(), true;
      if (key.text == "p") return browse(-1), true;
      if (key.text == "n") return browse(1), true;
      return false;
    default: return false;
  }
}

}  // namespace terminal

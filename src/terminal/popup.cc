#include "terminal/popup.h"

#include <algorithm>

#include "core/scan.h"
#include "terminal/glyph.h"
#include "terminal/input.h"
#include "terminal/words.h"

namespace terminal {

std::vector<std::string> wrapped(std::string_view text, int columns) {
  std::vector<std::string> lines;
  const auto limit = static_cast<std::size_t>(std::max(columns, 1));
  for (std::string_view paragraph : core::split(text, '\n')) {
    std::string line;
    std::size_t used = 0, blank = std::string::npos;
    while (!paragraph.empty()) {
      const std::string glyph = take_character(paragraph);
      const std::size_t wide = width(glyph);
      const bool full = used + wide > limit && !line.empty();
      if (full && glyph == " ") {
        lines.push_back(std::move(line));
        line.clear();
        used = 0;
        blank = std::string::npos;
        continue;
      }
      if (full) {
        // Break at the last blank, or else in the middle of a word.
        const bool whole = blank != std::string::npos && blank > 0;
        lines.push_back(line.substr(0, whole ? blank : std::string::npos));
        line = whole ? line.substr(blank + 1) : "";
        used = width(line);
        blank = std::string::npos;
      }
      if (glyph == " " && line.find_first_not_of(' ') != std::string::npos) blank = line.size();
      line += glyph;
      used += wide;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

Pager::Pager(std::string title, const std::string& text)
    : Pager(std::move(title), [text](int columns) {
        std::vector<PageLine> lines;
        for (auto& line : wrapped(text, columns)) lines.push_back({{std::move(line), {}}});
        return lines;
      }) {}

// Behind the last page it closes.
bool Pager::turn_page() {
  const int last = std::max(0, static_cast<int>(lines_.size()) - page_);
  if (top_ >= last) return false;
  top_ = std::min(last, top_ + page_);
  return true;
}

bool Pager::press(const Key& key) {
  const int last = std::max(0, static_cast<int>(lines_.size()) - page_);
  switch (key.kind) {
    case Key::Kind::kUp:
    case Key::Kind::kWheelUp: top_ = std::max(0, top_ - 1); return true;
    case Key::Kind::kDown:
    case Key::Kind::kWheelDown: top_ = std::min(last, top_ + 1); return true;
    case Key::Kind::kPageUp: top_ = std::max(0, top_ - page_); return true;
    case Key::Kind::kHome: top_ = 0; return true;
    case Key::Kind::kEnd: top_ = last; return true;
    case Key::Kind::kPageDown: top_ = std::min(last, top_ + page_); return true;
    case Key::Kind::kText:
      if (key.text != " ") return key.text != "q";
      return turn_page();
    case Key::Kind::kClick: return turn_page();
    default: return false;
  }
}

void Pager::draw(Canvas& canvas, const std::string& keys) {
  if (columns_ != canvas.columns()) {
    columns_ = canvas.columns();
    lines_ = make_lines_(std::max(1, columns_ - 1));
  }
  const int count = static_cast<int>(lines_.size());
  page_ = std::max(1, canvas.rows() - 2);
  top_ = std::clamp(top_, 0, std::max(0, count - page_));
  const std::string blank(static_cast<std::size_t>(canvas.columns()), ' ');
  for (int row = 0; row < canvas.rows(); ++row) canvas.put(row, 0, blank);
  canvas.put(0, 0, blank, {.reverse = true});
  canvas.put_within(0, 1, canvas.columns() - 2, title_, {.bold = true, .reverse = true});
  for (int at = top_; at < std::min(count, top_ + page_); ++at) {
    int column = 1;
    for (const Span& span : lines_[static_cast<std::size_t>(at)]) {
      column = canvas.put(1 + at - top_, column, span.text, span.style);
    }
  }
  const std::string place =
      std::to_string(std::min(count, top_ + page_)) + '/' + std::to_string(count) + "  " + keys;
  canvas.put_within(canvas.rows() - 1, 1, canvas.columns() - 2, place, {.dim = true});
}

Chooser::State Chooser::choose(std::optional<int> line) {
  if (!line) return State::kOpen;
  chosen_ = *line;
  return State::kChosen;
}

Chooser::State Chooser::press(const Key& key) {
  const int last = static_cast<int>(lines_.size()) - 1;
  switch (key.kind) {
    case Key::Kind::kUp:
    case Key::Kind::kWheelUp: chosen_ = std::max(0, chosen_ - 1); return State::kOpen;
    case Key::Kind::kDown:
    case Key::Kind::kWheelDown: chosen_ = std::min(last, chosen_ + 1); return State::kOpen;
    case Key::Kind::kHome: chosen_ = 0; return State::kOpen;
    case Key::Kind::kEnd: chosen_ = last; return State::kOpen;
    case Key::Kind::kEnter: return State::kChosen;
    case Key::Kind::kPageUp: chosen_ = std::max(0, chosen_ - page_); return State::kOpen;
    case Key::Kind::kPageDown: chosen_ = std::min(last, chosen_ + page_); return State::kOpen;
    case Key::Kind::kDelete: return choose(shortcuts_.remove);
    case Key::Kind::kText: {
      if (key.text == " ") return State::kChosen;
      if (key.text == "q") return State::kLeft;
      const auto answer = read_answer(key.text);
      if (!answer) return State::kOpen;
      return choose(*answer ? shortcuts_.yes : shortcuts_.no);
    }
    case Key::Kind::kClick: {
      if (key.row == keys_row_) return State::kLeft;
      const int line = top_ + key.row - first_row_;
      if (key.row < first_row_ || key.row >= first_row_ + page_ || line > last) return State::kOpen;
      chosen_ = line;
      return State::kChosen;
    }
    case Key::Kind::kEscape:
    case Key::Kind::kControl: return State::kLeft;
    default: return State::kOpen;
  }
}

void Chooser::draw(Canvas& canvas) {
  const auto title = wrapped(title_, std::max(1, canvas.columns() - 6));
  std::size_t wide = 0;
  for (const auto& line : title) wide = std::max(wide, width(line));
  for (const auto& line : lines_) wide = std::max(wide, width(line));
  const int columns = std::min(canvas.columns(), static_cast<int>(wide) + 4);
  const int heading = static_cast<int>(title.size());
  const int room = canvas.rows() - heading - (keys_.empty() ? 3 : 4);
  page_ = std::min(static_cast<int>(lines_.size()), std::max(1, room));
  top_ = std::clamp(top_, std::max(0, chosen_ - page_ + 1), chosen_);
  const int left = (canvas.columns() - columns) / 2;
  const int above = std::max(0, (canvas.rows() - page_ - heading - 1) / 2);
  first_row_ = above + heading;
  const std::string blank(static_cast<std::size_t>(columns), ' ');
  for (int i = 0; i < heading; ++i) {
    canvas.put(above + i, left, blank, {.reverse = true});
    canvas.put_within(above + i, left + 2, columns - 4, title[static_cast<std::size_t>(i)],
                      {.bold = true, .reverse = true});
  }
  for (int i = 0; i < page_; ++i) {
    const bool here = top_ + i == chosen_;
    canvas.put(first_row_ + i, left, blank, {.reverse = here});
    canvas.put_within(
        first_row_ + i, left, columns,
        (here ? "> " : "  ") + lines_[static_cast<std::size_t>(top_) + static_cast<std::size_t>(i)],
        {.reverse = here});
  }
  canvas.put(first_row_ + page_, left, blank, {.reverse = true});
  if (keys_.empty()) return;
  keys_row_ = canvas.rows() - 1;
  canvas.put_within(keys_row_, 1, canvas.columns() - 2, keys_, {.dim = true});
}

}  // namespace terminal

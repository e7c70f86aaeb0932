#include "terminal/markdown.h"

#include <algorithm>
#include <optional>

#include "core/scan.h"
#include "terminal/glyph.h"
#include "terminal/text_table.h"

namespace terminal {

namespace {

const CellStyle kStrong{.bold = true}, kEmphasis{.underline = true}, kCode{.foreground = 37};

// --- Inside a line ---

// A piece of a line up to the sign that closes it; nothing where it is not closed.
std::optional<std::string_view> closed_by(std::string_view rest, std::string_view sign) {
  const auto end = rest.find(sign);
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  return rest.substr(0, end);
}

// [words](address): the words, and how long all of it is.
struct Link {
  std::string_view words;
  std::size_t length;
};
std::optional<Link> link_at(std::string_view text) {
  const auto middle = text.find("](");
  if (!text.starts_with('[') || middle == std::string_view::npos) return std::nullopt;
  const auto end = text.find(')', middle);
  const auto words = text.substr(1, middle - 1);
  if (end == std::string_view::npos || words.find(']') != std::string_view::npos) {
    return std::nullopt;
  }
  return Link{words, end + 1};
}

void add(PageLine& line, std::string_view text, const CellStyle& style) {
  if (text.empty()) return;
  if (!line.empty() && line.back().style == style) {
    line.back().text += text;
  } else {
    line.push_back({std::string(text), style});
  }
}

// A mark is an opening one where no blank follows it.
PageLine inline_spans(std::string_view text, const CellStyle& base) {
  struct Mark {
    std::string_view sign;
    CellStyle style;
  };
  static const Mark kMarks[] = {{"`", kCode}, {"**", kStrong}, {"*", kEmphasis}};
  PageLine line;
  while (!text.empty()) {
    bool marked = false;
    for (const Mark& mark : kMarks) {
      if (!text.starts_with(mark.sign)) continue;
      const auto inner = closed_by(text.substr(mark.sign.size()), mark.sign);
      if (!inner || inner->starts_with(' ')) continue;
      for (const Span& span : mark.sign == "`" ? PageLine{{std::string(*inner), mark.style}}
                                               : inline_spans(*inner, mark.style)) {
        add(line, span.text, span.style);
      }
      text.remove_prefix(inner->size() + 2 * mark.sign.size());
      marked = true;
      break;
    }
    if (marked) continue;
    if (const auto link = link_at(text)) {
      add(line, link->words, base);
      text.remove_prefix(link->length);
      continue;
    }
    add(line, text.substr(0, 1), base);
    text.remove_prefix(1);
  }
  return line;
}

// --- Breaking lines ---

// Words with their styles; blanks separate them.
std::vector<PageLine> words_of_line(const PageLine& line) {
  std::vector<PageLine> words(1);
  for (const Span& span : line) {
    bool first = true;
    for (const auto part : core::split(span.text, ' ')) {
      if (!first) words.emplace_back();
      first = false;
      add(words.back(), part, span.style);
    }
  }
  std::erase_if(words, [](const PageLine& word) { return word.empty(); });
  return words;
}

std::size_t width_of_line(const PageLine& line) {
  std::size_t wide = 0;
  for (const Span& span : line) wide += width(span.text);
  return wide;
}

// Lines that begin with `first`, then with as many blanks.
std::vector<PageLine> broken(const PageLine& line, int columns, const std::string& first) {
  const std::string indent(width(first), ' ');
  const auto limit = static_cast<std::size_t>(std::max(columns, 10));
  std::vector<PageLine> lines = {{}};
  add(lines.back(), first, {});
  bool empty = true;
  for (const PageLine& word : words_of_line(line)) {
    if (!empty && width_of_line(lines.back()) + 1 + width_of_line(word) > limit) {
      lines.emplace_back();
      add(lines.back(), indent, {});
      empty = true;
    }
    // A blank between two words of one style belongs to both.
    const bool same = !lines.back().empty() && lines.back().back().style == word[0].style;
    if (!empty) add(lines.back(), " ", same ? word[0].style : CellStyle{});
    for (const Span& span : word) add(lines.back(), span.text, span.style);
    empty = false;
  }
  return lines;
}

// --- Blocks ---

bool is_table_rule(std::string_view line) {
  return line.find('-') != std::string_view::npos &&
         line.find_first_not_of("|-: ") == std::string_view::npos;
}

std::vector<std::string_view> table_cells(std::string_view line) {
  line = core::trim(line);
  if (line.starts_with('|')) line.remove_prefix(1);
  if (line.ends_with('|')) line.remove_suffix(1);
  auto cells = core::split(line, '|');
  for (auto& cell : cells) cell = core::trim(cell);
  return cells;
}

// The sign of a list item and what stands behind it: "- ", "* ", "12. ".
struct Item {
  std::string indent, sign;
  std::string_view text;
};
std::optional<Item> item_of(std::string_view line) {
  const auto from = line.find_first_not_of(' ');
  if (from == std::string_view::npos) return std::nullopt;
  const std::string indent(from, ' ');
  const auto rest = line.substr(from);
  if (rest.starts_with("- ") || rest.starts_with("* ")) return Item{indent, "• ", rest.substr(2)};
  const auto digits = rest.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos || !rest.substr(digits).starts_with(". ")) {
    return std::nullopt;
  }
  return Item{indent, std::string(rest.substr(0, digits + 2)), rest.substr(digits + 2)};
}

class PageWriter {
 public:
  explicit PageWriter(int columns) : columns_(columns) {}

  std::vector<PageLine> write(std::string_view markdown) {
    while (markdown.ends_with('\n')) markdown.remove_suffix(1);
    for (const auto line : core::split(markdown, '\n')) take(line);
    flush();
    return std::move(lines_);
  }

 private:
  void take(std::string_view line) {
    if (line.starts_with("```")) {
      flush();
      drawing_ = !drawing_;
    } else if (drawing_) {
      // Positions may be longer than a line.
      for (const auto& part : wrapped(line, columns_ - 4)) lines_.push_back({{"    " + part, {}}});
    } else if (line.starts_with("<!--")) {
      flush();  // which position the page shows as a board
    } else if (line.starts_with('#')) {
      heading(line);
    } else if (line.starts_with('|')) {
      if (!paragraph_.empty()) flush();
      table_.push_back(line);
    } else if (core::trim(line).empty()) {
      flush();
      blank();
    } else if (const auto item = item_of(line)) {
      flush();
      first_ = item->indent + item->sign;
      paragraph_ = item->text;
    } else {
      if (!table_.empty()) flush();
      paragraph_ += (paragraph_.empty() ? "" : " ") + std::string(core::trim(line));
    }
  }

  void blank() {
    if (!lines_.empty() && !lines_.back().empty()) lines_.emplace_back();
  }

  void heading(std::string_view line) {
    flush();
    const auto level = line.find_first_not_of('#');
    if (level == std::string_view::npos) return;
    CellStyle style{.bold = true};
    style.underline = level <= 2;
    blank();
    const auto spans = inline_spans(core::trim(line.substr(level)), style);
    for (auto& one : broken(spans, columns_, "")) lines_.push_back(std::move(one));
  }

  void flush() {
    if (!paragraph_.empty()) {
      for (auto& line : broken(inline_spans(paragraph_, {}), columns_, first_)) {
        lines_.push_back(std::move(line));
      }
    }
    paragraph_.clear();
    first_.clear();
    flush_table();
  }

  // Columns under each other; the last one is broken to what is left.
  void flush_table() {
    std::vector<std::vector<PageLine>> rows;
    std::vector<std::size_t> widths;
    for (const auto line : table_) {
      if (is_table_rule(line)) continue;
      std::vector<PageLine> row;
      for (const auto cell : table_cells(line)) {
        row.push_back(inline_spans(cell, rows.empty() ? kStrong : CellStyle{}));
      }
      widths.resize(std::max(widths.size(), row.size()));
      for (std::size_t i = 0; i < row.size(); ++i) {
        widths[i] = std::max(widths[i], width_of_line(row[i]));
      }
      rows.push_back(std::move(row));
    }
    table_.clear();
    for (const auto& row : rows) table_row(row, widths);
  }

  void table_row(const std::vector<PageLine>& row, const std::vector<std::size_t>& widths) {
    PageLine line;
    std::size_t used = 0;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      for (const Span& span : row[i]) add(line, span.text, span.style);
      add(line, std::string(widths[i] - width_of_line(row[i]) + 2, ' '), {});
      used += widths[i] + 2;
    }
    const int left = columns_ - static_cast<int>(used);
    bool first = true;
    for (const PageLine& rest : broken(row.empty() ? PageLine{} : row.back(), left, "")) {
      if (!first) add(line = {}, std::string(used, ' '), {});
      for (const Span& span : rest) add(line, span.text, span.style);
      lines_.push_back(line);
      first = false;
    }
  }

  int columns_;
  std::vector<PageLine> lines_;
  std::string paragraph_, first_;  // being gathered, and what its first line begins with
  std::vector<std::string_view> table_;
  bool drawing_ = false;
};

}  // namespace

std::vector<PageLine> page_lines(std::string_view markdown, int columns) {
  return PageWriter(columns).write(markdown);
}

std::string page_text(std::string_view markdown, int columns) {
  std::string out;
  for (const PageLine& line : page_lines(markdown, columns)) {
    std::string text;
    for (const Span& span : line) text += span.text;
    const bool heading = !line.empty() && line[0].style.bold && line[0].style.underline;
    out += text + '\n';
    if (heading) out += std::string(width(text), '-') + '\n';
  }
  return out;
}

}  // namespace terminal

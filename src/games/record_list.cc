#include "games/record_list.h"

#include <algorithm>

#include "core/scan.h"
#include "games/abstractplay.h"

namespace games {

using text::Error;
using text::Message;

namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kBlanks, at), text.size());
}

bool begins_line(std::string_view text, std::size_t at) {
  const auto before = text.substr(0, at).find_last_not_of(" \t\f\v");
  return before == std::string_view::npos || text[before] == '\n';
}

// Behind the closing `}`, where `\` takes the next character as it is.
std::size_t end_of_comment(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '}') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

// Behind the `]`; a value ends with its line at the latest.
std::size_t end_of_tag(std::string_view text, std::size_t at) {
  bool in_value = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (in_value && c == '\\') ++at;
    if (c == '"') in_value = !in_value;
    if (c == '\n') in_value = false;
    if (c == ']' && !in_value) return at + 1;
  }
  return text.size();
}

// Where the game that begins at `at` ends: behind its turns, at the first tag of the next one.
std::size_t end_of_pgn(std::string_view text, std::size_t at) {
  bool turns = false;
  while ((at = skip_blanks(text, at)) < text.size()) {
    if (text[at] == '[' && !turns) {
      at = end_of_tag(text, at);
      continue;
    }
    if (text[at] == '[' && begins_line(text, at)) return at;
    turns = true;
    if (text[at] == '{') {
      at = end_of_comment(text, at);
    } else if (text[at] == ';') {
      at = std::min(text.find('\n', at), text.size());
    } else {
      ++at;
    }
  }
  return text.size();
}

// Behind the object that begins at `at`; the end of the text where it has no end.
std::size_t end_of_object(std::string_view text, std::size_t at) {
  int depth = 0;
  bool in_string = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (in_string && c == '\\') {
      ++at;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[')) {
      ++depth;
    } else if (!in_string && (c == '}' || c == ']') && --depth == 0) {
      return at + 1;
    }
  }
  return text.size();
}

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<RecordText> pgn() {
    do {
      add(end_of_pgn(text_, at_));
    } while (at_ < text_.size());
    return numbered();
  }

  // Objects one after the other. What is none of them ends the list; whoever parses it tells why.
  std::vector<RecordText> objects() {
    for (skip(); at_ < text_.size(); skip()) {
      add(text_[at_] == '{' ? end_of_object(text_, at_) : text_.size());
    }
    return numbered();
  }

  Parsed<std::vector<RecordText>> array() {
    at_ = skip_blanks(text_, 0) + 1;
    skip();
    if (peek() == ']') return Error(Message::kNoRecords);
    while (peek() == '{') {
      add(end_of_object(text_, at_));
      skip();
      const char next = peek();
      ++at_;
      skip();
      if (next == ']' && at_ >= text_.size()) return numbered();
      if (next != ',') break;
    }
    return Error(Message::kJsonSyntax);
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip() { at_ = skip_blanks(text_, at_); }

  void add(std::size_t end) {
    const auto passed = text_.substr(counted_, at_ - counted_);
    line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
    counted_ = at_;
    games_.push_back({.text = text_.substr(at_, end - at_), .line = line_});
    at_ = end;
  }

  std::vector<RecordText> numbered() {
    for (std::size_t i = 0; i < games_.size(); ++i) {
      games_[i].number = i + 1;
      games_[i].of = games_.size();
    }
    return std::move(games_);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;  // up to here the lines are counted
  std::size_t line_ = 1;
  std::vector<RecordText> games_;
};

enum class Layout { kPgn, kObjects, kArray };

Layout layout_of(std::string_view text) {
  const auto at = skip_blanks(text, 0);
  if (text.substr(at).starts_with('{')) return Layout::kObjects;
  if (!text.substr(at).starts_with('[')) return Layout::kPgn;
  const auto next = text.substr(skip_blanks(text, at + 1));
  return next.starts_with('{') || next.starts_with(']') ? Layout::kArray : Layout::kPgn;
}

Parsed<std::vector<RecordText>> split(std::string_view content, Layout layout) {
  Splitter splitter(content);
  switch (layout) {
    case Layout::kPgn: return splitter.pgn();
    case Layout::kObjects: return splitter.objects();
    case Layout::kArray: break;
  }
  return splitter.array();
}

}  // namespace

Parsed<std::vector<RecordText>> split_records(std::string_view content,
                                              std::optional<RecordFormat> format) {
  if (content.size() > kMaxRecordsBytes) {
    return Error(Message::kRecordsTooLarge, {std::to_string(kMaxRecordsBytes)});
  }
  Layout layout = layout_of(content);
  const RecordText whole{.text = content, .format = format.value_or(RecordFormat::kPgn)};
  if (format == RecordFormat::kPgn) layout = Layout::kPgn;
  if (format == RecordFormat::kJson && layout == Layout::kPgn) return std::vector{whole};
  auto games = split(content, layout);
  // AbstractPlay's lists of moves are no objects, and may be arrays of them all the same.
  const auto is_list = [&] {
    return layout == Layout::kPgn || !games || !is_abstractplay((*games)[0].text);
  };
  if (format == RecordFormat::kAbstractPlay && is_list()) return std::vector{whole};
  if (!games) return games.error();
  if (layout == Layout::kPgn) return games;
  for (RecordText& game : *games) {
    const auto seen =
        is_abstractplay(game.text) ? RecordFormat::kAbstractPlay : RecordFormat::kJson;
    game.format = format.value_or(seen);
  }
  return games;
}

Parsed<RecordText> choose_record(const std::vector<RecordText>& games, std::size_t number) {
  if (number >= 1 && number <= games.size()) return games[number - 1];
  return Error(Message::kNoSuchGame, {std::to_string(games.size()), std::to_string(number)});
}

Error in_game(const Error& error, const RecordText& game) {
  if (game.of == 1) return error;
  return error.in(Message::kInGameOf, {std::to_string(game.number), std::to_string(game.of),
                                       std::to_string(game.line)});
}

Parsed<Record> parse_record(const RecordText& game) {
  auto record = game.format == RecordFormat::kPgn ? parse_pgn(game.text, game.line)
                                                  : parse_record(game.text, game.format);
  if (!record) return in_game(record.error(), game);
  return record;
}

}  // namespace games

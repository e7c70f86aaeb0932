// Records as PGN-like text: tags, numbered turns, {comments}, $glyphs, (variations), result.
#include <algorithm>
#include <array>
#include <utility>

#include "core/decimal.h"
#include "core/scan.h"
#include "games/record.h"

namespace games {

using text::Message;

namespace {

constexpr std::size_t kLineWidth = 80;

// --- Results: "1-0" for two players, "1-0-0" for three, "*" for none ---

std::string result_token(const std::string& result, std::size_t players) {
  if (result == "none") return "*";
  const bool three = players == 3;
  if (result == "draw") return three ? "1/2-1/2-1/2" : "1/2-1/2";
  std::string token = three ? "0-0-0" : "0-1";
  if (three) {
    token[static_cast<std::size_t>(result[1] - '1') * 2] = '1';
  } else if (result == "p1win") {
    token = "1-0";
  }
  return token;
}

std::optional<std::string> result_of_token(std::string_view token) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 8> kTokens = {
      {{"*", "none"},
       {"1-0", "p1win"},
       {"0-1", "p2win"},
       {"1/2-1/2", "draw"},
       {"1-0-0", "p1win"},
       {"0-1-0", "p2win"},
       {"0-0-1", "p3win"},
       {"1/2-1/2-1/2", "draw"}}};
  for (const auto& [spelling, result] : kTokens) {
    if (token == spelling) return result;
  }
  return std::nullopt;
}

// --- Comments with [%clk h:mm:ss] and [%wp 0.62/0.38] inside ---

std::string clock_text(std::int64_t ms) {
  const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  std::string text =
      std::to_string(ms / 3'600'000) + ':' + two(ms / 60'000 % 60) + ':' + two(ms / 1000 % 60);
  if (ms % 1000 != 0) text += '.' + std::to_string(1000 + ms % 1000).substr(1);
  return text;
}

std::optional<std::int64_t> parse_clock(std::string_view text) {
  const auto dot = text.find('.');
  std::int64_t ms = 0;
  if (dot != std::string_view::npos) {
    const auto fraction = text.substr(dot + 1);
    if (fraction.size() != 3) return std::nullopt;
    for (const char c : fraction) {
      if (c < '0' || c > '9') return std::nullopt;
      ms = ms * 10 + (c - '0');
    }
  }
  const auto parts = core::split(text.substr(0, dot), ':');
  if (parts.size() != 3 || parts[1].size() != 2 || parts[2].size() != 2) return std::nullopt;
  const auto two_digits = [](std::string_view s) {
    return core::whole_number(s[0] == '0' ? s.substr(1) : s, 59);
  };
  const auto hours = core::whole_number(parts[0], kMaxClockMs / 3'600'000);
  const auto minutes = two_digits(parts[1]), seconds = two_digits(parts[2]);
  if (!hours || !minutes || !seconds) return std::nullopt;
  const std::int64_t total = ((*hours * 60 + *minutes) * 60 + *seconds) * 1000 + ms;
  if (total > kMaxClockMs) return std::nullopt;
  return total;
}

// Four decimals, without trailing zeros.
std::string probability_text(double value) {
  std::string text = core::fixed(value, 4);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::optional<std::vector<double>> parse_probabilities(std::string_view text) {
  std::vector<double> values;
  for (const auto part : core::split(text, '/')) {
    const auto value = core::decimal_number(part);
    if (!value || !(*value >= 0 && *value <= 1)) return std::nullopt;
    values.push_back(*value);
  }
  if (values.size() > 3) return std::nullopt;
  return values;
}

// In a comment "}", "\" and the "[" of "[%" are written with a "\" before them.
std::string escaped_comment(std::string_view comment) {
  std::string out;
  for (std::size_t i = 0; i < comment.size(); ++i) {
    const bool command = comment[i] == '[' && comment.substr(i).starts_with("[%");
    if (comment[i] == '}' || comment[i] == '\\' || command) out += '\\';
    out += comment[i];
  }
  return out;
}

void add_comment(std::string& comment, std::string_view more) {
  const auto text = core::trim(more);
  if (text.empty()) return;
  if (!comment.empty()) comment += ' ';
  comment += text;
}

// The content of a comment with its commands taken out into the turn (where there is one).
void read_comment(std::string_view raw, std::string& comment, RecordTurn* turn) {
  std::string plain;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\\' && i + 1 < raw.size()) {
      plain += raw[++i];
      continue;
    }
    if (turn != nullptr && raw.substr(i).starts_with("[%")) {
      const auto close = std::min(raw.find(']', i), raw.size());
      const auto words = core::words(raw.substr(i + 2, close - i - 2));
      if (words.size() == 2 && words[0] == "clk") {
        if (const auto clock = parse_clock(words[1])) {
          turn->clock_ms = clock;
          i = close;
          continue;
        }
      }
      if (words.size() == 2 && words[0] == "wp") {
        if (auto values = parse_probabilities(words[1])) {
          turn->win = *std::move(values);
          i = close;
          continue;
        }
      }
    }
    plain += raw[i];
  }
  add_comment(comment, plain);
}

// --- Reading ---

class PgnReader {
 public:
  PgnReader(std::string_view text, std::size_t first_line) : text_(text), first_line_(first_line) {}

  Parsed<Record> read() {
    if (auto error = read_tags()) return located(*error);
    if (record_.game.empty()) return text::Error(Message::kTagMissing, {"[Game \"…\"]"});
    if (auto error = read_line(record_.turns, 0)) return located(*error);
    auto record = checked(std::move(record_));
    if (record && !players_.empty() && players_ != std::to_string(record->players.size())) {
      return text::Error(Message::kPlayersMismatch,
                         {std::to_string(record->players.size()), core::quoted(players_)});
    }
    return record;
  }

 private:
  using Problem = std::optional<text::Error>;

  text::Error located(const text::Error& error) const {
    const auto breaks = std::count(text_.begin(), text_.begin() + static_cast<long>(at_), '\n');
    const auto line = first_line_ + static_cast<std::size_t>(breaks);
    return error.in(Message::kInLine, {std::to_string(line)});
  }

  bool done() const { return at_ >= text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  void skip_blanks() {
    while (!done() && std::string_view(" \t\r\n\f\v").find(text_[at_]) != std::string_view::npos) {
      ++at_;
    }
  }
  std::string_view rest_of_line() const {
    return text_.substr(at_, std::min(text_.find('\n', at_), text_.size()) - at_);
  }

  Problem read_tags() {
    for (skip_blanks(); peek() == '['; skip_blanks()) {
      const auto line = rest_of_line();
      ++at_;
      const auto name_end = std::min(text_.find_first_of(" \t\"]\n", at_), text_.size());
      const std::string name(text_.substr(at_, name_end - at_));
      at_ = name_end;
      skip_blanks();
      if (name.empty() || peek() != '"')
        return text::Error(Message::kTagSyntax, {core::quoted(line)});
      ++at_;
      std::string value;
      while (!done() && peek() != '"' && peek() != '\n') {
        if (peek() == '\\' && at_ + 1 < text_.size()) ++at_;
        value += text_[at_++];
      }
      if (peek() != '"') return text::Error(Message::kTagSyntax, {core::quoted(line)});
      ++at_;
      skip_blanks();
      if (peek() != ']') return text::Error(Message::kTagSyntax, {core::quoted(line)});
      ++at_;
      if (auto error = use_tag(name, value)) return error->in(Message::kInTag, {name});
    }
    return std::nullopt;
  }

  Problem use_tag(const std::string& name, const std::string& value) {
    if (name == "Game") {
      record_.game = value;
      if (find_game(value) == nullptr) return unknown_game(value);
    } else if (name == "Variant") {
      variant_ = value;
    } else if (name == "Position") {
      record_.position = value;
    } else if (name == "Reason") {
      record_.reason = value;
    } else if (name == "Result") {
      const auto result = result_of_token(value);
      if (!result) return unknown_result(value);
      record_.result = *result;
    } else if (name == "White" || name == "Player1") {
      set_player(0, value);
    } else if (name == "Black" || name == "Player2") {
      set_player(1, value);
    } else if (name == "Player3") {
      set_player(2, value);
    } else if (name == "Players") {
      players_ = value;
    } else {
      record_.tags[name] = value;
    }
    const GameInfo* game = find_game(record_.game);
    if (game != nullptr && !variant_.empty()) {
      auto options = parse_options(variant_, game->options);
      if (!options) return options.error();
      record_.options = *std::move(options);
    }
    return std::nullopt;
  }

  void set_player(std::size_t seat, const std::string& name) {
    if (record_.players.size() <= seat) record_.players.resize(seat + 1);
    record_.players[seat] = name;
  }

  static text::Error unknown_result(std::string_view found) {
    return text::Error(
        Message::kResultUnknown,
        {"1-0, 0-1, 1/2-1/2, 1-0-0, 0-1-0, 0-0-1, 1/2-1/2-1/2, *", core::quoted(found)});
  }

  // Turns up to the end of the text (depth 0) or the closing ")".
  Problem read_line(std::vector<RecordTurn>& turns, int depth) {
    if (depth > kMaxVariationDepth) {
      return text::Error(Message::kVariationDeep, {std::to_string(kMaxVariationDepth)});
    }
    bool finished = false;
    std::string lead;  // a comment before the first turn of a variation
    for (skip_blanks(); !done(); skip_blanks()) {
      const char c = peek();
      if (c == ')') {
        if (depth == 0) return text::Error(Message::kVariationStray);
        ++at_;
        return std::nullopt;
      }
      if (c == '{' || c == ';') {
        if (auto error = read_comment_token(turns, depth == 0 ? record_.comment : lead)) {
          return error;
        }
      } else if (c == '(') {
        if (turns.empty()) return text::Error(Message::kVariationEarly);
        ++at_;
        std::vector<RecordTurn> variation;
        if (auto error = read_line(variation, depth + 1)) return error;
        if (!variation.empty()) turns.back().variations.push_back(std::move(variation));
      } else if (c == '[') {
        return text::Error(Message::kUnexpectedTag);
      } else if (c == '}') {
        return text::Error(Message::kCommentStray);
      } else if (auto error = read_word(turns, depth, finished)) {
        return error;
      }
      if (!lead.empty() && !turns.empty()) turns[0].comment = std::exchange(lead, "");
    }
    if (depth > 0) return text::Error(Message::kVariationOpen);
    return std::nullopt;
  }

  // `before` takes the comment where no turn stands before it.
  Problem read_comment_token(std::vector<RecordTurn>& turns, std::string& before) {
    std::size_t end = 0;
    if (peek() == ';') {
      end = at_ + rest_of_line().size();
    } else {
      end = at_ + 1;
      while (end < text_.size() && text_[end] != '}') end += text_[end] == '\\' ? 2 : 1;
      if (end >= text_.size()) return text::Error(Message::kCommentOpen);
    }
    const auto raw = text_.substr(at_ + 1, end - at_ - 1);
    RecordTurn* turn = turns.empty() ? nullptr : &turns.back();
    read_comment(raw, turn == nullptr ? before : turn->comment, turn);
    at_ = std::min(end + 1, text_.size());
    return std::nullopt;
  }

  // A move number, a glyph, a result or a turn.
  Problem read_word(std::vector<RecordTurn>& turns, int depth, bool& finished) {
    const auto end = std::min(text_.find_first_of(" \t\r\n\f\v(){};[", at_), text_.size());
    std::string_view word = text_.substr(at_, end - at_);
    if (word.starts_with('$')) {
      const auto glyph = core::whole_number(word.substr(1), 255);
      if (!glyph || turns.empty()) return text::Error(Message::kBadGlyph, {core::quoted(word)});
      turns.back().glyphs.push_back(static_cast<int>(*glyph));
      at_ = end;
      return std::nullopt;
    }
    if (finished) return text::Error(Message::kTurnAfterResult, {core::quoted(word)});
    if (const auto result = result_of_token(word); result && depth == 0) {
      finished = true;
      at_ = end;
      return use_result(*result);
    }
    const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (digits > 0 && digits < word.size() && word[digits] == '.') {
      word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
    }
    at_ = end;
    if (word.empty()) return std::nullopt;
    turns.push_back({});
    take_suffix(word, turns.back().glyphs);
    turns.back().text = word;
    return std::nullopt;
  }

  Problem use_result(const std::string& result) {
    if (record_.result != "none" && result != "none" && record_.result != result) {
      return text::Error(Message::kResultTwice, {record_.result, result});
    }
    if (result != "none") record_.result = result;
    return std::nullopt;
  }

  // "!", "?", "!!", "??", "!?", "?!" behind a turn are glyphs 1 to 6.
  static void take_suffix(std::string_view& word, std::vector<int>& glyphs) {
    static constexpr std::array<std::string_view, 6> kMarks = {"!", "?", "!!", "??", "!?", "?!"};
    const auto last = word.find_last_not_of("!?");
    const auto mark = word.substr(last == std::string_view::npos ? 0 : last + 1);
    for (std::size_t i = 0; i < kMarks.size(); ++i) {
      if (mark != kMarks[i]) continue;
      glyphs.push_back(static_cast<int>(i) + 1);
      word.remove_suffix(mark.size());
      return;
    }
  }

  std::string_view text_;
  std::size_t first_line_;
  std::size_t at_ = 0;
  Record record_;
  std::string variant_;
  std::string players_;  // what the tag Players says
};

// --- Writing ---

class PgnWriter {
 public:
  std::string write(const Record& record) {
    const auto players = number_of_players(record);
    const bool three = players == 3;
    for (const char* name : {"Event", "Site"}) tag(name, value_or(record, name, "?"));
    tag("Date", value_or(record, "Date", "????.??.??"));
    tag("Round", value_or(record, "Round", "?"));
    for (std::size_t seat = 0; seat < players; ++seat) {
      const std::string name = three         ? "Player" + std::to_string(seat + 1)
                               : (seat == 0) ? "White"
                                             : "Black";
      const bool named = seat < record.players.size() && !record.players[seat].empty();
      tag(name, named ? record.players[seat] : "?");
    }
    tag("Result", result_token(record.result, players));
    tag("Game", record.game);
    if (!record.options.empty()) tag("Variant", options_text(record.options));
    tag("Players", std::to_string(players));
    if (!record.position.empty()) tag("Position", record.position);
    if (!record.reason.empty()) tag("Reason", record.reason);
    for (const auto& [name, value] : record.tags) {
      if (!is_roster(name)) tag(name, value);
    }
    out_ += '\n';
    if (!record.comment.empty()) word('{' + escaped_comment(record.comment) + '}');
    line(record.turns, 1);
    word(result_token(record.result, players));
    return out_ + '\n';
  }

 private:
  // By the game, not by how many names are known.
  static std::size_t number_of_players(const Record& record) {
    const GameInfo* game = find_game(record.game);
    if (game == nullptr) return record.players.size();
    const auto start = Position::start(*game, record.options);
    return start ? static_cast<std::size_t>(start->player_count()) : record.players.size();
  }

  static bool is_roster(std::string_view name) {
    return name == "Event" || name == "Site" || name == "Date" || name == "Round";
  }

  static std::string value_or(const Record& record, const char* name, const char* otherwise) {
    const auto at = record.tags.find(name);
    return at == record.tags.end() ? otherwise : at->second;
  }

  void tag(const std::string& name, const std::string& value) {
    out_ += '[' + name + " \"";
    for (const char c : value) {
      if (c == '"' || c == '\\') out_ += '\\';
      out_ += c;
    }
    out_ += "\"]\n";
  }

  void word(const std::string& text) {
    if (width_ > 0) {
      const bool wrap = width_ + 1 + text.size() > kLineWidth;
      out_ += wrap ? '\n' : ' ';
      width_ = wrap ? 0 : width_ + 1;
    }
    out_ += text;
    width_ += text.size();
  }

  void line(const std::vector<RecordTurn>& turns, int number) {
    for (const RecordTurn& turn : turns) {
      word(std::to_string(number) + '.');
      word(turn.text);
      for (const int glyph : turn.glyphs) word('$' + std::to_string(glyph));
      annotate(turn);
      for (const auto& variation : turn.variations) {
        word("(");
        line(variation, number);
        word(")");
      }
      ++number;
    }
  }

  void annotate(const RecordTurn& turn) {
    std::vector<std::string> parts;
    if (turn.clock_ms) parts.push_back("[%clk " + clock_text(*turn.clock_ms) + ']');
    if (!turn.win.empty()) {
      std::vector<std::string> values;
      for (const double value : turn.win) values.push_back(probability_text(value));
      parts.push_back("[%wp " + core::join(values, "/") + ']');
    }
    if (!turn.comment.empty()) parts.push_back(escaped_comment(turn.comment));
    if (!parts.empty()) word('{' + core::join(parts, " ") + '}');
  }

  std::string out_;
  std::size_t width_ = 0;
};

}  // namespace

Parsed<Record> parse_pgn(std::string_view text, std::size_t first_line) {
  if (text.size() > kMaxRecordBytes) {
    return text::Error(Message::kRecordTooLarge, {std::to_string(kMaxRecordBytes)});
  }
  return PgnReader(text, first_line).read();
}

std::string to_pgn(const Record& record) { return PgnWriter().write(record); }

}  // namespace games

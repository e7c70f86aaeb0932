#include "terminal/review_report.h"

#include <algorithm>
#include <cmath>

#include "core/scan.h"
#include "study/reasons.h"
#include "terminal/canvas.h"
#include "terminal/glyph.h"
#include "terminal/words.h"

namespace terminal {

// Names come from strangers.
using core::printable;

using study::Mark;
using study::ReviewedTurn;
using text::Message;
using text::Note;

namespace {

constexpr std::size_t kBarWidth = 20;
// Columns of the table, and what is left of them at least on a screen that is too narrow.
constexpr std::size_t kNameColumn = 1, kPlayedColumn = 2;
constexpr std::size_t kShortName = 8, kShortTurn = 8;

// One character for every twentieth of the game, in the players' symbols.
std::string bar(const std::vector<double>& chances, const std::string& symbols) {
  std::string out;
  double sum = 0;
  for (std::size_t p = 0; p < chances.size(); ++p) {
    sum += chances[p];
    const auto end = static_cast<std::size_t>(std::lround(std::clamp(sum, 0.0, 1.0) * kBarWidth));
    if (end > out.size()) out.append(end - out.size(), symbols[p]);
  }
  return out;
}

Row turn_row(const ReviewReport& report, std::size_t i, const std::string& symbols) {
  const ReviewedTurn& turn = report.review.turns[i];
  Row row = {std::to_string(i + 1), printable(report.name_of(turn.player)), turn.text};
  const auto players = report.review.accuracy.size();
  for (std::size_t p = 0; p < players; ++p) {
    row.push_back(turn.judged ? percent(turn.after[p], report.language) : "");
  }
  row.push_back(turn.judged ? text::decimal(turn.loss, 1, report.language) : "");
  row.push_back(study::mark_text(turn.mark));
  row.push_back(turn.judged ? bar(turn.after, symbols) : "");
  return row;
}

// How many columns of a table do not fit the screen.
std::size_t excess(const std::vector<Row>& rows, const std::vector<std::size_t>& left,
                   std::size_t columns) {
  const std::string text = table(rows, left);
  std::size_t wide = 0;
  for (const auto line : core::split(text, '\n')) wide = std::max(wide, width(line));
  return wide > columns ? wide - columns : 0;
}

std::size_t column_width(const std::vector<Row>& rows, std::size_t column) {
  std::size_t wide = 0;
  for (const Row& row : rows) wide = std::max(wide, width(row[column]));
  return wide;
}

std::string cut(std::string_view text, std::size_t columns) {
  if (width(text) <= columns) return std::string(text);
  std::string out;
  for (auto next = take_character(text); width(out) + width(next) < columns;
       next = take_character(text)) {
    out += next;
  }
  return out + "…";
}

// The actions of a long turn go on in lines of their own below its first one.
std::vector<Row> with_turns_broken(const std::vector<Row>& rows, std::size_t columns) {
  std::vector<Row> broken;
  for (const Row& row : rows) {
    std::vector<std::string> lines = {""};
    for (const auto action : core::split(row[kPlayedColumn], ',')) {
      const bool first = lines.size() == 1 && lines[0].empty();
      if (!first) lines.back() += ',';
      // A comma comes behind it where the turn goes on.
      if (!first && lines.back().size() + action.size() + 1 > columns) lines.emplace_back();
      lines.back() += action;
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      broken.push_back(i == 0 ? row : Row(row.size()));
      broken.back()[kPlayedColumn] = lines[i];
    }
  }
  return broken;
}

// Narrower by what matters least, until it fits the screen: the bars, which say what the numbers
// say; the long headings of players; long names; and long turns go on in the next line.
std::string table_within(std::vector<Row> rows, std::size_t players, const std::string& symbols,
                         std::size_t columns) {
  const std::vector<std::size_t> left = {kNameColumn, kPlayedColumn, players + 4, players + 5};
  if (excess(rows, left, columns) == 0) return table(rows, left);
  for (Row& row : rows) row.pop_back();
  if (excess(rows, left, columns) > 0) {
    for (std::size_t p = 0; p < players; ++p) {
      rows[0][kPlayedColumn + 1 + p] = std::to_string(p + 1) + " (" + symbols[p] + ')';
    }
  }
  if (const std::size_t over = excess(rows, left, columns); over > 0) {
    const std::size_t wide = column_width(rows, kNameColumn);
    const std::size_t room = wide > over ? wide - over : 0;
    for (Row& row : rows) row[kNameColumn] = cut(row[kNameColumn], std::max(room, kShortName));
  }
  if (const std::size_t over = excess(rows, left, columns); over > 0) {
    const std::size_t wide = column_width(rows, kPlayedColumn);
    rows = with_turns_broken(rows, std::max(wide > over ? wide - over : 0, kShortTurn));
  }
  return table(rows, left);
}

std::string turns_table(const ReviewReport& report) {
  const auto players = report.review.accuracy.size();
  const std::string symbols = report.history.initial().scene().symbols;
  Row heading = {report.render(Message::kReviewTurn), report.render(Message::kReviewPlayer),
                 report.render(Message::kReviewPlayed)};
  for (std::size_t p = 0; p < players; ++p) {
    heading.push_back(player_name(p, report.language) + " (" + symbols[p] + ')');
  }
  for (const Message column : {Message::kReviewLoss, Message::kReviewMark, Message::kReviewGraph}) {
    heading.push_back(report.render(column));
  }
  std::vector<Row> rows = {heading};
  if (const ReviewedTurn& first = report.review.turns[0]; first.judged) {
    Row start = {report.render(Message::kReviewStart), "", ""};
    for (const double chance : first.before) start.push_back(percent(chance, report.language));
    start.insert(start.end(), {"", "", bar(first.before, symbols)});
    rows.push_back(std::move(start));
  }
  for (std::size_t i = 0; i < report.review.turns.size(); ++i) {
    rows.push_back(turn_row(report, i, symbols));
  }
  return table_within(std::move(rows), players, symbols, report.columns);
}

std::string mistakes(const ReviewReport& report) {
  std::string out;
  for (std::size_t i = 0; i < report.review.turns.size(); ++i) {
    const ReviewedTurn& turn = report.review.turns[i];
    if (turn.mark == Mark::kNone) continue;
    out += '\n' +
           report.render(Message::kReviewTurnOf,
                         {std::to_string(i + 1), printable(report.name_of(turn.player)),
                          turn.text + ' ' + study::mark_text(turn.mark)}) +
           "\n  " + report.words_of(turn) + '\n';
    if (!turn.actions.empty()) {
      out += "  " + report.render(Message::kReviewByAction, {report.actions_of(turn)}) + '\n';
    }
    for (const auto& reason : report.reasons_of(turn)) out += "  " + reason + '\n';
    for (const auto& line : turn.better) {
      out += "  " + report.render(Message::kReviewBetterLine, {core::join(line, " ")}) + '\n';
    }
  }
  return out.empty() ? '\n' + report.render(Message::kReviewNoMistakes) + '\n' : out;
}

}  // namespace

std::string ReviewReport::render(Message message, std::vector<std::string> arguments) const {
  return text::render(Note{message, std::move(arguments)}, language);
}

std::string name_of(const games::Record& record, int player, text::Language language) {
  const auto seat = static_cast<std::size_t>(player);
  const auto& names = record.players;
  std::string number = player_name(seat, language);
  if (seat >= names.size() || names[seat].empty()) return number;
  const bool shared = std::count(names.begin(), names.end(), names[seat]) > 1;
  // Our own players have words; English has always called them as they are spelt.
  const std::string name =
      language == text::Language::kEnglish ? names[seat] : who_label(names[seat], language);
  return shared ? number + " (" + name + ')' : name;
}

std::string ReviewReport::name_of(int player) const {
  return terminal::name_of(record, player, language);
}

std::string ReviewReport::result() const {
  const auto outcome = history.outcome();
  if (record.result == "none") return render(Message::kReviewUnfinished);
  const std::string who = record.result == "draw"
                              ? render(Message::kReviewDrawn)
                              : render(Message::kReviewWon, {name_of(record.result[1] - '1')});
  // The words of the rules in the reader's language, those of people as they are.
  const std::string why = outcome.over() ? render(outcome.reason()) : record.reason;
  return why.empty() ? who : who + ": " + why;
}

std::string ReviewReport::words_of(const ReviewedTurn& turn) const {
  return study::words_of(turn, language);
}

std::vector<std::string> ReviewReport::reasons_of(const ReviewedTurn& turn) const {
  std::vector<std::string> sentences;
  for (const auto& reason : turn.reasons) sentences.push_back(study::sentence_of(reason, language));
  return sentences;
}

std::string ReviewReport::actions_of(const ReviewedTurn& turn) const {
  std::vector<std::string> parts;
  for (const auto& action : turn.actions) {
    parts.push_back(action.text + ' ' + (action.loss > 0 ? "-" : "") +
                    text::decimal(action.loss, 1, language));
  }
  return core::join(parts, ", ");
}

int ReviewReport::count(int player, Mark mark) const {
  return static_cast<int>(std::count_if(
      review.turns.begin(), review.turns.end(),
      [&](const ReviewedTurn& turn) { return turn.player == player && turn.mark == mark; }));
}

std::string ReviewReport::accuracy_of(int player) const {
  const auto& accuracy = review.accuracy[static_cast<std::size_t>(player)];
  return accuracy ? text::decimal(*accuracy, 1, language) : "-";
}

std::string review_text(const ReviewReport& report) {
  const int players = report.history.initial().player_count();
  std::string names;
  for (int p = 0; p < players; ++p) names += (p == 0 ? "" : " - ") + report.name_of(p);
  std::string out = report.record.game + ": " + printable(names) + '\n' +
                    printable(report.result()) + '\n' +
                    text::render(report.judged_by, report.language) + "\n\n" + turns_table(report) +
                    mistakes(report) + '\n';
  for (int p = 0; p < players; ++p) {
    out += report.render(Message::kReviewAccuracy,
                         {printable(report.name_of(p)), report.accuracy_of(p),
                          std::to_string(report.count(p, Mark::kInaccuracy)),
                          std::to_string(report.count(p, Mark::kMistake)),
                          std::to_string(report.count(p, Mark::kBlunder))}) +
           '\n';
  }
  return out + report.render(Message::kReviewUncalibrated) + '\n';
}

}  // namespace terminal

#include "terminal/review_report.h"

#include <algorithm>
#include <cmath>

#include "core/scan.h"
#include "terminal/table.h"

namespace terminal {

// Names come from strangers.
using core::printable;

using engine::Mark;
using engine::ReviewedTurn;
using text::Message;
using text::Note;

namespace {

constexpr std::size_t kBarWidth = 20;
constexpr std::size_t kScreenWidth = 80;

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
    row.push_back(turn.judged ? percent(turn.after[p]) : "");
  }
  row.push_back(turn.judged ? core::fixed(turn.loss, 1) : "");
  row.push_back(engine::mark_text(turn.mark));
  row.push_back(turn.judged ? bar(turn.after, symbols) : "");
  return row;
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
    for (const double chance : first.before) start.push_back(percent(chance));
    start.insert(start.end(), {"", "", bar(first.before, symbols)});
    rows.push_back(std::move(start));
  }
  for (std::size_t i = 0; i < report.review.turns.size(); ++i) {
    rows.push_back(turn_row(report, i, symbols));
  }
  const std::vector<std::size_t> left = {1, 2, players + 4, players + 5};
  const std::string wide = table(rows, left);
  const auto lines = core::split(wide, '\n');
  const auto fits = [](std::string_view line) { return width(line) <= kScreenWidth; };
  if (std::all_of(lines.begin(), lines.end(), fits)) return wide;
  // Long turns leave no room for the bars; the numbers say the same.
  for (Row& row : rows) row.pop_back();
  return table(rows, left);
}

std::string mistakes(const ReviewReport& report) {
  std::string out;
  for (std::size_t i = 0; i < report.review.turns.size(); ++i) {
    const ReviewedTurn& turn = report.review.turns[i];
    if (turn.mark == Mark::kNone) continue;
    out += '\n' +
           report.render(Message::kReviewTurnOf,
                         {std::to_string(i + 1), printable(report.name_of(turn.player)),
                          turn.text + ' ' + engine::mark_text(turn.mark)}) +
           "\n  " + report.words_of(turn) + '\n';
    if (!turn.actions.empty()) {
      out += "  " + report.render(Message::kReviewByAction, {report.actions_of(turn)}) + '\n';
    }
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

std::string ReviewReport::name_of(int player) const {
  const auto seat = static_cast<std::size_t>(player);
  const auto& names = record.players;
  const std::string number = player_name(seat, language);
  if (seat >= names.size() || names[seat].empty()) return number;
  const bool shared = std::count(names.begin(), names.end(), names[seat]) > 1;
  return shared ? number + " (" + names[seat] + ')' : names[seat];
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
  return engine::words_of(turn, language);
}

std::string ReviewReport::actions_of(const ReviewedTurn& turn) const {
  std::vector<std::string> parts;
  for (const auto& action : turn.actions) {
    parts.push_back(action.text + ' ' + (action.loss > 0 ? "-" : "") + core::fixed(action.loss, 1));
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
  return accuracy ? core::fixed(*accuracy, 1) : "-";
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

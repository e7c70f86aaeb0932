#include "terminal/analysis_text.h"

#include <algorithm>

#include "core/scan.h"
#include "games/scene_text.h"
#include "terminal/glyph.h"
#include "terminal/words.h"

namespace terminal {

using text::Language;
using text::Message;
using text::Note;

namespace {

// A person reads the beginning of a line; --json has all of it.
constexpr std::size_t kTurnsShown = 6;

std::string with_sign(double number, int digits, Language language) {
  return (number > 0 ? "+" : "") + text::decimal(number, digits, language);
}

// As many turns as fit so many columns, at least one.
std::string line_text(const std::vector<std::string>& turns, std::size_t columns) {
  constexpr std::string_view kGoesOn = " …";
  std::string text;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const bool last = i + 1 == turns.size();
    const std::string longer = text + (i == 0 ? "" : " ") + turns[i];
    const bool fits = width(longer) + (last ? 0 : width(kGoesOn)) <= columns;
    if (i > 0 && (i == kTurnsShown || !fits)) return text + std::string(kGoesOn);
    text = longer;
  }
  return text;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (const auto line : core::split(text, '\n')) widest = std::max(widest, width(line));
  return widest;
}

// A line, then under 1.1, 1.2 … what may follow its first action in the same turn.
void add_line(const engine::AnalysisLine& line, const std::string& prefix, std::size_t mover,
              Language language, std::vector<Row>& rows,
              std::vector<const std::vector<std::string>*>& turns) {
  const std::string name = prefix + std::to_string(line.rank);
  Row row = {name, percent(line.chances[mover], language)};
  for (const double chance : line.chances) row.push_back(percent(chance, language));
  const bool proven = line.proven.has_value();
  row.insert(row.end(), {proven ? "" : with_sign(line.value, 0, language),
                         std::to_string(line.depth) + '/' + std::to_string(line.selective_depth),
                         std::to_string(line.nodes), proven_text(line.proven, language)});
  rows.push_back(std::move(row));
  turns.push_back(&line.turns);
  for (const auto& next : line.then) add_line(next, name + '.', mover, language, rows, turns);
}

}  // namespace

std::string lines_table(const engine::Analysis& analysis, Language language, std::size_t columns) {
  constexpr std::size_t kBetween = 2, kIndented = 4;
  const auto players = static_cast<std::size_t>(analysis.position.player_count());
  const auto mover = static_cast<std::size_t>(analysis.position.to_move());
  Row heading = {"#", text::render(Message::kColumnChance, language)};
  for (std::size_t p = 0; p < players; ++p) heading.push_back(player_name(p, language));
  for (const Message column : {Message::kColumnValue, Message::kColumnDepth, Message::kColumnNodes,
                               Message::kColumnProven}) {
    heading.push_back(text::render(column, language));
  }
  std::vector<Row> rows = {heading};
  std::vector<const std::vector<std::string>*> turns;
  for (const auto& line : analysis.lines) add_line(line, "", mover, language, rows, turns);
  // Nobody needs a column in which nothing stands.
  for (std::size_t column = heading.size(); column-- > 0;) {
    const bool empty = std::all_of(rows.begin() + 1, rows.end(),
                                   [&](const Row& row) { return row[column].empty(); });
    for (Row& row : rows) {
      if (empty) row.erase(row.begin() + static_cast<long>(column));
    }
  }
  const bool any_proven =
      rows[0].back() == text::render(Message::kColumnProven, language) && !turns.empty();
  const std::size_t proven = any_proven ? rows[0].size() - 1 : 0;
  std::string numbers = table(rows, {0, proven});
  std::size_t wide = widest_line(numbers), first = 0;
  // Where there is no room beside the numbers what is proven stands below them, with the line.
  std::vector<std::string> below(rows.size());
  if (any_proven && wide > columns) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i > 0 && !rows[i].back().empty()) below[i] = rows[i].back() + ": ";
      rows[i].pop_back();
    }
    numbers = table(rows, {0});
  }
  for (const auto* one : turns) first = std::max(first, width(line_text(*one, 0)));
  const bool beside = wide + kBetween + first <= columns;
  for (std::size_t i = 0; beside && i < rows.size(); ++i) {
    rows[i].push_back(i == 0 ? text::render(Message::kColumnLine, language)
                             : line_text(*turns[i - 1], columns - wide - kBetween));
  }
  if (beside) return table(rows, {0, proven, rows[0].size() - 1});
  std::string out;
  const auto lines = core::split(numbers, '\n');
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += std::string(lines[i]) + '\n';
    const std::size_t taken = kIndented + width(below[i]);
    const std::size_t room = columns > taken ? columns - taken : 1;
    if (i > 0)
      out += std::string(kIndented, ' ') + below[i] + line_text(*turns[i - 1], room) + '\n';
  }
  return out;
}

namespace {

std::string terms_table(const engine::Evaluation& evaluation, Language language) {
  std::vector<Row> rows = {{text::render(Message::kColumnTerm, language), player_name(0, language),
                            player_name(1, language),
                            text::render(Message::kColumnWeight, language),
                            text::render(Message::kColumnContribution, language)}};
  double sum = 0;
  for (const auto& term : evaluation.terms) {
    rows.push_back({text::render(term.name, language), std::to_string(term.counts[0]),
                    std::to_string(term.counts[1]), std::to_string(term.weight),
                    with_sign(term.contribution, 2, language)});
    sum += term.contribution;
  }
  rows.push_back({text::render(Message::kSum, language), "", "", "", with_sign(sum, 2, language)});
  std::string out = table(rows, {0}) + '\n' + text::render(Message::kColumnValue, language) + ' ' +
                    with_sign(evaluation.value, 0, language);
  for (std::size_t p = 0; p < evaluation.chances.size(); ++p) {
    out += ", " + player_name(p, language) + ' ' + percent(evaluation.chances[p], language);
  }
  if (evaluation.net_value) {
    const Note net{Message::kNetValue, {with_sign(*evaluation.net_value, 0, language)}};
    out += '\n' + text::render(net, language);
  }
  return out + '\n';
}

std::string evaluation_text(const engine::Analysis& analysis, Language language) {
  if (!analysis.evaluation) return text::render(Message::kNoEvaluation, language) + '\n';
  std::string out = terms_table(*analysis.evaluation, language);
  if (analysis.evaluation->weights.empty()) return out;
  const Note heading{Message::kWeightBoard, {std::to_string(analysis.position.to_move() + 1)}};
  return out + '\n' + text::render(heading, language) + '\n' +
         games::draw_numbers(analysis.position.scene(), analysis.evaluation->weights);
}

// Whose turn it is, or how the game ended.
std::string standing(const engine::Analysis& analysis, const games::Scene& scene,
                     Language language) {
  const auto& position = analysis.position;
  const auto outcome = analysis.outcome;
  if (outcome.over()) {
    const text::Error reason(outcome.reason());
    return position.game().name + ": " +
           text::render(outcome.is_draw()
                            ? reason.in(Message::kDrawn)
                            : reason.in(Message::kWonBy, {std::to_string(outcome.winner() + 1)}),
                        language);
  }
  const char symbol = scene.symbols[static_cast<std::size_t>(position.to_move())];
  return text::render(
      Note{Message::kToMove,
           {position.game().name, std::to_string(position.to_move() + 1), std::string(1, symbol)}},
      language);
}

}  // namespace

std::string analysis_text(const engine::Analysis& analysis, Language language, bool holes,
                          std::size_t columns) {
  const auto scene = analysis.position.scene();
  const std::string board =
      holes && !scene.holes.empty() ? games::draw_holes(scene) : games::draw_text(scene, language);
  std::string out =
      standing(analysis, scene, language) + "\n\n" + board + analysis.position.to_text() + '\n';
  if (analysis.outcome.over()) return out;
  return out + '\n' +
         (analysis.lines.empty() ? evaluation_text(analysis, language)
                                 : lines_table(analysis, language, columns));
}

}  // namespace terminal

#include "app/arena_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/command.h"
#include "arena/results.h"
#include "core/scan.h"

namespace app {

using nlohmann::ordered_json;
using text::Message;
using text::Note;

namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Characters, not bytes: a continuation byte of UTF-8 has no width.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string signed_whole(double number) {
  return (number > 0 && !std::isinf(number) ? "+" : "") + fixed(number + 0.0, 0);
}

std::string percent(double share, text::Language language) {
  return text::decimal(100 * share, 1, language);
}

// A point or half of one as people write it.
std::string points_text(double points, text::Language language) {
  return text::decimal(points, std::abs(points - std::round(points)) < 1e-9 ? 0 : 1, language);
}

double mean_depth(const arena::ThinkingTotals& effort) {
  return effort.turns_with_depth > 0 ? effort.depth / effort.turns_with_depth : 0;
}

double mean_time(const arena::ThinkingTotals& effort) {
  return effort.turns > 0 ? effort.milliseconds / effort.turns : 0;
}

using Row = std::vector<std::string>;

// The first two columns to the left, numbers to the right, two blanks between.
std::vector<std::string> aligned_rows(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += i < 2 ? padded_right(row[i], widths[i]) : padded_left(row[i], widths[i]);
      if (i + 1 < row.size()) line += "  ";
    }
    lines.push_back(line);
  }
  return lines;
}

Row standing_row(const arena::Standing& standing, int rank, text::Language language) {
  const auto& score = standing.score;
  const auto number = [](int n) { return std::to_string(n); };
  return {number(rank),
          standing.name,
          number(standing.games),
          number(standing.won),
          number(standing.drawn),
          number(standing.lost),
          points_text(standing.points, language),
          percent(score.mean, language),
          percent(score.low, language) + ".." + percent(score.high, language),
          signed_whole(standing.elo),
          signed_whole(standing.elo_low) + ".." + signed_whole(standing.elo_high),
          percent(standing.superiority, language),
          standing.effort.turns_with_depth > 0
              ? text::decimal(mean_depth(standing.effort), 1, language)
              : "-",
          text::decimal(mean_time(standing.effort), 1, language)};
}

Row heading_row(Message heading, text::Language language) {
  Row row;
  const std::string words = text::render(heading, language);
  for (const auto word : core::split(words, '|')) row.emplace_back(word);
  return row;
}

std::vector<std::string> cross_lines(const arena::Standings& standings, text::Language language) {
  Row heading = {"", ""};
  for (std::size_t i = 0; i < standings.ranking.size(); ++i)
    heading.push_back(std::to_string(i + 1));
  std::vector<Row> rows = {heading};
  int rank = 0;
  for (const int player : standings.ranking) {
    Row row = {std::to_string(++rank), standings.players[at(player)].name};
    for (const int other : standings.ranking) {
      const auto& cell = standings.cross[at(player)][at(other)];
      row.push_back(cell.games == 0
                        ? "-"
                        : points_text(cell.points, language) + '/' + std::to_string(cell.games));
    }
    rows.push_back(std::move(row));
  }
  return aligned_rows(rows);
}

std::string fault_line(const arena::Standings& standings, const arena::FaultCount& fault,
                       text::Language language) {
  return text::render(Note{Message::kArenaFault,
                           {standings.players[at(fault.player)].name, std::to_string(fault.count),
                            fault.kind, std::to_string(fault.first_game + 1), fault.words}},
                      language);
}

std::string summary_lines(const ArenaReport& report, text::Language language) {
  const auto& standings = report.standings;
  return text::render(Note{Message::kArenaSummary,
                           {std::to_string(standings.games), std::to_string(report.planned),
                            std::to_string(standings.drawn), std::to_string(standings.adjudicated),
                            text::decimal(standings.turns, 1, language),
                            percent(standings.first_share, language)}},
                      language) +
         '\n';
}

}  // namespace

std::string padded_left(const std::string& text, std::size_t width) {
  const auto own = width_of(text);
  return std::string(own < width ? width - own : 0, ' ') + text;
}

std::string padded_right(const std::string& text, std::size_t width) {
  const auto own = width_of(text);
  return text + std::string(own < width ? width - own : 0, ' ');
}

std::vector<std::string> standing_lines(const arena::Standings& standings,
                                        text::Language language) {
  std::vector<Row> rows = {heading_row(Message::kArenaHeading, language)};
  int rank = 0;
  for (const int player : standings.ranking) {
    rows.push_back(standing_row(standings.players[at(player)], ++rank, language));
  }
  return aligned_rows(rows);
}

std::string sprt_line(const arena::Sprt& sprt, const arena::Pentanomial& pairs,
                      text::Language language) {
  using enum arena::Sprt::Verdict;
  const auto verdict = sprt.verdict(pairs);
  const Message words = verdict == kH1   ? Message::kSprtH1
                        : verdict == kH0 ? Message::kSprtH0
                                         : Message::kSprtOpen;
  std::vector<std::string> counts;
  for (const int count : pairs) counts.push_back(std::to_string(count));
  const auto elo = [&](double number) {
    return text::decimal(number, number == std::round(number) ? 0 : 2, language);
  };
  return text::render(
      Note{Message::kSprtState,
           {elo(sprt.elo0), elo(sprt.elo1), text::decimal(sprt.llr(pairs), 2, language),
            text::decimal(arena::Sprt::lower(), 2, language),
            text::decimal(arena::Sprt::upper(), 2, language), core::join(counts, " "),
            text::render(words, language)}},
      language);
}

std::string report_text(const ArenaReport& report, text::Language language) {
  const auto& standings = report.standings;
  std::string out;
  for (const auto& line : standing_lines(standings, language)) out += line + '\n';
  if (standings.with_prior) out += text::render(Message::kArenaPrior, language) + '\n';
  out += '\n' + text::render(Message::kArenaCross, language) + '\n';
  for (const auto& line : cross_lines(standings, language)) out += line + '\n';
  out += '\n';
  if (report.sprt) out += sprt_line(*report.sprt, standings.pairs, language) + '\n';
  out += summary_lines(report, language);
  for (const auto& fault : standings.faults) out += fault_line(standings, fault, language) + '\n';
  return out;
}

std::string report_json(const ArenaReport& report) {
  ordered_json json = {{"games", report.standings.games},
                       {"planned", report.planned},
                       {"interrupted", report.interrupted}};
  json.update(arena::standings_json(report.standings));
  json["sprt"] = arena::sprt_json(report.sprt, report.standings.pairs);
  json["overhead"] = report.overhead;
  json["resume"] = report.resume.empty() ? ordered_json() : ordered_json(report.resume);
  return json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace app

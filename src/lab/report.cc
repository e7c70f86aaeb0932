#include "lab/report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/stable_order.h"
#include "engine/analysis.h"
#include "games/symmetry.h"

namespace lab {

using games::Position;

namespace {

BoardSize board_of(const games::Scene& scene) {
  return {static_cast<int>(scene.cells.size()), static_cast<int>(scene.holes.size())};
}

// Ten to twenty bars of equal, whole width.
std::vector<Bar> lengths_of(const std::vector<Facts>& games) {
  const auto [least, most] = std::minmax_element(
      games.begin(), games.end(), [](const Facts& a, const Facts& b) { return a.turns < b.turns; });
  constexpr int kMostBars = 20;
  const int wide = std::max(1, (most->turns - least->turns + kMostBars) / kMostBars);
  std::vector<Bar> bars;
  for (int from = least->turns; from <= most->turns; from += wide) {
    bars.push_back({double(from), double(from + wide), 0});
  }
  for (const Facts& facts : games) {
    ++bars[static_cast<std::size_t>((facts.turns - least->turns) / wide)].games;
  }
  return bars;
}

std::vector<double> turns_of(const std::vector<Facts>& games) {
  std::vector<double> turns;
  for (const Facts& facts : games) turns.push_back(facts.turns);
  return turns;
}

std::vector<Estimate> suspense_of(const std::vector<Facts>& games) {
  std::vector<Estimate> parts;
  for (std::size_t part = 0; part < kSuspenseParts; ++part) {
    std::vector<double> values;
    for (const Facts& facts : games) {
      if (facts.chances.empty()) continue;
      // The turn that stands at the middle of this part of the game.
      const auto turn = (2 * part + 1) * facts.chances.size() / (2 * kSuspenseParts);
      values.push_back(1 - std::abs(2 * facts.chances[turn] - 1));
    }
    parts.push_back(mean(values));
  }
  return parts;
}

// Where on the board the actions of a turn are done; each cell once.
std::vector<std::size_t> cells_of(Position position, const std::vector<games::Action>& actions,
                                  const std::map<std::string, std::size_t>& cells) {
  std::vector<std::size_t> found;
  for (const auto action : actions) {
    const auto step = position.step(action);
    const auto at = cells.find(step.to.empty() ? step.from : step.to);
    if (at != cells.end()) found.push_back(at->second);
    position.apply(action);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// First turns, up to symmetry: how often each was played, where, and what came of it.
void add_openings(const Position& start, Report& report) {
  struct Seen {
    int games = 0;
    double points = 0;
  };
  std::map<std::string, Seen> seen;
  std::map<std::string, std::size_t> cells;
  for (const auto& cell : report.scene.cells) cells.emplace(cell.name, cells.size());
  report.opening_heat.assign(cells.size(), 0);
  const auto n = static_cast<int>(report.games.size());
  for (const Facts& facts : report.games) {
    const auto images = games::symmetric_actions(start, facts.opening);
    std::string name;
    for (const auto& image : images) {
      const auto text = games::turn_text(start, image);
      if (name.empty() || text < name) name = text;
      for (const auto cell : cells_of(start, image, cells)) {
        report.opening_heat[cell] += 1.0 / n / static_cast<double>(images.size());
      }
    }
    ++seen[name].games;
    seen[name].points += facts.points;
  }
  report.different_openings = static_cast<int>(seen.size());
  for (const auto& [turn, of] : seen) {
    report.openings.push_back(
        {turn, share(static_cast<double>(of.games), n), share(of.points, of.games)});
  }
  std::sort(report.openings.begin(), report.openings.end(), [](const Opening& a, const Opening& b) {
    return a.played.value != b.played.value ? a.played.value > b.played.value : a.turn < b.turn;
  });
  if (report.openings.size() > kMostOpenings) report.openings.resize(kMostOpenings);
}

std::vector<double> use_of(const std::vector<Facts>& games, std::size_t cells) {
  std::vector<double> use(cells);
  double positions = 0;
  for (const Facts& facts : games) {
    positions += facts.turns + 1;
    for (std::size_t cell = 0; cell < cells; ++cell) use[cell] += facts.occupied[cell];
  }
  for (double& share : use) share /= std::max(1.0, positions);
  return use;
}

Estimate winner_has_more(const std::vector<Facts>& games, std::size_t at, std::size_t term) {
  double hits = 0;
  int n = 0;
  for (const Facts& facts : games) {
    if (facts.winner < 0 || term >= facts.terms[at].size()) continue;
    const int difference = facts.terms[at][term];
    if (difference == 0) continue;
    hits += (difference > 0) == (facts.winner == 0);
    ++n;
  }
  return share(hits, n);
}

std::vector<TermReport> terms_of(const Position& start, const std::vector<Facts>& games) {
  std::vector<TermReport> terms;
  const auto evaluation = engine::evaluate(start);
  for (std::size_t i = 0; evaluation && i < evaluation->terms.size(); ++i) {
    TermReport term{evaluation->terms[i].name, {}};
    for (std::size_t at = 0; at < kCountedAt.size(); ++at) {
      term.winner_has_more[at] = winner_has_more(games, at, i);
    }
    terms.push_back(term);
  }
  // By how far it is surely from one half, in the middle of the games.
  const auto tells = [](const TermReport& term) {
    const auto& middle = term.winner_has_more[1];
    return middle.games == 0 ? -1 : std::max({0.0, middle.low - 0.5, 0.5 - middle.high});
  };
  core::stable_order(terms,
                     [&](const TermReport& a, const TermReport& b) { return tells(a) > tells(b); });
  return terms;
}

// Points of the stronger player, game by game.
std::vector<double> points_of_stronger(const std::vector<Facts>& games) {
  std::vector<double> points;
  for (const Facts& facts : games) {
    points.push_back(facts.number % 2 == 0 ? facts.points : 1 - facts.points);
  }
  return points;
}

}  // namespace

Estimate climbed(const std::vector<std::vector<double>>& steps) {
  struct Game {
    std::size_t step;
    double points;
  };
  std::vector<Game> games;
  for (std::size_t step = 0; step < steps.size(); ++step) {
    for (const double points : steps[step]) games.push_back({step, points});
  }
  return of_samples(games.size(), [&](std::span<const std::size_t> sample) {
    std::vector<double> points(steps.size(), 0.5), of(steps.size(), 1);
    for (const auto place : sample) {
      points[games[place].step] += games[place].points;
      ++of[games[place].step];
    }
    double levels = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      levels += std::log(points[i] / (of[i] - points[i])) / std::log(3);
    }
    return levels;
  });
}

games::Parsed<Report> make_report(const Plan& plan, const std::string& folder,
                                  const std::string& date) {
  Report report;
  report.plan = plan;
  report.date = date;
  const auto start = *Position::start(*plan.game, plan.options);
  report.options = start.options_in_force();
  report.scene = start.scene();
  report.state_bound = state_bound(start);
  const auto board = board_of(report.scene);
  std::vector<std::vector<double>> steps;
  for (const Series& series : series_of(plan)) {
    auto games = read(plan, series, folder);
    if (!games) return games.error();
    if (series.is_step()) {
      steps.push_back(points_of_stronger(*games));
      report.steps.push_back(
          {series.settings.nodes, *series.settings.against,
           share(std::accumulate(steps.back().begin(), steps.back().end(), 0.0), plan.games)});
      continue;
    }
    report.strengths.push_back({series.settings.nodes, figures_of(*games, board)});
    if (report.games.empty()) report.games = *std::move(games);
  }
  report.levels = climbed(steps);
  for (const Series& series : compared_series(plan)) {
    const auto games = read(plan, series, folder);
    if (!games) return games.error();
    const auto other = *Position::start(*plan.game, series.settings.options);
    report.compared.push_back(
        {series.settings.options, figures_of(*games, board_of(other.scene())), state_bound(other)});
  }
  report.lengths = lengths_of(report.games);
  const auto turns = turns_of(report.games);
  report.median = quantile(turns, 0.5);
  report.middle = {quantile(turns, 0.25), quantile(turns, 0.75)};
  report.suspense = suspense_of(report.games);
  add_openings(start, report);
  report.use = use_of(report.games, report.scene.cells.size());
  report.terms = terms_of(start, report.games);
  return report;
}

}  // namespace lab

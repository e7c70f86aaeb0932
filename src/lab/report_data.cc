// A report for programs: one JSON object, and tables with a line a figure or a game.
#include <cmath>
#include <nlohmann/json.hpp>

#include "lab/report.h"

namespace lab {

using Json = nlohmann::ordered_json;
using text::Language;

namespace {

// Six digits are more than any interval has; what is short is read and compared more easily.
double rounded(double number) {
  if (number == 0 || !std::isfinite(number)) return number;
  const double unit = std::pow(10, 5 - std::floor(std::log10(std::abs(number))));
  return std::round(number * unit) / unit;
}

Json json_of(const Estimate& estimate) {
  if (estimate.games == 0 && estimate.method != Method::kExact) return nullptr;
  return {{"value", rounded(estimate.value)},
          {"low", rounded(estimate.low)},
          {"high", rounded(estimate.high)},
          {"games", estimate.games},
          {"interval", method_name(estimate.method)}};
}

Json json_of(const Figures& figures) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kFigures; ++i)
    json[std::string(spec_of(i).key)] = json_of(figures[i]);
  return json;
}

Json json_of(const games::OptionMap& options) {
  Json json = Json::object();
  for (const auto& [key, value] : options) json[key] = value;
  return json;
}

Json settings_json(const Plan& plan) {
  return {{"games", plan.games}, {"nodes", plan.nodes}, {"strengths", strengths_of(plan).size()},
          {"noise", plan.noise}, {"seed", plan.seed},   {"net", plan.net}};
}

Json cells_json(const games::Scene& scene, const std::vector<double>& shares) {
  Json json = Json::object();
  for (std::size_t i = 0; i < shares.size(); ++i) json[scene.cells[i].name] = rounded(shares[i]);
  return json;
}

Json openings_json(const Report& report) {
  Json openings = Json::array();
  for (const Opening& opening : report.openings) {
    openings.push_back({{"turn", opening.turn},
                        {"played", json_of(opening.played)},
                        {"first_player", json_of(opening.first)}});
  }
  return openings;
}

Json terms_json(const Report& report) {
  Json terms = Json::array();
  for (const TermReport& term : report.terms) {
    Json at = Json::object();
    for (std::size_t i = 0; i < kCountedAt.size(); ++i) {
      at[text::decimal(kCountedAt[i], 2, Language::kEnglish)] = json_of(term.winner_has_more[i]);
    }
    terms.push_back({{"term", text::render(term.name, Language::kEnglish)},
                     {"winner_has_more_at", std::move(at)}});
  }
  return terms;
}

// A cell of a table: what has a comma or a quote in it is quoted.
std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

std::string csv_number(double value) { return Json(rounded(value)).dump(); }
std::string csv_number(const std::optional<double>& value) {
  return value ? csv_number(*value) : "";
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (const auto& cell : cells) line += (line.empty() ? "" : ",") + csv_cell(cell);
  return line + '\n';
}

std::string figure_line(const std::string& options, const std::string& nodes,
                        std::string_view figure, const Estimate& estimate) {
  if (estimate.games == 0 && estimate.method != Method::kExact) return "";
  return csv_line({options, nodes, std::string(figure), csv_number(estimate.value),
                   csv_number(estimate.low), csv_number(estimate.high),
                   std::to_string(estimate.games), std::string(method_name(estimate.method))});
}

std::string figure_lines(const std::string& options, std::uint64_t nodes, const Figures& figures) {
  std::string lines;
  for (std::size_t i = 0; i < kFigures; ++i) {
    lines += figure_line(options, std::to_string(nodes), spec_of(i).key, figures[i]);
  }
  return lines;
}

Estimate exact(double value) { return {value, value, value, 0, Method::kExact}; }

}  // namespace

Json report_json(const Report& report) {
  Json json = {{"game", report.plan.game->name},
               {"date", report.date},
               {"program", "tabuleiro " TABULEIRO_VERSION},
               {"options", json_of(report.options)},
               {"settings", settings_json(report.plan)}};
  json["strengths"] = Json::array();
  for (const auto& strength : report.strengths) {
    json["strengths"].push_back(
        {{"nodes", strength.nodes}, {"figures", json_of(strength.figures)}});
  }
  json["steps"] = Json::array();
  for (const Step& step : report.steps) {
    json["steps"].push_back(
        {{"nodes", step.nodes}, {"against", step.against}, {"score", json_of(step.score)}});
  }
  json["levels"] = json_of(report.levels);
  json["state_bound"] = json_of(exact(report.state_bound));
  Json bars = Json::array();
  for (const Bar& bar : report.lengths) {
    bars.push_back({{"from", bar.from}, {"below", bar.to}, {"games", bar.games}});
  }
  json["lengths"] = {{"median", report.median},
                     {"half_between", {report.middle[0], report.middle[1]}},
                     {"bars", std::move(bars)}};
  json["suspense"] = Json::array();
  for (const Estimate& part : report.suspense) json["suspense"].push_back(json_of(part));
  json["openings"] = {{"different", report.different_openings},
                      {"most_frequent", openings_json(report)},
                      {"by_cell", cells_json(report.scene, report.opening_heat)}};
  json["use"] = cells_json(report.scene, report.use);
  json["terms"] = terms_json(report);
  json["compared"] = Json::array();
  for (const auto& other : report.compared) {
    json["compared"].push_back({{"options", json_of(other.options)},
                                {"figures", json_of(other.figures)},
                                {"state_bound", json_of(exact(other.state_bound))}});
  }
  return json;
}

std::string figures_csv(const Report& report) {
  const auto options = games::options_text(report.options);
  std::string out = "options,nodes,figure,value,low,high,games,interval\n";
  for (const auto& strength : report.strengths) {
    out += figure_lines(options, strength.nodes, strength.figures);
  }
  for (const Step& step : report.steps) {
    out += figure_line(options, std::to_string(step.nodes),
                       "score_against_" + std::to_string(step.against), step.score);
  }
  const auto nodes = std::to_string(report.plan.nodes);
  out += figure_line(options, nodes, "levels", report.levels);
  out += figure_line(options, nodes, "state_bound", exact(report.state_bound));
  for (const auto& other : report.compared) {
    const auto others = games::options_text(other.options);
    out += figure_lines(others, report.plan.nodes, other.figures);
    out += figure_line(others, nodes, "state_bound", exact(other.state_bound));
  }
  return out;
}

std::string games_csv(const Report& report) {
  std::string out =
      "game,turns,actions,winner,ended,swapped,branching,decisions,coverage,log10_tree,drama,"
      "behind,lowest,lead_changes,decisiveness,settled,uncertainty,opening\n";
  const auto start = *games::Position::start(*report.plan.game, report.plan.options);
  for (const Facts& f : report.games) {
    out += csv_line({std::to_string(f.number), std::to_string(f.turns), std::to_string(f.actions),
                     f.winner < 0 ? "draw" : std::to_string(f.winner + 1), f.ended ? "1" : "0",
                     f.swapped ? "1" : "0", csv_number(f.branching), csv_number(f.decisions),
                     csv_number(f.coverage), csv_number(f.tree), csv_number(drama(f)),
                     csv_number(behind(f)), csv_number(lowest(f)), csv_number(lead_changes(f)),
                     csv_number(decisiveness(f)), csv_number(settled(f)),
                     csv_number(uncertainty(f)), games::turn_text(start, f.opening)});
  }
  return out;
}

}  // namespace lab

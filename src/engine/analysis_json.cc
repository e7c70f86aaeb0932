// An Analysis as JSON: docs/analysis.md lists the keys.
#include <nlohmann/json.hpp>

#include "engine/analysis.h"

namespace engine {

namespace {

using Json = nlohmann::ordered_json;

Json proven_json(const std::optional<Proven>& proven) {
  if (!proven) return nullptr;
  return {{"result", proven->win ? "win" : "loss"}, {"turns", proven->turns}};
}

Json lines_json(const std::vector<AnalysisLine>& lines, std::size_t mover) {
  Json list = Json::array();
  for (const AnalysisLine& line : lines) {
    list.push_back({{"rank", line.rank},
                    {"value", line.value},
                    {"chance", line.chances[mover]},
                    {"chances", line.chances},
                    {"proven", proven_json(line.proven)},
                    {"depth", line.depth},
                    {"seldepth", line.selective_depth},
                    {"nodes", line.nodes},
                    {"effort", line.action_nodes},
                    {"time_ms", line.time.count()},
                    {"line", line.turns},
                    {"then", lines_json(line.then, mover)}});
  }
  return list;
}

// Cell by cell: a1, b1 … f6.
Json weights_json(const Evaluation& evaluation, const games::Scene& scene) {
  if (evaluation.weights.empty()) return nullptr;
  Json weights;
  for (std::size_t i = 0; i < scene.cells.size(); ++i) {
    weights[scene.cells[i].name] = evaluation.weights[i];
  }
  return weights;
}

Json evaluation_json(const Analysis& analysis, std::size_t mover, text::Language language) {
  if (!analysis.evaluation) return nullptr;
  const Evaluation& evaluation = *analysis.evaluation;
  Json terms = Json::array();
  for (const TermShare& term : evaluation.terms) {
    terms.push_back({{"name", text::render(term.name, language)},
                     {"counts", term.counts},
                     {"weight", term.weight},
                     {"contribution", term.contribution}});
  }
  return {{"value", evaluation.value},
          {"chance", evaluation.chances[mover]},
          {"chances", evaluation.chances},
          {"net_value", evaluation.net_value ? Json(*evaluation.net_value) : Json()},
          {"terms", std::move(terms)},
          {"weights", weights_json(evaluation, analysis.position.scene())}};
}

}  // namespace

Json to_json(const Analysis& analysis, text::Language language) {
  const auto& position = analysis.position;
  const auto mover = static_cast<std::size_t>(position.to_move());
  const bool over = analysis.outcome.over();
  Json object = {{"game", position.game().name},
                 {"options", position.options_in_force()},
                 {"position", position.to_text()},
                 {"to_move", position.to_move() + 1},
                 {"result", games::result_code(analysis.outcome)}};
  object["reason"] = over ? Json(text::render(analysis.outcome.reason(), language)) : Json();
  object["evaluation"] = evaluation_json(analysis, mover, language);
  object["lines"] = lines_json(analysis.lines, mover);
  return object;
}

}  // namespace engine

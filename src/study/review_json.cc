// A Review as JSON: docs/api.md lists the keys.
#include <nlohmann/json.hpp>

#include "study/reasons.h"

namespace study {

namespace {

using Json = nlohmann::ordered_json;

Json turn_json(const ReviewedTurn& turn, std::size_t number, text::Language language) {
  Json json = {
      {"turn", number}, {"player", turn.player + 1}, {"text", turn.text}, {"judged", turn.judged}};
  if (turn.in_words) json["turn_words"] = text::render(*turn.in_words, language);
  if (!turn.judged) return json;
  Json steps = Json::array();
  for (const ReviewedAction& action : turn.actions) {
    steps.push_back({{"text", action.text}, {"loss", action.loss}});
  }
  json["searched"] = turn.searched;
  json["before"] = turn.before;
  json["win"] = turn.after;
  json["loss"] = turn.loss;
  json["mark"] = mark_text(turn.mark);
  json["thrown_away"] = turn.thrown_away;
  json["win_in"] = turn.win_in;
  json["words"] = turn.mark == Mark::kNone ? "" : words_of(turn, language);
  json["steps"] = std::move(steps);
  json["best"] = turn.better;
  json["reasons"] = to_json(turn.reasons, language);
  return json;
}

}  // namespace

Json to_json(const std::vector<SpokenReason>& reasons, text::Language language) {
  Json list = Json::array();
  for (const SpokenReason& spoken : reasons) {
    list.push_back({{"text", sentence_of(spoken, language)},
                    {"cells", spoken.reason.cells},
                    {"for", spoken.reason.speaks == registry::Speaks::kFor ? "better" : "played"}});
  }
  return list;
}

Json to_json(const Review& review, text::Language language) {
  Json accuracy = Json::array(), turns = Json::array();
  for (const auto& player : review.accuracy) accuracy.push_back(player ? Json(*player) : Json());
  for (const ReviewedTurn& turn : review.turns) {
    turns.push_back(turn_json(turn, turns.size() + 1, language));
  }
  return {{"complete", review.complete},
          {"accuracy", std::move(accuracy)},
          {"turns", std::move(turns)}};
}

}  // namespace study

#include "study/lessons.h"

#include <nlohmann/json.hpp>

#include "registry/registry.h"

namespace study {

namespace {

bool loses(games::Position position, games::Action action) {
  const int player = position.to_move();
  position.apply(action);
  const auto outcome = position.outcome();
  return outcome.over() && !outcome.is_draw() && outcome.winner() != player;
}

nlohmann::ordered_json to_json(const LessonStep& step, const games::Position& start,
                               text::Language language) {
  nlohmann::ordered_json json = {{"task", text::render(step.task, language)},
                                 {"accept", accepted(step, start)}};
  if (!step.reply.empty()) json["reply"] = step.reply;
  json["praise"] = text::render(step.praise, language);
  json["hint"] = text::render(step.hint, language);
  return json;
}

}  // namespace

const std::vector<Lesson>& lessons_of(const games::GameInfo& game) {
  return registry::entry_of(game.name).lessons;
}

games::Position lesson_start(const games::GameInfo& game, const Lesson& lesson) {
  // Our own texts: a test reads every one of them.
  const auto options = *games::parse_options(lesson.options, game.options);
  return lesson.position.empty() ? *games::Position::start(game, options)
                                 : *games::Position::parse(game, lesson.position, options);
}

std::vector<std::string> accepted(const LessonStep& step, const games::Position& position) {
  if (step.accept != std::vector<std::string>{registry::kAnySafe}) return step.accept;
  std::vector<std::string> safe;
  for (const auto& text : position.legal_texts()) {
    if (!loses(position, *position.parse_action(text))) safe.push_back(text);
  }
  return safe;
}

nlohmann::ordered_json lessons_json(const games::GameInfo& game, text::Language language) {
  auto list = nlohmann::ordered_json::array();
  for (const auto& lesson : lessons_of(game)) {
    const auto start = lesson_start(game, lesson);
    auto steps = nlohmann::ordered_json::array();
    for (const auto& step : lesson.steps) steps.push_back(to_json(step, start, language));
    list.push_back({{"id", lesson.id},
                    {"title", text::render(lesson.title, language)},
                    {"text", text::render(lesson.text, language)},
                    {"game", game.name},
                    {"options", start.options_in_force()},
                    {"position", start.to_text()},
                    {"steps", steps}});
  }
  return {{"lessons", list}};
}

}  // namespace study

// The lessons of a game: where they start, what they accept, and how clients get them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "games/position.h"
#include "registry/lesson.h"

namespace study {

using registry::Lesson;
using registry::LessonStep;

// From the simplest action to winning, then tactics.
const std::vector<Lesson>& lessons_of(const games::GameInfo& game);

// Where a lesson starts.
games::Position lesson_start(const games::GameInfo& game, const Lesson& lesson);

// What a step accepts in a position, every entry spelt out.
std::vector<std::string> accepted(const LessonStep& step, const games::Position& position);

// {"lessons":[…]} as in docs/api.md.
nlohmann::ordered_json lessons_json(const games::GameInfo& game, text::Language language);

}  // namespace study

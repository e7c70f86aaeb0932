// Lessons: positions that teach the rules of a game step by step, then its tactics. The sentences
// are in the catalogue (text/lessons.inc), the positions and right answers in lessons/GAME.cc.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "games/position.h"

namespace engine {

struct LessonStep {
  text::Message task;
  // What to do: turns or parts of turns. A turn is right if it holds all actions of one of them, in
  // any order, or if it wins the game.
  std::vector<std::string> accept;
  std::string reply = "";  // the opponent's turn after a right one; "" where the lesson needs none
  text::Message praise;
  text::Message hint;
  bool wins = false;  // right turns win, whatever the opponent does
};

struct Lesson {
  std::string id;
  text::Message title;
  text::Message text;
  std::string options = "";   // as on the command line
  std::string position = "";  // "" is the start
  std::vector<LessonStep> steps;
};

// Stands alone in `accept` of a first step for every action that does not lose at once.
inline constexpr const char* kAnySafe = "any safe action";

// From the simplest action to winning, then tactics. None for an unknown game.
const std::vector<Lesson>& lessons_of(const games::GameInfo& game);

// Where a lesson starts.
games::Position lesson_start(const games::GameInfo& game, const Lesson& lesson);

// What a step accepts in a position, every entry spelt out.
std::vector<std::string> accepted(const LessonStep& step, const games::Position& position);

// {"lessons":[…]} as in docs/api.md.
nlohmann::ordered_json lessons_json(const games::GameInfo& game, text::Language language);

std::vector<Lesson> eigenstate_lessons();
std::vector<Lesson> sixteen_stone_lessons();
std::vector<Lesson> yavalath_lessons();
std::vector<Lesson> epaminondas_lessons();

}  // namespace engine

// A lesson: positions that teach the rules of a game step by step, then its tactics. The sentences
// are in the catalogue.
#pragma once

#include <string>
#include <vector>

#include "text/text.h"

namespace registry {

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

}  // namespace registry

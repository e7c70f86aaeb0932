// Boards and positions as clients see them: BOARD, VIEW, STEP and TRACE of docs/api.md.
#pragma once

#include <string>
#include <vector>

#include "api/json.h"
#include "games/history.h"

namespace api {

// Whoever of our own players may sit on a seat.
std::vector<std::string> computer_texts();

// All games with their options, and who may sit on a seat.
Json games_json(text::Language language);

// What never changes in a game with these options.
Json board_json(const games::Position& position, text::Language language);

// A game as it stands, with what was drafted of the turn under way.
struct Draft {
  games::History history;             // with the drafted actions played
  std::vector<std::string> actions;   // their texts
  int turn = 1;                       // number of the turn under way
  std::vector<std::string> kinds{};   // of the actions, as steps have them
  std::vector<text::Phrase> words{};  // and what each of them does
};

// With `aids` also where the player to move would win or lose at once, for learners.
std::string view_text(const Draft& draft, text::Language language, bool aids = false);

}  // namespace api

// What can be taken in a position of Sixteen Stone, by one action or by a turn of several, all of
// it played on copies: the ground on which its reasons stand (sixteen_stone_reasons.cc).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "games/sixteen_stone/sixteen_stone.h"

namespace registry::sixteen_stone {

using games::Action;
using games::sixteen_stone::State;

// An action that takes enemy stones off the board.
struct Gain {
  Action action;
  std::string text;
  std::vector<std::string> stones;  // the cells where they stood
};

// Those of a player whose turn it is, what takes most first; of several that take the same by the
// same kind of action one. None where it is the other's turn.
std::vector<Gain> gains(const State& state, int player);

// The stones of the opponent that an action takes, by their cells.
std::vector<std::string> taken_by(const State& state, Action action);

// Actions of one turn, without its `end`.
struct Attempt {
  std::vector<Action> actions;
  int taken = 0;
  bool wins = false;
};

// A turn of the player, whose turn it is, that wins, or one that takes as many stones as a turn
// does in which all actions but one take some. Empty where it is the other's turn.
Attempt best_attempt(const State& state, int player);

// Can no turn of the player to move take a stone? Where there are too many turns to know: no.
bool nothing_to_take(const State& state);

// How many stones the player to move can take in a turn, all of the opponent's where that wins;
// nothing where there are too many turns to know.
std::optional<int> most_taken(const State& state);

// The actions as a part of a turn, and the cells that they touch.
std::string text_of(State state, const std::vector<Action>& actions);
std::vector<std::string> cells_of(State state, const std::vector<Action>& actions);

// As if the player to move let the turn go by. Where the other can do nothing it is the same
// player's turn again. REQUIRES: at the start of a turn of play, not over.
State turned(const State& state);

// As if play began now with a turn of this player; nothing with hardly a stone on the board.
// REQUIRES: placing.
std::optional<State> in_play(const State& state, int player);

// The pushes of the player to move.
std::vector<Action> pushes(const State& state);

std::string name(int index);
bool on_edge(const State& state, int index);

// An action of the turn that took stones.
struct Taking {
  Action action;
  std::string text;
  std::vector<std::string> stones;
  bool push = false;
  bool after_sacrifice = false;
};

struct Moved {
  int from = 0;
  int to = 0;
};

using Shifts = std::vector<std::pair<std::string, std::string>>;  // from, to

// What the actions of a turn did.
struct TurnEffects {
  std::vector<Taking> takings;
  std::vector<Moved> moves;
  std::vector<Shifts> shifts;  // of own stones, an action each
  int taken = 0;
  bool sacrificed = false;
  std::string pushed_to_edge;  // where an enemy stone came to stand
  std::string left_out;        // what could still have taken a stone when the turn was ended
  std::vector<std::string> left_out_cells;
  std::vector<std::string> cells;  // all that the turn touched
};

TurnEffects effects_of(State state, const std::vector<Action>& turn);

// Where the stone of a cell stands after the turn.
std::string followed(const TurnEffects& effects, std::string cell);

}  // namespace registry::sixteen_stone

// Reasons: why a turn was bad, and why another is better, in terms of its game.
//
// A game looks at one turn with what is known of it and says what it can show on the board: every
// reason is a fact of the rules (a legal action that wins or captures, a line that stands there),
// and names the cells where it is to be seen. study/reasons.h adds what holds for any game and
// keeps the few that weigh most.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "games/game.h"
#include "text/text.h"

namespace registry {

// One of the two turns that are compared, and what is known of the position behind it.
template <class State>
struct Course {
  std::vector<games::Action> turn;
  State after;                      // the game may be over
  std::vector<games::Action> line;  // the best one known from there on: the answer first; or empty
  int winner = -1;                  // whose win is proven, or the game is over
  int turns = 0;                    // of all players until then
};

template <class State>
struct TurnCase {
  State before;  // at the start of a turn that is not over
  int player;    // whose turn it is
  Course<State> played;
  std::optional<Course<State>> better;  // never the turn that was played
};

// Speaks against the turn played or for the better one.
enum class Speaks { kAgainst, kFor };

// The message is a predicate whose subject is the turn: "allows a four on {0}", in lower case and
// without a full stop. Names of messages: kWhy, the game in three letters, the kind
// (kWhyYavLeavesFour).
struct Reason {
  Speaks speaks = Speaks::kAgainst;
  text::Note note;
  std::vector<std::string> cells;  // names of Scene::cells, never none
  int weight = 0;                  // kEndsGame … kShape, and up to nine more for size
  // What the note is about, where only the catalogue can say it: follows the note and a colon.
  std::optional<text::Message> about{};

  friend bool operator==(const Reason&, const Reason&) = default;
};

// Weights: what comes first is said first.
inline constexpr int kEndsGame = 90;  // wins or loses at once, or within one answer
inline constexpr int kForces = 70;    // wins or loses by force that the rules alone show
inline constexpr int kMaterial = 50;  // stones or pieces, or an answer that must be given
inline constexpr int kThreatens = 30;
inline constexpr int kShape = 10;

using Reasons = std::vector<Reason>;

// The names of the cells that an action touches, in the order of what it does.
template <class State>
std::vector<std::string> cells_of(const State& state, games::Action action) {
  std::vector<std::string> cells;
  const auto add = [&](const std::string& cell) {
    if (!cell.empty() && std::find(cells.begin(), cells.end(), cell) == cells.end()) {
      cells.push_back(cell);
    }
  };
  for (const games::Trace& trace : state.traces(action)) {
    add(trace.from);
    add(trace.to);
  }
  return cells;
}

}  // namespace registry

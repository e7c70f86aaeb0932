// Analysis: what is known about a position, for people. The best lines with their values and
// chances, and the evaluation term by term. docs/analysis.md is the manual.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace engine {

// A result that holds whatever the others do, for the player to move.
struct Proven {
  bool win = false;
  int turns = 0;         // of all players
  bool at_most = false;  // it may come sooner
  friend bool operator==(const Proven&, const Proven&) = default;
};
// "win in 3 turns", "win in at most 31 turns".
text::Note note_of(const Proven& proven);

struct AnalysisLine {
  int rank = 1;  // 1 is the best
  search::Value value = 0;
  std::vector<double> chances;  // of each player, from 0 to 1
  std::optional<Proven> proven;
  int depth = 0;
  int selective_depth = 0;
  std::uint64_t nodes = 0;         // of the whole search up to this line
  std::uint64_t action_nodes = 0;  // nodes, or visits of playouts, of this line alone
  Milliseconds time{};
  std::vector<games::Action> actions;
  std::vector<std::string> turns;  // their texts, the last perhaps a part of a turn
  // Where the turn goes on behind the first action: the best actions after it.
  std::vector<AnalysisLine> then;
};

// What one term of an evaluation adds.
struct TermShare {
  text::Message name;
  std::array<int, 2> counts{};  // of each player
  int weight = 0;
  double contribution = 0;  // for the player to move; exact, in sixteenths
};

struct Evaluation {
  std::vector<TermShare> terms;
  search::Value value = 0;  // the sum of the contributions, rounded towards 0
  std::vector<double> chances;
  // What the net that comes with the program says, where it has one for these rules.
  std::optional<search::Value> net_value;
  // Of the cells, in the order of Scene::cells, for the player to move; empty where the game has
  // none.
  std::vector<int> weights;
};

struct Analysis {
  games::Position position;
  games::Outcome outcome = games::Outcome::running();
  std::optional<Evaluation> evaluation;  // none where the game is over and for three players
  std::vector<AnalysisLine> lines;       // best first; none where the game is over
};

// The evaluation of a position as it stands. None for three players, whose search plays games out.
std::optional<Evaluation> evaluate(const games::Position& position);

using OnAnalysis = std::function<void(const Analysis&)>;

// Evaluates, and looks for the best lines where there is time. In a turn of several actions half of
// it goes to the first one, the rest to what follows each of the lines. engine.stop() from another
// thread ends it early; on_update hears of everything new. REQUIRES: lines > 0.
Analysis analyse(Engine& engine, const games::History& history, Milliseconds time, int lines,
                 const OnAnalysis& on_update = {});

// One object with everything; names of terms and reasons in the language.
nlohmann::ordered_json to_json(const Analysis& analysis, text::Language language);

}  // namespace engine

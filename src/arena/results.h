// What a tournament's folder says by now. Reading it does not hold it: games may be played there.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "arena/standings.h"

namespace arena {

struct Results {
  games::OptionMap options;  // in force
  std::string game;
  std::vector<std::string> players;  // their names, in the order of the standings
  int planned = 0;                   // games
  std::vector<GameResult> games;     // in the order in which they ended
  Standings standings;
  std::optional<Sprt> sprt;
};

games::Parsed<Results> read_results(const std::string& folder);

// As `tabuleiro arena --json` has them: the standings, and the state of a sequential test, which is
// null where there is none. What is infinite is so here.
nlohmann::ordered_json standings_json(const Standings& standings);
nlohmann::ordered_json sprt_json(const std::optional<Sprt>& sprt, const Pentanomial& pairs);
// Everything: these two, the plan, and every game with its players, points and end.
nlohmann::ordered_json results_json(const Results& results);

}  // namespace arena

// The list of games, as src/games/games.txt has it; AnyState holds the state of any of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/game.h"
#include "games/reference.h"
#include "games/states.h"

namespace games {

// What is known of a game without a position.
struct GameInfo {
  std::string name;
  std::vector<OptionSpec> options;
  HistoryRules history;
  Parsed<AnyState> (*start)(const OptionMap& asked);
  Parsed<AnyState> (*parse)(std::string_view text, const OptionMap& asked);
  // The slow, plain rules; an empty position text means the start.
  std::unique_ptr<Reference> (*reference)(const ReferenceOptions& options,
                                          const std::string& position);
};

const std::vector<GameInfo>& all_games();

// Nothing where no game has that name.
const GameInfo* find_game(std::string_view name);

// Every combination of values of a game's options that the game accepts.
std::vector<OptionMap> option_combinations(const GameInfo& game);

// The title of a game: "Sixteen Stone".
std::string game_title(std::string_view game);

// An error that names the games there are.
text::Error unknown_game(std::string_view name);

}  // namespace games

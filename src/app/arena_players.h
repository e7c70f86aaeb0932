// The players of a tournament: who they are, and whether they can be had.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/arena_settings.h"

namespace app {

// Another program that plays, which may be a worker's?
bool is_engine(const std::string& who);

// The players, to be made. Of engines, where some are given, what stands behind "engine:" is a
// name that the map has the command for.
using EngineCommands = std::map<std::string, std::string>;
std::vector<arena::Entrant> entrants_of(const ArenaSettings& settings,
                                        const EngineCommands* engines = nullptr);

// What is better told before the first game: a player who cannot be had at all (engines that run
// elsewhere are not started here), ...
std::optional<text::Error> check_players(const ArenaSettings& settings, bool elsewhere);
// ... or less memory than all of them need.
std::optional<text::Error> check_memory(const ArenaSettings& settings, long long concurrency);

}  // namespace app

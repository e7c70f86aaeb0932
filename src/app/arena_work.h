// Games of tournaments as jobs: what who has them and who plays them must agree on.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/arena_players.h"
#include "jobs/kinds.h"

namespace app {

inline constexpr const char* kArenaKind = "arena";

// The tournament as a batch.
jobs::Batch arena_batch(const ArenaSettings& settings, const std::string& id);
// What a worker must offer to play a game: the engines, and the version of the program, which
// decides what our own players do.
std::vector<std::string> arena_needs(const ArenaSettings& settings,
                                     const arena::ScheduledGame& game);
// The id of the tournament of a folder, the same whenever it is resumed: what workers did while
// nobody collected it is found again. Without a folder a new one.
std::string batch_id(const std::string& folder);

// How workers play the games, with engines of their own: commands never come with a job.
std::function<jobs::Work()> arena_work(const EngineCommands& engines);

}  // namespace app

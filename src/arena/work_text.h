// What jobs about a game say of it: {"game", "options"} and more, as one JSON object.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "games/position.h"
#include "jobs/queue.h"

namespace arena {

// A batch for whoever has time, of this machine, that says this.
jobs::Batch work_batch(const std::string& kind, const games::GameInfo& game,
                       const games::OptionMap& options, nlohmann::json more);

struct WorkGame {
  const games::GameInfo* game = nullptr;
  games::OptionMap options;
  nlohmann::json said;  // all of it

  // REQUIRES: nothing; 0 where it is missing.
  std::uint64_t number(const char* key) const;
};
// Nothing where there is no such game or it does not accept the options.
std::optional<WorkGame> read_work_game(const std::string& payload);

// A job that no worker could finish.
text::Error gave_up(const jobs::Outcome& outcome);

}  // namespace arena

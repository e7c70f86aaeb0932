// The settings of a tournament: flags of the command line, or what its folder remembers of them.
#pragma once

#include <string>
#include <vector>

#include "app/command.h"
#include "arena/archive.h"
#include "arena/tournament.h"

namespace app {

struct ArenaSettings {
  const games::GameInfo* game = nullptr;
  games::OptionMap options;
  int seats = 2;
  std::vector<std::string> players;  // WHO of each
  int games = 0;                     // for each pairing
  arena::Conditions conditions;
  std::string openings;                             // balanced, none or a file
  std::optional<std::vector<games::History>> list;  // of the file
  std::optional<arena::Sprt> sprt;
  arena::Format format = arena::Format::kRoundRobin;
  std::uint64_t seed = 0;
  std::size_t hash_megabytes = 0;
  // The same as text, with every default filled in: equal settings are equal here.
  arena::SettingsMap written;
};

// The flags that are settings, without what one run may do differently from the next.
const std::vector<Flag>& arena_setting_flags();

// What was given of them, by their names without dashes.
arena::SettingsMap given_settings(const Arguments& arguments);

games::Parsed<ArenaSettings> read_arena_settings(const arena::SettingsMap& given);

}  // namespace app

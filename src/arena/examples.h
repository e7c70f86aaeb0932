// Positions of games against oneself as examples for training: what a net looks at, how the game
// ended, and what search thought. docs/learning.md says how the file is laid out.
#pragma once

#include <string>

#include "arena/selfplay_file.h"

namespace arena {

struct ExampleCounts {
  long long written = 0, doubled = 0, tactical = 0;
};

// Writes one example for every position that search looked at, each in one of its images under the
// symmetries of the board. Positions that came up before, that the game's rules force, that search
// has proven or that the best action changes at once are left out. An error where the game has no
// inputs for a net with these options, or a file cannot be read or written.
games::Parsed<ExampleCounts> write_examples(const std::string& games, const std::string& examples,
                                            const SelfplaySettings& settings);

}  // namespace arena

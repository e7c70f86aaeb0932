// The games of a record file, told apart by a line each, so that a person can choose one.
#pragma once

#include <string>
#include <vector>

#include "games/options.h"

namespace terminal {

// "3. Yavalath  Ana - level:3  1-0  2026.11.18  (27)". At least one; of files with very many games
// only their numbers. An error where the file cannot be read or holds no game.
games::Parsed<std::vector<std::string>> games_in_file(const std::string& path,
                                                      text::Language language);

}  // namespace terminal

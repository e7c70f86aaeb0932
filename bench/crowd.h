// Many who want engines to think, from many addresses: what that costs in memory, and what it does
// to one who plays.
#pragma once

#include <string>

namespace bench {

struct CrowdSettings {
  std::string program, database;
  int computers = 50;  // tables of computers, half of them watched
  int analyses = 20;
  int reviews = 5;
  int seconds = 60;
};

// A stranger plays level 3, first alone and then in the crowd. False where a reply took a second.
bool play_in_crowd(const CrowdSettings& settings);

// So many people play computers at once. False where the server needs 300 MB.
bool play_computers(const std::string& program, const std::string& database, int tables);

}  // namespace bench

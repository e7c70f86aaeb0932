// What became of tables in the end: as PostgreSQL has it, and as each server tells it.
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "history_check.h"

namespace tests {

// Fills in what is stored, in a database of this URL.
void read_stored(const std::string& url, std::vector<TableHistory>& histories);

// Fills in what the servers at these ports say, by HTTP. They have so long for each answer and to
// hear of what is stored, which must be filled in; what none came for is in the list that is given
// back.
std::vector<std::string> load_from_servers(const std::vector<int>& ports,
                                           std::vector<TableHistory>& histories,
                                           std::chrono::milliseconds within);

// What an event says besides who did it: the turn, the name, the answer or the result.
std::string event_saying(const std::string& kind, const nlohmann::json& body);

}  // namespace tests

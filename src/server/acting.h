// What people do at a table, the same over HTTP and over the socket.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/tables.h"

namespace server {

// "turns", "takeback", "draw", "resign", "rematch", "move-now", "seat".
const std::vector<std::string>& act_names();

// Acts for the seats of a token; `fields` has what the action needs. Answers with the number of
// the event once it is stored.
void act(Tables& tables, const std::shared_ptr<Room>& room, const std::string& name,
         const std::string& token_hash, Fields& fields, const std::string& visitor,
         const JsonDone& done);

// "Seat TOKEN": the hash of the token, or "".
std::string seat_hash(std::string_view authorization);

}  // namespace server

// What people do at a table, the same over HTTP and over the socket.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "api/json.h"
#include "api/persons.h"
#include "tables/table_registry.h"

namespace api {

// "turns", "takeback", "draw", "resign", "rematch", "move-now", "seat", "seen", "show", "phrase",
// "delete".
const std::vector<std::string>& act_names();

// Who has the tables, and who shares the time of the computers at them.
struct ActionContext {
  tables::TableRegistry& registry;
  Persons& persons;
};

// Acts for the seats of a token; `fields` has what the action needs. Answers with the number of
// the event once it is stored.
void act(const ActionContext& context, const tables::LiveTablePtr& live, const std::string& name,
         const std::string& token_hash, Fields& fields, const std::string& address,
         const JsonDone& done);

// "Seat TOKEN": the hash of the token, or "".
std::string seat_hash(std::string_view authorization);

}  // namespace api

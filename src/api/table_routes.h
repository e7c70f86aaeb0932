// Tables over HTTP: create, join, look, act, take the record away.
#pragma once

#include "api/routes.h"
#include "api/table_actions.h"
#include "tables/table_registry.h"

namespace api {

// The seats of a guest's token after he joined, or why he has none. `event`: what his joining came
// to; where it was refused he may have had the seat already. `known`: the seats that his token has.
Expected<tables::Actor> seats_of_guest(const Expected<int>& event,
                                       const Expected<tables::Actor>& known);

void add_table_routes(Router& router, const ActionContext& context, tables::WorkQueue& work,
                      const tables::Clock& clock);

}  // namespace api

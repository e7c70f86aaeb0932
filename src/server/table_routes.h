// Tables over HTTP: create, join, look, act, take the record away.
#pragma once

#include "server/routes.h"
#include "server/tables.h"

namespace server {

void add_table_routes(Router& router, Tables& tables, Work& work,
                      const std::function<std::int64_t()>& now);

}  // namespace server

// Tables over HTTP: create, join, look, act, take the record away.
#pragma once

#include "server/limits.h"
#include "server/routes.h"
#include "server/tables.h"

namespace server {

// `made` limits new tables an address; nothing: no limit.
void add_table_routes(Router& router, Tables& tables, Buckets* made,
                      const std::function<std::int64_t()>& now);

}  // namespace server

// Games, boards and positions: requests that need no table.
#pragma once

#include "api/routes.h"
#include "tables/work_queue.h"

namespace api {

// `work` draws pictures.
void add_position_routes(Router& router, tables::WorkQueue& work);

}  // namespace api

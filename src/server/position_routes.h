// Games, boards and positions: requests that need no table.
#pragma once

#include "server/routes.h"

namespace server {

void add_position_routes(Router& router);

}  // namespace server

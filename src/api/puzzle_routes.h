// The puzzles that come with the program: lists, single ones, the one of the day.
#pragma once

#include "api/routes.h"
#include "tables/clock.h"

namespace api {

// The day is UTC's, by the server's clock, so that it is the same for everybody.
void add_puzzle_routes(Router& router, const tables::Clock& clock);

}  // namespace api

// A record as a JSON value, for programs that put it into one of their own.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "games/record.h"

namespace games {

nlohmann::json json_of(const Record& record);

}  // namespace games

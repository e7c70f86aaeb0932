// Records in and out, without a table.
#pragma once

#include <cstdint>
#include <string>

#include "games/record.h"
#include "server/routes.h"

namespace server {

void add_record_routes(Router& router, const std::function<std::int64_t()>& now);

// A RECORD of a request.
Answer<games::Record> read_record(const Json* json);

// A time as strftime writes it, of the world's clock.
std::string date_text(std::int64_t ms, const char* format);

}  // namespace server

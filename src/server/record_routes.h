// Records in and out, without a table.
#pragma once

#include <cstdint>
#include <string>

#include "games/record.h"
#include "server/routes.h"
#include "server/work.h"

namespace server {

// Reading a record plays all of it, which may take a while: `work` does it.
void add_record_routes(Router& router, Work& work, const std::function<std::int64_t()>& now);

// A RECORD of a request.
Answer<games::Record> read_record(const std::string& json);

// A time as strftime writes it, of the world's clock.
std::string date_text(std::int64_t ms, const char* format);

}  // namespace server

// Records in and out, without a table.
#pragma once

#include <cstdint>
#include <string>

#include "api/routes.h"
#include "games/record.h"
#include "tables/clock.h"
#include "tables/work_queue.h"

namespace api {

// Reading a record plays all of it, which may take a while: `work` does it.
void add_record_routes(Router& router, tables::WorkQueue& work, const tables::Clock& clock);

// A RECORD of a request.
Expected<games::Record> read_record(const std::string& json);

// A time as strftime writes it, of the world's clock.
std::string date_text(std::int64_t ms, const char* format);

}  // namespace api

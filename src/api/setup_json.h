// Setups of tables as JSON: what a request asks for, and what is stored.
#pragma once

#include <optional>
#include <string>

#include "api/json.h"
#include "tables/table_setup.h"

namespace api {

// The body of `POST /api/tables`.
Expected<tables::NewTable> read_new_table(const Json& body);

// What is stored, and back; nothing where it is damaged.
std::string setup_text(const tables::TableSetup& setup);
std::optional<tables::TableSetup> parse_setup(const std::string& text);
Json clock_json(const tables::ClockSetup& clock);

}  // namespace api

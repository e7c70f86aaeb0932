// What the program says to whoever runs it in a browser (web/src/local/host.ts).
#pragma once

#include <string_view>

#include "api/json.h"

namespace local {

// One JSON object.
void tell_host(const api::Json& message);
void tell_host_text(std::string_view message);

}  // namespace local

// The page: its files are inside the program.
#pragma once

#include "server/http.h"

namespace server {

// The answer to a GET of anything outside /api: a file by its exact name, or the page itself for
// addresses that it understands (/, /g/ID, /analyse …).
Response page(const Request& request);

}  // namespace server

// Answers as text on the wire.
#pragma once

#include <string>
#include <string_view>

#include "net/http.h"

namespace net {

// Status line and headers, with what protects the page; the body follows. `date` is the value of
// that header.
std::string head_text(const Response& response, bool keep_alive, std::string_view date);

// "Sun, 06 Nov 1994 08:49:37 GMT" for now.
std::string http_date();

}  // namespace net

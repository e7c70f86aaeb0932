// Answers as text on the wire, and those that the network half gives by itself.
#pragma once

#include <string>
#include <string_view>

#include "server/http.h"
#include "text/text.h"

namespace server {

// The language that Accept-Language asks for first among ours.
text::Language language_of(std::string_view accept_language);

// {"error":{"code","message"}}.
Response refusal(int status, std::string_view code, const text::Note& note,
                 text::Language language);

// Status line and headers, with what protects the page; the body follows. `date` is the value of
// that header.
std::string head_text(const Response& response, bool keep_alive, std::string_view date);

// "Sun, 06 Nov 1994 08:49:37 GMT" for now.
std::string http_date();

}  // namespace server

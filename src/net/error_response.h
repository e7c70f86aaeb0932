// Refusals as answers of HTTP.
#pragma once

#include <string>

#include "net/http.h"
#include "text/http_error.h"

namespace net {

using text::HttpError;

// `{"code":…,"message":…}`.
std::string error_json(const HttpError& error, text::Language language);

// The same under "error", with its status.
Response error_response(const HttpError& error, text::Language language);

// "{path} takes {allowed} only", with the header that says so.
Response wrong_method(const Request& request, const std::string& allowed);
// "there is nothing at {path}".
HttpError not_found(const Request& request);

}  // namespace net

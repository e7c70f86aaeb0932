#include "net/error_response.h"

#include <nlohmann/json.hpp>

#include "core/scan.h"
#include "metrics/metrics.h"
#include "net/language.h"

namespace net {

std::string error_json(const HttpError& error, text::Language language) {
  metrics::counter(metrics::kErrors, error.code).add();
  using Json = nlohmann::ordered_json;
  const Json json = {{"code", error.code}, {"message", text::render(error.error, language)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Response error_response(const HttpError& error, text::Language language) {
  Response response;
  response.status = error.status;
  response.body = "{\"error\":" + error_json(error, language) + '}';
  if (error.retry_after > 0) {
    response.headers.emplace_back("Retry-After", std::to_string(error.retry_after));
  }
  return response;
}

Response wrong_method(const Request& request, const std::string& allowed) {
  auto response = error_response(
      {405, "wrong_method",
       text::Error(text::Message::kWrongMethod, {core::quoted(request.path), allowed})},
      accepted_language(request.accept_language));
  response.headers.emplace_back("Allow", allowed);
  return response;
}

HttpError not_found(const Request& request) {
  return {404, "not_found", text::Error(text::Message::kNoSuchPath, {core::quoted(request.path)})};
}

}  // namespace net

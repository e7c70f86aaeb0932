#include "server/refusal.h"

#include "core/scan.h"
#include "server/json.h"
#include "server/language.h"

namespace server {

std::string error_json(const Refusal& refusal, text::Language language) {
  return dumped(Json{{"code", refusal.code}, {"message", text::render(refusal.error, language)}});
}

Response refused(const Refusal& refusal, text::Language language) {
  Response response;
  response.status = refusal.status;
  response.body = "{\"error\":" + error_json(refusal, language) + '}';
  if (refusal.retry_after > 0) {
    response.headers.emplace_back("Retry-After", std::to_string(refusal.retry_after));
  }
  return response;
}

Response wrong_method(const Request& request, const std::string& allowed) {
  auto response =
      refused({405, "wrong_method",
               text::Error(text::Message::kWrongMethod, {core::quoted(request.path), allowed})},
              accepted_language(request.accept_language));
  response.headers.emplace_back("Allow", allowed);
  return response;
}

Refusal not_found(const Request& request) {
  return {404, "not_found", text::Error(text::Message::kNoSuchPath, {core::quoted(request.path)})};
}

}  // namespace server

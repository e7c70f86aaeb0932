#include "server/refusal.h"

#include "server/json.h"

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

}  // namespace server

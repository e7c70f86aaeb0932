#include "net/health.h"

#include "metrics/metrics.h"
#include "net/error_response.h"
#include "net/language.h"

namespace net {

std::optional<Response> health(const Request& request, Service& service) {
  if (request.path != "/healthz" && request.path != "/readyz") return std::nullopt;
  if (request.method != "GET") return wrong_method(request, "GET, HEAD");
  Response response;
  response.body = R"({"status":"ok"})";
  if (request.path == "/readyz") {
    if (const auto problem = service.not_ready()) {
      response = error_response(*problem, accepted_language(request.accept_language));
    }
  }
  response.headers.emplace_back("Cache-Control", "no-store");
  return response;
}

Response metrics_response(const Request& request) {
  if (request.method != "GET") return wrong_method(request, "GET, HEAD");
  Response response;
  response.type = "text/plain; version=0.0.4; charset=utf-8";
  response.body = metrics::text();
  return response;
}

}  // namespace net

// What those ask who watch the server: load balancers, service managers, whoever restarts it.
#pragma once

#include <optional>

#include "net/http.h"
#include "net/service.h"

namespace net {

// The answer to /healthz (it lives) and /readyz (it may be sent visitors); nothing for other paths.
std::optional<Response> health(const Request& request, Service& service);

// What was counted, for Prometheus.
Response metrics_response(const Request& request);

}  // namespace net

// A service for the targets that fuzz the server.
#pragma once

#include <future>
#include <memory>
#include <string>

#include "../tests/memory_store.h"
#include "server/make_service.h"

namespace fuzz {

inline std::unique_ptr<server::Service> make_service() {
  server::ServiceSettings settings;
  settings.workers = 1;
  settings.limits = false;
  return server::make_service(std::make_shared<tests::MemoryStore>(), settings);
}

// What engines keep for the whole program is made when it is first needed and goes at its end, last
// made first. Made before any service it outlives whoever still thinks then.
inline void warm_up() {
  const auto service = make_service();
  for (const std::string game : {"eigenstate", "sixteen-stone", "yavalath", "epaminondas"}) {
    server::Request request;
    request.method = "POST";
    request.path = "/api/analysis";
    request.body = R"({"game":")" + game + R"(","time":50})";
    request.content_type = "application/json";
    request.address = "fuzz";
    std::promise<void> over;
    service->handle(request, [&](const server::Response&) { over.set_value(); });
    over.get_future().wait();
  }
  service->stop();
}

}  // namespace fuzz

// A service for the targets that fuzz the server.
#pragma once

#include <future>
#include <memory>
#include <string>

#include "../tests/support/memory_store.h"
#include "api/game_service.h"
#include "games/list.h"

namespace fuzz {

inline std::unique_ptr<net::Service> make_service() {
  api::ServiceSettings settings;
  settings.workers = 1;
  settings.limits = false;
  return api::make_service(std::make_shared<tests::MemoryStore>(), settings);
}

// What engines keep for the whole program is made when it is first needed and goes at its end, last
// made first. Made before any service it outlives whoever still thinks then.
inline void warm_up() {
  const auto service = make_service();
  for (const auto& game : games::all_games()) {
    net::Request request;
    request.method = "POST";
    request.path = "/api/analysis";
    request.body = R"({"game":")" + game.name + R"(","time":50})";
    request.content_type = "application/json";
    request.address = "fuzz";
    std::promise<void> over;
    service->handle(request, [&](const net::Response&) { over.set_value(); });
    over.get_future().wait();
  }
  service->stop();
}

}  // namespace fuzz

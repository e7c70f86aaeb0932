// The game half of the server: tables, rules, engines, over a store.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "server/service.h"
#include "store/store.h"

namespace server {

struct ServiceSettings {
  int workers = 0;  // threads that think; 0: one a core
  // Milliseconds since 1970; tests turn it by hand.
  std::function<std::int64_t()> now;
  // Off: no limits an address, for load tests on one machine.
  bool limits = true;
};

std::unique_ptr<Service> make_service(std::shared_ptr<store::Store> store,
                                      const ServiceSettings& settings = {});

}  // namespace server

// The interface of the server: tables, rules and engines over a store, for whoever asks by HTTP or
// by WebSocket.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bus/bus.h"
#include "core/time_source.h"
#include "jobs/queue.h"
#include "net/service.h"
#include "net/visitors.h"
#include "store/leases.h"
#include "store/store.h"
#include "tables/clock.h"
#include "text/http_error.h"

namespace api {

struct ServiceSettings {
  int workers = 0;  // threads that think; 0: one a core
  // What time it is; nothing: the machine's own clock.
  std::shared_ptr<tables::Clock> clock;
  // By which computers and analyses think.
  core::TimeSource* thinking_time = &core::steady_time();
  // Where workers find analyses and reviews; nothing: all of them are done here.
  std::shared_ptr<jobs::Queue> queue = nullptr;
  // By which workers are late.
  core::TimeSource* queue_time = &core::steady_time();
  // Off: no limits an address, for load tests on one machine.
  bool limits = true;
  // Where several servers share the store: how this one holds its tables, and reaches the others.
  std::shared_ptr<store::Leases> leases;
  // Compares the clock with the one that they share; called now and then, may wait for the store.
  std::function<void()> compare_clocks;
  std::shared_ptr<bus::Bus> bus;
};

// What whoever runs the server may do while it runs. Thread-safe.
class GameService : public net::Service {
 public:
  // Tells everybody who is connected, also to other servers; how many they are here.
  virtual std::size_t announce(const std::string& words) = 0;
  // Ends the game of a table as a draw; `done` as of every act, on any thread.
  using Done = std::function<void(const text::Expected<int>&)>;
  virtual void close_table(const std::string& id, Done done) = 0;
  // The store does not have this game any more.
  virtual void forget_table(const std::string& id) = 0;
  // What visitors ask the network for counts on all servers together. Until stop() they are there.
  virtual void share_limits(net::Visitors& visitors) = 0;
};

std::unique_ptr<GameService> make_service(std::shared_ptr<store::Store> store,
                                          const ServiceSettings& settings = {});

}  // namespace api

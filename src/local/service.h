// The server's interface for one visitor, without a server: the same tables, routes and socket as
// api::GameService, over a store in memory. What needs other people, a database or other servers is
// not there.
#pragma once

#include <memory>
#include <string>

#include "api/analysis_service.h"
#include "api/json_format.h"
#include "api/persons.h"
#include "api/sockets.h"
#include "local/memory_store.h"
#include "store/writer.h"
#include "tables/table_registry.h"

namespace local {

// Milliseconds since 1970, by the machine's clock as it was when the program began.
class HostClock : public tables::Clock {
 public:
  HostClock();
  std::int64_t now() const override;
  void wait_until(std::int64_t at, std::unique_lock<std::mutex>& lock,
                  std::condition_variable& changed) override;

 private:
  const std::int64_t ahead_;  // of the steady clock
};

// By which engines think. Whoever looks at it after his slice is over lets others run.
class ThinkingTime : public core::TimeSource {
 public:
  TimePoint now() override;
};

class Service {
 public:
  Service();

  // REQUIRES (of all): on a fiber.
  void handle(const net::Request& request, net::Reply reply) const;
  // The page's only socket is opened, again or for the first time.
  void open(const std::string& language);
  void message(const std::string& text);
  void restore(const std::string& id, const std::string& state) { store_.restore(id, state); }

 private:
  HostClock clock_;
  ThinkingTime time_;
  MemoryStore store_;
  store::Writer writer_;
  tables::WorkQueue work_;
  api::JsonFormat format_;
  tables::TableRegistry registry_;
  api::AnalysisService analyses_;
  api::Persons persons_;
  api::Sockets sockets_;
  api::Router router_;
  std::shared_ptr<net::WebSocket> socket_;
};

}  // namespace local

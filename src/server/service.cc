#include <chrono>
#include <utility>

#include "server/make_service.h"
#include "server/memory_store.h"
#include "server/position_routes.h"
#include "server/record_routes.h"
#include "server/sockets.h"
#include "server/study.h"
#include "server/table_routes.h"

namespace server {

namespace {

// For one address: games begun, and requests to the engine.
constexpr Rate kNewTables{0.2, 30};
constexpr Rate kEngineRequests{2, 60};

std::int64_t system_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

class GameService : public Service {
 public:
  GameService(std::shared_ptr<store::Store> store, const ServiceSettings& settings)
      : now_(settings.now ? settings.now : system_now),
        store_(std::move(store)),
        made_(kNewTables),
        asked_(kEngineRequests),
        writer_(*store_),
        work_(settings.workers),
        tables_(writer_, work_, *store_, now_),
        study_(tables_, writer_, work_, *store_, settings.limits ? &asked_ : nullptr, now_),
        sockets_(tables_, study_, now_) {
    add_position_routes(router_);
    add_table_routes(router_, tables_, settings.limits ? &made_ : nullptr, now_);
    add_record_routes(router_, work_, now_);
    study_.add_routes(router_);
    router_.add({.method = "GET",
                 .path = "/api/openapi.json",
                 .summary = "this description",
                 .handler = [this](Call& call) { call.ok(router_.description()); }});
  }
  ~GameService() override { stop(); }

  void handle(Request request, Reply reply) override { router_.handle(request, std::move(reply)); }

  void opened(const std::shared_ptr<Connection>& connection, const Request& request) override {
    sockets_.opened(connection, request);
  }
  void message(const std::shared_ptr<Connection>& connection, std::string text) override {
    sockets_.message(connection, text);
  }
  void closed(const std::shared_ptr<Connection>& connection) override {
    sockets_.closed(connection);
  }

  void stop() override {
    if (std::exchange(stopped_, true)) return;
    sockets_.notice(text::Message::kServerStops);
    tables_.stop_thinking();
    work_.stop();
    writer_.stop();
    tables_.stop();
  }

 private:
  bool stopped_ = false;
  std::function<std::int64_t()> now_;
  std::shared_ptr<store::Store> store_;
  Buckets made_, asked_;
  store::Writer writer_;
  Work work_;
  Tables tables_;
  Study study_;
  Sockets sockets_;
  Router router_;
};

}  // namespace

std::unique_ptr<Service> make_service(std::shared_ptr<store::Store> store,
                                      ServiceSettings settings) {
  if (store == nullptr) store = std::make_shared<MemoryStore>();
  return std::make_unique<GameService>(std::move(store), settings);
}

}  // namespace server

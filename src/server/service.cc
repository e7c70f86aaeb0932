#include <ctime>
#include <utility>

#include "server/make_service.h"
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

std::int64_t milliseconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

// The time of day when the program began and what has passed since: players' clocks must not jump
// when somebody sets the machine's.
std::int64_t steady_now() {
  static const std::int64_t began =
      milliseconds_of(CLOCK_REALTIME) - milliseconds_of(CLOCK_BOOTTIME);
  return began + milliseconds_of(CLOCK_BOOTTIME);
}

class GameService : public Service {
 public:
  GameService(std::shared_ptr<store::Store> store, const ServiceSettings& settings)
      : now_(settings.now ? settings.now : steady_now),
        store_(std::move(store)),
        made_(kNewTables),
        asked_(kEngineRequests),
        writer_(*store_),
        work_(settings.workers),
        tables_(writer_, work_, *store_, settings.limits ? &made_ : nullptr, now_),
        study_(tables_, writer_, work_, *store_, settings.limits ? &asked_ : nullptr, now_),
        sockets_(tables_, study_, now_) {
    add_position_routes(router_);
    add_table_routes(router_, tables_, work_, now_);
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

  void say_goodbye() override { sockets_.notice(text::Message::kServerStops); }

  // Those who want something stored first, then the writer, then those who read.
  void stop() override {
    if (std::exchange(stopped_, true)) return;
    tables_.stop_clocks();
    work_.stop();
    store_->hurry();
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
                                      const ServiceSettings& settings) {
  return std::make_unique<GameService>(std::move(store), settings);
}

}  // namespace server

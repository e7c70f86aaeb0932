#include "server/make_service.h"
#include "server/position_routes.h"
#include "server/routes.h"

namespace server {

namespace {

class GameService : public Service {
 public:
  GameService(std::shared_ptr<store::Store> store, ServiceSettings settings)
      : store_(std::move(store)), settings_(std::move(settings)) {
    add_position_routes(router_);
    router_.add({.method = "GET",
                 .path = "/api/openapi.json",
                 .summary = "this description",
                 .handler = [this](Call& call) { call.ok(router_.description()); }});
  }

  void handle(Request request, Reply reply) override { router_.handle(request, std::move(reply)); }

  void opened(const std::shared_ptr<Connection>&, const Request&) override {}
  void message(const std::shared_ptr<Connection>&, std::string) override {}
  void closed(const std::shared_ptr<Connection>&) override {}
  void stop() override {}

 private:
  std::shared_ptr<store::Store> store_;
  ServiceSettings settings_;
  Router router_;
};

}  // namespace

std::unique_ptr<Service> make_service(std::shared_ptr<store::Store> store,
                                      ServiceSettings settings) {
  return std::make_unique<GameService>(std::move(store), std::move(settings));
}

}  // namespace server

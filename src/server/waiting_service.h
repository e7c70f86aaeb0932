#pragma once

#include "server/service.h"

namespace server {

// Answers 503 to everything.
class WaitingService : public Service {
 public:
  void handle(Request, Reply reply) override {
    Response response;
    response.status = 503;
    response.body = R"({"error":{"code":"no_service","message":"no service"}})";
    reply(std::move(response));
  }
  void opened(const std::shared_ptr<Connection>& connection, const Request&) override {
    connection->close();
  }
  void message(const std::shared_ptr<Connection>&, std::string) override {}
  void closed(const std::shared_ptr<Connection>&) override {}
  void stop() override {}
};

}  // namespace server

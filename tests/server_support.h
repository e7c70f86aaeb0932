// A service without a network, for tests: requests in, answers out.
#pragma once

#include <future>
#include <memory>
#include <string>

#include "server/make_service.h"
#include "support.h"

namespace tests {

struct Got {
  int status = 0;
  std::string body;
  nlohmann::json json;  // null where the body is none
  std::map<std::string, std::string> headers;
  std::string code() const {
    return json.is_object() && json.contains("error") ? json["error"]["code"].get<std::string>()
                                                      : "";
  }
};

class Server {
 public:
  explicit Server(std::shared_ptr<store::Store> store = nullptr,
                  server::ServiceSettings settings = {})
      : service_(server::make_service(std::move(store), std::move(settings))) {}
  ~Server() { service_->stop(); }

  server::Service& service() { return *service_; }

  Got send(server::Request request) {
    auto promise = std::make_shared<std::promise<server::Response>>();
    auto future = promise->get_future();
    service_->handle(std::move(request),
                     [promise](server::Response response) { promise->set_value(response); });
    const auto response = future.get();
    Got got{
        response.status, response.body, nlohmann::json::parse(response.body, nullptr, false), {}};
    for (const auto& [name, value] : response.headers) got.headers[name] = value;
    return got;
  }

  Got get(const std::string& path, const std::string& query = "", const std::string& token = "") {
    server::Request request;
    request.method = "GET";
    request.path = path;
    request.query = query;
    request.address = address;
    if (!token.empty()) request.authorization = "Seat " + token;
    return send(request);
  }

  Got post(const std::string& path, const nlohmann::json& body, const std::string& token = "") {
    server::Request request;
    request.method = "POST";
    request.path = path;
    request.body = body.dump();
    request.content_type = "application/json";
    request.address = address;
    if (!token.empty()) request.authorization = "Seat " + token;
    return send(request);
  }

  std::string address = "127.0.0.1";

 private:
  std::unique_ptr<server::Service> service_;
};

}  // namespace tests

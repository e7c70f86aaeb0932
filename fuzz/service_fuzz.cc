// The game half of the server: each line is a request, `METHOD PATH?QUERY BODY`, or where it starts
// with { a message of a WebSocket. ID, TOKEN and INVITE stand for those of a table.
#include <future>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/scan.h"
#include "served.h"
#include "support.h"

namespace {

class Ear : public net::WebSocket {
 public:
  void send(std::shared_ptr<const std::string> message) override {
    const auto json = nlohmann::json::parse(*message, nullptr, false);
    fuzz::require(json.is_object() && json.contains("type"), "a message is an object with a type");
  }
  void close() override {}
};

// Engines work on long after an answer would be due.
bool waits_for_engines(const std::string& path) {
  return path == "/api/analysis" || path == "/api/review";
}

class Visit {
 public:
  explicit Visit(net::Service& service) : service_(service), ear_(std::make_shared<Ear>()) {
    net::Request request;
    request.address = "fuzz";
    service_.opened(ear_, request);
    const auto made = nlohmann::json::parse(
        ask("POST", "/api/tables", "",
            R"({"game":"yavalath","options":{"size":"3"},"seats":[{"who":"me"},{"who":"open"}]})"));
    id_ = made["id"], token_ = made["token"], invite_ = made["invites"][0]["token"];
  }
  // Whoever leaves is not thought for any more.
  ~Visit() {
    service_.closed(ear_);
    gone_.request_stop();
  }

  void line(std::string_view text) {
    const std::string filled = fill(std::string(text));
    if (filled.starts_with('{')) return service_.message(ear_, filled);
    const auto method = filled.substr(0, filled.find(' '));
    const auto rest = filled.substr(std::min(filled.size(), method.size() + 1));
    const auto target = rest.substr(0, rest.find(' '));
    const auto body = rest.substr(std::min(rest.size(), target.size() + 1));
    const auto path = target.substr(0, target.find('?'));
    ask(method, path, target.substr(std::min(target.size(), path.size() + 1)), body);
  }

 private:
  std::string fill(std::string text) const {
    for (const auto& [name, value] :
         {std::pair{"INVITE", &invite_}, {"TOKEN", &token_}, {"ID", &id_}}) {
      for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        text.replace(at, std::string_view(name).size(), *value);
        at += value->size();
      }
    }
    return text;
  }

  std::string ask(const std::string& method, const std::string& path, const std::string& query,
                  const std::string& body) {
    net::Request request;
    request.method = method;
    request.path = path;
    request.query = query;
    request.body = body;
    request.address = "fuzz";
    request.gone = gone_.get_token();
    request.content_type = "application/json";
    request.authorization = "Seat " + (path.ends_with("/join") ? invite_ : token_);
    const auto answer = std::make_shared<std::promise<net::Response>>();
    service_.handle(request, [answer](net::Response response) { answer->set_value(response); });
    if (waits_for_engines(path)) return "";
    const auto response = answer->get_future().get();
    fuzz::require(response.status >= 200 && response.status < 600, "a status");
    if (response.type == "application/json") {
      fuzz::require(nlohmann::json::accept(response.body), "an answer is JSON");
    }
    return response.body;
  }

  net::Service& service_;
  std::shared_ptr<Ear> ear_;
  std::stop_source gone_;
  std::string id_, token_, invite_;
};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/) {
  fuzz::warm_up();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Making a service takes longer than most inputs, but one that lives for ever grows: of what was
  // made at its tables, and of computers that play on there.
  constexpr int kInputsOfAService = 200;
  static std::unique_ptr<net::Service> service;
  static int inputs = 0;
  if (inputs++ % kInputsOfAService == 0) {
    if (service != nullptr) service->stop();
    service = fuzz::make_service();
  }
  Visit visit(*service);
  for (const auto line : core::split(fuzz::text_of(data, size), '\n')) visit.line(line);
  return 0;
}

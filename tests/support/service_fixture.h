// A service without a network, for tests: requests in, answers out. Each answer and each message is
// compared with the contract.
#pragma once

#include <condition_variable>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "api/game_service.h"
#include "contract_check.h"
#include "driven_time.h"
#include "hand_clock.h"
#include "memory_store.h"
#include "support.h"

namespace tests {

struct Got {
  int status = 0;
  std::string body;
  nlohmann::json json;  // discarded where the body is none
  std::map<std::string, std::string> headers;
  std::string type;

  std::string code() const {
    return json.is_object() && json.contains("error") ? json["error"]["code"].get<std::string>()
                                                      : "";
  }
};

// One end of a socket: what the service sent waits here.
class Mailbox : public net::WebSocket {
 public:
  void send(std::shared_ptr<const std::string> message) override {
    const std::lock_guard lock(mutex_);
    messages_.push_back(nlohmann::json::parse(*message, nullptr, false));
    EXPECT_EQ(message_problem(asked_[number_of(messages_.back())], messages_.back()), "");
    arrived_.notify_all();
  }
  void close() override {}

  // The client sends this.
  void asks(const std::string& text) {
    const auto message = nlohmann::json::parse(text, nullptr, false);
    if (!message.is_object() || !message.contains("type") || !message["type"].is_string()) return;
    const std::lock_guard lock(mutex_);
    asked_[number_of(message)] = message["type"];
  }

  // The next message; fails the test where none comes.
  nlohmann::json next() {
    std::unique_lock lock(mutex_);
    const bool came =
        arrived_.wait_for(lock, std::chrono::seconds(60), [this] { return !messages_.empty(); });
    EXPECT_TRUE(came) << "no message came";
    if (!came) return nullptr;
    auto message = std::move(messages_.front());
    messages_.pop_front();
    return message;
  }

  // The next one of a type or, for events, of a kind; those before it are dropped.
  nlohmann::json next(const std::string& type) {
    while (true) {
      auto message = next();
      if (message.is_null()) return message;
      if (message["type"] == type || message.value("kind", "") == type) return message;
    }
  }

  bool empty() {
    const std::lock_guard lock(mutex_);
    return messages_.empty();
  }

 private:
  static std::string number_of(const nlohmann::json& message) {
    return message.is_object() && message.contains("request") ? message["request"].dump() : "";
  }

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<nlohmann::json> messages_;
  std::map<std::string, std::string> asked_;  // the number of a request → its type
};

// One thread that thinks, no limits an address.
inline api::ServiceSettings quiet(const HandClock* clock = nullptr) {
  api::ServiceSettings settings;
  settings.workers = 1;
  settings.limits = false;
  if (clock != nullptr) settings.clock = clock->shared();
  return settings;
}

inline api::ServiceSettings thinking_by(core::TimeSource& time) {
  auto settings = quiet();
  settings.thinking_time = &time;
  return settings;
}

class Server {
 public:
  explicit Server(std::shared_ptr<store::Store> store = nullptr,
                  api::ServiceSettings settings = quiet())
      : service_(
            api::make_service(store != nullptr ? std::move(store) : std::make_shared<MemoryStore>(),
                              std::move(settings))) {}
  ~Server() { service_->stop(); }

  net::Service& service() { return *service_; }

  std::future<Got> begin(net::Request request) {
    auto promise = std::make_shared<std::promise<Got>>();
    const auto method = request.method, path = request.path;
    service_->handle(std::move(request), [promise, method, path](net::Response response) {
      EXPECT_EQ(answer_problem(method, path, response.status, response.type, response.body), "")
          << method << ' ' << path;
      Got got{response.status,
              response.body,
              nlohmann::json::parse(response.body, nullptr, false),
              {},
              response.type};
      for (const auto& [name, value] : response.headers) got.headers[name] = value;
      promise->set_value(std::move(got));
    });
    return promise->get_future();
  }
  Got send(net::Request request) { return begin(std::move(request)).get(); }

  net::Request request(const std::string& method, const std::string& path,
                       const std::string& token = "") const {
    net::Request request;
    request.method = method;
    request.path = path;
    request.address = address;
    if (!token.empty()) request.authorization = "Seat " + token;
    return request;
  }

  Got get(const std::string& path, const std::string& query = "", const std::string& token = "") {
    auto asked = request("GET", path, token);
    asked.query = query;
    return send(asked);
  }

  net::Request posted(const std::string& path, const nlohmann::json& body,
                      const std::string& token = "") const {
    auto asked = request("POST", path, token);
    asked.body = body.is_string() ? body.get<std::string>() : body.dump();
    asked.content_type = "application/json";
    return asked;
  }

  // A text as body is sent as it is.
  Got post(const std::string& path, const nlohmann::json& body, const std::string& token = "") {
    return send(posted(path, body, token));
  }

  // A table of these seats: "me", "open" or a computer.
  Got table(const std::string& game, const std::vector<std::string>& seats,
            nlohmann::json more = nlohmann::json::object()) {
    more["game"] = game;
    for (const auto& who : seats) more["seats"].push_back({{"who", who}});
    return post("/api/tables", more);
  }

  Got act(const std::string& id, const std::string& what, const nlohmann::json& body,
          const std::string& token) {
    return post("/api/tables/" + id + '/' + what, body.is_null() ? nlohmann::json::object() : body,
                token);
  }
  Got answer(const std::string& id, const std::string& what, const std::string& word,
             const std::string& token) {
    return act(id, what, {{"answer", word}}, token);
  }
  Got turn(const std::string& id, const std::string& text, int after, const std::string& token) {
    return act(id, "turns", {{"turn", text}, {"after", after}}, token);
  }
  nlohmann::json show(const std::string& id, const std::string& token = "") {
    return get("/api/tables/" + id, "", token).json;
  }
  // Asks until something holds; for what computers and clocks do by themselves.
  nlohmann::json await(const std::string& id,
                       const std::function<bool(const nlohmann::json&)>& holds) {
    for (int i = 0; i < 12'000; ++i) {
      auto table = show(id);
      if (holds(table)) return table;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ADD_FAILURE() << "it never came to pass at " << show(id).dump();
    return nullptr;
  }

  std::shared_ptr<Mailbox> connect(const std::string& query = "") {
    auto box = std::make_shared<Mailbox>();
    auto asked = request("GET", "/api/socket");
    asked.query = query;
    service_->opened(box, asked);
    return box;
  }
  void say(const std::shared_ptr<Mailbox>& box, const nlohmann::json& message) {
    const auto text = message.is_string() ? message.get<std::string>() : message.dump();
    box->asks(text);
    service_->message(box, text);
  }
  void close(const std::shared_ptr<Mailbox>& box) { service_->closed(box); }

  std::string address = "192.0.2.1";

 private:
  std::unique_ptr<net::Service> service_;
};

}  // namespace tests

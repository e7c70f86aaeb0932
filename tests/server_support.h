// A service without a network, for tests: requests in, answers out.
#pragma once

#include <condition_variable>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <string>

#include "memory_store.h"
#include "server/make_service.h"
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

// A clock that tests turn.
class HandClock {
 public:
  std::int64_t now() const { return *ms_; }
  void pass(std::int64_t ms) { *ms_ += ms; }
  std::function<std::int64_t()> function() const {
    return [ms = ms_] { return ms->load(); };
  }

 private:
  std::shared_ptr<std::atomic<std::int64_t>> ms_ =
      std::make_shared<std::atomic<std::int64_t>>(1'800'000'000'000);
};

// One end of a socket: what the service sent waits here.
class Mailbox : public server::Connection {
 public:
  void send(std::shared_ptr<const std::string> message) override {
    const std::lock_guard lock(mutex_);
    messages_.push_back(nlohmann::json::parse(*message, nullptr, false));
    arrived_.notify_all();
  }
  void close() override {}

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
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<nlohmann::json> messages_;
};

// One thread that thinks, no limits an address.
inline server::ServiceSettings quiet(const HandClock* clock = nullptr) {
  server::ServiceSettings settings;
  settings.workers = 1;
  settings.limits = false;
  if (clock != nullptr) settings.now = clock->function();
  return settings;
}

class Server {
 public:
  explicit Server(std::shared_ptr<store::Store> store = nullptr,
                  server::ServiceSettings settings = quiet())
      : service_(server::make_service(
            store != nullptr ? std::move(store) : std::make_shared<MemoryStore>(),
            std::move(settings))) {}
  ~Server() { service_->stop(); }

  server::Service& service() { return *service_; }

  std::future<Got> begin(server::Request request) {
    auto promise = std::make_shared<std::promise<Got>>();
    service_->handle(std::move(request), [promise](server::Response response) {
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
  Got send(server::Request request) { return begin(std::move(request)).get(); }

  server::Request request(const std::string& method, const std::string& path,
                          const std::string& token = "") const {
    server::Request request;
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

  server::Request posted(const std::string& path, const nlohmann::json& body,
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
    for (int i = 0; i < 6000; ++i) {
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
    service_->message(box, message.is_string() ? message.get<std::string>() : message.dump());
  }
  void close(const std::shared_ptr<Mailbox>& box) { service_->closed(box); }

  std::string address = "192.0.2.1";

 private:
  std::unique_ptr<server::Service> service_;
};

}  // namespace tests

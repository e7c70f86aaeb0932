// A listener on a real port with a service that echoes, for the tests of the network.
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "driven_time.h"
#include "net/listener.h"
#include "socket_client.h"
#include "support.h"

namespace tests {

using namespace std::chrono_literals;
using net::ListenerSettings;
using net::Request;
using net::Response;

// Says what it was asked; some paths and messages make it late, silent, loud or faulty.
class EchoService : public net::Service {
 public:
  void handle(Request request, net::Reply reply) override {
    if (request.path == "/api/never") {
      const std::lock_guard lock(mutex_);
      unanswered_.push_back(std::move(reply));
      if (request.query == "mine") left = request.gone;
      asked = asked + 1;
    } else if (request.path == "/api/later") {
      run([reply] {
        std::this_thread::sleep_for(20ms);
        reply(of("later"));
        reply(of("twice"));  // must not matter
      });
    } else if (request.path == "/api/throw") {
      throw std::runtime_error("a mistake");
    } else if (request.path == "/api/big") {
      reply(of(std::string(5'000'000, 'x')));
      ++big;
    } else {
      reply(of(request.method + ' ' + request.path + '?' + request.query + ' ' +
               request.authorization + ' ' + request.address + ' ' +
               (request.body.size() > 100 ? std::to_string(request.body.size()) : request.body)));
    }
  }

  void opened(const std::shared_ptr<net::WebSocket>& connection, const Request& request) override {
    ++open;
    if (request.query == "hello") send(connection, "hello");
  }
  void message(const std::shared_ptr<net::WebSocket>& connection, std::string text) override {
    if (text == "close") {
      send(connection, "bye");
      connection->close();
    } else if (text == "flood") {
      run([connection] {
        // Slowly enough for the first to be on their way when it becomes too much.
        for (int i = 0; i < 1000; ++i) {
          send(connection, std::string(20'000, 'x'));
          if (i < 100) std::this_thread::sleep_for(1ms);
        }
      });
    } else if (text == "parting") {
      send(connection, std::string(5'000'000, 'x'));
      send(connection, "last words");
      parted = true;
    } else if (text == "count") {
      run([connection] {
        for (int i = 0; i < 500; ++i) send(connection, std::to_string(i));
      });
    } else if (text == "throw") {
      throw std::runtime_error("a mistake");
    } else {
      send(connection, "echo " + (text.size() > 100 ? std::to_string(text.size()) : text));
    }
  }
  void closed(const std::shared_ptr<net::WebSocket>& connection) override {
    --open;
    ++closings;
    send(connection, "too late");
    connection->close();
  }
  // Seats that this service knows are called "known…".
  std::string account_of(const std::string& address, const std::string& authorization) override {
    return authorization.starts_with("Seat known") ? address + ' ' + authorization : "";
  }
  std::string account_of(const net::WebSocket&) override { return socket_account; }
  std::optional<text::HttpError> not_ready() override {
    if (ready) return std::nullopt;
    return text::HttpError{503, "stopping", text::Message::kServerStops};
  }
  void stop() override {
    for (auto& thread : threads_) thread.join();
    for (auto& reply : unanswered_) reply(of("too late"));
  }

  std::string socket_account;  // set before there are sockets
  std::atomic<bool> ready = true;
  std::atomic<int> open = 0;
  std::atomic<int> closings = 0;
  std::atomic<bool> parted = false;
  std::atomic<int> big = 0;    // answers of some megabytes
  std::atomic<int> asked = 0;  // what is never answered
  std::stop_token left;        // of the last one who asked for it with ?mine

 private:
  static Response of(std::string text) { return {200, "text/plain", std::move(text), {}}; }
  static void send(const std::shared_ptr<net::WebSocket>& connection, std::string text) {
    connection->send(std::make_shared<const std::string>(std::move(text)));
  }
  template <class Work>
  void run(Work work) {
    const std::lock_guard lock(mutex_);
    threads_.emplace_back(std::move(work));
  }

  std::mutex mutex_;
  std::vector<std::thread> threads_;
  std::vector<net::Reply> unanswered_;
};

// A listener with its service, from construction to the end of the test.
class Running {
 public:
  explicit Running(const ListenerSettings& settings = {},
                   core::TimeSource& time = core::steady_time()) {
    auto opened = net::Listener::open(settings, service, time);
    if (!opened) throw std::runtime_error("cannot listen");
    listener = *std::move(opened);
  }
  ~Running() { stop(); }
  void stop() {
    if (!listener) return;
    listener->stop();
    EXPECT_EQ(service.open, 0);
    EXPECT_EQ(listener->counts().connections, 0);
    EXPECT_EQ(listener->counts().sockets, 0);
    service.stop();
    listener.reset();
  }
  SocketClient client(const std::string& from = "") const {
    return SocketClient(listener->port(), from);
  }
  // Somebody who asks for more than he reads is dropped.
  void expect_flood_ends() const {
    auto client = this->client();
    client.receive_little();
    const int closings = service.closings;
    ASSERT_EQ(client.upgrade(), 101);
    client.send_text("flood");
    await([&] { return service.closings > closings; });
    EXPECT_EQ(service.open, 0);
  }
  // Is everything as on the first day?
  void expect_alive() const { EXPECT_EQ(client().get("/api/x").status, 200); }

  EchoService service;
  std::unique_ptr<net::Listener> listener;
};

}  // namespace tests

// Asking a server: HTTP and WebSockets over TCP or TLS, free of any network library. The
// certificate of a server that speaks TLS is checked against those that this machine trusts.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "core/result.h"
#include "text/text.h"

namespace net {

struct ServerAddress {
  bool secure = false;
  std::string host;  // an address of IPv6 without its brackets
  int port = 80;

  // As in a link: "https://example.org", "http://[::1]:8080".
  std::string origin() const;
  // As in the header Host.
  std::string authority() const;

  friend bool operator==(const ServerAddress&, const ServerAddress&) = default;
};

// Whoever does not answer for so long is not there.
inline constexpr std::chrono::milliseconds kServerPatience{10'000};

struct ServerQuestion {
  std::string method = "GET";
  std::string target;    // "/api/tables/k3v9"
  std::string token;     // of a seat, or ""
  std::string language;  // "en", "pt"
  std::string body;      // JSON, or ""
};

struct ServerAnswer {
  int status = 0;
  std::string body;
};

// Waits for the answer; an error where there is none.
core::Result<ServerAnswer, text::Error> ask_server(
    const ServerAddress& server, const ServerQuestion& question,
    std::chrono::milliseconds patience = kServerPatience);

// A WebSocket. It connects on a thread of its own, which makes all calls; `closed` is the last one.
class ClientSocket {
 public:
  struct Calls {
    std::function<void()> opened;
    std::function<void(std::string)> message;
    std::function<void(const text::Error&)> closed;
  };

  ClientSocket(const ServerAddress& server, std::string target, Calls calls);
  // Hangs up. No call comes any more. Not from within a call.
  ~ClientSocket();
  ClientSocket(const ClientSocket&) = delete;
  ClientSocket& operator=(const ClientSocket&) = delete;

  // After what was sent before. Any thread.
  void send(std::string message);

 private:
  class Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace net

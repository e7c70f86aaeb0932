// What the network and the interface know of each other.
//
// The network calls a Service; the Service answers through the function it was given and sends
// to WebSockets. Both may happen on any thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "net/http.h"
#include "text/http_error.h"

namespace net {

// One WebSocket, as the service sees it. Thread-safe; does nothing once it is closed.
class WebSocket {
 public:
  virtual ~WebSocket() = default;
  // One text message. Shared, because a turn goes to everyone at the table. A connection that does
  // not read what was sent to it is closed by the network.
  virtual void send(std::shared_ptr<const std::string> message) = 0;
  virtual void close() = 0;
};

using Reply = std::function<void(Response)>;

class Service {
 public:
  virtual ~Service() = default;

  // Calls reply exactly once, perhaps later and on another thread.
  virtual void handle(Request request, Reply reply) = 0;

  // What the head of the page says of an address, for link previews: a piece of HTML. Calls `told`
  // exactly once, perhaps later and on another thread.
  virtual void preview(const Request& /*request*/, const std::function<void(std::string)>& told) {
    told("");
  }

  // On whose account a request of an address is, or a message of a socket: on that of a person
  // there who has proven a seat before, by a name that begins with the address; else "", on that of
  // the address. Asked before the budget is, so it is quick and believes nothing.
  virtual std::string account_of(const std::string& /*address*/,
                                 const std::string& /*authorization*/) {
    return "";
  }
  virtual std::string account_of(const WebSocket& /*socket*/) { return ""; }

  // Messages of one connection come one after the other, never after closed().
  virtual void opened(const std::shared_ptr<WebSocket>& socket, const Request& request) = 0;
  virtual void message(const std::shared_ptr<WebSocket>& socket, std::string text) = 0;
  virtual void closed(const std::shared_ptr<WebSocket>& socket) = 0;

  // Why nobody new should come now: the store refuses, or the server is about to stop. Asked by
  // /readyz, on any thread.
  virtual std::optional<text::HttpError> not_ready() { return std::nullopt; }

  // The server is about to stop: tells everybody who is connected.
  virtual void say_goodbye() {}
  // No more calls follow. Returns when everything that was acknowledged is stored and nobody
  // thinks any more.
  virtual void stop() = 0;
};

}  // namespace net

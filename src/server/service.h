// What the network half and the game half of the server know of each other.
//
// The network half calls a Service; the Service answers through the function it was given and sends
// to Connections. Both may happen on any thread.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "server/http.h"

namespace server {

// One WebSocket, as the service sees it. Thread-safe; does nothing once it is closed.
class Connection {
 public:
  virtual ~Connection() = default;
  // One text message. Shared, because a turn goes to everyone at the table. A connection that does
  // not read what was sent to it is closed by the network half.
  virtual void send(std::shared_ptr<const std::string> message) = 0;
  virtual void close() = 0;
};

using Reply = std::function<void(Response)>;

class Service {
 public:
  virtual ~Service() = default;

  // Calls reply exactly once, perhaps later and on another thread.
  virtual void handle(Request request, Reply reply) = 0;

  // Messages of one connection come one after the other, never after closed().
  virtual void opened(const std::shared_ptr<Connection>& connection, const Request& request) = 0;
  virtual void message(const std::shared_ptr<Connection>& connection, std::string text) = 0;
  virtual void closed(const std::shared_ptr<Connection>& connection) = 0;

  // The server is about to stop: tells everybody who is connected.
  virtual void say_goodbye() {}
  // No more calls follow. Returns when everything that was acknowledged is stored and nobody
  // thinks any more.
  virtual void stop() = 0;
};

}  // namespace server

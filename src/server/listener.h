// The network half of the server: HTTP/1.1 and WebSockets on Boost.Beast, behind a plain interface,
// because Beast takes long to compile.
//
// Requests below /api go to the Service, the socket is /api/socket, everything else is the page.
// Each thread runs a loop of its own and a connection stays on one of them; the Service may answer
// from any thread.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "core/result.h"
#include "server/service.h"
#include "server/visitors.h"
#include "text/text.h"

namespace server {

using std::chrono::milliseconds;

struct ListenerSettings {
  std::string host = "127.0.0.1";  // an address or a name; "" for every address of the machine
  int port = 0;                    // 0 for any that is free
  std::vector<std::string> names;  // by which visitors may call besides addresses and localhost
  int threads = 2;

  std::size_t max_header = std::size_t{8} << 10;  // bytes
  std::size_t max_body = std::size_t{1} << 20;
  std::size_t max_message = std::size_t{1} << 20;  // from a WebSocket
  std::size_t max_waiting = std::size_t{1}
                            << 20;  // to a WebSocket that does not read; one may be longer
  VisitorLimits limits;

  milliseconds header_time{10'000};  // from the first byte to the end of the headers
  milliseconds body_time{30'000};
  milliseconds idle_time{60'000};    // between two requests
  milliseconds write_time{120'000};  // for one answer, or one message to a WebSocket
  milliseconds ping_time{20'000};    // of silence before a WebSocket is asked, and to answer
  milliseconds stop_time{1'000};     // for good-byes
};

class Listener {
 public:
  // Listens when it returns. The service outlives the listener's stop().
  static core::Result<std::unique_ptr<Listener>, text::Error> open(const ListenerSettings& settings,
                                                                   Service& service);
  virtual ~Listener() = default;

  virtual int port() const = 0;
  // How many are connected, and how many of them by WebSocket.
  struct Counts {
    int connections = 0;
    int sockets = 0;
  };
  virtual Counts counts() const = 0;
  // Accepts nobody any more, says good-bye to everybody and returns when all are gone. The service
  // is told of every WebSocket that closes; replies that come later are dropped.
  virtual void stop() = 0;
};

// The addresses of this machine that others in the house can reach.
std::vector<std::string> lan_addresses();

}  // namespace server

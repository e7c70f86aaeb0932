// The network: HTTP/1.1 and WebSockets on Boost.Beast, behind a plain interface,
// because Beast takes long to compile.
//
// Requests below /api go to the Service, the socket is /api/socket, everything else is the page.
// Each thread runs a loop of its own and a connection stays on one of them; the Service may answer
// from any thread.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/time_source.h"
#include "net/address.h"
#include "net/service.h"
#include "net/visitors.h"
#include "text/text.h"

namespace net {

using std::chrono::milliseconds;

struct ListenerSettings {
  std::string host = "127.0.0.1";  // an address or a name; "" for every address of the machine
  int port = 0;                    // 0 for any that is free
  std::vector<std::string> names;  // by which visitors may call besides addresses and localhost
  int threads = 2;
  std::vector<Network> trusted_proxies;  // whose word on who asks is believed
  std::string tls_certificate, tls_key;  // files in PEM; both or neither

  std::size_t max_header = std::size_t{8} << 10;  // bytes
  std::size_t max_body = std::size_t{1} << 20;
  std::size_t max_message = std::size_t{1} << 20;  // from a WebSocket
  std::size_t max_waiting = std::size_t{1}
                            << 20;  // to a WebSocket that does not read; one may be longer
  VisitorLimits limits;
  int max_connections = 0;      // 0: as many as there may be open files
  int max_refused = 1000;       // connections that are there to be told that there are too many
  bool metrics_public = false;  // /metrics is for everybody, not only for this machine

  milliseconds header_time{10'000};  // from the first byte to the end of the headers
  milliseconds body_time{30'000};
  milliseconds idle_time{60'000};     // between two requests
  milliseconds write_time{120'000};   // for one answer, or one message to a WebSocket
  milliseconds message_time{30'000};  // from the first byte of a WebSocket's message to the last
  milliseconds ping_time{20'000};     // of silence before a WebSocket is asked whether it lives
  int max_pings = 2;                  // that may go unanswered; one `ping_time` later it is dead
  milliseconds refuse_time{2'000};    // for whoever is one too many to ask and be told
  milliseconds stop_time{1'000};      // for good-byes
};

class Listener {
 public:
  // Listens when it returns. The service outlives the listener's stop(). All times are of `time`.
  static core::Result<std::unique_ptr<Listener>, text::Error> open(
      const ListenerSettings& settings, Service& service,
      core::TimeSource& time = core::steady_time());
  virtual ~Listener() = default;

  virtual int port() const = 0;
  // How many are connected, and how many of them by WebSocket.
  struct Counts {
    int connections = 0;
    int sockets = 0;
  };
  virtual Counts counts() const = 0;
  virtual Visitors& visitors() = 0;
  // Reads certificate and key again, for connections to come; where that fails the old ones stay.
  virtual std::optional<text::Error> read_certificate_again() = 0;
  // Accepts nobody any more, says good-bye to everybody and returns when all are gone. The service
  // is told of every WebSocket that closes; replies that come later are dropped.
  virtual void stop() = 0;
};

// What is wrong with the files for TLS; nothing where they are good, or not asked for.
std::optional<text::Error> certificate_problem(const ListenerSettings& settings);

// Lets this process open as many files as it may. Why that is too few for a server, where it is.
std::optional<text::Error> allow_many_files();

// The addresses of this machine that others in the house can reach.
std::vector<std::string> lan_addresses();

}  // namespace net

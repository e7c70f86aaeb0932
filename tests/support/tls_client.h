// A client that speaks TLS, and certificates for the servers it speaks to.
#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>
#include <string_view>

#include "socket_client.h"

namespace tests {

// Files in PEM, signed by itself.
struct Certificate {
  std::string certificate, key;
};
// Made in a folder, by the openssl command.
Certificate new_certificate(const std::string& folder, const std::string& name = "localhost");

// Blocking. Trusts everybody: it is not the one that is tested.
class TlsClient {
 public:
  // From an address of this machine, where that is told.
  explicit TlsClient(int port, const std::string& from = "");

  // Was there a handshake?
  bool connected() const { return connected_; }
  // Who the server says it is: the CN of its certificate.
  std::string server_name() const;

  bool send(std::string_view bytes);
  // Status 0 where the connection ended.
  HttpAnswer answer();
  HttpAnswer get(std::string_view path, std::string_view more_headers = "");
  int upgrade(std::string_view more_headers = "");
  Frame frame();
  // Does the other side end it with a good-bye of TLS?
  bool ends_in_order();
  // Hangs up as a browser does: with a good-bye, whatever is still to come.
  void hang_up();

 private:
  bool read_more();

  SocketClient socket_;
  std::unique_ptr<SSL_CTX, void (*)(SSL_CTX*)> context_;
  std::unique_ptr<SSL, void (*)(SSL*)> tls_;
  bool connected_ = false;
  std::string buffer_;
};

}  // namespace tests

// The bytes of a connection: TCP, or TLS over it. To Asio and Beast it is one kind of stream, so
// that what they make of streams is compiled once. Included by listener.cc and client.cc alone.
#pragma once

#include <openssl/x509_vfy.h>
#include <poll.h>
#include <sys/socket.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/beast/core/stream_traits.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <cerrno>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace net {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;

class Stream {
 public:
  using executor_type = tcp::socket::executor_type;

  // With TLS where there is a context for it.
  Stream(tcp::socket socket, asio::ssl::context* context) {
    if (context == nullptr) {
      plain_.emplace(std::move(socket));
    } else {
      tls_ = std::make_unique<Tls>(std::move(socket), *context);
    }
  }

  executor_type get_executor() { return socket().get_executor(); }
  tcp::socket& socket() { return tls_ ? tls_->next_layer() : *plain_; }
  bool is_tls() const { return tls_ != nullptr; }
  // Also where it was moved elsewhere.
  void close() {
    error_code ignored;
    if (tls_ || plain_) socket().close(ignored);
  }

  template <class Buffers, class Handler>
  void async_read_some(const Buffers& buffers, Handler&& handler) {
    if (tls_) return tls_->async_read_some(buffers, std::forward<Handler>(handler));
    plain_->async_read_some(buffers, std::forward<Handler>(handler));
  }
  template <class Buffers, class Handler>
  void async_write_some(const Buffers& buffers, Handler&& handler) {
    if (tls_) return tls_->async_write_some(buffers, std::forward<Handler>(handler));
    plain_->async_write_some(buffers, std::forward<Handler>(handler));
  }

  // REQUIRES: is_tls().
  template <class Handler>
  void async_handshake(Handler&& handler) {
    tls_->async_handshake(asio::ssl::stream_base::server, std::forward<Handler>(handler));
  }

  // As a client: the certificate must be one of this machine's. REQUIRES: is_tls().
  template <class Handler>
  void async_handshake_with(const std::string& host, Handler&& handler) {
    SSL* tls = tls_->native_handle();
    error_code no_address;
    asio::ip::make_address(host, no_address);
    if (no_address) {
      SSL_set1_host(tls, host.c_str());
      SSL_set_tlsext_host_name(tls, host.c_str());  // one machine may have several names
    } else {
      X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host.c_str());
    }
    tls_->set_verify_mode(asio::ssl::verify_peer);
    tls_->async_handshake(asio::ssl::stream_base::client, std::forward<Handler>(handler));
  }
  // What was wrong with the certificate, X509_V_OK where nothing was. REQUIRES: is_tls().
  long certificate_problem() { return SSL_get_verify_result(tls_->native_handle()); }

  // Nothing more will be written; then calls `done`. What still comes can be read from the socket,
  // if only to be thrown away.
  template <class Done>
  void async_end_writing(Done done) {
    if (!tls_) {
      end_socket();
      return done();
    }
    tls_->async_shutdown([this, done = std::move(done)](error_code) {
      end_socket();
      done();
    });
  }

  // Is the other side gone? Under TLS what it said last may still wait to be read: good-bye.
  bool hung_up() {
    if (tls_) {
      pollfd asked{socket().native_handle(), POLLRDHUP, 0};
      return poll(&asked, 1, 0) == 1;
    }
    char next = 0;
    const auto got = recv(plain_->native_handle(), &next, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
  }

 private:
  using Tls = asio::ssl::stream<tcp::socket>;

  void end_socket() {
    error_code ignored;
    socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  // How Beast ends the connection of a WebSocket.
  friend void beast_close_socket(Stream& stream) { stream.close(); }
  template <class Handler>
  friend void async_teardown(beast::role_type role, Stream& stream, Handler&& handler) {
    if (stream.tls_) return stream.tls_->async_shutdown(std::forward<Handler>(handler));
    beast::websocket::async_teardown(role, *stream.plain_, std::forward<Handler>(handler));
  }

  std::optional<tcp::socket> plain_;
  std::unique_ptr<Tls> tls_;
};

}  // namespace net

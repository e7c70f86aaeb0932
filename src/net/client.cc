// With listener.cc the only file that is compiled with Boost.Beast.
#include "net/client.h"

#include <openssl/x509_vfy.h>

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <thread>

#include "net/stream.h"

namespace net {

namespace http = beast::http;
namespace websocket = beast::websocket;
using text::Error;
using text::Message;

std::string ServerAddress::authority() const {
  const bool v6 = host.find(':') != std::string::npos;
  const std::string name = v6 ? '[' + host + ']' : host;
  return port == (secure ? 443 : 80) ? name : name + ':' + std::to_string(port);
}

std::string ServerAddress::origin() const {
  return (secure ? "https://" : "http://") + authority();
}

namespace {

// A table with a long game is some hundred kilobytes.
constexpr std::size_t kMaxAnswer = std::size_t{16} << 20;
constexpr const char* kAgent = "tabuleiro/" TABULEIRO_VERSION;

asio::ssl::context& trusted() {
  static asio::ssl::context context = [] {
    asio::ssl::context made(asio::ssl::context::tls_client);
    error_code ignored;  // without certificates none is trusted, which is said then
    made.set_default_verify_paths(ignored);
    SSL_CTX_set_min_proto_version(made.native_handle(), TLS1_2_VERSION);
    return made;
  }();
  return context;
}

// The way to a server: its name, a connection, TLS. What comes then is ready()'s.
class Caller {
 public:
  explicit Caller(ServerAddress server)
      : server_(std::move(server)), resolver_(io_), socket_(io_), timer_(io_) {}
  virtual ~Caller() = default;

 protected:
  virtual void ready() = 0;
  virtual void ended(const Error& error) = 0;
  virtual void hang_up() {
    error_code ignored;
    socket_.close(ignored);
    if (stream_) stream_->close();
  }

  void call(std::chrono::milliseconds patience) {
    timer_.expires_after(patience);
    timer_.async_wait([this](error_code cancelled) {
      if (!cancelled) fail(no_answer());
    });
    resolver_.async_resolve(server_.host, std::to_string(server_.port),
                            [this](error_code error, const tcp::resolver::results_type& found) {
                              if (error)
                                return fail(Error(Message::kOnlineNoMachine, {server_.host}));
                              connect(found);
                            });
  }

  // Only the first reason counts: what follows from it is no news.
  void fail(const Error& error) {
    if (over_) return;
    over_ = true;
    timer_.cancel();
    hang_up();
    ended(error);
  }
  // Nobody waits for the server any more.
  void answered() { timer_.cancel(); }

  Error no_answer() const { return Error(Message::kOnlineNoAnswer, {server_.origin()}); }
  Error strange() const { return Error(Message::kOnlineStrange, {server_.origin()}); }

  const ServerAddress server_;
  asio::io_context io_{1};
  std::optional<Stream> stream_;

 private:
  void connect(const tcp::resolver::results_type& found) {
    asio::async_connect(socket_, found, [this](error_code error, const tcp::endpoint&) {
      if (error) return fail(no_answer());
      error_code ignored;
      socket_.set_option(tcp::no_delay(true), ignored);
      stream_.emplace(std::move(socket_), server_.secure ? &trusted() : nullptr);
      if (!server_.secure) return ready();
      stream_->async_handshake_with(server_.host, [this](error_code refused) {
        if (refused) return fail(handshake_error());
        ready();
      });
    });
  }

  Error handshake_error() {
    const long problem = stream_->certificate_problem();
    if (problem == X509_V_OK) return strange();
    return Error(Message::kOnlineUntrusted,
                 {server_.origin(), X509_verify_cert_error_string(problem)});
  }

  tcp::resolver resolver_;
  tcp::socket socket_;
  asio::steady_timer timer_;
  bool over_ = false;
};

class Question final : public Caller {
 public:
  Question(const ServerAddress& server, const ServerQuestion& question) : Caller(server) {
    request_.method_string(question.method);
    request_.target(question.target);
    request_.version(11);
    request_.set(http::field::host, server.authority());
    request_.set(http::field::user_agent, kAgent);
    request_.set(http::field::connection, "close");
    if (!question.language.empty()) {
      request_.set(http::field::accept_language, question.language);
    }
    if (!question.token.empty()) {
      request_.set(http::field::authorization, "Seat " + question.token);
    }
    if (!question.body.empty()) request_.set(http::field::content_type, "application/json");
    request_.body() = question.body;
    request_.prepare_payload();
    parser_.body_limit(kMaxAnswer);
  }

  core::Result<ServerAnswer, Error> ask(std::chrono::milliseconds patience) {
    call(patience);
    io_.run();
    if (error_) return *error_;
    return ServerAnswer{static_cast<int>(parser_.get().result_int()), parser_.get().body()};
  }

 private:
  void ready() override {
    http::async_write(*stream_, request_, [this](error_code error, std::size_t) {
      if (error) return fail(no_answer());
      http::async_read(*stream_, buffer_, parser_, [this](error_code unread, std::size_t) {
        if (unread && !parser_.is_done()) {
          return fail(parser_.got_some() || is_http_error(unread) ? strange() : no_answer());
        }
        answered();
        hang_up();
      });
    });
  }
  void ended(const Error& error) override { error_ = error; }

  // Something answered, in another language.
  static bool is_http_error(const error_code& error) {
    return error.category() == make_error_code(http::error::bad_version).category() &&
           error != http::error::end_of_stream;
  }

  http::request<http::string_body> request_;
  http::response_parser<http::string_body> parser_;
  beast::flat_buffer buffer_;
  std::optional<Error> error_;
};

}  // namespace

core::Result<ServerAnswer, Error> ask_server(const ServerAddress& server,
                                             const ServerQuestion& question,
                                             std::chrono::milliseconds patience) {
  return Question(server, question).ask(patience);
}

class ClientSocket::Connection final : public Caller {
 public:
  Connection(const ServerAddress& server, std::string target, Calls calls)
      : Caller(server), target_(std::move(target)), calls_(std::move(calls)) {
    call(kServerPatience);
    thread_ = std::thread([this] { io_.run(); });
  }

  ~Connection() override {
    io_.stop();
    thread_.join();
    hang_up();
  }

  void send(std::string message) {
    asio::post(io_, [this, text = std::move(message)]() mutable {
      waiting_.push_back(std::move(text));
      if (open_ && waiting_.size() == 1) write();
    });
  }

 private:
  void ready() override {
    socket_.emplace(std::move(*stream_));
    stream_.reset();
    socket_->read_message_max(kMaxAnswer);
    socket_->set_option(websocket::stream_base::decorator(
        [](websocket::request_type& request) { request.set(http::field::user_agent, kAgent); }));
    socket_->async_handshake(server_.authority(), target_, [this](error_code error) {
      if (error) return fail(error == websocket::error::upgrade_declined ? strange() : no_answer());
      answered();
      open_ = true;
      calls_.opened();
      if (!waiting_.empty()) write();
      read();
    });
  }

  void read() {
    socket_->async_read(buffer_, [this](error_code error, std::size_t) {
      if (error) return fail(no_answer());
      std::string text = beast::buffers_to_string(buffer_.data());
      buffer_.consume(buffer_.size());
      calls_.message(std::move(text));
      read();
    });
  }

  void write() {
    socket_->text(true);
    socket_->async_write(asio::buffer(waiting_.front()), [this](error_code error, std::size_t) {
      if (error) return fail(no_answer());
      waiting_.pop_front();
      if (!waiting_.empty()) write();
    });
  }

  void ended(const Error& error) override {
    open_ = false;
    calls_.closed(error);
  }
  void hang_up() override {
    Caller::hang_up();
    if (socket_) socket_->next_layer().close();
  }

  const std::string target_;
  const Calls calls_;
  std::optional<websocket::stream<Stream>> socket_;
  beast::flat_buffer buffer_;
  std::deque<std::string> waiting_;  // the first one is being written
  bool open_ = false;
  std::thread thread_;
};

ClientSocket::ClientSocket(const ServerAddress& server, std::string target, Calls calls)
    : connection_(std::make_unique<Connection>(server, std::move(target), std::move(calls))) {}

ClientSocket::~ClientSocket() = default;

void ClientSocket::send(std::string message) { connection_->send(std::move(message)); }

}  // namespace net

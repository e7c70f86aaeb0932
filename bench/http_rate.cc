#include "http_rate.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <csignal>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "server_process.h"
#include "socket_client.h"

namespace bench {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;

class EmptySession : public std::enable_shared_from_this<EmptySession> {
 public:
  explicit EmptySession(tcp::socket socket) : stream_(std::move(socket)) {}

  void read() {
    request_ = {};
    stream_.expires_after(std::chrono::seconds(30));
    http::async_read(stream_, buffer_, request_,
                     [self = shared_from_this()](error_code error, std::size_t) {
                       if (!error) self->write();
                     });
  }

 private:
  void write() {
    response_ = {http::status::ok, request_.version()};
    response_.keep_alive(request_.keep_alive());
    response_.prepare_payload();
    http::async_write(stream_, response_,
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (!error) self->read();
                      });
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::empty_body> response_;
};

[[noreturn]] void serve_empty(int tell) {
  asio::io_context context(2);
  tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
  const int port = acceptor.local_endpoint().port();
  if (write(tell, &port, sizeof port) != sizeof port) _exit(1);
  std::function<void()> accept = [&] {
    // One strand a connection, as several threads run the context.
    acceptor.async_accept(asio::make_strand(context), [&](error_code error, tcp::socket socket) {
      if (!error) std::make_shared<EmptySession>(std::move(socket))->read();
      accept();
    });
  };
  accept();
  std::thread second([&] { context.run(); });
  context.run();
  _exit(0);
}

}  // namespace

EmptyHandler::EmptyHandler() {
  int ends[2];
  if (pipe(ends) != 0) give_up("no pipe");
  process_ = fork();
  if (process_ == 0) serve_empty(ends[1]);
  if (read(ends[0], &port_, sizeof port_) != sizeof port_) give_up("no empty handler");
  close(ends[0]);
  close(ends[1]);
}

EmptyHandler::~EmptyHandler() {
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

long count_answers(int port, const std::string& path, int connections,
                   std::chrono::milliseconds time) {
  const std::string request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  std::vector<tests::SocketClient> clients;
  std::vector<pollfd> files;
  for (int i = 0; i < connections; ++i) {
    clients.emplace_back(port);
    clients.back().send(request);
    files.push_back({clients.back().file(), POLLIN, 0});
  }
  long answers = 0;
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
    if (poll(files.data(), files.size(), 1000) <= 0) give_up("no answer");
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (files[i].revents == 0) continue;
      const auto answer = clients[i].answer();
      if (answer.status != 200) give_up(path + ": status " + std::to_string(answer.status));
      ++answers;
      clients[i].send(request);
    }
  }
  return answers;
}

}  // namespace bench

// Stands between a client and PostgreSQL and cuts the line at the worst moments.
#pragma once

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace tests {

class CuttingProxy {
 public:
  enum Cut { kNever, kBeforeCommit, kAfterCommit };

  explicit CuttingProxy(int server_port) : server_port_(server_port) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    auto address = loopback(0);
    socklen_t size = sizeof address;
    if (bind(listener_, plain(address), size) != 0 || listen(listener_, 8) != 0 ||
        getsockname(listener_, plain(address), &size) != 0) {
      throw std::runtime_error("no proxy");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~CuttingProxy() {
    ending_ = true;
    thread_.join();
    close(listener_);
  }
  CuttingProxy(const CuttingProxy&) = delete;
  CuttingProxy& operator=(const CuttingProxy&) = delete;

  int port() const { return port_; }
  // The next COMMIT does not arrive, or its answer does not.
  void cut_once(Cut cut) { cut_ = cut; }
  bool has_cut() const { return cut_ == kNever; }
  // So many were made through it.
  int connections() const { return connections_; }
  void refuse_after_cut() { refuse_after_cut_ = true; }
  void accept_again() { refuse_after_cut_ = refusing_ = false; }

 private:
  static sockaddr_in loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<in_port_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }
  static sockaddr* plain(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

  // One client after the other: the store has one connection.
  void serve() {
    while (!ending_) {
      pollfd waiting{listener_, POLLIN, 0};
      if (poll(&waiting, 1, 20) <= 0) continue;
      const int client = accept(listener_, nullptr, nullptr);
      ++connections_;
      const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
      auto address = loopback(server_port_);
      if (!refusing_ && connect(server, plain(address), sizeof address) == 0) pass(client, server);
      close(client);
      close(server);
    }
  }

  void pass(int client, int server) {
    char buffer[65536];
    while (!ending_) {
      pollfd ends[] = {{client, POLLIN, 0}, {server, POLLIN, 0}};
      if (poll(ends, 2, 20) <= 0) continue;
      if (ends[0].revents != 0) {
        const auto size = read(client, buffer, sizeof buffer);
        if (size <= 0) return;
        const std::string_view sent(buffer, static_cast<std::size_t>(size));
        const Cut cut = sent.find("COMMIT") != sent.npos ? cut_.load() : kNever;
        if (cut == kBeforeCommit) return done();
        if (write(server, buffer, sent.size()) != size) return;
        if (cut == kAfterCommit) {
          if (read(server, buffer, sizeof buffer) > 0) done();
          return;
        }
      }
      if (ends[1].revents != 0) {
        const auto size = read(server, buffer, sizeof buffer);
        if (size <= 0 || write(client, buffer, static_cast<std::size_t>(size)) != size) return;
      }
    }
  }

  void done() {
    refusing_ = refuse_after_cut_.load();
    cut_ = kNever;
  }

  const int server_port_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<Cut> cut_ = kNever;
  std::atomic<int> connections_ = 0;
  std::atomic<bool> refuse_after_cut_ = false, refusing_ = false, ending_ = false;
  std::thread thread_;
};

}  // namespace tests

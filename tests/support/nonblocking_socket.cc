#include "nonblocking_socket.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "socket_client.h"

namespace tests {

namespace {

void tell_epoll(int epoll, int operation, int file, std::uint32_t events, std::uint64_t tag) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = tag;
  epoll_ctl(epoll, operation, file, &event);
}

}  // namespace

NonblockingSocket::NonblockingSocket(NonblockingSocket&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      epoll_(other.epoll_),
      tag_(other.tag_),
      stage_(std::exchange(other.stage_, Stage::kClosed)),
      heard_(other.heard_),
      in_(std::move(other.in_)),
      out_(std::move(other.out_)),
      why_(std::move(other.why_)) {}

bool NonblockingSocket::open(int port, int epoll, std::uint64_t tag) {
  close();
  file_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  stage_ = Stage::kConnecting;
  heard_ = Clock::now();
  epoll_ = epoll;
  tag_ = tag;
  const int on = 1;
  setsockopt(file_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(file_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 &&
      errno != EINPROGRESS) {
    end("no connection");
    return false;
  }
  tell_epoll(epoll_, EPOLL_CTL_ADD, file_, EPOLLIN | EPOLLOUT, tag_);
  return true;
}

void NonblockingSocket::close() {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
  stage_ = Stage::kClosed;
  in_.clear();
  out_.clear();
}

void NonblockingSocket::end(const char* why) {
  why_ = why;
  close();
}

bool NonblockingSocket::finish_connecting() {
  int problem = 0;
  socklen_t size = sizeof problem;
  sockaddr_in peer{};
  socklen_t peer_size = sizeof peer;
  getsockopt(file_, SOL_SOCKET, SO_ERROR, &problem, &size);
  if (problem != 0) {
    end("no connection");
    return false;
  }
  if (getpeername(file_, reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0) return false;
  tell_epoll(epoll_, EPOLL_CTL_MOD, file_, EPOLLIN, tag_);
  stage_ = Stage::kUpgrading;
  send(upgrade_text());
  return stage_ == Stage::kUpgrading;
}

bool NonblockingSocket::finish_upgrade() {
  const auto answer = take_answer(in_);
  if (!answer) return false;
  if (answer->status != 101) {
    end(answer->status == 503 ? "full" : "no WebSocket");
    return false;
  }
  stage_ = Stage::kOpen;
  return true;
}

std::vector<std::string> NonblockingSocket::receive() {
  if (stage_ == Stage::kConnecting && !finish_connecting()) return {};
  if (stage_ == Stage::kClosed) return {};
  char bytes[65536];
  const auto got = recv(file_, bytes, sizeof bytes, 0);
  const bool later = got < 0 && (errno == EAGAIN || errno == EINTR);
  if (later) return {};
  if (got > 0) {
    in_.append(bytes, static_cast<std::size_t>(got));
    heard_ = Clock::now();
  }
  std::vector<std::string> messages;
  if (stage_ == Stage::kOpen || finish_upgrade()) {
    while (auto frame = take_frame(in_)) {
      if (frame->opcode == 9) send(frame_bytes({10, frame->payload}));
      if (frame->opcode == 1) messages.push_back(std::move(frame->payload));
    }
  }
  if (got <= 0 && stage_ != Stage::kClosed) end("closed");
  return messages;
}

void NonblockingSocket::send_text(std::string_view text) {
  send(frame_bytes({1, std::string(text)}));
}

void NonblockingSocket::send(std::string_view bytes) {
  out_ += bytes;
  flush();
}

// An error shows when something is read.
void NonblockingSocket::flush() {
  if (out_.empty() || stage_ == Stage::kClosed) return;
  const auto sent = ::send(file_, out_.data(), out_.size(), MSG_NOSIGNAL);
  if (sent > 0) out_.erase(0, static_cast<std::size_t>(sent));
}

}  // namespace tests

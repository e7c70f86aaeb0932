#include "fault_proxy.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace tests {

namespace {

constexpr std::size_t kMostWaiting = 4 << 20;  // bytes of one direction that are delayed

sockaddr_in loopback_address(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<in_port_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

sockaddr* as_address(sockaddr_in& address) { return reinterpret_cast<sockaddr*>(&address); }

std::size_t waiting_bytes(const auto& chunks) {
  std::size_t bytes = 0;
  for (const auto& chunk : chunks) bytes += chunk.bytes.size();
  return bytes;
}

bool for_later() { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

}  // namespace

FaultProxy::FaultProxy(int server_port) : server_port_(server_port) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  waker_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  auto address = loopback_address(0);
  socklen_t size = sizeof address;
  if (bind(listener_, as_address(address), size) != 0 || listen(listener_, 256) != 0 ||
      getsockname(listener_, as_address(address), &size) != 0) {
    throw std::runtime_error("no proxy");
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { work(); });
}

FaultProxy::~FaultProxy() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake();
  thread_.join();
  close_all();
  close(listener_);
  close(waker_);
}

void FaultProxy::set(Way way, Fault fault) {
  const std::lock_guard lock(mutex_);
  rule(way).fault = fault;
  wake();
}

void FaultProxy::black_hole() {
  const std::lock_guard lock(mutex_);
  rules_[0].fault = rules_[1].fault = Fault::kHold;
  wake();
}

void FaultProxy::delay(Way way, std::chrono::milliseconds time) {
  const std::lock_guard lock(mutex_);
  rule(way).delay = time;
  wake();
}

void FaultProxy::cut() {
  const std::lock_guard lock(mutex_);
  close_all();
  wake();
}

void FaultProxy::refuse() {
  const std::lock_guard lock(mutex_);
  refusing_ = true;
  close_all();
  wake();
}

void FaultProxy::heal() {
  const std::lock_guard lock(mutex_);
  refusing_ = false;
  rules_[0] = rules_[1] = {};
  open_.remove_if([](const Connection& connection) {
    const bool lost = connection.flows[0].lost || connection.flows[1].lost;
    if (lost) reset(connection);
    return lost;
  });
  wake();
}

std::size_t FaultProxy::passed(Way way) const { return passed_[static_cast<int>(way)]; }

void FaultProxy::wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = write(waker_, &one, sizeof one);
}

void FaultProxy::reset(const Connection& connection) {
  const linger at_once{1, 0};
  for (const int end : {connection.client, connection.server}) {
    setsockopt(end, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(end);
  }
}

void FaultProxy::close_all() {
  for (const auto& connection : open_) reset(connection);
  open_.clear();
}

// Descriptors are closed under the lock only, so what was polled may be gone: everything is tried
// again, without waiting.
void FaultProxy::work() {
  while (true) {
    poll_all();
    const std::lock_guard lock(mutex_);
    if (ending_) return;
    std::uint64_t woken = 0;
    [[maybe_unused]] const auto ignored = read(waker_, &woken, sizeof woken);
    accept_one();
    open_.remove_if([this](Connection& connection) { return !move(connection); });
  }
}

int FaultProxy::poll_all() {
  std::vector<pollfd> ends;
  int timeout = -1;
  {
    const std::lock_guard lock(mutex_);
    ends = {{listener_, POLLIN, 0}, {waker_, POLLIN, 0}};
    for (const auto& connection : open_) {
      for (const auto& flow : connection.flows) {
        const auto fault = rule(flow.way).fault;
        if (fault == Fault::kHold) continue;
        const bool full = waiting_bytes(flow.waiting) >= kMostWaiting;
        if (!flow.ended && !full) ends.push_back({flow.from, POLLIN, 0});
        if (flow.waiting.empty()) continue;
        const auto left =
            std::chrono::ceil<std::chrono::milliseconds>(flow.waiting.front().due - Clock::now());
        if (left.count() <= 0) {
          ends.push_back({flow.to, POLLOUT, 0});
        } else if (timeout < 0 || left.count() < timeout) {
          timeout = static_cast<int>(left.count());
        }
      }
    }
  }
  return poll(ends.data(), ends.size(), timeout);
}

void FaultProxy::accept_one() {
  const int client = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (client < 0) return;
  ++connections_;
  const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  auto address = loopback_address(server_port_);
  const Connection made{
      client, server, {{client, server, Way::kToServer}, {server, client, Way::kToClient}}};
  if (refusing_ || connect(server, as_address(address), sizeof address) != 0) return reset(made);
  const int flags = 1;
  for (const int end : {client, server}) {
    setsockopt(end, IPPROTO_TCP, 1 /* TCP_NODELAY */, &flags, sizeof flags);
  }
  open_.push_back(made);
}

// False where the connection is over, and closed.
bool FaultProxy::move(Connection& connection) {
  bool alive = true, over = true;
  for (auto& flow : connection.flows) {
    if (rule(flow.way).fault == Fault::kHold) {
      over = false;
      continue;
    }
    alive = alive && read_some(flow) && write_due(flow);
    over = over && flow.ended && flow.waiting.empty();
  }
  if (alive && !over) return true;
  reset(connection);
  return false;
}

bool FaultProxy::read_some(Flow& flow) {
  if (flow.ended || waiting_bytes(flow.waiting) >= kMostWaiting) return true;
  std::string buffer(65536, '\0');
  const auto size = recv(flow.from, buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (size < 0) return for_later();
  if (size == 0) {
    flow.ended = true;
    if (flow.waiting.empty()) shutdown(flow.to, SHUT_WR);
    return true;
  }
  if (rule(flow.way).fault == Fault::kSwallow) {
    flow.lost = true;
    return true;
  }
  buffer.resize(static_cast<std::size_t>(size));
  flow.waiting.push_back({Clock::now() + rule(flow.way).delay, std::move(buffer)});
  return true;
}

bool FaultProxy::write_due(Flow& flow) {
  while (!flow.waiting.empty()) {
    auto& [due, bytes] = flow.waiting.front();
    if (due > Clock::now() && rule(flow.way).delay.count() > 0) return true;
    const auto size = send(flow.to, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size < 0) return for_later();
    passed_[static_cast<int>(flow.way)] += static_cast<std::size_t>(size);
    bytes.erase(0, static_cast<std::size_t>(size));
    if (!bytes.empty()) return true;
    flow.waiting.pop_front();
    if (flow.ended && flow.waiting.empty()) shutdown(flow.to, SHUT_WR);
  }
  return true;
}

}  // namespace tests

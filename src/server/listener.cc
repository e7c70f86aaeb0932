// The only file that is compiled with Boost.Beast: it takes as long as all others of this folder.
#include "server/listener.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>

#include "core/guarded.h"
#include "core/scan.h"
#include "server/http_peer.h"
#include "text/file.h"

namespace server {

namespace {

// A connection needs a file descriptor; many systems start with 1,024 of them.
void allow_many_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Where to listen; the first address of a name.
core::Result<tcp::endpoint, text::Error> endpoint_of(const ListenerSettings& settings) {
  const auto port = static_cast<unsigned short>(settings.port);
  if (settings.host.empty()) return tcp::endpoint(asio::ip::address_v6::any(), port);
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  if (getaddrinfo(settings.host.c_str(), nullptr, &hints, &found) != 0) {
    return text::Error(text::Message::kServeBadHost, {core::quoted(settings.host)});
  }
  tcp::endpoint endpoint;
  std::memcpy(endpoint.data(), found->ai_addr, found->ai_addrlen);
  endpoint.resize(found->ai_addrlen);
  endpoint.port(port);
  freeaddrinfo(found);
  return endpoint;
}

// Who counts as one visitor: an IPv4 address, or the network of an IPv6 one, in which everybody has
// as many addresses as he likes.
std::string visitor_name(const asio::ip::address& address) {
  if (address.is_v4() || address.is_loopback()) return address.to_string();
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return asio::ip::address_v6(bytes).to_string() + "/64";
}

asio::ip::address unmapped(const asio::ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
}

class BeastListener : public Listener {
 public:
  BeastListener(const ListenerSettings& settings, Service& service) : shared_(settings, service) {
    for (int i = 0; i < settings.threads; ++i) loops_.push_back(std::make_unique<Loop>(shared_));
    acceptor_.emplace(loops_[0]->context);
    pause_.emplace(loops_[0]->context);
  }
  ~BeastListener() override {
    core::guarded([this] { stop(); });
  }

  std::optional<text::Error> listen() {
    auto endpoint = endpoint_of(shared_.settings);
    if (!endpoint) return endpoint.error();
    error_code error = bind(*endpoint);
    if (error && shared_.settings.host.empty()) {  // a machine without IPv6
      error = bind({asio::ip::address_v4::any(), endpoint->port()});
    }
    if (!error) acceptor_->listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      return text::system_error(error.value())
          .in(text::Message::kServeCannotListen,
              {shared_.settings.host.empty() ? "*" : shared_.settings.host,
               std::to_string(endpoint->port())});
    }
    port_ = acceptor_->local_endpoint().port();
    allow_many_files();
    accept();
    for (const auto& loop : loops_) loop->start();
    running_ = true;
    return std::nullopt;
  }

  int port() const override { return port_; }
  Counts counts() const override { return {shared_.connections, shared_.sockets}; }

  void stop() override {
    if (!std::exchange(running_, false)) return;
    asio::post(loops_[0]->context, [this] {
      error_code ignored;
      acceptor_->close(ignored);
      pause_->cancel();
    });
    for (const auto& loop : loops_) loop->stop();
    for (const auto& loop : loops_) loop->join();
  }

 private:
  error_code bind(const tcp::endpoint& endpoint) {
    error_code error;
    if (acceptor_->is_open()) acceptor_->close(error);
    acceptor_->open(endpoint.protocol(), error);
    if (!error) acceptor_->set_option(tcp::acceptor::reuse_address(true), error);
    if (!error && endpoint.protocol() == tcp::v6()) {
      acceptor_->set_option(asio::ip::v6_only(false), error);
    }
    if (!error) acceptor_->bind(endpoint, error);
    return error;
  }

  // Connections go to the loops in turn.
  void accept() {
    Loop& loop = *loops_[next_++ % loops_.size()];
    acceptor_->async_accept(loop.context, [this, &loop](error_code error, tcp::socket socket) {
      if (!acceptor_->is_open()) return;
      if (error) return accept_later();
      welcome(loop, std::move(socket));
      accept();
    });
  }

  // No file descriptor is left, perhaps: some will be closed.
  void accept_later() {
    pause_->expires_after(std::chrono::milliseconds(50));
    pause_->async_wait([this](error_code) {
      if (acceptor_->is_open()) accept();
    });
  }

  void welcome(Loop& loop, tcp::socket socket) {
    error_code error;
    const auto address = unmapped(socket.remote_endpoint(error).address());
    if (error) return;
    socket.set_option(tcp::no_delay(true), error);
    const auto name = visitor_name(address);
    auto visitor = shared_.visitors.enter(name, address.is_loopback(), Clock::now());
    if (!visitor) return;
    auto place = std::make_unique<Place>(shared_, std::move(visitor), name);
    asio::post(
        loop.context, [&loop, socket = std::move(socket), place = std::move(place)]() mutable {
          if (loop.stopping) return;
          const auto peer = std::make_shared<HttpPeer>(loop, std::move(socket), std::move(*place));
          loop.add(peer);
          peer->start();
        });
  }

  Shared shared_;
  std::vector<std::unique_ptr<Loop>> loops_;
  // Behind the loops, whose contexts they use.
  std::optional<tcp::acceptor> acceptor_;
  std::optional<asio::steady_timer> pause_;
  std::size_t next_ = 0;
  int port_ = 0;
  bool running_ = false;
};

}  // namespace

core::Result<std::unique_ptr<Listener>, text::Error> Listener::open(
    const ListenerSettings& settings, Service& service) {
  auto listener = std::make_unique<BeastListener>(settings, service);
  if (auto error = listener->listen()) return *std::move(error);
  return std::unique_ptr<Listener>(std::move(listener));
}

std::vector<std::string> lan_addresses() {
  std::vector<std::string> addresses;
  ifaddrs* first = nullptr;
  if (getifaddrs(&first) != 0) return addresses;
  for (const ifaddrs* at = first; at != nullptr; at = at->ifa_next) {
    if (at->ifa_addr == nullptr || at->ifa_addr->sa_family != AF_INET) continue;
    if ((at->ifa_flags & IFF_UP) == 0 || (at->ifa_flags & IFF_LOOPBACK) != 0) continue;
    char text[NI_MAXHOST];
    if (getnameinfo(at->ifa_addr, sizeof(sockaddr_in), text, sizeof text, nullptr, 0,
                    NI_NUMERICHOST) == 0) {
      addresses.emplace_back(text);
    }
  }
  freeifaddrs(first);
  return addresses;
}

}  // namespace server

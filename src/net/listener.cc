// With client.cc the only file that is compiled with Boost.Beast: each takes as long as all others
// of this folder.
#include "net/listener.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <system_error>

#include "core/guarded.h"
#include "core/scan.h"
#include "net/address.h"
#include "net/http_connection.h"
#include "net/tls.h"
#include "text/file.h"

namespace net {

namespace {

// Open files that a server needs besides those of its connections: the store's, the loops', the
// page's of a browser or two.
constexpr rlim_t kOwnFiles = 64;

rlim_t allowed_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  return limit.rlim_cur;
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

Address address_of(const tcp::endpoint& endpoint) {
  const auto address = endpoint.address();
  if (address.is_v6()) return address.to_v6().to_bytes();
  return asio::ip::make_address_v6(asio::ip::v4_mapped, address.to_v4()).to_bytes();
}

class BeastListener final : public Listener {
 public:
  BeastListener(const ListenerSettings& settings, Service& service, core::TimeSource& time)
      : shared_(settings, service, time) {
    set_room();
    for (int i = 0; i < settings.threads; ++i) loops_.push_back(std::make_unique<Loop>(shared_));
    acceptor_.emplace(loops_[0]->context);
    pause_.emplace(loops_[0]->context);
  }
  ~BeastListener() override {
    core::guarded([this] { stop(); });
  }

  std::optional<text::Error> listen() {
    if (auto error = read_certificate_again()) return error;
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
    accept();
    running_ = true;
    for (const auto& loop : loops_) loop->start();
    return std::nullopt;
  }

  int port() const override { return port_; }
  Counts counts() const override { return {shared_.connections, shared_.sockets}; }
  Visitors& visitors() override { return shared_.visitors; }

  std::optional<text::Error> read_certificate_again() override {
    const auto& settings = shared_.settings;
    if (settings.tls_certificate.empty()) return std::nullopt;
    auto context = read_certificate(settings.tls_certificate, settings.tls_key);
    if (!context) return context.error();
    const std::lock_guard lock(tls_mutex_);
    tls_ = *std::move(context);
    return std::nullopt;
  }

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
  // As many as a quarter of the machine's memory holds, with what each has under way.
  int connections_in_memory() const {
    const auto bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                       static_cast<double>(sysconf(_SC_PAGESIZE)) / 4;
    const double each = shared_.settings.tls_certificate.empty() ? 24'000 : 80'000;
    return static_cast<int>(std::min<double>(bytes / each, std::numeric_limits<int>::max()));
  }

  // Every connection needs a file, also those that are refused.
  void set_room() {
    const auto files = std::min<rlim_t>(allowed_files(), std::numeric_limits<int>::max());
    const int left = static_cast<int>(files - std::min(files, kOwnFiles));
    max_refused_ = std::min(shared_.settings.max_refused, left / 4);
    max_connections_ = std::min(left - max_refused_, connections_in_memory());
    if (const int wanted = shared_.settings.max_connections; wanted > 0) {
      max_connections_ = std::min(max_connections_, wanted);
    }
  }

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

  // Whoever is one too many is told so: a connection that is just cut off tells nobody anything.
  void welcome(Loop& loop, tcp::socket socket) {
    error_code error;
    const auto endpoint = socket.remote_endpoint(error);
    if (error) return;
    socket.set_option(tcp::no_delay(true), error);
    const auto address = address_of(endpoint);
    auto slot = slot_for(address);
    // Of those too there may be too many.
    if (shared_.refused > max_refused_) return;
    auto tls = tls_context();
    if (tls != nullptr && !may_shake_hands(address)) return;
    asio::post(loop.context, [&loop, socket = std::move(socket), slot = std::move(slot),
                              tls = std::move(tls)]() mutable {
      if (loop.stopping) return;
      const auto connection = std::make_shared<HttpConnection>(
          loop, Stream(std::move(socket), tls.get()), std::move(*slot));
      loop.add(connection);
      connection->start();
    });
  }

  // A handshake costs more than what is asked behind it, so also those pay who are refused then.
  bool may_shake_hands(const Address& address) {
    if (contains(shared_.settings.trusted_proxies, address)) return true;
    return shared_.visitors.may_shake_hands(visitor_name(address), shared_.time.now());
  }

  std::unique_ptr<ConnectionSlot> slot_for(const Address& address) {
    if (shared_.connections >= max_connections_) {
      return std::make_unique<ConnectionSlot>(shared_, server_is_full(), visitor_name(address));
    }
    if (contains(shared_.settings.trusted_proxies, address)) {
      return std::make_unique<ConnectionSlot>(shared_, address);
    }
    const auto name = visitor_name(address);
    return std::make_unique<ConnectionSlot>(shared_, shared_.enter(name, is_loopback(address)),
                                            name);
  }

  TlsContext tls_context() {
    const std::lock_guard lock(tls_mutex_);
    return tls_;
  }

  Shared shared_;
  const metrics::Gauge connections_{metrics::kConnections,
                                    [this] { return shared_.connections.load(); }};
  const metrics::Gauge sockets_{metrics::kSockets, [this] { return shared_.sockets.load(); }};
  std::vector<std::unique_ptr<Loop>> loops_;
  // Behind the loops, whose contexts they use.
  std::optional<tcp::acceptor> acceptor_;
  std::optional<asio::steady_timer> pause_;
  std::mutex tls_mutex_;
  TlsContext tls_;  // where it speaks TLS
  std::size_t next_ = 0;
  int max_connections_ = 0, max_refused_ = 0;
  int port_ = 0;
  bool running_ = false;
};

}  // namespace

core::Result<std::unique_ptr<Listener>, text::Error> Listener::open(
    const ListenerSettings& settings, Service& service, core::TimeSource& time) {
  // No file or no thread to be had: that is how Asio tells.
  try {
    auto listener = std::make_unique<BeastListener>(settings, service, time);
    if (auto error = listener->listen()) return *std::move(error);
    return std::unique_ptr<Listener>(std::move(listener));
  } catch (const std::system_error& problem) {
    return text::system_error(problem.code().value());
  }
}

std::optional<text::Error> certificate_problem(const ListenerSettings& settings) {
  if (settings.tls_certificate.empty()) return std::nullopt;
  const auto context = read_certificate(settings.tls_certificate, settings.tls_key);
  return context ? std::nullopt : std::optional(context.error());
}

std::optional<text::Error> allow_many_files() {
  // Those of a few visitors at least.
  constexpr rlim_t kFew = kOwnFiles + 16;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return text::system_error(errno);
  // Many systems start with 1,024 of them and allow more to those who ask.
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  if (allowed_files() >= kFew) return std::nullopt;
  return text::Error(text::Message::kServeFewFiles,
                     {std::to_string(allowed_files()), std::to_string(kFew)});
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

}  // namespace net

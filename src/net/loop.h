// One thread of the listener and the connections that live on it. Included by listener.cc alone.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "net/checks.h"
#include "net/forwarded.h"
#include "net/http_head.h"
#include "net/listener.h"
#include "net/refusal_log.h"

namespace net {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = Visitor::Clock;

// A connection in one of its two lives: HTTP, then perhaps WebSocket. Only its loop's thread
// touches it. The loop holds it until it is finished.
class Connection {
 public:
  virtual ~Connection() = default;
  // Called a few times a second: ends what took too long.
  virtual void check(Clock::time_point now) = 0;
  // The server stops: ends as politely as it may until `deadline`.
  virtual void leave(Clock::time_point deadline) = 0;
  // Ends now.
  virtual void finish() = 0;
  // A while after the end: lets go of what may still hold the connection.
  virtual void release() {}
};

// A visitor who is here, until he leaves.
class Presence {
 public:
  Presence(Visitors& visitors, std::shared_ptr<Visitor> visitor, std::string name)
      : visitors_(&visitors), visitor_(std::move(visitor)), name_(std::move(name)) {}
  Presence(Presence&& other) noexcept = default;
  Presence& operator=(Presence&&) = delete;
  ~Presence() {
    if (visitor_) visitors_->leave(*visitor_);
  }

  const std::shared_ptr<Visitor>& visitor() const { return visitor_; }
  const std::string& name() const { return name_; }

 private:
  Visitors* visitors_;
  std::shared_ptr<Visitor> visitor_;
  std::string name_;
};

// What all loops share.
struct Shared {
  Shared(const ListenerSettings& all, Service& to, core::TimeSource& by)
      : settings(all),
        service(to),
        time(by),
        hosts(all.names),
        visitors(all.limits),
        refusals(by.now()) {}

  // One more connection of a visitor; why not, where there are too many.
  text::Expected<Presence> enter(const std::string& name, bool loopback) {
    auto visitor = visitors.enter(name, loopback, time.now());
    if (!visitor) return visitor.error();
    return Presence(visitors, *std::move(visitor), name);
  }

  const ListenerSettings settings;
  Service& service;
  core::TimeSource& time;
  const HostNames hosts;
  Visitors visitors;
  RefusalLog refusals;
  std::atomic<int> connections = 0;
  std::atomic<int> refused = 0;  // connections that are only there to be told so
  std::atomic<int> sockets = 0;
};

class Loop {
 public:
  explicit Loop(Shared& all) : shared(all), timer_(context) {}

  asio::io_context context{1};
  Shared& shared;
  std::string date = http_date();
  bool stopping = false;

  void start() {
    check_later();
    thread_ = std::thread([this] {
      here_ = this;
      context.run();
      ended_.set_value();
    });
  }

  // From any thread: everybody leaves, then the thread ends.
  void stop() {
    asio::post(context, [this] {
      stopping = true;
      const auto deadline = shared.time.now() + shared.settings.stop_time;
      for (const auto& connection : all_connections()) connection->leave(deadline);
      if (connections_.empty()) timer_.cancel();
    });
  }
  void join() {
    if (!thread_.joinable()) return;  // it could not be started
    // Whatever a connection still waits for, nobody waits for it for ever.
    const auto deadline = shared.time.now() + shared.settings.stop_time + std::chrono::seconds(1);
    const auto ended = ended_.get_future();
    while (ended.wait_for(kTick) == std::future_status::timeout) {
      if (shared.time.now() > deadline) context.stop();
    }
    thread_.join();
    for (const auto& connection : all_connections()) connection->finish();
    for (const auto& [connection, ticks] : finished_) connection->release();
    finished_.clear();
  }

  void add(std::shared_ptr<Connection> connection) {
    connections_.emplace(connection.get(), std::move(connection));
  }
  void remove(Connection& connection) {
    const auto at = connections_.find(&connection);
    if (at != connections_.end()) {
      finished_.emplace_back(std::move(at->second), 0);
      connections_.erase(at);
    }
    if (stopping && connections_.empty()) timer_.cancel();
  }

  // Is this the thread of the loop? Compares only, so that the loop may be gone.
  static bool is_here(const Loop* loop) { return here_ == loop; }

 private:
  static constexpr std::chrono::milliseconds kTick{100}, kStandstill{2000};

  std::vector<std::shared_ptr<Connection>> all_connections() const {
    std::vector<std::shared_ptr<Connection>> connections;
    connections.reserve(connections_.size());
    for (const auto& [key, connection] : connections_) connections.push_back(connection);
    return connections;
  }

  // One timer looks after the deadlines of all: cheaper than a timer for each.
  void check_later() {
    timer_.expires_after(kTick);
    timer_.async_wait([this](error_code) {
      date = http_date();
      check(shared.time.now());
      release_finished();
      if (!stopping || !connections_.empty()) check_later();
    });
  }

  // After a standstill, of the machine or of this program, what has come meanwhile is read first.
  void check(Clock::time_point now) {
    const bool late = now > std::exchange(checked_, now) + kStandstill;
    stood_still_ = late && !stood_still_;
    if (stood_still_) return;
    for (const auto& connection : all_connections()) connection->check(now);
  }

  // Some ticks later, so that what was under way when the socket was closed has come to its end.
  void release_finished() {
    constexpr int kTicks = 5;
    for (auto& [connection, ticks] : finished_) {
      if (++ticks == kTicks) connection->release();
    }
    std::erase_if(finished_, [](const auto& entry) { return entry.second >= kTicks; });
  }

  static thread_local Loop* here_;
  asio::steady_timer timer_;
  std::thread thread_;
  std::promise<void> ended_;
  std::unordered_map<Connection*, std::shared_ptr<Connection>> connections_;
  std::vector<std::pair<std::shared_ptr<Connection>, int>> finished_;  // and for how many ticks
  Clock::time_point checked_ = Clock::time_point::max() - kStandstill;
  bool stood_still_ = false;
};

inline thread_local Loop* Loop::here_ = nullptr;

// One connection, counted until it is released, and whose it is: of the visitor at its other end;
// of one after the other where that is a proxy; nobody's where it is only there to be refused.
class ConnectionSlot {
 public:
  // `name`: of the visitor.
  ConnectionSlot(Shared& shared, text::Expected<Presence> who, std::string name)
      : shared_(&shared), refused_(std::move(name)) {
    if (who) {
      who_.emplace(*std::move(who));
    } else {
      refusal_ = who.error();
    }
    ++count();
  }
  // Of a trusted proxy.
  ConnectionSlot(Shared& shared, const Address& proxy) : shared_(&shared), proxy_(proxy) {
    ++count();
  }
  ConnectionSlot(ConnectionSlot&& other) noexcept
      : shared_(std::exchange(other.shared_, nullptr)),
        refusal_(std::move(other.refusal_)),
        refused_(std::move(other.refused_)),
        proxy_(other.proxy_),
        who_(std::move(other.who_)),
        scheme_(std::move(other.scheme_)),
        account_(std::move(other.account_)) {}
  ConnectionSlot& operator=(ConnectionSlot&&) = delete;
  ~ConnectionSlot() { release(); }

  void release() {
    if (shared_ == nullptr) return;
    who_.reset();
    account_.reset();
    --count();
    shared_ = nullptr;
  }

  // A request begins: whose is it? Why he may not ask, where he has too many under way. One that a
  // proxy says nothing of is its own.
  std::optional<text::HttpError> identify(const ProxyHeaders& headers) {
    if (!proxy_) return std::nullopt;
    auto sender = sender_behind(headers, shared_->settings.trusted_proxies);
    scheme_ = std::move(sender.scheme);
    std::string name = sender.name.empty() ? visitor_name(*proxy_) : sender.name;
    bool loopback = sender.name.empty() ? is_loopback(*proxy_) : sender.loopback;
    // What was passed on does not come from this machine, whatever it says of itself.
    const bool passed_on = !headers.forwarded.empty() || !headers.forwarded_for.empty();
    if (passed_on && loopback) {
      name.insert(0, "via ");
      loopback = false;
    }
    auto who = shared_->enter(name, loopback);
    if (!who) return who.error();
    who_.emplace(*std::move(who));
    return std::nullopt;
  }
  // It is answered.
  void end_request() {
    if (proxy_) who_.reset();
  }

  const std::optional<text::HttpError>& refusal() const { return refusal_; }
  // REQUIRES: not released, not refused, of a proxy: identified.
  // `account`: as Service::account_of says.
  bool may_ask(std::size_t bytes, const std::string& account) {
    return payer(account).may_ask(shared_->time.now(), bytes);
  }
  const std::shared_ptr<Visitor>& visitor() const { return who_->visitor(); }
  const std::string& address() const { return who_->name(); }
  // The same of anybody, as far as it is known.
  const std::string& known_address() const { return who_ ? who_->name() : refused_; }
  // Is it somebody's?
  bool known() const { return who_.has_value(); }
  // "https", "http", or "" where nobody told.
  const std::string& scheme() const { return scheme_; }

 private:
  Visitor& payer(const std::string& account) {
    if (account.empty()) return *visitor();
    if (!account_ || account_->name() != account) {
      account_.reset();
      auto person = shared_->visitors.account(account, *visitor(), shared_->time.now());
      if (!person) return *visitor();
      account_.emplace(shared_->visitors, std::move(person), account);
    }
    return *account_->visitor();
  }

  std::atomic<int>& count() { return refusal_ ? shared_->refused : shared_->connections; }

  Shared* shared_;
  std::optional<text::HttpError> refusal_;
  std::string refused_;  // whom it refuses
  std::optional<Address> proxy_;
  std::optional<Presence> who_;
  std::string scheme_;
  std::optional<Presence> account_;  // of the person who asked last, where he has one
};

}  // namespace net

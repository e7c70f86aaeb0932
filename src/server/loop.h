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
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>

#include "server/answer.h"
#include "server/checks.h"
#include "server/listener.h"

namespace server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = Visitor::Clock;

// A connection in one of its two lives: HTTP, then perhaps WebSocket. Only its loop's thread
// touches it. The loop holds it until it is finished.
class Peer {
 public:
  virtual ~Peer() = default;
  // Called a few times a second: ends what took too long.
  virtual void check(Clock::time_point now) = 0;
  // The server stops: ends as politely as it may until `deadline`.
  virtual void leave(Clock::time_point deadline) = 0;
  // Ends now.
  virtual void finish() = 0;
  // A while after the end: lets go of what may still hold the connection.
  virtual void bury() {}
};

// What all loops share.
struct Shared {
  Shared(const ListenerSettings& all, Service& to)
      : settings(all), service(to), hosts(all.names), visitors(all.limits) {}

  const ListenerSettings settings;
  Service& service;
  const HostNames hosts;
  Visitors visitors;
  std::atomic<int> connections = 0;
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
      const auto deadline = Clock::now() + shared.settings.stop_time;
      for (const auto& peer : all_peers()) peer->leave(deadline);
      if (peers_.empty()) timer_.cancel();
    });
  }
  void join() {
    // Whatever a connection still waits for, nobody waits for it for ever.
    const auto patience = shared.settings.stop_time + std::chrono::seconds(1);
    if (ended_.get_future().wait_for(patience) == std::future_status::timeout) context.stop();
    thread_.join();
    for (const auto& peer : all_peers()) peer->finish();
    for (const auto& [peer, ticks] : finished_) peer->bury();
    finished_.clear();
  }

  void add(std::shared_ptr<Peer> peer) { peers_.emplace(peer.get(), std::move(peer)); }
  void remove(Peer& peer) {
    const auto at = peers_.find(&peer);
    if (at != peers_.end()) {
      finished_.emplace_back(std::move(at->second), 0);
      peers_.erase(at);
    }
    if (stopping && peers_.empty()) timer_.cancel();
  }

  // Is this the thread of the loop? Compares only, so that the loop may be gone.
  static bool is_here(const Loop* loop) { return here_ == loop; }

 private:
  std::vector<std::shared_ptr<Peer>> all_peers() const {
    std::vector<std::shared_ptr<Peer>> peers;
    peers.reserve(peers_.size());
    for (const auto& [key, peer] : peers_) peers.push_back(peer);
    return peers;
  }

  // One timer looks after the deadlines of all: cheaper than a timer for each.
  void check_later() {
    timer_.expires_after(std::chrono::milliseconds(100));
    timer_.async_wait([this](error_code) {
      date = http_date();
      const auto now = Clock::now();
      for (const auto& peer : all_peers()) peer->check(now);
      bury_finished();
      if (!stopping || !peers_.empty()) check_later();
    });
  }

  // Some ticks later, so that what was under way when the socket was closed has come to its end.
  void bury_finished() {
    constexpr int kTicks = 5;
    for (auto& [peer, ticks] : finished_) {
      if (++ticks == kTicks) peer->bury();
    }
    std::erase_if(finished_, [](const auto& entry) { return entry.second >= kTicks; });
  }

  static thread_local Loop* here_;
  asio::steady_timer timer_;
  std::thread thread_;
  std::promise<void> ended_;
  std::unordered_map<Peer*, std::shared_ptr<Peer>> peers_;
  std::vector<std::pair<std::shared_ptr<Peer>, int>> finished_;  // and for how many ticks
};

inline thread_local Loop* Loop::here_ = nullptr;

// One visitor's connection, counted until it is released.
class Place {
 public:
  Place(Shared& shared, std::shared_ptr<Visitor> visitor, std::string address)
      : shared_(&shared), visitor_(std::move(visitor)), address_(std::move(address)) {
    ++shared_->connections;
  }
  Place(Place&& other) noexcept = default;
  Place& operator=(Place&&) = delete;
  ~Place() { release(); }

  void release() {
    if (!visitor_) return;
    shared_->visitors.leave(*visitor_);
    --shared_->connections;
    visitor_.reset();
  }

  // REQUIRES: not released.
  bool may_ask(std::size_t bytes) { return visitor_->may_ask(Clock::now(), bytes); }
  const std::shared_ptr<Visitor>& visitor() const { return visitor_; }
  const std::string& address() const { return address_; }

 private:
  Shared* shared_;
  std::shared_ptr<Visitor> visitor_;
  std::string address_;
};

}  // namespace server

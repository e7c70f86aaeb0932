// A WebSocket. Included by listener.cc alone.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>
#include <optional>

#include "core/guarded.h"
#include "server/json.h"
#include "server/loop.h"

namespace server {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

class SocketPeer;

// The service's end. What it sends waits here until the loop takes it; many messages wake it once.
class SocketDoor : public Connection {
 public:
  SocketDoor(Loop& loop, std::weak_ptr<SocketPeer> peer, std::shared_ptr<Visitor> visitor)
      : loop_(&loop),
        peer_(std::move(peer)),
        visitor_(std::move(visitor)),
        max_bytes_(loop.shared.settings.max_waiting) {}

  void send(std::shared_ptr<const std::string> message) override {
    const std::lock_guard lock(mutex_);
    if (loop_ == nullptr || closing_) return;
    if (is_too_much(message->size())) {
      overflowed_ = closing_ = true;
      waiting_.clear();
      woken_ = false;  // perhaps woken before, and stuck in a write since
    } else {
      waiting_.push_back(std::move(message));
    }
    wake();
  }

  void close() override {
    const std::lock_guard lock(mutex_);
    if (loop_ == nullptr || closing_) return;
    closing_ = true;
    wake();
  }

  // The loop's side.
  struct Taken {
    std::vector<std::shared_ptr<const std::string>> messages;
    bool close = false;
  };
  Taken take() {
    const std::lock_guard lock(mutex_);
    woken_ = false;
    return {std::exchange(waiting_, {}), closing_};
  }
  bool overflowed() {
    const std::lock_guard lock(mutex_);
    return overflowed_;
  }
  void written(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ -= bytes;
    visitor_->take_waiting(bytes);
  }
  void shut() {
    const std::lock_guard lock(mutex_);
    loop_ = nullptr;
    waiting_.clear();
    visitor_->take_waiting(std::exchange(bytes_, 0));
  }

 private:
  // Counts one more message. A single one may be as long as it likes; of an address that reads too
  // little those sockets go that have a good part of it.
  bool is_too_much(std::size_t size) {
    constexpr std::size_t kGoodPart = std::size_t{64} << 10;
    const bool alone = bytes_ == 0;
    bytes_ += size;
    const bool all = visitor_->add_waiting(size);
    return !alone && (bytes_ > max_bytes_ || (all && bytes_ > kGoodPart));
  }

  void wake();

  std::mutex mutex_;
  Loop* loop_;
  const std::weak_ptr<SocketPeer> peer_;
  const std::shared_ptr<Visitor> visitor_;
  const std::size_t max_bytes_;
  std::vector<std::shared_ptr<const std::string>> waiting_;
  std::size_t bytes_ = 0;  // waiting here or in the peer
  bool woken_ = false, closing_ = false, overflowed_ = false;
};

class SocketPeer : public Peer, public std::enable_shared_from_this<SocketPeer> {
 public:
  SocketPeer(Loop& loop, tcp::socket socket, Place place) : loop_(loop), place_(std::move(place)) {
    stream_.emplace(std::move(socket));
    const auto& settings = loop.shared.settings;
    stream_->read_message_max(settings.max_message);
    stream_->auto_fragment(false);
    stream_->text(true);
    stream_->control_callback([this](websocket::frame_type, beast::string_view) { control(); });
  }

  // Answers the handshake; from then on the service hears of it.
  void start(const http::request<http::string_body>& upgrade, Request request) {
    ++loop_.shared.sockets;
    counted_ = true;
    heard();
    deadline_ = heard_ + loop_.shared.settings.header_time;
    stream_->async_accept(
        upgrade, [self = shared_from_this(), request = std::move(request)](error_code error) {
          if (error || self->finished_) return self->finish();
          self->deadline_ = Clock::time_point::max();
          self->door_ = std::make_shared<SocketDoor>(self->loop_, self, self->place_.visitor());
          self->loop_.shared.service.opened(self->door_, request);
          if (self->loop_.stopping) return self->leave_after_writing();
          self->read();
        });
  }

  void check(Clock::time_point now) override {
    if (finished_) return;
    if (now > deadline_ || (writing_ && now > write_deadline_)) return finish();
    const auto& ping_time = loop_.shared.settings.ping_time;
    if (now - heard_ > 2 * ping_time) return finish();
    if (paused_) {
      heard_ = now;
      read_more();
    }
    if (now - heard_ > ping_time && !pinging_ && door_ && !said_goodbye_) ping();
  }

  void leave(Clock::time_point deadline) override {
    deadline_ = std::min(deadline_, deadline);
    if (door_) leave_after_writing();
  }

  void finish() override {
    if (std::exchange(finished_, true)) return;
    error_code ignored;
    stream_->next_layer().close(ignored);
    place_.release();
    if (counted_) --loop_.shared.sockets;
    if (door_) {
      door_->shut();
      loop_.shared.service.closed(door_);
    }
    loop_.remove(*this);
  }

  // A read and a close of Beast can wait for each other (a broken frame in answer to our good-bye),
  // and closing the socket wakes neither. Both live in the stream.
  void bury() override { stream_.reset(); }

  // The door has something.
  void wake() {
    if (door_->overflowed()) return finish();
    if (!writing_ && !finished_) write();
  }

 private:
  void heard() { heard_ = Clock::now(); }

  // Pings, pongs and good-byes. Nobody needs many; whoever floods us with them is dropped, but not
  // from within the read that found them.
  void control() {
    heard();
    if (controls_.take(Visitor::ms_of(heard_))) return;
    asio::post(loop_.context, [self = shared_from_this()] { self->finish(); });
  }

  void read() {
    stream_->async_read(buffer_, [self = shared_from_this()](error_code error, std::size_t) {
      if (error || self->finished_) return self->finish();
      self->received();
    });
  }

  void received() {
    heard();
    if (!stream_->got_text()) return say_goodbye(websocket::close_code::unknown_data);
    read_more();
  }

  // Who asks too much waits: his next message is looked at when his budget allows it.
  void read_more() {
    const auto data = buffer_.data();
    paused_ = !place_.may_ask(data.size());
    if (paused_) return;
    std::string text(static_cast<const char*>(data.data()), data.size());
    buffer_.consume(data.size());
    if (text.size() > kMaxBody) buffer_.shrink_to_fit();
    if (!said_goodbye_ && !tell(std::move(text))) return finish();
    if (!finished_) read();
  }

  bool tell(std::string text) {
    return core::guarded([&] { loop_.shared.service.message(door_, std::move(text)); });
  }

  // What the service said before comes first.
  void leave_after_writing() {
    leaving_ = true;
    if (!writing_) write();
  }

  void write() {
    if (said_goodbye_) return;
    if (sending_.empty()) {
      auto taken = door_->take();
      sending_.assign(taken.messages.begin(), taken.messages.end());
      if (sending_.empty()) {
        if (leaving_) return say_goodbye(websocket::close_code::going_away);
        if (taken.close) say_goodbye(websocket::close_code::normal);
        return;
      }
    }
    writing_ = true;
    write_deadline_ = Clock::now() + loop_.shared.settings.write_time;
    stream_->async_write(asio::buffer(*sending_.front()),
                         [self = shared_from_this()](error_code error, std::size_t) {
                           self->writing_ = false;
                           if (error || self->finished_) return self->finish();
                           self->door_->written(self->sending_.front()->size());
                           self->sending_.pop_front();
                           self->write();
                         });
  }

  void ping() {
    pinging_ = true;
    stream_->async_ping({}, [self = shared_from_this()](error_code error) {
      self->pinging_ = false;
      if (error) self->finish();
    });
  }

  void say_goodbye(websocket::close_code code) {
    if (finished_ || std::exchange(said_goodbye_, true)) return;
    deadline_ = std::min(deadline_, Clock::now() + loop_.shared.settings.stop_time);
    stream_->async_close(code, [self = shared_from_this()](error_code) { self->finish(); });
  }

  Loop& loop_;
  Place place_;
  // Without compression, which costs memory. Gone once it is buried.
  std::optional<websocket::stream<tcp::socket, false>> stream_;
  beast::flat_buffer buffer_;
  std::shared_ptr<SocketDoor> door_;  // once it is open
  std::deque<std::shared_ptr<const std::string>> sending_;
  Bucket controls_{{2, 50}, 0};
  Clock::time_point heard_, write_deadline_, deadline_ = Clock::time_point::max();
  bool writing_ = false, pinging_ = false, paused_ = false, leaving_ = false;
  bool said_goodbye_ = false, finished_ = false, counted_ = false;
};

inline void SocketDoor::wake() {
  if (std::exchange(woken_, true)) return;
  asio::post(loop_->context, [peer = peer_] {
    if (const auto self = peer.lock()) self->wake();
  });
}

}  // namespace server

// A WebSocket. Included by listener.cc alone.
#pragma once

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>
#include <optional>

#include "core/guarded.h"
#include "logs/logs.h"
#include "metrics/metrics.h"
#include "net/loop.h"
#include "net/stream.h"
#include "net/websocket_handle.h"

namespace net {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;

class WebSocketConnection : public Connection,
                            public std::enable_shared_from_this<WebSocketConnection> {
 public:
  WebSocketConnection(Loop& loop, Stream stream, ConnectionSlot slot)
      : loop_(loop), slot_(std::move(slot)), unfinished_(loop.shared.visitors) {
    stream_.emplace(std::move(stream));
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
    id_ = request.id;
    heard();
    deadline_ = quiet_since_ + loop_.shared.settings.header_time;
    stream_->async_accept(upgrade, [self = shared_from_this(),
                                    request = std::move(request)](error_code error) {
      if (error || self->finished_) return self->finish();
      self->deadline_ = Clock::time_point::max();
      const logs::RequestScope scope(self->id_);
      logs::write(logs::Level::kInfo, "socket", {logs::address_field(self->slot_.address())});
      self->handle_ = std::make_shared<WebSocketHandle>(self->loop_, self, self->slot_.visitor());
      self->loop_.shared.service.opened(self->handle_, request);
      if (self->loop_.stopping) return self->leave_after_writing();
      self->read();
    });
  }

  void check(Clock::time_point now) override {
    if (finished_) return;
    if (now > deadline_ || (writing_ && now > write_deadline_)) return finish();
    if (paused_) {
      heard();
      read_more();
    }
    if (finished_ || !handle_ || said_goodbye_) return;
    if (now > message_deadline_) return say_goodbye(websocket::close_code::policy_error);
    if (now > quiet_since_ + loop_.shared.settings.ping_time) ask_whether_it_lives(now);
  }

  void leave(Clock::time_point deadline) override {
    deadline_ = std::min(deadline_, deadline);
    if (handle_) leave_after_writing();
  }

  void finish() override {
    if (std::exchange(finished_, true)) return;
    unfinished_.clear();
    slot_.release();
    if (counted_) --loop_.shared.sockets;
    // Whoever sees it closed is no longer counted.
    stream_->next_layer().close();
    if (handle_) {
      handle_->shut();
      loop_.shared.service.closed(handle_);
    }
    loop_.remove(*this);
  }

  // A read and a close of Beast can wait for each other (a broken frame in answer to our good-bye),
  // and closing the socket wakes neither. Both live in the stream.
  void release() override { stream_.reset(); }

  // The handle has something.
  void wake() {
    if (handle_->overflowed()) return finish();
    if (!writing_ && !finished_) write();
  }

 private:
  Clock::time_point now() const { return loop_.shared.time.now(); }
  void heard() {
    quiet_since_ = now();
    pings_ = 0;
  }

  // Pings, pongs and good-byes. Nobody needs many; whoever floods us with them is dropped, but not
  // from within the read that found them.
  void control() {
    heard();
    if (controls_.take(Visitor::ms_of(quiet_since_))) return;
    asio::post(loop_.context, [self = shared_from_this()] { self->finish(); });
  }

  // In pieces, so that what a message takes is known before it is whole, and no frame gets room
  // because it says that it will be long.
  void read() {
    constexpr std::size_t kPiece = std::size_t{8} << 10;
    stream_->async_read_some(buffer_, std::max(kPiece, buffer_.size()),
                             [self = shared_from_this()](error_code error, std::size_t) {
                               if (error || self->finished_) return self->finish();
                               self->received();
                             });
  }

  void received() {
    heard();
    if (!stream_->got_text()) return say_goodbye(websocket::close_code::unknown_data);
    if (!unfinished_.grow(slot_.visitor(), buffer_.size())) {
      forget_received();
      return say_goodbye(websocket::close_code::try_again_later);
    }
    if (stream_->is_message_done()) {
      message_deadline_ = Clock::time_point::max();
      return read_more();
    }
    if (message_deadline_ == Clock::time_point::max()) {
      message_deadline_ = now() + loop_.shared.settings.message_time;
    }
    read();
  }

  // Who asks too much waits: his next message is looked at when his budget allows it.
  void read_more() {
    const auto data = buffer_.data();
    paused_ = !slot_.may_ask(data.size(), loop_.shared.service.account_of(*handle_));
    if (paused_) return;
    std::string text(static_cast<const char*>(data.data()), data.size());
    forget_received();
    if (!said_goodbye_ && !tell(std::move(text))) return finish();
    if (!finished_) read();
  }

  void forget_received() {
    buffer_.clear();
    buffer_.shrink_to_fit();
    unfinished_.clear();
  }

  bool tell(std::string text) {
    const logs::RequestScope scope(id_);
    static auto& messages = metrics::counter(metrics::kMessages);
    messages.add();
    return core::guarded([&] { loop_.shared.service.message(handle_, std::move(text)); });
  }

  // What the service said before comes first.
  void leave_after_writing() {
    leaving_ = true;
    if (!writing_) write();
  }

  void write() {
    if (said_goodbye_) return;
    if (sending_.empty()) {
      auto taken = handle_->take();
      sending_.assign(taken.messages.begin(), taken.messages.end());
      if (sending_.empty()) {
        if (leaving_) return say_goodbye(websocket::close_code::going_away);
        if (taken.close) say_goodbye(websocket::close_code::normal);
        return;
      }
    }
    writing_ = true;
    write_deadline_ = now() + loop_.shared.settings.write_time;
    stream_->async_write(asio::buffer(*sending_.front()),
                         [self = shared_from_this()](error_code error, std::size_t) {
                           self->writing_ = false;
                           if (error || self->finished_) return self->finish();
                           self->handle_->written(self->sending_.front()->size());
                           self->sending_.pop_front();
                           self->write();
                         });
  }

  // One question, then one at a time: a client that stood still for a while has only few to answer.
  // Only questions that went out count, so that nobody is dropped for a standstill of ours.
  void ask_whether_it_lives(Clock::time_point now) {
    if (pings_ == loop_.shared.settings.max_pings) return finish();
    if (pinging_) return;
    ++pings_;
    quiet_since_ = now;
    pinging_ = true;
    stream_->async_ping({}, [self = shared_from_this()](error_code error) {
      self->pinging_ = false;
      if (error) self->finish();
    });
  }

  void say_goodbye(websocket::close_code code) {
    if (finished_ || std::exchange(said_goodbye_, true)) return;
    deadline_ = std::min(deadline_, now() + loop_.shared.settings.stop_time);
    stream_->async_close(code, [self = shared_from_this()](error_code) { self->finish(); });
  }

  Loop& loop_;
  ConnectionSlot slot_;
  // Without compression, which costs memory. Gone once it is released.
  std::optional<websocket::stream<Stream, false>> stream_;
  beast::flat_buffer buffer_;
  std::shared_ptr<WebSocketHandle> handle_;  // once it is open
  std::deque<std::shared_ptr<const std::string>> sending_;
  std::string id_;  // that of the request it began with
  Bucket controls_{{2, 50}, 0};
  Unfinished unfinished_;
  Clock::time_point quiet_since_;  // since when nobody has said anything: it, or we by a ping
  Clock::time_point write_deadline_, deadline_ = Clock::time_point::max();
  Clock::time_point message_deadline_ = Clock::time_point::max();
  int pings_ = 0;  // unanswered
  bool writing_ = false, pinging_ = false, paused_ = false, leaving_ = false;
  bool said_goodbye_ = false, finished_ = false, counted_ = false;
};

inline void WebSocketHandle::wake() {
  if (std::exchange(woken_, true)) return;
  asio::post(loop_->context, [connection = connection_] {
    if (const auto self = connection.lock()) self->wake();
  });
}

}  // namespace net

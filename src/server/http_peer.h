// An HTTP connection: one request after the other. Included by listener.cc alone.
#pragma once

#include <array>
#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <optional>

#include "core/guarded.h"
#include "server/answer.h"
#include "server/assets.h"
#include "server/language.h"
#include "server/refusal.h"
#include "server/socket_peer.h"

namespace server {

class HttpPeer;

// The way of an answer back from whatever thread it comes on.
class HttpDoor {
 public:
  HttpDoor(Loop& loop, std::weak_ptr<HttpPeer> peer) : loop_(&loop), peer_(std::move(peer)) {}

  void reply(unsigned number, Response response);
  void shut() {
    const std::lock_guard lock(mutex_);
    loop_ = nullptr;
  }

 private:
  std::mutex mutex_;
  std::atomic<Loop*> loop_;
  const std::weak_ptr<HttpPeer> peer_;
};

class HttpPeer : public Peer, public std::enable_shared_from_this<HttpPeer> {
 public:
  HttpPeer(Loop& loop, tcp::socket socket, Place place)
      : loop_(loop),
        settings_(loop.shared.settings),
        place_(std::move(place)),
        socket_(std::move(socket)) {}

  void start() {
    door_ = std::make_shared<HttpDoor>(loop_, weak_from_this());
    next_request();
  }

  void check(Clock::time_point now) override {
    if (now > deadline_) return finish();
    if (state_ == State::kAsked && watched_ != number_) watch();
  }

  void leave(Clock::time_point deadline) override {
    if (state_ == State::kIdle) return finish();
    last_ = true;
    deadline_ = std::min(deadline_, deadline);
  }

  void finish() override {
    if (std::exchange(finished_, true)) return;
    error_code ignored;
    socket_.close(ignored);
    place_.release();
    door_->shut();
    gone_.request_stop();
    loop_.remove(*this);
  }

  void reply(unsigned number, Response response) {
    if (finished_ || state_ != State::kAsked || number != number_) return;
    answer(std::move(response));
  }

 private:
  enum class State { kIdle, kHeader, kBody, kAsked, kAnswering, kDraining };
  using Parser = http::request_parser<http::string_body>;

  void enter(State state, milliseconds time) {
    state_ = state;
    deadline_ = Clock::now() + time;
  }

  void next_request() {
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(settings_.max_header));
    parser_->body_limit(settings_.max_body);
    enter(State::kIdle, settings_.idle_time);
    parse();
  }

  // Parses what there is and reads on where that is not enough.
  void parse() {
    while (buffer_.size() > 0) {
      if (state_ == State::kIdle) enter(State::kHeader, settings_.header_time);
      error_code error;
      buffer_.consume(parser_->put(buffer_.data(), error));
      if (error == http::error::need_more) {
        // Bodies are taken as they come; what is left are lines without an end.
        if (buffer_.size() > settings_.max_header) return refuse_broken(http::error::header_limit);
        break;
      }
      if (error) return refuse_broken(error);
      if (state_ == State::kHeader && parser_->is_header_done() && !begin_body()) return;
      if (parser_->is_done()) return received();
    }
    read([](HttpPeer& peer) { peer.parse(); });
  }

  template <class Then>
  void read(Then then) {
    constexpr std::size_t kChunk = std::size_t{8} << 10;
    socket_.async_read_some(buffer_.prepare(kChunk),
                            [self = shared_from_this(), then](error_code error, std::size_t size) {
                              if (error || self->finished_) return self->finish();
                              self->buffer_.commit(size);
                              then(*self);
                            });
  }

  // False where the request is answered already.
  bool begin_body() {
    enter(State::kBody, settings_.body_time);
    parser_->eager(true);
    if (parser_->is_done() || parser_->get()[http::field::expect].empty()) return true;
    if (!beast::iequals(parser_->get()[http::field::expect], "100-continue")) {
      refuse({400, "bad_request", text::Message::kHttpBroken});
      return false;
    }
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(socket_, asio::buffer(kContinue),
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (error || self->finished_) return self->finish();
                        self->parse();
                      });
    return false;
  }

  void refuse_broken(error_code error) {
    if (error == http::error::body_limit) {
      refuse(too_large(settings_.max_body));
    } else if (error == http::error::header_limit) {
      refuse({431, "headers_too_large",
              text::Error(text::Message::kHttpHeadersTooLarge,
                          {std::to_string(settings_.max_header)})});
    } else {
      refuse({400, "bad_request", text::Message::kHttpBroken});
    }
  }

  // Answers and hangs up.
  void refuse(const Refusal& refusal) {
    last_ = true;
    answer(refused(refusal));
  }

  Response refused(const Refusal& refusal) {
    const auto language = field(http::field::accept_language);
    return server::refused(refusal, accepted_language(language));
  }

  std::string field(http::field name) const { return std::string(parser_->get()[name]); }

  // A whole request is there.
  void received() {
    auto& message = parser_->get();
    last_ = last_ || loop_.stopping || !message.keep_alive();
    head_only_ = message.method() == http::verb::head;
    const std::string host = field(http::field::host);
    const std::string origin = field(http::field::origin);
    const auto target = parse_target(std::string_view(message.target()));
    if (!place_.may_ask(message.body().size())) return answer(refused(too_many(1)));
    if (!target) return answer(refused({400, "bad_path", text::Message::kHttpBadPath}));
    if (!loop_.shared.hosts.allow(host)) {
      return answer(refused({421, "wrong_host", text::Message::kHttpWrongHost}));
    }
    if (!origin.empty() && !same_origin(origin, host)) {
      return answer(refused({403, "wrong_origin", text::Message::kHttpWrongOrigin}));
    }
    route(request_of(*target));
  }

  Request request_of(const Target& target) {
    auto& message = parser_->get();
    Request request;
    request.method = head_only_ ? "GET" : std::string(message.method_string());
    request.path = target.path;
    request.query = target.query;
    request.body = std::move(message.body());
    request.address = place_.address();
    request.authorization = field(http::field::authorization);
    request.accept_language = field(http::field::accept_language);
    request.accept_encoding = field(http::field::accept_encoding);
    request.content_type = field(http::field::content_type);
    request.if_none_match = field(http::field::if_none_match);
    return request;
  }

  void route(Request request) {
    if (request.method != "GET" && request.method != "POST") return other_method(request);
    if (request.path == "/api/socket") return upgrade(std::move(request));
    if (request.path != "/api" && !request.path.starts_with("/api/")) {
      return answer(page(request));
    }
    state_ = State::kAsked;
    deadline_ = loop_.stopping ? deadline_ : Clock::time_point::max();
    ++number_;
    gone_ = std::stop_source();
    request.gone = gone_.get_token();
    const auto answer = [door = door_, number = number_](Response response) {
      door->reply(number, std::move(response));
    };
    if (!core::guarded([&] { loop_.shared.service.handle(std::move(request), answer); })) {
      reply(number_, refused(internal_refusal()));
    }
  }

  // Whoever hangs up while an answer is due wants none. What he sends meanwhile waits.
  void watch() {
    watched_ = number_;
    socket_.async_wait(tcp::socket::wait_read,
                       [self = shared_from_this(), number = number_](error_code error) {
                         if (self->finished_ || self->state_ != State::kAsked) return;
                         if (self->number_ != number) return;
                         if (error || self->socket_.available(error) == 0) self->finish();
                       });
  }

  void other_method(const Request& request) {
    if (request.method != "OPTIONS") {
      return answer(wrong_method(request, "GET, HEAD, POST, OPTIONS"));
    }
    Response response;
    response.status = 204;
    response.headers.emplace_back("Allow", "GET, HEAD, POST, OPTIONS");
    answer(std::move(response));
  }

  void upgrade(Request request) {
    const auto& message = parser_->get();
    if (head_only_ || !websocket::is_upgrade(message) || buffer_.size() > 0) {
      auto response = refused({426, "upgrade_required", text::Message::kHttpUpgrade});
      response.headers.emplace_back("Upgrade", "websocket");
      return answer(std::move(response));
    }
    const auto socket = std::make_shared<SocketPeer>(loop_, std::move(socket_), std::move(place_));
    loop_.add(socket);
    socket->start(message, std::move(request));
    finish();
  }

  void answer(Response response) {
    enter(State::kAnswering, settings_.write_time);
    response_ = std::move(response);
    head_ = head_text(response_, !last_, loop_.date);
    const bool body = !head_only_ && response_.status != 204 && response_.status != 304;
    const std::array<asio::const_buffer, 2> parts = {
        asio::buffer(head_), asio::buffer(response_.body.data(), body ? response_.body.size() : 0)};
    asio::async_write(socket_, parts, [self = shared_from_this()](error_code error, std::size_t) {
      if (error || self->finished_) return self->finish();
      self->answered();
    });
  }

  void answered() {
    if (!last_) return next_request();
    // Closed with unread bytes, the answer could be lost on its way: lets the other side finish.
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    enter(State::kDraining, settings_.stop_time);
    drain();
  }

  void drain() {
    buffer_.consume(buffer_.size());
    read([](HttpPeer& peer) { peer.drain(); });
  }

  Loop& loop_;
  const ListenerSettings& settings_;
  Place place_;
  tcp::socket socket_;
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::shared_ptr<HttpDoor> door_;
  State state_ = State::kIdle;
  Clock::time_point deadline_;
  unsigned number_ = 0;                      // of the request that was asked last
  unsigned watched_ = 0;                     // of the one whose sender is watched
  std::stop_source gone_{std::nostopstate};  // of the one that was asked last
  bool last_ = false;                        // no further request on this connection
  bool head_only_ = false;
  bool finished_ = false;
  std::string head_;
  Response response_;
};

inline void HttpDoor::reply(unsigned number, Response response) {
  // Nearly every answer comes at once, on the loop's own thread.
  if (Loop* const loop = loop_; loop != nullptr && Loop::is_here(loop)) {
    if (const auto self = peer_.lock()) self->reply(number, std::move(response));
    return;
  }
  const std::lock_guard lock(mutex_);
  if (loop_ == nullptr) return;
  asio::post(loop_.load()->context,
             [peer = peer_, number, response = std::move(response)]() mutable {
               if (const auto self = peer.lock()) self->reply(number, std::move(response));
             });
}

}  // namespace server

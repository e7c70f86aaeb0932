// An HTTP connection: one request after the other. Included by listener.cc alone.
#pragma once

#include <array>
#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <optional>
#include <string_view>

#include "core/guarded.h"
#include "logs/logs.h"
#include "metrics/metrics.h"
#include "net/assets.h"
#include "net/encoding.h"
#include "net/error_response.h"
#include "net/health.h"
#include "net/http_head.h"
#include "net/http_request.h"
#include "net/language.h"
#include "net/reply_handle.h"
#include "net/websocket_connection.h"

namespace net {

class HttpConnection : public Connection, public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(Loop& loop, Stream stream, ConnectionSlot slot)
      : loop_(loop),
        settings_(loop.shared.settings),
        slot_(std::move(slot)),
        stream_(std::move(stream)),
        unfinished_(loop.shared.visitors) {}

  void start() {
    handle_ = std::make_shared<ReplyHandle>(loop_, weak_from_this());
    if (!stream_.is_tls()) return next_request();
    enter(State::kHandshake, settings_.header_time);
    stream_.async_handshake([self = shared_from_this()](error_code error) {
      if (error || self->finished_) return self->finish();
      self->next_request();
    });
  }

  void check(Clock::time_point now) override {
    if (now > deadline_) return finish();
    // Whoever hangs up while an answer is due wants none. What he sends meanwhile waits.
    if (state_ == State::kAsked && stream_.hung_up()) finish();
  }

  void leave(Clock::time_point deadline) override {
    if (state_ == State::kIdle) return finish();
    last_ = true;
    deadline_ = std::min(deadline_, deadline);
  }

  void finish() override {
    if (std::exchange(finished_, true)) return;
    unfinished_.clear();
    unread_.clear();
    slot_.release();
    // Whoever sees it closed is no longer counted.
    stream_.close();
    handle_->shut();
    gone_.request_stop();
    loop_.remove(*this);
  }

  void reply(unsigned number, Response response) {
    if (finished_ || state_ != State::kAsked || number != number_) return;
    answer(std::move(response));
  }

 private:
  enum class State { kHandshake, kIdle, kHeader, kBody, kAsked, kAnswering, kDraining };
  using Parser = http::request_parser<http::string_body>;

  void enter(State state, milliseconds time) {
    state_ = state;
    if (slot_.refusal()) time = std::min(time, settings_.refuse_time);
    deadline_ = loop_.shared.time.now() + time;
  }

  void next_request() {
    slot_.end_request();
    head_only_ = false;
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
        if (buffer_.size() > settings_.max_header)
          return refuse(parse_problem(http::error::header_limit, settings_));
        break;
      }
      if (error) return refuse(parse_problem(error, settings_));
      if (state_ == State::kHeader && parser_->is_header_done() && !begin_body()) return;
      if (parser_->is_done()) return received();
      if (state_ == State::kBody && !may_grow()) return refuse_growth();
    }
    read_more();
  }

  bool may_grow() { return unfinished_.grow(slot_.visitor(), parser_->get().body().capacity()); }

  void refuse_growth() {
    std::string().swap(parser_->get().body());
    unfinished_.clear();
    refuse(text::too_many(1));
  }

  void read_more() {
    constexpr std::size_t kChunk = std::size_t{8} << 10;
    stream_.async_read_some(buffer_.prepare(kChunk),
                            [self = shared_from_this()](error_code error, std::size_t size) {
                              if (error || self->finished_) return self->finish();
                              self->buffer_.commit(size);
                              self->parse();
                            });
  }

  // False where the request is answered already.
  bool begin_body() {
    const auto& head = parser_->get();
    head_only_ = head.method() == http::verb::head;
    auto problem = slot_.refusal();
    if (!problem) problem = head_problem(head);
    if (!problem) problem = slot_.identify(proxy_headers(head));
    if (problem) {
      refuse(*problem);
      return false;
    }
    enter(State::kBody, settings_.body_time);
    parser_->eager(true);
    if (parser_->is_done() || head[http::field::expect].empty()) return true;
    if (!beast::iequals(head[http::field::expect], "100-continue")) {
      refuse({400, "bad_request", text::Message::kHttpBroken});
      return false;
    }
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(stream_, asio::buffer(kContinue),
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (error || self->finished_) return self->finish();
                        self->parse();
                      });
    return false;
  }

  // Answers and hangs up.
  void refuse(const HttpError& error) {
    loop_.shared.refusals.note(now(), error, slot_.known_address());
    last_ = true;
    answer(refused(error));
  }

  Response refused(const HttpError& error) {
    const auto language = field(http::field::accept_language);
    return error_response(error, accepted_language(language));
  }

  // A proxy that nobody told us to trust may speak TLS for us.
  std::string_view scheme() const {
    if (stream_.is_tls()) return "https";
    return slot_.scheme();
  }

  std::string field(http::field name) const { return std::string(parser_->get()[name]); }

  // A whole request is there.
  void received() {
    auto& message = parser_->get();
    unfinished_.clear();
    asked_ = {logs::next_request_id(), logged(message.method_string()), "", now()};
    last_ = last_ || loop_.stopping || !message.keep_alive();
    const std::string host = field(http::field::host);
    const std::string origin = field(http::field::origin);
    const auto target = parse_target(std::string_view(message.target()));
    const auto account =
        loop_.shared.service.account_of(slot_.address(), field(http::field::authorization));
    if (!slot_.may_ask(message.body().size(), account)) return answer(refused(text::too_many(1)));
    if (!target) return answer(refused({400, "bad_path", text::Message::kHttpBadPath}));
    if (!loop_.shared.hosts.allow(host)) {
      return answer(refused({421, "wrong_host", text::Message::kHttpWrongHost}));
    }
    if (!origin.empty() && !same_origin(origin, host, scheme())) {
      return answer(refused({403, "wrong_origin", text::Message::kHttpWrongOrigin}));
    }
    asked_.path = logged(target->path);
    auto request = request_of(message, *target);
    request.id = asked_.id;
    request.address = slot_.address();
    request.origin = (scheme().empty() ? "http" : std::string(scheme())) + "://" + host;
    route(std::move(request));
  }

  void route(Request request) {
    if (request.method != "GET" && request.method != "POST") return other_method(request);
    if (request.path == "/api/socket") return upgrade(std::move(request));
    if (auto told = health(request, loop_.shared.service)) return answer(*std::move(told));
    if (request.path == "/metrics" && may_see_metrics()) return answer(metrics_response(request));
    const bool of_page = request.path != "/api" && !request.path.starts_with("/api/");
    if (of_page && !has_preview(request)) return answer(page(request));
    state_ = State::kAsked;
    deadline_ = loop_.stopping ? deadline_ : Clock::time_point::max();
    ++number_;
    gone_ = std::stop_source();
    request.gone = gone_.get_token();
    // Packed by whoever made it: large ones come from threads that think.
    const auto answer = [handle = handle_, number = number_,
                         encodings = request.accept_encoding](Response response) {
      pack(response, encodings);
      handle->reply(number, std::move(response));
    };
    const auto id = asked_.id;  // the answer may come at once, and then another request
    const logs::RequestScope scope(id);
    const auto ask = [&] {
      if (!of_page) return loop_.shared.service.handle(std::move(request), answer);
      loop_.shared.service.preview(
          request, [request, answer](const std::string& head) { answer(page(request, head)); });
    };
    if (!core::guarded(ask)) {
      reply(number_, refused(text::internal_error()));
    }
  }

  // They are for this machine alone, unless everybody may see them. What a proxy on this machine
  // passes on does not come from it.
  bool may_see_metrics() {
    if (settings_.metrics_public) return true;
    const bool passed_on = !field(http::field::forwarded).empty() ||
                           parser_->get().find("X-Forwarded-For") != parser_->get().end();
    return !passed_on && is_loopback(slot_.address());
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
    const auto socket =
        std::make_shared<WebSocketConnection>(loop_, std::move(stream_), std::move(slot_));
    loop_.add(socket);
    socket->start(message, std::move(request));
    finish();
  }

  void answer(Response response) {
    enter(State::kAnswering, settings_.write_time);
    response_ = std::move(response);
    if (slot_.known() && !unread_.hold(slot_.visitor(), response_.body.size())) {
      response_ = refused(text::too_many(1));
    }
    note_answer();
    head_ = head_text(response_, !last_, loop_.date);
    const bool body = !head_only_ && response_.status != 204 && response_.status != 304;
    const std::array<asio::const_buffer, 2> parts = {
        asio::buffer(head_), asio::buffer(response_.body.data(), body ? response_.body.size() : 0)};
    asio::async_write(stream_, parts, [self = shared_from_this()](error_code error, std::size_t) {
      if (error || self->finished_) return self->finish();
      self->answered();
    });
  }

  // As much of what a stranger wrote as a line of the log has room for.
  static std::string logged(std::string_view text) {
    constexpr std::size_t kRoom = 200;
    return std::string(text.substr(0, kRoom));
  }

  // What was asked and what came of it. Not the query, which may hold what is nobody's business.
  void note_answer() {
    const auto asked = std::exchange(asked_, {});
    metrics::counter(metrics::kRequests, std::to_string(response_.status)).add();
    if (asked.id.empty()) return;  // refused before anybody knew what was asked
    response_.headers.emplace_back("X-Request-Id", asked.id);
    static auto& seconds = metrics::histogram(metrics::kRequestSeconds);
    seconds.observe(now() - asked.at);
    const auto level = response_.status >= 500 ? logs::Level::kWarning : logs::Level::kInfo;
    if (!logs::wanted(level)) return;
    const auto ms = std::chrono::duration_cast<milliseconds>(now() - asked.at).count();
    const logs::RequestScope scope(asked.id);
    logs::write(level, "request",
                {{"method", asked.method},
                 {"path", asked.path},
                 logs::number("status", response_.status),
                 logs::number("ms", ms),
                 {"table", table_of(asked.path)},
                 logs::address_field(slot_.address())});
  }

  void answered() {
    response_ = {};
    unread_.clear();
    if (!last_) return next_request();
    // Closed with unread bytes, the answer could be lost on its way: lets the other side finish.
    enter(State::kDraining, settings_.stop_time);
    stream_.async_end_writing([self = shared_from_this()] {
      if (!self->finished_) self->drain();
    });
  }

  void drain() {
    buffer_.consume(buffer_.size());
    constexpr std::size_t kChunk = std::size_t{8} << 10;
    stream_.socket().async_read_some(buffer_.prepare(kChunk),
                                     [self = shared_from_this()](error_code error, std::size_t) {
                                       if (error || self->finished_) return self->finish();
                                       self->drain();
                                     });
  }

  Clock::time_point now() const { return loop_.shared.time.now(); }

  // The request that is being answered.
  struct Asked {
    std::string id, method, path;
    Clock::time_point at;
  };

  Loop& loop_;
  const ListenerSettings& settings_;
  ConnectionSlot slot_;
  Asked asked_;
  Stream stream_;
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  Unfinished unfinished_;
  Unread unread_;
  std::shared_ptr<ReplyHandle> handle_;
  State state_ = State::kIdle;
  Clock::time_point deadline_;
  unsigned number_ = 0;                      // of the request that was asked last
  std::stop_source gone_{std::nostopstate};  // of the one that was asked last
  bool last_ = false;                        // no further request on this connection
  bool head_only_ = false;
  bool finished_ = false;
  std::string head_;
  Response response_;
};

inline void ReplyHandle::reply(unsigned number, Response response) {
  // Nearly every answer comes at once, on the loop's own thread.
  if (Loop* const loop = loop_; loop != nullptr && Loop::is_here(loop)) {
    if (const auto self = connection_.lock()) self->reply(number, std::move(response));
    return;
  }
  const std::lock_guard lock(mutex_);
  if (loop_ == nullptr) return;
  asio::post(loop_.load()->context,
             [connection = connection_, number, response = std::move(response)]() mutable {
               if (const auto self = connection.lock()) self->reply(number, std::move(response));
             });
}

}  // namespace net

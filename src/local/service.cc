#include "local/service.h"

#include <algorithm>
#include <chrono>

#include "api/position_routes.h"
#include "api/puzzle_routes.h"
#include "api/record_routes.h"
#include "api/table_routes.h"
#include "local/fiber.h"
#include "local/host.h"
#include "net/error_response.h"
#include "net/language.h"

namespace local {

namespace {

using std::chrono::milliseconds;

std::int64_t steady_ms() {
  return std::chrono::duration_cast<milliseconds>(FiberClock::now().time_since_epoch()).count();
}

class HostSocket : public net::WebSocket {
 public:
  void send(std::shared_ptr<const std::string> message) override {
    tell_host_text("{\"socket\":" + *message + '}');
  }
  void close() override {}
};

// Pictures are drawn for those who cannot draw a board; the page can.
bool is_picture(std::string_view path) {
  return path.ends_with("/picture.png") || path.ends_with("/picture.gif");
}

}  // namespace

HostClock::HostClock()
    : ahead_(std::chrono::duration_cast<milliseconds>(
                 std::chrono::system_clock::now().time_since_epoch())
                 .count() -
             steady_ms()) {}

std::int64_t HostClock::now() const { return steady_ms() + ahead_; }

void HostClock::wait_until(std::int64_t at, std::unique_lock<std::mutex>& lock,
                           std::condition_variable& changed) {
  if (at == kNever) return changed.wait(lock);
  changed.wait_for(lock, milliseconds(std::max<std::int64_t>(0, at - now())));
}

core::TimeSource::TimePoint ThinkingTime::now() {
  if (is_slice_over()) pause_fiber();
  return FiberClock::now();
}

Service::Service()
    : writer_(store_),
      work_(1, time_),
      registry_(store_, writer_, work_, clock_, format_, {}, std::nullopt),
      analyses_(registry_, writer_, work_, store_, {}),
      persons_(clock_),
      sockets_({registry_, persons_}, analyses_, clock_) {
  api::add_position_routes(router_, work_);
  api::add_puzzle_routes(router_, clock_);
  api::add_table_routes(router_, {registry_, persons_}, work_, clock_);
  api::add_record_routes(router_, work_, clock_);
  analyses_.add_routes(router_, persons_);
}

void Service::handle(const net::Request& request, net::Reply reply) const {
  if (is_picture(request.path)) {
    return reply(net::error_response(net::not_found(request),
                                     net::accepted_language(request.accept_language)));
  }
  router_.handle(request, std::move(reply));
}

void Service::open(const std::string& language) {
  if (socket_ != nullptr) sockets_.closed(socket_);
  socket_ = std::make_shared<HostSocket>();
  net::Request request;
  request.accept_language = language;
  request.query = "lang=" + language;
  sockets_.opened(socket_, request);
}

void Service::message(const std::string& text) {
  if (socket_ != nullptr) sockets_.message(socket_, text);
}

}  // namespace local

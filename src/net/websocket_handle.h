// What the service has of a WebSocket. Included by listener.cc alone.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "net/loop.h"
#include "net/service.h"

namespace net {

class WebSocketConnection;

// The service's end of it. What it sends waits here until the loop takes it; many messages wake it
// once.
class WebSocketHandle : public WebSocket {
 public:
  WebSocketHandle(Loop& loop, std::weak_ptr<WebSocketConnection> connection,
                  std::shared_ptr<Visitor> visitor)
      : loop_(&loop),
        connection_(std::move(connection)),
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
    visitor_->waiting.take(bytes);
  }
  void shut() {
    const std::lock_guard lock(mutex_);
    loop_ = nullptr;
    waiting_.clear();
    visitor_->waiting.take(std::exchange(bytes_, 0));
  }

 private:
  // Counts one more message. A single one may be as long as it likes; of an address that reads too
  // little those sockets go that have a good part of it.
  bool is_too_much(std::size_t size) {
    constexpr std::size_t kGoodPart = std::size_t{64} << 10;
    const bool alone = bytes_ == 0;
    bytes_ += size;
    const bool all = visitor_->waiting.add(size);
    return !alone && (bytes_ > max_bytes_ || (all && bytes_ > kGoodPart));
  }

  void wake();

  std::mutex mutex_;
  Loop* loop_;
  const std::weak_ptr<WebSocketConnection> connection_;
  const std::shared_ptr<Visitor> visitor_;
  const std::size_t max_bytes_;
  std::vector<std::shared_ptr<const std::string>> waiting_;
  std::size_t bytes_ = 0;  // waiting here or in the connection
  bool woken_ = false, closing_ = false, overflowed_ = false;
};

}  // namespace net

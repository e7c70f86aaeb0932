// The way of an answer back to its connection. Included by listener.cc alone.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

#include "net/http.h"
#include "net/loop.h"

namespace net {

class HttpConnection;

// The way of an answer back from whatever thread it comes on.
class ReplyHandle {
 public:
  ReplyHandle(Loop& loop, std::weak_ptr<HttpConnection> connection)
      : loop_(&loop), connection_(std::move(connection)) {}

  void reply(unsigned number, Response response);
  void shut() {
    const std::lock_guard lock(mutex_);
    loop_ = nullptr;
  }

 private:
  std::mutex mutex_;
  std::atomic<Loop*> loop_;
  const std::weak_ptr<HttpConnection> connection_;
};

}  // namespace net

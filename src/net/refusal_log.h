// What the log says of those who are refused before anybody knows what they want: a line each, but
// only so many a second, because they may be very many. Thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include "logs/logs.h"
#include "net/limits.h"
#include "net/visitors.h"
#include "text/http_error.h"

namespace net {

class RefusalLog {
 public:
  explicit RefusalLog(Visitor::Clock::time_point now) : lines_({5, 20}, Visitor::ms_of(now)) {}

  void note(Visitor::Clock::time_point now, const text::HttpError& error,
            const std::string& address) {
    const auto level = error.status >= 500 ? logs::Level::kWarning : logs::Level::kInfo;
    if (!logs::wanted(level)) return;
    const std::lock_guard lock(mutex_);
    if (!lines_.take(Visitor::ms_of(now))) {
      ++left_out_;
      return;
    }
    const auto left_out = std::exchange(left_out_, 0);
    logs::write(level, "refused",
                {logs::number("status", error.status),
                 {"code", error.code},
                 {"left_out", left_out > 0 ? std::to_string(left_out) : "", true},
                 logs::address_field(address)});
  }

 private:
  std::mutex mutex_;  // guards what follows
  Bucket lines_;
  std::int64_t left_out_ = 0;  // since the last line
};

}  // namespace net

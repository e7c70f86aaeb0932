// Messages between servers: what must reach others at once, and may be lost.
//
// A subject is tokens joined by dots, as "table.k3x9.events"; whoever subscribes may write "*" for
// one token and ">" for all that follow. Messages of one publisher reach one subscription in their
// order, one after the other, each at most once; different subscriptions are called on different
// threads, so a slow handler delays mostly itself. What is published without a connection is lost,
// and so is what a handler that is too slow lets pile up: generation() tells.
//
// Thread-safe. No call waits for the network.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace bus {

// Longer messages are not sent; the limit of a NATS server as it comes.
inline constexpr std::size_t kMaxMessage = 1 << 20;

// While it lives, a handler is called. After its end, which waits for a running call, it is not.
// Must not end inside its own handler. May outlive the bus.
class [[nodiscard]] Subscription {
 public:
  Subscription() = default;
  explicit Subscription(std::function<void()> end) : end_(std::move(end)) {}
  Subscription(Subscription&& other) noexcept : end_(std::exchange(other.end_, nullptr)) {}
  Subscription& operator=(Subscription&& other) noexcept {
    if (this == &other) return *this;
    reset();
    end_ = std::exchange(other.end_, nullptr);
    return *this;
  }
  ~Subscription() { reset(); }

  void reset() {
    if (const auto end = std::exchange(end_, nullptr)) end();
  }

 private:
  std::function<void()> end_;
};

// The way back of one answer: to be called once, now or later, from any thread, also after the
// subscription and the bus have ended. Dropping it answers nothing: the other side's time runs out.
class [[nodiscard]] Reply {
 public:
  using Send = std::function<void(std::string_view bytes)>;

  Reply() = default;
  explicit Reply(Send send) : send_(std::move(send)) {}
  Reply(Reply&& other) noexcept : send_(std::exchange(other.send_, nullptr)) {}
  Reply& operator=(Reply&& other) noexcept {
    send_ = std::exchange(other.send_, nullptr);
    return *this;
  }

  void operator()(std::string_view bytes) {
    if (const auto send = std::exchange(send_, nullptr)) send(bytes);
  }

 private:
  Send send_;
};

struct Message {
  std::string_view subject, bytes;  // while the handler runs
};

using Handler = std::function<void(const Message&)>;
using Server = std::function<void(const Message&, Reply)>;
// The answer; nothing where time ran out, nobody serves the subject, or there is no connection. In
// the first case and the last the request may have been carried out all the same.
using Answered = std::function<void(std::optional<std::string> answer)>;

class Bus {
 public:
  virtual ~Bus() = default;

  virtual void publish(std::string_view subject, std::string_view bytes) = 0;

  // Messages that others publish from now on may be missing until the server knows of it: sync().
  virtual Subscription subscribe(const std::string& subject, Handler handler) = 0;

  // `done` is called once, on another thread than this, at the latest when the bus ends.
  virtual void request(std::string_view subject, std::string_view bytes,
                       std::chrono::milliseconds timeout, Answered done) = 0;

  // Answers requests. Where several serve one subject, each request goes to one of them.
  virtual Subscription serve(const std::string& subject, Server server) = 0;

  // `done(true)` once everything that was said to this bus before has its effect: a subscription
  // misses nothing that is published after it. `done(false)` as with request().
  virtual void sync(std::chrono::milliseconds timeout, std::function<void(bool)> done) = 0;

  virtual bool connected() const = 0;

  // Grows when the connection has come back and all subscriptions are in force again, and when
  // messages had to be dropped: whoever must know everything asks for what may be missing.
  virtual std::uint64_t generation() const = 0;

  // `changed` is called after connected() or generation() has changed: once for each, or for
  // several together.
  virtual Subscription watch(std::function<void()> changed) = 0;
};

// Is this a subject to publish to: tokens of letters, digits, - and _, joined by dots?
bool is_subject(std::string_view text);
// Is this one to subscribe to, with * and >?
bool is_pattern(std::string_view text);
// Does a subject match a pattern?
bool matches(std::string_view pattern, std::string_view subject);

}  // namespace bus

// One connection to a NATS server, from its beginning to its first failure: libnats behind a plain
// interface. Used by one thread, but for what it calls.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "bus/nats_bus.h"
#include "core/result.h"

typedef struct __natsConnection natsConnection;
typedef struct __natsSubscription natsSubscription;

namespace bus {

struct NatsMessage {
  std::string subject, reply, bytes;
  bool nobody = false;  // the server's word that nobody serves what was asked for
};

// A pattern that is to be heard of, by as many sessions as it takes.
struct NatsListener {
  std::string pattern;
  std::string group;  // of those who share messages; "" where everybody gets all
  std::function<void(NatsMessage)> deliver;
};

// What happens to a connection; called on threads of libnats.
struct NatsEvents {
  std::function<void()> closed;
  std::function<void()> dropped;  // messages were
};

class NatsSession {
 public:
  // Waits for as long as the settings say. The error is what libnats says.
  static core::Result<std::unique_ptr<NatsSession>, std::string> connect(
      const NatsSettings& settings, const std::shared_ptr<NatsEvents>& events);
  ~NatsSession();
  NatsSession(const NatsSession&) = delete;
  NatsSession& operator=(const NatsSession&) = delete;

  // Nothing happens where it listens, or does not, already.
  void listen(std::uint64_t number, const std::shared_ptr<NatsListener>& listener);
  void forget(std::uint64_t number);
  // False where the connection did not take it.
  bool publish(const std::string& subject, const std::string& reply, const std::string& bytes);
  // Waits until the server has everything.
  bool flush(std::chrono::milliseconds timeout);
  bool closed() const;

 private:
  struct Heard {
    natsSubscription* subscription;
    std::uintptr_t handle;
  };

  explicit NatsSession(std::uintptr_t events) : events_(events) {}

  natsConnection* connection_ = nullptr;
  const std::uintptr_t events_;
  std::unordered_map<std::uint64_t, Heard> heard_;
};

}  // namespace bus

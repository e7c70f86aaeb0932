// The one thread that has the connection: it connects, tells the server what is listened for, and
// sends. Nobody else waits for the network.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "bus/executor.h"
#include "bus/nats_bus.h"
#include "bus/nats_session.h"
#include "bus/requests.h"

namespace bus {

class NatsWire : public std::enable_shared_from_this<NatsWire> {
 public:
  NatsWire(NatsSettings settings, std::shared_ptr<ConnectionState> state,
           std::shared_ptr<Requests> requests);

  void start();
  // What waits is sent, where there is a connection. Once.
  void stop();

  // Messages are delivered through the strand. Its number.
  std::uint64_t listen(std::shared_ptr<NatsListener> listener, std::shared_ptr<Strand> strand);
  void forget(std::uint64_t number);
  // Waits for all handlers that run; none is called any more.
  void close_strands();

  void publish(std::string_view subject, std::string_view bytes);
  // `number` is that of the request, and the answer comes to `reply`.
  void request(std::string_view subject, std::string_view reply, std::string_view bytes,
               std::uint64_t number);

 private:
  // What is to be done, in this order.
  struct Command {
    enum class Kind { kPublish, kListen, kForget };
    Kind kind;
    std::uint64_t number = 0;  // of the listener or the request
    std::string subject = {}, reply = {}, bytes = {};
    std::shared_ptr<NatsListener> listener = {};

    std::size_t size() const;
  };
  struct Listening {
    std::shared_ptr<NatsListener> listener;
    std::shared_ptr<Strand> strand;
  };

  bool push(Command command);
  void work();
  bool run_session();
  bool open_session(NatsSession& session);
  void send_all(NatsSession& session);
  void carry_out(NatsSession& session, const Command& command);
  void close_session();
  void pause(int failures);
  std::shared_ptr<NatsEvents> next_events();

  const NatsSettings settings_;
  const std::shared_ptr<ConnectionState> state_;
  const std::shared_ptr<Requests> requests_;
  std::thread thread_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::map<std::uint64_t, Listening> listening_;
  std::uint64_t last_listener_ = 0;
  std::deque<Command> commands_;
  std::size_t unsent_ = 0;     // bytes
  std::uint64_t session_ = 0;  // its number
  bool started_ = false;       // it knows all listeners, and is told of changes
  bool open_ = false;          // it takes messages
  bool closed_ = false;        // libnats said so
  bool ending_ = false;
};

// Counts a message that did not go on its way.
void count_dropped(std::string_view why);

}  // namespace bus

// A bus without a network, for tests and simulations: every node in this process has its own, and
// whoever holds the network drops, holds and cuts.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "bus/bus.h"

namespace bus {

// On its way from one node to another.
struct Envelope {
  enum class Kind { kMessage, kRequest, kAnswer };
  Kind kind;
  std::string_view from, to;  // names of nodes
  std::string_view subject;   // of an answer: that of its request
  std::string_view bytes;
};

enum class Fate { kPass, kDrop, kHold };

// Thread-safe. What the buses have of it outlives it.
class LocalNetwork {
 public:
  // Handlers run on threads of each node, or when the test says so: then in the order in which
  // messages were sent, on the thread of the test, and timeouts by the time of the test.
  enum class Delivery { kThreads, kByHand };
  explicit LocalNetwork(Delivery delivery);
  ~LocalNetwork();
  LocalNetwork(const LocalNetwork&) = delete;
  LocalNetwork& operator=(const LocalNetwork&) = delete;

  // A bus that is connected. Names may come again, as that of a node that is started again.
  std::unique_ptr<Bus> join(const std::string& node);

  // Decides about everything that is sent from now on; must not use a bus. Nothing: all passes.
  void filter(std::function<Fate(const Envelope&)> decide);
  // What is held goes on, in its order, without being asked about again; how many it was.
  std::size_t let_go();
  std::size_t held() const;

  // The nodes of this name lose their connection, or get it back.
  void cut(std::string_view node);
  void restore(std::string_view node);

  // By hand: one handler or answer; false where nothing waits.
  bool step();
  // All of them, also those that follow; how many.
  std::size_t run();
  // Time passes, and what was waiting for it runs.
  void advance(std::chrono::milliseconds time);

  struct State;

 private:
  const std::shared_ptr<State> state_;
};

}  // namespace bus

#include "bus/local_bus.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "bus/executor.h"
#include "bus/requests.h"

namespace bus {

namespace {

constexpr int kThreads = 2;                             // a node
constexpr std::size_t kWaiting = std::size_t{1} << 24;  // bytes that wait for a handler

}  // namespace

struct LocalNode {
  LocalNode(std::string called, std::shared_ptr<Executor> where)
      : name(std::move(called)),
        executor(std::move(where)),
        state(std::make_shared<ConnectionState>(executor)),
        requests(std::make_shared<Requests>(executor)) {}

  const std::string name;
  const std::shared_ptr<Executor> executor;
  const std::shared_ptr<ConnectionState> state;
  const std::shared_ptr<Requests> requests;
};

// Either handles messages or serves requests.
struct LocalListener {
  std::string pattern;
  Handler handler;
  Server server;
  std::shared_ptr<LocalNode> node;
  std::shared_ptr<Strand> strand;
};

// An envelope that has its own texts, and what is done where it arrives.
struct LocalEnvelope {
  Envelope::Kind kind;
  std::string from, to, subject, bytes;
  std::function<void(const LocalEnvelope&)> deliver;
};

struct LocalNetwork::State : std::enable_shared_from_this<LocalNetwork::State> {
  // Messages go to all who listen, requests to the next of those who serve.
  void publish(const std::shared_ptr<LocalNode>& from, std::string_view subject,
               std::string_view bytes) {
    const std::lock_guard lock(mutex);
    if (!from->state->connected()) return;
    for (const auto& listener : listening(subject, false)) {
      send({Envelope::Kind::kMessage, from->name, listener->node->name, std::string(subject),
            std::string(bytes),
            [listener](const LocalEnvelope& carried) { hand_over(listener, carried); }});
    }
  }

  void request(const std::shared_ptr<LocalNode>& from, std::uint64_t number,
               std::string_view subject, std::string_view bytes) {
    const std::lock_guard lock(mutex);
    const auto servers = listening(subject, true);
    if (!from->state->connected() || servers.empty()) {
      return from->requests->answer(number, std::nullopt);
    }
    const auto& server = servers[turn++ % servers.size()];
    send({Envelope::Kind::kRequest, from->name, server->node->name, std::string(subject),
          std::string(bytes),
          [weak = weak_from_this(), server, from, number](const LocalEnvelope& carried) {
            serve(weak, server, from, number, carried);
          }});
  }

  void answer(const std::shared_ptr<LocalNode>& from, const std::shared_ptr<LocalNode>& to,
              std::uint64_t number, const std::string& subject, std::string_view bytes) {
    const std::lock_guard lock(mutex);
    if (!from->state->connected()) return;
    send({Envelope::Kind::kAnswer, from->name, to->name, subject, std::string(bytes),
          [to, number](const LocalEnvelope& carried) {
            if (to->state->connected()) to->requests->answer(number, carried.bytes);
          }});
  }

  Subscription listen(const std::shared_ptr<LocalListener>& listener) {
    const std::lock_guard lock(mutex);
    listeners.push_back(listener);
    return Subscription([self = shared_from_this(), listener] {
      listener->strand->close();
      self->forget(listener);
    });
  }

  void forget(const std::shared_ptr<LocalListener>& listener) {
    const std::lock_guard lock(mutex);
    std::erase(listeners, listener);
  }

  void end(const std::shared_ptr<LocalNode>& node) {
    std::vector<std::shared_ptr<LocalListener>> ended;
    {
      const std::lock_guard lock(mutex);
      std::erase(nodes, node);
      std::copy_if(listeners.begin(), listeners.end(), std::back_inserter(ended),
                   [&](const auto& listener) { return listener->node == node; });
      node->state->set(false);
    }
    for (const auto& listener : ended) {
      listener->strand->close();
      forget(listener);
    }
    node->state->close();
    node->requests->end();
    if (by_hand == nullptr) node->executor->stop();
  }

  // Below: REQUIRES: the mutex is held.
  std::vector<std::shared_ptr<LocalListener>> listening(std::string_view subject,
                                                        bool serving) const {
    std::vector<std::shared_ptr<LocalListener>> found;
    for (const auto& listener : listeners) {
      if ((listener->server != nullptr) == serving && listener->node->state->connected() &&
          matches(listener->pattern, subject)) {
        found.push_back(listener);
      }
    }
    return found;
  }

  void send(LocalEnvelope carried) {
    const Envelope envelope{carried.kind, carried.from, carried.to, carried.subject, carried.bytes};
    const auto fate = decide ? decide(envelope) : Fate::kPass;
    if (fate == Fate::kPass) carried.deliver(carried);
    if (fate == Fate::kHold) held.push_back(std::move(carried));
  }

  static void post(const std::shared_ptr<LocalListener>& listener, std::size_t bytes, Task task) {
    if (!listener->node->state->connected()) return;
    if (listener->strand->post(std::move(task), bytes) == Strand::Posted::kFull) {
      listener->node->state->lost();
    }
  }

  static void hand_over(const std::shared_ptr<LocalListener>& listener,
                        const LocalEnvelope& carried) {
    post(listener, carried.bytes.size(),
         [listener, subject = carried.subject, bytes = carried.bytes] {
           listener->handler({subject, bytes});
         });
  }

  static void serve(const std::weak_ptr<State>& network,
                    const std::shared_ptr<LocalListener>& server,
                    const std::shared_ptr<LocalNode>& from, std::uint64_t number,
                    const LocalEnvelope& carried) {
    const auto reply = [network, server, from, number,
                        subject = carried.subject](std::string_view bytes) {
      if (const auto self = network.lock())
        self->answer(server->node, from, number, subject, bytes);
    };
    post(server, carried.bytes.size(),
         [server, subject = carried.subject, bytes = carried.bytes, reply] {
           server->server({subject, bytes}, Reply(reply));
         });
  }

  mutable std::mutex mutex;
  std::shared_ptr<Executor> by_hand;  // of all nodes; nothing where each has threads
  std::vector<std::shared_ptr<LocalNode>> nodes;
  std::vector<std::shared_ptr<LocalListener>> listeners;
  std::deque<LocalEnvelope> held;
  std::function<Fate(const Envelope&)> decide;
  std::size_t turn = 0;
};

namespace {

class LocalBus final : public Bus {
 public:
  LocalBus(std::shared_ptr<LocalNetwork::State> network, std::shared_ptr<LocalNode> node)
      : network_(std::move(network)), node_(std::move(node)) {}
  ~LocalBus() override { network_->end(node_); }

  void publish(std::string_view subject, std::string_view bytes) override {
    assert(is_subject(subject));
    if (bytes.size() <= kMaxMessage) network_->publish(node_, subject, bytes);
  }

  Subscription subscribe(const std::string& subject, Handler handler) override {
    return listen(subject, std::move(handler), nullptr);
  }

  Subscription serve(const std::string& subject, Server server) override {
    return listen(subject, nullptr, std::move(server));
  }

  void request(std::string_view subject, std::string_view bytes, std::chrono::milliseconds timeout,
               Answered done) override {
    assert(is_subject(subject));
    const auto number = node_->requests->add(timeout, std::move(done));
    if (bytes.size() > kMaxMessage) return node_->requests->answer(number, std::nullopt);
    network_->request(node_, number, subject, bytes);
  }

  void sync(std::chrono::milliseconds timeout, std::function<void(bool)> done) override {
    const auto number = node_->requests->add(
        timeout, [done = std::move(done)](const std::optional<std::string>& answer) {
          done(answer.has_value());
        });
    node_->requests->answer(number, connected() ? std::optional<std::string>("") : std::nullopt);
  }

  bool connected() const override { return node_->state->connected(); }
  std::uint64_t generation() const override { return node_->state->generation(); }
  Subscription watch(std::function<void()> changed) override {
    return node_->state->watch(std::move(changed));
  }

 private:
  Subscription listen(const std::string& pattern, Handler handler, Server server) {
    assert(is_pattern(pattern));
    auto listener = std::make_shared<LocalListener>();
    listener->pattern = pattern;
    listener->handler = std::move(handler);
    listener->server = std::move(server);
    listener->node = node_;
    listener->strand = std::make_shared<Strand>(node_->executor, kWaiting);
    return network_->listen(listener);
  }

  const std::shared_ptr<LocalNetwork::State> network_;
  const std::shared_ptr<LocalNode> node_;
};

}  // namespace

LocalNetwork::LocalNetwork(Delivery delivery) : state_(std::make_shared<State>()) {
  if (delivery == Delivery::kByHand) state_->by_hand = std::make_shared<Executor>(0);
}

LocalNetwork::~LocalNetwork() = default;

std::unique_ptr<Bus> LocalNetwork::join(const std::string& name) {
  auto executor = state_->by_hand;
  if (executor == nullptr) executor = std::make_shared<Executor>(kThreads);
  const auto node = std::make_shared<LocalNode>(name, std::move(executor));
  node->state->set(true);
  const std::lock_guard lock(state_->mutex);
  state_->nodes.push_back(node);
  return std::make_unique<LocalBus>(state_, node);
}

void LocalNetwork::filter(std::function<Fate(const Envelope&)> decide) {
  const std::lock_guard lock(state_->mutex);
  state_->decide = std::move(decide);
}

std::size_t LocalNetwork::let_go() {
  std::deque<LocalEnvelope> going;  // what it holds goes after the lock
  const std::lock_guard lock(state_->mutex);
  going.swap(state_->held);
  for (const auto& carried : going) carried.deliver(carried);
  return going.size();
}

std::size_t LocalNetwork::held() const {
  const std::lock_guard lock(state_->mutex);
  return state_->held.size();
}

void LocalNetwork::cut(std::string_view name) {
  const std::lock_guard lock(state_->mutex);
  for (const auto& node : state_->nodes) {
    if (node->name != name || !node->state->connected()) continue;
    node->state->set(false);
    node->requests->fail_all();
  }
}

void LocalNetwork::restore(std::string_view name) {
  const std::lock_guard lock(state_->mutex);
  for (const auto& node : state_->nodes) {
    if (node->name == name && !node->state->connected()) node->state->set(true);
  }
}

bool LocalNetwork::step() {
  assert(state_->by_hand != nullptr);
  return state_->by_hand->run_one();
}

std::size_t LocalNetwork::run() {
  std::size_t steps = 0;
  while (step()) ++steps;
  return steps;
}

void LocalNetwork::advance(std::chrono::milliseconds time) {
  state_->by_hand->advance(time);
  run();
}

}  // namespace bus

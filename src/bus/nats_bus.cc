#include "bus/nats_bus.h"

#include <cassert>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>

#include "bus/executor.h"
#include "bus/nats_session.h"
#include "bus/nats_wire.h"
#include "bus/requests.h"
#include "core/scan.h"
#include "metrics/metrics.h"

namespace bus {

namespace {

constexpr const char* kServers = "servers";  // the group of those who share requests
constexpr long long kMaxNumber = 1'000'000'000'000'000'000;

// Where answers to this process go: nobody else's name is the same.
std::string new_inbox() {
  std::random_device device;
  return "_INBOX." + std::to_string((std::uint64_t{device()} << 32) | device()) + '.';
}

class NatsBus final : public Bus {
 public:
  explicit NatsBus(const NatsSettings& settings)
      : max_unread_(settings.max_unread),
        inbox_(new_inbox()),
        executor_(std::make_shared<Executor>(settings.threads)),
        state_(std::make_shared<ConnectionState>(executor_)),
        requests_(std::make_shared<Requests>(executor_)),
        wire_(std::make_shared<NatsWire>(settings, state_, requests_)),
        gauge_(metrics::kBusConnected, [state = state_] { return state->connected() ? 1.0 : 0; }) {
    listen_for_answers();
    wire_->start();
  }

  ~NatsBus() override {
    wire_->stop();
    wire_->close_strands();
    state_->close();
    requests_->end();
    executor_->stop();
  }

  void publish(std::string_view subject, std::string_view bytes) override {
    assert(is_subject(subject));
    wire_->publish(subject, bytes);
  }

  Subscription subscribe(const std::string& subject, Handler handler) override {
    return listen(subject, "", [handler = std::move(handler)](const NatsMessage& message) {
      handler({message.subject, message.bytes});
    });
  }

  Subscription serve(const std::string& subject, Server server) override {
    return listen(subject, kServers,
                  [server = std::move(server),
                   wire = std::weak_ptr<NatsWire>(wire_)](const NatsMessage& message) {
                    server({message.subject, message.bytes}, reply_to(wire, message.reply));
                  });
  }

  void request(std::string_view subject, std::string_view bytes, std::chrono::milliseconds timeout,
               Answered done) override {
    assert(is_subject(subject));
    const auto number = requests_->add(timeout, std::move(done));
    wire_->request(subject, inbox_ + std::to_string(number), bytes, number);
  }

  // A message to ourselves comes back when the server has done all that was said before it.
  void sync(std::chrono::milliseconds timeout, std::function<void(bool)> done) override {
    const auto number =
        requests_->add(timeout, [done = std::move(done)](const std::optional<std::string>& answer) {
          done(answer.has_value());
        });
    wire_->request(inbox_ + std::to_string(number), "", "", number);
  }

  bool connected() const override { return state_->connected(); }
  std::uint64_t generation() const override { return state_->generation(); }
  Subscription watch(std::function<void()> changed) override {
    return state_->watch(std::move(changed));
  }

 private:
  using Deliver = std::function<void(const NatsMessage&)>;

  static Reply reply_to(const std::weak_ptr<NatsWire>& wire, const std::string& subject) {
    if (subject.empty()) return {};
    return Reply([wire, subject](std::string_view bytes) {
      if (const auto open = wire.lock()) open->publish(subject, bytes);
    });
  }

  Subscription listen(const std::string& pattern, const std::string& group, Deliver deliver) {
    assert(is_pattern(pattern));
    const auto strand = std::make_shared<Strand>(executor_, max_unread_);
    const auto listener = std::make_shared<NatsListener>();
    listener->pattern = pattern;
    listener->group = group;
    const auto shared = std::make_shared<const Deliver>(std::move(deliver));
    listener->deliver = [strand, shared, state = state_](NatsMessage message) {
      const auto size = message.subject.size() + message.reply.size() + message.bytes.size();
      const auto posted =
          strand->post([shared, message = std::move(message)] { (*shared)(message); }, size);
      if (posted != Strand::Posted::kFull) return;
      count_dropped("unread");
      state->lost();
    };
    const auto number = wire_->listen(listener, strand);
    return Subscription([wire = wire_, strand, number] {
      strand->close();
      wire->forget(number);
    });
  }

  void listen_for_answers() {
    const auto listener = std::make_shared<NatsListener>();
    listener->pattern = inbox_ + '*';
    listener->deliver = [requests = requests_, start = inbox_.size()](NatsMessage message) {
      const auto number =
          core::whole_number(std::string_view(message.subject).substr(start), kMaxNumber);
      if (!number) return;
      std::optional<std::string> answer;
      if (!message.nobody) answer = std::move(message.bytes);
      requests->answer(static_cast<std::uint64_t>(*number), std::move(answer));
    };
    wire_->listen(listener, std::make_shared<Strand>(executor_, max_unread_));
  }

  const std::size_t max_unread_;
  const std::string inbox_;
  const std::shared_ptr<Executor> executor_;
  const std::shared_ptr<ConnectionState> state_;
  const std::shared_ptr<Requests> requests_;
  const std::shared_ptr<NatsWire> wire_;
  const metrics::Gauge gauge_;
};

}  // namespace

std::unique_ptr<Bus> make_nats_bus(const NatsSettings& settings) {
  return std::make_unique<NatsBus>(settings);
}

}  // namespace bus

#include "bus/nats_wire.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <utility>

#include "core/guarded.h"
#include "logs/logs.h"
#include "metrics/metrics.h"

namespace bus {

using std::chrono::milliseconds;

namespace {

constexpr std::size_t kUnsentOverhead = 128;  // of a message, beside its texts
constexpr milliseconds kShortestPause{200}, kLongestPause{2000};

// Everybody who lost the same server comes back at another time.
milliseconds random_pause(int failures) {
  const auto longest = std::min(kLongestPause, kShortestPause * (2 << std::min(failures, 8)));
  std::random_device device;
  std::uniform_int_distribution<long> pause(kShortestPause.count(), longest.count());
  return milliseconds(pause(device));
}

}  // namespace

void count_dropped(std::string_view why) { metrics::counter(metrics::kBusDropped, why).add(); }

std::size_t NatsWire::Command::size() const {
  return subject.size() + reply.size() + bytes.size() + kUnsentOverhead;
}

NatsWire::NatsWire(NatsSettings settings, std::shared_ptr<ConnectionState> state,
                   std::shared_ptr<Requests> requests)
    : settings_(std::move(settings)), state_(std::move(state)), requests_(std::move(requests)) {}

void NatsWire::start() {
  thread_ = std::thread([this] { work(); });
}

void NatsWire::stop() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    wake_.notify_all();
  }
  thread_.join();
}

std::uint64_t NatsWire::listen(std::shared_ptr<NatsListener> listener,
                               std::shared_ptr<Strand> strand) {
  const std::lock_guard lock(mutex_);
  const auto number = ++last_listener_;
  listening_.emplace(number, Listening{listener, std::move(strand)});
  if (started_) {
    Command command{Command::Kind::kListen, number};
    command.listener = std::move(listener);
    commands_.push_back(std::move(command));
    wake_.notify_all();
  }
  return number;
}

void NatsWire::forget(std::uint64_t number) {
  Listening forgotten;  // goes after the lock
  const std::lock_guard lock(mutex_);
  const auto at = listening_.find(number);
  if (at == listening_.end()) return;
  forgotten = std::move(at->second);
  listening_.erase(at);
  if (!started_) return;
  commands_.push_back({Command::Kind::kForget, number});
  wake_.notify_all();
}

void NatsWire::close_strands() {
  std::map<std::uint64_t, Listening> closed;
  {
    const std::lock_guard lock(mutex_);
    closed.swap(listening_);
  }
  for (const auto& [number, listening] : closed) listening.strand->close();
}

void NatsWire::publish(std::string_view subject, std::string_view bytes) {
  push({Command::Kind::kPublish, 0, std::string(subject), "", std::string(bytes)});
}

void NatsWire::request(std::string_view subject, std::string_view reply, std::string_view bytes,
                       std::uint64_t number) {
  if (!push({Command::Kind::kPublish, number, std::string(subject), std::string(reply),
             std::string(bytes)})) {
    requests_->answer(number, std::nullopt);
  }
}

// False where the message is dropped: now, not when the connection comes back, when it might say
// what is long past.
bool NatsWire::push(Command command) {
  const char* why = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (command.bytes.size() > kMaxMessage) {
      why = "size";
    } else if (!open_) {
      why = "unconnected";
    } else if (unsent_ + command.size() > settings_.max_unsent) {
      why = "unsent";
    } else {
      unsent_ += command.size();
      commands_.push_back(std::move(command));
      wake_.notify_all();
    }
  }
  if (why != nullptr) count_dropped(why);
  return why == nullptr;
}

void NatsWire::work() {
  int failures = 0;
  while (true) {
    bool opened = false;
    core::guarded([&] { opened = run_session(); });
    close_session();
    failures = opened ? 0 : failures + 1;
    pause(failures);
    const std::lock_guard lock(mutex_);
    if (ending_) return;
  }
}

// One connection from its beginning to its end; false where there was none.
bool NatsWire::run_session() {
  const auto events = next_events();
  auto session = NatsSession::connect(settings_, events);
  if (!session) {
    logs::write(logs::Level::kWarning, "bus_unreachable",
                {{"server", settings_.url.place()}, {"why", session.error()}});
    return false;
  }
  if (!open_session(**session)) return false;
  logs::write(logs::Level::kInfo, "bus_connected", {{"server", settings_.url.place()}});
  send_all(**session);
  close_session();  // nobody waits until libnats has closed its side
  return true;
}

std::shared_ptr<NatsEvents> NatsWire::next_events() {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++session_;
    closed_ = false;
  }
  auto events = std::make_shared<NatsEvents>();
  events->closed = [weak = weak_from_this(), number] {
    const auto self = weak.lock();
    if (self == nullptr) return;
    const std::lock_guard lock(self->mutex_);
    if (self->session_ != number) return;
    self->closed_ = true;
    self->wake_.notify_all();
  };
  events->dropped = [state = state_] {
    count_dropped("unread");
    state->lost();
  };
  return events;
}

// The server knows of everything that is listened for before anybody hears of the connection.
bool NatsWire::open_session(NatsSession& session) {
  std::map<std::uint64_t, Listening> all;
  {
    const std::lock_guard lock(mutex_);
    all = listening_;
    started_ = true;
  }
  for (const auto& [number, listening] : all) session.listen(number, listening.listener);
  if (!session.flush(settings_.connect_timeout)) return false;
  {
    const std::lock_guard lock(mutex_);
    open_ = true;
  }
  state_->set(true);
  return true;
}

void NatsWire::send_all(NatsSession& session) {
  bool ending = false;
  while (!ending) {
    std::deque<Command> batch;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return ending_ || closed_ || !commands_.empty(); });
      if (closed_) return;
      ending = ending_;
      batch.swap(commands_);
      unsent_ = 0;
    }
    for (const auto& command : batch) carry_out(session, command);
  }
}

void NatsWire::carry_out(NatsSession& session, const Command& command) {
  switch (command.kind) {
    case Command::Kind::kListen: return session.listen(command.number, command.listener);
    case Command::Kind::kForget: return session.forget(command.number);
    case Command::Kind::kPublish: break;
  }
  if (session.publish(command.subject, command.reply, command.bytes)) return;
  count_dropped("unsent");
  requests_->answer(command.number, std::nullopt);
}

void NatsWire::close_session() {
  bool was_open = false;
  std::deque<Command> dropped;
  {
    const std::lock_guard lock(mutex_);
    was_open = std::exchange(open_, false);
    started_ = false;
    dropped.swap(commands_);
    unsent_ = 0;
  }
  if (!was_open) return;
  logs::write(logs::Level::kWarning, "bus_lost", {{"server", settings_.url.place()}});
  state_->set(false);
  requests_->fail_all();
}

void NatsWire::pause(int failures) {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, random_pause(failures), [&] { return ending_; });
}

}  // namespace bus

#include "bus/nats_session.h"

#include <mutex>
#include <utility>

#include "bus/libnats.h"
#include "core/guarded.h"

namespace bus {

namespace {

// libnats may call back after everything it was told of is gone. So it is given numbers, never
// pointers, and what they stand for is looked up here.
template <class T>
class Handles {
 public:
  static std::uintptr_t add(const std::shared_ptr<T>& object) {
    auto& all = instance();
    const std::lock_guard lock(all.mutex_);
    all.objects_.emplace(++all.last_, object);
    return all.last_;
  }
  static std::shared_ptr<T> find(void* handle) {
    auto& all = instance();
    const std::lock_guard lock(all.mutex_);
    const auto at = all.objects_.find(reinterpret_cast<std::uintptr_t>(handle));
    return at == all.objects_.end() ? nullptr : at->second.lock();
  }
  static void remove(std::uintptr_t handle) {
    auto& all = instance();
    const std::lock_guard lock(all.mutex_);
    all.objects_.erase(handle);
  }

 private:
  // Never destroyed: threads of libnats may outlive main().
  static Handles& instance() {
    static auto* const all = new Handles;
    return *all;
  }

  std::mutex mutex_;
  std::unordered_map<std::uintptr_t, std::weak_ptr<T>> objects_;
  std::uintptr_t last_ = 0;
};

void* as_closure(std::uintptr_t handle) { return reinterpret_cast<void*>(handle); }

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

extern "C" void on_nats_message(natsConnection*, natsSubscription*, natsMsg* message,
                                void* closure) {
  core::guarded([&] {
    const auto listener = Handles<NatsListener>::find(closure);
    if (listener == nullptr) return;
    listener->deliver({text_of(natsMsg_GetSubject(message)), text_of(natsMsg_GetReply(message)),
                       std::string(natsMsg_GetData(message),
                                   static_cast<std::size_t>(natsMsg_GetDataLength(message))),
                       natsMsg_IsNoResponders(message)});
  });
  natsMsg_Destroy(message);
}

extern "C" void on_nats_closed(natsConnection*, void* closure) {
  core::guarded([&] {
    if (const auto events = Handles<NatsEvents>::find(closure)) events->closed();
  });
}

extern "C" void on_nats_error(natsConnection*, natsSubscription*, natsStatus status,
                              void* closure) {
  if (status != NATS_SLOW_CONSUMER) return;  // others end the connection
  core::guarded([&] {
    if (const auto events = Handles<NatsEvents>::find(closure)) events->dropped();
  });
}

// Everything by our own hand but the wire: libnats' reconnecting gives up after a refused password
// and keeps old messages for later.
natsStatus set_options(natsOptions* options, const NatsSettings& settings, void* events) {
  const auto& url = settings.url;
  natsStatus status = natsOptions_SetURL(options, url.server.c_str());
  const auto set = [&](auto function, auto... values) {
    if (status == NATS_OK) status = function(options, values...);
  };
  if (!url.user.empty()) set(natsOptions_SetUserInfo, url.user.c_str(), url.password.c_str());
  if (!url.token.empty()) set(natsOptions_SetToken, url.token.c_str());
  set(natsOptions_SetName, settings.name.c_str());
  set(natsOptions_SetTimeout, settings.connect_timeout.count());
  set(natsOptions_SetAllowReconnect, false);
  set(natsOptions_SetPingInterval, settings.ping.count());
  set(natsOptions_SetMaxPingsOut, settings.pings);
  // A server that takes nothing must not hold us for ever.
  set(natsOptions_SetWriteDeadline, settings.ping.count() * settings.pings);
  // Without it everything waits a millisecond for more to come.
  set(natsOptions_SetSendAsap, true);
  // One thread for all subscriptions: it only hands messages on.
  set(natsOptions_UseGlobalMessageDelivery, true);
  set(natsOptions_SetClosedCB, on_nats_closed, events);
  set(natsOptions_SetErrorHandler, on_nats_error, events);
  return status;
}

}  // namespace

core::Result<std::unique_ptr<NatsSession>, std::string> NatsSession::connect(
    const NatsSettings& settings, const std::shared_ptr<NatsEvents>& events) {
  if (auto problem = load_libnats()) return *problem;
  auto session = std::unique_ptr<NatsSession>(new NatsSession(Handles<NatsEvents>::add(events)));
  natsOptions* options = nullptr;
  natsStatus status = natsOptions_Create(&options);
  if (status == NATS_OK) status = set_options(options, settings, as_closure(session->events_));
  if (status == NATS_OK) status = natsConnection_Connect(&session->connection_, options);
  natsOptions_Destroy(options);
  if (status != NATS_OK) return std::string(natsStatus_GetText(status));
  return session;
}

NatsSession::~NatsSession() {
  Handles<NatsEvents>::remove(events_);
  for (const auto& [number, heard] : heard_) {
    Handles<NatsListener>::remove(heard.handle);
    natsSubscription_Destroy(heard.subscription);
  }
  natsConnection_Destroy(connection_);
}

void NatsSession::listen(std::uint64_t number, const std::shared_ptr<NatsListener>& listener) {
  if (heard_.contains(number)) return;
  const auto handle = Handles<NatsListener>::add(listener);
  natsSubscription* subscription = nullptr;
  const auto* pattern = listener->pattern.c_str();
  const auto status = listener->group.empty()
                          ? natsConnection_Subscribe(&subscription, connection_, pattern,
                                                     on_nats_message, as_closure(handle))
                          : natsConnection_QueueSubscribe(&subscription, connection_, pattern,
                                                          listener->group.c_str(), on_nats_message,
                                                          as_closure(handle));
  // It fails with the connection, and the next one begins anew.
  if (status != NATS_OK) return Handles<NatsListener>::remove(handle);
  heard_.emplace(number, Heard{subscription, handle});
}

void NatsSession::forget(std::uint64_t number) {
  const auto at = heard_.find(number);
  if (at == heard_.end()) return;
  Handles<NatsListener>::remove(at->second.handle);
  natsSubscription_Destroy(at->second.subscription);
  heard_.erase(at);
}

bool NatsSession::publish(const std::string& subject, const std::string& reply,
                          const std::string& bytes) {
  const int size = static_cast<int>(bytes.size());
  const auto status = reply.empty()
                          ? natsConnection_Publish(connection_, subject.c_str(), bytes.data(), size)
                          : natsConnection_PublishRequest(connection_, subject.c_str(),
                                                          reply.c_str(), bytes.data(), size);
  return status == NATS_OK;
}

bool NatsSession::flush(std::chrono::milliseconds timeout) {
  return natsConnection_FlushTimeout(connection_, timeout.count()) == NATS_OK;
}

bool NatsSession::closed() const { return natsConnection_IsClosed(connection_); }

}  // namespace bus

#include "tables/cluster.h"

#include "core/guarded.h"
#include "logs/logs.h"

namespace tables {

namespace {

constexpr std::chrono::milliseconds kLookEvery{100};

}  // namespace

Cluster::Cluster(store::Leases& leases, bus::Bus& bus, core::TimeSource& time)
    : leases_(leases), bus_(bus), time_(time), renewed_(time.now()), connected_(time.now()) {}

Cluster::~Cluster() { stop(); }

void Cluster::start(Listener listener) {
  listen(std::move(listener));
  renewing_ = std::thread([this] { repeat(kRenewEvery, &Cluster::renew); });
  looking_ = std::thread([this] { repeat(kLookEvery, &Cluster::look); });
  telling_ = std::thread([this] { repeat(kRenewEvery, &Cluster::tell); });
}

void Cluster::stop() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(stopping_, true)) return;
  }
  ends_.notify_all();
  if (looking_.joinable()) looking_.join();
  if (renewing_.joinable()) renewing_.join();
  if (telling_.joinable()) telling_.join();
  // Where it cannot be told the lease runs out by itself.
  static_cast<void>(leases_.leave());
}

void Cluster::repeat(std::chrono::milliseconds every, void (Cluster::*what)()) {
  std::unique_lock lock(mutex_);
  while (!ends_.wait_for(lock, every, [this] { return stopping_; })) {
    lock.unlock();
    core::guarded([&] { (this->*what)(); });
    lock.lock();
  }
}

void Cluster::renew() {
  const auto before = time_.now();
  if (!bus_.connected() && before - connected_.load() > kWithoutBus) {
    // Others could not reach this server, so they must not take it for alive.
    if (!given_up_) given_up_ = !leases_.leave();
    return;
  }
  if (leases_.renew()) return;
  // The lease may be as old as the question, and the one before as old as the question before.
  const bool late = time_.now() - renewed_.load() > store::kLeaseTime;
  if (given_up_.exchange(false) || late) lapsed_ = true;
  renewed_ = before;
  untold_ = true;
}

void Cluster::tell() {
  if (untold_.exchange(false) && listener_.renewed) listener_.renewed();
}

bool Cluster::is_reachable() const {
  const auto now = time_.now();
  return !given_up_ && now - renewed_.load() <= kWithoutDatabase &&
         now - connected_.load() <= kWithoutBus;
}

void Cluster::look() {
  if (bus_.connected()) connected_ = time_.now();
  if (lapsed_.exchange(false)) note_reachable(false);
  note_reachable(is_reachable());
}

void Cluster::note_reachable(bool reachable) {
  if (cut_off_.exchange(!reachable) == !reachable) return;
  logs::write(logs::Level::kWarning, reachable ? "joined" : "cut_off", {{"node", node()}});
  const auto& call = reachable ? listener_.back : listener_.cut_off;
  if (call) call();
}

}  // namespace tables

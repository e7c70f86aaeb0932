// This server among others that share a PostgreSQL database and a NATS server: it keeps its lease,
// and knows whether the others can be reached. Thread-safe.
//
// A server that cannot renew its lease, or has no connection to the bus, is cut off: it gives up
// its lease, where it still can, so that others take over its tables, and its visitors are to go
// elsewhere.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "bus/bus.h"
#include "core/time_source.h"
#include "store/leases.h"

namespace tables {

class Cluster {
 public:
  // A lease is renewed so often, and without the database or the bus for so long a server is cut
  // off: before its lease is over, and later than either takes to be restarted. (The bus takes
  // some time of its own to notice that nobody answers.)
  static constexpr std::chrono::milliseconds kRenewEvery{500}, kWithoutDatabase{2500},
      kWithoutBus{1500};

  struct Listener {
    // On a thread of the cluster. Cut off: visitors are to go elsewhere.
    std::function<void()> cut_off;
    // The lease had lapsed and there is a new one: others may have taken over tables meanwhile.
    std::function<void()> back;
    // After the lease was renewed, on a thread that nothing else waits for: what others are to hear
    // regularly. May take its time.
    std::function<void()> renewed = {};
  };

  // REQUIRES: the lease has been taken. All of them must outlive it.
  Cluster(store::Leases& leases, bus::Bus& bus, core::TimeSource& time = core::steady_time());
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  // Begins to renew the lease, on threads of its own.
  void start(Listener listener);
  // What these do again and again; tests do it themselves, after listen(). Renewing waits for the
  // database, so somebody else looks.
  void listen(Listener listener) { listener_ = std::move(listener); }
  void renew();
  void look();
  void tell();
  // Gives up the lease: others take over the tables at once.
  void stop();

  const std::string& node() const { return leases_.node(); }
  store::Leases& leases() { return leases_; }
  bus::Bus& bus() { return bus_; }
  // Also where nobody could look yet, because the program did not run.
  bool is_cut_off() const { return cut_off_ || !is_reachable(); }

 private:
  using TimePoint = core::TimeSource::TimePoint;

  void repeat(std::chrono::milliseconds every, void (Cluster::*what)());
  bool is_reachable() const;
  void note_reachable(bool reachable);

  store::Leases& leases_;
  bus::Bus& bus_;
  core::TimeSource& time_;
  Listener listener_;
  std::atomic<bool> cut_off_ = false;
  std::atomic<TimePoint> renewed_, connected_;  // when that was so last
  std::atomic<bool> given_up_ = false;          // the lease
  std::atomic<bool> lapsed_ = false;  // there was none for a while, and nobody heard of it
  std::atomic<bool> untold_ = false;  // it was renewed since others were told something last
  std::mutex mutex_;                  // guards the next two
  std::condition_variable ends_;
  bool stopping_ = false;
  std::thread renewing_, looking_, telling_;
};

}  // namespace tables

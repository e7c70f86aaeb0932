// All tables: in memory while somebody needs them, from the store when asked for.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/limits.h"
#include "server/room.h"

namespace server {

class Tables {
 public:
  using Found = std::function<void(const Answer<std::shared_ptr<Room>>&)>;

  // `made` limits new tables an address; nothing: no limit.
  Tables(store::Writer& writer, Work& work, store::Store& store, Buckets* made,
         std::function<std::int64_t()> now);
  ~Tables();
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  // At once where it is in memory, later and on another thread where it must be loaded; then
  // `visitor` is in whose queue its computers think.
  void find(const std::string& id, const std::string& visitor, const Found& found);

  struct Created {
    std::shared_ptr<Room> room;
    std::string token;                                     // "" where nobody sits for himself
    Actor seats;                                           // those of the token
    std::vector<std::pair<int, std::string>> invitations;  // player and token
  };
  using Made = std::function<void(const Answer<Created>&)>;
  // Stored before it is told.
  void create(NewTable wish, const std::string& visitor, Made made);

  // A rematch: the new table first, then the event that names it.
  void rematch(const std::shared_ptr<Room>& room, const Actor& actor, OfferReply reply,
               const std::string& visitor, Room::Done done);

  // Runs something that may wait for the store; false where too much waits or it has stopped.
  [[nodiscard]] bool later(std::function<void()> task);
  // Why later() took nothing.
  Refusal cannot_load() const;

  // No clock runs out any more, and what computers answer does not count; then loading stops too.
  void stop_clocks();
  void stop();

 private:
  void keep_time();
  void load();
  void load_one(const std::string& id, const std::string& visitor, std::int64_t asked,
                const Found& found);
  void load_again_soon(const std::string& id, std::int64_t asked);
  void forget(const std::string& id);
  void wake_at(const std::string& id, std::int64_t at);
  void forget_alarm(const std::string& id);
  std::vector<std::string> take_due(std::int64_t now);
  void look_at(const std::string& id);
  void sweep(std::int64_t now);
  std::optional<Refusal> may_make(const std::string& visitor) const;
  std::shared_ptr<Room> enter(Table table, const std::string& visitor);
  void save_new(const std::string& id, const TableSetup& setup, std::vector<store::Seat> seats,
                const std::string& visitor,
                const std::function<void(const Answer<std::shared_ptr<Room>>&)>& done);
  Hall hall();

  store::Writer& writer_;
  Work& work_;
  store::Store& store_;
  Buckets* made_;
  std::function<std::int64_t()> now_;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;  // guards everything below, but for the threads
  std::condition_variable timed_, asked_;
  std::unordered_map<std::string, std::shared_ptr<Room>> rooms_;
  // When to look at a table again, by table and by time.
  std::unordered_map<std::string, std::int64_t> alarms_;
  std::set<std::pair<std::int64_t, std::string>> by_time_;
  // Tables out of memory whose clock runs: somebody may lose there on time.
  std::unordered_map<std::string, Room::Parked> parked_;
  std::set<std::string> rematching_;  // tables whose rematch is being made
  std::deque<std::function<void()>> tasks_;
  bool clocks_stopped_ = false, stopped_ = false;
  std::thread clock_thread_, load_thread_;
};

}  // namespace server

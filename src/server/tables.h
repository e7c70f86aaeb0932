// All tables: in memory while somebody needs them, from the store when asked for.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>

#include "server/room.h"

namespace server {

class Tables {
 public:
  using Found = std::function<void(const Answer<std::shared_ptr<Room>>&)>;

  // Gives what is needed of `hall`; clocks are this class's own affair.
  Tables(store::Writer& writer, Work& work, store::Store& store, std::function<std::int64_t()> now);
  ~Tables();
  Tables(const Tables&) = delete;
  Tables& operator=(const Tables&) = delete;

  // At once where it is in memory, later and on another thread where it must be loaded.
  void find(const std::string& id, Found found);

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

  // Runs something that may wait for the store.
  void later(std::function<void()> task);

  std::size_t in_memory() const;
  // Computers answer no more; then clocks and loading stop too.
  void stop_thinking() { stopping_ = true; }
  void stop();

 private:
  void keep_time();
  void load();
  void load_one(const std::string& id, const Found& found);
  void wake_at(const std::string& id, std::int64_t at);
  void sweep(std::int64_t now);
  std::shared_ptr<Room> enter(Table table, const std::string& visitor);
  void save_new(const std::string& id, const TableSetup& setup, std::vector<store::Seat> seats,
                const std::string& visitor,
                std::function<void(const Answer<std::shared_ptr<Room>>&)> done);
  Hall hall();

  store::Writer& writer_;
  Work& work_;
  store::Store& store_;
  std::function<std::int64_t()> now_;
  std::atomic<bool> stopping_ = false;
  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable timed_, asked_;
  std::unordered_map<std::string, std::shared_ptr<Room>> rooms_;
  std::map<std::string, std::int64_t> alarms_;  // when to look at a table's clock
  std::deque<std::function<void()>> tasks_;
  bool stopped_ = false;
  std::int64_t swept_ms_ = 0;
  std::thread clock_thread_, load_thread_;
};

}  // namespace server

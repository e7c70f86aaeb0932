// All tables: in memory while somebody needs them, from the store when asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tables/act.h"
#include "tables/alarms.h"
#include "tables/exploration.h"
#include "tables/live_table.h"
#include "tables/task_thread.h"

namespace tables {

using LiveTablePtr = std::shared_ptr<LiveTable>;

class Cluster;
class ClusterTables;

class TableRegistry {
 public:
  using Found = std::function<void(const Expected<LiveTablePtr>&)>;
  // May this visitor begin one more game? An error where not.
  using Admit = std::function<std::optional<HttpError>(const std::string& visitor)>;

  // The other servers, and how to write to them.
  struct Others {
    Cluster& cluster;
    const NodeFormat& format;
  };

  TableRegistry(store::Store& store, store::Writer& writer, WorkQueue& work, Clock& clock,
                const TableFormat& format, Admit admit = {},
                std::optional<Others> others = std::nullopt);
  ~TableRegistry();
  TableRegistry(const TableRegistry&) = delete;
  TableRegistry& operator=(const TableRegistry&) = delete;

  // At once where it is in memory, later and on another thread where it must be loaded; then
  // `visitor` is in whose queue its computers think.
  void find(const std::string& id, const std::string& visitor, const Found& found);

  struct Created {
    LiveTablePtr live;
    std::string token;                                     // "" where nobody sits for himself
    Actor seats;                                           // those of the token
    std::vector<std::pair<int, std::string>> invitations;  // player and token
  };
  using Made = std::function<void(const Expected<Created>&)>;
  // Stored before it is told.
  void create(NewTable wish, const std::string& visitor, const Made& made);

  // Somebody wants something at a table; whichever server decides about it does so. `visitor`: in
  // whose queue its computers think, and on whose account a rematch is. Once `done` says that it is
  // stored, the table here knows of it.
  void act(const LiveTablePtr& live, const Act& act, const std::string& visitor,
           LiveTable::Done done);

  // May he ask an engine about it? Not while he plays or watches such a game, where the table was
  // set up without help.
  bool may_explore(const Explorer& who, const games::History& asked);

  // Ends the game of a table as a draw.
  void close(const std::string& id, LiveTable::Done done);
  // The store does not have it any more.
  void forget(const std::string& id);

  // Runs something that may wait for the store; false where too much waits or it has stopped.
  [[nodiscard]] bool load_later(std::function<void()> task);
  // It was told so, and what takes long is not begun any more.
  bool stopping() const { return stopping_; }
  // Why load_later() took nothing.
  HttpError cannot_load() const;

  // How many are in memory.
  std::size_t size();
  LiveTablePtr in_memory(const std::string& id);
  std::vector<LiveTablePtr> all();
  Exploration& exploration() { return exploration_; }
  // Others may have taken over tables of this server: all of them are looked up.
  void look_up_all();
  // Wakes whoever looks after the tables of other servers, and asks them.
  void wake_at(const std::string& alarm, std::int64_t at) { alarms_.set(alarm, at); }

  // No clock runs out any more, and what computers answer does not count; then loading stops too.
  void stop_clocks();
  void stop();

 private:
  void load(const std::string& id, const std::string& visitor, std::int64_t asked,
            const Found& found);
  void found_here(const LiveTablePtr& live, const std::string& visitor, const Found& found);
  void decide(const LiveTablePtr& live, const Act& act, const std::string& visitor,
              LiveTable::Done done);
  // A reply to the offer of a rematch; the last one needed makes the new table.
  void rematch(const LiveTablePtr& live, const OfferRematch& offer, const std::string& visitor,
               LiveTable::Done done);
  void load_again_soon(const std::string& id, std::int64_t asked);
  void ring(const std::string& name);
  void tell_of_pause();
  void sweep();
  LiveTablePtr enter(Table table, const std::string& visitor,
                     std::optional<store::Tenure> tenure = std::nullopt);
  LiveTablePtr enter_stored(Table table, const std::string& visitor);
  std::shared_ptr<const TableContext> make_context(store::Store& store, store::Writer& writer,
                                                   WorkQueue& work, const TableFormat& format);

  Clock& clock_;
  const Admit admit_;
  std::unique_ptr<ClusterTables> cluster_;  // where there are other servers
  const std::shared_ptr<const TableContext> context_;
  std::atomic<bool> stopping_ = false;
  std::int64_t missed_ms_ = 0;  // all tables were told; only the alarms' thread looks
  std::mutex mutex_;            // guards the two maps
  std::unordered_map<std::string, LiveTablePtr> live_;
  // Tables out of memory whose clock runs: somebody may lose there on time.
  std::unordered_map<std::string, LiveTable::Parked> parked_;
  Exploration exploration_;
  // Last, so that their threads end first.
  TaskThread loader_, decider_;
  Alarms alarms_;
};

}  // namespace tables

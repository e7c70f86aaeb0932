// A table in memory: operations one after the other, each stored before it counts; whoever watches
// hears of it. Thread-safe, and never waits for the store.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/service.h"
#include "server/snapshot.h"
#include "server/work.h"
#include "store/writer.h"

namespace server {

// What rooms share.
struct Hall {
  store::Writer& writer;
  Work& work;
  store::Store& store;
  std::function<std::int64_t()> now;
  // Look at the table again then, if not before.
  std::function<void(const std::string& table, std::int64_t at)> wake_at;
  // Runs something that waits for the store, on another thread; false where too much waits.
  std::function<bool(std::function<void()>)> later;
  // The store does not have this table any more: its room goes.
  std::function<void(const std::string& table)> forget;
  // The server stops: what computers were made to answer early does not count.
  std::function<bool()> stopping;
};

// When to try again what the store or the engines had no room for.
inline constexpr std::int64_t kRetryMs = 1000;
// Where the store takes longer than this the clocks do not count it.
inline constexpr std::int64_t kSlowMs = 100;

// Why a table cannot be had: it is damaged, or the store is in trouble.
Refusal load_refusal(const text::Error& error);

class Room : public std::enable_shared_from_this<Room> {
 public:
  using Operation = std::function<Answer<Decision>(const Table& table, std::int64_t now)>;
  // The number of the last event once it is stored.
  using Done = std::function<void(const Answer<int>&)>;

  // `visitor`: in whose queue its computers think.
  Room(const Hall& hall, Table table, const std::string& visitor);

  // Decides, stores, applies and tells. Refusals come at once, the rest when it is stored.
  void run(Operation operation, Done done, const std::string& visitor = "");
  // Ends what ran out of time, and takes up again what the store or the engines failed to do.
  void check();
  // A computer that is to move begins to think, if none does.
  void wake();
  // The computer that thinks answers with what it has; false where none does.
  bool move_now();

  std::shared_ptr<const Snapshot> snapshot() const;
  std::string text(const Actor& actor, text::Language language) const;

  struct Watcher {
    std::shared_ptr<Connection> connection;
    text::Language language;
    Actor actor;
    std::string token_hash;
  };
  // Answers the watcher with the table, or with what happened after the event he knows; then tells
  // him everything that follows. `request` is the number that the answer repeats.
  void watch(const Watcher& watcher, const std::string& request, std::optional<int> after);
  void unwatch(const Connection* connection);

  // "none", "running", "done".
  void set_review(const std::string& state);
  std::string review() const;

  // What must not be forgotten of a table that leaves the memory while its clock runs.
  struct Parked {
    std::int64_t since;
    std::string visitor;
    // It could not be loaded then: its clock stands still.
    std::optional<std::int64_t> still_since = std::nullopt;
  };
  struct Leave {
    std::optional<Parked> clock;  // where one runs
  };
  // May it leave the memory, because nobody needs it for a while? Does not wait: a room that is
  // busy is needed.
  std::optional<Leave> try_leave(std::int64_t now) const;

 private:
  struct Waiting {
    Operation operation;
    Done done;
    std::int64_t arrived;
  };
  struct Told {
    store::Event event;
    std::array<std::shared_ptr<const std::string>, text::kLanguages> texts;
  };
  struct Thought {
    int number;
    std::shared_ptr<Job> job;
    std::shared_ptr<const Snapshot> about;
    Presence::Thinking shown;
  };
  // What is called once the lock is open.
  using Calls = std::vector<std::function<void()>>;

  void next(Calls& calls);
  // Nothing where it is on its way.
  std::optional<text::Error> store(Decision decision, const Done& done);
  void stored(std::shared_ptr<const Snapshot> after, std::vector<Told> told, std::int64_t submitted,
              const std::optional<text::Error>& problem, const Done& done);
  void tell_events(const std::vector<Told>& told);
  std::optional<Table> stood_still(const Table& table, std::int64_t from) const;
  bool go_on(Calls& calls);
  void tell_resync();
  void begin_reload(Calls& calls);
  void reload();
  games::Parsed<Table> load_again() const;
  void refuse_waiting(const Refusal& refusal, Calls& calls);
  void look_again_soon(Calls& calls) const;
  void consider(Calls& calls);
  void think(int player, Calls& calls);
  void thought_failed(int number, bool again);
  void ask_computers(const std::vector<int>& computers, Calls& calls);
  void ask_again();
  Presence presence() const;
  void tell_who_came(const std::vector<bool>& before);
  void tell(const std::shared_ptr<const std::string>& message);
  static void call(const Calls& calls);

  Hall hall_;
  mutable std::mutex mutex_;  // guards everything below
  std::shared_ptr<const Snapshot> snapshot_;
  std::deque<Waiting> waiting_;
  bool busy_ = false;   // something is on its way to or from the store
  bool stale_ = false;  // a commit failed: what is stored must be looked up
  // The store has taken nothing since then, and clocks stand still.
  std::optional<std::int64_t> still_since_;
  std::optional<Refusal> gone_;  // the store does not have it any more
  std::vector<Watcher> watchers_;
  std::deque<Told> told_;
  std::optional<Thought> thought_;
  int thoughts_ = 0;     // numbers them
  int draw_asked_ = -1;  // at the event with this number the computers were asked
  std::string review_ = "none";
  std::string visitor_;
  std::int64_t used_ms_ = 0;
};

}  // namespace server

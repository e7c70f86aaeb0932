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
  // The server stops: what computers were made to answer early does not count.
  std::function<bool()> stopping;
};

// When to try again what the store or the engines had no room for.
inline constexpr std::int64_t kRetryMs = 1000;

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

  // Does nobody need it for a while? Does not wait: a room that is busy is needed.
  bool idle(std::int64_t now) const;
  // What must not be forgotten of a table that leaves the memory while its clock runs.
  struct Parked {
    std::int64_t since;
    std::string visitor;
  };
  std::optional<Parked> parked() const;

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
  void stored(const std::shared_ptr<const Snapshot>& after, const std::vector<Told>& told,
              const std::optional<text::Error>& problem, const Done& done);
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
  void tell_online(const Actor& actor, bool online);
  void tell(const std::shared_ptr<const std::string>& message);
  static void call(const Calls& calls);

  Hall hall_;
  mutable std::mutex mutex_;  // guards everything below
  std::shared_ptr<const Snapshot> snapshot_;
  std::deque<Waiting> waiting_;
  bool busy_ = false;  // something is on its way to or from the store
  // A commit failed then: what is stored must be looked up.
  std::optional<std::int64_t> stale_since_;
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

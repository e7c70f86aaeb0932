// A table in memory: operations one after the other, each stored before it counts; whoever watches
// hears of it. Thread-safe, and never waits for the store.
//
// Where several servers share a database one of them decides about a table. The others follow it:
// their LiveTable has the same state, decides nothing, and hears of everything from the one that
// does (live_table_following.cc). Which of the two it is changes when a server takes over.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "tables/snapshot.h"
#include "tables/table_context.h"

namespace tables {

// Why a table cannot be had: it is damaged, or the store is in trouble. For anybody to read.
HttpError load_error(const text::Error& error);
HttpError store_error(const text::Error& error);

// The store's change that makes a new table, which this server decides about.
store::Change creation_of(const Table& table, const TableContext& context);

// As much waits as is kept.
HttpError server_is_busy();
// This server does not decide about the table.
HttpError decided_elsewhere();
// Nobody knows at the moment who does.
HttpError table_moves();

// A table as it is stored, and who decides about it.
struct Stored {
  Table table;
  std::optional<store::Tenure> tenure;  // where several servers share the database
  // This server has just taken it over, or follows it: its clock is known.
  bool clock_known = false;
};
// Waits for the store. Of a table of this server the clock goes on as Table::load() says.
games::Parsed<Stored> load_stored(const TableContext& context, const std::string& id,
                                  std::int64_t since, int known);

// Where messages to somebody who watches go. Thread-safe.
class Subscriber {
 public:
  virtual ~Subscriber() = default;
  virtual void send(SharedText message) = 0;
};

struct Watcher {
  std::shared_ptr<Subscriber> subscriber;
  text::Language language;
  Actor actor;
};

class LiveTable : public std::enable_shared_from_this<LiveTable> {
 public:
  using Operation = std::function<Expected<Decision>(const Table& table, std::int64_t now)>;
  // The number of the last event once it is stored.
  using Done = std::function<void(const Expected<int>&)>;

  // `visitor`: in whose queue its computers think.
  LiveTable(std::shared_ptr<const TableContext> context, Table table, const std::string& visitor,
            std::optional<store::Tenure> tenure = std::nullopt);

  // Decides, stores, applies and tells. Refusals come at once, the rest when it is stored. A
  // visitor is also refused where too much waits.
  void run(Operation operation, Done done, const std::string& visitor = "");
  // Ends what ran out of time, and takes up again what the store or the engines failed to do.
  void check();
  // A computer that is to move begins to think, if none does.
  void wake();
  // Tells everybody at the table a phrase; the number of the last event, though it is none.
  Expected<int> say(const SayPhrase& words);
  // The computer that thinks answers with what it has; false where none does.
  bool move_now();

  std::shared_ptr<const Snapshot> snapshot() const;
  struct State {
    std::shared_ptr<const Snapshot> snapshot;
    Presence presence;
  };
  State state() const;

  // What a new watcher is told first.
  struct Greeting {
    const Snapshot& snapshot;
    Presence presence;
    std::int64_t now;
    // The messages about what happened after the event he knows; nothing where some of them are not
    // kept any more, and he needs the whole table.
    std::optional<std::vector<SharedText>> missed;
  };
  using Greet = std::function<void(const Greeting&)>;
  // Calls `greet` at once, then tells the watcher everything that follows.
  // REQUIRES: `greet` does not call the table.
  void watch(const Watcher& watcher, std::optional<int> after, const Greet& greet);
  void unwatch(const Subscriber* subscriber);

  void set_review(ReviewState state);
  ReviewState review() const;

  // --- Several servers ---
  // Does this server decide about it?
  bool decides() const;
  // The server that does; "" where there is only one.
  std::string owner() const;
  // Looks up who decides and what is stored; `done` is called then: did it succeed?
  using Known = std::function<void(bool sure)>;
  void refresh(Known done = {});
  // May it be shown as it is? Not while it is looked up, nor where its owner was not heard of for
  // so long that there may be more.
  bool is_current() const;
  // Of its owner: another server follows it, or does not any more.
  TableState follow(const std::string& node, const Following& following);
  void drop_follower(const std::string& node);
  // Of one that follows: what the owner is to know, and what the owner says. Nothing: it does not
  // decide about it.
  Following following() const;
  void hear(const News& news);
  void hear(const std::optional<TableState>& state);
  // `then` is called once this event is known here, or what is stored was looked up.
  void when_known(int event, Known then);
  // Whose seat has this token; nobody's where `then` gets an empty one. Of one that follows: it may
  // not have heard yet that somebody sat down, so before it says that nobody did, what is stored is
  // looked up.
  using Recognised = std::function<void(const Expected<Actor>& actor)>;
  void recognise(const std::string& token_hash, Recognised then);

  // What must not be forgotten of a table that leaves the memory while its clock runs.
  struct Parked {
    std::int64_t since;
    std::int64_t missed;  // by the clock, up to then
    std::string visitor;
    // It could not be loaded then: its clock stands still.
    std::optional<std::int64_t> still_since = std::nullopt;
  };
  struct Leave {
    std::optional<Parked> clock;  // where one runs
  };
  // May it leave the memory, because nobody needs it for a while? Does not wait: a table that is
  // busy is needed.
  std::optional<Leave> try_leave(std::int64_t now) const;

 private:
  struct Waiting {
    Operation operation;
    Done done;
    std::int64_t arrived;
    std::string request;  // that asked for it, as the log names it
  };
  // An event and its messages, in the languages that somebody reads.
  struct Told {
    Event event;
    std::array<SharedText, text::kLanguages> texts;
  };
  struct Thought {
    int number;
    std::shared_ptr<Task> task;
    std::shared_ptr<const Snapshot> about;
    Thinking shown;
  };
  // What is called once the lock is open.
  using Calls = std::vector<std::function<void()>>;

  // What servers that follow are told of a decision, beside the state that follows from it.
  struct ForFollowers {
    std::vector<store::Event> events;
    std::vector<store::Seat> seats;
  };

  bool has_room() const;
  void decide_waiting();
  void decide_waiting(Calls& calls);
  // Nothing where it is on its way.
  std::optional<text::Error> store(Decision decision, const Done& done);
  std::vector<Told> messages_of(const std::vector<Event>& events, const Snapshot& after) const;
  void stored(std::shared_ptr<const Snapshot> after, std::vector<Told> told,
              const ForFollowers& news, bool removed, std::int64_t submitted,
              const std::optional<text::Error>& problem, const Done& done);
  void be_gone(Calls& calls);
  void accept(std::shared_ptr<const Snapshot> after, std::vector<Told> told,
              std::int64_t submitted);
  void note_events(const std::vector<Told>& told) const;
  void tell_events(const std::vector<Told>& told);
  std::optional<Table> stood_still(const Table& table, std::int64_t from);
  void came_later(std::int64_t from, std::int64_t now);
  void skip_missed(Calls& calls);
  bool go_on(Calls& calls);
  void tell_resync();
  void begin_reload(Calls& calls);
  void reload();
  void reloaded(Stored stored, Calls& calls);
  games::Parsed<Stored> load_again() const;
  void refuse_waiting(const HttpError& error, Calls& calls);
  void look_again_soon(Calls& calls) const;
  void consider(Calls& calls);
  void think(int player, Calls& calls);
  void thought_failed(int number, bool again);
  bool is_attended() const;
  void note_attention();
  void ask_computers(const std::vector<int>& computers, Calls& calls);
  void ask_again();
  Presence presence() const;
  std::optional<std::vector<SharedText>> missed(std::optional<int> after,
                                                text::Language language) const;
  void tell_who_came(const std::vector<bool>& before);
  void tell(const SharedText& message);
  static void call(const Calls& calls);
  bool decides_now() const;
  TableState state_now() const;
  void tell_followers(const ForFollowers& news = {}, const std::vector<Said>& said = {});
  void tell_said(const Said& said);
  void tell_spectators();
  bool apply_news(const News& news);
  void take_state(const TableState& state);
  void tell_presence(const Presence& before);
  void answer_known(Calls& calls);
  void answer_all(Calls& calls, bool sure);
  bool is_news_late() const;
  void follow_again(Calls& calls) const;

  const std::shared_ptr<const TableContext> context_;
  mutable std::mutex mutex_;  // guards everything below
  std::shared_ptr<const Snapshot> snapshot_;
  std::deque<Waiting> waiting_;
  bool busy_ = false;   // something is on its way to or from the store
  bool stale_ = false;  // a commit failed: what is stored must be looked up
  // The store has taken nothing since then, and clocks stand still.
  std::optional<std::int64_t> still_since_;
  std::optional<HttpError> gone_;  // the store does not have it any more
  std::vector<Watcher> watchers_;
  std::deque<Told> told_;
  int spectators_told_ = 0;  // so many, at that time
  std::int64_t spectators_told_ms_ = 0;
  std::map<int, std::deque<std::int64_t>> said_;  // when players said their last phrases
  std::optional<Thought> thought_;
  int thoughts_ = 0;     // numbers them
  int draw_asked_ = -1;  // at the event with this number the computers were asked
  // Which server decides, where several share the database.
  std::optional<store::Tenure> tenure_;
  std::map<std::string, Following> followers_;  // of its owner: other servers
  Presence elsewhere_;                          // of one that follows: as the owner says
  int heard_ = 0;                               // of one that follows: there is this event
  std::int64_t confirmed_ms_ = 0;               // when its owner, or the store, was heard of last
  struct Expecting {
    int event;
    Known then;
    std::int64_t since;
  };
  std::vector<Expecting> expecting_;
  ReviewState review_ = ReviewState::kNone;
  std::string visitor_;
  std::int64_t used_ms_ = 0;
  std::int64_t missed_ms_;  // of what the clock missed, so much is taken into account
};

}  // namespace tables

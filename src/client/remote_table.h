// A table of a server, live: watches it, follows its events, sends what its player does, and comes
// back when the connection is lost. Events are numbered; after a gap or a break the table asks for
// what it missed, and a turn that was on its way is sent again only where the server does not have
// it.
//
// One thread uses it: work() takes what came and does what is due, patience() says until when
// nothing is. The network's thread only leaves messages and calls `wake`.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <variant>

#include "client/link.h"
#include "client/reconnecting.h"
#include "client/table.h"
#include "core/time_source.h"

namespace client {

// A connection as the table sees it; a test brings its own.
class Wire {
 public:
  virtual ~Wire() = default;
  virtual void send(std::string message) = 0;
};
struct WireOpened {};
struct WireClosed {
  text::Error why;
};
using WireEvent = std::variant<WireOpened, std::string, WireClosed>;
using OpenWire = std::function<std::unique_ptr<Wire>(std::function<void(WireEvent)>)>;

// A WebSocket to the server of a link.
OpenWire websocket_to(const TableLink& link, text::Language language);

// What happened, for whoever tells it to a person.
struct News {
  enum class Kind {
    kTable,      // all of it is new: the first time, after a gap, another game
    kTurn,       // `before` and `steps`
    kTakenBack,  // to `number` turns
    kSeated,
    kTakenOver,  // by the computer `text`
    kDraw,       // asked for, declined or withdrawn: `text` is the answer
    kTakeback,   // the same; `number`: the turns that would be left
    kRematch,    // the same
    kOver,
    kPhrase,  // `text`
    kOnline,
    kAway,
    kDeleted,
    kLost,
    kBack,
    kRefused,  // by the server, in its words: `text`
    kNotice,   // of the server: `text`
    kNextTable,
  };
  Kind kind;
  int player = -1;
  int number = 0;
  std::string text = {};
  std::optional<games::Position> before = {};
  std::vector<games::Action> steps = {};
};

class RemoteTable {
 public:
  struct Setup {
    TableLink link;  // with the token of a seat, or none to look on
    OpenWire open;
    std::function<void()> wake;
    std::function<void(const std::string& table)> moved = {};  // a rematch: the seat is there now
    core::TimeSource* time = &core::steady_time();
    std::uint64_t seed = 0;  // of the chances in coming back
  };

  explicit RemoteTable(Setup setup);

  void work();
  std::chrono::milliseconds patience() const;
  std::vector<News> take_news() { return std::exchange(news_, {}); }

  // Nothing is known before the first answer.
  const Table& table() const { return table_; }
  bool online() const { return state_ == State::kOnline; }
  // The connection is of no use any more: there is no such table or seat, or it cannot be read.
  const std::optional<text::Error>& failure() const { return failure_; }
  // Where the table is, without the secret.
  std::string address() const { return setup_.link.address(); }
  TimePoint now() const { return setup_.time->now(); }

  // --- Playing ---
  // The game with what was begun of the own turn. REQUIRES: table().known().
  const games::GameInProgress& shown() const { return draft_ ? *draft_ : *table_.game; }
  // Is it one's own turn, with nothing on its way?
  bool may_act() const;
  // One after the other; a turn that is complete is sent. REQUIRES: may_act(), legal.
  void play(const std::vector<games::Action>& steps);
  // A step of the turn under way. False where there is none.
  bool take_back_step();
  // The turn that is on its way; "" where none is.
  std::string sending() const { return turn_ ? turn_->text : ""; }

  // `draw`, `takeback` or `rematch`, with ask, accept, decline or withdraw; and the acts without an
  // answer: `resign`, `move-now`. False where there is no connection: nothing is kept for later.
  bool offer(const std::string& what, const std::string& answer);
  bool act(const std::string& what);
  bool say(const std::string& phrase);

 private:
  enum class State { kWaiting, kConnecting, kWatching, kOnline };
  struct SentTurn {
    std::string text;
    int after;  // turns that were there before it
  };
  // What came from the network and nobody has taken yet.
  struct Inbox {
    std::mutex mutex;
    std::deque<std::pair<int, WireEvent>> events;  // with the number of their connection
  };

  void connect();
  void lose();
  void fail(const text::Error& error);
  void take(const WireEvent& event);
  void take_message(const Json& json);
  void take_answer(const Json& json);
  void take_refusal(const std::string& kind, const Json& error);
  void take_greeting(const Json& json);
  void take_events(const Json& list);
  void take_event(const Json& json);
  void tell_event(const Json& json, const games::Position& before, std::size_t actions);
  void take_small_news(const Json& json, const std::string& type);
  void replace(Table table);
  void settle_turn();
  void say_that_one_sees();
  void follow_rematch();
  void watch(bool from_the_start);
  int send(const std::string& kind, Json message);
  void tell(News news) { news_.push_back(std::move(news)); }

  Setup setup_;
  Table table_;
  std::optional<games::GameInProgress> draft_;
  std::optional<SentTurn> turn_;
  std::vector<News> news_;
  std::optional<text::Error> failure_;

  State state_ = State::kWaiting;
  bool was_lost_ = false;
  bool seen_said_ = false;
  TimePoint due_{};         // of the next try, or of the next look at a silent connection
  TimePoint heard_{};       // when something came last
  TimePoint lost_since_{};  // REQUIRES: was_lost_
  bool pinged_ = false;
  Reconnecting reconnecting_;
  int request_ = 0;
  std::map<std::int64_t, std::string> asked_;  // requests on this connection, and what they were
  std::shared_ptr<Inbox> inbox_ = std::make_shared<Inbox>();
  int connection_ = 0;
  std::unique_ptr<Wire> wire_;  // ends first: its thread calls
};

}  // namespace client

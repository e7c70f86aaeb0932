#include "client/remote_table.h"

#include <algorithm>
#include <set>

#include "client/seating.h"
#include "core/scan.h"

namespace client {

using std::chrono::milliseconds;
using text::Error;
using text::Message;

namespace {

// After so long a silence the server is asked whether it is there, and then has so long to say so.
constexpr milliseconds kPingAfter{20'000}, kPingWait{10'000};
// A connection that does not become a watched table in that time is as good as lost.
constexpr milliseconds kGreetingWait{20'000};
constexpr milliseconds kForever{60'000};

// What passes by itself: the same is asked for again on another connection.
bool passes(const std::string& code) {
  static const std::set<std::string> codes = {"busy",  "cut_off",  "moving",  "stopping",
                                              "store", "internal", "too_many"};
  return codes.contains(code);
}

class SocketWire final : public Wire {
 public:
  SocketWire(const TableLink& link, text::Language language,
             const std::function<void(WireEvent)>& take)
      : socket_(link.server, "/api/socket?lang=" + language_code(language),
                {.opened = [take] { take(WireOpened{}); },
                 .message = [take](std::string text) { take(std::move(text)); },
                 .closed = [take](const Error& why) { take(WireClosed{why}); }}) {}
  void send(std::string message) override { socket_.send(std::move(message)); }

 private:
  net::ClientSocket socket_;
};

}  // namespace

OpenWire websocket_to(const TableLink& link, text::Language language) {
  return [=](const std::function<void(WireEvent)>& take) {
    return std::make_unique<SocketWire>(link, language, take);
  };
}

RemoteTable::RemoteTable(Setup setup) : setup_(std::move(setup)), reconnecting_(setup_.seed) {
  due_ = now();
}

// --- The connection ---

void RemoteTable::connect() {
  state_ = State::kConnecting;
  pinged_ = false;
  asked_.clear();
  due_ = now() + kGreetingWait;
  const int number = ++connection_;
  wire_.reset();
  wire_ = setup_.open([inbox = inbox_, wake = setup_.wake, number](WireEvent event) {
    {
      const std::lock_guard lock(inbox->mutex);
      inbox->events.emplace_back(number, std::move(event));
    }
    wake();
  });
}

void RemoteTable::lose() {
  if (state_ == State::kWaiting) return;
  wire_.reset();
  state_ = State::kWaiting;
  if (!was_lost_) {
    was_lost_ = true;
    lost_since_ = now();
    tell({News::Kind::kLost});
  }
  const auto gone = std::chrono::duration_cast<milliseconds>(now() - lost_since_);
  due_ = now() + reconnecting_.next(gone);
}

void RemoteTable::fail(const Error& error) {
  failure_ = error;
  wire_.reset();
  state_ = State::kWaiting;
}

void RemoteTable::work() {
  while (!failure_) {
    std::pair<int, WireEvent> event;
    {
      const std::lock_guard lock(inbox_->mutex);
      if (inbox_->events.empty()) break;
      event = std::move(inbox_->events.front());
      inbox_->events.pop_front();
    }
    // What an earlier connection said last is of no interest.
    if (event.first == connection_ && state_ != State::kWaiting) take(event.second);
  }
  if (failure_) return;
  if (state_ == State::kWaiting && now() >= due_) return connect();
  if (state_ != State::kOnline) {
    if (state_ != State::kWaiting && now() >= due_) lose();
    return;
  }
  if (pinged_ && now() >= heard_ + kPingAfter + kPingWait) return lose();
  if (!pinged_ && now() >= heard_ + kPingAfter) {
    pinged_ = true;
    send("ping", {{"type", "ping"}});
  }
}

milliseconds RemoteTable::patience() const {
  if (failure_) return kForever;
  const auto due = state_ != State::kOnline ? due_
                   : pinged_                ? heard_ + kPingAfter + kPingWait
                                            : heard_ + kPingAfter;
  const auto left = std::chrono::ceil<milliseconds>(due - now());
  return std::clamp(left, milliseconds(0), kForever);
}

int RemoteTable::send(const std::string& kind, Json message) {
  message["request"] = ++request_;
  asked_[request_] = kind;
  wire_->send(message.dump(-1, ' ', false, Json::error_handler_t::replace));
  return request_;
}

void RemoteTable::watch(bool from_the_start) {
  state_ = State::kWatching;
  due_ = now() + kGreetingWait;
  Json message = {{"type", "watch"}, {"table", setup_.link.table}};
  if (!setup_.link.token.empty()) message["token"] = setup_.link.token;
  if (!from_the_start && table_.event >= 0) message["after"] = table_.event;
  send("watch", std::move(message));
}

void RemoteTable::take(const WireEvent& event) {
  heard_ = now();
  pinged_ = false;
  if (std::holds_alternative<WireOpened>(event)) return watch(false);
  if (std::holds_alternative<WireClosed>(event)) return lose();
  const Json json = read_json(std::get<std::string>(event));
  if (!json.is_object()) return fail(Error(Message::kOnlineStrange, {setup_.link.server.origin()}));
  take_message(json);
}

// --- What the server says ---

void RemoteTable::take_message(const Json& json) {
  const auto type = text_at(json, "type");
  if (type == "ok" || type == "error") return take_answer(json);
  if (type == "notice")
    return tell({.kind = News::Kind::kNotice, .text = text_at(json, "message")});
  // What comes before the answer to a watch is in that answer.
  if (text_at(json, "table") != setup_.link.table || state_ != State::kOnline) return;
  if (type == "resync") return watch(true);
  if (type == "event") return take_event(json);
  take_small_news(json, type);
}

void RemoteTable::take_answer(const Json& json) {
  const auto at = asked_.find(number_at(json, "request").value_or(-1));
  if (at == asked_.end()) return;
  const auto kind = at->second;
  asked_.erase(at);
  if (text_at(json, "type") == "error") return take_refusal(kind, value_at(json, "error"));
  if (kind == "watch") take_greeting(json);
}

void RemoteTable::take_refusal(const std::string& kind, const Json& error) {
  const auto code = text_at(error, "code");
  const auto message = core::printable(text_at(error, "message"));
  // Chatter is not worth a new connection.
  if (passes(code) && kind != "phrase") return lose();
  if (kind == "watch") return fail(Error(Message::kOnlineRefused, {message}));
  if (kind == "seen" || kind == "ping") return;
  if (kind == "turn") {
    turn_.reset();
    draft_.reset();
  }
  tell({.kind = News::Kind::kRefused, .text = message});
}

void RemoteTable::take_greeting(const Json& json) {
  // Before what was missed, which is the greater news.
  if (was_lost_ && table_.known()) tell({News::Kind::kBack});
  const Json& whole = value_at(json, "table");
  if (whole.is_object()) {
    auto table = read_table(whole, now());
    if (!table) return fail(Error(Message::kOnlineOtherRules));
    state_ = State::kOnline;
    replace(*std::move(table));
  } else {
    state_ = State::kOnline;
    take_events(value_at(json, "events"));
    if (state_ != State::kOnline) return;
    read_presence(table_, value_at(json, "now"), now());
  }
  was_lost_ = false;
  reconnecting_.connected();
  settle_turn();
  say_that_one_sees();
  follow_rematch();
}

void RemoteTable::take_events(const Json& list) {
  if (!list.is_array()) return;
  for (const Json& event : list) {
    take_event(event);
    if (state_ != State::kOnline) return;
  }
}

// The whole table anew. Turns that only went on are told one by one, as if nothing had been missed.
void RemoteTable::replace(Table table) {
  const bool known = table_.known() && table_.id == table.id;
  const bool was_over = table_.over();
  std::vector<News> turns;
  bool goes_on = known && table.game->turn_count() >= table_.game->turn_count();
  if (goes_on) {
    const auto& old = table_.game->turn_texts();
    goes_on = std::equal(old.begin(), old.end(), table.game->turn_texts().begin());
  }
  if (goes_on) {
    auto now_at = *table_.game;
    for (int i = now_at.turn_count(); i < table.game->turn_count(); ++i) {
      const auto steps = games::parse_turn(now_at.position(),
                                           table.game->turn_texts()[static_cast<std::size_t>(i)]);
      if (!steps || now_at.over()) break;
      turns.push_back({.kind = News::Kind::kTurn,
                       .player = now_at.to_move(),
                       .before = now_at.position(),
                       .steps = *steps});
      now_at.apply(*steps);
    }
  }
  const bool same = goes_on && turns.empty();
  table_ = std::move(table);
  if (!same) draft_.reset();
  if (!goes_on) tell({News::Kind::kTable});
  for (auto& turn : turns) tell(std::move(turn));
  if (table_.over() && !was_over) tell({News::Kind::kOver});
}

void RemoteTable::take_event(const Json& json) {
  const auto number = number_at(json, "event").value_or(-1);
  if (number <= table_.event) return;
  if (number != table_.event + 1) return watch(false);
  const auto before = table_.game->position();
  const auto actions = table_.game->history().actions().size();
  const bool was_over = table_.over();
  if (!read_event(table_, json, now())) return watch(true);
  tell_event(json, before, actions);
  if (table_.over() && !was_over) tell({News::Kind::kOver});
  // Whatever changes the board ends what was begun on it.
  if (table_.game->history().actions().size() != actions || table_.over()) {
    draft_.reset();
    turn_.reset();
  }
  say_that_one_sees();
  follow_rematch();
}

void RemoteTable::tell_event(const Json& json, const games::Position& before, std::size_t actions) {
  const auto kind = text_at(json, "kind");
  const auto answer = text_at(json, "answer");
  News news{News::Kind::kTurn};
  news.player = player_at(json, "player").value_or(-1);
  if (kind == "turn") {
    const auto& played = table_.game->history().actions();
    news.before = before;
    news.steps.assign(played.begin() + static_cast<long>(actions), played.end());
    return tell(std::move(news));
  }
  if (kind == "takeback" && table_.game->history().actions().size() != actions) {
    news.kind = News::Kind::kTakenBack;
    news.number = table_.game->turn_count();
    return tell(std::move(news));
  }
  static const std::map<std::string, News::Kind> kinds = {
      {"seated", News::Kind::kSeated},   {"seat", News::Kind::kTakenOver},
      {"draw", News::Kind::kDraw},       {"takeback", News::Kind::kTakeback},
      {"rematch", News::Kind::kRematch}, {"deleted", News::Kind::kDeleted}};
  const auto at = kinds.find(kind);
  if (at == kinds.end()) return;
  news.kind = at->second;
  news.text = kind == "seated" ? text_at(json, "name")
              : kind == "seat" ? text_at(json, "who")
                               : answer;
  news.number = static_cast<int>(number_at(json, "turns").value_or(0));
  tell(std::move(news));
}

void RemoteTable::take_small_news(const Json& json, const std::string& type) {
  const auto player = player_at(json, "player");
  if (type == "spectators") {
    table_.spectators = static_cast<int>(number_at(json, "spectators").value_or(0));
  } else if (type == "thinking") {
    table_.thinking = player;
  } else if (type == "phrase" && player) {
    tell({.kind = News::Kind::kPhrase, .player = *player, .text = text_at(json, "phrase")});
  } else if (type == "online" && player &&
             static_cast<std::size_t>(*player) < table_.seats.size()) {
    const bool there = flag_at(json, "online");
    bool& known = table_.seats[static_cast<std::size_t>(*player)].online;
    if (there != known) tell({there ? News::Kind::kOnline : News::Kind::kAway, *player});
    known = there;
  }
}

// Did the turn that was on its way arrive? Where the board is as it was before, it did not.
void RemoteTable::settle_turn() {
  if (!turn_) return;
  if (table_.over() || table_.game->turn_count() != turn_->after) {
    turn_.reset();
    draft_.reset();
    return;
  }
  send("turn", {{"type", "turn"},
                {"table", setup_.link.table},
                {"turn", turn_->text},
                {"after", turn_->after}});
}

// The first clock waits for those who have not seen the board.
void RemoteTable::say_that_one_sees() {
  const auto& waits = table_.clocks.waits_for;
  const bool waited =
      std::any_of(waits.begin(), waits.end(), [&](int player) { return table_.is_own(player); });
  if (!waited || seen_said_ || state_ != State::kOnline) return;
  seen_said_ = act("seen");
}

// Tokens stay valid at the new table.
void RemoteTable::follow_rematch() {
  if (table_.rematch.empty() || table_.rematch == setup_.link.table) return;
  send("unwatch", {{"type", "unwatch"}, {"table", setup_.link.table}});
  setup_.link.table = table_.rematch;
  table_ = Table();
  draft_.reset();
  turn_.reset();
  seen_said_ = false;
  if (setup_.moved) setup_.moved(setup_.link.table);
  tell({.kind = News::Kind::kNextTable, .text = address()});
  watch(true);
}

// --- What the player does ---

bool RemoteTable::may_act() const {
  if (!table_.known() || table_.over() || table_.waiting() || turn_) return false;
  return !shown().over() && table_.is_own(shown().to_move());
}

void RemoteTable::play(const std::vector<games::Action>& steps) {
  if (!draft_) draft_ = table_.game;
  draft_->apply(steps);
  if (draft_->in_turn()) return;
  turn_ = SentTurn{draft_->turn_texts().back(), table_.game->turn_count()};
  if (online()) settle_turn();
}

bool RemoteTable::take_back_step() {
  if (!draft_ || turn_) return false;
  const auto actions = draft_->history().actions().size() - 1;
  if (actions == table_.game->history().actions().size()) {
    draft_.reset();
  } else {
    draft_->rewind_to_action(actions);
  }
  return true;
}

bool RemoteTable::offer(const std::string& what, const std::string& answer) {
  if (!online()) return false;
  send(what, {{"type", what}, {"table", setup_.link.table}, {"answer", answer}});
  return true;
}

bool RemoteTable::act(const std::string& what) {
  if (!online()) return false;
  send(what, {{"type", what}, {"table", setup_.link.table}});
  return true;
}

bool RemoteTable::say(const std::string& phrase) {
  if (!online()) return false;
  send("phrase", {{"type", "phrase"}, {"table", setup_.link.table}, {"phrase", phrase}});
  return true;
}

}  // namespace client

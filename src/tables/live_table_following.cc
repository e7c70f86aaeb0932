// A live table and the other servers: whoever decides tells those who follow, and those who follow
// keep up.
#include <algorithm>
#include <utility>

#include "tables/live_table.h"

namespace tables {

namespace {

// News of an event that was acknowledged comes that soon; where it does not, it is looked up.
constexpr std::int64_t kNewsLateMs = 300;
// An owner that lives is heard of every second.
constexpr std::int64_t kConfirmedMs = 2000;

}  // namespace

// REQUIRES: locked.
bool LiveTable::decides_now() const {
  return context_->peers == nullptr || tenure_->node == context_->peers->node();
}

bool LiveTable::decides() const {
  const std::lock_guard lock(mutex_);
  return decides_now();
}

std::string LiveTable::owner() const {
  const std::lock_guard lock(mutex_);
  return tenure_ ? tenure_->node : "";
}

void LiveTable::refresh(Known done) {
  {
    const std::lock_guard lock(mutex_);
    stale_ = true;
  }
  if (done && !has_room()) return done(false);
  // Whatever comes next looks it up first; an operation that does nothing will do.
  run([](const Table&, std::int64_t) -> Expected<Decision> { return Decision{}; },
      [done = std::move(done)](const Expected<int>& answer) {
        if (done) done(answer || answer.error().code == kElsewhere);
      });
}

bool LiveTable::is_current() const {
  const std::lock_guard lock(mutex_);
  if (context_->peers == nullptr || gone_) return true;
  if (stale_) return false;
  return decides_now() || context_->clock.now() - confirmed_ms_ <= kConfirmedMs;
}

// --- Who decides ---

// REQUIRES: locked.
TableState LiveTable::state_now() const {
  const auto& table = snapshot_->table();
  return {tenure_ ? tenure_->epoch : 0, table.last_event(), table.since(), presence()};
}

// REQUIRES: locked.
void LiveTable::tell_followers(const ForFollowers& news, const std::vector<Said>& said) {
  if (followers_.empty()) return;
  const News message{snapshot_->table().id(), news.events, news.seats, state_now(), said};
  for (const auto& [node, following] : followers_) context_->peers->tell(node, message);
}

TableState LiveTable::follow(const std::string& node, const Following& following) {
  const std::lock_guard lock(mutex_);
  const auto before = presence().online;
  if (following.leaves) {
    followers_.erase(node);
  } else {
    followers_[node] = following;
  }
  tell_who_came(before);
  tell_spectators();
  note_attention();
  return state_now();
}

void LiveTable::drop_follower(const std::string& node) {
  const std::lock_guard lock(mutex_);
  const auto before = presence().online;
  if (followers_.erase(node) == 0) return;
  tell_who_came(before);
  tell_spectators();
  note_attention();
}

// --- Who follows ---

// Who watches here has changed: the owner is to know. REQUIRES: locked.
void LiveTable::follow_again(Calls& calls) const {
  if (decides_now()) return;
  calls.push_back(
      [context = context_, id = snapshot_->table().id()] { context->peers->follow_soon(id); });
}

Following LiveTable::following() const {
  const std::lock_guard lock(mutex_);
  Following following{snapshot_->table().id(), false, !watchers_.empty(), {}, 0};
  following.online.resize(snapshot_->table().seats().size());
  for (const auto& watcher : watchers_) {
    for (const int player : watcher.actor) {
      following.online[static_cast<std::size_t>(player)] = true;
    }
    if (watcher.actor.empty()) ++following.spectators;
  }
  return following;
}

void LiveTable::hear(const News& news) {
  Calls calls;
  bool missing = false;
  {
    const std::lock_guard lock(mutex_);
    // Of an owner that has lost the table since.
    if (decides_now() || news.state.epoch < tenure_->epoch) return;
    for (const auto& said : news.said) tell_said(said);
    heard_ = std::max(heard_, news.state.event);
    if (stale_ || busy_) return;  // what is stored is being looked up
    missing = news.state.epoch > tenure_->epoch || !apply_news(news);
    if (!missing) {
      confirmed_ms_ = context_->clock.now();
      take_state(news.state);
    }
    answer_known(calls);
  }
  call(calls);
  if (missing) refresh();
}

void LiveTable::hear(const std::optional<TableState>& state) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    if (decides_now() || stale_ || busy_) return;
    const bool current =
        state && state->epoch == tenure_->epoch && state->event == snapshot_->table().last_event();
    if (current) {
      confirmed_ms_ = context_->clock.now();
      take_state(*state);
      return;
    }
    // News may be on its way: an answer goes another.
    const bool old =
        state && (state->epoch < tenure_->epoch || state->event < snapshot_->table().last_event());
    if (old) return;
  }
  refresh();
}

// False where something is missing, or makes no sense here. REQUIRES: locked.
bool LiveTable::apply_news(const News& news) {
  Table table = snapshot_->table();
  if (news.state.event < table.last_event()) return true;  // known already
  Decision decision;
  for (const auto& stored : news.events) {
    if (stored.number <= table.last_event()) continue;
    if (decision.events.empty()) {
      for (const auto& seat : news.seats) {
        if (seat.player < 0 || seat.player >= table.players()) return false;
        decision.seats.push_back(seat);
      }
      table.apply(Decision{{}, decision.seats, {}, false, nullptr});
    }
    auto event = context_->format.read_event(stored, table.history().position());
    if (!event || !table.apply(*event)) return false;
    decision.events.push_back(*std::move(event));
  }
  if (table.last_event() != news.state.event) return false;
  if (decision.events.empty()) return true;
  table.run_since(news.state.since);
  snapshot_ = std::make_shared<Snapshot>(std::move(table));
  if (!snapshot_->table().over()) review_ = ReviewState::kNone;
  tell_events(messages_of(decision.events, *snapshot_));
  return true;
}

// How the owner says it stands, which is where it stands here. REQUIRES: locked.
void LiveTable::take_state(const TableState& state) {
  if (state.event != snapshot_->table().last_event()) return;
  if (state.since != snapshot_->table().since()) {
    Table table = snapshot_->table();
    table.run_since(state.since);
    snapshot_ = std::make_shared<Snapshot>(std::move(table));
    tell_resync();
  }
  const auto before = presence();
  elsewhere_ = state.presence;
  tell_presence(before);
}

// REQUIRES: locked.
void LiveTable::tell_presence(const Presence& before) {
  const auto now = presence();
  const auto& id = snapshot_->table().id();
  tell_who_came(before.online);
  tell_spectators();
  const bool thinks_anew =
      now.thinking && (!before.thinking || before.thinking->since != now.thinking->since);
  if (thinks_anew) tell(shared_text(context_->format.thinking_message(id, *now.thinking)));
  const bool reviewed = now.review == ReviewState::kDone && before.review != ReviewState::kDone;
  if (reviewed) tell(shared_text(context_->format.review_message(id)));
}

void LiveTable::when_known(int event, Known then) {
  Calls calls;
  {
    const std::lock_guard lock(mutex_);
    const auto now = context_->clock.now();
    expecting_.push_back({event, std::move(then), now});
    answer_known(calls);
    if (!expecting_.empty()) {
      calls.push_back([context = context_, id = snapshot_->table().id(), now] {
        context->wake_at(id, now + kNewsLateMs);
      });
    }
  }
  call(calls);
}

void LiveTable::recognise(const std::string& token_hash, Recognised then) {
  const auto actor = snapshot()->table().actor(token_hash);
  if (!actor.empty() || token_hash.empty() || decides()) return then(actor);
  refresh([self = shared_from_this(), token_hash, then = std::move(then)](bool sure) {
    const auto known = self->snapshot()->table().actor(token_hash);
    if (known.empty() && !sure) return then(table_moves());
    then(known);
  });
}

bool LiveTable::is_news_late() const {
  const std::lock_guard lock(mutex_);
  const auto latest = context_->clock.now() - kNewsLateMs;
  return std::any_of(expecting_.begin(), expecting_.end(),
                     [latest](const Expecting& one) { return one.since <= latest; });
}

// Those who wait for an event that is known now. REQUIRES: locked.
void LiveTable::answer_known(Calls& calls) {
  const int known = snapshot_->table().last_event();
  std::erase_if(expecting_, [&](Expecting& one) {
    if (one.event > known) return false;
    calls.push_back([then = std::move(one.then)] { then(true); });
    return true;
  });
}

// What is stored was looked up. REQUIRES: locked.
void LiveTable::answer_all(Calls& calls, bool sure) {
  for (auto& one : expecting_) {
    calls.push_back([then = std::move(one.then), sure] { then(sure); });
  }
  expecting_.clear();
}

}  // namespace tables

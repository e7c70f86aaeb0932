#include "tables/cluster_tables.h"

#include <utility>

#include "core/guarded.h"
#include "logs/logs.h"

namespace tables {

using std::chrono::milliseconds;
using text::Error;
using text::Message;

namespace {

// Subjects of a server: what it is asked, and what it is told.
std::string subject(const std::string& node, const char* what) {
  return "tabuleiro.node." + node + '.' + what;
}
constexpr const char* kAct = "act";
constexpr const char* kFollow = "follow";
constexpr const char* kNews = "news";
// Of all servers: games that nobody who plays or watches may ask about.
constexpr const char* kSightings = "tabuleiro.all.sightings";

// A decision waits for the database, which may be slow; how a table stands is known at once.
constexpr milliseconds kActTimeout{3000}, kFollowTimeout{700};
// How often owners are told of those who follow, and, while one does not answer, asked again.
constexpr std::int64_t kLookEveryMs = 1000, kSuspectEveryMs = 250;
// A server that follows says so every second; without that for so long it does not any more.
constexpr std::int64_t kSilentMs = 3500;
// So often an act is sent on to whoever decides by now.
constexpr int kMostTries = 4;
// Changes of who watches are told together.
constexpr std::int64_t kSoonMs = 5;
// In one message.
constexpr std::size_t kMostFollowings = 500;

}  // namespace

HttpError server_cut_off() { return {503, "cut_off", Error(Message::kServerCutOff), 1}; }

ClusterTables::ClusterTables(Cluster& cluster, TableRegistry& registry, const NodeFormat& format,
                             Clock& clock)
    : cluster_(cluster), registry_(registry), format_(format), clock_(clock) {}

ClusterTables::~ClusterTables() { stop(); }

void ClusterTables::start() {
  auto& bus = cluster_.bus();
  acts_ = bus.serve(subject(node(), kAct), [this](const bus::Message& message, bus::Reply reply) {
    serve_act(message, std::move(reply));
  });
  follows_ =
      bus.serve(subject(node(), kFollow), [this](const bus::Message& message, bus::Reply reply) {
        serve_follow(message, std::move(reply));
      });
  news_ = bus.subscribe(subject(node(), kNews),
                        [this](const bus::Message& message) { hear_news(message); });
  sightings_ = bus.subscribe(kSightings, [this](const bus::Message& message) {
    if (const auto heard = format_.read_sightings(message.bytes))
      registry_.exploration().hear(*heard);
  });
  registry_.exploration().share();
  // News may have been lost: everything is asked for again.
  connection_ = bus.watch([this] {
    if (stopping_) return;
    {
      const std::lock_guard lock(mutex_);
      next_look_ = 0;
    }
    registry_.wake_at(kAlarm, clock_.now());
  });
  registry_.wake_at(kAlarm, clock_.now() + kLookEveryMs);
}

void ClusterTables::stop() {
  if (stopping_.exchange(true)) return;
  connection_.reset();
  sightings_.reset();
  news_.reset();
  follows_.reset();
  acts_.reset();
  const std::unique_lock lock(gate_->mutex);
  gate_->open = false;
}

void ClusterTables::ask(const std::string& subject, const std::string& bytes, milliseconds timeout,
                        Heard heard) {
  cluster_.bus().request(
      subject, bytes, timeout,
      [gate = gate_, heard = std::move(heard)](const std::optional<std::string>& answer) {
        const std::shared_lock lock(gate->mutex);
        if (gate->open) heard(answer);
      });
}

// --- Whoever decides ---

void ClusterTables::tell(const std::string& node, const News& news) {
  cluster_.bus().publish(subject(node, kNews), format_.write(news));
}

void ClusterTables::serve_act(const bus::Message& message, bus::Reply reply) {
  auto wish = format_.read_act(message.bytes);
  if (!wish) return;
  const auto way_back = std::make_shared<bus::Reply>(std::move(reply));
  const auto done = [this, way_back](const Expected<int>& answer) {
    (*way_back)(format_.write(answer));
  };
  // Others may decide about its tables by now; whoever asks looks it up.
  if (is_cut_off()) return done(decided_elsewhere());
  const logs::RequestScope scope(wish->request);
  registry_.find(wish->table, "", logs::carried([this, wish = *wish, done](const auto& live) {
                   if (!live) return done(live.error());
                   if (!(*live)->decides()) return done(decided_elsewhere());
                   registry_.act(*live, wish.act, wish.visitor, done);
                 }));
}

void ClusterTables::serve_follow(const bus::Message& message, bus::Reply reply) {
  const auto request = format_.read_follow(message.bytes);
  if (!request) return;
  {
    const std::lock_guard lock(mutex_);
    heard_[request->node] = clock_.now();
  }
  // Answered when the last of them is known; usually all are in memory.
  struct PendingAnswer {
    std::mutex mutex;
    FollowAnswer answer;
    std::size_t missing;
    bus::Reply reply;
  };
  const auto pending = std::make_shared<PendingAnswer>();
  pending->missing = request->tables.size();
  pending->reply = std::move(reply);
  for (const auto& following : request->tables) {
    const auto add = [this, pending, following,
                      from = request->node](const Expected<LiveTablePtr>& live) {
      std::optional<TableState> state;
      const bool decides = live && (*live)->decides() && !is_cut_off();
      if (decides) state = (*live)->follow(from, following);
      const std::lock_guard lock(pending->mutex);
      pending->answer.emplace_back(following.table, std::move(state));
      if (--pending->missing == 0) pending->reply(format_.write(pending->answer));
    };
    const auto live = registry_.in_memory(following.table);
    if (live != nullptr) {
      add(live);
    } else if (following.leaves) {
      add(HttpError(table_moves()));
    } else {
      registry_.find(following.table, "", add);
    }
  }
}

void ClusterTables::forget_silent() {
  std::vector<std::string> silent;
  {
    const std::lock_guard lock(mutex_);
    const auto latest = clock_.now() - kSilentMs;
    std::erase_if(heard_, [&](const auto& entry) {
      if (entry.second > latest) return false;
      silent.push_back(entry.first);
      return true;
    });
  }
  if (silent.empty()) return;
  for (const auto& live : registry_.all()) {
    for (const auto& gone : silent) live->drop_follower(gone);
  }
}

// --- Whoever follows ---

void ClusterTables::hear_news(const bus::Message& message) {
  const auto news = format_.read_news(message.bytes);
  if (!news) return;
  if (const auto live = registry_.in_memory(news->table)) live->hear(*news);
}

void ClusterTables::begin_to_follow(const LiveTablePtr& live, std::function<void()> then) {
  follow(live->owner(), {live}, std::move(then));
}

void ClusterTables::follow_soon(const std::string& table) {
  {
    const std::lock_guard lock(mutex_);
    soon_.insert(table);
  }
  registry_.wake_at(kAlarm, clock_.now() + kSoonMs);
}

void ClusterTables::left(const LiveTable& live) {
  const auto snapshot = live.snapshot();
  if (live.decides() || stopping_) return;
  const FollowRequest request{node(), {{snapshot->table().id(), true, false, {}, 0}}};
  ask(subject(live.owner(), kFollow), format_.write(request), kFollowTimeout, [](const auto&) {});
}

// `then` is called when the answer is there, or none comes.
void ClusterTables::follow(const std::string& owner, const std::vector<LiveTablePtr>& tables,
                           std::function<void()> then) {
  FollowRequest request{node(), {}};
  for (const auto& live : tables) request.tables.push_back(live->following());
  ask(subject(owner, kFollow), format_.write(request), kFollowTimeout,
      [this, owner, tables, then = std::move(then)](const std::optional<std::string>& answer) {
        const auto states = answer ? format_.read_states(*answer) : std::nullopt;
        if (states) {
          hear_states(tables, *states);
        } else {
          suspect(owner);
        }
        if (then) then();
      });
}

void ClusterTables::hear_states(const std::vector<LiveTablePtr>& asked,
                                const FollowAnswer& answer) {
  for (const auto& [id, state] : answer) {
    for (const auto& live : asked) {
      if (live->snapshot()->table().id() == id) live->hear(state);
    }
  }
}

void ClusterTables::look_after() {
  if (stopping_) return;
  std::set<std::string> soon;
  bool all = false;
  const auto now = clock_.now();
  {
    const std::lock_guard lock(mutex_);
    soon.swap(soon_);
    all = now >= next_look_;
    if (all) next_look_ = now + kLookEveryMs;
    registry_.wake_at(kAlarm, next_look_);
  }
  std::map<std::string, std::vector<LiveTablePtr>> by_owner;
  for (const auto& live : registry_.all()) {
    if (live->decides()) continue;
    if (!all && !soon.contains(live->snapshot()->table().id())) continue;
    by_owner[live->owner()].push_back(live);
  }
  for (const auto& [owner, tables] : by_owner) {
    for (std::size_t from = 0; from < tables.size(); from += kMostFollowings) {
      const auto to = std::min(tables.size(), from + kMostFollowings);
      follow(owner,
             {tables.begin() + static_cast<std::ptrdiff_t>(from),
              tables.begin() + static_cast<std::ptrdiff_t>(to)},
             {});
    }
  }
  if (!all) return;
  give_up_acts();
  forget_silent();
  share_sightings();
}

void ClusterTables::share_sightings() {
  const auto news = registry_.exploration().news([this](const std::string& id) {
    const auto live = registry_.in_memory(id);
    return live != nullptr ? live->snapshot() : nullptr;
  });
  if (news.seen.empty() && news.boards.empty()) return;
  cluster_.bus().publish(kSightings, format_.write(news));
}

// A server does not answer. Where its lease is over its tables are taken over, else it is asked
// again soon.
void ClusterTables::suspect(const std::string& owner) {
  {
    const std::lock_guard lock(mutex_);
    next_look_ = std::min(next_look_, clock_.now() + kSuspectEveryMs);
    if (!suspects_.insert(owner).second) return;
    registry_.wake_at(kAlarm, next_look_);
  }
  const bool begun = registry_.load_later([this, owner] {
    core::guarded([&] { take_over(owner); });
    const std::lock_guard lock(mutex_);
    suspects_.erase(owner);
  });
  if (begun) return;
  const std::lock_guard lock(mutex_);
  suspects_.erase(owner);
}

// Waits for the database.
void ClusterTables::take_over(const std::string& owner) {
  if (stopping_ || is_cut_off()) return;
  std::vector<LiveTablePtr> tables;
  for (const auto& live : registry_.all()) {
    if (live->owner() == owner) tables.push_back(live);
  }
  if (tables.empty()) return;
  // One of them tells whether the server is alive.
  const auto standings = cluster_.leases().look({tables.front()->snapshot()->table().id()});
  if (!standings) return;
  const bool lives =
      !standings->empty() && standings->front().tenure.node == owner && standings->front().alive;
  if (lives) return;
  logs::write(logs::Level::kWarning, "server_gone",
              {{"node", owner}, logs::number("tables", static_cast<std::int64_t>(tables.size()))});
  for (const auto& live : tables) {
    live->refresh([this](bool /*sure*/) {
      if (!stopping_) give_up_acts();
    });
  }
}

// --- Acts at tables of others ---

struct ClusterTables::Forwarded {
  LiveTablePtr live;
  Act act;
  std::string visitor;
  LiveTable::Done done;
  int tries = 0;
  std::string owner = {};  // whom it was sent to
};

void ClusterTables::forward(const LiveTablePtr& live, const Act& act, const std::string& visitor,
                            LiveTable::Done done) {
  if (is_cut_off()) return done(server_cut_off());
  send(std::make_shared<Forwarded>(Forwarded{live, act, visitor, logs::carried(std::move(done))}));
}

void ClusterTables::send(const std::shared_ptr<Forwarded>& forwarded) {
  if (stopping_) return forwarded->done(table_moves());
  // This server may have taken it over meanwhile.
  if (forwarded->live->decides()) {
    return registry_.act(forwarded->live, forwarded->act, forwarded->visitor, forwarded->done);
  }
  forwarded->owner = forwarded->live->owner();
  {
    const std::lock_guard lock(mutex_);
    acts_under_way_.insert(forwarded);
  }
  const ActRequest request{forwarded->live->snapshot()->table().id(), forwarded->act,
                           forwarded->visitor, logs::current_request()};
  ask(subject(forwarded->owner, kAct), format_.write(request), kActTimeout,
      [this, forwarded](const auto& answer) { answered(forwarded, answer); });
}

void ClusterTables::answered(const std::shared_ptr<Forwarded>& forwarded,
                             const std::optional<std::string>& answer) {
  {
    const std::lock_guard lock(mutex_);
    if (acts_under_way_.erase(forwarded) == 0) return;  // given up meanwhile
  }
  const auto result = answer ? format_.read_answer(*answer) : std::nullopt;
  if (!result) {
    // It may have been carried out all the same: whoever asked finds out by looking.
    suspect(forwarded->owner);
    return forwarded->done(table_moves());
  }
  if (*result) {
    const int event = **result;
    return forwarded->live->when_known(
        event, [forwarded, event](bool /*sure*/) { forwarded->done(Expected<int>(event)); });
  }
  const auto& error = result->error();
  if (error.code != kElsewhere) return forwarded->done(error);
  if (++forwarded->tries >= kMostTries) return forwarded->done(table_moves());
  forwarded->live->refresh([this, forwarded](bool sure) {
    if (!sure) return forwarded->done(table_moves());
    send(forwarded);
  });
}

// Whoever asked looks again and finds the server that decides by now.
void ClusterTables::give_up_acts() {
  std::vector<std::shared_ptr<Forwarded>> lost;
  {
    const std::lock_guard lock(mutex_);
    lost.assign(acts_under_way_.begin(), acts_under_way_.end());
  }
  std::erase_if(lost, [](const auto& act) { return act->live->owner() == act->owner; });
  for (const auto& act : lost) {
    {
      const std::lock_guard lock(mutex_);
      if (acts_under_way_.erase(act) == 0) continue;
    }
    act->done(table_moves());
  }
}

}  // namespace tables

#include "tables/table_registry.h"

#include <limits>

#include "core/guarded.h"
#include "core/scan.h"
#include "logs/logs.h"
#include "metrics/metrics.h"
#include "tables/cluster_tables.h"
#include "tables/tokens.h"

namespace tables {

using text::Error;
using text::Message;

namespace {

// How often it is looked for tables that nobody needs any more, while there are some in memory.
constexpr std::int64_t kSweepEveryMs = 5'000;
// The alarm of that; those of tables have their ids.
constexpr const char* kSweepAlarm = "";
constexpr std::size_t kMaxLoads = 10'000, kMaxDecisions = 1'000'000;

HttpError no_such_table(const std::string& id) {
  return {404, "no_such_table", Error(Message::kNoSuchTable, {core::quoted(id)})};
}

}  // namespace

TableRegistry::TableRegistry(store::Store& store, store::Writer& writer, WorkQueue& work,
                             Clock& clock, const TableFormat& format, Admit admit,
                             std::optional<Others> others)
    : clock_(clock),
      admit_(std::move(admit)),
      cluster_(others
                   ? std::make_unique<ClusterTables>(others->cluster, *this, others->format, clock)
                   : nullptr),
      context_(make_context(store, writer, work, format)),
      loader_(kMaxLoads),
      decider_(kMaxDecisions),
      alarms_(clock, [this](const std::string& name) { ring(name); }) {
  if (cluster_) cluster_->start();
}

TableRegistry::~TableRegistry() { stop(); }

std::shared_ptr<const TableContext> TableRegistry::make_context(store::Store& store,
                                                                store::Writer& writer,
                                                                WorkQueue& work,
                                                                const TableFormat& format) {
  return std::make_shared<const TableContext>(
      TableContext{store, writer, work, clock_, format,
                   [this](const std::string& id, std::int64_t at) { alarms_.set(id, at); },
                   [this](std::function<void()> task) { return load_later(std::move(task)); },
                   [this](std::function<void()> task) { return decider_.post(std::move(task)); },
                   [this](const std::string& id) { forget(id); },
                   [this] { return stopping_.load(); }, cluster_.get()});
}

std::size_t TableRegistry::size() {
  const std::lock_guard lock(mutex_);
  return live_.size();
}

void TableRegistry::stop_clocks() {
  stopping_ = true;
  alarms_.stop();
}

void TableRegistry::stop() {
  stop_clocks();
  if (cluster_) cluster_->stop();
  loader_.stop();
  decider_.stop();
  const std::lock_guard lock(mutex_);
  live_.clear();
}

// --- Finding ---

bool TableRegistry::load_later(std::function<void()> task) { return loader_.post(std::move(task)); }

HttpError TableRegistry::cannot_load() const {
  if (stopping_) return {503, "stopping", Error(Message::kServerStops), 5};
  return server_is_busy();
}

std::vector<LiveTablePtr> TableRegistry::all() {
  std::vector<LiveTablePtr> all;
  const std::lock_guard lock(mutex_);
  for (const auto& [id, live] : live_) all.push_back(live);
  return all;
}

void TableRegistry::look_up_all() {
  for (const auto& live : all()) live->refresh();
}

LiveTablePtr TableRegistry::in_memory(const std::string& id) {
  const std::lock_guard lock(mutex_);
  const auto at = live_.find(id);
  return at == live_.end() ? nullptr : at->second;
}

void TableRegistry::find(const std::string& id, const std::string& visitor, const Found& found) {
  if (!is_id(id)) return found(no_such_table(id));
  if (cluster_ && cluster_->is_cut_off()) return found(server_cut_off());
  if (const auto live = in_memory(id)) return found_here(live, visitor, found);
  const bool begun = load_later([this, id, visitor, found, asked = clock_.now()] {
    if (stopping_) return found(cannot_load());
    if (core::guarded([&] { load(id, visitor, asked, found); })) return;
    load_again_soon(id, asked);
    found(text::internal_error());
  });
  if (begun) return;
  load_again_soon(id, clock_.now());
  found(cannot_load());
}

// Where other servers may know more of it, what is stored is looked up first.
void TableRegistry::found_here(const LiveTablePtr& live, const std::string& visitor,
                               const Found& found) {
  if (!live->is_current()) {
    return live->refresh([=, this](bool sure) {
      if (!sure) return found(table_moves());
      exploration_.seen(visitor, live->snapshot()->table());
      found(live);
    });
  }
  exploration_.seen(visitor, live->snapshot()->table());
  found(live);
}

void TableRegistry::load(const std::string& id, const std::string& visitor, std::int64_t asked,
                         const Found& found) {
  // Somebody else may have asked for it before.
  if (const auto live = in_memory(id)) {
    exploration_.seen(visitor, live->snapshot()->table());
    return found(live);
  }
  std::optional<LiveTable::Parked> parked;
  {
    const std::lock_guard lock(mutex_);
    if (const auto at = parked_.find(id); at != parked_.end()) parked = at->second;
  }
  auto stored = load_stored(*context_, id, parked ? parked->since : clock_.now(),
                            std::numeric_limits<int>::max());
  if (!stored) {
    const auto error = load_error(stored.error());
    if (error.code == "store") {
      load_again_soon(id, asked);
    } else {
      forget(id);
    }
    return found(error);
  }
  const auto now = clock_.now();
  Table& table = stored->table;
  if (parked && !stored->clock_known) {
    table.stand_still(now - (clock_.missed() - parked->missed), now);
    // Whoever wanted to move could not meanwhile.
    const auto still_since = parked->still_since.value_or(asked);
    if (now - still_since > kSlowMs) table.stand_still(still_since, now);
  }
  exploration_.came(table);
  const auto live = enter(std::move(table), visitor.empty() && parked ? parked->visitor : visitor,
                          std::move(stored->tenure));
  exploration_.seen(visitor, live->snapshot()->table());
  if (live->snapshot()->table().over()) {
    const auto review = context_->store.review(id);
    if (review && *review) live->set_review(ReviewState::kDone);
  }
  live->wake();
  if (live->decides()) return found(live);
  cluster_->begin_to_follow(live, [live, found] { found(live); });
}

bool TableRegistry::may_explore(const Explorer& who, const games::History& asked) {
  return !exploration_.forbids(who, asked, [this](const std::string& id) {
    const auto live = in_memory(id);
    return live != nullptr ? live->snapshot() : nullptr;
  });
}

// A table whose clock runs could not be loaded: the clock stands still until it can.
void TableRegistry::load_again_soon(const std::string& id, std::int64_t asked) {
  {
    const std::lock_guard lock(mutex_);
    const auto at = parked_.find(id);
    if (at == parked_.end()) return;
    if (!at->second.still_since) at->second.still_since = asked;
  }
  alarms_.set(id, clock_.now() + kRetryMs);
}

void TableRegistry::close(const std::string& id, LiveTable::Done done) {
  find(id, "", [this, done = std::move(done)](const Expected<LiveTablePtr>& live) {
    if (!live) return done(live.error());
    act(*live, CloseGame{}, "", done);
  });
}

void TableRegistry::forget(const std::string& id) {
  exploration_.forget(id);
  const std::lock_guard lock(mutex_);
  live_.erase(id);
  parked_.erase(id);
  alarms_.cancel(id);
}

LiveTablePtr TableRegistry::enter(Table table, const std::string& visitor,
                                  std::optional<store::Tenure> tenure) {
  const auto id = table.id();
  auto live = std::make_shared<LiveTable>(context_, std::move(table), visitor, std::move(tenure));
  alarms_.set(kSweepAlarm, clock_.now() + kSweepEveryMs);
  const std::lock_guard lock(mutex_);
  parked_.erase(id);
  return live_.try_emplace(id, std::move(live)).first->second;
}

// --- Time ---

void TableRegistry::ring(const std::string& name) {
  if (cluster_ && name == ClusterTables::kAlarm) return cluster_->look_after();
  if (name == kSweepAlarm) {
    tell_of_pause();
    return sweep();
  }
  if (const auto live = in_memory(name)) return live->check();
  {
    const std::lock_guard lock(mutex_);
    if (!parked_.contains(name)) return;
  }
  find(name, "", [](const Expected<LiveTablePtr>& found) {
    if (found) (*found)->check();
  });
}

// The clocks that people see are wrong after a pause, until their tables take it into account.
void TableRegistry::tell_of_pause() {
  const auto before = std::exchange(missed_ms_, clock_.missed());
  if (before == missed_ms_) return;
  metrics::counter(metrics::kMissed).add(static_cast<double>(missed_ms_ - before) / 1000);
  logs::write(logs::Level::kWarning, "pause", {logs::number("ms", missed_ms_ - before)});
  for (const auto& live : all()) live->check();
}

// Tables that nobody needs leave the memory; the store has them.
void TableRegistry::sweep() {
  const auto now = clock_.now();
  const std::lock_guard lock(mutex_);
  std::erase_if(live_, [&](const auto& entry) {
    const auto& [id, live] = entry;
    // Whoever has found it may be about to use it; then there must be no second one.
    if (live.use_count() > 1) return false;
    auto leave = live->try_leave(now);
    if (!leave) return false;
    exploration_.left(live->snapshot()->table());
    if (cluster_) cluster_->left(*live);
    if (leave->clock) {
      parked_[id] = *std::move(leave->clock);
    } else {
      alarms_.cancel(id);
    }
    return true;
  });
  if (!live_.empty()) alarms_.set(kSweepAlarm, now + kSweepEveryMs);
}

}  // namespace tables

#include "jobs/memory_queue.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

namespace jobs {

namespace {

using Problem = std::optional<text::Error>;
using TimePoint = core::TimeSource::TimePoint;

struct Entry {
  explicit Entry(Job what) : job(std::move(what)) {}

  Job job;
  std::int64_t epoch = 0;
  int attempts = 0;
  std::string worker;
  std::optional<TimePoint> until;  // nothing where nobody has it
  std::optional<std::string> result;
  std::string trouble;
  std::string news;

  bool leased(TimePoint now) const { return !result && until && *until > now; }
  bool set_aside(TimePoint now) const {
    return !result && attempts >= kMostAttempts && !leased(now);
  }
  bool claimable(TimePoint now) const { return !result && !leased(now) && !set_aside(now); }
};

struct Entries {
  Batch batch;
  std::int64_t created = 0;  // its number among all
  TimePoint until = {};      // when its owner must have been seen again
  std::int64_t served = 0;   // the number of the last claim
  std::map<int, Entry> jobs = {};

  bool any(TimePoint now, bool (Entry::*is)(TimePoint) const) const {
    return std::any_of(jobs.begin(), jobs.end(),
                       [&](const auto& one) { return (one.second.*is)(now); });
  }
};

struct Seen {
  std::vector<std::string> offers;
  TimePoint at;
};

class MemoryQueue final : public Queue {
 public:
  explicit MemoryQueue(core::TimeSource& time) : time_(time) {}

  Problem put(const Batch& batch, const std::vector<Job>& jobs) override {
    const std::lock_guard lock(mutex_);
    const auto now = time_.now();
    std::erase_if(batches_, [&](const auto& one) { return one.second.until + kForgotten < now; });
    auto& entries = batches_.try_emplace(batch.id, Entries{batch, ++created_}).first->second;
    entries.until = now + kOwnerLease;
    for (const auto& job : jobs) entries.jobs.try_emplace(job.number, job);
    return std::nullopt;
  }

  Stored<std::vector<Outcome>> collect(const std::string& batch, int from) override {
    const std::lock_guard lock(mutex_);
    std::vector<Outcome> outcomes;
    const auto at = batches_.find(batch);
    if (at == batches_.end()) return outcomes;
    const auto now = time_.now();
    auto& [id, entries] = *at;
    entries.until = now + kOwnerLease;
    entries.jobs.erase(entries.jobs.begin(), entries.jobs.lower_bound(from));
    for (const auto& [number, entry] : entries.jobs) {
      if (!entry.result && !entry.set_aside(now)) break;
      outcomes.push_back({number, entry.result, entry.worker, entry.trouble});
    }
    return outcomes;
  }

  Stored<Progress> progress(const std::string& batch) override {
    const std::lock_guard lock(mutex_);
    Progress progress;
    const auto at = batches_.find(batch);
    if (at == batches_.end()) return progress;
    const auto now = time_.now();
    std::set<std::string> workers;
    for (const auto& [number, entry] : at->second.jobs) {
      if (entry.leased(now)) workers.insert(entry.worker);
      ++(entry.result           ? progress.done
         : entry.leased(now)    ? progress.claimed
         : entry.set_aside(now) ? progress.set_aside
                                : progress.waiting);
    }
    progress.workers = static_cast<int>(workers.size());
    return progress;
  }

  Stored<std::vector<Sight>> look(const std::vector<std::string>& batches) override {
    const std::lock_guard lock(mutex_);
    const auto now = time_.now();
    std::vector<Sight> sights;
    for (const auto& id : batches) {
      const auto at = batches_.find(id);
      if (at == batches_.end()) continue;
      at->second.until = now + kOwnerLease;
      for (const auto& [number, entry] : at->second.jobs) {
        Sight sight{id, number, held_up(at->second, now), entry.leased(now), entry.news, {}};
        if (entry.result || entry.set_aside(now)) {
          sight.outcome = Outcome{number, entry.result, entry.worker, entry.trouble};
        }
        sights.push_back(std::move(sight));
      }
    }
    return sights;
  }

  Problem cancel(const std::string& batch) override {
    const std::lock_guard lock(mutex_);
    batches_.erase(batch);
    return std::nullopt;
  }

  Stored<int> workers(const std::vector<std::string>& offers) override {
    const std::lock_guard lock(mutex_);
    const auto now = time_.now();
    return static_cast<int>(std::count_if(workers_.begin(), workers_.end(), [&](const auto& one) {
      return one.second.at + kWorkerSeen > now && offered(one.second.offers, offers);
    }));
  }

  Stored<std::optional<Claim>> claim(const Worker& worker) override {
    const std::lock_guard lock(mutex_);
    const auto now = time_.now();
    note(worker, now);
    for (Entries* entries : in_turn(now)) {
      if (!offered(worker.offers, entries->batch.kind) || held_up(*entries, now)) continue;
      for (auto& [number, entry] : entries->jobs) {
        if (!entry.claimable(now) || !offered(worker.offers, entry.job.needs)) continue;
        entries->served = ++claims_;
        ++entry.attempts;
        entry.worker = worker.name;
        entry.until = now + worker.lease;
        return std::optional(Claim{entries->batch, entry.job, ++entry.epoch});
      }
    }
    return std::optional<Claim>();
  }

  Stored<bool> extend(const Claim& claim, Milliseconds lease) override {
    const std::lock_guard lock(mutex_);
    Entry* entry = held(claim);
    if (entry != nullptr) entry->until = time_.now() + lease;
    return entry != nullptr;
  }

  Stored<bool> tell(const Claim& claim, const std::string& news) override {
    const std::lock_guard lock(mutex_);
    Entry* entry = held(claim);
    if (entry != nullptr) entry->news = news;
    return entry != nullptr;
  }

  Stored<bool> report(const Claim& claim, const std::string& result) override {
    const std::lock_guard lock(mutex_);
    Entry* entry = held(claim);
    if (entry != nullptr) entry->result = result;
    return entry != nullptr;
  }

  Problem fail(const Claim& claim, const std::string& trouble) override {
    const std::lock_guard lock(mutex_);
    if (Entry* entry = held(claim)) {
      entry->until.reset();
      entry->trouble = trouble;
    }
    return std::nullopt;
  }

  Problem give_back(const Claim& claim) override {
    const std::lock_guard lock(mutex_);
    if (Entry* entry = held(claim); entry != nullptr && entry->until) {
      entry->until.reset();
      --entry->attempts;
    }
    return std::nullopt;
  }

 private:
  // Those that are worked on, the next to be served first.
  std::vector<Entries*> in_turn(TimePoint now) {
    std::map<std::pair<Priority, std::string>, std::int64_t> people;
    std::vector<Entries*> list;
    for (auto& [id, entries] : batches_) {
      auto& served = people[{entries.batch.priority, entries.batch.person}];
      served = std::max(served, entries.served);
      if (entries.until > now) list.push_back(&entries);
    }
    const auto order = [&](const Entries* entries) {
      const Batch& batch = entries->batch;
      return std::tuple(batch.priority, people[{batch.priority, batch.person}], entries->served,
                        entries->created);
    };
    std::sort(list.begin(), list.end(),
              [&](const auto* a, const auto* b) { return order(a) < order(b); });
    return list;
  }

  // Does the person wait for another one of the kind that goes first?
  bool held_up(const Entries& entries, TimePoint now) const {
    const Batch& batch = entries.batch;
    if (batch.priority != Priority::kInteractive) return false;
    return std::any_of(batches_.begin(), batches_.end(), [&](const auto& one) {
      const Entries& other = one.second;
      const bool his = other.batch.priority == batch.priority && other.batch.kind == batch.kind &&
                       other.batch.person == batch.person && other.batch.id != batch.id;
      if (!his || other.until <= now) return false;
      return other.any(now, &Entry::leased) ||
             (other.created < entries.created && other.any(now, &Entry::claimable));
    });
  }

  void note(const Worker& worker, TimePoint now) {
    std::erase_if(workers_, [&](const auto& one) { return one.second.at + kWorkerSeen <= now; });
    if (worker.offers.empty()) {
      workers_.erase(worker.name);
    } else {
      workers_[worker.name] = {worker.offers, now};
    }
  }

  static bool offered(const std::vector<std::string>& offers, const std::string& what) {
    return std::find(offers.begin(), offers.end(), what) != offers.end();
  }
  static bool offered(const std::vector<std::string>& offers,
                      const std::vector<std::string>& needs) {
    return std::all_of(needs.begin(), needs.end(),
                       [&](const std::string& need) { return offered(offers, need); });
  }

  // The job, where the lease is the last one that was given and there is no result yet.
  Entry* held(const Claim& claim) {
    const auto batch = batches_.find(claim.batch.id);
    if (batch == batches_.end()) return nullptr;
    const auto at = batch->second.jobs.find(claim.job.number);
    if (at == batch->second.jobs.end()) return nullptr;
    Entry& entry = at->second;
    return entry.epoch == claim.epoch && !entry.result ? &entry : nullptr;
  }

  core::TimeSource& time_;
  std::mutex mutex_;  // guards everything below
  std::map<std::string, Entries> batches_;
  std::map<std::string, Seen> workers_;  // by name
  std::int64_t created_ = 0;             // batches
  std::int64_t claims_ = 0;
};

}  // namespace

std::unique_ptr<Queue> make_memory_queue(core::TimeSource& time) {
  return std::make_unique<MemoryQueue>(time);
}

}  // namespace jobs

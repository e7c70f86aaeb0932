#include "tables/work_order.h"

#include <algorithm>
#include <vector>

namespace tables {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMaxWaiting = 5000;  // of one kind
constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

struct LaneLimits {
  std::size_t waiting_each;  // of one visitor
  std::size_t begun_each;
  std::size_t begun_all;  // each holds a thread and memory while it waits in mid-thought
  WorkDuration behind;    // those of the first kind
};
// Records may be long, so fewer of them wait.
constexpr std::array<LaneLimits, kLanes> kLimits = {
    {{50, 16, 64, 0ms}, {50, 1, 12, 20ms}, {8, 1, 6, 40ms}, {8, 1, 1, 0ms}}};
// Nobody is further ahead of the one who had least, so that nobody waits long for what he had; but
// further than any head start, which would else be for ever.
constexpr WorkDuration kMaxLead = 60ms;
constexpr std::chrono::milliseconds kQuickReview = 20s;
constexpr std::size_t kMostDeepReviews = 4;
// To begin is some work too.
constexpr WorkDuration kLeastCharge = 1ms;

std::size_t index(Lane lane) { return static_cast<std::size_t>(lane); }
std::size_t index(WorkRank rank) { return static_cast<std::size_t>(rank); }

WorkVisitor& visitor_of(const Work& work) { return work.visitor->second; }
WorkDuration& used_by_visitor(const Work& work) {
  return visitor_of(work).used[index(work.rank())];
}

WorkDuration effort_left(const Work& work) {
  return std::max<WorkDuration>(kLeastCharge, work.task->effort - work.used);
}

}  // namespace

std::size_t most_waiting(Lane lane) { return kLimits[index(lane)].waiting_each; }

// What nobody waits for leaves half of the places to people.
bool WorkOrder::has_room(Lane lane, const WorkVisitor& visitor, const Task& task) const {
  const std::size_t share = task.attended ? 1 : 2;
  return waiting_[index(lane)] < kMaxWaiting / share &&
         visitor.waiting[index(lane)] < kLimits[index(lane)].waiting_each / share &&
         bytes_ + task.bytes <= kMaxBytes;
}

bool WorkOrder::add(Lane lane, const std::string& name, std::shared_ptr<Task> task) {
  const auto visitor = visitors_.try_emplace(name).first;
  if (!has_room(lane, visitor->second, *task)) {
    if (visitor->second.tasks == 0) visitors_.erase(visitor);
    return false;
  }
  bytes_ += task->bytes;
  all_.emplace_back(std::move(task), lane, visitor, ++numbers_);
  ++visitor->second.tasks;
  ++visitor->second.waiting[index(lane)];
  ++waiting_[index(lane)];
  catch_up(all_.back());
  return true;
}

// Whoever was away has missed his share.
void WorkOrder::catch_up(Work& work) {
  auto& used = used_by_visitor(work);
  used = std::max(used, floor_[index(work.rank())]);
}

void WorkOrder::attend(const Task& task) {
  for (auto& work : all_) {
    if (work.task.get() == &task) catch_up(work);
  }
}

bool WorkOrder::goes_before(const Work& a, const Work& b) {
  // What was stopped has only to say what it has.
  const bool a_ends = a.task->stop.stop_requested(), b_ends = b.task->stop.stop_requested();
  if (a_ends != b_ends) return a_ends;
  if (a.rank() != b.rank()) return a.rank() < b.rank();
  const auto had = [](const Work& work) {
    return used_by_visitor(work) + kLimits[index(work.lane)].behind;
  };
  if (had(a) != had(b)) return had(a) < had(b);
  if (a.used != b.used) return a.used < b.used;
  return a.number < b.number;
}

std::size_t WorkOrder::begun_alone() const {
  return static_cast<std::size_t>(std::count_if(all_.begin(), all_.end(), [](const Work& work) {
    return work.begun && work.rank() == WorkRank::kAlone;
  }));
}

std::size_t WorkOrder::begun_deep_reviews() const {
  return static_cast<std::size_t>(std::count_if(all_.begin(), all_.end(), [](const Work& work) {
    return work.begun && work.lane == Lane::kReviews && work.task->effort > kQuickReview;
  }));
}

bool WorkOrder::may_begin(const Work& work, std::size_t alone) const {
  const auto& limits = kLimits[index(work.lane)];
  const auto own = visitor_of(work).begun[index(work.lane)];
  auto begun = begun_[index(work.lane)];
  // Turns whose watchers have left take no place from people.
  if (work.lane == Lane::kTurns && work.rank() == WorkRank::kPeople) begun -= alone;
  // Some places are for quick ones.
  if (work.lane == Lane::kReviews && work.task->effort > kQuickReview &&
      begun_deep_reviews() >= kMostDeepReviews) {
    return false;
  }
  if (begun >= limits.begun_all || own >= limits.begun_each) return false;
  // What nobody waits for needs no thread before it has a core.
  if (work.rank() == WorkRank::kAlone && alone >= static_cast<std::size_t>(cores_)) return false;
  // Half of the places are for those who have none yet.
  return own == 0 || begun < limits.begun_all / 2;
}

Work* WorkOrder::next(bool reading, bool new_ones) {
  Work* best = nullptr;
  const auto alone = begun_alone();
  for (auto& work : all_) {
    if (work.running || (work.rank() == WorkRank::kReading) != reading) continue;
    if (best != nullptr && !goes_before(work, *best)) continue;
    if (!work.begun && (!new_ones || !may_begin(work, alone))) continue;
    best = &work;
  }
  return best;
}

void WorkOrder::begin(Work& work) {
  work.begun = true;
  catch_up(work);
  --waiting_[index(work.lane)];
  --visitor_of(work).waiting[index(work.lane)];
  ++begun_[index(work.lane)];
  ++visitor_of(work).begun[index(work.lane)];
}

void WorkOrder::charge(Work& work, WorkDuration time) {
  if (work.used == WorkDuration::zero()) time = std::max(time, kLeastCharge);
  work.used += time;
  auto& used = used_by_visitor(work);
  used += time;
  auto least = used;
  // Whoever may not begin yet holds nobody back.
  for (const auto& other : all_) {
    if (other.begun && other.rank() == work.rank()) least = std::min(least, used_by_visitor(other));
  }
  auto& floor = floor_[index(work.rank())];
  floor = std::max(floor, least);
  used = std::min(used, floor + kMaxLead);
}

void WorkOrder::remove(const Work& work) {
  const auto visitor = work.visitor;
  auto& counts = work.begun ? visitor->second.begun : visitor->second.waiting;
  --counts[index(work.lane)];
  --(work.begun ? begun_ : waiting_)[index(work.lane)];
  if (--visitor->second.tasks == 0) visitors_.erase(visitor);
  bytes_ -= work.task->bytes;
  std::erase_if(all_, [&](const Work& other) { return &other == &work; });
}

std::size_t WorkOrder::waiting(Lane lane, const std::string& name) const {
  const auto own = visitors_.find(name);
  if (own == visitors_.end()) return 0;
  const auto length = own->second.waiting[index(lane)];
  std::size_t before = 0;
  for (const auto& [other, visitor] : visitors_) {
    before += std::min(visitor.waiting[index(lane)], length);
  }
  return before;
}

void WorkOrder::clear() {
  all_.clear();
  visitors_.clear();
  waiting_ = {};
  begun_ = {};
  bytes_ = 0;
}

// Once begun it takes no longer than it was asked for; before, those that go first begin as many at
// a time as may.
WorkDuration WorkOrder::left_of_analysis(const Work& work) const {
  if (work.begun) return effort_left(work);
  std::size_t before = 0;
  std::chrono::milliseconds longest{};
  for (const auto& other : all_) {
    if (other.lane != Lane::kAnalyses || other.number >= work.number) continue;
    ++before;
    longest = std::max(longest, other.task->effort);
  }
  const auto rounds = before / kLimits[index(Lane::kAnalyses)].begun_all;
  return effort_left(work) + std::max<std::size_t>(1, rounds) * longest;
}

// Where all places of its kind are taken, or will be by those who came before: how much somebody of
// them has to think until one is free, all of them having equal shares.
WorkDuration WorkOrder::effort_before_beginning(const Work& work) const {
  if (work.begun) return {};
  const auto is_deep = [](const Work& one) { return one.task->effort > kQuickReview; };
  const auto until_one_of = [&](std::size_t places, bool deep_alone) {
    std::vector<WorkDuration> efforts;
    for (const auto& other : all_) {
      if (other.lane != work.lane || other.visitor == work.visitor) continue;
      if ((deep_alone && !is_deep(other)) || (!other.begun && other.number > work.number)) continue;
      efforts.push_back(effort_left(other));
    }
    if (efforts.size() < places) return WorkDuration{};
    std::sort(efforts.begin(), efforts.end());
    return efforts[efforts.size() - places];
  };
  auto effort = until_one_of(kLimits[index(work.lane)].begun_all, false);
  if (work.lane == Lane::kReviews && is_deep(work)) {
    effort = std::max(effort, until_one_of(kMostDeepReviews, true));
  }
  return effort;
}

WorkDuration WorkOrder::left(const Task& task) const {
  const auto at = std::find_if(all_.begin(), all_.end(),
                               [&](const Work& other) { return other.task.get() == &task; });
  if (at == all_.end()) return {};
  const Work& work = *at;
  if (work.lane == Lane::kAnalyses) return left_of_analysis(work);
  // All that he wants until then, and of each of the others as much at most, besides what they
  // think before he may begin.
  std::map<const WorkVisitor*, WorkDuration> wanted;
  for (const auto& other : all_) {
    const bool own = other.visitor == work.visitor;
    if (other.rank() != work.rank() || (own && other.number > work.number)) continue;
    wanted[&visitor_of(other)] += effort_left(other);
  }
  const auto own = wanted[&visitor_of(work)];
  const auto most = own + effort_before_beginning(work);
  WorkDuration sum{};
  for (const auto& [visitor, time] : wanted) sum += std::min(time, most);
  return std::max(effort_left(work), sum / cores_);
}

}  // namespace tables

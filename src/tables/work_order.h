// Whose engine work goes first.
//
// People first: work that nobody waits for gets only what is left over. Among people the one who
// has had least goes first; turns of computers have a head start of some milliseconds over
// analyses, and those over reviews, so that short replies come at once and nothing starves. Among
// the work of one visitor what has had least goes first. docs/operating.md says it for people.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

namespace tables {

class WorkTime;

enum class Lane { kTurns, kAnalyses, kReviews, kRecords };
inline constexpr std::size_t kLanes = 4;
// Of one visitor.
std::size_t most_waiting(Lane lane);

// Something to do; stop it through `stop`. A task that was stopped before it began still runs, and
// answers soon. Whoever thinks by the time it is given shares the cores with the others.
struct Task {
  std::function<void(const std::stop_token&, WorkTime&)> run;
  std::stop_source stop;
  std::stop_token gone = {};           // stops it too: nobody waits for it any more
  std::function<void()> failed = {};   // called where `run` threw
  std::chrono::milliseconds effort{};  // about how long it thinks, for those who ask when it ends
  std::size_t bytes = 0;               // what it holds of its visitor's until it is done
  // Does somebody wait for it? Once it is submitted WorkQueue::attend() alone changes that.
  std::atomic<bool> attended = true;
};

using WorkDuration = std::chrono::nanoseconds;

// Reading of records thinks nothing and cannot be interrupted: it has a thread of its own.
enum class WorkRank { kPeople, kAlone, kReading };
inline constexpr std::size_t kWorkRanks = 3;

struct WorkVisitor {
  std::array<WorkDuration, kWorkRanks> used{};  // since everybody's common beginning
  std::array<std::size_t, kLanes> waiting{}, begun{};
  int tasks = 0;
};

// A task that is not done yet.
struct Work {
  using Visitor = std::map<std::string, WorkVisitor>::iterator;

  Work(std::shared_ptr<Task> what, Lane kind, Visitor whose, std::uint64_t count)
      : task(std::move(what)), lane(kind), visitor(whose), number(count) {}

  const std::shared_ptr<Task> task;
  const Lane lane;
  const Visitor visitor;
  const std::uint64_t number;  // in the order they came
  WorkDuration used{};
  bool begun = false;
  bool running = false;  // it has a core; else it waits, perhaps in the middle of a thought
  unsigned news = 0;     // what was known of the others when it began
  std::condition_variable granted;

  WorkRank rank() const {
    if (lane == Lane::kRecords) return WorkRank::kReading;
    return task->attended || lane != Lane::kTurns ? WorkRank::kPeople : WorkRank::kAlone;
  }
};

// All that waits and runs. Not thread-safe: the lock of the queue guards it.
class WorkOrder {
 public:
  explicit WorkOrder(int cores) : cores_(cores) {}

  // False where too much waits already.
  bool add(Lane lane, const std::string& visitor, std::shared_ptr<Task> task);
  // Who should have the next free core, or the thread that reads; nullptr where nobody may. Without
  // `new_ones` only who has begun already.
  Work* next(bool reading, bool new_ones);
  void begin(Work& work);
  void charge(Work& work, WorkDuration time);
  void attend(const Task& task);  // after that has changed
  void remove(const Work& work);

  // How many tasks of other visitors and his own go before the last one of a visitor, about.
  std::size_t waiting(Lane lane, const std::string& visitor) const;
  std::size_t waiting(Lane lane) const { return waiting_[static_cast<std::size_t>(lane)]; }
  // About how long until it is done, by its effort and what the others want.
  WorkDuration left(const Task& task) const;

  std::list<Work>& all() { return all_; }
  void clear();

 private:
  WorkDuration left_of_analysis(const Work& work) const;
  WorkDuration effort_before_beginning(const Work& work) const;
  bool has_room(Lane lane, const WorkVisitor& visitor, const Task& task) const;
  bool may_begin(const Work& work, std::size_t begun_alone) const;
  static bool goes_before(const Work& a, const Work& b);
  void catch_up(Work& work);
  std::size_t begun_alone() const;
  std::size_t begun_deep_reviews() const;

  const int cores_;
  std::uint64_t numbers_ = 0;
  std::list<Work> all_;
  std::map<std::string, WorkVisitor> visitors_;
  std::array<std::size_t, kLanes> waiting_{}, begun_{};
  std::size_t bytes_ = 0;  // that all of it holds
  // What everybody has had at least: whoever comes begins there.
  std::array<WorkDuration, kWorkRanks> floor_{};
};

}  // namespace tables

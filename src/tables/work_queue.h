// Engine work on threads of its own: computers' turns, analyses, reviews, long records. As many
// think at a time as there are cores; work_order.h says who. A thought is interrupted when its
// slice is over or somebody comes, and goes on later where others go first: it waits in the middle
// of its search, on its own thread, whenever it looks at the time.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/time_source.h"
#include "tables/engine_pool.h"
#include "tables/work_order.h"
#include "text/http_error.h"

namespace tables {

// Why a task was not taken.
text::HttpError work_is_full();

class WorkQueue {
 public:
  // `threads`: how many think at a time; 0: one a core. `time`: by which engines think.
  explicit WorkQueue(int threads, core::TimeSource& time = core::steady_time());
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  // The memory of the engines.
  EnginePool& engines() { return engines_; }

  // False where too much waits already, or after stop().
  bool submit(Lane lane, const std::string& visitor, std::shared_ptr<Task> task);
  // Somebody waits for it now, or nobody does any more.
  void attend(Task& task, bool attended);
  // How many tasks of other visitors and his own go before the last one of a visitor, about.
  std::size_t waiting(Lane lane, const std::string& visitor) const;
  // About how many seconds until it is done.
  int left_s(const Task& task) const;

  // How many tasks of a lane wait.
  std::size_t waiting(Lane lane) const;

  // Stops what runs, forgets what waits, and returns when nobody works any more.
  void stop();

 private:
  friend class WorkTime;

  void work();
  void run(Work& work);
  void dispatch();
  void grant(Work& work);
  bool add_thread();
  int& at_work(const Work& work) { return work.lane == Lane::kRecords ? reading_ : thinking_; }
  void look_again();
  // The end of a slice, which began then: waits until the work goes on, and says when that is.
  core::TimeSource::TimePoint pause(Work& work, core::TimeSource::TimePoint begin,
                                    core::TimeSource::TimePoint now);
  void forget_waiting();

  core::TimeSource& time_;
  EnginePool engines_;
  const int cores_;
  std::atomic<unsigned> news_ =
      0;                      // grows when those who think should look whether others go first
  mutable std::mutex mutex_;  // guards what follows
  WorkOrder order_;
  int thinking_ = 0, reading_ = 0;
  std::condition_variable to_start_;
  std::deque<Work*> starting_;  // they have a core, and need a thread
  std::size_t idle_ = 0;        // threads
  std::size_t max_threads_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

// The time of one task, on its thread alone. Looking at it may take a while: others may go first.
// For a turn or an analysis that somebody waits for that counts as thinking: he wants his reply on
// time, and where many think at once it is less thought over. A review is as good as it was asked
// for and what nobody watches has time: theirs stands still meanwhile.
class WorkTime final : public core::TimeSource {
 public:
  WorkTime(WorkQueue& queue, Work& work);
  ~WorkTime() override = default;

  TimePoint now() override;
  // How long the task waited without that it counted.
  WorkDuration stood() const { return stood_; }
  // About how many seconds until it is done.
  int left_s() const { return queue_.left_s(*work_.task); }

 private:
  friend class WorkQueue;

  bool is_over(TimePoint now) const;
  // Does waiting count for nothing?
  bool stands_still() const;

  WorkQueue& queue_;
  Work& work_;
  unsigned news_;
  TimePoint begin_, last_;  // of the slice
  WorkDuration stood_{};
};

}  // namespace tables

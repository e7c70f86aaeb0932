// Work on threads of its own: computers' turns, analyses, reviews, long records. Each kind has its
// lane, so that none starves another; within a lane every visitor has a queue, and the queues are
// served in turn.
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "server/refusal.h"

namespace server {

enum class Lane { kTurns, kAnalyses, kReviews, kRecords };
inline constexpr int kLanes = 4;

// Something to do; stop it through `stop`. A job that was stopped before it began still runs, and
// answers soon.
struct Job {
  std::function<void(const std::stop_token&)> run;
  std::stop_source stop;
  std::stop_token gone = {};          // stops it too: nobody waits for it any more
  std::function<void()> failed = {};  // called where `run` threw
};

// Why a job was not taken.
Refusal work_is_full();

class Work {
 public:
  // `threads`: for each of turns and analyses; 0: one a core.
  explicit Work(int threads);
  ~Work();
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  // False where too much waits already, or after stop().
  bool submit(Lane lane, const std::string& visitor, std::shared_ptr<Job> job);
  // How many jobs of other visitors and his own go before the last one of a visitor, about.
  std::size_t waiting(Lane lane, const std::string& visitor) const;

  // Stops what runs, forgets what waits, and returns when nobody works any more.
  void stop();

 private:
  struct Visitor {
    std::deque<std::shared_ptr<Job>> queue;
    int at_work = 0;
  };
  struct LaneState {
    std::map<std::string, Visitor> visitors;
    std::deque<std::string> order;  // whose turn is next, each visitor with work once
    std::size_t waiting = 0;
    int at_work_each = 1;               // jobs of one visitor at a time
    std::size_t max_waiting_each = 50;  // of one visitor
  };

  void work(LaneState& lane);
  void forget_waiting();
  // The next job that may run, and whose it is.
  std::shared_ptr<Job> next(LaneState& lane, std::string& visitor);

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::array<LaneState, kLanes> lanes_;
  std::vector<std::shared_ptr<Job>> running_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace server

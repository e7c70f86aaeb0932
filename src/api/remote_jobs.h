// Engine work for visitors that workers do, over a queue of jobs. Whatever goes wrong there comes
// back to be done here: nobody takes it soon, its worker falls silent, the queue is away.
//
// One thread talks to the queue, so that nobody else waits for it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/time_source.h"
#include "jobs/queue.h"
#include "tables/work_order.h"

namespace api {

using tables::Lane;
using tables::Task;

struct RemoteJob {
  std::string kind = {}, payload = {};  // of the job
  // Whose stop calls it back, and whose effort says about how long it takes.
  std::shared_ptr<Task> task = {};
  std::chrono::milliseconds silence{10'000};  // for so long its worker may tell nothing
  // By the thread of the remote jobs: what the worker told, ...
  std::function<void(const std::string& news)> on_news = {};
  // ... and once what it found; nothing where that has to be found here.
  std::function<void(const std::optional<std::string>& result)> done = {};
};

struct RemoteJobSettings {
  std::set<std::string> kinds = {};
  std::chrono::milliseconds poll{50};
  std::chrono::milliseconds patience{1500};       // a worker must take it by then
  std::chrono::milliseconds look_around{1000};    // for workers
  core::TimeSource* time = &core::steady_time();  // by which they are late
};

class RemoteJobs {
 public:
  RemoteJobs(std::shared_ptr<jobs::Queue> queue, RemoteJobSettings settings);
  ~RemoteJobs();
  RemoteJobs(const RemoteJobs&) = delete;
  RemoteJobs& operator=(const RemoteJobs&) = delete;

  // Are there workers for it?
  bool offered(const std::string& kind) const;

  enum class SendResult { kSent, kNobody, kFull };
  // kNobody: do it here. kFull: too much of this visitor's waits already.
  SendResult send(Lane lane, const std::string& visitor, RemoteJob job);

  // How many of a visitor's go before his last one.
  std::size_t waiting(Lane lane, const std::string& visitor) const;
  // About how many seconds until it is done; 0 where it is not among these.
  int left_s(const Task& task) const;

  // Forgets all of them.
  void stop();

 private:
  using TimePoint = core::TimeSource::TimePoint;
  // A remote job on its way. What follows `bytes` is the thread's own, but for `claimed`.
  struct Sent {
    RemoteJob job;
    const Lane lane;
    const std::string visitor, batch;
    const std::size_t bytes;
    bool claimed = false;
    bool put = false;
    TimePoint since = {};  // it waits for a worker, or for news of it
    std::string news = {};
  };
  using SentPtr = std::shared_ptr<Sent>;

  void work();
  void step(const std::vector<SentPtr>& all);
  bool look_for_workers();
  bool put(Sent& sent);
  // Does it stay on its way?
  bool look_at(Sent& sent, const jobs::Sight* sight);
  bool is_late(Sent& sent, const jobs::Sight& sight);
  void hear(Sent& sent, const std::string& news);
  void end(const SentPtr& sent, const std::optional<std::string>& result);
  void come_back(const std::vector<SentPtr>& all);

  const std::shared_ptr<jobs::Queue> queue_;
  const RemoteJobSettings settings_;
  TimePoint look_at_ = {};    // the thread's own
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  std::set<std::string> offered_;
  std::list<SentPtr> all_;
  std::size_t bytes_ = 0;
  bool news_ = false, stopping_ = false;
  std::thread thread_;
};

}  // namespace api

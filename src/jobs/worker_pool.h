// A worker: threads that claim jobs and do them, and one that keeps their leases.
#pragma once

#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "jobs/kinds.h"
#include "jobs/queue.h"

namespace jobs {

struct WorkerPoolSettings {
  std::string name;                   // of the worker, in logs and in what became of a job
  std::set<std::string> offers = {};  // besides the kinds
  int threads = 1;
  Milliseconds lease = std::chrono::seconds(30);
  Milliseconds pause{200};  // where there is nothing to do, on average
};

class WorkerPool {
 public:
  // Begins to work. The queue must outlive it.
  WorkerPool(Queue& queue, Kinds kinds, WorkerPoolSettings settings);
  // Stops the jobs under way and gives them back.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // There may be work: looks at once. From any thread.
  void wake();

 private:
  // A job under way.
  struct Running {
    Claim claim;
    std::stop_source stop = {};
    bool withdrawn = false;  // what it needs does not work here
  };
  using Made = std::map<std::string, Work>;

  void work();
  std::optional<Claim> next();
  Worker worker();
  void perform(const Claim& claim, Made& made);
  Stored<std::string> result_of(Running& running, Made& made);
  bool report(const Claim& claim, const std::string& result);
  void withdraw(Running& running, const std::string& offer);
  void tell(Running& running, const std::string& news);
  void keep_leases();
  bool stopping();

  Queue& queue_;
  const Kinds kinds_;
  const WorkerPoolSettings settings_;
  std::mutex claiming_;  // one thread asks for all
  std::mutex mutex_;     // guards everything below
  std::condition_variable changed_;
  bool stopping_ = false;
  bool woken_ = false;
  std::set<std::string> offers_;
  std::list<std::shared_ptr<Running>> under_way_;
  std::vector<std::thread> threads_;  // last: they use all of the above
};

}  // namespace jobs

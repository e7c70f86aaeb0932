// Threads that share a piece of work again and again: each call is over when all have done theirs.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tensors {

// One run() at a time.
class Team {
 public:
  // The caller of run() is one of them: so many less one are started. REQUIRES: threads > 0.
  explicit Team(int threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const { return static_cast<int>(others_.size()) + 1; }
  // Calls part(0) … part(threads() - 1), each on a thread of its own. Nothing may be thrown there.
  void run(const std::function<void(int)>& part);

 private:
  void work(int number);

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void(int)>* part_ = nullptr;
  unsigned long round_ = 0;
  int busy_ = 0;
  bool ending_ = false;
  std::vector<std::thread> others_;
};

}  // namespace tensors

// What both kinds of bus have beside their wires: requests that wait for their answer, and whether
// there is a connection. Thread-safe.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "bus/bus.h"
#include "bus/executor.h"

namespace bus {

class Requests : public std::enable_shared_from_this<Requests> {
 public:
  explicit Requests(std::shared_ptr<Executor> executor) : executor_(std::move(executor)) {}

  // A number for the answer. Nothing comes in time: answered by nothing.
  std::uint64_t add(std::chrono::milliseconds timeout, Answered done);
  // Nothing happens where it has been answered already.
  void answer(std::uint64_t number, std::optional<std::string> answer);
  // All that wait are answered by nothing.
  void fail_all();
  // The same, now and on this thread, also for those whose answer is there.
  void end();

 private:
  struct Due {
    Answered done;
    std::optional<std::string> answer;
  };

  void call(Answered done, std::optional<std::string> answer);
  bool call_next();

  const std::shared_ptr<Executor> executor_;
  std::mutex mutex_;
  std::unordered_map<std::uint64_t, Answered> waiting_;
  std::deque<Due> due_;
  std::uint64_t next_ = 1;
};

class ConnectionState : public std::enable_shared_from_this<ConnectionState> {
 public:
  explicit ConnectionState(std::shared_ptr<Executor> executor) : executor_(std::move(executor)) {}

  bool connected() const { return connected_; }
  std::uint64_t generation() const { return generation_; }

  // True: the connection has come (back), and subscriptions are in force.
  void set(bool connected);
  // Messages had to be dropped.
  void lost();

  Subscription watch(std::function<void()> changed);
  // Nobody who watches is called any more.
  void close();

 private:
  struct Watcher {
    std::shared_ptr<Strand> strand;
    std::function<void()> changed;
    std::atomic<bool> told = false;  // and not called yet
  };

  void tell();

  const std::shared_ptr<Executor> executor_;
  std::atomic<bool> connected_ = false;
  std::atomic<std::uint64_t> generation_ = 0;
  std::mutex mutex_;
  std::map<std::uint64_t, std::shared_ptr<Watcher>> watchers_;
  std::uint64_t next_ = 0;
};

}  // namespace bus

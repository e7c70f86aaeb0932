// Alarms: each rings once, at its time. One thread sleeps until the next of them. Thread-safe.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>

#include "tables/clock.h"

namespace tables {

class Alarms {
 public:
  // On the thread of the alarms: the others wait meanwhile. What it throws is dropped.
  using Ring = std::function<void(const std::string& name)>;

  Alarms(Clock& clock, Ring ring);
  ~Alarms();
  Alarms(const Alarms&) = delete;
  Alarms& operator=(const Alarms&) = delete;

  // A name has one alarm, and of two times the earlier counts: whoever is woken too early sets the
  // next one.
  void set(const std::string& name, std::int64_t at);
  void cancel(const std::string& name);

  // None rings any more. Not from within a Ring.
  void stop();

 private:
  void work();
  bool take_due(std::string& name);
  void forget(const std::string& name);

  Clock& clock_;
  const Ring ring_;
  std::mutex mutex_;  // guards everything below, but for the thread
  std::condition_variable changed_;
  // The same alarms by name and by time.
  std::unordered_map<std::string, std::int64_t> times_;
  std::set<std::pair<std::int64_t, std::string>> by_time_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace tables

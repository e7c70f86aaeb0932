// How far long work is: one line on standard error, only on a terminal, only where the work takes
// longer than two seconds, and gone when it is done.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "core/time_source.h"
#include "text/text.h"

namespace terminal {

class ProgressLine {
 public:
  using Write = std::function<void(std::string_view)>;

  // On standard error, redrawn by a thread of its own, so that work need not look up.
  explicit ProgressLine(text::Language language);
  // A test's: drawn where tick() is called.
  ProgressLine(text::Language language, core::TimeSource& time, Write write);
  // Wipes the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // So many of so many are done. Cheap; any thread.
  void show(long long done, long long all) {
    all_ = all;
    done_ = done;
  }
  // The work ends after so long: the time itself is how far it is.
  void show_time(std::chrono::milliseconds whole) { whole_ms_ = whole.count(); }

  // Draws where it is time to.
  void tick();
  // Takes the line away, for whoever prints something; it comes back with the next tick.
  void wipe();

 private:
  std::string line(std::chrono::milliseconds elapsed) const;
  void wipe_drawn();  // REQUIRES: mutex_ is held

  const text::Language language_;
  core::TimeSource& time_;
  const Write write_;
  const core::TimeSource::TimePoint begin_;
  std::atomic<long long> done_{0}, all_{0}, whole_ms_{0};
  std::mutex mutex_;  // guards what follows
  std::condition_variable ended_changed_;
  bool ended_ = false;
  bool drawn_ = false;
  std::thread thread_;
};

// [#####.....] of a number of characters.
std::string progress_bar(int done, int all, int width);

}  // namespace terminal

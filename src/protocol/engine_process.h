// Another program as a child of this one: a command, lines to it, lines from it.
//
// Nothing here waits beyond the deadline it is given, and nothing the child does ends or blocks
// this program: it may die, stay silent, not read, or write without end. When the object goes, the
// child is gone and reaped, with everything it started that stayed in its process group. One thread
// uses an object at a time; only the Waker is for others.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/descriptor.h"
#include "core/time_source.h"
#include "games/options.h"

namespace protocol {

using Milliseconds = std::chrono::milliseconds;
using Deadline = core::TimeSource::TimePoint;

// From now on; a time too long to add is never.
Deadline deadline_in(Milliseconds time, core::TimeSource& source = core::steady_time());

// Ends the wait of another thread in EngineProcess::receive, or the next one it begins.
class Waker {
 public:
  Waker();
  void wake();   // from any thread
  void clear();  // forgets it
  int file() const { return event_.get(); }

 private:
  core::Descriptor event_;
};

class EngineProcess {
 public:
  // A line from the child may have this many bytes.
  static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

  // Starts `/bin/sh -c COMMAND` in a session of its own (an interrupt from the terminal does not
  // reach it), without core files. A command that does not exist shows later, as status 127.
  // Deadlines are of `time`.
  static games::Parsed<std::unique_ptr<EngineProcess>> start(
      const std::string& command, Waker& waker, core::TimeSource& time = core::steady_time());
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  // Sends a line; the break is added. Reads meanwhile, so that two full pipes do not wait for each
  // other. kTime: the child does not read. After anything but kDone it is of no more use.
  enum class Sent { kDone, kTime, kClosed };
  Sent send(std::string_view line, Deadline deadline);

  // The next whole line without its break. kClosed: nothing more will come, and what stood behind
  // the last break is not a line. Lines that have arrived come first, whatever the deadline.
  enum class Got { kLine, kTime, kWoken, kTooLong, kClosed };
  Got receive(std::string& line, Deadline deadline);
  // Has it ever written anything to its standard output?
  bool has_spoken() const { return has_spoken_; }

  // How it ended; nothing where it is still there at the deadline.
  struct Ending {
    bool by_signal = false;
    int code = 0;  // exit status or signal
  };
  std::optional<Ending> await_end(Deadline deadline);
  // The last line it wrote to standard error, "" for none. `except`: a line that begins so does not
  // count.
  std::string last_words(std::string_view except = {}) const;

  // Sends `quit`. False where it did not end in time; then, or where it is never asked, terminate()
  // or the destructor end it.
  bool quit(Milliseconds grace);
  // SIGTERM, so that it may clean up, and after the grace SIGKILL, for the whole group.
  void terminate(Milliseconds grace);

 private:
  EngineProcess(pid_t child, Waker& waker, core::TimeSource& time, core::Descriptor input,
                core::Descriptor output, core::Descriptor errors);

  bool pump(Deadline deadline);
  void flush();
  void read_output();
  void read_errors();
  bool take_line(std::string& line);
  std::size_t waiting() const { return received_.size() - taken_; }
  void forget_output();
  std::optional<Ending> ending() const;
  void signal_all(int signal) const;
  void reap();

  pid_t child_;
  bool reaped_ = false;
  Waker& waker_;
  core::TimeSource& time_;
  core::Descriptor input_, output_, errors_;  // our ends of its standard streams
  std::string unsent_;
  std::string received_;     // of its output
  std::size_t taken_ = 0;    // so much of that has been taken
  std::size_t scanned_ = 0;  // from there to here is no line break
  std::string errors_tail_;
  bool has_spoken_ = false;
  bool woken_ = false;
};

}  // namespace protocol

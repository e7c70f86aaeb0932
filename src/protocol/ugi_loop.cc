// The edge of the UGI engine: a file descriptor in, standard output out.
//
// One thread reads, another one answers line after line. Lines wait in between while a search goes
// on, but the reader hears a `stop`, a `quit` and the end of input among them at once.
#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>

#include "core/line_reader.h"
#include "core/scan.h"
#include "protocol/ugi.h"

namespace protocol {

namespace {

// What may wait behind a search: a script of many positions, and no stranger's flood. Whoever sends
// more has to wait himself.
constexpr std::size_t kMaxWaitingBytes = 4 * kMaxLineBytes;
constexpr std::size_t kBytesOfLine = 64;  // beside its characters

// Lines in their order, from the thread that reads to the one that answers.
class WaitingLines {
 public:
  // Nothing stands for a line that was too long.
  using Line = std::optional<std::string>;

  // Waits for room. False once nobody takes lines any more.
  bool add(Line line) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return bytes_ < kMaxWaitingBytes || closed_; });
    if (closed_) return false;
    bytes_ += bytes_of(line);
    lines_.push_back(std::move(line));
    changed_.notify_all();
    return true;
  }

  // No more lines come.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

  // Waits for a line. False behind the last one.
  bool take(Line& line) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !lines_.empty() || closed_; });
    if (lines_.empty()) return false;
    line = std::move(lines_.front());
    lines_.pop_front();
    bytes_ -= bytes_of(line);
    changed_.notify_all();
    return true;
  }

 private:
  static std::size_t bytes_of(const Line& line) { return kBytesOfLine + (line ? line->size() : 0); }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Line> lines_;
  std::size_t bytes_ = 0;
  bool closed_ = false;
};

// Until `quit` or the end of input.
void read_lines(int input, UgiEngine& engine, WaitingLines& lines) {
  core::LineReader reader(input, kMaxLineBytes);
  std::string line;
  for (auto got = reader.next(line); got != core::LineReader::Got::kEnd; got = reader.next(line)) {
    const bool whole = got == core::LineReader::Got::kLine;
    const auto words = whole ? core::words(line) : std::vector<std::string_view>();
    const bool quits = words.size() == 1 && words[0] == "quit";
    if (quits || (words.size() == 1 && words[0] == "stop")) engine.hear_stop();
    if (!lines.add(whole ? WaitingLines::Line(line) : std::nullopt) || quits) return;
  }
  engine.hear_end();
}

}  // namespace

int run_ugi(const games::GameInfo& game, const games::OptionMap& options, int input,
            const engine::ProofBook* proofs) {
  // Ctrl-C in a terminal reaches the engines of a match too; only `quit` and the end of input end
  // them. A peer that is gone shows as a failed write.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  std::atomic<bool> writable{true};  // lines also come from the thread that thinks
  UgiEngine engine(
      game, options,
      [&](const std::string& line) {
        const bool written = std::fwrite(line.data(), 1, line.size(), stdout) == line.size() &&
                             std::fputc('\n', stdout) != EOF && std::fflush(stdout) == 0;
        if (!written) writable = false;
      },
      proofs);
  WaitingLines lines;
  std::thread answering([&] {
    for (WaitingLines::Line line; writable && lines.take(line);) {
      if (!line) engine.refuse_long_line();
      if (line && !engine.handle(*line)) break;
    }
    lines.close();
  });
  read_lines(input, engine, lines);
  lines.close();
  answering.join();
  if (!writable) engine.hear_stop();  // nobody is left to hear an answer
  engine.finish();
  return writable ? 0 : 1;
}

}  // namespace protocol

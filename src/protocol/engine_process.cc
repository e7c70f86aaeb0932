#include "protocol/engine_process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <utility>

#include "core/scan.h"
#include "text/file.h"

namespace protocol {

using core::Descriptor;
using text::Message;

namespace {

// A child can end while one of its own children holds its pipes open; only a look tells.
constexpr Milliseconds kBetweenLooks{50};
constexpr Milliseconds kBetweenLooksAtTheEnd{5};
constexpr Milliseconds kLastGrace{200};
constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::size_t kErrorsKept = 4096;
constexpr int kChunksInPipe = 16;  // of kErrorsKept; a pipe holds 64 KiB

struct Pipe {
  Descriptor read, write;
};

// Neither end reaches a program that another thread may start meanwhile. Both are above the
// standard streams, so that dup2 always makes a copy that the child keeps.
std::optional<Pipe> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  Pipe low{Descriptor(ends[0]), Descriptor(ends[1])};
  if (ends[0] > STDERR_FILENO && ends[1] > STDERR_FILENO) return low;
  Pipe high{Descriptor(fcntl(ends[0], F_DUPFD_CLOEXEC, STDERR_FILENO + 1)),
            Descriptor(fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1))};
  if (!high.read.open() || !high.write.open()) return std::nullopt;
  return high;
}

void set_nonblocking(const Descriptor& file) {
  fcntl(file.get(), F_SETFL, fcntl(file.get(), F_GETFL) | O_NONBLOCK);
}

// A shell that stays around its program would keep the pipes open that the program closes, and get
// its signals: `exec` where the command is plainly one program with arguments.
std::string without_shell(const std::string& command) {
  static constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _./:,+-=@%'\"";
  static constexpr std::string_view kBuiltIn[] = {"exec", "command", "eval", "."};
  const auto words = core::words(command);
  if (words.empty() || command.find_first_not_of(kPlain) != std::string::npos) return command;
  const bool assigns = words[0].find('=') != std::string_view::npos;
  const bool built_in =
      std::find(std::begin(kBuiltIn), std::end(kBuiltIn), words[0]) != std::end(kBuiltIn);
  return assigns || built_in ? command : "exec " + command;
}

// What the child does between fork and exec: nothing that needs memory or locks.
[[noreturn]] void become(const char* command, int input, int output, int errors) {
  setsid();
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  close_range(STDERR_FILENO + 1, ~0U, 0);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD}) {
    std::signal(signal, SIG_DFL);
  }
  sigset_t nothing;
  sigemptyset(&nothing);
  sigprocmask(SIG_SETMASK, &nothing, nullptr);
  execl("/bin/sh", "sh", "-c", command, nullptr);
  _exit(127);
}

// A reader that is gone must not end the program, whatever else it does about SIGPIPE.
ssize_t write_quietly(int file, const std::string& bytes) {
  sigset_t pipe, before, pending;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  sigpending(&pending);
  pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t written = write(file, bytes.data(), bytes.size());
  const int error = errno;
  if (written < 0 && error == EPIPE && sigismember(&pending, SIGPIPE) == 0) {
    const timespec at_once{};
    while (sigtimedwait(&pipe, nullptr, &at_once) < 0 && errno == EINTR) {
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

bool for_later(int error) { return error == EAGAIN || error == EINTR; }

}  // namespace

Deadline deadline_in(Milliseconds time, core::TimeSource& source) {
  const auto now = source.now();
  return time >= Deadline::max() - now ? Deadline::max() : now + time;
}

Waker::Waker() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

void Waker::wake() {
  const std::uint64_t one = 1;
  // It can fail only where the count is full: then the other thread is awake already.
  [[maybe_unused]] const auto written = write(event_.get(), &one, sizeof one);
}

void Waker::clear() {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto got = read(event_.get(), &count, sizeof count);
}

games::Parsed<std::unique_ptr<EngineProcess>> EngineProcess::start(const std::string& command,
                                                                   Waker& waker,
                                                                   core::TimeSource& time) {
  const auto failed = [] { return text::system_error(errno).in(Message::kEngineNotStarted); };
  auto input = make_pipe();
  if (!input) return failed();
  auto output = make_pipe();
  if (!output) return failed();
  auto errors = make_pipe();
  if (!errors) return failed();
  const auto shell_command = without_shell(command);
  const pid_t child = fork();
  if (child < 0) return failed();
  if (child == 0) {
    become(shell_command.c_str(), input->read.get(), output->write.get(), errors->write.get());
  }
  return std::unique_ptr<EngineProcess>(
      new EngineProcess(child, waker, time, std::move(input->write), std::move(output->read),
                        std::move(errors->read)));
}

EngineProcess::EngineProcess(pid_t child, Waker& waker, core::TimeSource& time, Descriptor input,
                             Descriptor output, Descriptor errors)
    : child_(child),
      waker_(waker),
      time_(time),
      input_(std::move(input)),
      output_(std::move(output)),
      errors_(std::move(errors)) {
  for (const auto* file : {&input_, &output_, &errors_}) set_nonblocking(*file);
}

EngineProcess::~EngineProcess() { terminate(kLastGrace); }

EngineProcess::Sent EngineProcess::send(std::string_view line, Deadline deadline) {
  unsent_ += line;
  unsent_ += '\n';
  flush();
  while (!unsent_.empty()) {
    if (!input_.open()) return Sent::kClosed;
    if (time_.now() >= deadline) return Sent::kTime;
    if (!pump(deadline) && ending()) return Sent::kClosed;
  }
  return input_.open() ? Sent::kDone : Sent::kClosed;
}

EngineProcess::Got EngineProcess::receive(std::string& line, Deadline deadline) {
  while (true) {
    if (take_line(line)) return Got::kLine;
    if (waiting() > kMaxLineBytes) return Got::kTooLong;
    if (!output_.open()) return Got::kClosed;
    if (std::exchange(woken_, false)) return Got::kWoken;
    if (time_.now() >= deadline) return Got::kTime;
    if (!pump(deadline) && ending()) {
      // What it wrote before it ended may have come since the last look.
      read_output();
      if (received_.find('\n', scanned_) == std::string::npos) return Got::kClosed;
    }
  }
}

// Waits until something happens, the deadline comes or it is time to look whether the child has
// ended, and reads and writes what there is. False where nothing happened.
bool EngineProcess::pump(Deadline deadline) {
  const bool room = waiting() <= kMaxLineBytes;
  pollfd files[] = {{waker_.file(), POLLIN, 0},
                    {room ? output_.get() : -1, POLLIN, 0},
                    {errors_.get(), POLLIN, 0},
                    {unsent_.empty() ? -1 : input_.get(), POLLOUT, 0}};
  const auto left = std::chrono::ceil<Milliseconds>(std::min<Deadline::duration>(
      std::max<Deadline::duration>(deadline - time_.now(), Milliseconds(0)), kBetweenLooks));
  if (poll(files, std::size(files), static_cast<int>(left.count())) <= 0) return false;
  if (files[0].revents != 0) {
    waker_.clear();
    woken_ = true;
  }
  if (files[1].revents != 0) read_output();
  if (files[2].revents != 0) read_errors();
  if (files[3].revents != 0) flush();
  return true;
}

void EngineProcess::flush() {
  if (!input_.open() || unsent_.empty()) return;
  const auto written = write_quietly(input_.get(), unsent_);
  if (written >= 0) {
    unsent_.erase(0, static_cast<std::size_t>(written));
  } else if (!for_later(errno)) {
    input_.close();
  }
}

void EngineProcess::read_output() {
  if (!output_.open()) return;
  const auto before = received_.size();
  received_.resize(before + kChunk);
  const auto got = read(output_.get(), received_.data() + before, kChunk);
  const int error = errno;
  received_.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
  has_spoken_ = has_spoken_ || got > 0;
  if (got == 0 || (got < 0 && !for_later(error))) output_.close();
}

void EngineProcess::read_errors() {
  if (!errors_.open()) return;
  char chunk[kErrorsKept];
  const auto got = read(errors_.get(), chunk, sizeof chunk);
  if (got == 0 || (got < 0 && !for_later(errno))) errors_.close();
  if (got <= 0) return;
  errors_tail_.append(chunk, static_cast<std::size_t>(got));
  if (errors_tail_.size() > kErrorsKept) errors_tail_.erase(0, errors_tail_.size() - kErrorsKept);
}

bool EngineProcess::take_line(std::string& line) {
  const auto end = received_.find('\n', scanned_);
  if (end == std::string::npos) {
    received_.erase(0, taken_);
    taken_ = 0;
    scanned_ = received_.size();
    return false;
  }
  if (end - taken_ > kMaxLineBytes) return false;
  line.assign(received_, taken_, end - taken_);
  taken_ = scanned_ = end + 1;
  return true;
}

void EngineProcess::forget_output() {
  received_.clear();
  taken_ = scanned_ = 0;
}

// Looks without reaping: until then its number, and that of its group, belong to nobody else.
std::optional<EngineProcess::Ending> EngineProcess::ending() const {
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) != 0) {
    return Ending{};  // somebody else has reaped it
  }
  if (info.si_pid == 0) return std::nullopt;
  return Ending{info.si_code != CLD_EXITED, info.si_status};
}

std::optional<EngineProcess::Ending> EngineProcess::await_end(Deadline deadline) {
  while (true) {
    const auto end = ending();
    const bool late = time_.now() >= deadline;
    if (end || late) {
      for (int i = 0; i < kChunksInPipe; ++i) read_errors();
      return end;
    }
    // What it still writes is of no interest, but it must be able to write it.
    forget_output();
    pump(std::min(deadline, deadline_in(kBetweenLooksAtTheEnd, time_)));
  }
}

std::string EngineProcess::last_words(std::string_view except) const {
  std::string_view last;
  for (const auto part : core::split(errors_tail_, '\n')) {
    const auto line = core::trim(part);
    const bool counts = except.empty() || !line.starts_with(except);
    if (!line.empty() && counts) last = line;
  }
  return std::string(last);
}

bool EngineProcess::quit(Milliseconds grace) {
  const auto deadline = deadline_in(grace, time_);
  send("quit", deadline);
  return await_end(deadline).has_value();
}

void EngineProcess::terminate(Milliseconds grace) {
  if (reaped_) return;
  input_.close();
  if (!ending()) {
    signal_all(SIGTERM);
    await_end(deadline_in(grace, time_));
  }
  // Also where it has ended: it may have left others behind.
  signal_all(SIGKILL);
  reap();
}

void EngineProcess::signal_all(int signal) const {
  // A child that has only just been made may not have its group yet.
  if (kill(-child_, signal) != 0) kill(child_, signal);
}

void EngineProcess::reap() {
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
  reaped_ = true;
}

}  // namespace protocol

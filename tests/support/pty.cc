#include "pty.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "core/scan.h"

namespace tests {

using std::chrono::steady_clock;

namespace {

[[noreturn]] void give_up(const std::string& what) {
  throw std::runtime_error(what + ": " + std::strerror(errno));
}

// What the session leader tells: which process the program is, then what becomes of it.
struct Event {
  enum Kind { kStarted, kStopped, kContinued, kEnded } kind;
  int value;  // process or exit status
};

// Between fork and exec only calls that are safe there: no memory is taken, nothing is thrown.
namespace leader {

volatile pid_t program = 0;

// A shell that loses its terminal tells its jobs.
void pass_on_hang_up(int) {
  kill(-program, SIGHUP);
  kill(-program, SIGCONT);
}

void tell(int events, Event::Kind kind, int value) {
  const Event event{kind, value};
  if (write(events, &event, sizeof event) < 0) return;  // nobody listens any more
}

void become_foreground_job(pid_t process) {
  setpgid(process, process);
  tcsetpgrp(STDIN_FILENO, process);
}

[[noreturn]] void run_program(char** command, char** environment) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  become_foreground_job(getpid());
  for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU}) {
    std::signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execvpe(command[0], command, environment);
  _exit(127);
}

// Tells of stops and of the end. The program that has ended stays a zombie, so that its number
// still means it.
void watch(int events) {
  while (true) {
    siginfo_t info{};
    if (waitid(P_PID, program, &info, WEXITED | WSTOPPED | WCONTINUED | WNOWAIT) != 0) {
      if (errno == EINTR) continue;
      return;
    }
    if (info.si_code == CLD_EXITED) return tell(events, Event::kEnded, info.si_status);
    if (info.si_code == CLD_KILLED || info.si_code == CLD_DUMPED) {
      return tell(events, Event::kEnded, 128 + info.si_status);
    }
    // It may have gone on since that look: what counts is what this one takes.
    info = {};
    waitid(P_PID, program, &info, WSTOPPED | WCONTINUED | WNOHANG);
    if (info.si_code == CLD_STOPPED) tell(events, Event::kStopped, info.si_status);
    if (info.si_code == CLD_CONTINUED) tell(events, Event::kContinued, 0);
  }
}

[[noreturn]] void run(int slave, int events, char** command, char** environment) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setsid();
  ioctl(slave, TIOCSCTTY, 0);
  const int kept = fcntl(events, F_DUPFD_CLOEXEC, 3);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(slave, standard);
  // Above all the other end of the terminal, which must close when the tests close it.
  dup2(kept, 3);
  fcntl(3, F_SETFD, FD_CLOEXEC);
  close_range(4, ~0U, 0);
  std::signal(SIGTTOU, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  sigset_t hang_up;
  sigemptyset(&hang_up);
  sigaddset(&hang_up, SIGHUP);
  sigprocmask(SIG_BLOCK, &hang_up, nullptr);  // until there is someone to tell
  program = fork();
  if (program == 0) run_program(command, environment);
  become_foreground_job(program);
  struct sigaction action{};
  action.sa_handler = pass_on_hang_up;
  sigaction(SIGHUP, &action, nullptr);
  sigprocmask(SIG_UNBLOCK, &hang_up, nullptr);
  tell(3, Event::kStarted, program);
  watch(3);
  char byte = 0;
  while (read(3, &byte, 1) < 0 && errno == EINTR) continue;  // until the tests close their end
  waitpid(program, nullptr, 0);
  _exit(0);
}

}  // namespace leader

std::string name_of(const std::string& variable) { return variable.substr(0, variable.find('=')); }

std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  std::vector<std::string> all = {"LC_ALL",   "LC_CTYPE",           "LC_MESSAGES", "LANG",
                                  "LANGUAGE", "COLORTERM",          "NO_COLOR",    "LINES",
                                  "COLUMNS",  "TERM=xterm-256color"};
  all.insert(all.end(), changes.begin(), changes.end());
  std::vector<std::string> environment;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    environment.emplace_back(*variable);
  }
  for (const auto& change : all) {
    std::erase_if(environment,
                  [&](const std::string& old) { return name_of(old) == name_of(change); });
    if (change.find('=') != std::string::npos) environment.push_back(change);
  }
  return environment;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const auto& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

// Bytes as a person can read them in a message.
std::string visible(const std::string& bytes) {
  std::string text;
  for (const char byte : bytes) text += byte == '\x1b' ? "ESC" : std::string(1, byte);
  return core::quoted(text);
}

std::string mouse(Place place, int button, char final) {
  return "\x1b[<" + std::to_string(button) + ';' + std::to_string(place.column + 1) + ';' +
         std::to_string(place.row + 1) + final;
}

winsize size_of(int rows, int columns) {
  winsize size{};
  size.ws_row = static_cast<unsigned short>(rows);
  size.ws_col = static_cast<unsigned short>(columns);
  return size;
}

int milliseconds_until(steady_clock::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - steady_clock::now());
  return static_cast<int>(std::max<std::int64_t>(0, left.count()));
}

}  // namespace

namespace keys {
std::string ctrl(char letter) { return std::string(1, static_cast<char>(letter & 0x1F)); }
std::string press(Place place, int button) { return mouse(place, button, 'M'); }
std::string release(Place place, int button) { return mouse(place, button, 'm'); }
std::string click(Place place, int button) { return press(place, button) + release(place, button); }
std::string paste(std::string_view text) { return "\x1b[200~" + std::string(text) + "\x1b[201~"; }
}  // namespace keys

PtyProgram::PtyProgram(const std::vector<std::string>& command, const Terminal& terminal)
    : screen_(terminal.rows, terminal.columns) {
  master_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0) give_up("no pseudo-terminal");
  const int slave = open(ptsname(master_), O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (slave < 0) give_up("no pseudo-terminal");
  const winsize size = size_of(terminal.rows, terminal.columns);
  ioctl(slave, TIOCSWINSZ, &size);
  tcgetattr(slave, &before_);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) give_up("no socket");

  const auto environment = environment_with(terminal.environment);
  auto arguments = pointers(command), variables = pointers(environment);
  leader_ = fork();
  if (leader_ < 0) give_up("no process");
  if (leader_ == 0) leader::run(slave, ends[1], arguments.data(), variables.data());
  close(slave);
  close(ends[1]);
  events_ = ends[0];
  while (program_ < 0 && !status_) read_event();
}

PtyProgram PtyProgram::tabuleiro(const std::vector<std::string>& arguments,
                                 const Terminal& terminal) {
  std::vector<std::string> command = {TABULEIRO_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return PtyProgram(command, terminal);
}

PtyProgram::~PtyProgram() {
  if (program_ > 0) kill(-program_, SIGKILL);
  if (master_ >= 0) close(master_);
  close(events_);
  waitpid(leader_, nullptr, 0);
}

bool PtyProgram::read_output() {
  char buffer[65536];
  const auto count = read(master_, buffer, sizeof buffer);
  if (count <= 0) return false;
  const std::string_view bytes(buffer, static_cast<std::size_t>(count));
  output_ += bytes;
  screen_.feed(bytes);
  const auto replies = screen_.take_replies();
  return replies.empty() || send(replies);
}

void PtyProgram::read_event() {
  Event event{};
  if (read(events_, &event, sizeof event) != sizeof event) {
    status_ = status_.value_or(-1);  // the leader is gone; nothing more will be known
    return;
  }
  stopped_ = event.kind == Event::kStopped;
  if (event.kind == Event::kStarted) program_ = event.value;
  if (event.kind == Event::kEnded) status_ = event.value;
}

bool PtyProgram::pump(steady_clock::time_point end) {
  // A terminal nobody writes to and a program that has ended would be reported again and again.
  pollfd files[2] = {{master_, POLLIN, 0}, {status_ ? -1 : events_, POLLIN, 0}};
  if (poll(files, 2, milliseconds_until(end)) <= 0) return false;
  // Output first: what a program wrote before it stopped or ended belongs before that.
  if ((files[0].revents & POLLIN) != 0) return read_output();
  if (files[1].revents != 0) read_event();
  return files[1].revents != 0;
}

void PtyProgram::drain() {
  // It may never stop writing. What is there already is read however late this thread gets to it,
  // so the end is a number of reads and no time.
  constexpr int kReads = 1000;
  for (int i = 0; i < kReads && pump(steady_clock::now()); ++i) continue;
}

testing::AssertionResult PtyProgram::failure(const std::string& what) const {
  return testing::AssertionFailure() << what << '\n' << dump();
}

bool PtyProgram::send(std::string_view bytes, Milliseconds timeout) {
  const auto end = steady_clock::now() + timeout;
  while (!bytes.empty() && master_ >= 0) {
    const auto count = write(master_, bytes.data(), bytes.size());
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (steady_clock::now() >= end) {
      return false;
    } else {
      // Perhaps it does not read because nobody reads what it writes.
      pump(std::min(end, steady_clock::now() + Milliseconds(10)));
    }
  }
  return bytes.empty();
}

testing::AssertionResult PtyProgram::wait_until(const std::function<bool(const Vt&)>& done,
                                                Milliseconds timeout) {
  const auto end = steady_clock::now() + timeout;
  while (true) {
    // What has been written already counts, however short the time-out.
    drain();
    if (!screen_.updating() && done(screen_)) return testing::AssertionSuccess();
    if (status_) return failure("the program ended first");
    if (steady_clock::now() >= end) return failure("waited in vain");
    pump(end);
  }
}

testing::AssertionResult PtyProgram::wait_for(std::string_view text, Milliseconds timeout) {
  auto result = wait_until([&](const Vt& vt) { return vt.shows(text); }, timeout);
  if (!result) result << "\nfor the text " << core::quoted(text);
  return result;
}

testing::AssertionResult PtyProgram::wait_gone(std::string_view text, Milliseconds timeout) {
  auto result = wait_until([&](const Vt& vt) { return !vt.shows(text); }, timeout);
  if (!result) result << "\nfor this text to go: " << core::quoted(text);
  return result;
}

testing::AssertionResult PtyProgram::settle(Milliseconds quiet, Milliseconds timeout) {
  const auto end = steady_clock::now() + timeout;
  while (steady_clock::now() < end) {
    const auto written = output_.size();
    const auto quiet_end = steady_clock::now() + quiet;
    while (output_.size() == written && pump(quiet_end)) continue;
    if (output_.size() == written) return testing::AssertionSuccess();
  }
  return failure("the program goes on writing");
}

void PtyProgram::resize(int rows, int columns) {
  drain();  // what was written for the old size
  screen_.resize(rows, columns);
  const winsize size = size_of(rows, columns);
  ioctl(master_, TIOCSWINSZ, &size);
}

void PtyProgram::signal(int number) {
  if (program_ > 0) kill(-program_, number);
}

testing::AssertionResult PtyProgram::wait_stopped(Milliseconds timeout) {
  const auto end = steady_clock::now() + timeout;
  while (!stopped_ && !status_ && steady_clock::now() < end) pump(end);
  drain();
  return stopped_ ? testing::AssertionSuccess() : failure("the program was not suspended");
}

testing::AssertionResult PtyProgram::resume(Milliseconds timeout) {
  if (!stopped_) return failure("the program is not suspended");
  signal(SIGCONT);
  const auto end = steady_clock::now() + timeout;
  while (stopped_ && steady_clock::now() < end) pump(end);
  return stopped_ ? failure("the program stays suspended") : testing::AssertionSuccess();
}

void PtyProgram::hang_up() {
  if (master_ >= 0) close(master_);
  master_ = -1;
}

std::optional<int> PtyProgram::wait_exit(Milliseconds timeout) {
  const auto end = steady_clock::now() + timeout;
  while (!status_ && steady_clock::now() < end) pump(end);
  drain();
  return status_;
}

termios PtyProgram::settings() const {
  termios now{};
  // The kernel answers for the other end, which is the one the program changes.
  if (tcgetattr(master_, &now) != 0) give_up("no terminal to ask");
  return now;
}

bool PtyProgram::line_mode() const {
  constexpr tcflag_t kWanted = ICANON | ECHO | ISIG;
  return (settings().c_lflag & kWanted) == kWanted;
}

testing::AssertionResult PtyProgram::left_clean() {
  drain();
  const termios now = settings();
  const std::vector<std::pair<bool, std::string>> faults = {
      {screen_.alternate_screen(), "the alternate screen is on"},
      {!screen_.cursor_visible(), "the cursor is hidden"},
      {screen_.mouse(), "the mouse is reported"},
      {screen_.mode(1004), "the focus is reported"},
      {screen_.mode(1), "the arrow keys are in application mode"},
      {!screen_.mode(7), "long lines do not wrap"},
      {screen_.bracketed_paste(), "pasted text is bracketed"},
      {screen_.updating(), "a synchronized update has not ended"},
      {screen_.pen() != Style{}, "text is coloured"},
      {screen_.kept_titles() > 0, "the title of the window was not brought back"},
      {screen_.scroll_region() != std::pair(0, screen_.rows() - 1), "a part of the screen scrolls"},
      {now.c_lflag != before_.c_lflag, "line mode, echo or signals differ"},
      {now.c_iflag != before_.c_iflag, "the treatment of input differs"},
      {now.c_oflag != before_.c_oflag, "the treatment of output differs"},
      {now.c_cflag != before_.c_cflag, "the settings of the line differ"},
      {std::memcmp(now.c_cc, before_.c_cc, sizeof now.c_cc) != 0, "the special keys differ"}};
  std::vector<std::string> found;
  for (const auto& [wrong, what] : faults) {
    if (wrong) found.push_back(what);
  }
  return found.empty() ? testing::AssertionSuccess() : failure(core::join(found, "; "));
}

std::string PtyProgram::dump() const {
  std::ostringstream out;
  const std::string edge(screen_.columns() + 2, '-');
  out << edge << '\n';
  for (int row = 0; row < screen_.rows(); ++row) out << '|' << screen_.line(row) << '\n';
  out << edge << "\ncursor at " << screen_.cursor() << (screen_.cursor_visible() ? "" : ", hidden")
      << (screen_.alternate_screen() ? "; alternate screen" : "")
      << (screen_.mouse() ? "; mouse" : "") << (screen_.bracketed_paste() ? "; paste" : "")
      << (screen_.updating() ? "; inside a synchronized update" : "");
  if (stopped_) out << "; suspended";
  if (status_) out << "; ended with " << *status_;
  for (const auto& sequence : screen_.unknown()) out << "\nnot understood: " << visible(sequence);
  return out.str();
}

}  // namespace tests

#include "terminal/screen.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "core/descriptor.h"

namespace terminal {

namespace {

// Alternate screen, no cursor, mouse clicks with plain numbers; and all of it back.
constexpr char kEnter[] = "\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1006h";
constexpr char kLeave[] = "\x1b[?2026l\x1b[0m\x1b[?1006l\x1b[?1000l\x1b[?25h\x1b[?1049l";
// A terminal that understands these shows a picture when all of it is there; others pass them over.
constexpr std::string_view kHold = "\x1b[?2026h", kRelease = "\x1b[?2026l";
// The title of the window, put aside and brought back.
constexpr char kKeepTitle[] = "\x1b[22;2t", kOldTitle[] = "\x1b[23;2t";
// A lone Escape is a key when nothing follows for so long.
constexpr int kEscapeWait = 50;
constexpr int kMinRows = 5, kMinColumns = 20;
constexpr int kFatal[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSYS};
constexpr int kHeard[] = {SIGWINCH, SIGTERM, SIGHUP,  SIGINT,  SIGQUIT, SIGUSR1,
                          SIGUSR2,  SIGALRM, SIGXCPU, SIGTSTP, SIGCONT};

// Signal handlers know no object: what they need stands here.
termios original;                      // how the terminal was
std::atomic<bool> entered{false};      // is it ours now?
std::atomic<bool> titled{false};       // and is the window called as we want?
core::Descriptor wakes_in, wakes_out;  // the ends of a pipe: a byte for each thing that happens
char spare_stack[1 << 16];             // for handlers when the stack itself has run out
std::atomic<bool> resized{false}, ended{false}, suspended{false}, continued{false};

void write_all(const char* bytes, std::size_t size) {
  while (size > 0) {
    const auto wrote = write(STDOUT_FILENO, bytes, size);
    if (wrote < 0 && errno == EAGAIN) {
      pollfd out{STDOUT_FILENO, POLLOUT, 0};
      poll(&out, 1, 100);
      continue;
    }
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return;
    bytes += wrote;
    size -= static_cast<std::size_t>(wrote);
  }
}

// Only calls that a signal handler may make.
void restore() {
  if (!entered.exchange(false)) return;
  if (titled.exchange(false)) write_all(kOldTitle, sizeof kOldTitle - 1);
  write_all(kLeave, sizeof kLeave - 1);
  tcsetattr(STDIN_FILENO, TCSADRAIN, &original);
}

void on_fatal(int signal) {
  restore();
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void on_signal(int signal) {
  const int saved = errno;
  switch (signal) {
    case SIGWINCH: resized = true; break;
    case SIGTSTP: suspended = true; break;
    case SIGCONT: continued = true; break;
    default: ended = true;
  }
  const char byte = 0;
  if (write(wakes_in.get(), &byte, 1) < 0) errno = saved;
  errno = saved;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigaction(signal, &action, nullptr);
}

void drain_wakes() {
  char bytes[256];
  while (read(wakes_out.get(), bytes, sizeof bytes) > 0) {
  }
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool speaks_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value = environment(name);
    if (value.empty()) continue;
    for (char& c : value) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace

Looks looks_of_environment(bool ascii) {
  Looks looks;
  const std::string term = environment("TERM");
  looks.ascii = ascii || !speaks_utf8();
  const bool many = term.find("256color") != std::string::npos || !environment("COLORTERM").empty();
  looks.depth = many ? Depth::kFull : Depth::kBasic;
  if (!environment("NO_COLOR").empty() || term.starts_with("vt")) looks.depth = Depth::kNone;
  return looks;
}

bool is_terminal() {
  const std::string term = environment("TERM");
  return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !term.empty() && term != "dumb";
}

Screen::Screen() {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0) {
    wakes_out = core::Descriptor(ends[0]);
    wakes_in = core::Descriptor(ends[1]);
  }
  tcgetattr(STDIN_FILENO, &original);
  std::signal(SIGPIPE, SIG_IGN);
  stack_t spare{};
  spare.ss_sp = spare_stack;
  spare.ss_size = sizeof spare_stack;
  sigaltstack(&spare, nullptr);
  for (const int signal : kHeard) handle(signal, on_signal);
  for (const int signal : kFatal) handle(signal, on_fatal);
  ended = resized = suspended = continued = false;
  enter();
}

Screen::~Screen() {
  leave();
  for (const int signal : kHeard) std::signal(signal, SIG_DFL);
  for (const int signal : kFatal) std::signal(signal, SIG_DFL);
  wakes_in.close();
  wakes_out.close();
}

void Screen::enter() {
  termios raw = original;
  raw.c_iflag &= ~static_cast<tcflag_t>(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
  raw.c_lflag &= ~static_cast<tcflag_t>(ECHO | ICANON | IEXTEN | ISIG);
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  entered = true;
  write_all(kEnter, sizeof kEnter - 1);
  shown_ = Canvas(0, 0);
  measure();
}

void Screen::leave() { restore(); }

void Screen::measure() {
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
    rows_ = std::max<int>(size.ws_row, kMinRows);
    columns_ = std::max<int>(size.ws_col, kMinColumns);
  }
}

void Screen::suspend() {
  leave();
  std::signal(SIGTSTP, SIG_DFL);
  raise(SIGTSTP);  // stops here
  handle(SIGTSTP, on_signal);
  tcgetattr(STDIN_FILENO, &original);
  continued = false;
  enter();
}

void Screen::show(const Canvas& canvas, Depth depth) {
  std::string bytes = canvas.bytes_from(shown_, depth);
  if (bytes.empty()) return;
  bytes = std::string(kHold) + bytes + std::string(kRelease);
  write_all(bytes.data(), bytes.size());
  shown_ = canvas;
}

void Screen::ring() { write_all("\a", 1); }

void Screen::set_title(const std::string& title) {
  // Behind a suspension it has to be written again.
  if (title == title_ && titled == !title.empty()) return;
  title_ = title;
  if (title.empty()) {
    if (titled.exchange(false)) write_all(kOldTitle, sizeof kOldTitle - 1);
    return;
  }
  if (!titled.exchange(true)) write_all(kKeepTitle, sizeof kKeepTitle - 1);
  const std::string bytes = "\x1b]2;" + title + '\a';
  write_all(bytes.data(), bytes.size());
}

void Screen::wake() {
  const char byte = 0;
  // A full pipe wakes as well as one more byte would.
  [[maybe_unused]] const auto wrote = write(wakes_in.get(), &byte, 1);
}

std::optional<Event> Screen::of_signals() {
  if (ended) return Ended{};
  if (suspended.exchange(false)) {
    suspend();
    return Resized{};
  }
  if (continued.exchange(false)) {
    // Stopped from outside: the terminal may be as the shell left it.
    entered = false;
    enter();
    return Resized{};
  }
  if (resized.exchange(false)) {
    measure();
    shown_ = Canvas(0, 0);
    return Resized{};
  }
  return std::nullopt;
}

Event Screen::of_key(Key key) {
  if (key.kind != Key::Kind::kControl || key.text != "z") return key;
  suspend();
  return Resized{};
}

Event Screen::wait(std::chrono::milliseconds at_most) {
  if (auto event = of_signals()) return *event;
  if (auto key = keys_.next()) return of_key(*std::move(key));
  pollfd ends[2] = {{STDIN_FILENO, POLLIN, 0}, {wakes_out.get(), POLLIN, 0}};
  const int wait_ms = keys_.waits() ? kEscapeWait : static_cast<int>(at_most.count());
  const int ready = poll(ends, 2, wait_ms);
  if (ready == 0 && keys_.waits()) keys_.settle();
  if (ready > 0 && (ends[1].revents & POLLIN)) drain_wakes();
  if (ready > 0 && (ends[0].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL))) {
    char bytes[4096];
    const auto got = read(STDIN_FILENO, bytes, sizeof bytes);
    if (got > 0) {
      keys_.feed({bytes, static_cast<std::size_t>(got)});
    } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
      return Ended{};
    }
  }
  if (auto event = of_signals()) return *event;
  if (auto key = keys_.next()) return of_key(*std::move(key));
  return Woken{};
}

}  // namespace terminal

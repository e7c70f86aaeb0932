#include "process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace tests {

namespace {

constexpr unsigned kMaxSeconds = 600;

// A file that is gone as soon as it is closed.
int temporary_file(const std::string& content = "") {
  std::FILE* file = std::tmpfile();
  if (file == nullptr) throw std::runtime_error("no temporary file");
  const int copy = dup(fileno(file));
  std::fclose(file);
  for (std::size_t written = 0; written < content.size();) {
    const auto n = write(copy, content.data() + written, content.size() - written);
    if (n <= 0) throw std::runtime_error("temporary file is full");
    written += static_cast<std::size_t>(n);
  }
  lseek(copy, 0, SEEK_SET);
  return copy;
}

std::string read_all(int file) {
  lseek(file, 0, SEEK_SET);
  std::string content;
  char buffer[65536];
  for (ssize_t n = 0; (n = read(file, buffer, sizeof buffer)) > 0;) {
    content.append(buffer, static_cast<std::size_t>(n));
  }
  close(file);
  return content;
}

std::vector<char*> argument_list(const std::vector<std::string>& arguments) {
  std::vector<char*> argv = {const_cast<char*>(TABULEIRO_PROGRAM)};
  for (const auto& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  return argv;
}

}  // namespace

Finished run_program(const std::vector<std::string>& arguments, const std::string& input,
                     const std::vector<std::string>& environment, std::size_t files) {
  const int in = temporary_file(input), out = temporary_file(), err = temporary_file();
  const auto argv = argument_list(arguments);
  const pid_t child = fork();
  if (child == 0) {
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    for (const char* variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) unsetenv(variable);
    for (const auto& variable : environment) putenv(const_cast<char*>(variable.c_str()));
    const rlimit limit{files, files};
    if (files > 0) setrlimit(RLIMIT_NOFILE, &limit);
    alarm(kMaxSeconds);
    execv(argv[0], argv.data());
    _exit(127);
  }
  Finished finished;
  finished.status = wait_for(child);
  close(in);
  finished.out = read_all(out);
  finished.err = read_all(err);
  return finished;
}

Conversation::Conversation(const std::vector<std::string>& arguments, std::size_t address_space) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const auto argv = argument_list(arguments);
  process_ = fork();
  if (process_ == 0) {
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    const rlimit limit{address_space, address_space};
    if (address_space > 0) setrlimit(RLIMIT_AS, &limit);
    alarm(kMaxSeconds);
    execv(argv[0], argv.data());
    _exit(127);
  }
  std::signal(SIGPIPE, SIG_IGN);  // a program that is gone shows in what it says, and its status
  close(in[0]);
  close(out[1]);
  in_ = in[1];
  out_ = out[0];
}

Conversation::~Conversation() {
  close(in_);
  close(out_);
  if (process_ > 0) wait();
}

void Conversation::send(const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const auto n = write(in_, text.data() + sent, text.size() - sent);
    if (n <= 0) return;
    sent += static_cast<std::size_t>(n);
  }
}

std::optional<std::string> Conversation::line() {
  char buffer[4096];
  while (true) {
    if (const auto end = read_.find('\n'); end != std::string::npos) {
      const auto line = read_.substr(0, end);
      read_.erase(0, end + 1);
      return line;
    }
    const auto n = read(out_, buffer, sizeof buffer);
    if (n <= 0) return std::nullopt;
    read_.append(buffer, static_cast<std::size_t>(n));
  }
}

std::optional<std::string> Conversation::line_with(const std::string& beginning) {
  auto next = line();
  while (next && !next->starts_with(beginning)) next = line();
  return next;
}

int Conversation::wait() {
  const int status = wait_for(process_);
  process_ = -1;
  return status;
}

int start_program(const std::vector<std::string>& arguments) {
  const auto argv = argument_list(arguments);
  const pid_t child = fork();
  if (child == 0) {
    const int nothing = open("/dev/null", O_RDWR);
    for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, file);
    alarm(kMaxSeconds);
    execv(argv[0], argv.data());
    _exit(127);
  }
  return child;
}

int wait_for(int process) {
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool is_running(int process) {
  siginfo_t info{};
  const int looked = waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT);
  return looked == 0 && info.si_pid == 0;
}

void expect_refused(const std::vector<std::string>& arguments, const std::string& part,
                    const std::string& input, const std::vector<std::string>& environment) {
  const auto finished = run_program(arguments, input, environment);
  EXPECT_EQ(finished.status, 2) << part;
  EXPECT_EQ(finished.out, "") << part;
  EXPECT_EQ(std::count(finished.err.begin(), finished.err.end(), '\n'), 1) << finished.err;
  EXPECT_TRUE(finished.err.starts_with("tabuleiro: ")) << finished.err;
  EXPECT_NE(finished.err.find(part), std::string::npos) << finished.err << " lacks " << part;
}

}  // namespace tests

#include "server_process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace bench {

void give_up(const std::string& why) {
  std::fprintf(stderr, "tabuleiro_load: %s\n", why.c_str());
  std::exit(1);
}

ServerProcess::ServerProcess(const std::string& program, const std::string& database, int port,
                             const std::vector<std::string>& more) {
  std::vector<std::string> words = {program,       "serve", "--port", std::to_string(port),
                                    "--no-limits", "--db",  database};
  words.insert(words.end(), more.begin(), more.end());
  std::vector<char*> arguments;
  for (auto& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) give_up("no pipe");
  process_ = fork();
  if (process_ == 0) {
    dup2(pipe_ends[1], STDOUT_FILENO);
    close(pipe_ends[0]);
    close(pipe_ends[1]);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  close(pipe_ends[1]);
  // The first line ends in http://127.0.0.1:PORT/.
  std::string line;
  for (char c = 0; read(pipe_ends[0], &c, 1) == 1 && c != '\n';) line += c;
  const auto colon = line.rfind(':');
  if (colon == std::string::npos) give_up("the server did not start");
  port_ = std::atoi(line.c_str() + colon + 1);
  // Stays open: the server may still have something to say. It goes with this process.
}

ServerProcess::~ServerProcess() { stop(); }

int ServerProcess::end(int signal) {
  if (process_ < 0) return 0;
  ::kill(process_, signal);
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void ServerProcess::kill() { end(SIGKILL); }
int ServerProcess::stop() { return end(SIGTERM); }

long ServerProcess::memory_kb() const {
  std::ifstream status("/proc/" + std::to_string(process_) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::atol(line.c_str() + 6);
  }
  return 0;
}

namespace {

// The sum of some fields of /proc/PROCESS/stat that count ticks, numbered from the one behind the
// name in brackets.
double seconds_in_fields(pid_t process, int first, int last) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  std::istringstream fields(text.substr(text.rfind(')') + 1));
  std::string ignored;
  for (int i = 0; i < first; ++i) fields >> ignored;
  double sum = 0, ticks = 0;
  for (int i = first; i <= last && fields >> ticks; ++i) sum += ticks;
  return sum / static_cast<double>(sysconf(_SC_CLK_TCK));
}

}  // namespace

// User and system, then the same of children that were waited for.
double cpu_seconds(pid_t process) { return seconds_in_fields(process, 11, 12); }

double family_cpu_seconds(pid_t process) {
  const auto number = std::to_string(process);
  std::ifstream children("/proc/" + number + "/task/" + number + "/children");
  double sum = seconds_in_fields(process, 11, 14);
  for (pid_t child = 0; children >> child;) sum += cpu_seconds(child);
  return sum;
}

}  // namespace bench

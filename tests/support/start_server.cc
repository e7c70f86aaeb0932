#include "start_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace tests {

int start_server(const std::vector<std::string>& command, const std::string& log, int end_signal,
                 const passwd* user) {
  std::vector<char*> argv;
  for (const auto& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  const int out = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  if (chdir("/") != 0) _exit(126);
  if (user != nullptr &&
      (setgroups(0, nullptr) != 0 || setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0)) {
    _exit(126);
  }
  prctl(PR_SET_PDEATHSIG, end_signal);
  setenv("LC_ALL", "C", 1);
  execvp(argv[0], argv.data());
  _exit(127);
}

namespace {

// Below those that the system gives to whoever connects or asks for any port: nobody gets one of
// these by chance before its server has started, or while that is started again.
constexpr int kFirstPort = 18'000, kPorts = 14'000;

bool listens_nobody(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<in_port_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool free = bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  close(socket);
  return free;
}

// Other tests look for ports at the same time. Who has one says so by a socket of that name, which
// is there as long as the program.
bool reserve(int port) {
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const auto name = "tabuleiro-test-port-" + std::to_string(port);
  name.copy(address.sun_path + 1, sizeof address.sun_path - 1);  // of no file
  const bool free = bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  if (!free) close(socket);
  return free;
}

}  // namespace

int free_port() {
  static std::atomic<unsigned> next = static_cast<unsigned>(getpid()) * 61;
  for (int tries = 0; tries < kPorts; ++tries) {
    const int port = kFirstPort + static_cast<int>(next++ % kPorts);
    if (reserve(port) && listens_nobody(port)) return port;
  }
  throw std::runtime_error("no free port");
}

}  // namespace tests

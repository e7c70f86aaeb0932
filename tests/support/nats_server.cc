#include "nats_server.h"

#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include "core/file.h"
#include "start_server.h"

namespace tests {

NatsServer::NatsServer(std::vector<std::string> options)
    : options_(std::move(options)), port_(free_port()) {
  start();
}

NatsServer::~NatsServer() { kill(); }

std::string NatsServer::url(const std::string& credentials) const {
  return "nats://" + credentials + "127.0.0.1:" + std::to_string(port_);
}

void NatsServer::start() {
  std::vector<std::string> command = {"nats-server", "-a", "127.0.0.1", "-p",
                                      std::to_string(port_)};
  command.insert(command.end(), options_.begin(), options_.end());
  const auto log = folder_.path() + "/nats.log";
  server_ = start_server(command, log, SIGKILL);
  for (int tries = 0; tries < 2400; ++tries) {
    if (answers()) return;
    if (waitpid(server_, nullptr, WNOHANG) == server_) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
  }
  server_ = 0;
  throw std::runtime_error("no nats-server (the package of that name): " +
                           core::read_file(log).value_or(""));
}

void NatsServer::kill() {
  if (server_ == 0) return;
  ::kill(server_, SIGKILL);
  waitpid(server_, nullptr, 0);
  server_ = 0;
}

void NatsServer::freeze() const { ::kill(server_, SIGSTOP); }
void NatsServer::thaw() const { ::kill(server_, SIGCONT); }

// It speaks first, and says INFO.
bool NatsServer::answers() const {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<in_port_t>(port_));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  char first = 0;
  const bool good = connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
                    read(socket, &first, 1) == 1;
  close(socket);
  return good && first == 'I';
}

}  // namespace tests

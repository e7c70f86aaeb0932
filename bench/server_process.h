// The server as a process of its own: started, watched, killed.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace bench {

// What a process has used so far.
double cpu_seconds(pid_t process);
// And what all its children have, also those that have ended.
double family_cpu_seconds(pid_t process);

class ServerProcess {
 public:
  // `program serve --port PORT --no-limits --db where` and more, on any port that is free unless
  // one is given; ends the tool where it does not start.
  ServerProcess(const std::string& program, const std::string& database, int port = 0,
                const std::vector<std::string>& more = {});
  ~ServerProcess();  // politely
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  int port() const { return port_; }
  pid_t process() const { return process_; }
  void kill();  // SIGKILL
  // SIGTERM; the exit status.
  int stop();

  long memory_kb() const;  // resident
  double cpu_seconds() const { return bench::cpu_seconds(process_); }

 private:
  int end(int signal);

  pid_t process_ = -1;
  int port_ = 0;
};

// Says why and ends the tool.
[[noreturn]] void give_up(const std::string& why);

}  // namespace bench

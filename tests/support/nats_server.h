// A NATS server of our own on loopback, gone with the test.
#pragma once

#include <string>
#include <vector>

#include "temp_folder.h"

namespace tests {

class NatsServer {
 public:
  // With more options, as {"--auth", "secret"}. Fails the test where it cannot be had. Start only
  // from the test's own thread: the server ends with the thread that started it.
  explicit NatsServer(std::vector<std::string> options = {});
  ~NatsServer();
  NatsServer(const NatsServer&) = delete;
  NatsServer& operator=(const NatsServer&) = delete;

  int port() const { return port_; }
  int process() const { return server_; }
  // With what stands before the host, as "secret@".
  std::string url(const std::string& credentials = "") const;

  // All connections break, now; then again on the same port.
  void kill();
  void start();
  // It accepts connections and answers nothing, until it is thawed.
  void freeze() const;
  void thaw() const;

 private:
  bool answers() const;

  TempFolder folder_;
  const std::vector<std::string> options_;
  const int port_;
  int server_ = 0;  // process id
};

}  // namespace tests

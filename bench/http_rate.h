// How many plain HTTP requests a server answers.
#pragma once

#include <chrono>
#include <string>

namespace bench {

// GETs of one path on so many connections that ask again as soon as they are answered; the number
// of answers. Ends the tool on any answer but 200.
long count_answers(int port, const std::string& path, int connections,
                   std::chrono::milliseconds time);

// A process that does what Beast's examples do, with an empty answer, on two threads: the most that
// can be had from the library.
class EmptyHandler {
 public:
  EmptyHandler();
  ~EmptyHandler();
  EmptyHandler(const EmptyHandler&) = delete;
  EmptyHandler& operator=(const EmptyHandler&) = delete;
  int port() const { return port_; }
  int process() const { return process_; }

 private:
  int process_ = -1;
  int port_ = 0;
};

}  // namespace bench

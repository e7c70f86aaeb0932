// A PostgreSQL server of our own: in a temporary folder, on a port of its own, gone with the tests.
#pragma once

#include <memory>
#include <string>

#include "support.h"

namespace tests {

class Postgres {
 public:
  // Started on the first call, stopped when the program ends. Fails the test where it cannot be
  // had, and says what is missing.
  static Postgres& instance();

  // A new, empty database.
  std::string new_database_url();
  int port() const { return port_; }

  // Runs a statement in the database of a URL; the first value of the answer.
  static std::string run(const std::string& url, const std::string& statement);

  // All connections break; what was committed stays. Start only from the test's own thread: the
  // server ends with the thread that started it.
  void stop();
  void start();
  // It accepts connections and answers nothing, until it is thawed.
  void freeze() const;
  void thaw() const;

  ~Postgres();
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;

 private:
  Postgres();
  std::string url_of(const std::string& database) const;
  bool answers() const;
  void signal_all(int signal) const;

  TempFolder folder_;
  int owner_ = 0;   // the process that started it; its children must not stop it
  int server_ = 0;  // process id
  int port_ = 0;
  int databases_ = 0;
};

}  // namespace tests

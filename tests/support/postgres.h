// A PostgreSQL server of our own: in a temporary folder, on a port of its own, gone with the tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "temp_folder.h"

namespace tests {

class Postgres {
 public:
  // Started on the first call, stopped when the program ends. Fails the test where it cannot be
  // had, and says what is missing.
  static Postgres& instance();

  // With these settings of PostgreSQL: those of the tests, which wait for no disk, unless others
  // are given.
  explicit Postgres(std::vector<std::string> settings = test_settings());
  static std::vector<std::string> test_settings();

  // A new, empty database.
  std::string new_database_url();
  int port() const { return port_; }
  int process() const { return server_; }

  // Runs a statement in the database of a URL; the first value of the answer.
  static std::string run(const std::string& url, const std::string& statement);

  // All connections break; what was committed stays. Start only from the test's own thread: the
  // server ends with the thread that started it.
  void stop();
  void start();
  // As if it were killed: what it had not written down is lost.
  void crash();
  // It accepts connections and answers nothing, until it is thawed.
  void freeze() const;
  void thaw() const;

  ~Postgres();
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;

 private:
  std::string url_of(const std::string& database) const;
  bool answers() const;
  void signal_all(int signal) const;

  TempFolder folder_;
  const std::vector<std::string> settings_;
  int owner_ = 0;   // the process that started it; its children must not stop it
  int server_ = 0;  // process id
  int port_ = 0;
  int databases_ = 0;
};

}  // namespace tests

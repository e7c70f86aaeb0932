// Makes tables of two people over HTTP on threads of its own, so that those who play need not wait.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/random.h"
#include "socket_client.h"

namespace tests {

struct NewTable {
  int number = 0;  // as it was asked for
  std::string game;
  std::string id;  // "" where it failed
  std::string tokens[2];
  std::string error;
};

struct TableMakerSettings {
  std::vector<int> ports;  // of the servers, of which any is asked
  int threads = 4;
  // A server that is away or says "later" is no failure: another is asked after a while.
  bool tries_again = false;
  std::chrono::milliseconds patience = SocketClient::kPatience;
  // Each player has so much for the whole game; 0: there is no clock.
  std::chrono::milliseconds clock{0};
  std::uint64_t seed = 1;
};

class TableMaker {
 public:
  explicit TableMaker(TableMakerSettings settings);
  ~TableMaker();
  TableMaker(const TableMaker&) = delete;
  TableMaker& operator=(const TableMaker&) = delete;

  void ask(int number, const std::string& game = "yavalath");
  std::optional<NewTable> take();
  // Readable when there is something to take.
  int event_file() const { return event_; }

 private:
  class Caller;
  struct Wish {
    int number = 0;
    std::string game;
  };

  void work(std::uint64_t seed);
  bool ending();

  const TableMakerSettings settings_;
  int event_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Wish> asked_;
  std::deque<NewTable> made_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

// The options that those who play at such tables expect.
std::map<std::string, std::string> table_options(const std::string& game);

}  // namespace tests

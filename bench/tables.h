// Makes tables over HTTP on threads of its own, so that those who play need not wait.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace bench {

struct NewTable {
  int number = 0;  // as it was asked for
  std::string id;  // "" where it failed
  std::string tokens[2];
  std::string error;
};

class TableMaker {
 public:
  TableMaker(int port, int threads);
  ~TableMaker();
  TableMaker(const TableMaker&) = delete;
  TableMaker& operator=(const TableMaker&) = delete;

  void ask(int number);
  std::optional<NewTable> take();
  // Readable when there is something to take.
  int event_file() const { return event_; }

 private:
  void work();

  const int port_;
  int event_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<int> asked_;
  std::deque<NewTable> made_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace bench

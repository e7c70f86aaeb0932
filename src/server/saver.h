// Puts changes into the store, many at a time, on a thread of its own.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "store/store.h"

namespace server {

class Saver {
 public:
  // Called once the change is stored, or with why it is not; on the saver's thread.
  using Done = std::function<void(const std::optional<text::Error>&)>;

  explicit Saver(std::shared_ptr<store::Store> store);
  ~Saver();
  Saver(const Saver&) = delete;
  Saver& operator=(const Saver&) = delete;

  // In the order of the calls. False after stop(): then `done` is never called.
  bool save(store::Change change, Done done);
  // Returns when everything is stored or refused. Not from within a Done.
  void stop();

 private:
  struct Waiting {
    store::Change change;
    Done done;
  };

  void work();
  void write(std::vector<Waiting> batch);

  std::shared_ptr<store::Store> store_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Waiting> waiting_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace server

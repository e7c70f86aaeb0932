// Many changes, few commits: while one commit waits for the disk, the changes that come in gather,
// and go together with the next.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "store/store.h"

namespace store {

class Writer {
 public:
  // Called once the change is stored, or with why it is not. On the writer's thread: everybody
  // else's changes wait meanwhile. May submit; what it throws is dropped.
  using Done = std::function<void(const std::optional<text::Error>&)>;

  explicit Writer(Store& store, std::size_t max_waiting = 20'000);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Changes are stored in the order of these calls. Where an error comes back, too many wait or
  // the writer has stopped, and `done` is never called.
  std::optional<text::Error> submit(Change change, Done done);
  // Several changes that are stored together or not at all.
  std::optional<text::Error> submit_together(std::vector<Change> changes, Done done);

  // Why submit() would take nothing now; nothing where it would.
  std::optional<text::Error> problem();

  // What the store said to the last commit, where that is no fault of the change itself, and how
  // often it has said such things.
  struct Trouble {
    std::optional<text::Error> now;
    std::uint64_t failures = 0;
  };
  Trouble trouble();

  std::size_t waiting();

  // Returns when everything submitted is stored or refused. Not from within a Done.
  void stop();

 private:
  struct Waiting {
    std::vector<Change> changes;
    Done done;
  };

  void work();
  void write(std::vector<Waiting> batch);
  std::optional<text::Error> refusal() const;
  std::optional<text::Error> commit(std::vector<Waiting>& batch);
  std::optional<text::Error> try_commit(const std::vector<Change>& changes);

  Store& store_;
  const std::size_t max_waiting_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Waiting> waiting_;
  Trouble trouble_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace store

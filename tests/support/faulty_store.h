// A store whose troubles tests make.
#pragma once

#include <atomic>

#include "memory_store.h"

namespace tests {

// A store that fails or waits when it is told to.
class FaultyStore : public MemoryStore {
 public:
  std::atomic<bool> commits_fail = false, loads_fail = false, loads_throw = false;
  text::Error trouble{text::Message::kDiskFull};  // what it says then; set before it is used
  std::atomic<int> commits_left = -1;             // so many succeed, then they fail; -1: no limit
  std::atomic<int> failed_commits = 0, loads = 0, made = 0;
  std::atomic<bool> gone = false, damaged = false;  // what games are when they are loaded
  std::mutex loading, committing;                   // held: whoever wants to, waits

  std::optional<text::Error> commit(const std::vector<store::Change>& changes) override {
    const std::lock_guard wait(committing);
    if (commits_fail || commits_left == 0) {
      ++failed_commits;
      return trouble;
    }
    if (commits_left > 0) --commits_left;
    for (const auto& change : changes) made += change.created.has_value();
    return MemoryStore::commit(changes);
  }
  store::Stored<std::optional<store::Game>> load(const std::string& id) override {
    ++loads;
    const std::lock_guard wait(loading);
    if (loads_throw) throw std::bad_alloc();
    if (loads_fail) return trouble;
    if (gone) return std::optional<store::Game>();
    auto game = MemoryStore::load(id);
    if (damaged) (*game)->setup = "{}";
    return game;
  }
};

}  // namespace tests

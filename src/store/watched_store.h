// A store that tells whoever runs the program when games cannot be stored, and when they can again.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "store/store.h"

namespace store {

class WatchedStore : public Store {
 public:
  // The error where trouble begins, nothing where it ends.
  using OnChange = std::function<void(const std::optional<text::Error>&)>;

  WatchedStore(std::shared_ptr<Store> store, OnChange on_change)
      : store_(std::move(store)), on_change_(std::move(on_change)) {}

  std::optional<text::Error> commit(const std::vector<Change>& changes) override {
    auto problem = store_->commit(changes);
    // A change that was refused says nothing of the database.
    if (!problem || !refused(*problem)) tell(problem);
    return problem;
  }
  Stored<std::optional<Game>> load(const std::string& id) override { return store_->load(id); }
  Stored<std::optional<std::string>> review(const std::string& id) override {
    return store_->review(id);
  }
  void hurry() override { store_->hurry(); }

 private:
  void tell(const std::optional<text::Error>& problem) {
    const std::lock_guard lock(mutex_);
    if (std::exchange(troubled_, problem.has_value()) != problem.has_value()) on_change_(problem);
  }

  const std::shared_ptr<Store> store_;
  const OnChange on_change_;
  std::mutex mutex_;
  bool troubled_ = false;
};

}  // namespace store

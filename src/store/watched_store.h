// A store that tells whoever runs the program when games cannot be stored or loaded, and when they
// can again.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "store/store.h"

namespace store {

class WatchedStore : public Store {
 public:
  enum class Part { kCommit, kLoad };
  // The error where trouble begins, nothing where it ends.
  using OnChange = std::function<void(Part, const std::optional<text::Error>&)>;

  WatchedStore(std::shared_ptr<Store> store, OnChange on_change)
      : store_(std::move(store)), on_change_(std::move(on_change)) {}

  std::optional<text::Error> commit(const std::vector<Change>& changes) override {
    auto problem = store_->commit(changes);
    tell(Part::kCommit, problem);
    return problem;
  }
  Stored<std::optional<Game>> load(const std::string& id) override {
    return told(store_->load(id));
  }
  Stored<std::optional<std::string>> review(const std::string& id) override {
    return told(store_->review(id));
  }
  void begin_shutdown() override { store_->begin_shutdown(); }
  Administration* administration() override { return store_->administration(); }
  Archive* archive() override { return store_->archive(); }

 private:
  template <class T>
  Stored<T> told(Stored<T> result) {
    tell(Part::kLoad, result ? std::nullopt : std::optional(result.error()));
    return result;
  }

  void tell(Part part, const std::optional<text::Error>& problem) {
    // A change that was refused, and a game that cannot be read, say nothing of the database.
    if (problem && refused(*problem)) return;
    const std::lock_guard lock(mutex_);
    auto& troubled = troubled_[static_cast<std::size_t>(part)];
    if (std::exchange(troubled, problem.has_value()) != problem.has_value()) {
      on_change_(part, problem);
    }
  }

  const std::shared_ptr<Store> store_;
  const OnChange on_change_;
  std::mutex mutex_;
  std::array<bool, 2> troubled_ = {};
};

}  // namespace store

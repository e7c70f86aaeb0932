// Several servers that share a store, in one process: leases and a store that heeds them.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "faulty_store.h"
#include "store/leases.h"

namespace tests {

// Which server has which game, and who is alive: the test says so.
class SharedLeases {
 public:
  // The server is not heard of any more, since so many milliseconds.
  void die(const std::string& node, std::int64_t silent_ms = 0) {
    const std::lock_guard lock(mutex_);
    dead_[node] = silent_ms;
  }
  void revive(const std::string& node) {
    const std::lock_guard lock(mutex_);
    dead_.erase(node);
  }
  store::Tenure tenure(const std::string& game) {
    const std::lock_guard lock(mutex_);
    return tenures_[game];
  }
  void begin(const std::string& game, const store::Tenure& tenure) {
    const std::lock_guard lock(mutex_);
    tenures_[game] = tenure;
  }
  std::optional<store::Claim> claim(const std::string& game, const std::string& node) {
    const std::lock_guard lock(mutex_);
    const auto at = tenures_.find(game);
    if (at == tenures_.end()) return std::nullopt;
    store::Claim claim{at->second, std::nullopt};
    const auto dead = dead_.find(claim.tenure.node);
    if (dead == dead_.end() || claim.tenure.node == node) return claim;
    claim.deserted_ms = dead->second;
    claim.tenure = at->second = {node, claim.tenure.epoch + 1};
    return claim;
  }
  bool alive(const std::string& node) {
    const std::lock_guard lock(mutex_);
    return !dead_.contains(node);
  }

 private:
  std::mutex mutex_;
  std::map<std::string, store::Tenure> tenures_;
  std::map<std::string, std::int64_t> dead_;
};

class MemoryLeases : public store::Leases {
 public:
  MemoryLeases(std::shared_ptr<SharedLeases> shared, std::string node)
      : shared_(std::move(shared)), node_(std::move(node)) {}

  const std::string& node() const override { return node_; }
  store::Stored<std::int64_t> now() override { return std::int64_t{0}; }
  std::optional<text::Error> renew() override {
    if (away) return text::Error(text::Message::kStoreAway);
    ++renewals;
    return std::nullopt;
  }
  store::Stored<std::optional<store::Claim>> claim(const std::string& game) override {
    if (away) return text::Error(text::Message::kStoreAway);
    return shared_->claim(game, node_);
  }
  store::Stored<std::vector<store::Standing>> look(const std::vector<std::string>& games) override {
    std::vector<store::Standing> found;
    for (const auto& game : games) {
      const auto tenure = shared_->tenure(game);
      found.push_back({game, 0, tenure, shared_->alive(tenure.node)});
    }
    return found;
  }
  std::optional<text::Error> leave() override {
    ++departures;
    return std::nullopt;
  }
  void begin_shutdown() override {}

  std::atomic<bool> away = false;
  std::atomic<int> renewals = 0, departures = 0;

 private:
  const std::shared_ptr<SharedLeases> shared_;
  const std::string node_;
};

// What one server sees of the store: it adds events only to games that it has.
class LeasedStore : public store::Store {
 public:
  LeasedStore(std::shared_ptr<store::Store> store, std::shared_ptr<SharedLeases> shared)
      : store_(std::move(store)), shared_(std::move(shared)) {}

  std::optional<text::Error> commit(const std::vector<store::Change>& changes) override {
    for (const auto& change : changes) {
      const bool held = change.created || change.events.empty() ||
                        change.tenure->epoch == shared_->tenure(change.game).epoch;
      if (!held) return text::Error(text::Message::kStoreOtherServer, {change.game});
    }
    if (auto problem = store_->commit(changes)) return problem;
    for (const auto& change : changes) {
      if (change.created) shared_->begin(change.game, *change.tenure);
    }
    return std::nullopt;
  }
  store::Stored<std::optional<store::Game>> load(const std::string& id) override {
    return store_->load(id);
  }
  store::Stored<std::optional<std::string>> review(const std::string& id) override {
    return store_->review(id);
  }

 private:
  const std::shared_ptr<store::Store> store_;
  const std::shared_ptr<SharedLeases> shared_;
};

}  // namespace tests

// A store that lasts as long as the object.
#pragma once

#include <map>
#include <mutex>

#include "store/store.h"

namespace tests {

class MemoryStore : public store::Store {
 public:
  std::optional<text::Error> commit(const std::vector<store::Change>& changes) override {
    const std::lock_guard lock(mutex_);
    if (auto problem = check(changes)) return problem;
    for (const auto& change : changes) {
      if (change.created) games_[change.game] = *change.created;
      auto& game = games_[change.game];
      for (const auto& seat : change.seats) {
        game.seats[static_cast<std::size_t>(seat.player)] = seat;
      }
      game.events.insert(game.events.end(), change.events.begin(), change.events.end());
      if (change.finished) game.finished = *change.finished;
      if (change.review) reviews_[change.game] = *change.review;
      if (!change.removed) continue;
      games_.erase(change.game);
      reviews_.erase(change.game);
    }
    return std::nullopt;
  }

  store::Stored<std::optional<store::Game>> load(const std::string& id) override {
    const std::lock_guard lock(mutex_);
    const auto at = games_.find(id);
    return at == games_.end() ? std::nullopt : std::optional(at->second);
  }

  store::Stored<std::optional<std::string>> review(const std::string& id) override {
    const std::lock_guard lock(mutex_);
    const auto at = reviews_.find(id);
    return at == reviews_.end() ? std::nullopt : std::optional(at->second);
  }

 private:
  // Do all changes fit, one after the other?
  std::optional<text::Error> check(const std::vector<store::Change>& changes) const {
    std::map<std::string, int> last;
    for (const auto& change : changes) {
      const auto at = games_.find(change.game);
      if (change.created) last[change.game] = static_cast<int>(change.created->events.size());
      if (!last.contains(change.game)) {
        if (at == games_.end()) return text::Error(text::Message::kNoSuchTable, {change.game});
        last[change.game] = static_cast<int>(at->second.events.size());
      }
      for (const auto& event : change.events) {
        if (event.number != ++last[change.game]) {
          return text::Error(text::Message::kTableDamaged, {change.game});
        }
      }
    }
    return std::nullopt;
  }

  std::mutex mutex_;
  std::map<std::string, store::Game> games_;
  std::map<std::string, std::string> reviews_;
};

}  // namespace tests

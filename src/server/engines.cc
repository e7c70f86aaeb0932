#include "server/engines.h"

#include <algorithm>

namespace server {

Engines::Taken Engines::take(const std::string& key) {
  std::unique_ptr<engine::Engine> engine;
  {
    const std::lock_guard lock(mutex_);
    const auto at =
        std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.key == key; });
    if (at != kept_.end()) {
      engine = std::move(at->engine);
      kept_.erase(at);
    }
  }
  if (engine == nullptr) engine = std::make_unique<engine::Engine>(kHashMegabytes);
  engine->allow();  // the last one who had it may have stopped it
  return {*this, key, std::move(engine)};
}

void Engines::give_back(std::string key, std::unique_ptr<engine::Engine> engine) {
  std::list<Kept> dropped;  // a table is freed outside the lock
  const std::lock_guard lock(mutex_);
  kept_.push_front({std::move(key), std::move(engine)});
  if (kept_.size() > most_) dropped.splice(dropped.begin(), kept_, std::prev(kept_.end()));
}

std::size_t Engines::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

std::string engines_key(const std::string& visitor, const games::Position& position) {
  return visitor + ' ' + position.game().name + ' ' +
         games::options_text(position.options_in_force());
}

}  // namespace server

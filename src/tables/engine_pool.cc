#include "tables/engine_pool.h"

#include <algorithm>

#include "solve/proofs.h"

namespace tables {

namespace {

// Nobody takes more than this part of what is left, so that there is something for the next one.
constexpr std::size_t kShareOfRest = 4;

}  // namespace

std::size_t EnginePool::megabytes_kept() const {
  std::size_t sum = 0;
  for (const auto& kept : kept_) sum += kept.megabytes;
  return sum;
}

std::size_t EnginePool::reserve(std::size_t wish, std::list<Kept>& dropped) {
  const auto left = budget_ - lent_;
  const auto share = std::max<std::size_t>(left / kShareOfRest, left > 0 ? 1 : 0);
  const auto given = std::min(wish, share);
  lent_ += given;
  // Those who think go before those who might ask again.
  while (!kept_.empty() && lent_ + megabytes_kept() > budget_) {
    dropped.splice(dropped.begin(), kept_, std::prev(kept_.end()));
  }
  return given;
}

EnginePool::Loan EnginePool::lend(std::size_t wish) {
  std::list<Kept> dropped;
  const std::lock_guard lock(mutex_);
  return {*this, reserve(wish, dropped)};
}

EnginePool::Taken EnginePool::take(const std::string& key) {
  std::list<Kept> dropped;
  const std::lock_guard lock(mutex_);
  const auto at =
      std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.key == key; });
  if (at == kept_.end()) {
    const auto given = reserve(2 * kAnalysisMegabytes, dropped);
    auto engine = std::make_unique<engine::Engine>(given / 2, &solve::shared_proof_book());
    return {*this, {key, std::move(engine), given}};
  }
  Kept kept = std::move(*at);
  kept_.erase(at);
  lent_ += kept.megabytes;
  kept.engine->clear_stop();  // the last one who had it may have stopped it
  return {*this, std::move(kept)};
}

void EnginePool::give_back(std::size_t megabytes) {
  const std::lock_guard lock(mutex_);
  lent_ -= megabytes;
}

void EnginePool::give_back(Kept kept) {
  const std::lock_guard lock(mutex_);
  lent_ -= kept.megabytes;
  kept.engine->set_time_source(core::steady_time());  // that of its task is gone
  // One with no more than a bucket remembers nothing.
  if (kept.engine->hash() > 0) kept_.push_front(std::move(kept));
}

std::size_t EnginePool::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_.size();
}

std::size_t EnginePool::megabytes() const {
  const std::lock_guard lock(mutex_);
  return lent_ + megabytes_kept();
}

std::string engines_key(const std::string& visitor, const games::Position& position) {
  return visitor + ' ' + position.game().name + ' ' +
         games::options_text(position.options_in_force());
}

}  // namespace tables

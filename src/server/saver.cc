#include "server/saver.h"

#include <utility>

namespace server {

Saver::Saver(std::shared_ptr<store::Store> store)
    : store_(std::move(store)), thread_([this] { work(); }) {}

Saver::~Saver() { stop(); }

bool Saver::save(store::Change change, Done done) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return false;
    waiting_.push_back({std::move(change), std::move(done)});
  }
  arrived_.notify_one();
  return true;
}

void Saver::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Saver::work() {
  while (true) {
    std::vector<Waiting> batch;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      batch = std::exchange(waiting_, {});
    }
    write(std::move(batch));
  }
}

// One bad change fails its batch; then each is tried alone.
void Saver::write(std::vector<Waiting> batch) {
  std::vector<store::Change> changes;
  for (const auto& waiting : batch) changes.push_back(waiting.change);
  auto problem = store_->commit(changes);
  for (const auto& waiting : batch) {
    const auto own = problem && batch.size() > 1 ? store_->commit({waiting.change}) : problem;
    waiting.done(own);
  }
}

}  // namespace server

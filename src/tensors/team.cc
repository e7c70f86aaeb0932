#include "tensors/team.h"

namespace tensors {

Team::Team(int threads) {
  for (int number = 1; number < threads; ++number) {
    others_.emplace_back([this, number] { work(number); });
  }
}

Team::~Team() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  for (auto& other : others_) other.join();
}

void Team::run(const std::function<void(int)>& part) {
  if (!others_.empty()) {
    const std::lock_guard lock(mutex_);
    part_ = &part;
    busy_ = static_cast<int>(others_.size());
    ++round_;
  }
  changed_.notify_all();
  part(0);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return busy_ == 0; });
}

void Team::work(int number) {
  unsigned long done = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ending_ || round_ != done; });
    if (ending_) return;
    done = round_;
    const auto* part = part_;
    lock.unlock();
    (*part)(number);
    lock.lock();
    if (--busy_ == 0) changed_.notify_all();
  }
}

}  // namespace tensors

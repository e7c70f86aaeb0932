#include "bus/requests.h"

#include <utility>

#include "core/guarded.h"

namespace bus {

namespace {

// Watchers are told once for many changes, so next to nothing waits.
constexpr std::size_t kWatcherBytes = 1 << 16;

}  // namespace

std::uint64_t Requests::add(std::chrono::milliseconds timeout, Answered done) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = next_++;
    waiting_.emplace(number, std::move(done));
  }
  executor_->after(timeout, [weak = weak_from_this(), number] {
    if (const auto self = weak.lock()) self->answer(number, std::nullopt);
  });
  return number;
}

void Requests::answer(std::uint64_t number, std::optional<std::string> answer) {
  Answered done;
  {
    const std::lock_guard lock(mutex_);
    const auto at = waiting_.find(number);
    if (at == waiting_.end()) return;
    done = std::move(at->second);
    waiting_.erase(at);
  }
  call(std::move(done), std::move(answer));
}

void Requests::fail_all() {
  std::unordered_map<std::uint64_t, Answered> failed;
  {
    const std::lock_guard lock(mutex_);
    failed.swap(waiting_);
  }
  for (auto& [number, done] : failed) call(std::move(done), std::nullopt);
}

void Requests::call(Answered done, std::optional<std::string> answer) {
  {
    const std::lock_guard lock(mutex_);
    due_.push_back({std::move(done), std::move(answer)});
  }
  executor_->post([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->call_next();
  });
}

bool Requests::call_next() {
  Due next;
  {
    const std::lock_guard lock(mutex_);
    if (due_.empty()) return false;
    next = std::move(due_.front());
    due_.pop_front();
  }
  core::guarded([&] { next.done(std::move(next.answer)); });
  return true;
}

void Requests::end() {
  fail_all();
  while (call_next()) {
  }
}

void ConnectionState::set(bool connected) {
  if (connected) ++generation_;
  connected_ = connected;
  tell();
}

void ConnectionState::lost() {
  ++generation_;
  tell();
}

void ConnectionState::tell() {
  const std::lock_guard lock(mutex_);
  for (const auto& [number, watcher] : watchers_) {
    if (watcher->told.exchange(true)) continue;
    watcher->strand->post(
        [watcher] {
          watcher->told = false;
          watcher->changed();
        },
        0);
  }
}

Subscription ConnectionState::watch(std::function<void()> changed) {
  const auto watcher = std::make_shared<Watcher>();
  watcher->strand = std::make_shared<Strand>(executor_, kWatcherBytes);
  watcher->changed = std::move(changed);
  const std::lock_guard lock(mutex_);
  const auto number = next_++;
  watchers_.emplace(number, watcher);
  return Subscription([self = shared_from_this(), watcher, number] {
    watcher->strand->close();
    const std::lock_guard ending(self->mutex_);
    self->watchers_.erase(number);
  });
}

void ConnectionState::close() {
  std::map<std::uint64_t, std::shared_ptr<Watcher>> closed;
  {
    const std::lock_guard lock(mutex_);
    closed.swap(watchers_);
  }
  for (const auto& [number, watcher] : closed) watcher->strand->close();
}

}  // namespace bus

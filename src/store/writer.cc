#include "store/writer.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "core/guarded.h"
#include "metrics/metrics.h"

namespace store {

using text::Error;
using text::Message;

namespace {

// More would let the first of a batch wait for too many others.
constexpr std::ptrdiff_t kMaxBatch = 1000;

// What goes wrong at one table must not keep the others from being stored.
void tell(const Writer::Done& done, const std::optional<Error>& problem) {
  core::guarded([&] { done(problem); });
}

}  // namespace

Writer::Writer(Store& store, std::size_t max_waiting)
    : store_(store), max_waiting_(max_waiting), thread_([this] { work(); }) {}

Writer::~Writer() { stop(); }

std::optional<Error> Writer::submit(Change change, Done done) {
  std::vector<Change> changes;
  changes.push_back(std::move(change));
  return submit_together(std::move(changes), std::move(done));
}

std::optional<Error> Writer::submit_together(std::vector<Change> changes, Done done) {
  {
    const std::lock_guard lock(mutex_);
    if (auto problem = refusal()) return problem;
    waiting_.push_back({std::move(changes), std::move(done)});
  }
  arrived_.notify_one();
  return std::nullopt;
}

std::optional<Error> Writer::problem() {
  const std::lock_guard lock(mutex_);
  return refusal();
}

std::size_t Writer::waiting() {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

Writer::Trouble Writer::trouble() {
  const std::lock_guard lock(mutex_);
  return trouble_;
}

// REQUIRES: locked.
std::optional<Error> Writer::refusal() const {
  if (stopping_) return Error(Message::kStoreStopped);
  if (waiting_.size() >= max_waiting_) return Error(Message::kStoreBusy);
  return std::nullopt;
}

void Writer::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  arrived_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void Writer::work() {
  while (true) {
    std::vector<Waiting> batch;
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const auto end =
          waiting_.begin() + std::min(kMaxBatch, static_cast<std::ptrdiff_t>(waiting_.size()));
      std::move(waiting_.begin(), end, std::back_inserter(batch));
      waiting_.erase(waiting_.begin(), end);
    }
    write(std::move(batch));
  }
}

// One bad change fails its batch; then each of them is tried alone. A database in trouble is not
// asked again for each.
void Writer::write(std::vector<Waiting> batch) {
  auto problem = commit(batch);
  if (!problem || !refused(*problem) || batch.size() == 1) {
    for (const auto& waiting : batch) tell(waiting.done, problem);
    return;
  }
  for (const auto& waiting : batch) {
    if (!problem || refused(*problem)) problem = try_commit(waiting.changes);
    tell(waiting.done, problem);
  }
}

std::optional<Error> Writer::commit(std::vector<Waiting>& batch) {
  std::vector<Change> changes;
  for (auto& waiting : batch) {
    std::move(waiting.changes.begin(), waiting.changes.end(), std::back_inserter(changes));
  }
  auto problem = try_commit(changes);
  auto next = changes.begin();
  for (auto& waiting : batch) {
    for (auto& change : waiting.changes) change = std::move(*next++);
  }
  return problem;
}

// A mistake in the store is an error to those who wait, and not the end of the program.
std::optional<Error> Writer::try_commit(const std::vector<Change>& changes) {
  std::optional<Error> problem = Error(Message::kHttpInternal);
  static auto& seconds = metrics::histogram(metrics::kStoreSeconds);
  static auto& failures = metrics::counter(metrics::kStoreFailures);
  const auto begin = std::chrono::steady_clock::now();
  core::guarded([&] { problem = store_.commit(changes); });
  seconds.observe(std::chrono::steady_clock::now() - begin);
  if (problem) failures.add();
  const std::lock_guard lock(mutex_);
  const bool failed = problem && !refused(*problem);
  trouble_.failures += failed ? 1 : 0;
  trouble_.now = failed ? problem : std::nullopt;
  return problem;
}

}  // namespace store

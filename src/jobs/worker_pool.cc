#include "jobs/worker_pool.h"

#include <random>
#include <utility>

#include "core/guarded.h"
#include "logs/logs.h"

namespace jobs {

using text::Error;
using text::Message;

namespace {

using Clock = std::chrono::steady_clock;

// Where the queue cannot be reached, or does not take a result.
constexpr Milliseconds kAway{1000};

std::string english(const Error& error) { return text::render(error, text::Language::kEnglish); }

// Between a half and one and a half of it: workers that began together do not stay together.
Milliseconds about(Milliseconds time) {
  thread_local std::minstd_rand random(std::random_device{}());
  return time / 2 + time * static_cast<int>(random() % 1024) / 1024;
}

// One line a job.
void note(const Claim& claim, std::string_view end, Clock::time_point begin,
          const std::string& why = "") {
  const auto took = std::chrono::duration_cast<Milliseconds>(Clock::now() - begin).count();
  logs::write(end == "failed" ? logs::Level::kError : logs::Level::kInfo, "job",
              {{"kind", claim.batch.kind},
               {"batch", claim.batch.id},
               logs::number("number", claim.job.number),
               {"end", std::string(end)},
               logs::number("ms", took),
               {"why", why}});
}

void note_trouble(const Error& error) {
  logs::write(logs::Level::kWarning, "queue", {{"told", english(error)}});
}

}  // namespace

WorkerPool::WorkerPool(Queue& queue, Kinds kinds, WorkerPoolSettings settings)
    : queue_(queue),
      kinds_(std::move(kinds)),
      settings_(std::move(settings)),
      offers_(settings_.offers) {
  for (const auto& [kind, make] : kinds_) offers_.insert(kind);
  threads_.emplace_back([this] { keep_leases(); });
  for (int i = 0; i < settings_.threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (const auto& running : under_way_) running->stop.request_stop();
  }
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
  // Nobody should wait for a worker that has left; where this cannot be told it is soon missed.
  static_cast<void>(queue_.claim({settings_.name, {}, settings_.lease}));
}

void WorkerPool::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_all();
}

bool WorkerPool::stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

Worker WorkerPool::worker() {
  const std::lock_guard lock(mutex_);
  return {settings_.name, {offers_.begin(), offers_.end()}, settings_.lease};
}

void WorkerPool::work() {
  Made made;
  while (const auto claim = next()) perform(*claim, made);
}

// Nothing at the end.
std::optional<Claim> WorkerPool::next() {
  const std::lock_guard one_for_all(claiming_);
  bool reached = true;
  while (!stopping()) {
    auto claimed = queue_.claim(worker());
    if (claimed && *claimed) return *std::move(claimed);
    if (!claimed && std::exchange(reached, false)) note_trouble(claimed.error());
    if (claimed) reached = true;
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, about(claimed ? settings_.pause : kAway),
                      [this] { return stopping_ || woken_; });
    woken_ = false;
  }
  return std::nullopt;
}

void WorkerPool::perform(const Claim& claim, Made& made) {
  const auto begin = Clock::now();
  const auto running = std::make_shared<Running>(Running{claim});
  {
    const std::lock_guard lock(mutex_);
    under_way_.push_back(running);
    if (stopping_) running->stop.request_stop();
  }
  const auto result = result_of(*running, made);
  {
    const std::lock_guard lock(mutex_);
    under_way_.remove(running);
  }
  if (running->stop.stop_requested() || running->withdrawn) {
    if (const auto problem = queue_.give_back(claim)) note_trouble(*problem);
    return note(claim, "given back", begin, result ? "" : english(result.error()));
  }
  if (!result) {
    if (const auto problem = queue_.fail(claim, english(result.error()))) note_trouble(*problem);
    return note(claim, "failed", begin, english(result.error()));
  }
  note(claim, report(claim, *result) ? "done" : "not wanted", begin);
}

Stored<std::string> WorkerPool::result_of(Running& running, Made& made) {
  const auto& kind = running.claim.batch.kind;
  const JobContext context = {running.stop.get_token(),
                              [&](const std::string& offer) { withdraw(running, offer); },
                              [&](const std::string& news) { tell(running, news); }};
  Stored<std::string> result = Error(Message::kWorkThrew);
  const bool returned = core::guarded([&] {
    auto& work = made[kind];
    if (!work) work = kinds_.at(kind)();
    result = work(running.claim, context);
  });
  if (!returned) made.erase(kind);  // nobody knows how it was left
  return result;
}

void WorkerPool::withdraw(Running& running, const std::string& offer) {
  running.withdrawn = true;
  const std::lock_guard lock(mutex_);
  if (offers_.erase(offer) > 0) logs::write(logs::Level::kError, "withdrawn", {{"offer", offer}});
}

void WorkerPool::tell(Running& running, const std::string& news) {
  const auto wanted = queue_.tell(running.claim, news);
  if (wanted && !*wanted) running.stop.request_stop();
}

// Again and again until it is stored, or the lease is lost: work that was done is not thrown away
// because the database was restarted.
bool WorkerPool::report(const Claim& claim, const std::string& result) {
  while (true) {
    const auto counted = queue_.report(claim, result);
    if (counted) return *counted;
    note_trouble(counted.error());
    std::unique_lock lock(mutex_);
    if (changed_.wait_for(lock, about(kAway), [this] { return stopping_; })) return false;
  }
}

void WorkerPool::keep_leases() {
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, settings_.lease / 3, [this] { return stopping_; })) {
    const auto all = under_way_;
    lock.unlock();
    for (const auto& running : all) {
      const auto kept = queue_.extend(running->claim, settings_.lease);
      if (kept && !*kept) running->stop.request_stop();
    }
    lock.lock();
  }
}

}  // namespace jobs

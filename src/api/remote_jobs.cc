#include "api/remote_jobs.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/guarded.h"
#include "core/sha256.h"
#include "jobs/names.h"
#include "logs/logs.h"

namespace api {

namespace {

// On their way at once; more is done here.
constexpr std::size_t kMostRemoteJobs = 500;
constexpr std::size_t kMostRemoteJobBytes = std::size_t{64} << 20;

bool is_stopped(const Task& task) {
  return task.stop.stop_requested() || task.gone.stop_requested();
}

}  // namespace

RemoteJobs::RemoteJobs(std::shared_ptr<jobs::Queue> queue, RemoteJobSettings settings)
    : queue_(std::move(queue)), settings_(std::move(settings)) {
  thread_ = std::thread([this] { work(); });
}

RemoteJobs::~RemoteJobs() { stop(); }

void RemoteJobs::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    offered_.clear();
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
  // Whoever waits for a task may be held by it, and hold it.
  for (const auto& sent : all_) {
    sent->job.task->run = nullptr;
    sent->job.task->failed = nullptr;
  }
  all_.clear();
}

bool RemoteJobs::offered(const std::string& kind) const {
  const std::lock_guard lock(mutex_);
  return offered_.contains(kind);
}

RemoteJobs::SendResult RemoteJobs::send(Lane lane, const std::string& visitor, RemoteJob job) {
  const auto bytes = job.payload.size();
  job.done = logs::carried(std::move(job.done));
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || !offered_.contains(job.kind) || all_.size() >= kMostRemoteJobs ||
        bytes_ + bytes > kMostRemoteJobBytes) {
      return SendResult::kNobody;
    }
    const auto his = std::count_if(all_.begin(), all_.end(), [&](const SentPtr& sent) {
      return sent->lane == lane && sent->visitor == visitor && !sent->claimed;
    });
    if (static_cast<std::size_t>(his) >= tables::most_waiting(lane)) return SendResult::kFull;
    bytes_ += bytes;
    all_.push_back(
        std::make_shared<Sent>(Sent{std::move(job), lane, visitor, jobs::new_batch_id(), bytes}));
    news_ = true;
  }
  changed_.notify_all();
  return SendResult::kSent;
}

std::size_t RemoteJobs::waiting(Lane lane, const std::string& visitor) const {
  const std::lock_guard lock(mutex_);
  const auto his = std::count_if(all_.begin(), all_.end(), [&](const SentPtr& sent) {
    return sent->lane == lane && sent->visitor == visitor;
  });
  return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, his - 1));
}

// A visitor's own go one after the other; others have workers of their own.
int RemoteJobs::left_s(const Task& task) const {
  const std::lock_guard lock(mutex_);
  const auto own = std::find_if(all_.begin(), all_.end(),
                                [&](const SentPtr& sent) { return sent->job.task.get() == &task; });
  if (own == all_.end()) return 0;
  auto left = task.effort;
  for (auto at = all_.begin(); at != own; ++at) {
    if ((*at)->lane == (*own)->lane && (*at)->visitor == (*own)->visitor) {
      left += (*at)->job.task->effort;
    }
  }
  return static_cast<int>(std::chrono::ceil<std::chrono::seconds>(left).count());
}

// --- The thread ---

void RemoteJobs::work() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    const std::vector<SentPtr> all(all_.begin(), all_.end());
    lock.unlock();
    step(all);
    lock.lock();
    changed_.wait_for(lock, all_.empty() ? settings_.look_around : settings_.poll,
                      [this] { return stopping_ || news_; });
    news_ = false;
  }
  const auto left = std::exchange(all_, {});
  lock.unlock();
  for (const auto& sent : left) {
    // Where the queue cannot be reached its owner is soon missed.
    if (sent->put && queue_->cancel(sent->batch)) break;
  }
}

void RemoteJobs::step(const std::vector<SentPtr>& all) {
  if (!look_for_workers()) return come_back(all);
  std::vector<std::string> batches;
  for (const auto& sent : all) {
    if (!sent->put && !put(*sent)) return come_back(all);
    batches.push_back(sent->batch);
  }
  if (all.empty()) return;
  const auto sights = queue_->look(batches);
  if (!sights) return come_back(all);
  std::map<std::string, const jobs::Sight*> by_batch;
  for (const auto& sight : *sights) by_batch[sight.batch] = &sight;
  for (const auto& sent : all) {
    const auto at = by_batch.find(sent->batch);
    const auto* sight = at == by_batch.end() ? nullptr : at->second;
    if (look_at(*sent, sight)) continue;
    static_cast<void>(queue_->cancel(sent->batch));
    end(sent, sight != nullptr && sight->outcome ? sight->outcome->result : std::nullopt);
  }
}

// False where the queue cannot be reached: it is not asked again before the next look.
bool RemoteJobs::look_for_workers() {
  if (settings_.time->now() < look_at_) return true;
  std::set<std::string> there;
  bool reached = true;
  for (const auto& kind : settings_.kinds) {
    const auto workers = queue_->workers({kind, jobs::version_offer()});
    reached = static_cast<bool>(workers);
    if (!reached) break;
    if (*workers > 0) there.insert(kind);
  }
  look_at_ = settings_.time->now() + settings_.look_around;
  const std::lock_guard lock(mutex_);
  if (!stopping_) offered_ = reached ? there : std::set<std::string>();
  return reached;
}

// Who asked is not told: the same one has the same name on every server.
bool RemoteJobs::put(Sent& sent) {
  const auto& job = sent.job;
  const auto problem = queue_->put(
      {sent.batch, job.kind, jobs::Priority::kInteractive, core::sha256_text(sent.visitor), ""},
      {{0, job.payload, {jobs::version_offer()}}});
  sent.put = !problem;
  sent.since = settings_.time->now();
  return sent.put;
}

bool RemoteJobs::look_at(Sent& sent, const jobs::Sight* sight) {
  if (sight == nullptr || sight->outcome || is_stopped(*sent.job.task)) return false;
  if (sight->claimed != sent.claimed) {
    const std::lock_guard lock(mutex_);
    sent.claimed = sight->claimed;
    sent.since = settings_.time->now();
  }
  if (sight->news != sent.news) hear(sent, sight->news);
  return !is_late(sent, *sight);
}

bool RemoteJobs::is_late(Sent& sent, const jobs::Sight& sight) {
  // Another one of his is being worked on, perhaps for another server.
  if (sight.held_up && !sent.claimed) sent.since = settings_.time->now();
  return settings_.time->now() - sent.since >
         (sent.claimed ? sent.job.silence : settings_.patience);
}

void RemoteJobs::hear(Sent& sent, const std::string& news) {
  sent.news = news;
  sent.since = settings_.time->now();
  if (sent.job.on_news) core::guarded([&] { sent.job.on_news(news); });
}

void RemoteJobs::end(const SentPtr& sent, const std::optional<std::string>& result) {
  {
    const std::lock_guard lock(mutex_);
    all_.remove(sent);
    bytes_ -= sent->bytes;
  }
  core::guarded([&] { sent->job.done(result); });
}

void RemoteJobs::come_back(const std::vector<SentPtr>& all) {
  for (const auto& sent : all) end(sent, std::nullopt);
  // Not at once again: each try may take a while.
  const std::lock_guard lock(mutex_);
  offered_.clear();
  look_at_ = settings_.time->now() + settings_.look_around;
}

}  // namespace api

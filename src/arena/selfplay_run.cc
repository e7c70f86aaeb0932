#include "arena/selfplay_run.h"

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "arena/work_text.h"
#include "jobs/names.h"
#include "text/file.h"

namespace arena {

using text::Error;
using text::Message;

namespace {

constexpr std::size_t kMegabytes = 4;
constexpr int kAhead = 1000;  // games that may wait for one that takes long

// Games come in any order and are written in that of their numbers.
class InOrder {
 public:
  InOrder(SelfplayFile& file, int games, const std::atomic<bool>& stop,
          const std::function<void(int)>& on_progress)
      : file_(file), games_(games), stop_(stop), on_progress_(on_progress), next_(file.games()) {}

  // The number of a game to play; nothing where there are no more.
  std::optional<int> claim() {
    std::unique_lock lock(mutex_);
    written_.wait(lock, [&] { return next_ < file_.games() + kAhead || failed_ || stop_; });
    if (next_ >= games_ || failed_ || stop_) return std::nullopt;
    return next_++;
  }
  void give(SelfplayGame game) {
    const std::lock_guard lock(mutex_);
    const int number = game.number;
    waiting_.emplace(number, std::move(game));
    while (!failed_ && !waiting_.empty() && waiting_.begin()->first == file_.games()) {
      if (!file_.append(waiting_.begin()->second)) failed_ = errno;
      waiting_.erase(waiting_.begin());
    }
    if (on_progress_) on_progress_(file_.games());
    written_.notify_all();
  }
  // What errno said where the file could not be written.
  std::optional<int> failed() const { return failed_; }

 private:
  SelfplayFile& file_;
  const int games_;
  const std::atomic<bool>& stop_;
  const std::function<void(int)>& on_progress_;
  std::mutex mutex_;
  std::condition_variable written_;
  std::map<int, SelfplayGame> waiting_;
  int next_;
  std::optional<int> failed_;
};

// A search that a stop cuts short gives another game: what was under way then is not kept.
void play_until(const SelfplaySettings& settings, InOrder& games, const std::atomic<bool>& stop) {
  engine::Engine engine(kMegabytes);
  while (const auto number = games.claim()) {
    SelfplayGame game = play_selfplay_game(settings, *number, engine);
    if (stop) return;
    games.give(std::move(game));
  }
}

jobs::Stored<std::string> play_for(const jobs::Claim& claim, const jobs::JobContext& around,
                                   engine::Engine& engine) {
  const auto work = read_work_game(claim.batch.payload);
  if (!work || !work->said.contains("nodes")) return Error(Message::kWorkerPayload);
  SelfplaySettings settings{.game = work->game,
                            .options = work->options,
                            .nodes = work->number("nodes"),
                            .seed = work->number("seed"),
                            .net = work->number("net") != 0};
  read_more(work->said, settings);
  engine.clear_stop();
  const std::stop_callback stopping(around.stop, [&] { engine.stop(); });
  return selfplay_bytes(play_selfplay_game(settings, claim.job.number, engine));
}

}  // namespace

std::optional<Error> play_selfplay(const SelfplaySettings& settings, int games, int threads,
                                   SelfplayFile& file, const std::atomic<bool>& stop,
                                   const std::function<void(int)>& on_progress) {
  InOrder in_order(file, games, stop, on_progress);
  {
    std::vector<std::jthread> players;
    for (int i = 0; i < threads; ++i) {
      players.emplace_back([&] { play_until(settings, in_order, stop); });
    }
  }
  if (const auto problem = in_order.failed()) {
    return Error(Message::kSelfplayWrite, {std::string(std::strerror(*problem))});
  }
  return std::nullopt;
}

std::optional<Error> play_selfplay_on_workers(jobs::Queue& queue, const SelfplaySettings& settings,
                                              int games, SelfplayFile& file,
                                              const WhileElsewhere& meanwhile,
                                              const std::atomic<bool>& stop) {
  int number = file.games();
  const auto next = [&]() -> std::optional<jobs::Job> {
    if (number >= games) return std::nullopt;
    return jobs::Job{number++, "", {jobs::version_offer()}};
  };
  std::optional<Error> failure;
  const auto take = [&](const jobs::Outcome& outcome) {
    if (!outcome.result) {
      failure = gave_up(outcome);
    } else if (const auto game = read_selfplay_game(*outcome.result);
               !game || game->number != outcome.number) {
      failure = Error(Message::kWorkerResult, {outcome.worker});
    } else if (!file.append(*game)) {
      failure = Error(Message::kSelfplayWrite, {std::string(std::strerror(errno))});
    }
    return !failure;
  };
  auto said = more_of(settings);
  said.update({{"nodes", settings.nodes}, {"seed", settings.seed}, {"net", settings.net ? 1 : 0}});
  const auto batch = work_batch(kSelfplayKind, *settings.game, settings.options, std::move(said));
  jobs::have_done(queue, {batch, next, take, meanwhile.on_progress, meanwhile.on_trouble}, stop);
  return failure;
}

std::function<jobs::Work()> selfplay_work() {
  return []() -> jobs::Work {
    const auto engine = std::make_shared<engine::Engine>(kMegabytes);
    return [engine](const jobs::Claim& claim, const jobs::JobContext& around) {
      return play_for(claim, around, *engine);
    };
  };
}

}  // namespace arena

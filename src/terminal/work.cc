#include "terminal/work.h"

#include <utility>

namespace terminal {

using Clock = std::chrono::steady_clock;

Thinker::~Thinker() {
  give_up();
  if (thread_.joinable()) thread_.join();
}

void Thinker::start(std::shared_ptr<SeatPlayer> player, const games::History& history,
                    const engine::Budget& budget) {
  cancel();
  wanted_ = true;
  begin_ = Clock::now();
  Request request{std::move(player), history, budget};
  if (thread_.joinable()) {
    next_ = std::move(request);
  } else {
    begin(std::move(request));
  }
}

void Thinker::begin(Request request) {
  player_ = request.player;
  progress_ = {};
  contestant_ = nullptr;
  stop_asked_ = ended_ = false;
  thread_ = std::thread([this, request = std::move(request)] {
    think(request);
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_();
  });
}

void Thinker::think(const Request& request) {
  const auto found = request.player->get();
  {
    const std::lock_guard lock(mutex_);
    if (!found) {
      answer_ = Reply(found.error());
      return;
    }
    (*found)->clear_stop();
    if (stop_asked_) (*found)->stop();
    contestant_ = *found;
  }
  auto answer =
      (*found)->think(request.history, request.budget, [this](const engine::Progress& progress) {
        if (progress.rank != 1) return;
        {
          const std::lock_guard lock(mutex_);
          progress_ = progress;
        }
        wake_();
      });
  const std::lock_guard lock(mutex_);
  contestant_ = nullptr;
  answer_ = std::move(answer);
}

void Thinker::move_now() {
  if (next_) return;  // it has not begun
  const std::lock_guard lock(mutex_);
  stop_asked_ = true;
  if (contestant_ != nullptr) contestant_->stop();
}

void Thinker::cancel() {
  next_.reset();
  if (wanted_ && thread_.joinable()) move_now();
  wanted_ = false;
}

void Thinker::give_up() {
  cancel();
  if (thread_.joinable() && player_ != nullptr) player_->give_up();
}

std::optional<Thinker::Reply> Thinker::take() {
  if (!thread_.joinable()) return std::nullopt;
  {
    const std::lock_guard lock(mutex_);
    if (!ended_) return std::nullopt;
  }
  thread_.join();
  player_.reset();
  auto answer = std::move(answer_);
  answer_.reset();
  if (next_) {
    begin(*std::exchange(next_, std::nullopt));
    return std::nullopt;
  }
  if (!wanted_) return std::nullopt;
  wanted_ = false;
  return answer;
}

engine::Progress Thinker::progress() const {
  const std::lock_guard lock(mutex_);
  return progress_;
}

std::chrono::milliseconds Thinker::elapsed() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin_);
}

void Analyst::start(const games::History& history, engine::Milliseconds time, int lines) {
  stop();
  engine_.clear_stop();
  thread_ = std::thread([this, history, time, lines] {
    engine::analyse(engine_, history, time, lines, [this](const engine::Analysis& analysis) {
      {
        const std::lock_guard lock(mutex_);
        latest_ = analysis;
      }
      wake_();
    });
  });
}

void Analyst::stop() {
  if (thread_.joinable()) {
    engine_.stop();
    thread_.join();
  }
  latest_.reset();
}

std::optional<engine::Analysis> Analyst::latest() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

void BackgroundTask::start(std::function<std::string(const std::stop_token&)> work) {
  cancel();
  thread_ = std::jthread([this, work = std::move(work)](const std::stop_token& stop) {
    auto result = work(stop);
    {
      const std::lock_guard lock(mutex_);
      result_ = std::move(result);
    }
    wake_();
  });
}

void BackgroundTask::cancel() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  result_.reset();
}

std::optional<std::string> BackgroundTask::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!result_) return std::nullopt;
  }
  thread_.join();
  auto result = std::move(result_);
  result_.reset();
  return result;
}

}  // namespace terminal

#include "terminal/work.h"

namespace terminal {

using Clock = std::chrono::steady_clock;

void Thinker::start(const Find& find, const games::History& history, const engine::Budget& budget) {
  cancel();
  begin_ = Clock::now();
  progress_ = {};
  contestant_ = nullptr;
  stop_asked_ = false;
  thread_ = std::thread([this, find, history, budget] {
    think(find, history, budget);
    wake_();
  });
}

void Thinker::think(const Find& find, const games::History& history, const engine::Budget& budget) {
  const auto found = find();
  {
    const std::lock_guard lock(mutex_);
    if (!found) {
      answer_ = Answer(found.error());
      return;
    }
    (*found)->allow();
    if (stop_asked_) (*found)->stop();
    contestant_ = *found;
  }
  auto answer = (*found)->think(history, budget, [this](const engine::Progress& progress) {
    if (progress.rank != 1) return;
    {
      const std::lock_guard lock(mutex_);
      progress_ = progress;
    }
    wake_();
  });
  const std::lock_guard lock(mutex_);
  answer_ = std::move(answer);
}

void Thinker::move_now() {
  const std::lock_guard lock(mutex_);
  stop_asked_ = true;
  if (contestant_ != nullptr) contestant_->stop();
}

void Thinker::cancel() {
  if (!busy()) return;
  move_now();
  thread_.join();
  answer_.reset();
}

std::optional<Thinker::Answer> Thinker::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!answer_) return std::nullopt;
  }
  thread_.join();
  auto answer = std::move(answer_);
  answer_.reset();
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
  engine_.allow();
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

void Job::start(std::function<std::string(const std::stop_token&)> work) {
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

void Job::cancel() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
  result_.reset();
}

std::optional<std::string> Job::take() {
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

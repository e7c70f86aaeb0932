// Work beside the keyboard: a computer's turn, live analysis, a hint. Each runs on a thread of its
// own and calls `wake` when there is something to see.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "engine/analysis.h"
#include "protocol/contestant.h"

namespace terminal {

using Wake = std::function<void()>;

// A computer's turn.
class Thinker {
 public:
  using Answer = games::Parsed<std::vector<games::Action>>;

  explicit Thinker(Wake wake) : wake_(std::move(wake)) {}
  ~Thinker() { cancel(); }
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  // Gives whoever thinks; a foreign program is started by it, which may take a while, so that it is
  // called on the thread. The contestant must live until the answer is taken or the work cancelled.
  using Find = std::function<games::Parsed<protocol::Contestant*>()>;
  void start(const Find& find, const games::History& history, const engine::Budget& budget);
  bool busy() const { return thread_.joinable(); }
  // Answer with the best found so far.
  void move_now();
  // Stop, and forget the answer.
  void cancel();
  // The answer, once it is there.
  std::optional<Answer> take();

  engine::Progress progress() const;
  std::chrono::milliseconds elapsed() const;

 private:
  void think(const Find& find, const games::History& history, const engine::Budget& budget);

  Wake wake_;
  std::thread thread_;
  std::chrono::steady_clock::time_point begin_{};
  mutable std::mutex mutex_;                    // guards what follows
  protocol::Contestant* contestant_ = nullptr;  // none before it is found
  bool stop_asked_ = false;
  engine::Progress progress_;
  std::optional<Answer> answer_;
};

// Live lines of a position, for some seconds.
class Analyst {
 public:
  explicit Analyst(Wake wake) : wake_(std::move(wake)) {}
  ~Analyst() { stop(); }
  Analyst(const Analyst&) = delete;
  Analyst& operator=(const Analyst&) = delete;

  // What was known of another position is forgotten. REQUIRES: the game is not over.
  void start(const games::History& history, engine::Milliseconds time, int lines);
  void stop();
  std::optional<engine::Analysis> latest() const;

 private:
  Wake wake_;
  engine::Engine engine_;
  std::thread thread_;
  mutable std::mutex mutex_;  // guards what follows
  std::optional<engine::Analysis> latest_;
};

// Some text that takes a moment. It is asked to stop when nobody waits for it any more.
class Job {
 public:
  explicit Job(Wake wake) : wake_(std::move(wake)) {}
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  void start(std::function<std::string(const std::stop_token&)> work);
  void cancel();
  std::optional<std::string> take();

 private:
  Wake wake_;
  std::mutex mutex_;  // guards what follows
  std::optional<std::string> result_;
  std::jthread thread_;  // ends before the rest
};

}  // namespace terminal

// Work beside the keyboard: a computer's turn, live analysis, a hint. Each runs on a thread of its
// own and calls `wake` when there is something to see.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "engine/analysis.h"
#include "solve/proofs.h"
#include "terminal/seat_player.h"

namespace terminal {

using Wake = std::function<void()>;

// A computer's turn. Nothing here waits for the computer but its thread: what was cancelled ends
// when it ends, and the next turn begins behind it.
class Thinker {
 public:
  using Reply = games::Parsed<std::vector<games::Action>>;

  explicit Thinker(Wake wake) : wake_(std::move(wake)) {}
  // Gives up whatever is still under way.
  ~Thinker();
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  // A foreign program is started by this, which may take a while.
  void start(std::shared_ptr<SeatPlayer> player, const games::History& history,
             const engine::Budget& budget);
  // Does somebody think whose answer is wanted?
  bool busy() const { return wanted_; }
  // Reply with the best found so far.
  void move_now();
  // Stop, and forget the answer.
  void cancel();
  // The same for a player that will not be asked again.
  void give_up();
  // The answer, once it is there.
  std::optional<Reply> take();

  engine::Progress progress() const;
  std::chrono::milliseconds elapsed() const;

 private:
  struct Request {
    std::shared_ptr<SeatPlayer> player;
    games::History history;
    engine::Budget budget;
  };
  void begin(Request request);
  void think(const Request& request);

  Wake wake_;
  std::thread thread_;
  bool wanted_ = false;                 // the answer, of the thread or of what waits behind it
  std::optional<Request> next_;         // what waits behind a thread that was cancelled
  std::shared_ptr<SeatPlayer> player_;  // of the thread
  std::chrono::steady_clock::time_point begin_{};
  mutable std::mutex mutex_;                     // guards what follows
  protocol::MatchPlayer* contestant_ = nullptr;  // none before it is found
  bool stop_asked_ = false;
  bool ended_ = false;  // the thread has nothing more to do
  engine::Progress progress_;
  std::optional<Reply> answer_;
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
  engine::Engine engine_{engine::kDefaultHashMegabytes, &solve::shared_proof_book()};
  std::thread thread_;
  mutable std::mutex mutex_;  // guards what follows
  std::optional<engine::Analysis> latest_;
};

// Some text that takes a moment. It is asked to stop when nobody waits for it any more.
class BackgroundTask {
 public:
  explicit BackgroundTask(Wake wake) : wake_(std::move(wake)) {}
  BackgroundTask(const BackgroundTask&) = delete;
  BackgroundTask& operator=(const BackgroundTask&) = delete;

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

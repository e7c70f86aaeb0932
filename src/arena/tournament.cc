#include "arena/tournament.h"

#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include "arena/player_set.h"
#include "core/guarded.h"

namespace arena {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// What the threads share: which game is next, who is playing, and whether to stop.
class Scheduler {
 public:
  Scheduler(const Tournament& tournament, const std::set<int>& done, const OnGame& on_game)
      : tournament_(tournament), done_(done), on_game_(on_game) {}

  const Tournament& tournament() const { return tournament_; }
  const std::atomic<bool>& closed() const { return closed_; }

  // The next game to play; nothing when there is none.
  std::optional<ScheduledGame> next() {
    const std::lock_guard lock(mutex_);
    while (next_ < tournament_.schedule.size() && done_.contains(next_)) ++next_;
    if (closed_ || next_ >= tournament_.schedule.size()) return std::nullopt;
    return tournament_.schedule.game(next_++);
  }

  void report(PlayedGame& played) {
    const std::lock_guard lock(mutex_);
    if (!closed_ && !on_game_(played.result, played.record)) close_locked();
  }

  // Nobody starts another turn, and those who think answer soon.
  void close() {
    const std::lock_guard lock(mutex_);
    close_locked();
  }

  // The same, because there is not enough memory: nobody loses a game by that.
  void give_up() {
    const std::lock_guard lock(mutex_);
    time_.out_of_memory = true;
    close_locked();
  }

  // The players of the threads, so that close() reaches them.
  void enter(PlayerSet* players) {
    const std::lock_guard lock(mutex_);
    present_.insert(players);
    if (closed_) players->stop();
  }
  void leave(PlayerSet* players) {
    const std::lock_guard lock(mutex_);
    present_.erase(players);
  }

  void add(const WorkTime& time) {
    const std::lock_guard lock(mutex_);
    time_.busy_ms += time.busy_ms;
    time_.thinking_ms += time.thinking_ms;
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    ++finished_;
  }
  int finished() {
    const std::lock_guard lock(mutex_);
    return finished_;
  }
  const WorkTime& time() const { return time_; }

 private:
  void close_locked() {
    closed_ = true;
    for (PlayerSet* players : present_) players->stop();
  }

  const Tournament& tournament_;
  const std::set<int>& done_;
  const OnGame& on_game_;
  std::mutex mutex_;  // guards everything below; closed_ is also read without it
  int next_ = 0;
  int finished_ = 0;  // threads
  std::set<PlayerSet*> present_;
  std::atomic<bool> closed_{false};
  WorkTime time_;
};

// One thread's work.
class Worker {
 public:
  explicit Worker(Scheduler& scheduler) : scheduler_(scheduler), players_(scheduler.tournament()) {
    scheduler_.enter(&players_);
  }
  ~Worker() { scheduler_.leave(&players_); }

  void work() {
    WorkTime time;
    const auto begin = Clock::now();
    while (const auto game = scheduler_.next()) {
      auto played = play(*game);
      if (!played) break;
      for (const ThinkingTotals& effort : played->result.efforts)
        time.thinking_ms += effort.milliseconds;
      scheduler_.report(*played);
      time.busy_ms = milliseconds_since(begin);
    }
    scheduler_.add(time);
  }

 private:
  std::optional<PlayedGame> play(const ScheduledGame& game) {
    const Tournament& tournament = scheduler_.tournament();
    const auto opening = tournament.openings->of_round(game.round);
    if (const auto absent = players_.call(game))
      return forfeited(tournament, game, opening, *absent);
    return players_.play(game, opening, scheduler_.closed());
  }

  Scheduler& scheduler_;
  PlayerSet players_;
};

}  // namespace

std::vector<std::string> unique_names(const std::vector<std::string>& players) {
  std::vector<std::string> names;
  std::map<std::string, int> seen;
  for (std::string player : players) {
    // A name stands on one line of a record.
    for (char& c : player) c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    const int times = ++seen[player];
    names.push_back(times == 1 ? player : player + " #" + std::to_string(times));
  }
  return names;
}

std::vector<std::string> Tournament::names() const {
  std::vector<std::string> list;
  for (const Entrant& entrant : entrants) list.push_back(entrant.name);
  return list;
}

WorkTime play(const Tournament& tournament, const std::set<int>& done, const OnGame& on_game,
              const std::atomic<bool>* stop) {
  Scheduler scheduler(tournament, done, on_game);
  std::vector<std::thread> threads;
  const auto work = [&scheduler] {
    if (!core::guarded([&] { Worker(scheduler).work(); })) scheduler.give_up();
    scheduler.finish();
  };
  int begun = 0;
  const bool all = core::guarded([&] {
    for (; begun < tournament.concurrency; ++begun) threads.emplace_back(work);
  });
  if (!all) scheduler.give_up();
  // A signal handler may only set a flag: somebody has to look at it.
  constexpr auto kLook = std::chrono::milliseconds(20);
  while (stop != nullptr && scheduler.finished() < begun && !*stop) {
    std::this_thread::sleep_for(kLook);
  }
  if (stop != nullptr && *stop) scheduler.close();
  for (auto& thread : threads) thread.join();
  return scheduler.time();
}

std::vector<double> group_scores(const std::vector<GameResult>& games, const Schedule& schedule,
                                 int player) {
  struct Group {
    double points = 0;
    int games = 0;
  };
  std::map<int, Group> groups;
  for (const GameResult& game : games) {
    if (!game.has(player)) continue;
    auto& group = groups[schedule.group_of(game.game.number)];
    group.points += game.points_of(player);
    ++group.games;
  }
  std::vector<double> scores;
  for (const auto& [number, group] : groups) {
    if (group.games == schedule.group_size()) scores.push_back(group.points / group.games);
  }
  return scores;
}

}  // namespace arena

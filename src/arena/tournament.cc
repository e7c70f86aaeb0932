#include "arena/tournament.h"

#include <chrono>
#include <map>
#include <mutex>
#include <thread>

namespace arena {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

// What the threads share.
class Floor {
 public:
  Floor(const Tournament& tournament, const std::set<int>& done, const OnGame& on_game)
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

  // Contestants at the tables, so that close() reaches them.
  void enter(protocol::Contestant* contestant) {
    const std::lock_guard lock(mutex_);
    present_.insert(contestant);
    if (closed_) contestant->stop();
  }
  void leave(protocol::Contestant* contestant) {
    const std::lock_guard lock(mutex_);
    present_.erase(contestant);
  }

  void add(const WorkTime& time) {
    const std::lock_guard lock(mutex_);
    time_.busy_ms += time.busy_ms;
    time_.thinking_ms += time.thinking_ms;
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
    for (auto* contestant : present_) contestant->stop();
  }

  const Tournament& tournament_;
  const std::set<int>& done_;
  const OnGame& on_game_;
  std::mutex mutex_;  // guards everything below; closed_ is also read without it
  int next_ = 0;
  int finished_ = 0;  // threads
  std::set<protocol::Contestant*> present_;
  std::atomic<bool> closed_{false};
  WorkTime time_;
};

// One thread's table with its own contestants, who stay for the next game. One who was at fault is
// sent away, so that the next game begins with a new one.
class Table {
 public:
  explicit Table(Floor& floor) : floor_(floor) {}
  ~Table() {
    for (auto& [player, contestant] : contestants_) floor_.leave(contestant.get());
  }

  void work() {
    WorkTime time;
    const auto begin = Clock::now();
    while (const auto game = floor_.next()) {
      auto played = play(*game);
      if (!played) break;
      for (const Effort& effort : played->result.efforts) time.thinking_ms += effort.milliseconds;
      floor_.report(*played);
      time.busy_ms = milliseconds_since(begin);
    }
    floor_.add(time);
  }

 private:
  std::optional<PlayedGame> play(const ScheduledGame& game) {
    const Tournament& tournament = floor_.tournament();
    auto played = play(game, tournament.openings->of_round(game.round));
    if (!played) return std::nullopt;
    played->result.game = game;
    write_result(played->record, played->result, tournament.names());
    if (played->result.fault) {
      send_away(game.seating[static_cast<std::size_t>(played->result.fault->seat)]);
    }
    return played;
  }

  std::optional<PlayedGame> play(const ScheduledGame& game, const games::History& opening) {
    std::vector<protocol::Contestant*> seats;
    for (std::size_t seat = 0; seat < game.seating.size(); ++seat) {
      const auto contestant = contestant_of(game.seating[seat]);
      if (!contestant) return forfeited_game(opening, static_cast<int>(seat), contestant.error());
      // Another seed for each game and seat: players of the same kind do not repeat each other.
      (*contestant)
          ->set_seed(core::mix(floor_.tournament().seed) +
                     3 * static_cast<std::uint64_t>(game.number) + seat);
      (*contestant)->new_game();
      seats.push_back(*contestant);
    }
    return play_game(opening, seats, floor_.tournament().conditions, floor_.closed());
  }

  games::Parsed<protocol::Contestant*> contestant_of(int player) {
    auto& contestant = contestants_[player];
    if (contestant == nullptr) {
      auto made = floor_.tournament().entrants[static_cast<std::size_t>(player)].make();
      if (!made) return made.error();
      contestant = *std::move(made);
      floor_.enter(contestant.get());
    }
    return contestant.get();
  }

  void send_away(int player) {
    floor_.leave(contestants_[player].get());
    contestants_[player].reset();
  }

  Floor& floor_;
  std::map<int, std::unique_ptr<protocol::Contestant>> contestants_;
};

}  // namespace

std::vector<std::string> Tournament::names() const {
  std::vector<std::string> list;
  for (const Entrant& entrant : entrants) list.push_back(entrant.name);
  return list;
}

WorkTime play(const Tournament& tournament, const std::set<int>& done, const OnGame& on_game,
              const std::atomic<bool>* stop) {
  Floor floor(tournament, done, on_game);
  std::vector<std::thread> threads;
  for (int i = 0; i < tournament.concurrency; ++i) {
    threads.emplace_back([&] { Table(floor).work(); });
  }
  // A signal handler may only set a flag: somebody has to look at it.
  constexpr auto kLook = std::chrono::milliseconds(20);
  while (stop != nullptr && floor.finished() < tournament.concurrency && !*stop) {
    std::this_thread::sleep_for(kLook);
  }
  if (stop != nullptr && *stop) floor.close();
  for (auto& thread : threads) thread.join();
  return floor.time();
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

#include "puzzles/miner.h"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "core/random.h"
#include "engine/player.h"
#include "games/symmetry.h"
#include "puzzles/grader.h"

namespace puzzles {

namespace {

constexpr int kRandomTurns = 6;
constexpr int kLowestPlayer = 1, kHighestPlayer = 4;  // levels
constexpr std::size_t kPlayerMegabytes = 2;
// Turns after a puzzle that belong to the same story.
constexpr int kApart = 6;
constexpr int kMostOfGame = 3;

void play_random_turns(games::History& history, int turns, core::Rng& rng) {
  for (int i = 0; i < turns; ++i) {
    do {
      if (history.outcome().over()) return;
      history.apply(history.position().random_action(rng));
    } while (!history.outcome().over() && !history.position().at_turn_start());
  }
}

core::Rng random_of(const PuzzleSet& set, int number) {
  return core::Rng(core::mix(set.seed) + static_cast<std::uint64_t>(number));
}

std::unique_ptr<engine::Player> player_by_chance(core::Rng& rng) {
  const int level = kLowestPlayer + static_cast<int>(rng.below(kHighestPlayer - kLowestPlayer + 1));
  return std::make_unique<engine::Player>(engine::PlayerSpec{.level = level}, rng.next(),
                                          kPlayerMegabytes);
}

void play_turn(games::History& history, engine::Player& player) {
  for (const auto action : player.think(history, {})) {
    if (!history.outcome().over()) history.apply(action);
  }
}

// The actions after which the book knows who wins.
std::vector<games::Action> ways_into(const games::Position& position,
                                     const engine::ProofBook& book) {
  std::vector<games::Action> ways;
  for (const auto action : position.legal_actions()) {
    auto after = position;
    after.apply(action);
    if (!after.outcome().over() && book.about(after).decided) ways.push_back(action);
  }
  return ways;
}

// The position without what was played before it.
games::Position bare(const games::Position& position) {
  return *games::Position::parse(position.game(), position.to_text(), position.options());
}

std::optional<Puzzle> puzzle_at(const games::Position& position, Judge& judge) {
  const auto answer = judge.promising(position);
  if (!answer || judge.confirm(position, *answer)) return std::nullopt;
  return Puzzle{position.to_text(), judge.line(position, *answer), 0};
}

// How many turns the solver's win takes, as far as the line shows it; 0 where it does not.
int turns_shown(const PuzzleSet& set, const Puzzle& puzzle) {
  auto position = *position_of(set, puzzle);
  for (const auto action : *actions_of(position, puzzle)) position.apply(action);
  return position.outcome().over() ? static_cast<int>(puzzle.line.size()) : 0;
}

// Takes the puzzles of games in their order: none twice, and not too many of a kind.
class Collector {
 public:
  Collector(PuzzleSet& set, const MinerSettings& settings)
      : set_(set), count_(settings.count), of_grade_(settings.of_grade) {
    for (Puzzle& puzzle : set.puzzles) {
      if (of_grade_ > 0 && puzzle.grade == 0) puzzle.grade = grade_of(set, puzzle);
      note(puzzle);
    }
  }

  bool full() const { return static_cast<int>(set_.puzzles.size()) >= count_; }
  void take(const Puzzle& puzzle) {
    if (full() || seen_.contains(games::symmetric_key(*position_of(set_, puzzle)))) return;
    const int turns = turns_shown(set_, puzzle);
    if (turns > 0 && of_turns_[turns] >= most(turns)) return;
    if (of_grade_ > 0 && graded_[puzzle.grade] >= of_grade_) return;
    set_.puzzles.push_back(puzzle);
    note(puzzle);
  }

 private:
  // A win at once is seen by everybody: few of them. No other length takes more than its share.
  int most(int turns) const { return std::max(1, turns == 1 ? count_ / 10 : count_ * 2 / 5); }
  void note(const Puzzle& puzzle) {
    seen_.insert(games::symmetric_key(*position_of(set_, puzzle)));
    ++of_turns_[turns_shown(set_, puzzle)];
    ++graded_[puzzle.grade];
  }

  PuzzleSet& set_;
  int count_, of_grade_;
  std::set<std::uint64_t> seen_;
  std::map<int, int> of_turns_, graded_;
};

// Games that threads look through, and what they found, by number.
class MiningThreads {
 public:
  MiningThreads(const PuzzleSet& set, const MinerSettings& settings, const std::atomic<bool>& stop)
      : source_(set), settings_(settings), stop_(stop), next_(set.games) {
    source_.puzzles.clear();
    end_ = set.records.empty() ? settings.games : static_cast<int>(settings.records.size());
    for (int i = 0; i < settings.threads; ++i) threads_.emplace_back([this] { work(); });
  }
  ~MiningThreads() {
    done_ = true;
    for (auto& thread : threads_) thread.join();
  }

  // What a game gave; nothing where there is no such game or it was stopped.
  std::optional<std::vector<Puzzle>> of_game(int number) {
    if (number >= end_) return std::nullopt;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return found_.contains(number); });
    auto found = std::move(found_[number]);
    found_.erase(number);
    if (stop_) return std::nullopt;
    return found;
  }

 private:
  void work() {
    Judge judge(settings_.patient);
    while (!done_) {
      const int number = next_++;
      if (number >= end_) return;
      auto found = puzzles_of(game(number), judge, [this] { return stop_ || done_; });
      if (settings_.of_grade > 0) {
        for (Puzzle& puzzle : found) puzzle.grade = grade_of(source_, puzzle);
      }
      const std::lock_guard lock(mutex_);
      found_[number] = std::move(found);
      changed_.notify_all();
    }
  }
  games::History game(int number) const {
    if (!source_.records.empty()) return settings_.records[static_cast<std::size_t>(number)];
    return source_.proofs ? proven_game(source_, number, *settings_.book)
                          : own_game(source_, number);
  }

  PuzzleSet source_;
  const MinerSettings& settings_;
  const std::atomic<bool>& stop_;
  int end_;
  std::atomic<int> next_;
  std::atomic<bool> done_{false};
  std::mutex mutex_;  // guards found_
  std::condition_variable changed_;
  std::map<int, std::vector<Puzzle>> found_;
  std::vector<std::thread> threads_;
};

}  // namespace

games::History own_game(const PuzzleSet& set, int number) {
  auto rng = random_of(set, number);
  games::History history(*games::Position::start(*set.game, set.options));
  play_random_turns(history, 1 + static_cast<int>(rng.below(kRandomTurns)), rng);
  std::vector<std::unique_ptr<engine::Player>> players;
  for (int i = 0; i < 2; ++i) players.push_back(player_by_chance(rng));
  while (!history.outcome().over()) {
    play_turn(history, *players[static_cast<std::size_t>(history.position().to_move())]);
  }
  return history;
}

games::History proven_game(const PuzzleSet& set, int number, const engine::ProofBook& book) {
  auto rng = random_of(set, number);
  games::History history(*games::Position::start(*set.game, set.options));
  const auto loser = player_by_chance(rng);
  while (!history.outcome().over()) {
    const auto& position = history.position();
    const auto known = book.about(position);
    if (known.decided && search::is_win(known.actions.front().value)) {
      history.apply(known.actions.front().action);
    } else if (known.decided) {
      play_turn(history, *loser);
    } else {
      const auto ways = ways_into(position, book);
      if (ways.empty()) {
        play_turn(history, *loser);
      } else {
        history.apply(ways[rng.below(static_cast<std::uint32_t>(ways.size()))]);
      }
    }
  }
  return history;
}

bool knows_beginnings(const PuzzleSet& set, const engine::ProofBook& book) {
  const auto start = *games::Position::start(*set.game, set.options);
  return book.about(start).decided || !ways_into(start, book).empty();
}

std::vector<Puzzle> puzzles_of(const games::History& game, Judge& judge,
                               const std::function<bool()>& stopped) {
  std::vector<Puzzle> found;
  games::Position position = game.initial();
  int turns_left_out = 0;
  for (const auto action : game.actions()) {
    if (position.outcome().over() || static_cast<int>(found.size()) >= kMostOfGame || stopped())
      break;
    if (position.at_turn_start() && turns_left_out-- <= 0) {
      if (auto puzzle = puzzle_at(bare(position), judge)) {
        found.push_back(*std::move(puzzle));
        turns_left_out = kApart;
      }
    }
    position.apply(action);
  }
  return found;
}

void mine(PuzzleSet& set, const MinerSettings& settings, const std::atomic<bool>& stop,
          const OnGame& on_game) {
  Collector collector(set, settings);
  if (collector.full()) return;
  MiningThreads miners(set, settings, stop);
  while (!collector.full()) {
    const auto found = miners.of_game(set.games);
    if (!found) return;
    for (const Puzzle& puzzle : *found) collector.take(puzzle);
    ++set.games;
    if (on_game) on_game(set);
  }
}

}  // namespace puzzles

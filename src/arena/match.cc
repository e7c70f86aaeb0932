#include "arena/match.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <thread>

#include "arena/openings.h"

namespace arena {

namespace {

constexpr std::size_t kHashMegabytes = 16;

// Each player's share of the point: the winner's, or split among those still in.
std::vector<double> points_of(const games::Position& position, const games::Outcome& outcome,
                              const std::vector<int>& seating) {
  std::vector<double> points(seating.size(), 0.0);
  std::vector<int> sharing;
  for (int seat = 0; seat < static_cast<int>(seating.size()); ++seat) {
    const bool shares = outcome.is_draw() ? !position.is_out(seat) : outcome.winner() == seat;
    if (shares) sharing.push_back(seat);
  }
  for (const int seat : sharing) {
    points[static_cast<std::size_t>(seating[static_cast<std::size_t>(seat)])] =
        1.0 / static_cast<double>(sharing.size());
  }
  return points;
}

class Table {
 public:
  explicit Table(const Setup& setup) : setup_(setup) {
    for (std::size_t i = 0; i < setup.players.size(); ++i) {
      players_.push_back(std::make_unique<engine::Player>(setup.players[i], 0, kHashMegabytes));
    }
  }

  GameResult play(int round, const std::vector<int>& seating) {
    games::History history = opening(round);
    for (std::size_t seat = 0; seat < seating.size(); ++seat) {
      auto& player = *players_[static_cast<std::size_t>(seating[seat])];
      player.set_seed(core::mix(setup_.seed ^ static_cast<std::uint64_t>(round) << 8 ^ seat));
      player.engine().forget();
    }
    GameResult result;
    while (!history.outcome().over()) {
      const auto seat = static_cast<std::size_t>(history.position().to_move());
      auto& player = *players_[static_cast<std::size_t>(seating[seat])];
      for (const auto action : player.think(history, setup_.budget)) {
        if (!history.outcome().over()) history.apply(action);
      }
      ++result.turns;
    }
    result.round = round;
    result.seating = seating;
    result.outcome = history.outcome();
    result.points = points_of(history.position(), result.outcome, seating);
    return result;
  }

 private:
  games::History opening(int round) const {
    if (!setup_.openings) {
      return games::History(*games::Position::start(*setup_.game, setup_.options));
    }
    const auto number = core::mix(setup_.seed) + static_cast<unsigned>(round);
    return balanced_opening(*setup_.game, setup_.options, number);
  }

  const Setup& setup_;
  std::vector<std::unique_ptr<engine::Player>> players_;
};

}  // namespace

std::vector<std::vector<int>> seatings(int n) {
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::vector<std::vector<int>> all;
  do {
    all.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return all;
}

std::vector<double> MatchResult::round_scores(int player) const {
  std::vector<double> points, played;
  for (const GameResult& game : games) {
    const auto round = static_cast<std::size_t>(game.round);
    if (points.size() <= round) {
      points.resize(round + 1);
      played.resize(round + 1);
    }
    points[round] += game.points[static_cast<std::size_t>(player)];
    played[round] += 1;
  }
  for (std::size_t i = 0; i < points.size(); ++i) points[i] /= std::max(1.0, played[i]);
  return points;
}

MatchResult play_match(const Setup& setup, const std::function<void(const GameResult&)>& on_game) {
  const auto orders = seatings(static_cast<int>(setup.players.size()));
  const int per_round = static_cast<int>(orders.size());
  const int rounds = (setup.games + per_round - 1) / per_round;
  MatchResult match;
  std::mutex mutex;
  std::atomic<int> next{0};
  const auto work = [&] {
    Table table(setup);
    for (int i = next++; i < rounds * per_round; i = next++) {
      GameResult result =
          table.play(i / per_round, orders[static_cast<std::size_t>(i % per_round)]);
      const std::lock_guard lock(mutex);
      if (on_game) on_game(result);
      match.games.push_back(std::move(result));
    }
  };
  std::vector<std::thread> workers;
  for (int i = 0; i < setup.concurrency; ++i) workers.emplace_back(work);
  for (auto& worker : workers) worker.join();
  return match;
}

}  // namespace arena

#include "arena/standings.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "arena/strength.h"
#include "arena/tournament.h"
#include "core/index.h"

namespace arena {

using core::at;
namespace {

void add(ThinkingTotals& sum, const ThinkingTotals& effort) {
  sum.turns += effort.turns;
  sum.milliseconds += effort.milliseconds;
  sum.turns_with_depth += effort.turns_with_depth;
  sum.depth += effort.depth;
}

void add_game(Standings& standings, const GameResult& game) {
  ++standings.games;
  standings.drawn += game.result == "draw";
  standings.adjudicated += game.ending == Ending::kAdjudicated;
  standings.turns += game.turns;
  standings.first_share += game.points[0];
  for (std::size_t seat = 0; seat < game.game.seating.size(); ++seat) {
    const int player = game.game.seating[seat];
    Standing& standing = standings.players[at(player)];
    ++standing.games;
    standing.won += game.points[seat] == 1;
    standing.lost += game.points[seat] == 0;
    standing.points += game.points[seat];
    add(standing.effort, game.efforts[seat]);
    for (const int other : game.game.seating) {
      if (other == player) continue;
      CrossCell& cell = standings.cross[at(player)][at(other)];
      ++cell.games;
      cell.points += game.points[seat];
    }
  }
}

void add_fault(Standings& standings, const GameResult& game) {
  const Fault& fault = *game.fault;
  const int player = game.game.seating[at(fault.seat)];
  for (FaultCount& known : standings.faults) {
    if (known.player != player || known.kind != fault.kind) continue;
    ++known.count;
    return;
  }
  standings.faults.push_back({player, fault.kind, 1, game.game.number, fault.words});
}

std::vector<Contest> contests_of(const std::vector<GameResult>& games, const Schedule& schedule) {
  std::vector<Contest> contests;
  for (const auto& pairing : schedule.pairings()) {
    contests.push_back({pairing, std::vector<double>(pairing.size(), 0.0), 0});
  }
  for (const GameResult& game : games) {
    Contest& contest = contests[at(game.game.pairing)];
    contest.games += 1;
    for (std::size_t i = 0; i < contest.players.size(); ++i) {
      contest.points[i] += game.points_of(contest.players[i]);
    }
  }
  return contests;
}

// Two players are compared by pairs of games, which know that openings favour somebody; more by
// one model of them all.
void rate(Standings& standings, const std::vector<GameResult>& games, const Schedule& schedule) {
  if (makes_pairs(standings.players.size(), schedule)) {
    for (Standing& standing : standings.players) {
      standing.elo = elo_of(standing.score.mean);
      standing.elo_low = elo_of(standing.score.low);
      standing.elo_high = elo_of(standing.score.high);
    }
    return;
  }
  const auto strengths =
      strengths_of(static_cast<int>(standings.players.size()), contests_of(games, schedule));
  standings.with_prior = strengths.with_prior;
  for (std::size_t i = 0; i < standings.players.size(); ++i) {
    const auto [elo, error] = strengths.players[i];
    standings.players[i].elo = elo;
    standings.players[i].elo_low = elo - error;
    standings.players[i].elo_high = elo + error;
  }
}

}  // namespace

void PairCounter::add(const GameResult& game) {
  const int group = schedule_->group_of(game.game.number);
  const auto half = half_.find(group);
  if (half == half_.end()) {
    half_[group] = game.points_of(0);
    return;
  }
  const double share = (half->second + game.points_of(0)) / 2;
  half_.erase(half);
  for (std::size_t i = 0; i < pairs_.size(); ++i) pairs_[i] += pentanomial_of({share})[i];
}

bool makes_pairs(std::size_t players, const Schedule& schedule) {
  return players == 2 && schedule.group_size() == 2;
}

Standings standings_of(const std::vector<GameResult>& games, const Schedule& schedule,
                       const std::vector<std::string>& names) {
  Standings standings;
  standings.players.resize(names.size());
  standings.cross.assign(names.size(), std::vector<CrossCell>(names.size()));
  for (const GameResult& game : games) {
    add_game(standings, game);
    if (game.fault) add_fault(standings, game);
  }
  const double seats = static_cast<double>(schedule.pairings()[0].size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    Standing& standing = standings.players[i];
    standing.name = names[i];
    standing.drawn = standing.games - standing.won - standing.lost;
    const auto rounds = group_scores(games, schedule, static_cast<int>(i));
    standing.score = score_of(rounds);
    // Before the first group is complete the games alone must do.
    if (rounds.empty() && standing.games > 0)
      standing.score.mean = standing.points / standing.games;
    standing.superiority = superiority(rounds, 1 / seats);
    if (i == 0 && makes_pairs(names.size(), schedule)) standings.pairs = pentanomial_of(rounds);
  }
  rate(standings, games, schedule);
  const double n = std::max(1, standings.games);
  standings.turns /= n;
  standings.first_share /= n;
  standings.ranking.resize(names.size());
  std::iota(standings.ranking.begin(), standings.ranking.end(), 0);
  std::sort(standings.ranking.begin(), standings.ranking.end(), [&](int a, int b) {
    const Standing &left = standings.players[at(a)], &right = standings.players[at(b)];
    if (left.elo != right.elo) return left.elo > right.elo;
    return left.points != right.points ? left.points > right.points : a < b;
  });
  return standings;
}

}  // namespace arena

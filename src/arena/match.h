// A match: every opening is played once in every seating of the players.
#pragma once

#include <functional>
#include <vector>

#include "engine/player.h"

namespace arena {

struct Setup {
  const games::GameInfo* game = nullptr;
  games::OptionMap options;
  std::vector<engine::Who> players;  // as many as the game has seats
  int games = 100;                   // rounded up to whole rounds of seatings
  engine::Budget budget;             // a turn
  int concurrency = 1;
  std::uint64_t seed = 0;
  bool openings = true;  // else every game begins at the start
};

struct GameResult {
  int round = 0;             // the opening
  std::vector<int> seating;  // seat → player
  games::Outcome outcome = games::Outcome::running();
  int turns = 0;
  std::vector<double> points;  // of each player: 1 for a win, a share of a draw
};

struct MatchResult {
  std::vector<GameResult> games;
  // The points of one player in each round, as shares of what there was to win.
  std::vector<double> round_scores(int player) const;
};

// Every way to seat n players, the given order first.
std::vector<std::vector<int>> seatings(int n);

// Plays it all; `on_game` is called after each game, by one thread at a time.
MatchResult play_match(const Setup& setup,
                       const std::function<void(const GameResult&)>& on_game = {});

}  // namespace arena

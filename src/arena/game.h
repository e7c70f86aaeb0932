// One game between contestants: clocks, faults, adjudication.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "arena/result.h"
#include "protocol/contestant.h"

namespace arena {

struct ClockSetting {
  engine::Milliseconds initial{};
  engine::Milliseconds increment{};
};

// What every game of a tournament is played under.
struct Conditions {
  engine::Budget budget;              // a turn
  std::optional<ClockSetting> clock;  // for each seat and game
  // A turn that takes longer than its time, or than what the clock has left, by more than this
  // loses. Nothing: nobody loses on time.
  std::optional<engine::Milliseconds> margin;
  bool adjudicate = false;
};

struct PlayedGame {
  GameResult result;  // without `game`
  games::Record record;
};

// Plays from the history on; contestants by seat, in a new game. Nothing where `abandoned` became
// true meanwhile (whoever sets it stops the contestants as well).
std::optional<PlayedGame> play_game(games::History history,
                                    const std::vector<protocol::Contestant*>& seats,
                                    const Conditions& conditions,
                                    const std::atomic<bool>& abandoned);

// A game that ended before its first turn because a player was not there.
PlayedGame forfeited_game(const games::History& history, int seat, const text::Error& error);

}  // namespace arena

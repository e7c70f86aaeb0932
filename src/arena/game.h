// One game between players: clocks, faults, adjudication.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "arena/result.h"
#include "core/time_source.h"
#include "engine/clock_setting.h"
#include "protocol/match_player.h"

namespace arena {

using engine::ClockSetting;

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

// Plays from the start on, whose turns are the opening; players by seat, in a new game. Nothing
// where `abandoned` became true meanwhile (whoever sets it stops the players as well). The time
// they take is that of `time`.
std::optional<PlayedGame> play_game(const games::History& start,
                                    const std::vector<protocol::MatchPlayer*>& seats,
                                    const Conditions& conditions,
                                    const std::atomic<bool>& abandoned,
                                    core::TimeSource& time = core::steady_time());

// A game that ended before its first turn because a player was not there.
PlayedGame forfeited_game(const games::History& start, int seat, const text::Error& error);

}  // namespace arena

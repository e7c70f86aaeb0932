// The players of one thread. They stay from game to game; one who was at fault is sent away, so
// that the next game begins with a new one.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "arena/tournament.h"

namespace arena {

class PlayerSet {
 public:
  // The tournament must outlive it.
  explicit PlayerSet(const Tournament& tournament) : tournament_(tournament) {}

  struct Absent {
    int seat = 0;
    text::Error error;
  };
  // Brings everybody who plays the game; says who cannot be had.
  std::optional<Absent> call(const ScheduledGame& game);

  // Plays the game, whose result is then also in its record. Nothing where `abandoned` became true
  // meanwhile. REQUIRES: call() missed nobody.
  std::optional<PlayedGame> play(const ScheduledGame& game, const games::History& opening,
                                 const std::atomic<bool>& abandoned);

  // Those who think answer soon, now and for ever. From any thread.
  void stop();

 private:
  std::optional<text::Error> bring(int player);
  void send_away(int player);

  const Tournament& tournament_;
  std::mutex mutex_;  // guards what follows against stop(); nobody else changes it
  std::map<int, std::unique_ptr<protocol::MatchPlayer>> players_;
  bool stopped_ = false;
};

// A game whose players could not all be had, with its result in its record.
PlayedGame forfeited(const Tournament& tournament, const ScheduledGame& game,
                     const games::History& opening, const PlayerSet::Absent& absent);

}  // namespace arena

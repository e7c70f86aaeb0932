// Plays a schedule on workers elsewhere: each game is a job, its number in the schedule the number
// of the job. What the jobs say: the batch's payload is the tournament's settings (see archive.h),
// a job's the opening, its result the record of the game.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "arena/tournament.h"
#include "jobs/queue.h"

namespace arena {

struct OnWorkers {
  jobs::Batch batch;
  // What a worker must offer to play a game.
  std::function<std::vector<std::string>(const ScheduledGame&)> needs;
  // Called after each game, in the order of the schedule whatever came first: so a test that ends
  // the tournament ends it where it would have ended with one game at a time. False ends it.
  OnGame on_game;
  // A game that no worker could finish; it is left out.
  std::function<void(const jobs::Outcome&)> on_set_aside;
  std::function<void(const jobs::Progress&)> on_progress;  // now and then
  // The queue cannot be reached and is tried again; once for each time it went away.
  std::function<void(const text::Error&)> on_trouble;
};

// Has the games played whose numbers are not in `done`, and forgets the batch in the end. `stop`
// may become true at any time. An error says that a result cannot be read.
std::optional<text::Error> play_on_workers(jobs::Queue& queue, const Tournament& tournament,
                                           const std::set<int>& done, const OnWorkers& work,
                                           const std::atomic<bool>& stop);

}  // namespace arena

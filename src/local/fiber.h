// Threads of a program that has only one: each runs on a stack of its own until it waits, and goes
// on where it stood (a fiber). The stacks are left and entered again by what binaryen's Asyncify
// writes into the functions that may stand on them when somebody waits.
//
// Nothing here is thread-safe; there is one thread.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "local/locks.h"

namespace local {

using FiberClock = std::chrono::steady_clock;

class Fiber;

// A fiber that does this. It begins at the next run_fibers().
Fiber* start_fiber(std::function<void()> work);

// The one that runs now; nullptr outside of all.
Fiber* this_fiber();

// Lets others run; goes on at the next run_fibers() at the earliest.
// REQUIRES: on a fiber.
void pause_fiber();
// Until wake_fiber() or that time. REQUIRES: on a fiber.
void sleep_fiber(std::optional<FiberClock::time_point> until);
void wake_fiber(Fiber* fiber);

// When those that work long should pause.
bool is_slice_over();
// Runs all that can go on, one after the other, for about so long. When it wants to be called
// again: now, then, or when something comes.
struct NextRun {
  bool at_once = false;
  std::optional<FiberClock::time_point> at;
};
NextRun run_fibers(std::chrono::milliseconds time);

}  // namespace local

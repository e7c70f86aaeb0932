// A game's one registration for wide playouts.
#pragma once

#include "games/game.h"
#include "wide/lanes.h"

namespace wide {

// A game that has a wide way specialises this, in a header that wide/playouts.cc includes. All
// others are played by their State, one game after the other.
//   fits     whether games from this position can be played so (it depends on the options alone)
//   play     plays the work from a position that fits and is not over
//   action   what a recorded word means
template <class State>
struct Way {
  static bool fits(const State&) { return false; }
  static void play(const State&, Instructions, bool, Work&) {}
  static games::Action action(const State&, std::uint64_t) { return {}; }
};

}  // namespace wide

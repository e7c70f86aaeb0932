// Wide playouts of Yavalath, for two and three players, on boards of at most 61 cells.
#pragma once

#include "games/yavalath/yavalath.h"
#include "wide/way.h"

namespace wide {

template <>
struct Way<games::yavalath::State> {
  using State = games::yavalath::State;
  // Size 6 has more cells than a lane has bits.
  static bool fits(const State& start) { return start.options().size <= 5; }
  static void play(const State& start, Instructions instructions, bool recorded, Work& work);
  static games::Action action(const State& start, std::uint64_t word);
};

}  // namespace wide

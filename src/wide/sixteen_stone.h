// Wide playouts of Sixteen Stone on 5×5, with either way of capturing.
#pragma once

#include "games/sixteen_stone/sixteen_stone.h"
#include "wide/way.h"

namespace wide {

template <>
struct Way<games::sixteen_stone::State> {
  using State = games::sixteen_stone::State;
  static bool fits(const State& start) { return start.options().size == 5; }
  static void play(const State& start, Instructions instructions, bool recorded, Work& work);
  static games::Action action(const State& start, std::uint64_t word);
};

}  // namespace wide

// A fixed piece of search: how fast it is, and whether it is still the same search.
#pragma once

#include <cstdint>

#include "games/list.h"

namespace engine {

// The nodes of fixed searches (one thread, fixed positions and nodes a search). How a search spends
// its nodes depends on every evaluation and every order of actions, so the lines it finds are mixed
// into `signature`; the same on every build and machine until the search changes.
struct SearchBench {
  std::uint64_t nodes = 0;
  std::uint64_t signature = 0;
};

SearchBench bench_search(const games::GameInfo& game);

}  // namespace engine

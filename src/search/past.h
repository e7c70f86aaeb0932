// What was played before the root of a search, for draws that follow from the history.
#pragma once

#include <cstdint>
#include <vector>

namespace search {

// The hashes at the starts of turns, oldest first (the root's included where it starts a turn), and
// how many quiet turns there were in a row.
struct Past {
  std::vector<std::uint64_t> turn_starts;
  int quiet_turns = 0;
};

}  // namespace search

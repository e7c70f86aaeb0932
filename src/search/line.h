// What a search found: the best actions one after the other, and what they are worth.
#pragma once

#include <cstdint>
#include <vector>

#include "games/action.h"
#include "search/value.h"

namespace search {

struct Line {
  Value value = 0;
  int depth = 0;
  int selective_depth = 0;
  std::uint64_t nodes = 0;  // of the whole search up to this line
  std::vector<games::Action> actions;
  std::uint64_t action_nodes = 0;  // nodes behind its first action alone
};

}  // namespace search

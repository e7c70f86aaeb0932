// The lines of a search from one round of deepening to the next.
#pragma once

#include <functional>
#include <vector>

#include "search/line.h"

namespace search {

// Does a proven value at the root hold whatever a later round says?
using IsSure = std::function<bool(Value)>;

// The new lines, then those of the round before that start with other actions, no more than
// `lines`. What was proven stays, though the new round has not come to it: the table may have
// forgotten what it rests on. REQUIRES: `before` is not empty.
std::vector<Line> merged(std::vector<Line> found, const std::vector<Line>& before, int lines,
                         const IsSure& is_sure);

}  // namespace search

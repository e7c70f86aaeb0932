// A number for the rules that a game is played by.
#pragma once

#include <cstdint>

#include "games/options.h"

namespace search {

// 0 for the default rules, another number for others. A position's hash tells nothing of them, so
// whoever keeps positions of different rules together adds it.
std::uint64_t rules_key(const games::OptionMap& options,
                        const std::vector<games::OptionSpec>& specs);

}  // namespace search

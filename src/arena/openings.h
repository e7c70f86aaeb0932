// Openings for matches: a few random turns after which neither side stands better.
#pragma once

#include "games/history.h"

namespace arena {

// The opening with this number; the same number always gives the same opening.
// REQUIRES: the game accepts the options.
games::History balanced_opening(const games::GameInfo& game, const games::OptionMap& options,
                                std::uint64_t number);

}  // namespace arena

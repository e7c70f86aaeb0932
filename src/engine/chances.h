// What a search value means: how often such positions are won between equal players.
#pragma once

#include <array>
#include <string_view>

#include "games/position.h"
#include "search/value.h"

namespace engine {

// Values by a net and values by terms mean different things. Where a game has no net, both are by
// terms.
enum class ValueSource { kNet, kTerms };

// What values of searches from this position are by, where nets are allowed.
ValueSource source_of(const games::Position& position, bool net);

// By the calibration in force.
double chance_to_win(std::string_view game, search::Value value,
                     ValueSource source = ValueSource::kNet);

// The same for each of two players.
std::array<double, 3> chances_of_two(std::string_view game, search::Value value, int mover,
                                     ValueSource source = ValueSource::kNet);

}  // namespace engine

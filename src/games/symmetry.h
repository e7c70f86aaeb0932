// Positions and turns up to the symmetries of the board: what was played in one of several images
// of a position was played in all of them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "games/position.h"

namespace games {

// The same number for a position and its symmetric images, another one for every game and for all
// options in force. Stores keep it: it must never change.
std::uint64_t symmetric_key(const Position& position);

// The same number for a state and its symmetric images, whatever the options.
std::uint64_t symmetric_hash(const AnyState& state);

// A turn as it is spelt on the canonical image of the position: that with the smallest hash.
// REQUIRES: the actions are legal there, one after the other.
std::string canonical_turn(const Position& position, const std::vector<Action>& actions);

// What becomes of some actions under each of the symmetries that leave the position as it is, the
// actions themselves first: turns that are one up to symmetry.
// REQUIRES: the actions are legal there, one after the other.
std::vector<std::vector<Action>> symmetric_actions(const Position& position,
                                                   const std::vector<Action>& actions);

// A turn of the canonical image as it is spelt on `position` itself: one of those that lead to the
// same position up to symmetry. An error where it is not legal there.
Parsed<std::vector<Action>> turn_from_canonical(const Position& position, std::string_view text);

}  // namespace games

// Turns in words: "moves three stones from b2 two cells north-east and captures two".
//
// Made from what States trace, so every game has them and none brings anything for them. A sentence
// has no subject: whoever shows it knows who played. Costs a few microseconds an action.
#pragma once

#include <span>
#include <vector>

#include "games/position.h"

namespace games {

// What some actions of one turn do, the whole of it or a part. `scene` may be of any position of
// the game with these options. REQUIRES: at least one action, legal one after the other.
text::Phrase turn_words(const AnyState& before, std::span<const Action> actions,
                        const Scene& scene);
text::Phrase turn_words(const Position& before, std::span<const Action> actions);

// The same for a line of several turns: one sentence for each text of line_texts().
std::vector<text::Phrase> line_words(const Position& position, std::span<const Action> actions);

}  // namespace games

// Why a turn was bad and what is good about the better one: what the game itself says
// (registry/reasons.h), what holds for any game, and the choice of the few that are said.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engine/analysis.h"
#include "registry/reasons.h"
#include "study/review.h"

namespace study {

// Everything that can be said of a turn, what weighs most first. `before` is what is known of the
// position before it, whose line begins with the better turn; `after` of the position behind it.
// REQUIRES: `played` are legal actions from `position`, which is at the start of a turn.
registry::Reasons all_reasons(const games::Position& position,
                              const std::vector<games::Action>& played, const Assessment& before,
                              const Assessment& after);

// Those that a person is told: at most two against the turn played and one for the better one, or
// two where nothing speaks against; a sentence each.
std::vector<SpokenReason> reasons_of(const games::Position& position,
                                     const std::vector<games::Action>& played,
                                     const Assessment& before, const Assessment& after);

// "e5 allows a four on d4".
std::string sentence_of(const SpokenReason& reason, text::Language language);

// The sentences with their cells, for programs; docs/api.md lists the keys.
nlohmann::ordered_json to_json(const std::vector<SpokenReason>& reasons, text::Language language);

// The last turn of a game, and the game before it.
struct LastTurn {
  games::History before;
  std::vector<games::Action> actions;
};
// Nothing where none was played, or the last one is not whole.
std::optional<LastTurn> last_turn(const games::History& history);

// Why that turn was worse than the line `instead`, with what an analysis of the position behind it
// found. REQUIRES: `instead` can be played before that turn.
std::vector<SpokenReason> reasons_of(const LastTurn& last,
                                     const std::vector<games::Action>& instead,
                                     const engine::Analysis& after);

}  // namespace study

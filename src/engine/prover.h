// Wins that nothing can stop, found by proof-number search: in late positions it sees far beyond
// what alpha-beta reaches, because it follows the lines with the fewest replies.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>

#include "games/history.h"
#include "search/limits.h"

namespace engine {

inline constexpr std::size_t kProverMegabytes = 32;

struct ProvenWin {
  int player = 0;  // who wins
  int turns = 0;   // of both players, at most
  // What the player to move should do. The winner's action wins; the loser's is any.
  games::Action action;
};

// What the winner does in a position; see search::StrategyWalk.
using OnStrategy =
    std::function<void(const games::AnyState& state, games::Action action, int turns)>;

// Does the player to move win, whatever the opponent does? Nothing where that is not found, or
// where a draw by the history of the game could come before. Finds nothing for three players. The
// strategy is told where somebody wants to hear it. It remembers in so many megabytes.
std::optional<ProvenWin> prove_win(const games::History& history, const search::Limits& limits,
                                   const OnStrategy& on_strategy = {},
                                   std::size_t megabytes = kProverMegabytes);

}  // namespace engine

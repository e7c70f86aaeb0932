#include "eval/yavalath_policy.h"

#include "eval/yavalath.h"

namespace eval {

using games::Action;
using games::yavalath::Board;
using games::yavalath::four_makers;
using State = games::yavalath::State;

namespace {

Action place(int cell) { return Action{static_cast<std::uint32_t>(cell)}; }

// The player before the mover among those still in: the last to answer what the mover does.
int player_before(const State& state) {
  const int players = state.player_count();
  int player = state.to_move();
  do {
    player = (player + players - 1) % players;
  } while (state.is_out(player));
  return player;
}

bool three_are_in(const State& state) {
  return state.player_count() == 3 && !state.is_out(0) && !state.is_out(1) && !state.is_out(2);
}

// The cells that make sense.
Board sensible_cells(const State& state) {
  const Board& own = state.stones(state.to_move());
  const Board allowed = state.allowed_cells();
  const Board wins = allowed & four_makers(own);
  if (wins.any()) return Board::single(wins.first());
  const Board safe = allowed & ~yavalath::three_makers(own);
  if (safe.none()) return allowed;
  // With two players left nobody else stops the opponent's four. With three in, the duty to block
  // the next player is in `allowed`, and the next player has to block the one after him: only two
  // fours at once need help.
  const Board fours = allowed & four_makers(state.stones(player_before(state)));
  const bool urgent = three_are_in(state) ? fours.count() == 2 : fours.any();
  return urgent && (fours & safe).any() ? fours & safe : safe;
}

}  // namespace

void YavalathPolicy::select(const State& state, games::ActionList<State>& list) const {
  const Board wanted = sensible_cells(state);
  list.filter([&](Action action) {
    return action == State::kSwap || wanted.test(static_cast<int>(action.code));
  });
}

void YavalathPolicy::rank(const State& state, const games::ActionList<State>& list,
                          Ranks& ranks) const {
  const int mover = state.to_move();
  const Board empty = state.empty();
  const Board own = yavalath::threat_makers(state.stones(mover), empty);
  Board others;
  for (int player = 0; player < state.player_count(); ++player) {
    if (player == mover || state.is_out(player)) continue;
    others |= yavalath::threat_makers(state.stones(player), empty);
  }
  ranks.clear();
  for (const Action action : list) {
    if (action == State::kSwap) {
      ranks.push_back(500);
      continue;
    }
    const int cell = static_cast<int>(action.code);
    const int distance = games::yavalath::distance_from_centre(cell, state.options().size);
    ranks.push_back((own.test(cell) ? 200 : 0) + (others.test(cell) ? 80 : 0) + 70 - 10 * distance);
  }
}

Action YavalathPolicy::playout_action(const State& state, core::Rng& rng) const {
  const Board cells = sensible_cells(state);
  if (state.may_swap() && rng.below(2) == 0) return State::kSwap;
  const int count = cells.count();
  if (count == 1) return place(cells.first());
  const Board threats =
      cells & yavalath::threat_makers(state.stones(state.to_move()), state.empty());
  if (threats.any() && rng.below(4) == 0) {
    return place(
        threats.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(threats.count())))));
  }
  return place(cells.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(count)))));
}

}  // namespace eval

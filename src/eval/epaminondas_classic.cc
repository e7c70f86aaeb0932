#include "eval/epaminondas_classic.h"

#include <algorithm>
#include <compare>

#include "eval/best.h"
#include "eval/epaminondas.h"

namespace eval::epaminondas_classic {

namespace {

constexpr int kEnemyStone = -30, kEnPrise = -25, kOpenToCrossing = -40;
constexpr int kLink = 2, kAdvance = 1;

enum class Prospect { kLost, kOpen, kWon };

struct Score {
  Prospect prospect = Prospect::kLost;
  int points = 0;
  friend auto operator<=>(const Score&, const Score&) = default;
};

using Replies = games::ActionList<State>;

State after(State state, Action action) {
  state.apply(action);
  return state;
}

// The player has crossed, and no reply of the opponent evens it out.
bool has_won_by_crossing(const State& state, const Replies& replies, int player) {
  if (state.crossed(player) <= state.crossed(1 - player)) return false;
  return std::all_of(replies.begin(), replies.end(), [&](Action reply) {
    return after(state, reply).outcome().winner() == player;
  });
}

// The most stones that one reply captures.
int en_prise(const State& state, const Replies& replies, int player) {
  const int stones = state.stones(player).count();
  int most = 0;
  for (const Action reply : replies) {
    if (!state.is_capture(reply)) continue;
    most = std::max(most, stones - after(state, reply).stones(player).count());
  }
  return most;
}

int points(const State& state, const Replies& replies, int player) {
  const bool open_to_crossing = std::any_of(replies.begin(), replies.end(), [&](Action reply) {
    return epaminondas::crosses(state, reply);
  });
  return kEnemyStone * state.stones(1 - player).count() +
         kEnPrise * en_prise(state, replies, player) + (open_to_crossing ? kOpenToCrossing : 0) +
         kLink * epaminondas::links(state.stones(player)) +
         kAdvance * epaminondas::advance(state, player);
}

Score score(const State& result, int player) {
  if (result.outcome().over()) {
    return {result.outcome().winner() == player ? Prospect::kWon : Prospect::kLost};
  }
  Replies replies;
  result.legal_actions(replies);
  if (has_won_by_crossing(result, replies, player)) return {Prospect::kWon};
  return {Prospect::kOpen, points(result, replies, player)};
}

}  // namespace

std::vector<Action> best_actions(const State& state) {
  games::ActionList<State> list;
  state.legal_actions(list);
  return best_of(list, [&](Action action) { return score(after(state, action), state.to_move()); });
}

Action choose(const State& state, core::Rng& rng) { return pick(best_actions(state), rng); }

}  // namespace eval::epaminondas_classic

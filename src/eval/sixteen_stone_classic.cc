#include "eval/sixteen_stone_classic.h"

#include <algorithm>
#include <compare>

#include "eval/best.h"
#include "eval/sixteen_stone.h"

namespace eval::sixteen_stone_classic {

using games::sixteen_stone::Kind;
using games::sixteen_stone::kStride;

namespace {

constexpr int kStone = 40, kPoolStone = 16, kEdge = -2, kLink = 1, kFar = -1;
// The opponent is next to take, so an own stone in danger weighs more than an enemy's.
constexpr int kInDanger = -12, kEnemyInDanger = 4;
constexpr int kWin = 10'000, kNever = -10'000;

struct Score {
  int gain = kNever;
  bool is_end = false;  // rather ends the turn than plays on for nothing
  friend auto operator<=>(const Score&, const Score&) = default;
};

// A set and the cells next to it.
Board widened(const Board& set) {
  Board wide = set;
  core::for_each_direction([&]<int D>() { wide |= set.shifted<core::step(D, kStride)>(); });
  return wide;
}

// The steps from every stone of the player to the nearest enemy stone, all together.
// REQUIRES: the enemy has a stone.
int steps_to_enemy(const State& state, int player) {
  Board near = state.stones(1 - player), far = state.stones(player);
  int steps = 0;
  while (far.any()) {
    steps += far.count();
    near = widened(near) & state.cells();
    far &= ~near;
  }
  return steps;
}

int in_danger(const State& state, int player) {
  // Every capture costs the opponent a stone from the pool; a push costs nothing.
  return std::min(surroundable(state, player).count(), state.pool(1 - player)) +
         pushable_off(state, player).count();
}

int side_value(const State& state, int player) {
  const Board& stones = state.stones(player);
  return kStone * stones.count() + kPoolStone * state.pool(player) +
         kEdge * sixteen_stone::edges(stones, state.options().size) +
         kLink * sixteen_stone::links(stones);
}

int value(const State& state, int player) {
  if (state.outcome().winner() == player) return kWin;
  const int sum = side_value(state, player) - side_value(state, 1 - player) +
                  kInDanger * in_danger(state, player) +
                  kEnemyInDanger * in_danger(state, 1 - player);
  return state.placing() ? sum : sum + kFar * steps_to_enemy(state, player);
}

State after(State state, Action action) {
  state.apply(action);
  return state;
}

// The value of the best extra action that takes a stone off the board, or kNever.
int best_taking(const State& state, int player) {
  games::ActionList<State> list;
  state.legal_actions(list);
  int best = kNever;
  for (const Action action : list) {
    if (!state.resets_quiet_turns(action)) continue;
    best = std::max(best, value(after(state, action), player));
  }
  return best;
}

}  // namespace

Board surroundable(const State& state, int player) {
  const Board &stones = state.stones(player), &enemy = state.stones(1 - player);
  const Board reach = widened(enemy) & state.empty();
  Board found;
  core::for_each_direction([&]<int D>() {
    constexpr int kStep = core::step(D, kStride);
    found |= stones & enemy.shifted<kStep>() & reach.shifted<-kStep>();
  });
  return found;
}

Board pushable_off(const State& state, int player) {
  const Board& enemy = state.stones(1 - player);
  Board found;
  core::for_each_direction([&]<int D>() {
    constexpr int kStep = core::step(D, kStride);
    const Board edge = ~state.cells().shifted<-kStep>();
    const Board pushers = enemy & enemy.shifted<kStep>();
    found |= state.stones(player) & edge & pushers.shifted<kStep>();
  });
  return found;
}

std::vector<Action> best_actions(const State& state) {
  const int player = state.to_move(), before = value(state, player);
  games::ActionList<State> list;
  state.legal_actions(list);
  return best_of(list, [&](Action action) -> Score {
    const State result = after(state, action);
    const bool sacrifice = State::kind_of(action) == Kind::kSacrifice;
    const int reached = sacrifice ? best_taking(result, player) : value(result, player);
    return {reached - before, State::kind_of(action) == Kind::kEnd};
  });
}

Action choose(const State& state, core::Rng& rng) { return pick(best_actions(state), rng); }

}  // namespace eval::sixteen_stone_classic

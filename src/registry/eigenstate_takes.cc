#include "registry/eigenstate_takes.h"

#include <algorithm>

#include "core/stable_order.h"

namespace registry::eigenstate {

using games::Action;
using games::ActionList;
using games::eigenstate::kAllPegs;
using games::eigenstate::Pegs;
using games::eigenstate::Phase;
using games::eigenstate::target_of;

namespace {

std::vector<Action> legal(const State& state) {
  ActionList<State> list;
  state.legal_actions(list);
  return {list.begin(), list.end()};
}

bool is_capture(const State& state, Action action) {
  return !State::is_peg(action) &&
         state.owner(target_of(State::cell_of(action), State::hole_of(action))) ==
             1 - state.to_move();
}

// The position with the turn of its player brought to an end by pegs that do not end the game.
State pegs_set(State state) {
  const int player = state.to_move();
  while (!state.outcome().over() && state.to_move() == player && state.phase() != Phase::kMove) {
    State next = state;
    for (const Action action : legal(state)) {
      next = games::after(state, action);
      if (!next.outcome().over()) break;
    }
    state = next;
  }
  return state;
}

// The pieces of the player to move that can go to a cell.
std::vector<int> reaching(const State& state, int cell) {
  std::vector<int> found;
  if (state.phase() != Phase::kMove) return found;
  for (const Action action : legal(state)) {
    const int from = State::cell_of(action);
    if (target_of(from, State::hole_of(action)) == cell) found.push_back(from);
  }
  return found;
}

Take take_by(const State& state, Action action) {
  const int player = state.to_move(), from = State::cell_of(action);
  const int to = target_of(from, State::hole_of(action));
  Take take{from, to, pegs_of(state, from), pegs_of(state, to), false, {}};
  const State next = pegs_set(games::after(state, action));
  take.wins = next.outcome().winner() == player;
  if (!next.outcome().over() && next.to_move() != player) take.back = reaching(next, to);
  return take;
}

// The holes that a piece lacks are set, as far as the turn allows. Does that win?
bool fills(State state, int cell) {
  const int player = state.to_move();
  for (Pegs left = kAllPegs & ~state.pegs(cell); left != 0; left &= left - 1) {
    if (state.outcome().over() || state.to_move() != player || state.phase() == Phase::kMove) {
      break;
    }
    state.apply(State::make_action(true, cell, std::countr_zero(left)));
  }
  return state.outcome().winner() == player && state.pegs(cell) == kAllPegs;
}

}  // namespace

std::vector<Take> takes(const State& state, int player) {
  std::vector<Take> found;
  if (state.to_move() != player || state.phase() != Phase::kMove) return found;
  for (const Action action : legal(state)) {
    if (is_capture(state, action)) found.push_back(take_by(state, action));
  }
  core::stable_order(found, [](const Take& a, const Take& b) { return a.pegs < b.pegs; });
  return found;
}

int filling(const State& state, int player) {
  const auto filled_after = [](const State& at) {
    for (std::uint64_t left = at.pieces(at.to_move()); left != 0; left &= left - 1) {
      const int cell = std::countr_zero(left);
      if (at.pegs(cell) != kAllPegs && fills(at, cell)) return cell;
    }
    return -1;
  };
  if (state.outcome().over() || state.to_move() != player) return -1;
  if (state.phase() != Phase::kMove) return filled_after(state);
  for (const Action action : legal(state)) {
    const State next = games::after(state, action);
    if (next.outcome().over() || next.to_move() != state.to_move()) continue;
    const int from = State::cell_of(action), to = target_of(from, State::hole_of(action));
    if (const int cell = filled_after(next); cell >= 0) return cell == to ? from : cell;
  }
  return -1;
}

bool can_attack(const State& state, const std::vector<int>& cells) {
  using games::eigenstate::targets_of;
  const int player = state.to_move();
  if (state.outcome().over() || state.phase() != Phase::kMove) return false;
  for (const Action action : legal(state)) {
    const State next = games::after(state, action);
    if (next.outcome().over() || next.to_move() != player) continue;
    const bool all_stand = std::all_of(cells.begin(), cells.end(),
                                       [&](int cell) { return next.owner(cell) == 1 - player; });
    if (!all_stand) continue;
    std::uint64_t dangerous = 0;
    core::for_each_bit(next.pieces(1 - player),
                       [&](int cell) { dangerous |= targets_of(cell, next.pegs(cell)); });
    for (std::uint64_t left = next.pieces(player) & ~dangerous; left != 0; left &= left - 1) {
      const int from = std::countr_zero(left);
      const auto now = targets_of(from, next.pegs(from)), ever = targets_of(from, kAllPegs);
      int lacking = 0;
      const bool in_reach = std::all_of(cells.begin(), cells.end(), [&](int cell) {
        lacking += !((now >> cell) & 1);
        return ((ever >> cell) & 1) != 0;
      });
      if (in_reach && lacking <= 2) return true;
    }
  }
  return false;
}

State turned(const State& state) {
  const std::string text = state.to_text();
  const auto phase = text.rfind(' ');
  const std::string other = state.to_move() == 0 ? "2 m" : "1 m";
  return *State::parse(text.substr(0, phase - 1) + other, state.options());
}

}  // namespace registry::eigenstate

#include "games/yavalath/yavalath.h"

namespace games::yavalath {

using text::Message;

State State::start(const Options& options) {
  State state(options);
  state.hash_ = state.recomputed_hash();
  return state;
}

void State::legal_actions(ActionList<State>& list) const {
  list.clear();
  allowed_cells().for_each(
      [&](int cell) { list.push_back(Action{static_cast<std::uint32_t>(cell)}); });
  if (may_swap()) list.push_back(kSwap);
}

int State::count_actions() const { return allowed_cells().count() + (may_swap() ? 1 : 0); }

// Rule 3 for two players, rule 6 for three: a three without a four.
void State::eliminate(int player) {
  if (options_.players == 2) {
    outcome_ = Outcome::won_by(1 - player, Message::kReasonThree);
    return;
  }
  out_ |= static_cast<std::uint8_t>(1 << player);
  hash_ ^= detail::kOutKeys[player];
  const int survivor = next_player(player);
  if (next_player(survivor) == survivor) {
    outcome_ = Outcome::won_by(survivor, Message::kReasonLastPlayerIn);
  }
}

std::uint64_t State::recomputed_hash() const {
  std::uint64_t hash = detail::kMoverKeys[to_move_];
  for (int player = 0; player < 3; ++player) {
    stones_[player].for_each([&](int cell) { hash ^= detail::stone_key(player, cell); });
    if (is_out(player)) hash ^= detail::kOutKeys[player];
  }
  return hash;
}

State State::transformed(int symmetry) const {
  State image = *this;
  for (int player = 0; player < 3; ++player) {
    image.stones_[player] = {};
    stones_[player].for_each(
        [&](int cell) { image.stones_[player].set(transform(cell, symmetry, options_.size)); });
  }
  image.hash_ = image.recomputed_hash();
  return image;
}

Action State::transformed_action(Action action, int symmetry) const {
  if (action == kSwap) return action;
  return Action{static_cast<std::uint32_t>(
      transform(static_cast<int>(action.code), symmetry, options_.size))};
}

}  // namespace games::yavalath

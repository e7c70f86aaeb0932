// Epaminondas in numbers: an action is its pair of cells, the rearmost stone and where the foremost
// one goes, among all pairs of different cells on one line, in the order of the first cell and then
// of the second, both row by row from `a1`. Planes: the stones of the player to move, of the
// opponent, and whether player 1 is to move.
#pragma once

#include "games/epaminondas/epaminondas.h"
#include "tensors/codec.h"

namespace tensors {

template <>
class Codec<games::epaminondas::State> {
 public:
  using State = games::epaminondas::State;

  explicit Codec(const State::Options& options);

  Shape shape() const { return shape_; }
  std::vector<std::string> plane_names() const;
  int action_count() const { return static_cast<int>(actions_.size()); }
  int index_of(games::Action action) const { return numbers_[action.code]; }
  games::Action action_at(int index) const { return actions_[static_cast<std::size_t>(index)]; }
  void observe(const State& state, std::uint8_t* planes) const;

 private:
  Shape shape_;
  std::vector<games::Action> actions_;
  std::vector<std::uint16_t> numbers_;  // by the codes of actions
};

}  // namespace tensors

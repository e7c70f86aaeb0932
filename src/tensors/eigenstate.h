// Eigenstate in numbers: an action is kind * 900 + cell * 25 + hole, where kind is 0 for a move and
// 1 for a peg, cells count row by row from `a1` and holes as in the position text. Planes: the
// pieces of the player to move and one for each of their holes, the same of the opponent, the three
// steps of a turn, and whether player 1 is to move.
#pragma once

#include "games/eigenstate/eigenstate.h"
#include "tensors/codec.h"

namespace tensors {

template <>
class Codec<games::eigenstate::State> {
 public:
  using State = games::eigenstate::State;

  explicit Codec(const State::Options&) {}

  Shape shape() const;
  std::vector<std::string> plane_names() const;
  int action_count() const;
  int index_of(games::Action action) const;
  games::Action action_at(int index) const;
  void observe(const State& state, std::uint8_t* planes) const;
};

}  // namespace tensors
